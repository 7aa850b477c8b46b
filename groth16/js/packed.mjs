/** A module of wasm in a script: compressed by gzip, as base64, so that every bundler takes it and little is loaded. */

import { builtIn } from './built-in.mjs';
import { Groth16Error } from './errors.mjs';

/** @param {string} text @returns {Promise<Uint8Array>} @throws {Groth16Error} where nothing here can unpack it */
export async function unpacked(text) {
  const binary = atob(text);
  const packed = new Uint8Array(binary.length);
  for (let i = 0; i < packed.length; i++) packed[i] = binary.charCodeAt(i);
  if (typeof DecompressionStream === 'function') {
    const stream = new Blob([packed]).stream().pipeThrough(new DecompressionStream('gzip'));
    return new Uint8Array(await new Response(stream).arrayBuffer());
  }
  const zlib = builtIn('node:zlib');
  if (!zlib) throw new Groth16Error('UNSUPPORTED', 'this engine has no DecompressionStream to unpack the module with');
  return zlib.gunzipSync(packed);
}
