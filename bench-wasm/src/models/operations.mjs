/** What a kernel does beside its product, in loops like `stream`; each operation is verified by itself. */

import { STREAM_SLOTS, power } from '../oracle/field.mjs';
import { loopModel } from './loop.mjs';
import { overSlots } from './slots.mjs';
import { OPERATION, PRODUCT } from './units.mjs';

/** @import { Model } from './model.mjs' */
/** @import { Slots } from './slots.mjs' */

/** Operations for each case of the run: what costs about a product takes a quarter of its time. */
const AS_A_PRODUCT = 1 / 4;
/** An addition is some ten times as fast; still many times what it costs to draw the operands. */
const AS_A_SUM = 2;

/**
 * @param {Pick<Model, 'id' | 'title' | 'meaning' | 'result'> & Partial<Model> & { perCase: number } & Pick<Slots,
 *   'last' | 'pass'> & Partial<Slots>} operation id: as the module's `stream_of` knows it
 */
const operationModel = ({ perCase, slots = STREAM_SLOTS, values = 2, counts = 1, last, pass, ...words }) =>
  loopModel({
    group: 'operations',
    unit: OPERATION,
    operation: words.id,
    ...words,
    loop: {
      perCase,
      run: (exports, kernel, seed, n) => exports.stream_of(kernel, words.id, seed, n),
      ...overSlots({ slots, values, counts, last, pass }),
    },
  });

export const add = operationModel({
  id: 'add',
  title: 'independent additions',
  meaning:
    'n additions over arrays inside wasm, in the kernel’s own format; a row whose name ends in a field adds in that ' +
    'one.',
  result: 'sum',
  perCase: AS_A_SUM,
  last: ({ p }, [a, b], k) => (a + b * k) % p,
  pass([a, b], n, p) {
    for (let i = 0; i < n; i++) {
      const sum = a[i] + b[i];
      a[i] = sum >= p ? sum - p : sum;
    }
  },
});

export const sub = operationModel({
  id: 'sub',
  title: 'independent subtractions',
  meaning: 'n subtractions over arrays inside wasm, in the kernel’s own format.',
  result: 'difference',
  perCase: AS_A_SUM,
  last: ({ p }, [a, b], k) => (a + (p - b) * k) % p,
  pass([a, b], n, p) {
    for (let i = 0; i < n; i++) {
      const difference = a[i] - b[i];
      a[i] = difference < 0n ? difference + p : difference;
    }
  },
});

export const square = operationModel({
  id: 'square',
  title: 'independent squarings',
  meaning: 'n squarings over an array inside wasm, in the kernel’s own format.',
  result: 'square',
  perCase: AS_A_PRODUCT,
  values: 1,
  // a^(2^k). The exponent is reduced by Fermat, which holds for units only.
  last: (field, [a], k) => (a === 0n ? 0n : field.pow(a, power(2n, k, field.p - 1n))),
  pass([a], n, p) {
    for (let i = 0; i < n; i++) a[i] = (a[i] * a[i]) % p;
  },
});

/**
 * @param {number} counts products of a sum
 * @param {string} word the same
 * @param {string} formula
 * @param {Slots['pass']} pass
 * @param {Partial<Model>} [more]
 */
const sumsOfProducts = (counts, word, formula, pass, more) =>
  operationModel({
    id: `sop${counts}`,
    title: `independent sums of ${word} products`,
    meaning:
      `n products inside wasm in sums of ${word}, ${formula}, over arrays; the time of a sum is divided by ` +
      `${word}, so that it is a time per product.`,
    result: 'sum of products',
    unit: PRODUCT,
    ...more,
    perCase: AS_A_PRODUCT,
    // All arrays together fill the memory that two fill in `stream`.
    slots: Math.floor(STREAM_SLOTS / counts),
    values: 2 * counts,
    counts,
    // a = a·b + s, k times: a·b^k + s·(1 + b + ... + b^(k-1)).
    last(field, [a, b, ...others], k) {
      const { p } = field;
      const s = others.reduce((sum, x, i) => (i % 2 === 0 ? sum + x * others[i + 1] : sum), 0n);
      const powered = field.pow(b, k);
      const series = b === 1n ? k % p : field.mul(powered + p - 1n, field.inverse(b + p - 1n));
      return (a * powered + s * series) % p;
    },
    pass,
  });

/** Longer sums are measured where they are named: they say how the share of a reduction goes on falling. */
const NAMED = { onDemand: true };

export const sop2 = sumsOfProducts(2, 'two', 'a·b + c·d', ([a, b, c, d], n, p) => {
  for (let i = 0; i < n; i++) a[i] = (a[i] * b[i] + c[i] * d[i]) % p;
});

/** @type {Slots['pass']} */
const passOfThree = ([a, b, c, d, e, f], n, p) => {
  for (let i = 0; i < n; i++) a[i] = (a[i] * b[i] + c[i] * d[i] + e[i] * f[i]) % p;
};
export const sop3 = sumsOfProducts(3, 'three', 'a·b + c·d + e·f', passOfThree, NAMED);

/** @type {Slots['pass']} */
const passOfFour = ([a, b, c, d, e, f, g, h], n, p) => {
  for (let i = 0; i < n; i++) a[i] = (a[i] * b[i] + c[i] * d[i] + e[i] * f[i] + g[i] * h[i]) % p;
};
export const sop4 = sumsOfProducts(4, 'four', 'a·b + c·d + e·f + g·h', passOfFour, NAMED);
