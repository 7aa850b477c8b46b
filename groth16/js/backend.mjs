/** Which module this engine gets: by its instructions, and by how it rounds. */

import { Groth16Error } from './errors.mjs';

/** @typedef {'fma' | 'simd' | 'scalar'} Backend */

/** (func (export "f") (result i32)): one instruction of SIMD, and the lowest bit of a fused multiply-add. */
const HEADER = [0, 0x61, 0x73, 0x6d, 1, 0, 0, 0];
const SIMD = new Uint8Array([
  ...HEADER,
  ...[1, 5, 1, 0x60, 0, 1, 0x7b], // () -> v128
  ...[3, 2, 1, 0],
  ...[10, 8, 1, 6, 0, 0x41, 0, 0xfd, 0x0f, 0x0b], // i32.const 0, i8x16.splat
]);
/** (a, b, c) -> lane 0 of f64x2.relaxed_madd of the splats. */
const RELAXED = new Uint8Array([
  ...HEADER,
  ...[1, 8, 1, 0x60, 3, 0x7c, 0x7c, 0x7c, 1, 0x7c],
  ...[3, 2, 1, 0],
  ...[7, 5, 1, 1, 0x66, 0, 0],
  ...[10, 22, 1, 20, 0],
  ...[0x20, 0, 0xfd, 0x14, 0x20, 1, 0xfd, 0x14, 0x20, 2, 0xfd, 0x14],
  ...[0xfd, 0x87, 0x02, 0xfd, 0x21, 0, 0x0b],
]);

/**
 * @returns {Backend} what this engine computes with: FMA where it rounds once
 * @throws {Groth16Error} where there is no WebAssembly
 */
export function backend() {
  if (typeof WebAssembly !== 'object') throw new Groth16Error('UNSUPPORTED', 'this engine has no WebAssembly');
  if (!WebAssembly.validate(/** @type {BufferSource} */ (SIMD))) return 'scalar';
  return rounds() === 'once' ? 'fma' : 'simd';
}

/** @returns {'once' | 'twice' | null} null without relaxed SIMD */
function rounds() {
  if (!WebAssembly.validate(/** @type {BufferSource} */ (RELAXED))) return null;
  const { exports } = new WebAssembly.Instance(new WebAssembly.Module(/** @type {BufferSource} */ (RELAXED)));
  const fma = /** @type {(a: number, b: number, c: number) => number} */ (exports.f);
  const small = 2 ** -27;
  // The product is 1 - 2^-54, which is 1 when it is rounded.
  return fma(1 + small, 1 - small, -1) === 0 ? 'twice' : 'once';
}
