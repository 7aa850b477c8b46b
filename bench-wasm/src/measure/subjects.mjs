/** The kernels there are to measure: builds what they are timed from, and asks it for them. */

import { ensureBuilds, ensureEmitted } from '../setup/builds.mjs';
import { EMITTED_IDS, kernelRow } from '../emit/rows.mjs';
import { loadModule } from '../setup/modules.mjs';
import { ensureToolchain, showProgress } from '../setup/toolchain.mjs';
import { CURVE_BUILD } from '../models/algorithm.mjs';

/** @typedef {import('../emit/interface.mjs').KernelRow} KernelRow */
/** @typedef {import('../setup/builds.mjs').VariantName} VariantName */

/**
 * @typedef {object} Subjects
 * @property {(KernelRow & { sha256: string, curve?: string })[]} kernels sha256 of the module each is timed in, and of
 *   the one that its curve is timed in
 * @property {{ rustc: string | null, wasmPack: string | null, wasmOpt: string | null, arkFf: string[] }} versions
 */

/**
 * @param {{ curves?: boolean }} [options] curves: whether the build with arkworks' algorithms is needed
 * @returns {Promise<Subjects>}
 * @throws {import('../setup/toolchain.mjs').SetupError}
 */
export async function prepareSubjects({ curves = false } = {}) {
  const onProgress = showProgress();
  const env = await ensureToolchain({ onProgress });
  // Every module has the whole registry; the builds that nothing is timed from are not made.
  await ensureBuilds(['baseline'], { env, onProgress });
  const { kernels } = await loadModule('baseline');
  const variants = /** @type {VariantName[]} */ ([...new Set(['baseline', ...kernels.map(({ build }) => build)])]);
  const { versions, builds } = await ensureBuilds(variants, { env, onProgress });
  const emitted = await ensureEmitted({ onProgress });
  const hashes = new Map(builds.map(({ variant, sha256 }) => [/** @type {string} */ (variant), sha256]));
  const available = new Map(
    await Promise.all(variants.map(async (variant) => /** @type {const} */ ([variant, await kernelsIn(variant)]))),
  );
  const curveHashes = curves ? await curveModules({ env, onProgress }) : new Map();
  return {
    // Whether an engine fuses is that engine's; where it does not, the row says so.
    kernels: [
      ...kernels.map(({ fused: _, multiplies: __, ...kernel }) => ({
        ...kernel,
        available: available.get(/** @type {VariantName} */ (kernel.build))?.includes(kernel.id) ?? true,
        sha256: /** @type {string} */ (hashes.get(kernel.build)),
        ...(curveHashes.has(kernel.id) && { curve: curveHashes.get(kernel.id) }),
      })),
      ...EMITTED_IDS.map((id) => ({ ...kernelRow(id), sha256: emitted[id] })),
    ],
    versions: { rustc: versions.rustc, wasmPack: versions.wasmPack, wasmOpt: versions.wasmOpt, arkFf: versions.arkFf },
  };
}

/**
 * @param {Parameters<typeof ensureBuilds>[1]} context
 * @returns {Promise<Map<string, string>>} the sha256 of the module, by the id of each kernel that has a curve in it
 */
async function curveModules(context) {
  const {
    builds: [{ sha256 }],
  } = await ensureBuilds([CURVE_BUILD], context);
  const { exports } = await loadModule(CURVE_BUILD);
  /** @type {string[]} */
  const ids = JSON.parse(exports.curves?.() ?? '[]');
  return new Map(ids.map((id) => [id, sha256]));
}

/**
 * @param {VariantName} variant
 * @returns {Promise<string[] | null>} ids; null when this process cannot load the variant: the
 *   engines that are measured may well be able to
 */
async function kernelsIn(variant) {
  try {
    const { kernels } = await loadModule(variant);
    return kernels.filter(({ available }) => available).map(({ id }) => id);
  } catch (error) {
    if (error instanceof WebAssembly.CompileError) return null;
    throw error;
  }
}
