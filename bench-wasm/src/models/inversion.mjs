/** Inversions: a = 1/(a - b) in slots, one at a time or all at once. */

import { STREAM_SLOTS } from '../oracle/field.mjs';
import { loopModel } from './loop.mjs';
import { overSlots } from './slots.mjs';

/** Those that invert by a way of their own. */
const KERNELS = Object.freeze(['multi3', 'multi3-mitigated', 'limbs29', 'simd', 'fma-pair']);

/**
 * @param {Pick<import('./model.mjs').Model, 'id' | 'title' | 'meaning' | 'gist'> & Pick<import('./model.mjs').Loop,
 *   'run' | 'perCase'> & Pick<import('./slots.mjs').Slots, 'slots' | 'pass'>} words
 */
const inversionModel = ({ run, perCase, slots, pass, ...words }) =>
  loopModel({
    ...words,
    group: 'inversions',
    operation: 'inverse',
    result: 'inverse',
    unit: { id: 'ns/inverse', label: 'ns/inverse', ns: 1 },
    onDemand: true,
    row: ({ id }) => (KERNELS.includes(id) ? {} : null),
    loop: { run, perCase, ...overSlots({ slots, values: 2, counts: 1, last, pass }) },
  });

/**
 * What takes a to 1/(a - b) so many times is the matrix (0 1; 1 -b) to that power, and a single division.
 *
 * @type {import('./slots.mjs').Slots['last']}
 */
function last({ p }, [a, b], k) {
  const [x, y] = turned([a, 1n], matrixPower([0n, 1n, 1n, (p - b) % p], k, p), p);
  return (x * inverse(y, p)) % p;
}

/** @typedef {[bigint, bigint, bigint, bigint]} Matrix row by row */

/** @param {[bigint, bigint]} vector @param {Matrix} matrix @param {bigint} p */
const turned = ([x, y], [q, r, s, t], p) => [(q * x + r * y) % p, (s * x + t * y) % p];

/** @param {Matrix} matrix @param {bigint} exponent @param {bigint} p @returns {Matrix} */
function matrixPower(matrix, exponent, p) {
  /** @type {Matrix} */
  let result = [1n, 0n, 0n, 1n];
  let square = matrix;
  for (let e = exponent; e > 0n; e >>= 1n) {
    if (e & 1n) result = matrixProduct(result, square, p);
    square = matrixProduct(square, square, p);
  }
  return result;
}

/** @param {Matrix} a @param {Matrix} b @param {bigint} p @returns {Matrix} */
const matrixProduct = ([a, b, c, d], [e, f, g, h], p) => [
  (a * e + b * g) % p,
  (a * f + b * h) % p,
  (c * e + d * g) % p,
  (c * f + d * h) % p,
];

/**
 * By Euclid's algorithm.
 *
 * @param {bigint} x
 * @param {bigint} p
 * @returns {bigint} 1/x mod p; 0 of 0
 */
function inverse(x, p) {
  let [r, s] = [p, x];
  let [t, u] = [0n, 1n];
  while (s > 0n) {
    const quotient = r / s;
    [r, s] = [s, r - quotient * s];
    [t, u] = [u, t - quotient * u];
  }
  return x === 0n || t >= 0n ? t : t + p;
}

export const invert = inversionModel({
  id: 'invert',
  title: 'inversions, one at a time',
  meaning:
    'n inversions inside wasm over arrays, a = 1/(a - b), each by itself: by arkworks’ own, by this project’s, in a ' +
    'kernel of two lanes one for both and three products, and on BigInt by Euclid’s algorithm.',
  gist: 'inversions, one at a time',
  run: (exports, kernel, seed, n) => exports.invert(kernel, seed, n),
  // Of some microseconds each.
  perCase: 1 / 64,
  slots: STREAM_SLOTS,
  pass([a, b], n, p) {
    for (let i = 0; i < n; i++) {
      const difference = a[i] - b[i];
      a[i] = inverse(difference < 0n ? difference + p : difference, p);
    }
  },
});

export const invertBatch = inversionModel({
  id: 'invert-batch',
  title: 'inverses, 1024 at once',
  meaning:
    'n inverses inside wasm over arrays, a = 1/(a - b), of 1024 elements that share one inversion and cost three ' +
    'products each; multi3 and multi3-mitigated by arkworks’ batch_inversion.',
  gist: 'inverses, 1024 at once',
  run: (exports, kernel, seed, n) => exports.invert_batch(kernel, seed, n),
  // Three products each.
  perCase: 1 / 8,
  slots: 1024,
  pass([a, b], n, p) {
    const products = [1n];
    for (let i = 0; i < n; i++) {
      a[i] = a[i] < b[i] ? a[i] - b[i] + p : a[i] - b[i];
      products.push((products[i] * a[i]) % p);
    }
    let rest = inverse(products[n], p);
    for (let i = n - 1; i >= 0; i--) {
      const x = a[i];
      a[i] = (rest * products[i]) % p;
      rest = (rest * x) % p;
    }
  },
});
