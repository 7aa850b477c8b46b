/** Multi-scalar multiplications on BigInt over any curve: what a seed expands to, and the sum of it. */

import { FQ, FR, PALLAS, fieldOf } from './field.mjs';
import { groupOver } from './group.mjs';

/** @typedef {import('./field.mjs').Field} Field */
/** @typedef {import('./group.mjs').Point} Point */

/** Steps that a walk draws from. */
const DRAWN_STEPS = 64;

/**
 * The points of a sum are known multiples of the generator. In a progression, which a build of the crate can expand by
 * itself, the same sums of two points come again and again, at other places; in a walk there is a drawn step, too,
 * between a point and the one that it was made from.
 *
 * @typedef {object} Curve a group of prime order on y^2 = x^3 + b
 * @property {string} id as exports name it
 * @property {Field} field of the coordinates
 * @property {Field} scalars
 * @property {Point} generator as the curve's own document has it
 * @property {'progression' | 'walk'} points
 */

/** BN254's G1. @type {Curve} */
export const BN254_G1 = { id: 'bn254-g1', field: FQ, scalars: FR, generator: [1n, 2n], points: 'progression' };

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
    points: 'walk',
  },
  { id: 'pallas', field: PALLAS, scalars: fieldOf('vesta'), generator: [PALLAS.p - 1n, 2n], points: 'walk' },
]);

/** @param {string} field id @returns {Curve | undefined} whose coordinates are in it */
export const curveOver = (field) => CURVES.find((curve) => curve.field.id === field);

/**
 * What a seed expands to.
 *
 * @param {Curve} curve
 * @param {bigint} seed
 * @param {number} count of the points, and of the scalars
 * @returns {{ a: bigint, b: bigint, scalars: bigint[], passes: Pass[], sum: bigint }} the first point is a·G for the
 *   generator G, and the sum of all is sum·G; b is drawn between, for a pairing
 */
export function operandsOf({ scalars: field, points }, seed, count) {
  const scalar = field.generator(seed);
  const [a, d, b] = [scalar(), scalar(), scalar()];
  const scalars = Array.from({ length: count }, scalar);
  const levels = { first: d, length: Math.ceil(Math.log2(count)), at: (/** @type {number} */ i) => 31 - Math.clz32(i) };
  const passes = points === 'walk' ? [levels, drawn(scalar, count)] : [levels];
  const multiples = [a];
  for (let i = 1; i < count; i++) {
    const before = multiples[i - 2 ** levels.at(i)];
    multiples.push(passes.reduce((sum, { first, at }) => sum + (first << BigInt(at(i))), before) % field.p);
  }
  const sum = scalars.reduce((all, s, i) => (all + s * multiples[i]) % field.p, 0n);
  return { a, b, scalars, passes, sum };
}

/**
 * Steps of which each is twice the one before. Point i is point i - 2^k, for the highest power of two in i, and a step
 * of each pass: by steps that are as often d as that power says it is (a + i·d)·G.
 *
 * @typedef {object} Pass
 * @property {bigint} first multiple of the generator
 * @property {number} length how many steps there are
 * @property {(i: number) => number} at which of them leads to point i, i at least 1
 */

/** @param {() => bigint} scalar draws one @param {number} count @returns {Pass} */
function drawn(scalar, count) {
  const first = scalar();
  const steps = Array.from({ length: count }, () => Number(scalar() % BigInt(DRAWN_STEPS)));
  return { first, length: DRAWN_STEPS, at: (i) => steps[i] };
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
 * The operands as bytes, for what does not expand a seed itself. No point is multiplied but the first of all and the
 * first steps: so many that are known give as many more by one inversion for all.
 *
 * @param {Curve} curve
 * @param {bigint} seed
 * @param {number} count of points, a power of two
 * @returns {{ points: Uint8Array, scalars: Uint8Array }} x and y of each point; canonical, little-endian
 */
export function bytesOfSum(curve, seed, count) {
  const { field, generator } = curve;
  const { add, multiply } = groupOver(field);
  const { a, scalars, passes } = operandsOf(curve, seed, count);
  const steps = passes.map(({ first, length }) => {
    const chain = [multiply(generator, first)];
    while (chain.length < length) chain.push(add(chain[chain.length - 1], chain[chain.length - 1]));
    return chain;
  });
  let points = [/** @type {Point} */ (multiply(generator, a))];
  while (points.length < count) {
    const known = points.length;
    const added = passes.reduce(
      (next, { at }, pass) => addToEach(field, next, (i) => steps[pass][at(known + i)]),
      points,
    );
    points = [...points, ...added];
  }
  return { points: bytesOf(field, points.flat()), scalars: bytesOf(curve.scalars, scalars) };
}

/**
 * @param {Field} field
 * @param {Point[]} points
 * @param {(i: number) => Point | null} stepOf of each point: neither that nor its negative
 * @returns {Point[]} each of them and its step added
 */
function addToEach(field, points, stepOf) {
  const mod = (/** @type {bigint} */ x) => ((x % field.p) + field.p) % field.p;
  const steps = points.map((_, i) => {
    const step = stepOf(i);
    if (!step) throw new Error('the points of this seed do not differ');
    return step;
  });
  const runs = inverses(
    field,
    points.map(([x], i) => mod(steps[i][0] - x)),
  );
  return points.map(([x, y], i) => {
    const [xs, ys] = steps[i];
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
  let rest = field.inverse(product);
  const result = Array(values.length);
  for (let i = values.length - 1; i >= 0; i--) {
    result[i] = field.mul(rest, before[i]);
    rest = field.mul(rest, values[i]);
  }
  return result;
}
