/**
 * The oracle of MSM and pairing on BigInt: the group G1 of BN254, the field of the pairing's
 * values, and the operands that a seed expands to. Shares nothing with arkworks: its Fq12 is not a
 * tower but one polynomial ring.
 */

import { ELEMENT_BYTES, FQ, FR } from './field.mjs';
import { groupOver } from './group.mjs';
import { BN254_G1, bytesOfSum, expectedSum, operandsOf as operandsOver } from './sums.mjs';

/** Points and scalars of an MSM, where nothing else is said. */
const POINTS = 2 ** 12;
/** Bytes of an affine point. */
export const POINT_BYTES = 2 * ELEMENT_BYTES;

/** @typedef {import('./group.mjs').Point} Point */
/** @typedef {bigint[]} Fq12 twelve coefficients of a polynomial in w, modulo w^12 - 18 w^6 + 82 */

const { p } = FQ;
export const G1 = BN254_G1.generator;
/** @type {Fq12} */
export const ONE = [1n, ...Array(11).fill(0n)];

/** @param {bigint} x */
const mod = (x) => ((x % p) + p) % p;

const { add, multiply } = groupOver(FQ);
/** The sum of two points of G1. */
export const addPoints = add;
/** A multiple of one. */
export const multiplyPoint = multiply;

/** @param {Fq12} a @param {Fq12} b @returns {Fq12} a·b */
export function multiplyFq12(a, b) {
  const columns = Array(23).fill(0n);
  a.forEach((x, i) => b.forEach((y, j) => (columns[i + j] += x * y)));
  // (w^6 - 9)^2 = u^2 = -1.
  for (let k = 22; k >= 12; k--) {
    columns[k - 6] += 18n * columns[k];
    columns[k - 12] -= 82n * columns[k];
  }
  return columns.slice(0, 12).map(mod);
}

/** @param {Fq12} base @param {bigint} exponent at least 0 @returns {Fq12} */
export function powFq12(base, exponent) {
  let result = ONE;
  for (let square = base, e = exponent; e > 0n; e >>= 1n, square = multiplyFq12(square, square)) {
    if (e & 1n) result = multiplyFq12(result, square);
  }
  return result;
}

/**
 * A value of the tower u^2 = -1, v^3 = 9 + u, w^2 = v: with u = w^6 - 9 and v = w^2 it is a polynomial in w.
 *
 * @param {Uint8Array} bytes 12 elements, from the outside in: w, then v, then u
 * @returns {Fq12}
 */
export function fq12FromTower(bytes) {
  /** @type {Fq12} */
  const polynomial = Array(12).fill(0n);
  for (let w = 0; w < 2; w++) {
    for (let v = 0; v < 3; v++) {
      const at = ELEMENT_BYTES * 2 * (3 * w + v);
      const [real, imaginary] = [at, at + ELEMENT_BYTES].map((from) =>
        FQ.fromBytes(bytes.subarray(from, from + ELEMENT_BYTES)),
      );
      polynomial[2 * v + w] += real - 9n * imaginary;
      polynomial[2 * v + w + 6] += imaginary;
    }
  }
  return polynomial.map(mod);
}

/** @param {Fq12} a @param {Fq12} b */
export const sameFq12 = (a, b) => a.every((x, i) => x === b[i]);

/** What the module's seed expands to. @param {bigint} seed @param {number} [count] of the points, and of the scalars */
export const operandsOf = (seed, count = POINTS) => operandsOver(BN254_G1, seed, count);

/** @param {bigint} seed @param {number} [count] @returns {Uint8Array} the MSM of the seed */
export const expectedMsm = (seed, count = POINTS) => expectedSum(BN254_G1, seed, count);

/** @param {bigint} seed @param {number} count of points, a power of two; 64 bytes each, and 32 a scalar */
export const bytesOfMsm = (seed, count) => bytesOfSum(BN254_G1, seed, count);

/** @param {Point} point @returns {Uint8Array} 64 */
export function pointBytes(point) {
  const bytes = new Uint8Array(POINT_BYTES);
  point.forEach((coordinate, i) => bytes.set(FQ.toBytes(coordinate), i * ELEMENT_BYTES));
  return bytes;
}

/**
 * @param {bigint} seed
 * @param {Uint8Array} base e(G1, G2) as the module has it
 * @returns {Fq12} the pairing of the seed, e(G1, G2)^(a·b)
 * @throws {Error} when the base is no generator of a group of order r
 */
export function expectedPairing(seed, base) {
  const generator = fq12FromTower(base);
  if (sameFq12(generator, ONE) || !sameFq12(powFq12(generator, FR.p), ONE))
    throw new Error('WRONG PRODUCT: e(G1, G2) is not of order r');
  const { a, b } = operandsOf(seed);
  return powFq12(generator, FR.mul(a, b));
}
