/** `loadModule` on the real builds, in any engine, with one bit of one constant of the SIMD kernels wrong. */

import { EMITTED } from '../src/emit/emitted-rows.mjs';
import { FQ } from '../src/oracle/field.mjs';
import { instantiate, loadModule as loadRight } from '../src/setup/modules.mjs';
import { readBytes } from '../src/setup/places.mjs';

/** Limb 4 of p in radix 2^29, as the kernels keep it: in each of four 32-bit lanes. */
const CONSTANT = new Uint8Array(new Uint32Array(4).fill(Number((FQ.p >> 116n) & (2n ** 29n - 1n))).buffer);

/** @param {string} variant */
export async function loadModule(variant) {
  if (variant === EMITTED) return loadRight(variant);
  const folder = new URL(`../pkg/${variant}/`, import.meta.url);
  const bytes = await readBytes(new URL('fqmul_bg.wasm', folder));
  if (variant === 'simd128') {
    const places = [...bytes.keys()].filter((at) => CONSTANT.every((byte, i) => bytes[at + i] === byte));
    if (places.length === 0) throw new Error('the constant to spoil is not in the module');
    for (const at of places) bytes[at] ^= 1;
  }
  return instantiate(variant, new URL('fqmul.js', folder).href, bytes);
}
