/** The kernels there are to measure: builds what they are timed from, and asks it for them. */

import { createHash } from 'node:crypto';
import { ensureBuilds, ensureEmitted } from '../setup/builds.mjs';
import { EMITTED_IDS, kernelRow } from '../emit/emitted-rows.mjs';
import { ensureAlone } from '../setup/alone.mjs';
import { loadModule } from '../setup/modules.mjs';
import { ensurePackages, manifestOf } from '../setup/packages.mjs';
import { ensureToolchain, showProgress } from '../setup/toolchain.mjs';
import { MODELS } from '../models/index.mjs';
import { WORK_BUILD } from '../models/algorithm.mjs';
import { CONTRACTS, CONTRACTS_BUILD } from '../hashes/contract-rows.mjs';
import { LIBRARIES_BUILD, LIBRARY_ROWS } from '../hashes/library-rows.mjs';
import { LOOPS, NEIGHBOURS, buildOf } from '../neighbours/neighbour-rows.mjs';
import { ensureContracts } from '../setup/contracts.mjs';
import { ensureNeighbours } from '../setup/neighbours.mjs';
import { prepareBatches } from './batch-subjects.mjs';
import { recorded } from './recorded.mjs';

/** @typedef {import('../emit/interface.mjs').KernelRow} KernelRow */
/** @typedef {import('../setup/builds.mjs').VariantName} VariantName */

/**
 * @typedef {object} Subjects
 * @property {(KernelRow & { sha256: string, curve?: string, hashes?: Record<string, string>, code?: number } &
 *   import('./batch-subjects.mjs').Places)[]} kernels
 *   sha256 of the module each is timed in, and of the one that its curve is timed in; hashes: the build of each hash;
 *   code: bytes of a module of this kernel alone
 * @property {{ rustc: string | null, wasmPack: string | null, wasmOpt: string | null, arkFf: string[] }} versions
 */

/**
 * @typedef {object} Needs what a run needs beside the kernels
 * @property {boolean} [curves] arkworks' algorithms
 * @property {boolean} [hashes] what hashes
 * @property {boolean} [alone] modules of one kernel each
 * @property {boolean} [neighbours] other projects' products
 * @property {boolean} [batches] sums and transforms over sizes
 */

/**
 * @param {Needs} [needs]
 * @returns {Promise<Subjects>}
 * @throws {import('../setup/toolchain.mjs').SetupError}
 */
export async function prepareSubjects({
  curves = false,
  hashes = false,
  alone = false,
  neighbours = false,
  batches = false,
} = {}) {
  const onProgress = showProgress();
  const env = await ensureToolchain({ onProgress });
  // Every module has the whole registry; the builds that nothing is timed from are not made.
  await ensureBuilds(['baseline'], { env, onProgress });
  const { kernels, exports } = await loadModule('baseline');
  const variants = /** @type {VariantName[]} */ ([...new Set(['baseline', ...kernels.map(({ build }) => build)])]);
  const { versions, builds } = await ensureBuilds(variants, { env, onProgress });
  const emitted = await ensureEmitted({ onProgress });
  const hashesByBuild = new Map(builds.map(({ variant, sha256 }) => [/** @type {string} */ (variant), sha256]));
  const available = new Map(
    await Promise.all(variants.map(async (variant) => /** @type {const} */ ([variant, await kernelsIn(variant)]))),
  );
  const curveHashes = curves || batches ? await curveModules({ env, onProgress }) : new Map();
  const over = batches
    ? await prepareBatches({ registry: kernels, curves: curveHashes, modules: hashesByBuild }, { env, onProgress })
    : { arkworks: new Map(), rows: [] };
  const hashers = hashes ? await hashersOf(exports, hashesByBuild, { env, onProgress }) : [];
  const chained = kernels.filter(({ models }) => models?.includes('chain') ?? true);
  const sizes = alone ? await ensureAlone(chained, onProgress) : [];
  const codes = new Map(sizes.map((size, i) => [chained[i].id, size]));
  const hashesOf = new Map(hashers.map(({ id, hashes: own }) => [id, own]));
  return {
    // Whether an engine fuses is that engine's; where it does not, the row says so.
    kernels: [
      ...kernels.map(recorded).map((kernel) => ({
        ...kernel,
        available: available.get(/** @type {VariantName} */ (kernel.build))?.includes(kernel.id) ?? true,
        sha256: /** @type {string} */ (hashesByBuild.get(kernel.build)),
        ...(curveHashes.has(kernel.id) && { curve: curveHashes.get(kernel.id) }),
        ...(codes.has(kernel.id) && { code: codes.get(kernel.id) }),
        ...(hashesOf.has(kernel.id) && { hashes: hashesOf.get(kernel.id) }),
        ...over.arkworks.get(kernel.id),
      })),
      ...EMITTED_IDS.map((id) => ({ ...kernelRow(id), sha256: emitted[id] })),
      ...hashers.filter(({ id }) => !kernels.some((kernel) => kernel.id === id)),
      ...(neighbours ? await neighboursOf('fq', { env, onProgress }) : []),
      ...over.rows,
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
  } = await ensureBuilds([WORK_BUILD], context);
  const { exports } = await loadModule(WORK_BUILD);
  /** @type {string[]} */
  const ids = JSON.parse(exports.curves?.() ?? '[]');
  return new Map(ids.map((id) => [id, sha256]));
}

/**
 * @param {string} field id
 * @param {Parameters<typeof ensureNeighbours>[1]} context
 * @returns {Promise<Subjects['kernels']>} the products of other projects in that field
 */
export async function neighboursOf(field, context) {
  await ensurePackages(['neighbours'], context.onProgress);
  const built = await ensureNeighbours(field, context);
  return NEIGHBOURS.flatMap(({ id, form, field: own, limbs, radixBits, summary }) => {
    const made = built.get(id);
    if (!made) return [];
    const { sha256, release: source } = made;
    const row = { id, form, field: own, lanes: 1, limbs, radixBits, build: buildOf(id), available: true };
    return [{ ...row, models: [...LOOPS], summary, source, sha256 }];
  });
}

const HASH_MODELS = MODELS.flatMap(({ id, group }) => (group === 'hashes' ? [id] : []));

/**
 * What hashes: kernels, the crate's hashers that are no kernel's, contracts and libraries from npm.
 *
 * @param {import('../emit/interface.mjs').ModuleExports} exports of any build
 * @param {Map<string, string>} modules the sha256 of each build
 * @param {Parameters<typeof ensureBuilds>[1]} context
 * @returns {Promise<(Subjects['kernels'][number] & { hashes: Record<string, string> })[]>}
 */
async function hashersOf(exports, modules, context) {
  await ensurePackages(['hashes'], context.onProgress);
  const {
    builds: [work],
  } = await ensureBuilds([WORK_BUILD], context);
  const sha256Of = new Map([...modules, [work.variant, work.sha256]]);
  const contracts = await ensureContracts(context);
  const words = { form: /** @type {const} */ ('internal'), lanes: 1, limbs: '', radixBits: 256, available: true };
  /** @param {{ id: string, build: string, hash: string, summary: string, source: string, sha256: string }} row */
  const rowOf = ({ hash, ...row }) => ({
    ...words,
    ...row,
    hashes: { [hash]: row.build },
    models: HASH_MODELS,
  });
  /** @type {import('../emit/interface.mjs').HasherRow[]} */
  const rows = JSON.parse(exports.hashers?.() ?? '[]');
  const ours = rows.map(({ hash, id, build, summary }) =>
    rowOf({ hash, id, build, summary, source: id, sha256: /** @type {string} */ (sha256Of.get(build)) }),
  );
  const steps = CONTRACTS.map(({ id, computes, step }) =>
    rowOf({
      ...{ hash: computes, id, build: CONTRACTS_BUILD, summary: step, source: 'contracts' },
      sha256: sha256(/** @type {Uint8Array} */ (contracts.get(id))),
    }),
  );
  const libraries = LIBRARY_ROWS.map(({ id, package: name, summary }) => {
    const release = `${name}@${manifestOf(name).version}`;
    return rowOf({ hash: 'poseidon1', id, build: LIBRARIES_BUILD, summary, source: release, sha256: sha256(release) });
  });
  /** @type {Map<string, ReturnType<typeof rowOf>>} */
  const byId = new Map();
  for (const row of [...ours, ...steps, ...libraries]) {
    const before = byId.get(row.id);
    byId.set(row.id, before ? { ...before, hashes: { ...before.hashes, ...row.hashes } } : row);
  }
  return [...byId.values()];
}

/** @param {string | Uint8Array} data */
const sha256 = (data) => createHash('sha256').update(data).digest('hex');

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
