/** The kernels there are to measure: builds what they are timed from, and asks it for them. */

import { ensureBuilds, ensureEmitted } from '../build.mjs';
import { EMITTED_IDS, kernelRow } from '../emit/rows.mjs';
import { loadModule } from '../load.mjs';
import { ensureToolchain, showProgress } from '../toolchain.mjs';

/** @typedef {import('./tasks.mjs').KernelRow} KernelRow */
/** @typedef {import('../build.mjs').VariantName} VariantName */

/**
 * @typedef {object} Subjects
 * @property {(KernelRow & { sha256: string })[]} kernels sha256 of the module each is timed in
 * @property {{ rustc: string | null, wasmPack: string | null, wasmOpt: string | null, arkFf: string[] }} versions
 */

/**
 * @returns {Promise<Subjects>}
 * @throws {import('../toolchain.mjs').SetupError}
 */
export async function prepareSubjects() {
  const onProgress = showProgress();
  const env = await ensureToolchain({ onProgress });
  // Every module has the whole registry; the builds that nothing is timed from are not made.
  await ensureBuilds(['baseline'], { env, onProgress });
  const { kernels } = await loadModule('baseline');
  const variants = /** @type {VariantName[]} */ ([...new Set(['baseline', ...kernels.map(({ build }) => build)])]);
  const { versions, builds } = await ensureBuilds(variants, { env, onProgress });
  const emitted = await ensureEmitted({ onProgress });
  const hashes = new Map(builds.map(({ variant, sha256 }) => [/** @type {string} */ (variant), sha256]));
  const available = new Map(await Promise.all(variants.map(async (variant) => /** @type {const} */ ([variant, await kernelsIn(variant)]))));
  return {
    // Whether an engine fuses is that engine's; where it does not, the row says so.
    kernels: [
      ...kernels.map(({ fused: _, ...kernel }) => ({
        ...kernel,
        available: available.get(/** @type {VariantName} */ (kernel.build))?.includes(kernel.id) ?? true,
        sha256: /** @type {string} */ (hashes.get(kernel.build)),
      })),
      ...EMITTED_IDS.map((id) => ({ ...kernelRow(id), sha256: emitted[id] })),
    ],
    versions: { rustc: versions.rustc, wasmPack: versions.wasmPack, wasmOpt: versions.wasmOpt, arkFf: versions.arkFf },
  };
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
