/** Products of 377 and 381 bits in f64 lanes, by fused multiply-add. */

import { Column, lowOf, magicOf, removedBy, within } from './column.mjs';
import { Graph } from './graph.mjs';
import { BASE, HALF, LIMBS, WIDTH, split } from './radix48.mjs';
import { centred, inverse } from './balanced.mjs';

/** @typedef {import('./column.mjs').Value} Value */
/** @typedef {(i: number) => Value} Limbs */

const MAGIC = magicOf(WIDTH);
/** Low digits that are folded; quotients remove the other two low columns. */
const FOLDED = 6;
const COLUMNS = 2 * LIMBS - 1;
/** Limbs of a half of an operand, and columns of a product of two. */
const HALF_LIMBS = LIMBS / 2;
const HALF_COLUMNS = 2 * HALF_LIMBS - 1;
const LIMB_BYTES = 16;

/**
 * out = a·b·R^-1 mod p in each of two lanes. R = 2^384, limbs radix 2^48, f64, little-endian.
 * Preconditions: |a|, |b| <= p, limbs at most 2^47 in magnitude but for the highest, which is p's and 2 more at most.
 * Postcondition: the same of out, whose magnitude is below 0.61p. Lanes: 2. Multiplies: 48 limb products of the
 * operands, 48 of folds and 14 of quotients, two FMA each.
 * Exact: every step throws, while the graph is built, unless its bounds show that nothing is rounded but what is meant
 * to be; test/bounds.test.mjs proves it again from the graph. Needs relaxed_madd to be fused.
 * Not constant-time audited.
 *
 * The product is Karatsuba's of halves of four limbs: with P0 and P2 those of low and of high halves, and M that of
 * (a0 - a1)·(b1 - b0), its columns from 4 on have P0 + P2 + M. Columns 0 to 5 become digits, which are not settled:
 * digit k is worth 2^(48(k-6)) mod p six columns higher. Two Montgomery steps with -p^-1 mod 2^48 remove columns 6 and
 * 7. The columns above are the result, which needs no correction: p is below R/8.
 *
 * @param {bigint} p an odd prime; RangeError if the bounds do not hold for it
 * @param {object} options
 * @param {boolean} options.overlapped whether product and reduction are two stages
 * @returns {Graph} with a line for each column
 */
export function fmaPair48(p, { overlapped }) {
  const graph = new Graph('v128');
  /** @param {bigint} x @returns {Value} */
  const constant = (x) => ({ node: graph.constant(x), bound: x < 0n ? -x : x });
  const worth = (/** @type {number} */ k) => centred(inverse(1n << (WIDTH * BigInt(FOLDED - k)), p), p);
  const folds = Array.from({ length: FOLDED }, (_, k) => split(worth(k)).map(constant));
  const modulus = split(p).map(constant);
  const negatedInverse = constant(centred(-inverse(p, BASE), BASE));
  within(8n * p, 1n << (WIDTH * BigInt(LIMBS)), 'the range of values does not close');
  const bounds = [...Array(LIMBS - 1).fill(HALF), modulus[LIMBS - 1].bound + 2n];

  const columns = columnsOf(graph, bounds);
  const digits = columns.slice(0, FOLDED).map((column) => column.digit());
  if (overlapped) graph.stage = 1;
  /** @type {Value[]} */
  const quotients = [];
  /** Of a column that a quotient has removed what is left, a multiple of 2^48. @type {Value[]} */
  const removed = [];
  for (let k = FOLDED; k < COLUMNS; k++) {
    graph.line++;
    const column = columns[k];
    const ofFolds = k < COLUMNS - 1 ? FOLDED : 0;
    const carry = () => {
      if (k > FOLDED) column.carry(columns[k - 1]);
      if (removed[k - 1]) column.shift(removed[k - 1]);
    };
    const early = column.crowded(ofFolds + quotients.length);
    if (early) carry();
    for (const [i, digit] of digits.slice(0, ofFolds).entries()) column.multiply(digit, folds[i][k - FOLDED]);
    for (const [i, quotient] of quotients.entries()) {
      const j = k - FOLDED - i;
      if (j > 0 && j < LIMBS) column.multiply(quotient, modulus[j]);
    }
    if (!early) carry();
    if (k < LIMBS) {
      const sum = column.digit();
      const quotient = lowOf(graph, WIDTH, sum, negatedInverse);
      quotients.push(quotient);
      removed[k] = removedBy(graph, WIDTH, quotient, modulus[0], sum);
    } else {
      column.settle();
      const { node, bound } = column.digit();
      within(bound, bounds[k - LIMBS], 'a limb of the product');
      graph.store('out', LIMB_BYTES * (k - LIMBS), node);
    }
  }
  graph.store('out', LIMB_BYTES * (LIMBS - 1), columns[COLUMNS - 1].above().node);
  return graph;
}

/**
 * The columns of a·b, those up to FOLDED with what is carried into them.
 *
 * @param {Graph} graph
 * @param {bigint[]} bounds of limbs
 * @returns {Column[]}
 */
function columnsOf(graph, bounds) {
  /** @param {string} base @param {number} first @returns {Limbs} */
  const half = (base, first) => (i) => ({
    node: graph.load(base, LIMB_BYTES * (first + i)),
    bound: bounds[first + i],
  });
  const [[a0, a1], [b0, b1]] = ['a', 'b'].map((base) => [half(base, 0), half(base, HALF_LIMBS)]);
  /** @type {Column[]} */
  const columns = [];
  /** Of the low halves. @type {Column[]} */
  const low = [];
  for (let k = 0; k < HALF_COLUMNS; k++) {
    graph.line++;
    low[k] = new Column(graph, WIDTH, k > 0 && k < HALF_LIMBS);
    addProducts(low[k], a0, b0, k);
    if (k >= HALF_LIMBS) continue;
    columns[k] = low[k].copy();
    if (k > 0) columns[k].carry(columns[k - 1]);
  }
  /** Of the low halves and, four columns higher, of the high ones: what both have in the middle. @type {Column[]} */
  const shared = [];
  for (let k = 0; k < HALF_COLUMNS; k++) {
    graph.line++;
    const last = k < HALF_LIMBS - 1;
    const high = new Column(graph, WIDTH, k === 0 || k > HALF_LIMBS, last ? -MAGIC : MAGIC);
    addProducts(high, a1, b1, k);
    if (last) {
      shared[k] = low[HALF_LIMBS + k].plus(high);
      columns[HALF_LIMBS + k] = shared[k].plus(low[k]);
    } else {
      columns[HALF_LIMBS + k] = k < HALF_LIMBS ? low[k].plus(high) : shared[k - HALF_LIMBS].plus(high);
      columns[LIMBS + k] = high;
    }
  }
  graph.line++;
  /** @param {Limbs} x @param {Limbs} y @returns {Limbs} */
  const differences = (x, y) => {
    const all = Array.from({ length: HALF_LIMBS }, (_, i) => ({
      node: graph.apply('f64x2.sub', x(i).node, y(i).node),
      bound: x(i).bound + y(i).bound,
    }));
    return (i) => all[i];
  };
  const [a, b] = [differences(a0, a1), differences(b1, b0)];
  for (let k = HALF_LIMBS; k < HALF_LIMBS + HALF_COLUMNS; k++) {
    graph.line++;
    addProducts(columns[k], a, b, k - HALF_LIMBS);
    columns[k].isProduct(bounds.reduce((sum, bound, i) => sum + bound * (bounds[k - i] ?? 0n), 0n));
    if (k <= FOLDED) columns[k].carry(columns[k - 1]);
  }
  return columns;
}

/** @param {Column} column @param {Limbs} x @param {Limbs} y @param {number} k of the product of two halves */
function addProducts(column, x, y, k) {
  for (let i = Math.max(0, k - HALF_LIMBS + 1); i <= Math.min(k, HALF_LIMBS - 1); i++) column.multiply(x(i), y(k - i));
}
