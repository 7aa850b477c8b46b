/**
 * The transform over a field, BN254's scalar field where none is named, by its definition, and in closed form where the
 * values are a geometric progression. Nothing here is an algorithm in n·log(n) steps.
 */

import { FR, fieldOf } from './field.mjs';

/** @typedef {import('./field.mjs').Field} Field */

/** A generator of the field's multiplicative group, as arkworks has it, and the offset of its cosets. */
export const GENERATOR = 5n;

/** Fields of transforms, and such a generator of each. */
const GENERATORS = new Map([
  [FR, GENERATOR],
  [fieldOf('bls12-381-fr'), 7n],
]);

/** @param {Field} field @returns {boolean} whether transforms in it are known here */
export const hasTransforms = (field) => GENERATORS.has(field);

/** @param {bigint} x other than 0 @param {Field} [field] */
const inverse = (x, field = FR) => field.inverse(x);

/**
 * The root of unity of order n: g^((p-1)/n).
 *
 * @param {number} n a power of two, at most 2^28
 * @param {Field} [field]
 */
export function rootOfUnity(n, field = FR) {
  const generator = GENERATORS.get(field);
  if (generator === undefined) throw new RangeError(`field: no transforms are known in "${field.id}"`);
  return field.pow(generator, (field.p - 1n) / BigInt(n));
}

/**
 * X[k] = Σ x[j]·(offset·w^k)^j.
 *
 * @param {bigint[]} x as many as a power of two
 * @param {bigint} [offset] other than 0
 * @returns {bigint[]}
 */
export function ntt(x, offset = 1n) {
  const root = rootOfUnity(x.length);
  let point = offset;
  return x.map(() => {
    const sum = x.reduceRight((sum, value) => (sum * point + value) % FR.p, 0n);
    point = FR.mul(point, root);
    return sum;
  });
}

/**
 * x[j] = offset^-j·Σ X[k]·w^(-jk)/n.
 *
 * @param {bigint[]} values as many as a power of two
 * @param {bigint} [offset] other than 0
 * @returns {bigint[]}
 */
export function inverseNtt(values, offset = 1n) {
  const root = inverse(rootOfUnity(values.length));
  const step = inverse(offset);
  let scale = inverse(BigInt(values.length));
  let point = 1n;
  return values.map(() => {
    const sum = values.reduceRight((sum, value) => (sum * point + value) % FR.p, 0n);
    const result = FR.mul(sum, scale);
    [point, scale] = [FR.mul(point, root), FR.mul(scale, step)];
    return result;
  });
}

/**
 * The progression a·q^j whose a and q a seed draws.
 *
 * @param {bigint} seed
 * @param {Field} field
 * @returns {{ first: bigint, ratio: bigint }}
 */
function progression(seed, field) {
  const [[first, ratio]] = field.operands(seed, 1, 2);
  return { first, ratio };
}

/**
 * The values that a seed gives: x[j] = a·q^j.
 *
 * @param {bigint} seed
 * @param {number} n
 * @param {Field} [field]
 * @returns {bigint[]}
 */
export function valuesOfNtt(seed, n, field = FR) {
  const { first, ratio } = progression(seed, field);
  const values = [];
  for (let x = first; values.length < n; x = field.mul(x, ratio)) values.push(x);
  return values;
}

/**
 * The same, 32 bytes each.
 *
 * @param {bigint} seed
 * @param {number} n
 * @param {Field} [field]
 * @returns {Uint8Array}
 */
export function bytesOfNtt(seed, n, field = FR) {
  return bytesOf(valuesOfNtt(seed, n, field), field);
}

/** @param {bigint[]} values @param {Field} [field] of four words @returns {Uint8Array} 32 bytes each */
export function bytesOf(values, field = FR) {
  const bytes = new Uint8Array(32 * values.length);
  for (const [i, value] of values.entries()) bytes.set(field.toBytes(value), 32 * i);
  return bytes;
}

/** @param {Uint8Array} bytes 32 each @returns {bigint[]} */
export function valuesOf(bytes) {
  return Array.from({ length: bytes.length / 32 }, (_, i) => FR.fromBytes(bytes.subarray(32 * i, 32 * i + 32)));
}

/**
 * What so many transforms of the values of a seed have at k. One has X[k] = a·(q^n - 1)/(q·w^k - 1); two are the values
 * in the opposite order, n times; and so four are the values, n² times.
 *
 * @param {bigint} seed
 * @param {number} n a power of two
 * @param {number} transforms at least 0
 * @param {number} k 0 .. n-1
 * @param {bigint} [offset] of the coset, of one transform
 * @param {Field} [field]
 * @returns {bigint}
 */
export function nttAt(seed, n, transforms, k, offset = 1n, field = FR) {
  const { first, ratio } = progression(seed, field);
  const twice = Math.floor(transforms / 2);
  const scale = field.mul(first, field.pow(BigInt(n), BigInt(twice)));
  const opposite = twice % 2 === 1;
  if (transforms % 2 === 0) {
    const j = opposite ? (n - k) % n : k;
    return field.mul(scale, field.pow(ratio, BigInt(j)));
  }
  const at = opposite ? (n - k) % n : k;
  const q = field.mul(field.mul(ratio, offset), field.pow(rootOfUnity(n, field), BigInt(at)));
  // The sum of as many ones.
  if (q === 1n) return field.mul(scale, BigInt(n));
  // (q·w^k)^n is q^n.
  return field.mul(
    field.mul(scale, field.pow(q, BigInt(n)) + field.p - 1n),
    inverse((q + field.p - 1n) % field.p, field),
  );
}
