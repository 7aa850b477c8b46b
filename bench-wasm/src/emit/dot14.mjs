/** Four products in the lanes of v128, by the sum of two products of 16 bits that i32x4.dot_i16x8_s is: no FMA. */

import { Graph } from './graph.mjs';
import { BASE, HALF, PAIR_BYTES, WIDTH, limbsOf, split } from './radix14.mjs';
import { centred, inverse } from './balanced.mjs';

/** @typedef {import('./graph.mjs').Node} Node */

/** What 32 bits hold is below this in magnitude. */
const ROOM = 1n << 31n;
/** Columns whose sums are held at once: found by measuring in Node 26 and Bun. */
const AT_ONCE = 4;
/** The largest product of two digits. */
const PRODUCT = HALF * HALF;

/** @param {bigint} bound @param {bigint} limit @param {string} otherwise */
function within(bound, limit, otherwise) {
  if (bound >= limit) throw new RangeError(`bounds: ${otherwise}: ${bound} >= ${limit}`);
}

/** @param {bigint} x */
const magnitude = (x) => (x < 0n ? -x : x);
/** What a column has below its digit and carries. @param {bigint} bound */
const above = (bound) => (bound >> WIDTH) + 1n;

/**
 * out = a·b·R^-1 mod p in each of four lanes. R = 2^(14·n) with n = 20 digits for primes of four words and 28 for
 * those of six, little-endian, two digits in 32 bits.
 *
 * Preconditions: |a|, |b| <= p, digits in [-2^13, 2^13). Postcondition: the same of out; its magnitude is below 0.51p.
 * Lanes: 4. Multiplies: up to 405 `i32x4.dot_i16x8_s` for n = 20 and 799 for n = 28, each two products a lane; those by
 * constants that are 0 are left out. Sums stay below 2^31 in magnitude: RangeError while the graph is built otherwise;
 * test/bounds.test.mjs proves it from the graph. Not constant-time audited.
 *
 * Column k of the product is the sum of all a[i]·b[k-i]. A dot has two of them: with a's digits exchanged in their
 * pairs, those of b as they are for odd k, and moved up by one digit for even k. All columns but two below R become
 * digits; digit k counts 2^(14(k-n+2)) mod p from column n - 2 on, nearest to zero. Two Montgomery steps with
 * -p^-1 mod 2^14 remove columns n - 2 and n - 1, and those above are settled to the digits of the result.
 *
 * A digit is cut off as u in [0, 2^14), and is u - 2^13 in its pair. The missing 2^13 of all digits is one constant: of
 * those below R it is folded as they are, and the result has it before it is cut.
 *
 * @param {bigint} p an odd prime below 2^384; RangeError if the bounds do not hold for it
 * @returns {Graph}
 */
export function dot14(p) {
  const limbs = limbsOf(p);
  const folded = limbs - 2;
  const columns = 2 * limbs - 1;
  // With |a|, |b| <= p: p/R, the digits' folds and half of p by the quotients, each of p.
  within(8n * p, 1n << (WIDTH * BigInt(limbs)), 'the range of values does not close');
  const graph = new Graph('v128', 'i32');
  const { dot, add, pair, low, carry, upper } = operationsOf(graph);
  const worth = (/** @type {bigint} */ x) => split(centred(x, p), limbs);
  const unit = inverse(1n << WIDTH, p);
  const folds = Array.from({ length: folded }, (_, k) => worth(power(unit, folded - k, p)));
  const lacking = worth(folds.reduce((sum, _, k) => sum + HALF * power(unit, folded - k, p), 0n));
  const modulus = split(p, limbs);

  /** What is added to column `folded + j` after the product, at most. @param {number} j */
  const added = (j) =>
    [...folds, [...modulus.slice(1), 0n], modulus.slice(2)].reduce(
      (sum, constants) => sum + HALF * magnitude(constants[j] ?? 0n),
      BASE + ROOM / BASE,
    );
  const bounds = Array.from({ length: columns }, (_, k) => BigInt(Math.min(k + 1, columns - k)) * PRODUCT);
  // Where there is no room for both, the column of the product is carried first.
  const carried = bounds.reduce(
    (last, bound, k) => (k < folded || bound + added(k - folded) >= ROOM ? k + 1 : last),
    0,
  );

  /** @type {Node[]} */
  const sums = [];
  /** @type {Node[]} */
  const digits = [];
  /** @type {Node | null} */
  let over = null;
  let reach = 0n;
  for (const finished of productOf(graph, limbs)) {
    for (const [k, column] of finished) {
      sums[k] = over && k <= carried ? add(column, over) : column;
      if (k >= carried) continue;
      reach = bounds[k] + above(reach);
      within(reach, ROOM, 'a column of the product');
      over = carry(sums[k]);
      sums[k] = low(sums[k]);
      if (k < folded && k % 2 === 1) digits.push(pair(sums[k - 1], sums[k]));
    }
  }

  /** @param {number} k @param {bigint} constant that is added */
  const column = (k, constant) => {
    const j = k - folded;
    within(added(j) + (k < carried ? BASE : bounds[k] + ROOM / BASE), ROOM, 'a column');
    let sum = sums[k];
    for (const [i, digit] of digits.entries())
      sum = addDot(sum, digit, folds[2 * i][j] ?? 0n, folds[2 * i + 1][j] ?? 0n);
    const all = (lacking[j] ?? 0n) + constant;
    return all === 0n ? sum : add(sum, graph.constant(all));
  };
  /** sum + x·(lower, upper). @param {Node} sum @param {Node} x @param {bigint} lower @param {bigint} upper */
  const addDot = (sum, x, lower, upper) =>
    lower === 0n && upper === 0n ? sum : add(sum, dot(x, graph.constant(packed(lower, upper))));
  const negatedInverse = graph.constant(packed(centred(-inverse(p, BASE), BASE), 0n));
  /** What makes x + quotient·p a multiple of 2^14, nearest to zero. @param {Node} x */
  const quotientOf = (x) => graph.apply('i32x4.shr_s18', graph.apply('i32x4.shl18', dot(x, negatedInverse)));

  const first = column(folded, 0n);
  const q = quotientOf(first);
  over = carry(addDot(first, q, modulus[0], 0n));
  const second = add(addDot(column(folded + 1, 0n), q, modulus[1], 0n), over);
  const r = quotientOf(second);
  over = carry(addDot(second, r, modulus[0], 0n));
  const quotients = graph.apply('v128.or', graph.apply('v128.and', q, graph.constant(packed(-1n, 0n))), upper(r));
  for (let i = 0; i < limbs; i += 2) {
    const two = [i, i + 1].map((j) => {
      if (limbs + j === columns) return add(/** @type {Node} */ (over), graph.constant(HALF));
      const folds = column(limbs + j, HALF);
      const all = addDot(folds, quotients, modulus[j + 2] ?? 0n, modulus[j + 1] ?? 0n);
      const sum = add(all, /** @type {Node} */ (over));
      over = carry(sum);
      return low(sum);
    });
    graph.store('out', (PAIR_BYTES * i) / 2, pair(two[0], two[1]));
  }
  return graph;
}

/**
 * The columns of a·b, some at a time from the lowest on.
 *
 * @param {Graph} graph
 * @param {number} limbs
 * @returns {Generator<[k: number, sum: Node][]>}
 */
function* productOf(graph, limbs) {
  const { dot, add, upper } = operationsOf(graph);
  const lower = (/** @type {Node} */ x) => graph.apply('i32x4.shr_u16', x);
  const pairs = limbs / 2;
  const load = (/** @type {string} */ base, /** @type {number} */ i) => graph.load(base, PAIR_BYTES * i);
  const exchanged = Array.from({ length: pairs }, (_, i) => load('a', i)).map((x) =>
    graph.apply('v128.or', lower(x), upper(x)),
  );
  /** @type {Node[]} */
  const moved = [];
  /** Digits 2j - 1 and 2j. @param {number} j */
  const moveUp = (j) => {
    if (j === 0) return upper(load('b', 0));
    const below = lower(load('b', j - 1));
    return j === pairs ? below : graph.apply('v128.or', below, upper(load('b', j)));
  };
  const columns = 2 * limbs - 1;
  for (let from = 0; from < columns; from += 2 * AT_ONCE) {
    /** @type {[number, Node][]} */
    const finished = [];
    for (const parity of [0, 1]) {
      const here = Array.from({ length: AT_ONCE }, (_, i) => from + parity + 2 * i).filter((k) => k < columns);
      /** @type {Map<number, Node>} */
      const sums = new Map();
      for (let j = 0; j <= pairs - parity; j++) {
        for (const k of here) {
          const i = (k - parity) / 2 - j;
          if (i < 0 || i >= pairs) continue;
          const both = dot(exchanged[i], parity === 1 ? load('b', j) : (moved[j] ??= moveUp(j)));
          const sum = sums.get(k);
          sums.set(k, sum ? add(sum, both) : both);
        }
      }
      finished.push(...sums);
    }
    yield finished.sort(([x], [y]) => x - y);
  }
}

/** @param {Graph} graph */
function operationsOf(graph) {
  const mask = BASE - 1n;
  const upper = (/** @type {Node} */ x) => graph.apply('i32x4.shl16', x);
  return {
    /** The sum of the products of both halves. @param {Node} x @param {Node} y */
    dot: (x, y) => graph.apply('i32x4.dot', x, y),
    /** @param {Node} x @param {Node} y */
    add: (x, y) => graph.apply('i32x4.add', x, y),
    /** In the upper half. */
    upper,
    /** x div 2^14, rounded down. @param {Node} x */
    carry: (x) => graph.apply('i32x4.shr_s14', x),
    /** x mod 2^14. @param {Node} x */
    low: (x) => graph.apply('v128.and', x, graph.constant(mask)),
    /** The digits x - 2^13 and y - 2^13. @param {Node} x @param {Node} y */
    pair: (x, y) => graph.apply('i16x8.sub', graph.apply('v128.or', x, upper(y)), graph.constant(packed(HALF, HALF))),
  };
}

/** Two integers of 16 bits as one of 32. @param {bigint} lower @param {bigint} upper */
const packed = (lower, upper) => BigInt.asIntN(32, BigInt.asUintN(16, lower) + (upper << 16n));

/** x^n mod p. @param {bigint} x @param {number} n @param {bigint} p */
function power(x, n, p) {
  let result = 1n;
  for (let i = 0; i < n; i++) result = (result * x) % p;
  return result;
}
