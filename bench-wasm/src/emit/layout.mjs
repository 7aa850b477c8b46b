/**
 * Where things are in the memory of an emitted module; shared by those who write the module and
 * those who run it.
 */

import { STREAM_SLOTS } from '../oracle/field.mjs';

/** Constants, from address 0. */
export const POOL = 0;
/** What one stage of an overlapped loop leaves for the next. */
export const SCRATCH = 10240;
/** Values for which no register is left. */
export const SPILLED = 11776;
/** The arrays of `stream`: all of a, then all of b, element after element. Free memory follows. */
export const ARRAYS = 16384;

/**
 * How a kernel keeps elements in memory.
 *
 * @typedef {object} Format
 * @property {string} limbs count x bits
 * @property {number} lanes field elements side by side in one packed element
 * @property {number} radixBits log2 of R: an element x is kept as x·R mod p
 * @property {number} bytes of a packed element
 * @property {(view: DataView, at: number, residues: bigint[], p: bigint) => void} write one residue a lane, 0 .. p-1;
 *   the first stands in lanes for which there is none
 * @property {(view: DataView, at: number, count: number) => bigint[]} read of so many lanes an integer each, congruent
 *   to the residue
 */

/** @param {Format} format @returns {number} packed elements in each array of `stream` */
export function slots({ lanes }) {
  return STREAM_SLOTS / lanes;
}
