/** Multi-scalar multiplications on BigInt over any curve: what a seed expands to, and the sum of it. */

import { FQ, FR, PALLAS, fieldOf } from './field.mjs';
import { groupOver } from './group.mjs';

/** @typedef {import('./field.mjs').Field} Field */
/** @typedef {import('./group.mjs').Point} Point */

/**
 * @typedef {object} Curve a group of prime order on y^2 = x^3 + b
 * @property {string} id as exports name it
 * @property {Field} field of the coordinates
 * @property {Field} scalars
 * @property {Point} generator as the curve's own document has it
 */

/** BN254's G1. @type {Curve} */
export const BN254_G1 = { id: 'bn254-g1', field: FQ, scalars: FR, generator: [1n, 2n] };

/** Those that sums are timed over. @type {readonly Curve[]} */
const CURVES = Object.freeze([
  BN254_G1,
  {
    id: 'bls12-381-g1',
    field: fieldOf('bls12-381-fq'),
    scalars: fieldOf('bls12-381-fr'),
    generator: [
      0x17f1d3a73197d7942695638c4fa9ac0fc3688c4f9774b905a14e3a3f171bac586c55e83ff97a1aeffb3af00adb22c6bbn,
      0x08b3f481e3aaa0f1a09e30ed741d8ae4fcf5e095d5d00af600db18cb2c04b3edd03cc744a2888ae40caa232946c5e7e1n,
    ],
  },
  { id: 'pallas', field: PALLAS, scalars: fieldOf('vesta'), generator: [PALLAS.p - 1n, 2n] },
]);

/** @param {string} field id @returns {Curve | undefined} whose coordinates are in it */
export const curveOver = (field) => CURVES.find((curve) => curve.field.id === field);

/**
 * What a seed expands to.
 *
 * @param {Curve} curve
 * @param {bigint} seed
 * @param {number} count of the points, and of the scalars
 * @returns {{ a: bigint, d: bigint, b: bigint, scalars: bigint[], sum: bigint }} the points are (a + i·d)·G for the
 *   generator G, and their sum is sum·G; b is drawn between, for a pairing
 */
export function operandsOf({ scalars: field }, seed, count) {
  const scalar = field.generator(seed);
  const [a, d, b] = [scalar(), scalar(), scalar()];
  const scalars = Array.from({ length: count }, scalar);
  let [sum, factor] = [0n, a];
  for (const s of scalars) {
    sum = (sum + s * factor) % field.p;
    factor += d;
  }
  return { a, d, b, scalars, sum };
}

/**
 * @param {Curve} curve
 * @param {bigint} seed
 * @param {number} count of points
 * @returns {Uint8Array} the affine x and y of the sum, by one scalar multiplication
 */
export function expectedSum(curve, seed, count) {
  const point = groupOver(curve.field).multiply(curve.generator, operandsOf(curve, seed, count).sum);
  if (!point) throw new Error(`the MSM of seed ${seed} is the point at infinity`);
  return bytesOf(curve.field, point);
}

/** @param {Field} field @param {bigint[]} elements @returns {Uint8Array} */
function bytesOf(field, elements) {
  const bytes = new Uint8Array(8 * field.words * elements.length);
  for (const [i, element] of elements.entries()) bytes.set(field.toBytes(element), 8 * field.words * i);
  return bytes;
}

/**
 * The operands as bytes, for what does not expand a seed itself. No point is multiplied but two: so many that are
 * known, and one that is so many steps on, give as many more by one inversion for all.
 *
 * @param {Curve} curve
 * @param {bigint} seed
 * @param {number} count of points, a power of two
 * @returns {{ points: Uint8Array, scalars: Uint8Array }} x and y of each point; canonical, little-endian
 */
export function bytesOfSum(curve, seed, count) {
  const { field, generator } = curve;
  const { add, multiply } = groupOver(field);
  const { a, d, scalars } = operandsOf(curve, seed, count);
  let points = [/** @type {Point} */ (multiply(generator, a))];
  let step = multiply(generator, d);
  while (points.length < count) {
    points = [...points, ...addToEach(field, points, step)];
    step = add(step, step);
  }
  return { points: bytesOf(field, points.flat()), scalars: bytesOf(curve.scalars, scalars) };
}

/**
 * @param {Field} field
 * @param {Point[]} points
 * @param {Point | null} step neither one of them nor the negative of one
 * @returns {Point[]} each of them and the step added
 */
function addToEach(field, points, step) {
  if (!step) throw new Error('the points of this seed do not differ');
  const [xs, ys] = step;
  const mod = (/** @type {bigint} */ x) => ((x % field.p) + field.p) % field.p;
  const runs = inverses(
    field,
    points.map(([x]) => mod(xs - x)),
  );
  return points.map(([x, y], i) => {
    const slope = mod((ys - y) * runs[i]);
    const sum = mod(slope * slope - x - xs);
    return [sum, mod(slope * (x - sum) - y)];
  });
}

/**
 * @param {Field} field
 * @param {bigint[]} values none of them 0
 * @returns {bigint[]} their inverses, by one (Montgomery's trick)
 */
function inverses(field, values) {
  let product = 1n;
  const before = values.map((value) => {
    const all = product;
    product = field.mul(product, value);
    return all;
  });
  if (product === 0n) throw new Error('one of the points of this seed is the step, or its negative');
  let rest = field.pow(product, field.p - 2n);
  const result = Array(values.length);
  for (let i = values.length - 1; i >= 0; i--) {
    result[i] = field.mul(rest, before[i]);
    rest = field.mul(rest, values[i]);
  }
  return result;
}
