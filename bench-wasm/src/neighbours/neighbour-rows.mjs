/** The products of other projects that are measured beside this project's, and how each is called. */

import { namedBuilds } from '../emit/named-builds.mjs';

/**
 * Where elements lie in the memory of a module whose product takes pointers: `limbs` of `bits` bits, in words of
 * `word` bytes, and the next element begins `stride` bytes further on. R is 2^(limbs·bits).
 *
 * @typedef {{ limbs: number, bits: number, word: 4 | 8, stride: number }} Layout
 */

/**
 * @typedef {object} Pointers
 * @property {string} product the name of the function that the module exports
 * @property {'first' | 'last'} result which of its three pointers is the one to the result
 * @property {Layout} layout
 * @property {number} [pages] of the memory that it imports, where it does not bring its own
 * @property {[name: string, ...args: number[]][]} [start] calls before all others, which give 0 or nothing
 */

/**
 * @typedef {object} Neighbour
 * @property {string} id
 * @property {'crate' | 'pointers' | 'script' | 'native'} runs a crate, compiled here in the loops of this project's
 *   kernels, natively too; a module whose product takes pointers, with such loops added to it; JavaScript; or code for
 *   processors alone
 * @property {string} package of the registry that it comes from
 * @property {'dropin' | 'internal'} form
 * @property {string} field that it computes in
 * @property {string} limbs
 * @property {number} radixBits log2 of R, 0 where elements are plain integers
 * @property {true} [assembly] whether it is that, natively, and nothing else
 * @property {string} summary whose it is, and how it is called
 * @property {Pointers} [pointers]
 */

/** The models that they are timed in. */
export const LOOPS = /** @type {const} */ (['chain', 'stream']);
/** @typedef {typeof LOOPS[number]} LoopId */

/**
 * @typedef {object} Product of two elements, as canonical bytes
 * @property {(a: Uint8Array, b: Uint8Array) => Uint8Array} mul
 * @property {(a: Uint8Array) => Uint8Array} convert into the neighbour's format and back
 * @property {(model: LoopId, seed: bigint) => import('../emit/interface.mjs').Batch} batch
 */

/** 4x64 Montgomery residues, canonical: what arkworks has, too. */
const DROPIN = /** @type {const} */ ({ form: 'dropin', field: 'fq', limbs: '4x64', radixBits: 256 });
/** Said of modules with added loops. */
const ADDED = 'its published module, called by a wasm loop that is added to it';

/** @type {readonly Neighbour[]} in the order of the tables */
export const NEIGHBOURS = Object.freeze([
  {
    ...{ id: 'crypto-bigint', package: 'crypto-bigint', runs: 'crate', ...DROPIN },
    summary: 'ConstMontyForm of the crate crypto-bigint, compiled into the loops of the kernels',
  },
  {
    ...{ id: 'halo2curves', package: 'halo2curves', runs: 'crate', ...DROPIN },
    summary: 'bn256::Fq of the crate halo2curves, compiled into the loops of the kernels',
  },
  {
    ...{ id: 'ruint', package: 'ruint', runs: 'crate', ...DROPIN },
    summary: 'mul_redc of the crate ruint, compiled into the loops of the kernels',
  },
  {
    ...{ id: 'wasmcurves', package: 'wasmcurves', runs: 'pointers', ...DROPIN },
    summary: `f1m_mul of wasmcurves, which ffjavascript and snarkjs compute with: ${ADDED}`,
    pointers: {
      product: 'f1m_mul',
      result: 'last',
      layout: { limbs: 4, bits: 64, word: 8, stride: 32 },
      // As ffjavascript has it.
      pages: 25,
    },
  },
  {
    ...{ id: 'mcl-wasm', package: 'mcl-wasm', runs: 'pointers', ...DROPIN },
    summary: `mclBnFp_mul of mcl-wasm on its curve BN_SNARK1: ${ADDED}`,
    pointers: {
      product: 'mclBnFp_mul',
      result: 'first',
      // It is compiled for fields of up to six words.
      layout: { limbs: 4, bits: 64, word: 8, stride: 48 },
      pages: 32,
      // As its own script does, with BN_SNARK1 and what its constants.js has as MCLBN_COMPILED_TIME_VAR.
      start: [['__wasm_call_ctors'], ['mclBn_init', 4, 46]],
    },
  },
  {
    ...{ id: 'noble-curves', package: '@noble/curves', runs: 'script', field: 'fq' },
    ...{ form: 'internal', limbs: '', radixBits: 0 },
    summary: 'Fp.mul of the bn254 of @noble/curves, on BigInt',
  },
  {
    ...{ id: 'gnark-crypto', package: 'github.com/consensys/gnark-crypto', runs: 'native', ...DROPIN },
    summary: 'ecc/bn254/fp of gnark-crypto, in a program of Go with the loops of the kernels',
  },
  {
    ...{ id: 'montgomery', package: 'montgomery', runs: 'pointers', field: 'bls12-381-fq' },
    ...{ form: 'internal', limbs: '13x30', radixBits: 390 },
    summary: `multiply of montgomery, the field of BLS12-381 alone: ${ADDED}`,
    pointers: { product: 'multiply', result: 'first', layout: { limbs: 13, bits: 30, word: 4, stride: 52 } },
  },
  {
    ...{ id: 'blst', package: 'blst', runs: 'pointers', field: 'bls12-381-fq' },
    ...{ form: 'dropin', limbs: '6x64', radixBits: 384, assembly: true },
    summary:
      'blst_fp_mul of blst: natively its assembly in the loops of an arkworks field, in wasm its C by added loops',
    // Its words are twelve of 32 bits, which is the same memory.
    pointers: { product: 'blst_fp_mul', result: 'first', layout: { limbs: 6, bits: 64, word: 8, stride: 48 } },
  },
]);

/** @param {Neighbour} neighbour @returns {string} what to say where it does not run */
export const whereRuns = ({ id, runs, assembly }) => {
  if (assembly) return `${id} is for engines that run JavaScript, and natively assembly, for the engine native-asm`;
  if (runs === 'native') return `${id} is for the engines native and native-asm`;
  return `${id} is published for engines that run JavaScript`;
};

/** Those that multiply what the kernels do. */
export const NEIGHBOUR_IDS = Object.freeze(NEIGHBOURS.flatMap(({ id, field }) => (field === 'fq' ? [id] : [])));

export const { buildOf, isOne: isNeighbour, rowOf: neighbourOf } = namedBuilds('neighbour', NEIGHBOURS);

/** @param {Neighbour} neighbour @returns {string} in pkg/, its wasm module, or its script for a page */
export const fileOf = ({ id, runs }) =>
  runs === 'crate' ? 'neighbours/neighbours.wasm' : `${buildOf(id)}/${id}.${runs === 'script' ? 'mjs' : 'wasm'}`;
