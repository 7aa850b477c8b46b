/**
 * A graph of i64 operations run on bounds instead of words.
 *
 * A bound is an interval, and the value itself as a sum of unknowns: the limbs that came in,
 * products of two of them, and what each shift gave. Words compute modulo 2^64, so that sums,
 * differences and products may wrap on the way; what is shifted or stored must be a word, and what
 * has two words must fit them.
 */

import assert from 'node:assert/strict';

/** @typedef {import('../src/emit/graph.mjs').Graph} Graph */
/** @typedef {import('../src/emit/graph.mjs').Node} Node */
/** @typedef {{ low: bigint, high: bigint }} Interval */
/** Coefficients by unknown; the key of the constant is -1. @typedef {Map<number, bigint>} Sum */
/** @typedef {{ interval: Interval, sum: Sum }} Bound */

const CONSTANT = -1;
/** Sums without shifts have fractions: their coefficients are in units of 2^-FRACTION. */
const FRACTION = 600n;

/** @param {Sum} x @param {Sum} y @param {bigint} [factor] @returns {Sum} x + factor·y */
export const plus = (x, y, factor = 1n) => add(new Map(x), y, factor);

/**
 * @param {Sum} sum changed
 * @param {Iterable<[number, bigint]>} y
 * @param {bigint} [factor]
 * @returns {Sum} sum + factor·y
 */
export function add(sum, y, factor = 1n) {
  for (const [unknown, coefficient] of y) {
    const total = (sum.get(unknown) ?? 0n) + factor * coefficient;
    if (total === 0n) sum.delete(unknown);
    else sum.set(unknown, total);
  }
  return sum;
}

/** @param {Interval} x @param {bigint} c @returns {Interval} */
export const scaled = ({ low, high }, c) =>
  c >= 0n ? { low: low * c, high: high * c } : { low: high * c, high: low * c };

/**
 * @param {Graph} graph of i64
 * @param {object} given
 * @param {bigint} [given.width] bits of a limb
 * @param {Record<'a' | 'b', bigint[]>} given.largest of each limb of an operand
 * @param {Map<Node, bigint>} [given.carries] what floor(x / 2^29) is assumed to be of nodes
 * @param {Node} [given.without] a node whose first operand is taken for it
 * @param {(node: Node) => bigint | undefined} [given.immediate] what is run instead of an immediate
 * @returns {{ out: Bound[], value: Interval, sum: Sum, operand: (base: 'a' | 'b', limb: number) => number, product: (i:
 *   number, j: number) => number }}
 *   the limbs of the result, their value, that as a sum, and the unknowns' numbers
 * @throws {assert.AssertionError} where a word may overflow before it is shifted or stored
 */
export function walkIntegers(
  graph,
  { width = 29n, largest, carries = new Map(), without: dropped, immediate = (node) => node.immediate },
) {
  /**
   * Of each unknown; `without` is it as a sum without shifts, in units of 2^-FRACTION.
   *
   * @type {{ interval: Interval, without: Sum }[]}
   */
  const unknowns = [];
  /** @param {Interval} interval @param {Sum} [without] */
  const unknown = (interval, without = new Map([[unknowns.length, 1n << FRACTION]])) =>
    unknowns.push({ interval, without }) - 1;
  /** @type {Map<string, number>} */
  const named = new Map();
  /** @param {string} name @param {() => Interval} interval */
  const once = (name, interval) => {
    const index = named.get(name) ?? unknown(interval());
    named.set(name, index);
    return index;
  };
  /** @param {'a' | 'b'} base @param {number} limb */
  const operand = (base, limb) => once(`${base}${limb}`, () => ({ low: 0n, high: largest[base][limb] }));
  /** @param {number} x @param {number} y */
  const productOf = (x, y) => {
    const [u, v] = [unknowns[x], unknowns[y]].map(({ interval }) => interval);
    assert(u.low >= 0n && v.low >= 0n, 'a factor may be negative');
    return once(`${Math.min(x, y)}·${Math.max(x, y)}`, () => ({ low: u.low * v.low, high: u.high * v.high }));
  };

  /** @param {Sum} sum @returns {Sum} without shifts, in units of 2^-FRACTION */
  const without = (sum) => {
    /** @type {Sum} */
    const total = new Map();
    for (const [index, coefficient] of sum)
      add(total, index === CONSTANT ? [[CONSTANT, 1n << FRACTION]] : unknowns[index].without, coefficient);
    return total;
  };
  /** @param {Sum} sum in units of 2^-FRACTION @returns {Interval} integers */
  const integers = (sum) => {
    let [low, high] = [0n, 0n];
    for (const [index, coefficient] of sum) {
      const term =
        index === CONSTANT ? { low: coefficient, high: coefficient } : scaled(unknowns[index].interval, coefficient);
      low += term.low;
      high += term.high;
    }
    return { low: -(-low >> FRACTION), high: high >> FRACTION };
  };
  /** @param {Sum} sum @param {Interval} [also] @returns {Bound} */
  const bound = (sum, also) => {
    const interval = integers(without(sum));
    if (also && also.low > interval.low) interval.low = also.low;
    if (also && also.high < interval.high) interval.high = also.high;
    assert(interval.low <= interval.high, 'two bounds of one value exclude each other');
    return { interval, sum };
  };
  /** @param {bigint} x @returns {Bound} */
  const point = (x) => ({ interval: { low: x, high: x }, sum: x === 0n ? new Map() : new Map([[CONSTANT, x]]) });
  /** @param {Bound} x @returns {bigint | null} */
  const constantOf = ({ interval: { low, high } }) => (low === high ? low : null);

  /** @param {Bound} x @param {Bound} y @returns {Bound} */
  const times = (x, y) => {
    const [c, d] = [constantOf(x), constantOf(y)];
    if (c !== null) return bound(plus(new Map(), y.sum, c), scaled(y.interval, c));
    if (d !== null) return bound(plus(new Map(), x.sum, d), scaled(x.interval, d));
    /** @type {Sum} */
    const sum = new Map();
    for (const [i, s] of x.sum) {
      for (const [j, t] of y.sum) {
        assert(i !== CONSTANT && j !== CONSTANT, 'a product of sums with constants');
        add(sum, [[productOf(i, j), s * t]]);
      }
    }
    const corners = [x.interval.low, x.interval.high].flatMap((u) => [u * y.interval.low, u * y.interval.high]);
    const [low, high] = [corners.reduce((u, v) => (v < u ? v : u)), corners.reduce((u, v) => (v > u ? v : u))];
    return bound(sum, { low, high });
  };

  /** Shifts that were made, by bound. @type {Map<Bound, Map<bigint, Bound>>} */
  const shifts = new Map();
  /** floor(x / 2^width). @param {Bound} x @param {bigint} width @returns {Bound} */
  const shifted = (x, width) => {
    const known = shifts.get(x)?.get(width);
    if (known) return known;
    const base = 1n << width;
    const interval = { low: x.interval.low >> width, high: x.interval.high >> width };
    /** @type {Bound} */
    let result;
    if (interval.low === interval.high) result = point(interval.low);
    else if ([...x.sum.values()].every((coefficient) => coefficient % base === 0n))
      result = bound(plus(new Map(), new Map([...x.sum].map(([index, c]) => [index, c / base])), 1n), interval);
    else {
      const digit = unknown({ low: 0n, high: base - 1n });
      const difference = plus(without(x.sum), unknowns[digit].without, -1n);
      const quotient = new Map(
        [...difference].map(([index, c]) => {
          assert.equal(c % base, 0n, 'FRACTION is too small');
          return [index, c / base];
        }),
      );
      result = bound(new Map([[unknown(interval, quotient), 1n]]), interval);
      const tighter = constantOf(result);
      if (tighter !== null) result = point(tighter);
    }
    shifts.set(x, (shifts.get(x) ?? new Map()).set(width, result));
    return result;
  };

  /** @type {Map<Node, Bound>} */
  const bounds = new Map();
  /** x mod 2^64. @param {Bound} x @returns {Bound} */
  const lowWord = (x) => bound(plus(x.sum, shifted(x, 64n).sum, -1n << 64n), { low: 0n, high: (1n << 64n) - 1n });
  /** Of an argument of wide arithmetic: a product of one word is cut to it. @param {Node} node @returns {Bound} */
  const word = (node) => {
    const known = /** @type {Bound} */ (bounds.get(node));
    if (node.op === 'i64.mul') return lowWord(known);
    const { low, high } = known.interval;
    assert(low >= 0n && high < 1n << 64n, `a word overflows: ${low} to ${high}`);
    return known;
  };
  /** Of results of two words, the high ones. @type {Map<Node, Bound>} */
  const highWords = new Map();
  /** @param {Node} node @param {Bound} both @returns {Bound} the low word */
  const twoWords = (node, both) => {
    const { low, high } = both.interval;
    assert(low >= 0n && high < 1n << 128n, `two words overflow: ${low} to ${high}`);
    highWords.set(node, shifted(both, 64n));
    return lowWord(both);
  };
  /** @type {Bound[]} */
  const out = [];
  /** @param {Node} node @returns {Bound} */
  const evaluate = (node) => {
    const { op, args, place } = node;
    const [x, y] = args.map((arg) => /** @type {Bound} */ (bounds.get(arg)));
    if (node === dropped) {
      if (node.high) highWords.set(node, y);
      return x;
    }
    switch (op) {
      case 'immediate':
        return point(/** @type {bigint} */ (immediate(node)));
      case 'load':
        return bound(new Map([[operand(/** @type {'a' | 'b'} */ (place?.base), Number(place?.offset) / 8), 1n]]));
      case 'store':
        assert(x.interval.low >= 0n, 'a limb may be negative');
        return (out[Number(place?.offset) / 8] = x);
      case 'i64.add':
      case 'i64.sub': {
        const sign = op === 'i64.add' ? 1n : -1n;
        const other = scaled(y.interval, sign);
        return bound(plus(x.sum, y.sum, sign), { low: x.interval.low + other.low, high: x.interval.high + other.high });
      }
      case 'high':
        return /** @type {Bound} */ (highWords.get(args[0]));
      case 'i64.mul_wide_u':
        return twoWords(node, times(word(args[0]), word(args[1])));
      case 'i64.add128': {
        const [low, high, other, highOther] = args.map(word);
        const sum = plus(plus(low.sum, other.sum, 1n), plus(high.sum, highOther.sum, 1n), 1n << 64n);
        return twoWords(node, bound(sum));
      }
      case 'i64.mul':
        return times(x, y);
      case 'i64.and': {
        const mask = /** @type {bigint} */ (constantOf(y));
        // All ones or none.
        if (x.interval.low >= -1n && x.interval.high <= 0n)
          return bound(plus(new Map(), x.sum, -mask), { low: 0n, high: mask });
        assert.equal(mask & (mask + 1n), 0n, 'no mask');
        const width = BigInt(mask.toString(2).length);
        return bound(plus(x.sum, shifted(x, width).sum, -1n << width), { low: 0n, high: mask });
      }
      case 'i64.shr_u':
        assert(
          x.interval.low >= 0n && x.interval.high < 1n << 64n,
          `a word overflows: ${x.interval.low} to ${x.interval.high}`,
        );
        return shifted(x, /** @type {bigint} */ (constantOf(y)));
      case 'i64.shr_s':
        assert(
          x.interval.low >= -1n << 63n && x.interval.high < 1n << 63n,
          `a word overflows: ${x.interval.low} to ${x.interval.high}`,
        );
        return shifted(x, /** @type {bigint} */ (constantOf(y)));
      default:
        throw new Error(`${op} is not of integers`);
    }
  };
  for (const node of graph.nodes) {
    const known = evaluate(node);
    bounds.set(node, known);
    const carry = carries.get(node);
    if (carry === undefined) continue;
    const { low, high } = shifted(known, 29n).interval;
    assert(low === -1n && high === 0n, 'the carry has other cases');
    shifts.set(known, new Map([[29n, point(carry)]]));
  }
  const sum = out.reduce((total, limb, i) => add(total, limb.sum, 1n << (width * BigInt(i))), new Map());
  return {
    out,
    sum,
    value: integers(without(sum)),
    operand,
    product: (i, j) => productOf(operand('a', i), operand('b', j)),
  };
}
