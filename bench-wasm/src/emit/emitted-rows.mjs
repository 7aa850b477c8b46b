/** What the tables say of the emitted kernels. Needs no wasmati: engines load it. */

import { FIELDS, FQ, PALLAS } from '../oracle/field.mjs';
import { FORMAT as PAIRS_14, FORMAT_OF_SIX_WORDS as PAIRS_14_OF_SIX_WORDS } from './radix14.mjs';
import { FORMAT as LIMBS_29 } from './radix29.mjs';
import { FORMAT as BALANCED_48 } from './radix48.mjs';
import { FORMAT as BALANCED_51, SPARSE_FORMAT, isSparse } from './radix51.mjs';
import { FORMAT as WORDS_64 } from './radix64.mjs';

/** @typedef {import('../oracle/field.mjs').Field} Field */
/** @typedef {import('./interface.mjs').KernelRow} KernelRow */

/** Of the kernels in bench-wasm/pkg/emitted/. */
export const EMITTED = 'emitted';

/**
 * Their loops are all that is in a module: operands are made and results read in BigInt, and a call
 * with IO would measure that.
 *
 * @type {string[]}
 */
const PRODUCTS = ['chain', 'stream'];

const ADDITION = {
  format: LIMBS_29,
  models: ['add'],
  summary: 'canonical addition of 9x29 limbs without a branch',
  source: 'textbook',
};

/**
 * @typedef {object} EmittedRow
 * @property {Field} field that its module is for
 * @property {import('./layout.mjs').Format} format
 * @property {import('./layout.mjs').Format} [sixWords] of one that is written for other fields, too: its format in
 *   those of six words
 * @property {import('./layout.mjs').Format} [sparse] and for primes that are 2^254 and a small number
 * @property {string[]} models
 * @property {'simd128' | 'relaxed-simd' | 'wide-arithmetic'} [needs] of the engine; relaxed-simd has to be fused
 * @property {string} summary
 * @property {string} source
 */

/** @satisfies {Record<string, EmittedRow>} */
export const ROWS = {
  'fma-pair-emitted': {
    field: FQ,
    format: BALANCED_51,
    sixWords: BALANCED_48,
    sparse: SPARSE_FORMAT,
    models: PRODUCTS,
    needs: 'relaxed-simd',
    summary:
      'two products in f64 lanes by FMA, instructions in the order of the columns, reduction between the ' +
      'products of the next pair',
    source: 'Emmart, Zheng, Weems 2018 (products by FMA)',
  },
  'dot14-emitted': {
    field: FQ,
    format: PAIRS_14,
    sixWords: PAIRS_14_OF_SIX_WORDS,
    models: PRODUCTS,
    needs: 'simd128',
    summary: 'four products in lanes of 32 bits, two products of 14 bits by one i32x4.dot_i16x8_s',
    source: 'Barretenberg (reduction)',
  },
  'limbs29-emitted': {
    field: FQ,
    format: LIMBS_29,
    models: PRODUCTS,
    summary: 'scalar 9x29, reduction by 2^-29 mod p, instructions in the order of the columns',
    source: 'Barretenberg (reduction)',
  },
  'wide-emitted': {
    field: FQ,
    format: WORDS_64,
    models: PRODUCTS,
    needs: 'wide-arithmetic',
    summary: 'wide-lazy, instructions row by row in the order of the words',
    source: 'Barretenberg (reduction), gnark-crypto (no carry out of a row)',
  },
  'add29-emitted': { field: FQ, ...ADDITION },
  'add29-emitted-pallas': { field: PALLAS, ...ADDITION },
};

/** @typedef {keyof typeof ROWS} EmittedId */

export const EMITTED_IDS = /** @type {EmittedId[]} */ (Object.keys(ROWS));

/** @param {string} id of any kernel @returns {EmittedRow['needs']} */
export const needsOf = (id) => /** @type {Record<string, EmittedRow>} */ (ROWS)[id]?.needs;

/** The kernels that are written for other fields, too. */
export const IN_FIELDS = Object.freeze(EMITTED_IDS.filter((id) => 'sixWords' in ROWS[id]));
/** Primes below 2^255, and those of six words. */
export const OTHER_FIELDS = Object.freeze(
  FIELDS.filter((field) => field !== FQ && (field.p < 2n ** 255n || field.words === 6)),
);

/** @param {EmittedId} id @returns {Field[]} that there is a module for, that of its row first */
export const fieldsOf = (id) => [ROWS[id].field, ...(IN_FIELDS.includes(id) ? OTHER_FIELDS : [])];

/** @param {EmittedId} id @param {Field} [field] @returns {import('./layout.mjs').Format} */
export function formatIn(id, field = ROWS[id].field) {
  /** @type {EmittedRow} */
  const { format, sixWords = format, sparse = format } = ROWS[id];
  return field.words === 6 ? sixWords : isSparse(field.p) ? sparse : format;
}

/** The file of a kernel's module in bench-wasm/pkg/emitted/. @param {EmittedId} id @param {Field} [field] */
export const fileName = (id, field = ROWS[id].field) =>
  field === ROWS[id].field ? `${id}.wasm` : `${id}-in-${field.id}.wasm`;

/** @param {string} build @returns {boolean} whether it is of these kernels, in whatever field */
export const isEmitted = (build) => build === EMITTED || build.startsWith(`${EMITTED}-in-`);

/** @param {EmittedId} id @param {Field} [field] @returns {KernelRow} */
export function kernelRow(id, field = ROWS[id].field) {
  const { lanes, limbs, radixBits } = formatIn(id, field);
  const { models, summary, source } = ROWS[id];
  return {
    id,
    form: 'internal',
    lanes,
    limbs,
    radixBits,
    build: EMITTED,
    available: true,
    field: field.id,
    models,
    summary,
    source,
  };
}
