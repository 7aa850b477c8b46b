/** Products modulo 2^254 + t in f64 lanes, by fused multiply-add: the fields of the Pasta curves. */

import { Column, lowOf, magicOf, removedBy, within } from './column.mjs';
import { Graph } from './graph.mjs';
import { BASE, HALF, LIMBS, REMOVED, WIDTH, isSparse, split } from './radix51.mjs';
import { centred, inverse } from './balanced.mjs';

/** @typedef {import('./column.mjs').Value} Value */

const MAGIC = magicOf(WIDTH);
const ROOM = MAGIC / 3n;
/** Half of the base, which 2^254 is in its column. */
const TOP = HALF;
/** In the middle of a binade in which doubles are the multiples of TOP. */
const TOPS = -magicOf(WIDTH - 1n);
/** What the column of the highest limb begins with: what it carries and TOPS are together a multiple of the base. */
const START = MAGIC - TOPS / 3n;
/** The column of a result's highest limb. */
const HIGHEST = REMOVED + LIMBS - 1;
const LIMB_BYTES = 16;
/** What the highest limb may be more than half of p's. */
const SLACK = 1n << 30n;

/**
 * out = a·b·R^-1 mod p in each of two lanes, p = 2^254 + t. R = 2^153, limbs radix 2^51, f64, little-endian.
 * Preconditions: |a|, |b| <= (1/2 + 2^-19)p, limbs at most 2^50 + 2 in magnitude, the highest 2^49 + 2^30.
 * Postcondition: the same of out. Lanes: 2. Multiplies: 25 limb products of the operands, 15 by limbs of t and 3 by
 * 2^50, two FMA each.
 * Exact: every step throws, while the graph is built, unless its bounds show that nothing is rounded but what is meant
 * to be; test/bounds.test.mjs proves it again from the graph. Needs relaxed_madd to be fused.
 * Not constant-time audited.
 *
 * The product is reduced from both ends, each time by the three limbs of t. Quotients by -p^-1 mod 2^51 remove columns
 * 0 to 2. Of what is above 2^407 = 2^153·2^254 each unit is worth -t in column 3: that takes no quotient and no second
 * round, since t is below 2^134. What is taken there makes the result nearest to 0, with the last quotient in view.
 *
 * The first stage has the columns of the quotients, since each quotient waits for the one before.
 *
 * Source: Emmart, Zheng, Weems 2018 (products by FMA); Kaihara, Takagi 2005 (reduction from both ends).
 *
 * @param {bigint} p an odd prime that is sparse; RangeError if the bounds do not hold for it
 * @param {object} options
 * @param {boolean} options.overlapped whether it has two stages
 * @returns {Graph}
 */
export function fmaPairSparse(p, { overlapped }) {
  if (!isSparse(p)) throw new RangeError(`p: 2^254 and three limbs of 51 bits expected, not ${p}`);
  const graph = new Graph('v128');
  /** @param {bigint} x @returns {Value} */
  const constant = (x) => ({ node: graph.constant(x), bound: x < 0n ? -x : x });
  const modulus = split(p).map(constant);
  // Twice, since they go with units of 2^408.
  const folds = split(p)
    .slice(0, REMOVED)
    .map((limb) => constant(-2n * limb));
  const negatedInverse = constant(centred(-inverse(p, BASE), BASE));
  const bounds = [...Array(LIMBS - 1).fill(HALF + 2n), (TOP >> 1n) + SLACK];
  /** @param {string} base @param {number} i @returns {Value} */
  const limb = (base, i) => ({ node: graph.load(base, LIMB_BYTES * i), bound: bounds[i] });

  /** Of the product. @type {Column[]} */
  const columns = [];
  /** What is added to it from column 3 on. @type {Column[]} */
  const reduced = [];

  /** @param {number} k */
  const multiply = (k) => {
    const column = (columns[k] = new Column(graph, WIDTH, k > 0, k === HIGHEST ? START : MAGIC));
    for (let i = Math.max(0, k - LIMBS + 1); i <= Math.min(k, LIMBS - 1); i++) {
      const [x, y] = [limb('a', i), limb('b', k - i)];
      if (column.fits(x, y)) column.multiply(x, y);
      else (reduced[k] = new Column(graph, WIDTH, false)).multiply(x, y, column);
      if (column.offset) column.carry(columns[k - 1]);
    }
  };

  /** @type {Value[]} */
  const quotients = [];
  /** What the last quotient has made of its column, a multiple of the base. @type {Value | null} */
  let removed = null;
  for (let k = 0; k < REMOVED; k++) {
    multiply(k);
    const column = columns[k];
    if (removed) column.shift(removed);
    for (const [i, quotient] of quotients.entries()) {
      const all = (column.rests + BigInt(k - i) * HALF) * negatedInverse.bound + HALF;
      if (i === k - 1 && all > ROOM) column.multiplyAndSettle(quotient, modulus[k - i]);
      else column.multiply(quotient, modulus[k - i]);
    }
    const sum = column.digit();
    quotients[k] = lowOf(graph, WIDTH, sum, negatedInverse);
    removed = removedBy(graph, WIDTH, quotients[k], modulus[0], sum);
  }
  if (overlapped) graph.stage = 1;
  for (let k = REMOVED; k <= HIGHEST; k++) multiply(k);
  const last = [limb('a', LIMBS - 1), limb('b', LIMBS - 1)];
  const { above, rest } = divide(graph, columns[HIGHEST], quotients[REMOVED - 1], last);

  for (let k = REMOVED; k < HIGHEST; k++) {
    const column = (reduced[k] ??= new Column(graph, WIDTH, k > REMOVED));
    /** @type {[Value, Value | undefined][]} */
    const products = [
      ...quotients.map((quotient, i) => /** @type {[Value, Value]} */ ([quotient, modulus[k - i]])),
      [above[1], folds[k - REMOVED - 1]],
      [above[0], folds[k - REMOVED]],
    ];
    // A limb that is 0 has no product.
    for (const [x, y] of products) if (y?.bound) column.multiply(x, y, column.crowded(1) ? columns[k] : column);
    if (k === REMOVED) column.shift(/** @type {any} */ (removed));
    else column.carry(reduced[k - 1]);
    const digit = column.digitWith(columns[k]);
    within(digit.bound, bounds[k - REMOVED], 'a limb of the product');
    graph.store('out', LIMB_BYTES * (k - REMOVED), digit.node);
  }
  const { high, reach } = reduced[HIGHEST - 1];
  // The last quotient's share is in `rest`, too, with the other sign.
  const others = reach - quotients[REMOVED - 1].bound * TOP;
  within((TOP >> 1n) + 2n + (others >> WIDTH), bounds[LIMBS - 1], 'a limb of the product');
  const scale = graph.constant(1 / Number(BASE));
  graph.store('out', LIMB_BYTES * (LIMBS - 1), graph.apply('f64x2.fma', /** @type {any} */ (high), scale, rest));
  return graph;
}

/**
 * What the product is above 2^407, rounded to the nearest with half of the last quotient, which 2^254 makes of it:
 * `above` in limbs of units of 2^408, the lower one with halves, and `rest`, what the highest limb keeps of its column,
 * less what a high part's start is in it.
 *
 * @param {Graph} graph
 * @param {Column} column that of the highest limb, which began with START
 * @param {Value} quotient
 * @param {Value[]} last limbs, whose product is the column above
 * @returns {{ above: [Value, Value], rest: import('./graph.mjs').Node }}
 */
function divide(graph, { high, low, reach, rests }, quotient, [a, b]) {
  within(reach + START - MAGIC, ROOM, 'a column leaves its binade');
  const [up, digit] = /** @type {import('./graph.mjs').Node[]} */ ([high, low]);
  const scale = graph.constant(1 / Number(BASE));
  const offset = MAGIC >> WIDTH;
  const nearest = graph.apply('f64x2.fma', quotient.node, graph.constant(0.5), digit);
  const taken = graph.apply('f64x2.add', nearest, graph.constant(TOPS));
  const rest = graph.apply('f64x2.sub', digit, graph.apply('f64x2.sub', taken, graph.constant(TOPS - offset)));

  const product = graph.apply('f64x2.fma', a.node, b.node, graph.constant(MAGIC));
  // Less what the starts of both that are carried into it are.
  const less = graph.apply('f64x2.sub', graph.constant(MAGIC - ((START + TOPS) >> WIDTH)), product);
  const carried = graph.apply('f64x2.fma', up, scale, graph.apply('f64x2.fma', a.node, b.node, less));
  const lower = graph.apply('f64x2.fma', taken, scale, carried);
  const upper = graph.apply('f64x2.fma', product, scale, graph.constant(-offset));
  return {
    above: [
      { node: lower, bound: HALF + (reach >> WIDTH) + ((rests + quotient.bound) >> WIDTH) + 2n },
      { node: upper, bound: (a.bound * b.bound + HALF) >> WIDTH },
    ],
    rest,
  };
}
