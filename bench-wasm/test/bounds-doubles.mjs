/**
 * A graph of f64 operations run on bounds instead of doubles.
 *
 * A bound is an interval, a power of two that divides the value, and the value itself as a sum of
 * unknowns: the limbs that came in, products of two of them, and the error of every rounding. The
 * sum is what lets h - h' cancel the product that it was made from and leave the error alone. A
 * step is exact if its result is a multiple of 2^e below 2^(e+53) for every value of the interval;
 * if not, its error is one more unknown, of which the value of the result must not depend.
 */

import assert from 'node:assert/strict';

/** @typedef {import('../src/emit/graph.mjs').Graph} Graph */
/** @typedef {import('../src/emit/graph.mjs').Node} Node */
/** In units of 2^-FRACTION. @typedef {{ low: bigint, high: bigint }} Interval */
/**
 * Coefficients by unknown, in units of 2^-FRACTION; the key of the constant is -1.
 *
 * @typedef {Map<number, bigint>} Sum
 */
/** @typedef {{ interval: Interval, grid: number, sum: Sum }} Bound 2^grid divides the value */
/**
 * What is known of a rounding error: exact + error is a multiple of 2^grid.
 *
 * @typedef {{ exact: Sum, grid: number }} Congruence
 */

const CONSTANT = -1;
const FRACTION = 600;
const ONE = 1n << BigInt(FRACTION);
const BELOW_ONE = ONE - 1n;
/** Of 0: every power of two divides it. */
const EVERY = 1e6;

/** @param {number} e */
export const two = (e) => 1n << BigInt(e + FRACTION);

/** @param {number} x a normal double, or 0 */
function exactly(x) {
  if (x === 0) return 0n;
  const bits = new DataView(new ArrayBuffer(8));
  bits.setFloat64(0, Math.abs(x));
  const exponent = Number(bits.getBigUint64(0) >> 52n);
  assert(exponent > 0 && exponent < 0x7ff, 'a normal double');
  const magnitude = ((bits.getBigUint64(0) & (2n ** 52n - 1n)) | (1n << 52n)) * two(exponent - 1075);
  return x < 0 ? -magnitude : magnitude;
}

/** a·b, whole. @param {bigint} a @param {bigint} b */
function times(a, b) {
  // Most factors are ±1.
  if (a === ONE || b === ONE) return a === ONE ? b : a;
  if (a === -ONE || b === -ONE) return a === -ONE ? -b : -a;
  const product = a * b;
  assert.equal(product & BELOW_ONE, 0n, 'FRACTION is too small');
  return product >> BigInt(FRACTION);
}

/** @param {bigint} x */
const abs = (x) => (x < 0n ? -x : x);

/** The largest e with 2^e <= |x|. @param {bigint} x not 0 */
const log2 = (x) => {
  const hex = abs(x).toString(16);
  return 4 * hex.length - Math.clz32(Number(`0x${hex[0]}`)) + 28 - 1 - FRACTION;
};

/** The largest e such that 2^e divides x. @param {bigint} x */
function divisor(x) {
  if (x === 0n) return EVERY;
  return log2(x & -x);
}

/** The nearest double; which of two is of no interest. @param {bigint} x */
function nearest(x) {
  if (x === 0n) return 0n;
  const ulp = two(log2(x) - 52);
  const up = x + ulp / 2n;
  return up - (((up % ulp) + ulp) % ulp);
}

/** @param {Sum} x @param {Sum} y @param {bigint} [factor] @returns {Sum} x + factor·y */
export const plus = (x, y, factor = ONE) => add(new Map(x), y, factor);

/**
 * @param {Sum} sum changed
 * @param {Iterable<[number, bigint]>} y
 * @param {bigint} [factor]
 * @returns {Sum} sum + factor·y
 */
function add(sum, y, factor = ONE) {
  for (const [unknown, coefficient] of y) {
    const total = (sum.get(unknown) ?? 0n) + times(factor, coefficient);
    if (total === 0n) sum.delete(unknown);
    else sum.set(unknown, total);
  }
  return sum;
}

/** @param {Interval} x @param {Interval} y @returns {Interval} */
function product(x, y) {
  const corners = [times(x.low, y.low), times(x.low, y.high), times(x.high, y.low), times(x.high, y.high)];
  return { low: corners.reduce((u, v) => (v < u ? v : u)), high: corners.reduce((u, v) => (v > u ? v : u)) };
}

/** @param {Interval} x @param {bigint} c @returns {Interval} */
function scaled({ low, high }, c) {
  const [u, v] = [times(low, c), times(high, c)];
  return c < 0n ? { low: v, high: u } : { low: u, high: v };
}

/** @param {bigint} magnitude @returns {Interval} */
const symmetric = (magnitude) => ({ low: -magnitude, high: magnitude });
/** @param {Interval} x */
export const magnitude = ({ low, high }) => (-low > high ? -low : high);

/**
 * @typedef {object} Given
 * @property {bigint[]} largest magnitude of each limb of an operand
 * @property {Node} [without] a node whose first operand is taken for it
 * @property {Uint8Array} [pool] constants that are run instead of the graph's
 * @property {number} [width] bits of a limb, by which steps of Montgomery's cancel: 51 by default
 */

/**
 * @param {Graph} graph of v128
 * @param {Given} given
 * @returns {{ out: Bound[], sum: Sum, product: (i: number, j: number, other?: string) => number }} the limbs of the
 *   result, their value as a sum, and the number of the unknown a[i]·b[j], or a[i] by the other's limb j
 */
export function walkDoubles(graph, { largest, without, pool = graph.pool(), width = 51 }) {
  const constants = new DataView(pool.buffer, pool.byteOffset, pool.byteLength);
  /** @type {{ interval: Interval, congruence: Congruence | null, whole: boolean }[]} */
  const unknowns = [];
  /** @param {Interval} interval @param {Congruence | null} [congruence] @param {boolean} [whole] an integer */
  const unknown = (interval, congruence = null, whole = true) => unknowns.push({ interval, congruence, whole }) - 1;

  /** @param {Sum} sum @returns {Interval} */
  const intervalOf = (sum) => {
    let [low, high] = [0n, 0n];
    for (const [index, c] of sum) {
      const term = index === CONSTANT ? { low: c, high: c } : scaled(unknowns[index].interval, c);
      low += term.low;
      high += term.high;
    }
    return { low, high };
  };
  /** @param {number} x @returns {Bound} */
  const point = (x) => {
    const value = exactly(x);
    return {
      interval: { low: value, high: value },
      grid: divisor(value),
      sum: value === 0n ? new Map() : new Map([[CONSTANT, value]]),
    };
  };
  /** @param {Bound} x @returns {bigint | null} */
  const constantOf = ({ sum }) =>
    [...sum.keys()].every((index) => index === CONSTANT) ? (sum.get(CONSTANT) ?? 0n) : null;

  /** @type {Map<Bound, Map<Bound, number>>} */
  const products = new Map();
  /** @param {Bound} x @param {Bound} y the other way round it is another @returns {number} */
  const productOf = (x, y) => {
    const known = products.get(x)?.get(y) ?? products.get(y)?.get(x);
    if (known !== undefined) return known;
    const index = unknown(product(x.interval, y.interval));
    products.set(x, (products.get(x) ?? new Map()).set(y, index));
    return index;
  };

  /**
   * The double that holds an exact result.
   *
   * @param {Sum} sum @param {Interval} also @param {number} grid 2^grid divides it
   * @returns {Bound}
   */
  const result = (sum, also, grid) => {
    const interval = intervalOf(sum);
    if (also.low > interval.low) interval.low = also.low;
    if (also.high < interval.high) interval.high = also.high;
    assert(interval.low <= interval.high, 'two bounds of one value exclude each other');
    const most = magnitude(interval);
    if (most <= two(grid + 53)) return { interval, grid, sum };
    const least = interval.low > 0n ? interval.low : interval.high < 0n ? -interval.high : 0n;
    const rounded = least > 0n ? Math.max(grid, log2(least) - 52) : grid;
    const error = unknown(symmetric(two(log2(most) - 53)), { exact: sum, grid: rounded }, grid >= 0);
    return {
      interval: { low: nearest(interval.low), high: nearest(interval.high) },
      grid: rounded,
      sum: plus(sum, new Map([[error, ONE]])),
    };
  };

  /**
   * The limbs of operands that a value is a sum of, with their factors, or the value itself.
   *
   * @param {Bound} x
   * @returns {[Bound, bigint][]}
   */
  const parts = (x) => {
    const limbs = [...x.sum].map(([index, factor]) => /** @type {const} */ ([limbOf(index), factor / ONE]));
    return limbs.every(([limb]) => limb) ? /** @type {[Bound, bigint][]} */ (limbs) : [[x, 1n]];
  };
  const limbOf = (/** @type {number} */ index) => [...operands.values()].find(({ sum }) => sum.has(index));

  /** @param {Bound} x @param {Bound} y @param {Bound} z */
  const fma = (x, y, z) => {
    const [c, d] = [constantOf(x), constantOf(y)];
    const both = product(x.interval, y.interval);
    const also = { low: both.low + z.interval.low, high: both.high + z.interval.high };
    const grid = Math.min(x.grid + y.grid, z.grid);
    if (c === null && d === null) {
      const sum = new Map(z.sum);
      for (const [of, times] of parts(x))
        for (const [by, more] of parts(y)) add(sum, [[productOf(of, by), ONE]], times * more * ONE);
      return result(sum, also, grid);
    }
    const [variable, factor] = d !== null ? [x, d] : [y, /** @type {bigint} */ (c)];
    const sum = plus(z.sum, variable.sum, factor);
    // What is added to a low part is a multiple of the base by design, or nothing known.
    const low = magnitude(z.interval) <= two(53) && magnitude(both) > two(53);
    return result(sum, also, low && isMultiple(sum, width) ? Math.max(grid, width) : grid);
  };

  /**
   * Whether 2^grid divides a sum. An error is minus what was rounded, up to a multiple of a power of two.
   *
   * @param {Sum} sum
   * @param {number} grid
   */
  const isMultiple = (sum, grid) => {
    let left = sum;
    for (;;) {
      const others = [...left].filter(
        ([index, c]) => index === CONSTANT || !unknowns[index].whole || divisor(c) < grid,
      );
      const [last, c] = others.reduce((x, y) => (y[0] > x[0] ? y : x), [CONSTANT, left.get(CONSTANT) ?? 0n]);
      if (last === CONSTANT) return divisor(c) >= grid;
      const { congruence } = unknowns[last];
      if (!congruence || congruence.grid + divisor(c) < grid) return false;
      left = plus(left, new Map([...congruence.exact, [last, ONE]]), -c);
    }
  };

  /** @type {Map<string, Bound>} */
  const operands = new Map();
  /** @param {string} base @param {number} limb */
  const operand = (base, limb) => {
    const interval = symmetric(largest[limb] * ONE);
    const bound = operands.get(`${base}${limb}`) ?? { interval, grid: 0, sum: new Map([[unknown(interval), ONE]]) };
    operands.set(`${base}${limb}`, bound);
    return bound;
  };

  /** @type {Map<number, Bound>} */
  const scratch = new Map();
  /** @type {Bound[]} */
  const out = [];
  /** @type {Map<Node, Bound>} */
  const bounds = new Map();
  /** @param {Node} node @returns {Bound} */
  const evaluate = (node) => {
    const { op, args, place } = node;
    const [x, y, z] = args.map((arg) => /** @type {Bound} */ (bounds.get(arg)));
    if (node === without) return x;
    const offset = Number(place?.offset);
    switch (op) {
      case 'load':
        if (place?.base === 'pool') return point(constants.getFloat64(offset, true));
        if (place?.base === 'scratch') return /** @type {Bound} */ (scratch.get(offset));
        return operand(String(place?.base), offset / 16);
      case 'store':
        if (place?.base === 'scratch') scratch.set(offset, x);
        else out[offset / 16] = x;
        return x;
      case 'f64x2.fma':
        return fma(x, y, z);
      case 'f64x2.add':
      case 'f64x2.sub': {
        const sign = op === 'f64x2.add' ? ONE : -ONE;
        const other = scaled(y.interval, sign);
        return result(
          plus(x.sum, y.sum, sign),
          { low: x.interval.low + other.low, high: x.interval.high + other.high },
          Math.min(x.grid, y.grid),
        );
      }
      default:
        throw new Error(`${op} is not of doubles`);
    }
  };
  for (const node of graph.nodes) bounds.set(node, evaluate(node));
  const sum = out.reduce((total, limb, i) => add(total, limb.sum, two(width * i)), /** @type {Sum} */ (new Map()));
  return { out, sum, product: (i, j, other = 'b') => productOf(operand('a', i), operand(other, j)) };
}
