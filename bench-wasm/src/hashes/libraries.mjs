/** The hashes of other libraries from npm, behind what a module of the crate exports. */

import { circomlibjs } from './circomlibjs.mjs';
import { hashersModule } from './hasher.mjs';
import { noble } from './noble.mjs';
import { LIBRARIES_BUILD } from './library-rows.mjs';
import { poseidonLite } from './poseidon-lite.mjs';

/** @typedef {import('../emit/interface.mjs').Hasher} Hasher */

/** @type {Record<import('./library-rows.mjs').LibraryId, () => Promise<Hasher>>} */
const LIBRARIES = { circomlibjs, 'poseidon-lite': poseidonLite, noble };

/** @returns {Promise<import('../emit/interface.mjs').LoadedModule>} */
export async function librariesModule() {
  const entries = await Promise.all(
    Object.entries(LIBRARIES).map(async ([id, open]) => /** @type {const} */ ([id, await open()])),
  );
  return hashersModule(LIBRARIES_BUILD, new Map(entries));
}
