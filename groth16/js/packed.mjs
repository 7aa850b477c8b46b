/** A module of wasm in a script: compressed by gzip, as base64, so that every bundler takes it and little is loaded. */

import { builtIn } from './built-in.mjs';
import { Groth16Error } from './errors.mjs';

/** @param {string} text @returns {Promise<Uint8Array>} @throws {Groth16Error} where nothing here can unpack it */
export async function unpacked(text) {
  const packed = bytesOf(text);
  if (typeof DecompressionStream === 'function') {
    const { body } = /** @type {{ body: ReadableStream<Uint8Array<ArrayBuffer>> }} */ (new Response(packed));
    return new Uint8Array(await new Response(body.pipeThrough(new DecompressionStream('gzip'))).arrayBuffer());
  }
  const zlib = builtIn('node:zlib');
  if (!zlib) throw new Groth16Error('UNSUPPORTED', 'this engine has no DecompressionStream to unpack the module with');
  return zlib.gunzipSync(packed);
}

/** @param {string} text base64 @returns {Uint8Array<ArrayBuffer>} */
function bytesOf(text) {
  // Engines of 2025 and later do it at once. The loop takes some 20 ms where it is run for the first time.
  const { fromBase64 } = /** @type {{ fromBase64?: (text: string) => Uint8Array<ArrayBuffer> }} */ (Uint8Array);
  if (fromBase64) return fromBase64.call(Uint8Array, text);
  const binary = atob(text);
  const bytes = new Uint8Array(binary.length);
  for (let i = 0; i < bytes.length; i++) bytes[i] = binary.charCodeAt(i);
  return bytes;
}
