/** arkworks patched, beside itself as published: in any of its fields, and in its MSM and pairing. */

import { copyFile, mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parse, stringify } from 'smol-toml';
import { WORK_BUILD } from '../models/algorithm.mjs';
import { FIELDS, fieldOf } from '../oracle/field.mjs';
import { VARIANTS, buildPackage, ensureBuilds } from '../setup/builds.mjs';
import { standingAlone } from '../setup/manifest.mjs';
import { FIELD_KERNEL, PATCHED_BUILD, fieldBuild } from '../setup/field-module.mjs';
import { loadModule } from '../setup/modules.mjs';
import { ROOT } from '../setup/toolchain.mjs';
import { VERSION } from '../upstream/crates.mjs';
import { pasteable } from '../upstream/patch.mjs';
import { emittedIn, kernelsIn, placesIn } from './in-fields.mjs';
import { recorded } from './recorded.mjs';

/** @typedef {import('../upstream/crates.mjs').Context} Context */
/** @typedef {import('./subjects.mjs').Subjects} Subjects */

/** What can be measured, and in what. */
export const FIELD_IDS = Object.freeze(FIELDS.map(({ id }) => id));
export const FIELD_MODELS = Object.freeze(['chain', 'stream', 'add', 'sop2', 'square', 'sub']);

/** The rows: the same kernel of two modules. */
export const PUBLISHED_ROW = `ark-${VERSION}`;
export const PATCHED_ROW = 'ark-patched';

/**
 * @param {string} field id
 * @param {string} patched the folder of the patched crates
 * @param {{ kernels: boolean, models: string[] }} choice whether this project's kernels are rows too, and what is
 *   measured
 * @param {Context} context
 * @returns {Promise<{ kernels: import('../models/model.mjs').Candidate[], registry: Subjects['kernels'], versions:
 *   Subjects['versions'] }>} to be measured, as in benchmark
 * @throws {import('../setup/toolchain.mjs').SetupError}
 */
export async function workSubjects(field, patched, { kernels: withKernels, models }, context) {
  const {
    versions,
    builds: [published],
  } = await ensureBuilds([WORK_BUILD], context);
  /** @type {Record<string, { variant: string, sha256: string }>} */
  const modules = { [PUBLISHED_ROW]: published, [PATCHED_ROW]: await buildPatched(patched, context) };
  const { kernels } = await loadModule(WORK_BUILD);
  const kernel = kernels.find(({ id }) => id === FIELD_KERNEL);
  if (!kernel) throw new Error(`the build ${WORK_BUILD} has no ${FIELD_KERNEL}`);
  const { models: _, ...row } = recorded(kernel);
  const { words } = fieldOf(field);
  const registry = Object.entries(modules).map(([id, { variant, sha256 }]) => ({
    ...{ ...row, id, field, sha256, curve: sha256, build: fieldBuild(field, variant) },
    ...{ limbs: `${words}x64`, radixBits: 64 * words },
    // The patched build is without arkworks' transform.
    ...(id === PUBLISHED_ROW && placesIn(field, fieldBuild(field, variant), FIELD_KERNEL)),
    summary: id === PUBLISHED_ROW ? row.summary : 'ark-ff 0.6 with the patch of this project',
  }));
  const own = [
    ...(withKernels ? await kernelsIn(field, models, context) : []),
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
 * @param {Context} context
 */
async function buildPatched(patched, context) {
  const crate = join(ROOT, 'bench-wasm/.cache/compare', PATCHED_BUILD);
  await mkdir(crate, { recursive: true });
  await writeFile(
    join(crate, 'Cargo.toml'),
    stringify({ ...standingAlone(join(ROOT, 'Cargo.toml')), .../** @type {any} */ (parse(pasteable(patched))) }),
  );
  await copyFile(join(ROOT, 'Cargo.lock'), join(crate, 'Cargo.lock'));
  // Without other crates' hashes.
  const crateFeatures = VARIANTS[WORK_BUILD].crateFeatures.filter((feature) => feature !== 'peers');
  const recipe = {
    ...VARIANTS[WORK_BUILD],
    ...{ crateFeatures, variant: PATCHED_BUILD, manifest: join(crate, 'Cargo.toml') },
    others: { folder: patched, paths: ['ark-ff', 'ark-ff-macros'] },
  };
  return buildPackage(recipe, context);
}
