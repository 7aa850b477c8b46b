/** blst with this project's product in wasm: its C, patched. */

import { cp } from 'node:fs/promises';
import { join } from 'node:path';
import { blstSources } from '../setup/blst.mjs';
import { ROOT } from '../setup/toolchain.mjs';
import { copyCrate } from './crates.mjs';
import { applyDiffs } from './patch.mjs';

/** @typedef {import('./crates.mjs').Context} Context */

const PATCH = join(ROOT, 'patches/blst');

/**
 * @param {string} folder
 * @param {Context} context
 * @returns {Promise<string>} the folder of the patched C, in the release of Cargo.lock
 * @throws {import('../setup/toolchain.mjs').SetupError} where the patch does not fit
 */
export async function patchedBlst(folder, context) {
  const sources = join(folder, 'src');
  await copyCrate(await blstSources(context), sources);
  await applyDiffs(folder, [join(PATCH, 'no_asm.patch')], { what: 'patch blst', ...context });
  await cp(join(PATCH, 'limbs30.h'), join(sources, 'limbs30.h'));
  return sources;
}
