/** The module of this engine: loaded and compiled once, where the first is asked for. */

import { backend } from './backend.mjs';
import { held } from './held.mjs';
import { unpacked } from './packed.mjs';

/** @import { Backend } from './backend.mjs' */

/** Each is packed in a script of its own, of which a bundler makes a file that is loaded where it is needed. */
const SCRIPTS = Object.freeze({
  fma: () => import('../dist/fma.mjs'),
  simd: () => import('../dist/simd.mjs'),
  scalar: () => import('../dist/scalar.mjs'),
});

/** @type {Promise<WebAssembly.Module> | null} */
let compiled = null;

/** @returns {Promise<Uint8Array>} */
export async function bytesHere() {
  const { packed } = await SCRIPTS[backend()]();
  return unpacked(packed);
}

/** @returns {Promise<WebAssembly.Module>} */
export function moduleHere() {
  compiled ??= held(bytesHere().then((bytes) => WebAssembly.compile(/** @type {BufferSource} */ (bytes))));
  // Where it cannot be loaded it may be the next time.
  compiled.catch(() => (compiled = null));
  return compiled;
}
