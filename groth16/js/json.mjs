/** Proofs, keys and public signals between bytes and snarkjs' JSON: numbers are decimal strings. */

import { Groth16Error } from './errors.mjs';

/**
 * @typedef {[x: string, y: string, z: string]} PointInG1
 * @typedef {[x: [string, string], y: [string, string], z: [string, string]]} PointInG2
 * @typedef {{ pi_a: PointInG1, pi_b: PointInG2, pi_c: PointInG1, protocol: 'groth16', curve: 'bn128' }} Proof
 * @typedef {{ protocol?: string, curve?: string, nPublic?: number, vk_alpha_1: PointInG1, vk_beta_2: PointInG2,
 *   vk_gamma_2: PointInG2, vk_delta_2: PointInG2, IC: PointInG1[] }} VerificationKey
 */

/** The primes of the base field and of the scalar field. */
const P = 0x30644e72e131a029b85045b68181585d97816a916871ca8d3c208c16d87cfd47n;
export const R = 0x30644e72e131a029b85045b68181585d2833e84879b9709143e1f593f0000001n;
/** Bytes of an element. */
export const ELEMENT = 32;

/** @param {Uint8Array} bytes @param {number} [at] @returns {bigint} of 32 bytes, little-endian */
export function integerAt(bytes, at = 0) {
  const words = new DataView(bytes.buffer, bytes.byteOffset + at, ELEMENT);
  let value = 0n;
  for (let word = 3; word >= 0; word--) value = (value << 64n) | words.getBigUint64(8 * word, true);
  return value;
}

/** @param {bigint} value @returns {Uint8Array} 32 bytes, little-endian */
export function bytesOf(value) {
  const bytes = new Uint8Array(ELEMENT);
  const words = new DataView(bytes.buffer);
  for (let word = 0; word < 4; word++)
    words.setBigUint64(8 * word, BigInt.asUintN(64, value >> BigInt(64 * word)), true);
  return bytes;
}

/** @param {Uint8Array} bytes @param {number} at @param {number} count @returns {string[]} */
const decimals = (bytes, at, count) =>
  Array.from({ length: count }, (_, i) => integerAt(bytes, at + i * ELEMENT).toString());

/** @param {Uint8Array} bytes @param {number} at @returns {PointInG1} */
function g1At(bytes, at) {
  const [x, y] = decimals(bytes, at, 2);
  return x === '0' && y === '0' ? ['0', '1', '0'] : [x, y, '1'];
}

/** @param {Uint8Array} bytes @param {number} at @returns {PointInG2} */
function g2At(bytes, at) {
  const all = decimals(bytes, at, 4);
  const infinite = all.every((part) => part === '0');
  if (infinite)
    return [
      ['0', '0'],
      ['1', '0'],
      ['0', '0'],
    ];
  return [
    [all[0], all[1]],
    [all[2], all[3]],
    ['1', '0'],
  ];
}

/** @param {Uint8Array} bytes A, B and C, canonical coordinates @returns {Proof} */
export const proofOf = (bytes) => ({
  pi_a: g1At(bytes, 0),
  pi_b: g2At(bytes, 64),
  pi_c: g1At(bytes, 192),
  protocol: 'groth16',
  curve: 'bn128',
});

/** @param {Uint8Array} bytes of elements @returns {string[]} */
export const signalsOf = (bytes) => decimals(bytes, 0, bytes.length / ELEMENT);

/**
 * @param {string} name
 * @param {unknown} text
 * @param {bigint} below
 * @returns {Uint8Array}
 */
function element(name, text, below) {
  const digits = typeof text === 'bigint' || typeof text === 'number' ? String(text) : text;
  if (typeof digits !== 'string' || !/^(-?\d{1,90}|0x[\da-f]{1,80})$/i.test(digits))
    throw new Groth16Error('JSON', `${name}: a decimal number is needed, as a string`);
  const value = BigInt(digits);
  if (value < 0n || value >= below) throw new NotCanonical(name);
  return bytesOf(value);
}

/** A number that is no element as it stands: what has it is not valid, even if it would be modulo the prime. */
export class NotCanonical extends Groth16Error {
  /** @param {string} name */
  constructor(name) {
    super('JSON', `${name}: a number below the field's prime is needed`);
  }
}

/** @param {string} name @param {unknown} value @param {number} length @returns {unknown[]} */
function list(name, value, length) {
  if (!Array.isArray(value) || value.length !== length)
    throw new Groth16Error('JSON', `${name}: a list of ${length} is needed`);
  // What is left out of it is no number, either.
  return Array.from(value);
}

/** @param {string} name @param {unknown} point @returns {Uint8Array[]} */
function g1(name, point) {
  const [x, y, z] = list(name, point, 3);
  const [last] = element(name, z, 2n);
  return last === 0 ? [bytesOf(0n), bytesOf(0n)] : [element(name, x, P), element(name, y, P)];
}

/** @param {string} name @param {unknown} point @returns {Uint8Array[]} */
function g2(name, point) {
  const [x, y, z] = list(name, point, 3).map((parts) => list(name, parts, 2));
  const [last] = element(name, z[0], 2n);
  element(name, z[1], 1n);
  return last === 0 ? Array.from({ length: 4 }, () => bytesOf(0n)) : [...x, ...y].map((part) => element(name, part, P));
}

/** @param {Uint8Array[]} parts */
const joined = (parts) => {
  const bytes = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    bytes.set(part, at);
    at += part.length;
  }
  return bytes;
};

/** @param {unknown} value @param {string} name @returns {any} */
function object(value, name) {
  if (typeof value !== 'object' || value === null) throw new Groth16Error('JSON', `${name}: an object is needed`);
  return value;
}

/** @param {unknown} proof @returns {Uint8Array} 256 bytes */
export function bytesOfProof(proof) {
  const { pi_a: a, pi_b: b, pi_c: c } = object(proof, 'proof');
  return joined([...g1('pi_a', a), ...g2('pi_b', b), ...g1('pi_c', c)]);
}

/** How circom's tools call BN254, up to signs between and capitals. */
const CURVE = ['bn128', 'bn254', 'altbn128'];

/**
 * @param {unknown} key
 * @returns {Uint8Array} α, β, γ, δ and a point for the one and each signal
 * @throws {Groth16Error} also where it says that it is of another curve
 */
export function bytesOfVerificationKey(key) {
  const {
    curve = CURVE[0],
    vk_alpha_1: alpha,
    vk_beta_2: beta,
    vk_gamma_2: gamma,
    vk_delta_2: delta,
    IC,
  } = object(key, 'verificationKey');
  if (
    !CURVE.includes(
      String(curve)
        .toLowerCase()
        .replace(/[^a-z0-9]/g, ''),
    )
  )
    throw new Groth16Error('JSON', `verificationKey: it is of the curve ${String(curve)}, not of ${CURVE[0]}`);
  if (!Array.isArray(IC) || IC.length === 0) throw new Groth16Error('JSON', 'IC: a list of points is needed');
  return joined([
    ...g1('vk_alpha_1', alpha),
    ...g2('vk_beta_2', beta),
    ...g2('vk_gamma_2', gamma),
    ...g2('vk_delta_2', delta),
    ...Array.from(IC, (point) => g1('IC', point)).flat(),
  ]);
}

/** @param {unknown} signals @returns {Uint8Array} */
export function bytesOfSignals(signals) {
  if (!Array.isArray(signals)) throw new Groth16Error('JSON', 'publicSignals: a list is needed');
  return joined(Array.from(signals, (signal) => element('publicSignals', signal, R)));
}
