/**
 * The oracle of MSM and pairing on BigInt: the group G1 of BN254, the field of the pairing's
 * values, and the operands that a seed expands to. Shares nothing with arkworks: its Fq12 is not a
 * tower but one polynomial ring.
 */

import { ELEMENT_BYTES, FQ, FR } from './field.mjs';
import { groupOver } from './group.mjs';

/** Points and scalars of an MSM, where nothing else is said. */
const POINTS = 2 ** 12;
/** Bytes of an affine point. */
export const POINT_BYTES = 2 * ELEMENT_BYTES;

/** @typedef {import('./group.mjs').Point} Point */
/** @typedef {bigint[]} Fq12 twelve coefficients of a polynomial in w, modulo w^12 - 18 w^6 + 82 */

const { p } = FQ;
/** @type {Point} */
export const G1 = [1n, 2n];
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

/**
 * What the module's seed expands to.
 *
 * @param {bigint} seed
 * @param {number} [count] of the points, and of the scalars
 * @returns {{ a: bigint, d: bigint, b: bigint, scalars: bigint[], sum: bigint }} the points paired are a·G1 and b·G2;
 *   those of the MSM are (a + i·d)·G1, and it is sum·G1
 */
export function operandsOf(seed, count = POINTS) {
  const scalar = FR.generator(seed);
  const [a, d, b] = [scalar(), scalar(), scalar()];
  const scalars = Array.from({ length: count }, scalar);
  let [sum, factor] = [0n, a];
  for (const s of scalars) {
    sum = (sum + s * factor) % FR.p;
    factor += d;
  }
  return { a, d, b, scalars, sum };
}

/**
 * @param {bigint} seed
 * @param {number} [count] of points
 * @returns {Uint8Array} the MSM of the seed, by one scalar multiplication
 */
export function expectedMsm(seed, count = POINTS) {
  const point = multiplyPoint(G1, operandsOf(seed, count).sum);
  if (!point) throw new Error(`the MSM of seed ${seed} is the point at infinity`);
  return pointBytes(point);
}

/** @param {Point} point @returns {Uint8Array} 64 */
export function pointBytes(point) {
  const bytes = new Uint8Array(POINT_BYTES);
  point.forEach((coordinate, i) => bytes.set(FQ.toBytes(coordinate), i * ELEMENT_BYTES));
  return bytes;
}

/**
 * The operands of an MSM as bytes, for what does not expand a seed itself. No point is multiplied but two: so many that
 * are known, and one that is so many steps on, give as many more by one inversion for all.
 *
 * @param {bigint} seed
 * @param {number} count of points, a power of two
 * @returns {{ points: Uint8Array, scalars: Uint8Array }} 64 bytes a point and 32 a scalar
 */
export function bytesOfMsm(seed, count) {
  const { a, d, scalars } = operandsOf(seed, count);
  const first = /** @type {Point} */ (multiplyPoint(G1, a));
  let step = multiplyPoint(G1, d);
  let points = [first];
  while (points.length < count) {
    points = [...points, ...addToEach(points, step)];
    step = addPoints(step, step);
  }
  const bytes = { points: new Uint8Array(count * POINT_BYTES), scalars: new Uint8Array(count * ELEMENT_BYTES) };
  points.forEach((point, i) => bytes.points.set(pointBytes(point), i * POINT_BYTES));
  scalars.forEach((scalar, i) => bytes.scalars.set(FR.toBytes(scalar), i * ELEMENT_BYTES));
  return bytes;
}

/**
 * @param {Point[]} points
 * @param {Point | null} step neither one of them nor the negative of one
 * @returns {Point[]} each of them and the step added
 */
function addToEach(points, step) {
  if (!step) throw new Error('the points of this seed do not differ');
  const [xs, ys] = step;
  const runs = inverses(points.map(([x]) => mod(xs - x)));
  return points.map(([x, y], i) => {
    const slope = mod((ys - y) * runs[i]);
    const sum = mod(slope * slope - x - xs);
    return [sum, mod(slope * (x - sum) - y)];
  });
}

/** @param {bigint[]} values none of them 0 @returns {bigint[]} their inverses, by one (Montgomery's trick) */
function inverses(values) {
  let product = 1n;
  const before = values.map((value) => {
    const all = product;
    product = (product * value) % p;
    return all;
  });
  if (product === 0n) throw new Error('one of the points of this seed is the step, or its negative');
  let rest = FQ.pow(product, p - 2n);
  const result = Array(values.length);
  for (let i = values.length - 1; i >= 0; i--) {
    result[i] = (rest * before[i]) % p;
    rest = (rest * values[i]) % p;
  }
  return result;
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
