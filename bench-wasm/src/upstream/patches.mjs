/** The patches that a program can have: their files for each version of arkworks, and the crates that they change. */

import { readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { ROOT } from '../setup/toolchain.mjs';
import { CRATES, VERSION, VERSIONS } from './crates.mjs';
import { kernelFile } from './kernel-file.mjs';

/** @typedef {import('./crates.mjs').Version} Version */
/** @typedef {'product' | 'msm'} PatchId */
/**
 * @typedef {object} Patch
 * @property {Partial<Record<Version, string[]>>} applied files in PATCHES, in the order in which they are applied
 * @property {string} made the file that is new, from a checkout
 * @property {() => Promise<string>} text of that file, formatted or not
 */

/** A folder for each pull request, and what each changes of the crates. */
export const PATCHES = join(ROOT, 'patches');
export const PATCH_FILE = 'ff.patch';

/** No two change the same crate: either can be had without the other. @type {Record<PatchId, Patch>} */
const PATCH = {
  product: {
    applied: {
      '0.6.0': [`1-wide-arithmetic/${PATCH_FILE}`, `2-limbs29/${PATCH_FILE}`],
      '0.5.0': [`1-wide-arithmetic/${PATCH_FILE}`, `2-limbs29/${PATCH_FILE}`],
      // It does not split the product of wide arithmetic. Two places get the words of 0.5, and the patch then fits.
      '0.4.2': ['2-limbs29/ff-0.4.patch', `2-limbs29/${PATCH_FILE}`],
    },
    made: 'ff/src/fields/models/fp/limbs29.rs',
    text: kernelFile,
  },
  msm: {
    applied: {
      '0.6.0': ['3-msm/ec.patch', '4-msm-parallel-wasm/ec.patch'],
      // It starts no pool of threads for each MSM.
      '0.5.0': ['3-msm/ec-0.5.0.patch'],
    },
    made: 'ec/src/scalar_mul/variable_base/batch_affine.rs',
    text: () => readFile(join(PATCHES, '3-msm/batch_affine.rs'), 'utf8'),
  },
};

/** In the order in which they are applied. */
export const PATCH_IDS = /** @type {PatchId[]} */ (Object.keys(PATCH));

/** @param {PatchId} id @returns {Version[]} what it is for, newest first */
export const versionsOf = (id) => VERSIONS.filter((version) => PATCH[id].applied[version]);

/** @param {Version} version @returns {PatchId[]} what there is for it */
export const patchesFor = (version) => PATCH_IDS.filter((id) => PATCH[id].applied[version]);

/** @param {PatchId} id @param {Version} version of versionsOf @returns {string[]} its files */
export const filesOf = (id, version) => (PATCH[id].applied[version] ?? []).map((file) => join(PATCHES, file));

/** @param {PatchId} id @returns {Pick<Patch, 'made' | 'text'>} */
export const madeBy = (id) => PATCH[id];

/** @param {Version} version @param {readonly PatchId[]} patches @returns {string[]} the files that they change */
export function changedFiles(version, patches) {
  const texts = patches.flatMap((id) => filesOf(id, version)).map((file) => readFileSync(file, 'utf8'));
  return [...new Set(texts.flatMap((text) => [...text.matchAll(/^\+\+\+ b\/(.*)$/gm)].map(([, file]) => file)))];
}

/**
 * @param {Version} [version]
 * @param {readonly PatchId[]} [patches]
 * @returns {[string, string][]} the crates that they change, each with its place in a checkout
 */
export function cratesOf(version = VERSION, patches = patchesFor(version)) {
  const files = changedFiles(version, patches);
  return Object.entries(CRATES).filter(([, at]) => files.some((file) => file.startsWith(`${at}/`)));
}

/** @param {string} crate of CRATES @returns {PatchId} the patch that changes it */
export const patchOf = (crate) =>
  /** @type {PatchId} */ (PATCH_IDS.find((id) => cratesOf(versionsOf(id)[0], [id]).some(([name]) => name === crate)));
