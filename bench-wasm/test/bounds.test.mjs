// The bounds of the emitted kernels, by running their graphs on what a value may be instead of on a
// value; and that a graph in which one step or constant is wrong does not pass.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { add29 } from '../src/emit/add29.mjs';
import { dot14 } from '../src/emit/dot14.mjs';
import { OTHER_FIELDS } from '../src/emit/emitted-rows.mjs';
import { fmaPair, poolOfRust } from '../src/emit/fma-pair.mjs';
import { fmaPair48 } from '../src/emit/fma-pair48.mjs';
import { fmaPairSparse } from '../src/emit/fma-pair-sparse.mjs';
import { limbs29 } from '../src/emit/limbs29.mjs';
import { graphOf } from '../src/emit/products.mjs';
import { split } from '../src/emit/radix51.mjs';
import { wide } from '../src/emit/wide.mjs';
import { FIELDS, FQ, FR, PALLAS } from '../src/oracle/field.mjs';
import { limbsOf } from '../src/emit/radix14.mjs';
import { magnitude, plus, two, walkDoubles } from './bounds-doubles.mjs';
import { UNIT, walkDots } from './bounds-dots.mjs';
import { walkIntegers } from './bounds-integers.mjs';

/** @typedef {import('../src/emit/graph.mjs').Graph} Graph */
/** @typedef {import('../src/emit/graph.mjs').Node} Node */
/** @typedef {import('./bounds-doubles.mjs').Given} Given */

/** Nodes that compute: a high word comes with its low one. @param {Graph} graph */
const steps = (graph) => graph.nodes.filter(({ op }) => !['load', 'store', 'immediate', 'high'].includes(op));

const NINE = { width: 29n, limbs: 9 };
const WORDS = { width: 64n, limbs: 4 };

/**
 * The largest limbs of a value up to `most`.
 *
 * @param {bigint} most
 * @param {{ width: bigint, limbs: number }} [format]
 */
const below = (most, { width, limbs } = NINE) =>
  Array.from({ length: limbs }, (_, i) => (i < limbs - 1 ? 2n ** width - 1n : most >> (width * BigInt(i))));

/** Where the second quotient is centred: up to 17/32 p in magnitude. @param {bigint} p */
const aroundZero = (p) => [...Array(4).fill(2n ** 50n + 8n), ((17n * split(p)[4]) >> 5n) + 16n];

/** Whether it is: products would be more than operands. @param {bigint} p */
const isCentred = (p) => p > 2n ** 254n;

/** Up to 0.67p in magnitude: what fma-pair-emitted accepts, and what it gives. @param {bigint} p */
const ownRange = (p) =>
  isCentred(p) ? aroundZero(p) : [...Array(4).fill(2n ** 50n + 8n), (((67n * p) / 100n) >> 204n) + 2n];

/** Up to a little more than half of p = 2^254 + t. */
const RANGE_OF_SPARSE = [...Array(4).fill(2n ** 50n + 2n), 2n ** 49n + 2n ** 30n];

/** Up to p, in eight limbs of 48 bits. @param {bigint} p */
const rangeOf48 = (p) => [...Array(7).fill(2n ** 47n), (p >> 336n) + 2n];

/** Up to p, as the products of Rust. @param {bigint} p */
const rangeOfRust = (p) => (isCentred(p) ? aroundZero(p) : [...Array(4).fill(2n ** 50n + 8n), split(p)[4] + 16n]);

/** @param {...string} ids */
const fieldsOf = (...ids) => FIELDS.filter(({ id }) => ids.includes(id));
/** Those whose second quotient is centred. */
const CENTRED = fieldsOf('bls12-381-fr', 'pallas', 'vesta');
/** Those that are 2^254 and a number of three limbs. */
const SPARSE = fieldsOf('pallas', 'vesta');

/**
 * fma-pair-emitted: every limb is an integer in the range of an operand, and the value is
 * a·b·2^-255 mod p whatever the roundings were.
 *
 * @param {Graph} graph @param {bigint} p
 * @param {Partial<Given>} [change]
 */
function provePair(graph, p, change) {
  provePairs(graph, p, { largest: ownRange(p), ...change }, 'b');
}

/**
 * The same of a product by `other`, and operands of any range.
 *
 * @param {Graph} graph @param {bigint} p
 * @param {Given & { radixBits?: number }} given log2 of R, by default that of all limbs
 * @param {'a' | 'b'} other
 */
function provePairs(graph, p, given, other) {
  const { largest, width = 51 } = given;
  const count = largest.length;
  const { radixBits = width * count } = given;
  const { out, sum, product } = walkDoubles(graph, given);
  assert.equal(out.length, count);
  for (const [i, { grid, interval }] of out.entries()) {
    assert(grid >= 0, `limb ${i} is not an integer`);
    assert(
      magnitude(interval) <= largest[i] * two(0),
      `limb ${i} is ${Number(magnitude(interval)) / Number(largest[i] * two(0))} of what a kernel accepts`,
    );
  }
  let difference = sum;
  for (let i = 0; i < count; i++) {
    for (let j = 0; j < count; j++)
      difference = plus(difference, new Map([[product(i, j, other), two(width * (i + j) - radixBits)]]), -two(0));
  }
  // A power of two is a unit mod p: the coefficient's own unit is of no interest.
  for (const [unknown, coefficient] of difference) assert.equal(coefficient % p, 0n, `unknown ${unknown}`);
}

/** Of a product of operands below 2p, in hundredths of p. */
const LARGEST_PRODUCT = new Map([
  [
    NINE,
    new Map([
      [FQ.p, 117n],
      [FR.p, 153n],
    ]),
  ],
  [
    WORDS,
    new Map([
      [FQ.p, 176n],
      [FR.p, 176n],
    ]),
  ],
]);

/**
 * limbs29-emitted and wide-emitted: no word overflows where it is shifted, nor two words anywhere, the result is in its
 * range, an operand again, and it is a·b/R mod p.
 *
 * @param {{ width: bigint, limbs: number }} format
 * @returns {(graph: Graph, p: bigint, change?: Partial<Parameters<typeof walkIntegers>[1]>) => void}
 */
const proveProduct = (format) => (graph, p, change) => {
  const { width, limbs } = format;
  const largest = below(2n * p, format);
  const { out, value, sum, product } = walkIntegers(graph, { width, largest: { a: largest, b: largest }, ...change });
  assert.equal(out.length, limbs);
  for (const [i, { interval }] of out.entries()) assert(interval.high <= largest[i], `limb ${i}`);
  const most = LARGEST_PRODUCT.get(format)?.get(p) ?? 0n;
  assert(value.low >= 0n && 100n * value.high < most * p, 'a product is too large');
  const bits = width * BigInt(limbs);
  const difference = new Map([...sum].map(([unknown, coefficient]) => [unknown, coefficient << bits]));
  for (let i = 0; i < limbs; i++) {
    for (let j = 0; j < limbs; j++)
      difference.set(product(i, j), (difference.get(product(i, j)) ?? 0n) - (1n << (width * BigInt(i + j))));
  }
  for (const [unknown, coefficient] of difference) assert.equal(coefficient % p, 0n, `unknown ${unknown}`);
};

/**
 * dot14-emitted: no lane overflows where it is read, the result is in the range of an operand, and it is a·b/R mod p.
 *
 * @param {Graph} graph @param {bigint} p
 * @param {Partial<Parameters<typeof walkDots>[1]>} [change]
 */
function proveDots(graph, p, change) {
  const limbs = limbsOf(p);
  const largest = [...Array(limbs - 1).fill(1n << 13n), (p >> (14n * BigInt(limbs - 1))) + 1n];
  const { out, sum, integers, product } = walkDots(graph, { largest, ...change });
  assert.equal(out.length, limbs);
  for (const [i, { interval }] of out.entries()) {
    assert(interval.low >= -largest[i] && interval.high <= largest[i] && interval.high < 1n << 13n, `digit ${i}`);
  }
  const bits = 14n * BigInt(limbs);
  // Of a·b/R and what is added to it.
  const rest = new Map(sum);
  for (let i = 0; i < limbs; i++) {
    for (let j = 0; j < limbs; j++) {
      assert.equal(rest.get(product(i, j)), UNIT >> (bits - 14n * BigInt(i + j)), `product ${i}, ${j}`);
      rest.delete(product(i, j));
    }
  }
  for (const [unknown, coefficient] of rest) assert.equal((coefficient << bits) % p, 0n, `unknown ${unknown}`);
  const { low, high } = integers(rest);
  const most = ((p * p) >> bits) + (high > -low ? high : -low);
  assert(100n * most < 51n * p, 'a product is too large');
}

/**
 * add29-emitted: with s = a + b - p, the result is s where s is not negative, and s + p where it is;
 * both are canonical for canonical operands.
 *
 * @param {Graph} graph @param {bigint} p
 * @param {Partial<Parameters<typeof walkIntegers>[1]>} [change]
 */
function proveSum(graph, p, change) {
  const masked = graph.nodes.find(({ op, args }) => op === 'i64.and' && args[1].immediate !== 2n ** 29n - 1n);
  // The sum of which the carry is the sign.
  const [
    {
      args: [top],
    },
  ] = /** @type {Node} */ (masked).args;
  const largest = below(p - 1n);
  for (const sign of [0n, -1n]) {
    const { out, sum, operand } = walkIntegers(graph, {
      largest: { a: largest, b: largest },
      carries: new Map([[top, sign]]),
      ...change,
    });
    assert.equal(out.length, 9);
    for (const [i, { interval }] of out.entries()) assert(interval.low >= 0n && interval.high < 2n ** 29n, `limb ${i}`);
    /** @type {Map<number, bigint>} */
    const expected = new Map(sign === 0n ? [[-1, -p]] : []);
    for (let i = 0; i < 9; i++) {
      for (const base of /** @type {const} */ (['a', 'b'])) expected.set(operand(base, i), 1n << BigInt(29 * i));
    }
    assert.deepEqual(new Map([...sum].sort()), new Map([...expected].sort()), `where the sign is ${sign}`);
  }
}

/**
 * `shared`, where one graph serves all fields: each step is needed in one of them, but for `spare` ones. `spoilt`, by
 * default: it is tried without each step and with each constant changed. The steps of a graph in two stages are those
 * of the one in one, so of the two one is.
 *
 * @type {{ id: string, fields: import('../src/oracle/field.mjs').Field[], make: (p: bigint) => Graph, prove: (graph:
 *   Graph, p: bigint, change?: any) => unknown, shared?: boolean, spare?: number, spoilt?: boolean }[]}
 */
const KERNELS = [
  // In modules of Rust, where the same code serves every prime of a form that Rust's kernel takes.
  ...[false, true].flatMap((centred) =>
    [false, true].map((square) => ({
      id: `${centred ? 'centred ' : ''}${square ? 'squares' : 'products'} in loops of Rust`,
      fields: centred ? CENTRED : [FQ, FR, ...fieldsOf('bls12-377-fr')],
      make: () => graphOf({ centred, square }),
      shared: true,
      // Column 3 of a square need not be settled, by bounds that are closer than those by which the graph is made.
      spare: square ? 1 : 0,
      /** @param {Graph} graph @param {bigint} p @param {object} [change] */
      prove: (graph, p, change) =>
        provePairs(graph, p, { largest: rangeOfRust(p), pool: poolOfRust(p), ...change }, square ? 'a' : 'b'),
    })),
  ),
  ...[[FQ, FR], fieldsOf('bls12-381-fr')].flatMap((fields) =>
    [false, true].map((overlapped) => ({
      id: `fma-pair-emitted for ${fields[0].id}${overlapped ? ', overlapped' : ''}`,
      fields,
      make: (/** @type {bigint} */ p) => fmaPair(p, { overlapped }),
      prove: provePair,
      spoilt: overlapped,
      // The constants of a field may be so small that column 1 need not be settled.
      spare: fields[0].id === 'bls12-381-fr' ? 1 : 0,
    })),
  ),
  ...SPARSE.flatMap((field) =>
    [false, true].map((overlapped) => ({
      id: `fma-pair-emitted for ${field.id}${overlapped ? ', overlapped' : ''}`,
      fields: [field],
      make: (/** @type {bigint} */ p) => fmaPairSparse(p, { overlapped }),
      spoilt: overlapped,
      /** @param {Graph} graph @param {bigint} p @param {object} [change] */
      prove: (graph, p, change) => provePairs(graph, p, { largest: RANGE_OF_SPARSE, radixBits: 153, ...change }, 'b'),
    })),
  ),
  ...[false, true].map((overlapped) => ({
    id: `fma-pair-emitted-bls12-381${overlapped ? ', overlapped' : ''}`,
    fields: FIELDS.filter(({ words }) => words === 6),
    make: (/** @type {bigint} */ p) => fmaPair48(p, { overlapped }),
    spoilt: overlapped,
    /** @param {Graph} graph @param {bigint} p @param {object} [change] */
    prove: (graph, p, change) => provePairs(graph, p, { largest: rangeOf48(p), width: 48, ...change }, 'b'),
  })),
  { id: 'dot14-emitted', fields: [FQ, ...OTHER_FIELDS], make: dot14, prove: proveDots },
  { id: 'limbs29-emitted', fields: [FQ, FR], make: limbs29, prove: proveProduct(NINE) },
  { id: 'wide-emitted', fields: [FQ, FR], make: wide, prove: proveProduct(WORDS) },
  { id: 'add29-emitted', fields: [FQ, PALLAS], make: add29, prove: proveSum },
];

/**
 * @param {Graph} graph of vectors
 * @param {number} at a place in its pool
 * @returns {((pool: DataView) => boolean)[]} ways to change the constant there; false where that changes nothing
 */
function changesOf(graph, at) {
  if (graph.lane === 'i32')
    return [0, 2].map((half) => (pool) => (pool.setInt16(at + half, pool.getInt16(at + half) ^ 256), true));
  // A digit that is 0 is no constant to get wrong.
  return [(pool) => (pool.setFloat64(at, 2 * pool.getFloat64(at, true), true), pool.getFloat64(at, true) !== 0)];
}

for (const { id, fields, make, prove, shared = false, spare = 0, spoilt = true } of KERNELS) {
  for (const { id: field, p } of fields) test(`${id}: exact and in range in ${field}`, () => void prove(make(p), p));
  if (!spoilt) continue;

  test(`${id}: without any one of its steps it does not pass`, () => {
    const graph = make(fields[0].p);
    const served = shared ? fields : fields.slice(0, 1);
    let left = spare;
    for (const [i, step] of steps(graph).entries()) {
      assert.throws(
        () => {
          served.forEach(({ p }) => void prove(graph, p, { without: step }));
          if (left-- > 0) assert.fail('one that is known');
        },
        { name: 'AssertionError' },
        `step ${i}, ${step.op}, changes nothing`,
      );
    }
  });

  test(`${id}: with any one constant changed it does not pass`, () => {
    const [{ p }] = fields;
    const graph = make(p);
    if (graph.type === 'v128') {
      for (let at = 0; at < graph.pool().length; at += 16) {
        for (const change of changesOf(graph, at)) {
          const pool = graph.pool();
          if (!change(new DataView(pool.buffer))) continue;
          assert.throws(
            () => prove(graph, p, { pool }),
            { name: 'AssertionError' },
            `constant ${at / 16} may be another`,
          );
        }
      }
    }
    for (const node of graph.nodes.filter(({ op }) => op === 'immediate')) {
      const immediate = (/** @type {Node} */ it) =>
        it === node ? /** @type {bigint} */ (it.immediate) ^ 1n : it.immediate;
      assert.throws(
        () => prove(graph, p, { immediate }),
        { name: 'AssertionError' },
        `${node.immediate} may be another`,
      );
    }
  });
}

/**
 * What a graph computes, whatever its order: each step by its operation and what it is done to, down to the limbs of
 * operands and the constants.
 *
 * @param {Graph} graph of doubles
 * @param {Map<string, number>} numbers of what is computed; those of other graphs are known
 * @returns {number[]} of its steps and results
 */
function computedBy(graph, numbers) {
  const pool = new DataView(graph.pool().buffer);
  /** @type {Map<unknown, number>} */
  const of = new Map();
  const numberOf = (/** @type {string} */ what) =>
    numbers.get(what) ?? (numbers.set(what, numbers.size), numbers.size - 1);
  for (const node of graph.nodes) {
    const { op, args, place } = node;
    const words = args.map((arg) => of.get(arg));
    const [base, offset] = [String(place?.base), Number(place?.offset)];
    if (base === 'scratch') {
      if (op === 'store') of.set(offset, Number(words[0]));
      of.set(node, Number(of.get(offset)));
    } else {
      const at = base === 'pool' ? String(pool.getFloat64(offset, true)) : `${base} ${offset}`;
      of.set(node, numberOf([op, ...words, ...(place ? [at] : [])].join(' ')));
    }
  }
  const results = graph.nodes.filter(({ op, place }) => op === 'store' && place?.base !== 'scratch');
  return [...steps(graph), ...results].map((node) => Number(of.get(node))).toSorted((x, y) => x - y);
}

test('the steps of a graph in two stages are those of the one in one', () => {
  for (const [make, fields] of /** @type {const} */ ([
    [fmaPair, [FQ, FR, ...fieldsOf('bls12-381-fr')]],
    [fmaPairSparse, SPARSE],
    [fmaPair48, FIELDS.filter(({ words }) => words === 6)],
  ]))
    for (const { id, p } of fields) {
      const numbers = new Map();
      const [one, two] = [false, true].map((overlapped) => computedBy(make(p, { overlapped }), numbers));
      assert(one.every(Number.isInteger), id);
      assert.deepEqual(two, one, id);
    }
});

test('with another limb width, magic constant or operands that are larger they do not pass', () => {
  const { p } = FQ;
  assert.throws(() => proveProduct(NINE)(limbs29(p), p, { largest: { a: below(2n ** 261n), b: below(2n ** 261n) } }));
  const words = below(2n ** 256n - 1n, WORDS);
  assert.throws(() => proveProduct(WORDS)(wide(p), p, { largest: { a: words, b: words } }));
  assert.throws(() =>
    provePair(fmaPair(p, { overlapped: false }), p, { largest: [...Array(4).fill(2n ** 51n), p >> 204n] }),
  );
});
