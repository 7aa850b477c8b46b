/**
 * What the engine that runs this file can do, tested and not looked up: a small module for each
 * proposal is validated, and one that computes a fused multiply-add is run.
 */

/** One function whose body uses the proposal; `body` is the bytes after the local count. */
const MODULES = {
  // i8x16.splat, i8x16.popcnt
  simd128: [1, 5, 1, 0x60, 0, 1, 0x7b, 3, 2, 1, 0, 10, 10, 1, 8, 0, 0x41, 0, 0xfd, 15, 0xfd, 98, 11],
  // i8x16.splat twice, i8x16.relaxed_swizzle
  'relaxed-simd': [
    1, 5, 1, 0x60, 0, 1, 0x7b, 3, 2, 1, 0, 10, 15, 1, 13, 0, 0x41, 1, 0xfd, 15, 0x41, 2, 0xfd, 15, 0xfd, 0x80, 2, 11,
  ],
  // (func (result i64 i64) i64.const 0, i64.const 0, i64.mul_wide_u)
  'wide-arithmetic': [1, 6, 1, 0x60, 0, 2, 0x7e, 0x7e, 3, 2, 1, 0, 10, 10, 1, 8, 0, 0x42, 0, 0x42, 0, 0xfc, 22, 11],
};
/** (func (export "f") (param f64 f64 f64) (result f64)): f64x2.relaxed_madd of the splats, its lane 0. */
const RELAXED_MADD = [
  ...[1, 8, 1, 0x60, 3, 0x7c, 0x7c, 0x7c, 1, 0x7c, 3, 2, 1, 0, 7, 5, 1, 1, 0x66, 0, 0],
  ...[10, 22, 1, 20, 0, 0x20, 0, 0xfd, 20, 0x20, 1, 0xfd, 20, 0x20, 2, 0xfd, 20, 0xfd, 0x87, 2, 0xfd, 33, 0, 11],
];
const HEADER = [0, 0x61, 0x73, 0x6d, 1, 0, 0, 0];

/**
 * @typedef {Record<keyof typeof MODULES, boolean> & { fused: boolean | null }} Features fused: null without relaxed
 *   SIMD
 */

/** @param {number[]} sections */
const moduleOf = (sections) => new Uint8Array([...HEADER, ...sections]);

/** @returns {Features} */
export function features() {
  const has = Object.fromEntries(
    Object.entries(MODULES).map(([name, sections]) => [name, WebAssembly.validate(moduleOf(sections))]),
  );
  return /** @type {Features} */ ({ ...has, fused: has['relaxed-simd'] ? fuses() : null });
}

/** Whether relaxed_madd rounds once: (1 + 2^-27)(1 - 2^-27) - 1 is -2^-54, and 0 where the product is rounded first. */
function fuses() {
  const { exports } = new WebAssembly.Instance(new WebAssembly.Module(moduleOf(RELAXED_MADD)));
  return /** @type {any} */ (exports).f(1 + 2 ** -27, 1 - 2 ** -27, -1) === -(2 ** -54);
}

/** @returns {Record<string, Uint8Array>} the modules, for an engine that this file does not run in */
export function featureModules() {
  return Object.fromEntries(
    Object.entries(MODULES).map(([name, sections]) => [name, new Uint8Array([...HEADER, ...sections])]),
  );
}
