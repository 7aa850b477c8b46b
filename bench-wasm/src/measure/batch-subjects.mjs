/** The sums and transforms there are to measure: arkworks' and this project's on kernels, in workers, by libraries. */

import { PEERS, POOLS, batchOn, inPool, peerBuild, poolBuild } from '../batches/peer-rows.mjs';
import { WORK_BUILD } from '../models/algorithm.mjs';
import { modelsIn } from '../models/index.mjs';
import { ensureBatches } from '../setup/batches.mjs';
import { loadModule } from '../setup/modules.mjs';
import { ensurePackages } from '../setup/packages.mjs';
import { recorded } from './recorded.mjs';

/** @typedef {import('../models/model.mjs').Place} Place */
/** @typedef {import('../emit/interface.mjs').KernelRow} KernelRow */
/** @typedef {{ sums?: Place, transforms?: Place }} Places */
/** @typedef {KernelRow & { sha256: string } & Places} BatchKernel */

const WORKS = /** @type {const} */ ({ sums: modelsIn('sums'), transforms: modelsIn('transforms') });
/** The kernels that workers are measured with: the fastest that every engine has, and the fastest of all. */
const IN_POOLS = ['limbs29', 'fma-pair'];
/** Of the id of this crate's algorithm, where the kernel's own id is of arkworks'. */
const OWN = '-own';

/**
 * @param {object} there
 * @param {KernelRow[]} there.registry
 * @param {Map<string, string>} there.curves the sha256 of the module, by each kernel that arkworks' curve is on
 * @param {Map<string, string>} there.modules the sha256 of each build that kernels are timed from
 * @param {Parameters<typeof ensureBatches>[0]} context
 * @returns {Promise<{ arkworks: Map<string, Places>, rows: BatchKernel[] }>} where arkworks' algorithms are, by
 *   kernel; and a row for whatever else sums or transforms
 */
export async function prepareBatches({ registry, curves, modules }, context) {
  await ensurePackages(['neighbours', 'proof'], context.onProgress);
  const { arkworks, own } = transformsIn((await loadModule('baseline')).exports);
  for (const id of curves.keys()) arkworks.set(id, { ...arkworks.get(id), sums: { build: WORK_BUILD, of: id } });
  for (const build of modules.keys()) {
    const ids = await sumsIn(build);
    for (const { id } of registry.filter((kernel) => kernel.build === build)) {
      // Of a build that this process cannot load, the kernels that have transforms.
      if (ids?.includes(id) ?? own.has(id)) own.set(id, { ...own.get(id), sums: { build, of: id } });
    }
  }
  const [work = ''] = curves.values();
  return { arkworks, rows: await rowsOf(registry, own, new Map([...modules, [WORK_BUILD, work]]), context) };
}

/**
 * @param {string} build
 * @returns {Promise<string[] | null>} ids of its kernels that have sums; null when this process cannot load it
 */
async function sumsIn(build) {
  try {
    const { exports } = await loadModule(build);
    return JSON.parse(exports.msms?.() ?? '[]');
  } catch (error) {
    if (error instanceof WebAssembly.CompileError) return null;
    throw error;
  }
}

/**
 * Where transforms are: arkworks' by the kernel that its field has, this crate's by the kernel that it is on.
 *
 * @param {import('../emit/interface.mjs').ModuleExports} exports of any build
 * @returns {{ arkworks: Map<string, Places>, own: Map<string, Places> }}
 */
function transformsIn({ ntts }) {
  /** @type {import('../emit/interface.mjs').TransformRow[]} */
  const rows = JSON.parse(ntts?.() ?? '[]');
  /** @type {ReturnType<typeof transformsIn>} */
  const places = { arkworks: new Map(), own: new Map() };
  for (const { id: of, build } of rows) {
    const kernel = of.endsWith(OWN) ? of.slice(0, -OWN.length) : of;
    const side = of === kernel && rows.some(({ id }) => id === `${kernel}${OWN}`) ? places.arkworks : places.own;
    side.set(kernel, { transforms: { build, of } });
  }
  return places;
}

/**
 * Sums and transforms that are not arkworks' on a kernel: this project's on each that has them, in the thread that asks
 * and in workers, and those of other libraries.
 *
 * @param {KernelRow[]} registry
 * @param {Map<string, Places>} own where this project's are
 * @param {Map<string, string>} modules the sha256 of each build
 * @param {Parameters<typeof ensureBatches>[0]} context
 * @returns {Promise<BatchKernel[]>}
 */
async function rowsOf(registry, own, modules, context) {
  const built = await ensureBatches(context);
  const ours = registry.map(recorded).flatMap((kernel) => {
    const places = own.get(kernel.id);
    if (!places) return [];
    const { build } = /** @type {Place} */ (places.sums ?? places.transforms);
    const row = {
      ...kernel,
      ...{ ...places, id: batchOn(kernel.id), build, available: true },
      sha256: /** @type {string} */ (modules.get(build)),
    };
    const { sums } = places;
    return [
      {
        ...row,
        models: [...(sums ? WORKS.sums : []), ...(places.transforms ? WORKS.transforms : [])],
        summary: `this project’s algorithms on ${kernel.id}`,
      },
      ...(sums && IN_POOLS.includes(kernel.id) ? POOLS : []).map((pool) => ({
        ...row,
        id: `${row.id}${inPool(pool)}`,
        ...{ sums: { of: sums?.of ?? '', build: poolBuild({ ...pool, module: build }) }, transforms: undefined },
        models: WORKS.sums,
        summary:
          `this project’s MSM on ${kernel.id} in ${pool.workers} of its own workers, ` +
          `${pool.kept ? 'which keep their operands' : 'operands sent with each sum'}`,
      })),
    ];
  });
  const peers = PEERS.filter(({ field }) => field === undefined).map(({ id, does, summary }) => {
    const { sha256: hash, release } = /** @type {import('../setup/batches.mjs').Built} */ (built.get(id));
    const words = { form: /** @type {const} */ ('internal'), lanes: 1, limbs: '', radixBits: 256, available: true };
    const place = { build: peerBuild(id), of: id };
    return {
      ...{ id, ...words, build: place.build, models: does.flatMap((work) => WORKS[work]) },
      ...Object.fromEntries(does.map((work) => [work, place])),
      ...{ summary, source: release, sha256: hash },
    };
  });
  return [...ours, ...peers];
}
