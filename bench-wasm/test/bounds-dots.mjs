/**
 * A graph of operations on 32-bit lanes run on bounds instead of integers.
 *
 * A lane is an integer, or two of 16 bits. Of an integer there is an interval, and the integer itself as a sum of
 * unknowns: products of two digits that came in, digits that were cut off, and what is above them. Every sum has to fit
 * its lane, and every half its 16 bits.
 */

import assert from 'node:assert/strict';
import { add, plus, scaled } from './bounds-integers.mjs';

/** @typedef {import('../src/emit/graph.mjs').Graph} Graph */
/** @typedef {import('../src/emit/graph.mjs').Node} Node */
/** @typedef {import('./bounds-integers.mjs').Interval} Interval */
/** @typedef {import('./bounds-integers.mjs').Sum} Sum */
/** @typedef {{ interval: Interval, sum: Sum }} Integer */
/** @typedef {{ lower: Integer, upper: Integer }} Pair */
/** An integer times 2^18 modulo 2^32. @typedef {{ moved: Integer }} Moved */
/** @typedef {Integer | Pair | Moved} Lane */

const CONSTANT = -1;
const BASE = 1n << 14n;
/** Sums of unknowns that are no shift of others have fractions: their coefficients are in units of 2^-FRACTION. */
const FRACTION = 1200n;

/** @param {Interval} x @param {Interval} y @returns {Interval} */
const added = (x, y) => ({ low: x.low + y.low, high: x.high + y.high });
/** @param {bigint} x @returns {Integer} */
const point = (x) => ({ interval: { low: x, high: x }, sum: x === 0n ? new Map() : new Map([[CONSTANT, x]]) });
/** @param {Integer} x @returns {bigint | null} */
const constantOf = ({ interval: { low, high } }) => (low === high ? low : null);
/** @param {Integer} x @param {Integer} y @param {bigint} [factor] @returns {Integer} x + factor·y */
const sumOf = (x, y, factor = 1n) => ({
  interval: added(x.interval, scaled(y.interval, factor)),
  sum: plus(x.sum, y.sum, factor),
});
/** @param {Integer} x @param {number} bits @param {string} what @returns {Integer} */
function fitting(x, bits, what) {
  const limit = 1n << BigInt(bits - 1);
  assert(x.interval.low >= -limit && x.interval.high < limit, `${what}: ${x.interval.low} to ${x.interval.high}`);
  return x;
}

/**
 * @param {Graph} graph of vectors whose constants are i32
 * @param {object} given
 * @param {bigint[]} given.largest magnitude of each digit of an operand
 * @param {Uint8Array} [given.pool] other constants
 * @param {Node} [given.without] a node whose first operand is taken for it
 * @returns {{ out: Integer[], sum: Sum, integers: (sum: Sum) => Interval, product: (i: number, j: number) => number }}
 *   the digits of the result, their value as a sum in units of 2^-FRACTION, what such a sum can be, and the unknowns'
 *   numbers
 * @throws {assert.AssertionError} where a lane may overflow, or holds what an operation does not take
 */
export function walkDots(graph, { largest, pool = graph.pool(), without: dropped }) {
  /**
   * Of each unknown; `without` is it as a sum without shifts. One that is a remainder is so modulo 2^14 of `congruent`.
   *
   * @type {{ interval: Interval, without: Sum, congruent?: Sum }[]}
   */
  const unknowns = [];
  /** @param {Interval} interval @param {{ without?: Sum, congruent?: Sum }} [known] @returns {Integer} */
  const unknown = (interval, { without = new Map([[unknowns.length, 1n << FRACTION]]), congruent } = {}) => {
    const index = unknowns.push({ interval, without, congruent }) - 1;
    return { interval, sum: new Map([[index, 1n]]) };
  };
  /** @param {Sum} sum @returns {Sum} without shifts */
  const without = (sum) => {
    /** @type {Sum} */
    const total = new Map();
    for (const [index, coefficient] of sum)
      add(total, index === CONSTANT ? [[CONSTANT, 1n << FRACTION]] : unknowns[index].without, coefficient);
    return total;
  };
  /** @param {Sum} sum without shifts @returns {Interval} integers */
  const integers = (sum) => {
    let whole = { low: 0n, high: 0n };
    for (const [index, c] of sum)
      whole = added(whole, index === CONSTANT ? { low: c, high: c } : scaled(unknowns[index].interval, c));
    return { low: -(-whole.low >> FRACTION), high: whole.high >> FRACTION };
  };

  /** @type {Map<string, Integer>} */
  const operands = new Map();
  /** @param {string} base @param {number} digit */
  const operand = (base, digit) => {
    const key = `${base}${digit}`;
    const limit = largest[digit];
    const known = operands.get(key) ?? unknown({ low: -limit, high: limit < BASE / 2n ? limit : BASE / 2n - 1n });
    operands.set(key, known);
    return known;
  };
  /** @type {Map<string, Integer>} */
  const products = new Map();
  /** @param {Integer} x @param {Integer} y @returns {Integer} */
  const productOf = (x, y) => {
    const [c, d] = [constantOf(x), constantOf(y)];
    if (c !== null) return sumOf(point(0n), y, c);
    if (d !== null) return sumOf(point(0n), x, d);
    const [[i, ...more], [j, ...others]] = [x, y].map(({ sum }) => [...sum.keys()]);
    assert(more.length === 0 && others.length === 0, 'a product of sums');
    const key = `${Math.min(i, j)}·${Math.max(i, j)}`;
    const corners = [x.interval.low, x.interval.high].flatMap((u) => [u * y.interval.low, u * y.interval.high]);
    const known =
      products.get(key) ??
      unknown({ low: corners.reduce((u, v) => (v < u ? v : u)), high: corners.reduce((u, v) => (v > u ? v : u)) });
    products.set(key, known);
    return known;
  };

  /** With what remainders are congruent to in their place. @param {Sum} sum @returns {Sum} */
  const resolved = (sum) => {
    /** @type {Sum} */
    const other = new Map();
    for (const [index, c] of sum) add(other, unknowns[index]?.congruent ?? [[index, 1n]], c);
    return other;
  };
  /** Of integers that were cut, what is above the digit, and the digit. @type {Map<Integer, [Integer, Integer]>} */
  const cuts = new Map();
  /** floor(x / 2^14), and x mod 2^14. @param {Integer} x @returns {[Integer, Integer]} */
  const cut = (x) => {
    const known = cuts.get(x);
    if (known) return known;
    const interval = { low: x.interval.low >> 14n, high: x.interval.high >> 14n };
    const exact = [...resolved(x.sum).values()].every((c) => c % BASE === 0n);
    const digit = exact ? point(0n) : unknown({ low: 0n, high: BASE - 1n });
    const rest = [...plus(without(x.sum), without(digit.sum), -1n)].map(([index, c]) => {
      assert.equal(c % BASE, 0n, 'FRACTION is too small');
      return /** @type {[number, bigint]} */ ([index, c / BASE]);
    });
    const closer = integers(new Map(rest));
    const above = unknown(
      {
        low: closer.low > interval.low ? closer.low : interval.low,
        high: closer.high < interval.high ? closer.high : interval.high,
      },
      { without: new Map(rest) },
    );
    cuts.set(x, [above, digit]);
    return [above, digit];
  };

  const view = new DataView(pool.buffer, pool.byteOffset, pool.byteLength);
  /** @type {Map<Node, Lane>} */
  const lanes = new Map();
  /** @param {Node} node @returns {Integer} */
  const integerOf = (node) => {
    const lane = lanes.get(node);
    assert(lane && 'sum' in lane, `${node.op} is no integer`);
    return lane;
  };
  /** @param {Node} node @returns {Pair} */
  const pairOf = (node) => {
    const lane = lanes.get(node);
    assert(lane && 'lower' in lane, `${node.op} is no pair`);
    return lane;
  };
  /** A constant, which may be meant as one integer or as two. @param {Node} node */
  const constant = (node) => {
    assert(node.op === 'load' && node.place?.base === 'pool', `${node.op} is no constant`);
    return view.getInt32(node.place.offset, true);
  };
  const isConstant = (/** @type {Node} */ { op, place }) => op === 'load' && place?.base === 'pool';
  /** @param {Node} node @returns {Pair} */
  const halvesOf = (node) =>
    isConstant(node)
      ? { lower: point(BigInt((constant(node) << 16) >> 16)), upper: point(BigInt(constant(node) >> 16)) }
      : pairOf(node);
  /** @param {Node} node @returns {Integer} */
  const wholeOf = (node) => (isConstant(node) ? point(BigInt(constant(node))) : integerOf(node));
  const isZero = (/** @type {Integer} */ x) => constantOf(x) === 0n;

  /** Of unknowns what they are modulo 2^14. @type {Map<Integer, Sum>} */
  const congruents = new Map();
  /** @param {Node} node @returns {Lane} */
  const evaluate = (node) => {
    const { op, args, place } = node;
    if (node === dropped) return /** @type {Lane} */ (lanes.get(args[0]));
    switch (op) {
      case 'load': {
        const i = Number(place?.offset) / 8;
        const base = String(place?.base);
        return { lower: operand(base, i), upper: operand(base, i + 1) };
      }
      case 'store':
        return pairOf(args[0]);
      case 'i32x4.add':
        return fitting(sumOf(wholeOf(args[0]), wholeOf(args[1])), 32, 'a sum overflows');
      case 'i32x4.dot': {
        const y = halvesOf(args[1]);
        const x = lanes.get(args[0]);
        if (x && 'sum' in x) {
          assert(isZero(y.upper), 'the upper half of an integer is multiplied');
          const product = productOf(x, y.lower);
          const { low, high } = x.interval;
          if (low >= -(1n << 15n) && high < 1n << 15n) return product;
          // Of the lower half, which is x modulo 2^16.
          const part = unknown(scaled({ low: -(1n << 15n), high: (1n << 15n) - 1n }, constantOf(y.lower) ?? 0n));
          congruents.set(part, product.sum);
          return part;
        }
        const { lower, upper } = halvesOf(args[0]);
        return fitting(sumOf(productOf(lower, y.lower), productOf(upper, y.upper)), 32, 'a product overflows');
      }
      case 'i32x4.shr_u16':
        return { lower: pairOf(args[0]).upper, upper: point(0n) };
      case 'i32x4.shl16': {
        const x = lanes.get(args[0]);
        assert(x && !('moved' in x));
        return { lower: point(0n), upper: 'sum' in x ? fitting(x, 16, 'an upper half') : x.lower };
      }
      case 'i32x4.shl18':
        return { moved: integerOf(args[0]) };
      case 'i32x4.shr_s18': {
        // The low 14 bits, with their sign.
        const lane = lanes.get(args[0]);
        assert(lane && 'moved' in lane, 'a shift down without one up');
        const x = lane.moved;
        return unknown({ low: -BASE / 2n, high: BASE / 2n - 1n }, { congruent: resolved(congruents.get(x) ?? x.sum) });
      }
      case 'i32x4.shr_s14':
        return cut(integerOf(args[0]))[0];
      case 'v128.and': {
        const mask = constant(args[1]);
        const x = integerOf(args[0]);
        if (mask === 0xffff) return { lower: fitting(x, 16, 'a lower half'), upper: point(0n) };
        assert.equal(mask, 0x3fff, 'no mask');
        return cut(x)[1];
      }
      case 'v128.or': {
        const [x, y] = args.map((arg) => {
          const lane = lanes.get(arg);
          assert(lane && !('moved' in lane));
          if ('lower' in lane) return lane;
          // A negative integer would be ones above.
          assert(lane.interval.low >= 0n && lane.interval.high < 1n << 15n, 'a lower half');
          return { lower: lane, upper: point(0n) };
        });
        assert((isZero(x.lower) || isZero(y.lower)) && (isZero(x.upper) || isZero(y.upper)), 'two in one half');
        return { lower: sumOf(x.lower, y.lower), upper: sumOf(x.upper, y.upper) };
      }
      case 'i16x8.sub': {
        const [x, y] = args.map(halvesOf);
        // A digit is an unknown of its own, which products take.
        const [lower, upper] = /** @type {const} */ (['lower', 'upper']).map((half) => {
          const { interval, sum } = fitting(sumOf(x[half], y[half], -1n), 16, 'a half');
          return unknown(interval, { without: without(sum) });
        });
        return { lower, upper };
      }
      default:
        throw new Error(`${op} is not of lanes`);
    }
  };
  /** @type {Integer[]} */
  const out = [];
  for (const node of graph.nodes) {
    if (isConstant(node)) continue;
    const lane = evaluate(node);
    lanes.set(node, lane);
    if (node.op !== 'store') continue;
    const { lower, upper } = pairOf(node);
    out.push(lower, upper);
  }
  const sum = without(out.reduce((total, digit, i) => add(total, digit.sum, 1n << (14n * BigInt(i))), new Map()));
  return {
    out,
    sum,
    integers,
    product: (i, j) => /** @type {number} */ ([...productOf(operand('a', i), operand('b', j)).sum.keys()][0]),
  };
}

/** 1 in the units of the sum. */
export const UNIT = 1n << FRACTION;
