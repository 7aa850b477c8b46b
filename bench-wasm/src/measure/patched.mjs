/** arkworks patched, beside itself as published: in any of its fields, and in its MSM and pairing. */

import { copyFile, mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parse, stringify } from 'smol-toml';
import { WORK_BUILD, msm } from '../models/algorithm.mjs';
import { FIELDS, fieldOf } from '../oracle/field.mjs';
import { VARIANTS, buildPackage, ensureBuilds } from '../setup/builds.mjs';
import { standingAlone } from '../setup/manifest.mjs';
import { FIELD_KERNEL, PATCHED_BUILD, PATCHED_MSM_BUILD, fieldBuild } from '../setup/field-module.mjs';
import { loadModule } from '../setup/modules.mjs';
import { ROOT } from '../setup/toolchain.mjs';
import { VERSION } from '../upstream/crates.mjs';
import { pasteable } from '../upstream/patch.mjs';
import { cratesOf } from '../upstream/patches.mjs';
import { emittedIn, kernelsIn, placesIn } from './in-fields.mjs';
import { recorded } from './recorded.mjs';

/** @typedef {import('../upstream/crates.mjs').Context} Context */
/** @typedef {import('../upstream/patches.mjs').PatchId} PatchId */
/** @typedef {import('./subjects.mjs').Subjects} Subjects */

/** What can be measured, and in what. */
export const FIELD_IDS = Object.freeze(FIELDS.map(({ id }) => id));
export const FIELD_MODELS = Object.freeze(['chain', 'stream', 'add', 'sop2', 'square', 'sub']);

/** The rows: the same kernel of several modules. */
export const PUBLISHED_ROW = `ark-${VERSION}`;
export const PATCHED_ROW = 'ark-patched';
export const PATCHED_MSM_ROW = 'ark-patched-msm';
/** Those on patched arkworks. @type {Record<string, { variant: string, patches: PatchId[], summary: string }>} */
const PATCHED = {
  [PATCHED_ROW]: {
    variant: PATCHED_BUILD,
    patches: ['product'],
    summary: 'ark-ff 0.6 with the patch of this project',
  },
  [PATCHED_MSM_ROW]: {
    variant: PATCHED_MSM_BUILD,
    patches: ['product', 'msm'],
    summary: 'ark-ff and ark-ec 0.6 with the patches of this project: the product and the MSM',
  },
};

/** @param {string} id of a row @returns {boolean} whether it is arkworks, patched */
export const isPatched = (id) => id in PATCHED;

/**
 * @param {string} field id
 * @param {object} what
 * @param {string} what.patched the folder of the patched crates
 * @param {boolean} what.own whether this project's kernels are rows too
 * @param {readonly string[]} what.models what is measured: the patch of the MSM has a row where that is
 * @param {boolean} [what.smallest] both rows on patched arkworks are of one build, with all patches
 * @param {Context} context
 * @returns {Promise<{ kernels: import('../models/model.mjs').Candidate[], registry: Subjects['kernels'], versions:
 *   Subjects['versions'] }>} to be measured, as in benchmark
 * @throws {import('../setup/toolchain.mjs').SetupError}
 */
export async function workSubjects(field, { patched, own: withOwn, models, smallest }, context) {
  const {
    versions,
    builds: [published],
  } = await ensureBuilds([WORK_BUILD], context);
  /** @type {Record<string, { variant: string, sha256: string }>} */
  const modules = { [PUBLISHED_ROW]: published };
  for (const [id, row] of Object.entries(PATCHED))
    if (id !== PATCHED_MSM_ROW || models.includes(msm.id))
      modules[id] = await buildPatched(patched, smallest ? PATCHED[PATCHED_MSM_ROW] : row, context);
  const { kernels } = await loadModule(WORK_BUILD);
  const kernel = kernels.find(({ id }) => id === FIELD_KERNEL);
  if (!kernel) throw new Error(`the build ${WORK_BUILD} has no ${FIELD_KERNEL}`);
  const { models: _, ...row } = recorded(kernel);
  const { words } = fieldOf(field);
  const registry = Object.entries(modules).map(([id, { variant, sha256 }]) => ({
    ...{ ...row, id, field, sha256, curve: sha256, build: fieldBuild(field, variant) },
    ...{ limbs: `${words}x64`, radixBits: 64 * words },
    // The patched builds are without arkworks' transform.
    ...(id === PUBLISHED_ROW && placesIn(field, fieldBuild(field, variant), FIELD_KERNEL)),
    summary: PATCHED[id]?.summary ?? row.summary,
  }));
  const own = [
    ...(withOwn ? await kernelsIn(field, models, context) : []),
    ...(await emittedIn(fieldOf(field), context)),
  ];
  return {
    registry: [...registry, ...own].map(({ sums: _, transforms: __, ...row }) => row),
    kernels: [...registry.map((one) => ({ ...one, of: FIELD_KERNEL, curveBuild: modules[one.id].variant })), ...own],
    versions: { rustc: versions.rustc, wasmPack: versions.wasmPack, wasmOpt: versions.wasmOpt, arkFf: [VERSION] },
  };
}

/**
 * This crate as it is, on patched arkworks.
 *
 * @param {string} patched the folder of the patched crates
 * @param {{ variant: string, patches: PatchId[] }} row
 * @param {Context} context
 */
async function buildPatched(patched, { variant, patches }, context) {
  const crate = join(ROOT, 'bench-wasm/.cache/compare', variant);
  await mkdir(crate, { recursive: true });
  await writeFile(
    join(crate, 'Cargo.toml'),
    stringify({
      ...standingAlone(join(ROOT, 'Cargo.toml')),
      .../** @type {any} */ (parse(pasteable(patched, VERSION, patches))),
    }),
  );
  await copyFile(join(ROOT, 'Cargo.lock'), join(crate, 'Cargo.lock'));
  // Without other crates' hashes, and without transforms.
  const crateFeatures = VARIANTS[WORK_BUILD].crateFeatures.filter((id) => !['algorithms', 'peers'].includes(id));
  const recipe = {
    ...VARIANTS[WORK_BUILD],
    ...{ crateFeatures, variant, manifest: join(crate, 'Cargo.toml') },
    others: { folder: patched, paths: cratesOf(VERSION, patches).map(([name]) => name) },
  };
  return buildPackage(recipe, context);
}
