/**
 * What the engine that runs this file can do, asked by validating a small module for each
 * proposal. Fused or unfused relaxed_madd is not asked here: the verification of the kernels
 * finds out.
 */

/** One function whose body uses the proposal; `body` is the bytes after the local count. */
const MODULES = {
  // i8x16.splat, i8x16.popcnt
  simd128: [1, 5, 1, 0x60, 0, 1, 0x7b, 3, 2, 1, 0, 10, 10, 1, 8, 0, 0x41, 0, 0xfd, 15, 0xfd, 98, 11],
  // i8x16.splat twice, i8x16.relaxed_swizzle
  'relaxed-simd': [1, 5, 1, 0x60, 0, 1, 0x7b, 3, 2, 1, 0, 10, 15, 1, 13, 0, 0x41, 1, 0xfd, 15, 0x41, 2, 0xfd, 15, 0xfd, 0x80, 2, 11],
  // (func (result i64 i64) i64.const 0, i64.const 0, i64.mul_wide_u)
  'wide-arithmetic': [1, 6, 1, 0x60, 0, 2, 0x7e, 0x7e, 3, 2, 1, 0, 10, 10, 1, 8, 0, 0x42, 0, 0x42, 0, 0xfc, 22, 11],
};
const HEADER = [0, 0x61, 0x73, 0x6d, 1, 0, 0, 0];

/** @typedef {Record<keyof typeof MODULES, boolean>} Features */

/** @returns {Features} */
export function features() {
  return /** @type {Features} */ (
    Object.fromEntries(
      Object.entries(MODULES).map(([name, sections]) => [name, WebAssembly.validate(new Uint8Array([...HEADER, ...sections]))]),
    )
  );
}

/** @returns {Record<string, Uint8Array>} the modules, for an engine that this file does not run in */
export function featureModules() {
  return Object.fromEntries(Object.entries(MODULES).map(([name, sections]) => [name, new Uint8Array([...HEADER, ...sections])]));
}
