/** Wide arithmetic: the instructions, which wasmati lacks, and functions that compute the same without them. */

import { call, defaultCtx, func, i64, local } from 'wasmati';
// No exports of the package, whose version is pinned: what it makes its own instructions with.
import { baseInstructionWithImmediate } from '../../node_modules/wasmati/build/instruction/base.js';
import { nameToOpcode } from '../../node_modules/wasmati/build/instruction/opcodes.js';

/** Writes what computes them. @typedef {Record<import('./graph.mjs').WideOperation, () => void>} WideArithmetic */

/**
 * @param {keyof WideArithmetic} name
 * @param {number} opcode behind the prefix 0xFC
 * @param {number} words that it takes; it gives two, the high word on top
 * @returns {() => void}
 */
function instruction(name, opcode, words) {
  nameToOpcode[name] = [0xfc, opcode];
  // Types of the package's own instructions alone.
  const make = /** @type {any} */ (baseInstructionWithImmediate);
  const write = make(name, undefined, Array(words).fill(i64), [i64, i64]);
  return () => write(defaultCtx);
}

/** @type {WideArithmetic} */
export const INSTRUCTIONS = {
  'i64.mul_wide_u': instruction('i64.mul_wide_u', 0x16, 2),
  'i64.add128': instruction('i64.add128', 0x13, 4),
};

const HALF = 32n;
const LOW = 2n ** HALF - 1n;

/** x·y of two words, by four products of halves. */
const mulWideU = func({ in: [i64, i64], locals: [i64, i64, i64], out: [i64, i64] }, ([x, y], [low, cross, middle]) => {
  const half = (/** @type {any} */ word) => i64.and(word, LOW);
  const top = (/** @type {any} */ word) => i64.shr_u(word, HALF);
  local.set(low, i64.mul(half(x), half(y)));
  // Each is below 2^64: (2^32 - 1)^2 and two halves more.
  local.set(cross, i64.add(i64.mul(top(x), half(y)), top(low)));
  local.set(middle, i64.add(i64.mul(half(x), top(y)), half(cross)));
  i64.or(i64.shl(middle, HALF), half(low));
  i64.add(i64.add(i64.mul(top(x), top(y)), top(cross)), top(middle));
});

/** The sum of two numbers of 128 bits, mod 2^128. */
const add128 = func({ in: [i64, i64, i64, i64], locals: [i64], out: [i64, i64] }, ([low, high, low2, high2], [sum]) => {
  local.tee(sum, i64.add(low, low2));
  i64.add(i64.add(high, high2), i64.extend_i32_u(i64.lt_u(sum, low)));
});

/**
 * In an engine without the instructions a kernel is the same but for them: its order, its variables and its memory can
 * be tested there.
 *
 * @type {WideArithmetic}
 */
export const CALLS = {
  'i64.mul_wide_u': () => void call(mulWideU),
  'i64.add128': () => void call(add128),
};
