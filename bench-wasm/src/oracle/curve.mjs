/**
 * The oracle of MSM and pairing on BigInt: the group G1 of BN254, the field of the pairing's
 * values, and the operands that a seed expands to. Shares nothing with arkworks: its Fq12 is not a
 * tower but one polynomial ring.
 */

import { ELEMENT_BYTES, FQ, FR } from './field.mjs';

/** Log2 of the points and scalars of an MSM where nobody says how many. */
const LOG2_POINTS = 12;
/** Bytes of an affine point. */
const POINT_BYTES = 2 * ELEMENT_BYTES;

/** @typedef {[bigint, bigint]} Point affine x and y on y^2 = x^3 + 3; the point at infinity is null */
/** @typedef {bigint[]} Fq12 twelve coefficients of a polynomial in w, modulo w^12 - 18 w^6 + 82 */

const { p } = FQ;
/** @type {Point} */
export const G1 = [1n, 2n];
/** @type {Fq12} */
export const ONE = [1n, ...Array(11).fill(0n)];

/** @param {bigint} x */
const mod = (x) => ((x % p) + p) % p;

/** @param {Point | null} a @param {Point | null} b @returns {Point | null} a + b */
export function addPoints(a, b) {
  if (!a || !b) return a ?? b;
  const [[x1, y1], [x2, y2]] = [a, b];
  if (x1 === x2 && mod(y1 + y2) === 0n) return null;
  const [rise, run] = x1 === x2 ? [3n * x1 * x1, 2n * y1] : [y2 - y1, x2 - x1];
  const slope = mod(rise * FQ.pow(mod(run), p - 2n));
  const x = mod(slope * slope - x1 - x2);
  return [x, mod(slope * (x1 - x) - y1)];
}

/**
 * @param {Point | null} point
 * @param {bigint} scalar at least 0
 * @returns {Point | null} scalar·point, by doubling and adding
 */
export function multiplyPoint(point, scalar) {
  let sum = null;
  for (let double = point, s = scalar; s > 0n; s >>= 1n, double = addPoints(double, double)) {
    if (s & 1n) sum = addPoints(sum, double);
  }
  return sum;
}

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

/**
 * What the module's seed expands to.
 *
 * @param {bigint} seed
 * @param {number} [log2Points]
 * @returns {{ a: bigint, b: bigint, sum: bigint }} the points paired are a·G1 and b·G2; the MSM is sum·G1
 */
export function operandsOf(seed, log2Points = LOG2_POINTS) {
  const scalar = FR.generator(seed);
  const [a, d, b] = [scalar(), scalar(), scalar()];
  let sum = 0n;
  for (let i = 0n; i < 2 ** log2Points; i++) sum = (sum + scalar() * (a + i * d)) % FR.p;
  return { a, b, sum };
}

/**
 * @param {bigint} seed
 * @param {number} [log2Points]
 * @returns {Uint8Array} the MSM of the seed, by one scalar multiplication
 */
export function expectedMsm(seed, log2Points) {
  const point = multiplyPoint(G1, operandsOf(seed, log2Points).sum);
  if (!point) throw new Error(`the MSM of seed ${seed} is the point at infinity`);
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
