/** What the tables say of the emitted kernels. Needs no wasmati: engines load it. */

import { FORMAT as LIMBS_29 } from './radix29.mjs';
import { FORMAT as BALANCED_51 } from './radix51.mjs';

/**
 * @typedef {object} EmittedRow
 * @property {'mul' | 'add'} operation
 * @property {import('./layout.mjs').Format} format
 * @property {string} summary
 * @property {string} source
 */

/** @satisfies {Record<string, EmittedRow>} */
export const ROWS = {
  'fma-pair-emitted': {
    operation: /** @type {const} */ ('mul'),
    format: BALANCED_51,
    summary: 'two products in f64 lanes by FMA, instructions in the order of the columns, reduction between the products of the next pair',
    source: 'Emmart, Zheng, Weems 2018 (products by FMA)',
  },
  'limbs29-emitted': {
    operation: /** @type {const} */ ('mul'),
    format: LIMBS_29,
    summary: 'scalar 9x29, reduction by 2^-29 mod p, instructions in the order of the columns',
    source: 'Barretenberg (reduction)',
  },
  'add29-emitted': {
    operation: /** @type {const} */ ('add'),
    format: LIMBS_29,
    summary: 'canonical addition of 9x29 limbs without a branch',
    source: 'textbook',
  },
};

/** @typedef {keyof typeof ROWS} EmittedId */

/**
 * The file of a kernel's module in bench-wasm/pkg/emitted/.
 *
 * @param {EmittedId} id
 * @param {string} field the field's id
 * @param {number} v8 the major version of the engine's V8, Infinity for another engine
 */
export function fileName(id, field, v8) {
  // TurboFan up to V8 11 orders instructions anew, and keeps too many values where the stages are
  // mixed finely.
  return `${id}.${field}${id === 'fma-pair-emitted' && v8 <= 11 ? '.v8-11' : ''}.wasm`;
}
