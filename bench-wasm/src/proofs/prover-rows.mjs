/** The provers that are measured, and what is the same for all of them. */

import { FR } from '../oracle/field.mjs';

/**
 * @typedef {object} ProverRow
 * @property {string} id
 * @property {string} source the package that proves
 * @property {string} summary
 * @property {'wasm' | 'native' | 'snarkjs'} runs
 * @property {boolean} patched whether it is built on the patch of this project
 * @property {boolean} [kept] of snarkjs: whether its curve is kept from proof to proof
 * @property {'prover' | 'prover-0-5'} [crate] of the workspace
 * @property {true} [batches] whether the sums and transforms are this project's
 * @property {'baseline' | 'relaxed-simd'} [variant] the build whose instructions it has, by default `baseline`
 */

/** What the others are compared with. */
export const PUBLISHED = 'ark-0.6.0';

/** @type {readonly ProverRow[]} */
export const PROVERS = Object.freeze([
  {
    id: PUBLISHED,
    source: 'ark-groth16@0.6.0',
    summary: 'ark-groth16 0.6, as published',
    runs: 'wasm',
    patched: false,
    crate: 'prover',
  },
  {
    id: 'ark-0.6.0-patched',
    source: 'ark-groth16@0.6.0',
    summary: 'ark-groth16 0.6 on the patched ark-ff',
    runs: 'wasm',
    patched: true,
    crate: 'prover',
  },
  {
    id: 'ark-0.5.0',
    source: 'ark-groth16@0.5.0',
    summary: 'ark-groth16 0.5, as published',
    runs: 'wasm',
    patched: false,
    crate: 'prover-0-5',
  },
  {
    id: 'ark-0.6.0-native',
    source: 'ark-groth16@0.6.0',
    summary: 'ark-groth16 0.6 natively: a program beside the engine, asked by a line and answered by a line',
    runs: 'native',
    patched: false,
    crate: 'prover',
  },
  {
    id: 'batches-fma-pair',
    source: 'fqmul',
    summary: 'ark-groth16 0.6 with this project’s sums and transforms on fma-pair',
    runs: 'wasm',
    patched: false,
    crate: 'prover',
    batches: true,
    variant: 'relaxed-simd',
  },
  {
    id: 'batches-limbs29',
    source: 'fqmul',
    summary: 'ark-groth16 0.6 with this project’s sums and transforms on limbs29',
    runs: 'wasm',
    patched: false,
    crate: 'prover',
    batches: true,
  },
  {
    id: 'snarkjs',
    source: 'snarkjs@0.7.6',
    summary: 'snarkjs on one thread, by its option: it makes its wasm module anew for each proof',
    runs: 'snarkjs',
    patched: false,
  },
  {
    id: 'snarkjs-kept',
    source: 'snarkjs@0.7.6',
    summary: 'snarkjs on one thread, with its module kept from proof to proof',
    runs: 'snarkjs',
    patched: false,
    kept: true,
  },
]);

const PREFIX = 'prover-';

/** @param {string} id of a row @returns {string} the name of its module */
export const buildOf = (id) => `${PREFIX}${id}`;

/** @param {string} variant @returns {boolean} */
export const isProver = (variant) => variant.startsWith(PREFIX);

/** @param {string} variant @returns {ProverRow} */
export function proverOf(variant) {
  const row = PROVERS.find(({ id }) => buildOf(id) === variant);
  if (!row) throw new RangeError(`variant: there is no prover "${variant}"`);
  return row;
}

/** The r and s of every proof of arkworks, as a prover draws them, but the same for all: so are the proofs. */
export const RANDOMNESS = Object.freeze(FR.operands(13n, 1, 2)[0].map((value) => FR.toBytes(value)));

/**
 * @typedef {object} Circuit what is known of a circuit and its witness
 * @property {string} id
 * @property {any} verifyingKey as snarkjs has it
 * @property {string[]} publicSignals
 * @property {Record<string, string>} expected bytes of each part of a proof, as hexadecimal digits
 */

/** In pkg/, the program that proves natively. */
export const PROGRAM = 'prover-native/prover';

/** @param {string} variant @returns {string} its wasm module in pkg/ */
export const moduleFile = (variant) => `${variant}/prover.wasm`;

/** In pkg/, snarkjs for a page. */
export const SNARKJS_SCRIPT = 'snarkjs/snarkjs.mjs';

/**
 * @param {string} id of a circuit
 * @returns {Record<'key' | 'witness' | 'circuit' | 'program', string>} its files in pkg/, and the program for any
 */
export const filesOf = (id) => ({
  key: `circuit-${id}/key.zkey`,
  witness: `circuit-${id}/witness.wtns`,
  circuit: `circuit-${id}/circuit.json`,
  program: PROGRAM,
});

/** @param {Uint8Array} bytes */
export const hexOf = (bytes) => Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');

/** @param {string} digits @returns {Uint8Array} */
export const bytesOf = (digits) => Uint8Array.from(digits.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16));
