/** This project's kernels in a field that is not BN254's Fq, its sums and transforms there, and those of peers. */

import { batchOn, peerBuild } from '../batches/peer-rows.mjs';
import { EMITTED, IN_FIELDS, OTHER_FIELDS, fileName, kernelRow } from '../emit/emitted-rows.mjs';
import { WORK_BUILD } from '../models/algorithm.mjs';
import { modelsIn } from '../models/index.mjs';
import { fieldOf } from '../oracle/field.mjs';
import { curveOver } from '../oracle/sums.mjs';
import { hasTransforms } from '../oracle/transform.mjs';
import { ensureBatches } from '../setup/batches.mjs';
import { ensureBuilds, ensureEmitted } from '../setup/builds.mjs';
import { SIMD_BUILDS, WIDE_BUILD, exportedField, fieldBuild, peersIn } from '../setup/field-module.mjs';
import { loadModule } from '../setup/modules.mjs';
import { ensurePackages } from '../setup/packages.mjs';
import { recorded } from './recorded.mjs';

/** @typedef {import('../upstream/crates.mjs').Context} Context */
/** @typedef {import('./subjects.mjs').Subjects} Subjects */
/** @typedef {import('../emit/interface.mjs').KernelRow} KernelRow */

/** The kernels that one chooses from: the scalar ones, with and without a format of their own, and the pairs. */
const CHOICE = ['limbs29', 'limbs29-dropin', 'wide', 'simd', 'fma-pair'];
/** Builds with a kernel of their own. */
const OWN_BUILDS = [...SIMD_BUILDS, WIDE_BUILD];
const PRODUCTS = ['chain', 'stream'];

/** BN254's own are timed by the benchmark, beside libraries. @param {string} field id */
const isOther = (field) => !['fq', 'fr'].includes(field);

/** @param {string} field id @returns {string[]} the models of sums and of transforms that it has */
export const batchModels = (field) => [
  ...(isOther(field) && curveOver(field) ? modelsIn('sums') : []),
  ...(isOther(field) && hasTransforms(fieldOf(field)) ? modelsIn('transforms') : []),
];

/**
 * @param {string} field id
 * @param {string} build a row's, as in fieldBuild
 * @param {string} of the kernel in it
 * @returns {import('./batch-subjects.mjs').Places} where its sums and transforms are
 */
export const placesIn = (field, build, of) => ({
  ...(isOther(field) && curveOver(field) && { sums: { build, of } }),
  ...(isOther(field) && hasTransforms(fieldOf(field)) && { transforms: { build, of, field } }),
});

/**
 * @param {string} field id
 * @param {readonly string[]} models that are measured
 * @param {Context} context
 * @returns {Promise<Subjects['kernels']>}
 */
export async function kernelsIn(field, models, context) {
  const { builds } = await ensureBuilds([WORK_BUILD, ...OWN_BUILDS], context);
  const sha256Of = new Map(builds.map(({ variant, sha256 }) => [/** @type {string} */ (variant), sha256]));
  const { kernels } = await loadModule(WORK_BUILD);
  const own = kernels.filter(({ id, fields }) => CHOICE.includes(id) && fields?.includes(exportedField(field)));
  /** @param {KernelRow} kernel @param {string} module */
  const rowOf = (kernel, module) => ({
    ...recorded(kernel),
    ...{ field, available: true, build: fieldBuild(field, module), sha256: sha256Of.get(module) ?? '' },
    ...formatIn(kernel, fieldOf(field).words),
  });
  const products = own.map((kernel) => {
    const module = OWN_BUILDS.find((build) => build === kernel.build) ?? WORK_BUILD;
    return { ...rowOf(kernel, module), models: PRODUCTS };
  });
  const batches = batchModels(field).filter((id) => models.includes(id));
  return [...products, ...(batches.length > 0 ? await batchesIn(field, { own, rowOf, batches }, context) : [])];
}

/**
 * @param {string} field id
 * @param {object} there
 * @param {KernelRow[]} there.own
 * @param {(kernel: KernelRow, module: string) => Subjects['kernels'][number]} there.rowOf
 * @param {string[]} there.batches models
 * @param {Context} context
 * @returns {Promise<Subjects['kernels']>}
 */
async function batchesIn(field, { own, rowOf, batches }, context) {
  /** @type {Subjects['kernels']} */
  const rows = [];
  for (const build of SIMD_BUILDS) {
    const ids = await idsIn(field, build);
    for (const kernel of own) {
      // Of a build that this process cannot load, the kernels that are its own. One row a kernel, from the first build.
      const id = batchOn(kernel.id);
      if (!(ids?.includes(kernel.id) ?? kernel.build === build) || rows.some((row) => row.id === id)) continue;
      const row = rowOf(kernel, build);
      const summary = `this project’s algorithms on ${kernel.id}`;
      rows.push({ ...row, id, models: batches, summary, ...placesIn(field, row.build, kernel.id) });
    }
  }
  await ensurePackages(['neighbours', 'proof'], context.onProgress);
  const built = await ensureBatches(context);
  const peers = peersIn(field).map(({ id, does, summary }) => {
    const { sha256, release } = /** @type {import('../setup/batches.mjs').Built} */ (built.get(id));
    const build = fieldBuild(field, peerBuild(id));
    const places = placesIn(field, build, id);
    const words = { form: /** @type {const} */ ('internal'), lanes: 1, limbs: '', radixBits: 0, available: true };
    return {
      ...{ id, ...words, field, build, sha256, source: release, summary },
      models: batches.filter((model) => does.some((work) => modelsIn(work).includes(model))),
      ...Object.fromEntries(does.map((work) => [work, places[work]])),
    };
  });
  return [...rows, ...peers];
}

/**
 * @param {string} field id
 * @param {string} build
 * @returns {Promise<string[] | null>} the kernels that it has sums or transforms over the field by; null where this
 *   process cannot load it
 */
async function idsIn(field, build) {
  const curve = curveOver(field);
  try {
    const { exports } = await loadModule(build);
    return JSON.parse((curve ? exports.msms_of?.(curve.id) : exports.ntts_of?.(exportedField(field))) ?? '[]');
  } catch (error) {
    if (error instanceof WebAssembly.CompileError) return null;
    throw error;
  }
}

/** @param {KernelRow} kernel @param {number} words of an element */
function formatIn({ id, form }, words) {
  if (form === 'dropin') return { limbs: `${words}x64`, radixBits: 64 * words };
  return words === 6 && id === 'fma-pair' ? { limbs: '8x48 f64', radixBits: 384 } : {};
}

/**
 * The kernels that are written for any field.
 *
 * @param {import('../oracle/field.mjs').Field} field
 * @param {Context} context
 * @returns {Promise<Subjects['kernels']>} none where it is in none such
 */
export async function emittedIn(field, context) {
  if (!OTHER_FIELDS.includes(field)) return [];
  const emitted = await ensureEmitted(context);
  return IN_FIELDS.map((id) => ({
    ...kernelRow(id, field),
    build: fieldBuild(field.id, EMITTED),
    sha256: emitted[fileName(id, field).replace('.wasm', '')],
  }));
}
