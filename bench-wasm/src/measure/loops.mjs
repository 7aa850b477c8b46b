/**
 * Loops of calls from JS, each compiled as code of its own.
 *
 * Closures of one function share what an engine learns of it. In one loop for all rows the call would be to any of
 * several classes, one for each module
 * (and BigInt's), and its machine code would depend on which rows the engine met first: another in each process, and
 * none that a program with
 * one multiplier has. A page that measures must allow `unsafe-eval` for it; what is evaluated are the constants below.
 */

let made = 0;

/**
 * @param {string} source of a function, a constant of this file
 * @returns {any} the function, and no other closure of its code; the number keeps engines that cache by text from
 *   joining two
 */
const compiled = (source) => new Function(`return ${source}; // ${made++}`)();

/** @returns {(multiplier: { step: () => void }, n: number) => void} n products of operands that are in the module */
export const stepLoop = () => compiled('(multiplier, n) => { for (let i = 0; i < n; i++) multiplier.step(); }');

/**
 * @returns {(multiplier: { mul: (a: Uint8Array, b: Uint8Array) => Uint8Array }, bytes: Uint8Array, factor: Uint8Array,
 *   n: number) => Uint8Array} n products, each of the last and a factor
 */
export const mulLoop = () =>
  compiled(
    '(multiplier, bytes, factor, n) => { for (let i = 0; i < n; i++) bytes = multiplier.mul(bytes, factor); return bytes; }',
  );

/**
 * @returns {(multiplier: { convert: (value: Uint8Array) => Uint8Array }, bytes: Uint8Array, n: number) => Uint8Array} n
 *   conversions there and back
 */
export const convertLoop = () =>
  compiled(
    '(multiplier, bytes, n) => { for (let i = 0; i < n; i++) bytes = multiplier.convert(bytes); return bytes; }',
  );
