/** The provers that are measured, and what is the same for all of them. */

import { namedBuilds } from '../emit/named-builds.mjs';
import { FR } from '../oracle/field.mjs';

/**
 * @typedef {object} ProverRow
 * @property {string} id
 * @property {string} source the package that proves
 * @property {string} summary
 * @property {'wasm' | 'native' | 'module' | 'package' | 'snarkjs'} runs `module`: that of the package in groth16/, by
 *   itself
 * @property {readonly ('product' | 'msm')[]} patches of this project that its arkworks has
 * @property {boolean} [kept] of snarkjs: whether its curve is kept from proof to proof
 * @property {keyof typeof CRATES} [arkworks] its version
 * @property {number} [threads] of the package and of snarkjs; as many as the machine has by default
 * @property {'fma' | 'scalar'} [module] of the package
 * @property {'baseline' | 'relaxed-simd'} [variant] the build whose instructions it has, by default `baseline`
 */

/** What the others are compared with. */
export const PUBLISHED = 'ark-0.6.0';

/** The crate of the workspace that proves by each arkworks. */
export const CRATES = Object.freeze({ '0.6.0': 'prover', '0.5.0': 'prover-0-5' });

const ARK_0_6 = /** @type {const} */ ({
  source: 'ark-groth16@0.6.0',
  arkworks: '0.6.0',
  runs: 'wasm',
  patches: [],
});
const ARK_0_5 = /** @type {const} */ ({ ...ARK_0_6, source: 'ark-groth16@0.5.0', arkworks: '0.5.0' });
const PRODUCT = /** @type {const} */ (['product']);
const PRODUCT_AND_MSM = /** @type {const} */ (['product', 'msm']);
const OURS = /** @type {const} */ ({ source: 'fqmul', runs: 'module', patches: [] });
const PACKAGE = /** @type {const} */ ({ source: 'fqmul', runs: 'package', patches: [] });
const SNARKJS = /** @type {const} */ ({ source: 'snarkjs@0.7.6', runs: 'snarkjs', patches: [], threads: 1 });

/** @type {readonly ProverRow[]} */
export const PROVERS = Object.freeze([
  { id: PUBLISHED, ...ARK_0_6, summary: 'ark-groth16 0.6, as published' },
  {
    ...{ id: 'ark-0.6.0-patched', ...ARK_0_6, patches: PRODUCT },
    summary: 'ark-groth16 0.6 on the patched ark-ff',
  },
  {
    ...{ id: 'ark-0.6.0-patched-msm', ...ARK_0_6, patches: PRODUCT_AND_MSM },
    summary: 'ark-groth16 0.6 on the patched ark-ff and ark-ec: the product and the MSM',
  },
  { id: 'ark-0.5.0', ...ARK_0_5, summary: 'ark-groth16 0.5, as published' },
  {
    ...{ id: 'ark-0.5.0-patched', ...ARK_0_5, patches: PRODUCT },
    summary: 'ark-groth16 0.5 on the patched ark-ff',
  },
  {
    ...{ id: 'ark-0.6.0-native', ...ARK_0_6, runs: 'native' },
    summary: 'ark-groth16 0.6 natively: a program beside the engine, asked by a line and answered by a line',
  },
  {
    ...{ id: 'ark-0.6.0-patched-msm-native', ...ARK_0_6, runs: 'native', patches: PRODUCT_AND_MSM },
    summary: 'the same on the patched ark-ff and ark-ec',
  },
  {
    ...{ id: 'batches-fma-pair', ...OURS, module: 'fma', variant: 'relaxed-simd' },
    summary: 'this project’s sums and transforms on fma-pair: the module of the package fqmul-groth16, on one thread',
  },
  {
    ...{ id: 'batches-limbs29', ...OURS, module: 'scalar' },
    summary: 'the same on limbs29',
  },
  {
    ...{ id: 'groth16', ...PACKAGE },
    summary: 'the package fqmul-groth16 as it is called, on all threads; it verifies each proof',
  },
  { id: 'groth16-1', ...PACKAGE, threads: 1, summary: 'the same on one thread, which is no thread of the page' },
  { id: 'groth16-2', ...PACKAGE, threads: 2, summary: 'the same on two threads' },
  {
    ...{ id: 'snarkjs', ...SNARKJS },
    summary: 'snarkjs on one thread, by its option: it makes its wasm module anew for each proof',
  },
  {
    ...{ id: 'snarkjs-kept', ...SNARKJS, kept: true },
    summary: 'snarkjs on one thread, with its module kept from proof to proof',
  },
  {
    ...{ id: 'snarkjs-threads', ...SNARKJS, threads: undefined },
    summary: 'snarkjs as it is called, on all threads',
  },
]);

export const { buildOf, isOne: isProver, rowOf: proverOf } = namedBuilds('prover', PROVERS);

/** @param {string} id of any row @returns {boolean} whether it takes all threads of the machine, where it can */
export const asksForThreads = (id) =>
  PROVERS.some((one) => one.id === id && ['package', 'snarkjs'].includes(one.runs) && one.threads === undefined);

/** The r and s of every proof of arkworks, as a prover draws them, but the same for all: so are the proofs. */
export const RANDOMNESS = Object.freeze(FR.operands(13n, 1, 2)[0].map((value) => FR.toBytes(value)));

/**
 * @typedef {object} Circuit what is known of a circuit and its witness
 * @property {string} id
 * @property {any} verifyingKey as snarkjs has it
 * @property {string[]} publicSignals
 * @property {Record<string, string>} expected bytes of each part of a proof, as hexadecimal digits
 */

/** @param {string} variant @returns {string} its wasm module in pkg/ */
export const moduleFile = (variant) => `${variant}/prover.wasm`;

/** @param {string} variant @returns {string} in pkg/, its program, which proves natively */
export const programFile = (variant) => `${variant}/prover`;

/** In pkg/, the package as it is packed. */
export const PROVER_PACKAGE = 'groth16';

/** @param {'fma' | 'simd' | 'scalar'} name @returns {string} a module of the package in pkg/ */
export const packageModule = (name) => `${PROVER_PACKAGE}-${name}/${name}.wasm`;

/** In pkg/, snarkjs for a page. */
export const SNARKJS_SCRIPT = 'snarkjs/snarkjs.mjs';

/**
 * @param {string} id of a circuit
 * @returns {Record<'key' | 'witness' | 'circuit', string>} its files in pkg/
 */
export const filesOf = (id) => ({
  key: `circuit-${id}/key.zkey`,
  witness: `circuit-${id}/witness.wtns`,
  circuit: `circuit-${id}/circuit.json`,
});

/** @param {Uint8Array} bytes */
export const hexOf = (bytes) => Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');

/** @param {string} digits @returns {Uint8Array} */
export const bytesOf = (digits) => Uint8Array.from(digits.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16));
