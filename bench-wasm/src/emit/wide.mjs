import { Graph } from './graph.mjs';
import { RADIX_BITS, WIDTH, WORDS, inverse, split } from './radix64.mjs';

/** @typedef {import('./graph.mjs').Node} Node */

const WORD_BYTES = 8;

/**
 * out = a·b·R^-1 mod p. R = 2^256, words of 64 bits, little-endian.
 * Preconditions: a, b < 2p. Postcondition: out < 2p; test/bounds.test.mjs proves it.
 * Lanes: 1. Multiplies: 32 i64.mul_wide_u, 2 i64.mul. No branch. Not constant-time audited.
 *
 * The steps of `product_in_steps` in src/radix/radix64.rs: two rows whose lowest words are removed by 2^-128 and
 * 2^-64 mod p, and two rows of CIOS. Written row by row, the two products of a row word by word together: LLVM mixes
 * the rows, and an engine then has more values to keep than registers.
 *
 * @param {bigint} p an odd prime with 5p below R
 * @returns {Graph}
 */
export function wide(p) {
  if ((5n * p) >> RADIX_BITS) throw new RangeError('p: 5p must be below 2^256');
  const graph = new Graph('i64');
  const zero = graph.constant(0n);
  const constants = (/** @type {bigint} */ x) => split(x).map((word) => graph.constant(word));
  const operand = (/** @type {string} */ base) =>
    Array.from({ length: WORDS }, (_, i) => graph.load(base, WORD_BYTES * i));

  /** x·y and up to two words more, which is below 2^128. @param {Node} x @param {Node} y @param {...Node} more */
  const product = (x, y, ...more) => {
    let [low, high] = graph.applyWide('i64.mul_wide_u', x, y);
    for (const word of more) [low, high] = graph.applyWide('i64.add128', low, high, word, zero);
    return [low, high];
  };
  /** @param {Node} x @param {Node} y */
  const add = (x, y) => graph.apply('i64.add', x, y);

  const [a, b] = [operand('a'), operand('b')];
  const modulus = constants(p);
  const negatedInverse = graph.constant((1n << WIDTH) - inverse(p, 1n << WIDTH));

  /** (sum + a·word + q·p)/2^64. @param {Node[]} sum @param {Node} word @param {Node} [top] added to the highest word */
  const row = (sum, word, top) => {
    let [low, carry] = product(a[0], word, sum[0]);
    const quotient = graph.apply('i64.mul', low, negatedInverse);
    let [, reduced] = product(modulus[0], quotient, low);
    /** @type {Node[]} */
    const next = [];
    for (let j = 1; j < WORDS; j++) {
      [low, carry] = product(a[j], word, sum[j], carry);
      [next[j - 1], reduced] = product(modulus[j], quotient, low, reduced);
    }
    const highest = add(carry, reduced);
    return [...next, top ? add(highest, top) : highest];
  };

  // a·(b[0] + b[1]·2^64): first and second are its lowest words.
  let [first, carry] = product(a[0], b[0]);
  let [second, above] = [first, first];
  /** @type {Node[]} */
  let sum = [];
  for (let j = 1; j < WORDS; j++) {
    const [low, next] = product(a[j], b[0], carry);
    carry = next;
    if (j === 1) [second, above] = product(a[0], b[1], low);
    else [sum[j - 2], above] = product(a[j - 1], b[1], low, above);
  }
  [sum[WORDS - 2], sum[WORDS - 1]] = product(a[WORDS - 1], b[1], carry, above);

  // What they are worth two words up.
  const worth = [128n, 64n].map((bits) => constants(inverse(1n << bits, p)));
  let carries = [zero, zero];
  for (let j = 0; j < WORDS; j++) {
    for (const [i, lowest] of [first, second].entries())
      [sum[j], carries[i]] = product(worth[i][j], lowest, sum[j], ...(j > 0 ? [carries[i]] : []));
  }
  sum = row(sum, b[2], add(carries[0], carries[1]));
  sum = row(sum, b[3]);
  for (let i = 0; i < WORDS; i++) graph.store('out', WORD_BYTES * i, sum[i]);
  return graph;
}
