/** Products of 377 and 381 bits in f64 lanes, by fused multiply-add. */

import { Graph } from './graph.mjs';
import { BASE, HALF, LIMBS, WIDTH, split } from './radix48.mjs';
import { centred, inverse } from './balanced.mjs';

/** @typedef {import('./graph.mjs').Node} Node */
/** An integer that is held in f64 lanes. @typedef {{ node: Node, bound: bigint }} Value */
/** @typedef {(i: number) => Value} Limbs */

/** In the middle of [2^100, 2^101), where doubles are the multiples of 2^48. */
const MAGIC = 3n << 99n;
const ROOM = 1n << 99n;
/** MAGIC in units of 2^48. */
const OFFSET = MAGIC >> WIDTH;
const EXACT = 1n << 53n;
/** Low digits that are folded; quotients remove the other two low columns. */
const FOLDED = 6;
const COLUMNS = 2 * LIMBS - 1;
/** Limbs of a half of an operand, and columns of a product of two. */
const HALF_LIMBS = LIMBS / 2;
const HALF_COLUMNS = 2 * HALF_LIMBS - 1;
const LIMB_BYTES = 16;

/** @param {bigint} bound @param {bigint} limit @param {string} otherwise */
function within(bound, limit, otherwise) {
  if (bound > limit) throw new RangeError(`bounds: ${otherwise}: ${bound} > ${limit}`);
}

/**
 * A column of products. `high` is a multiple of 2^48 of magnitude at most `reach`, and `start` beside it; `low` is the
 * sum of the rests, at most `rests` in magnitude, less OFFSET where `offset` says so. A carry from the column below,
 * whose high part has MAGIC in it, then is one operation.
 */
class Column {
  /** @type {Node | null} */
  high = null;
  /** @type {Node | null} */
  low = null;
  reach = 0n;
  rests = 0n;

  /** @param {Graph} graph @param {boolean} offset @param {bigint} [start] MAGIC, 0 or -MAGIC */
  constructor(graph, offset, start = MAGIC) {
    this.graph = graph;
    this.offset = offset;
    this.start = start;
  }

  /** The column += x·y: of h' = fl(x·y + h) the rest, x·y + (h - h'), is exact. @param {Value} x @param {Value} y */
  multiply(x, y) {
    const { graph } = this;
    const begun = this.high;
    const before = begun ?? graph.constant(this.start);
    this.reach += x.bound * y.bound + HALF;
    within(this.reach, ROOM, 'a column leaves its binade');
    this.high = graph.apply('f64x2.fma', x.node, y.node, before);
    // The first one takes the offset along.
    const from = begun === null && this.offset ? graph.constant(this.start - OFFSET) : before;
    const less = graph.apply('f64x2.sub', from, this.high);
    const rest = graph.apply('f64x2.fma', x.node, y.node, less);
    this.low = this.low ? graph.apply('f64x2.add', this.low, rest) : rest;
    this.#more(HALF);
  }

  /** @param {Column} other @returns {Column} both: of their starts one is left, or none, and of their offsets one */
  plus(other) {
    const { graph } = this;
    if (this.offset && other.offset) throw new Error('two columns with an offset');
    const start = this.start + other.start;
    const sum = new Column(graph, this.offset || other.offset, start);
    let high = this.#high();
    if (start > MAGIC) {
      high = graph.apply('f64x2.sub', high, graph.constant(MAGIC));
      sum.start = other.start;
    }
    sum.high = graph.apply('f64x2.add', high, other.#high());
    sum.low = graph.apply('f64x2.add', this.#low(), other.#low());
    sum.reach = this.reach + other.reach;
    within(sum.reach, ROOM, 'a column leaves its binade');
    sum.#more(this.rests + other.rests);
    return sum;
  }

  /** The low part += what the column below is above it. @param {Column} below its low part is a digit, or 0 */
  carry(below) {
    const { graph } = this;
    const above = this.offset ? below.#high() : graph.apply('f64x2.sub', below.#high(), graph.constant(MAGIC));
    this.low = graph.apply('f64x2.fma', above, this.#scale(), this.#low());
    this.offset = false;
    this.#more(below.reach >> WIDTH);
  }

  /** The low part += x / 2^48, where x is a multiple of 2^48. @param {Value} x */
  shift({ node, bound }) {
    this.low = this.graph.apply('f64x2.fma', node, this.#scale(), this.#low());
    this.#more(bound >> WIDTH);
  }

  /** Takes what is above a balanced digit out of the low part. */
  settle() {
    const { graph } = this;
    const [before, low] = [this.#high(), this.#low()];
    this.reach += this.rests + HALF;
    within(this.reach, ROOM, 'a column leaves its binade');
    this.high = graph.apply('f64x2.add', before, low);
    this.low = graph.apply('f64x2.sub', low, graph.apply('f64x2.sub', this.high, before));
    this.rests = HALF;
  }

  /** What was added has cancelled to products of limbs, of `reach` at most. @param {bigint} reach */
  isProduct(reach) {
    this.reach = reach + this.rests;
  }

  /** @returns {Column} the same, which stays when this one is carried into */
  copy() {
    const { high, low, reach, rests } = this;
    return Object.assign(new Column(this.graph, this.offset, this.start), { high, low, reach, rests });
  }

  /** Whether so many products more have no room beside an offset. @param {number} products */
  crowded(products) {
    return this.offset && this.rests + BigInt(products) * HALF + OFFSET > EXACT;
  }

  /** @returns {Value} */
  digit() {
    if (this.offset) throw new Error('a column without a carry is no digit');
    return { node: this.#low(), bound: this.rests };
  }

  /** What is above the digit, in units of 2^48. @returns {Value} */
  above() {
    const node = this.graph.apply('f64x2.fma', this.#high(), this.#scale(), this.graph.constant(-OFFSET));
    return { node, bound: this.reach >> WIDTH };
  }

  #high() {
    return /** @type {Node} */ (this.high);
  }

  #low() {
    return /** @type {Node} */ (this.low);
  }

  #scale() {
    return this.graph.constant(1 / Number(BASE));
  }

  /** @param {bigint} bound */
  #more(bound) {
    this.rests += bound;
    within(this.rests + (this.offset ? OFFSET : 0n), EXACT, 'a low part rounds');
  }
}

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
      const quotient = lowOf(graph, sum, negatedInverse);
      quotients.push(quotient);
      const bound = quotient.bound * modulus[0].bound + sum.bound;
      within(bound, EXACT << WIDTH, 'a multiple of the base rounds');
      removed[k] = { node: graph.apply('f64x2.fma', quotient.node, modulus[0].node, sum.node), bound };
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
    low[k] = new Column(graph, k > 0 && k < HALF_LIMBS);
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
    const high = new Column(graph, k === 0 || k > HALF_LIMBS, last ? -MAGIC : MAGIC);
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

/** x·y mod 2^48, balanced. @param {Graph} graph @param {Value} x @param {Value} y @returns {Value} */
function lowOf(graph, x, y) {
  const column = new Column(graph, false);
  column.multiply(x, y);
  return column.digit();
}
