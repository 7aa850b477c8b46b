/** What the benchmark before this one published, quoted, and which row of its replica each figure is held against. */

import { AFTER, BEFORE, SIMD } from '../measure/previous-benchmark.mjs';
import { JS } from '../models/js.mjs';
import { JS_CONSTANTS } from '../models/replica.mjs';

/** Of a row that was measured where V8 interpreted the JavaScript around it. */
export const INTERPRETED = 'interpreted';

/**
 * @typedef {readonly [model: string, kernel: string, tier?: typeof INTERPRETED]} RowName of the first engine, or of the
 *   one that interprets JavaScript
 */

/**
 * @typedef {object} Figure
 * @property {string} id
 * @property {readonly number[]} published ns: the average, and the median where it gave one. Of 1,000,000 cases it gave
 *   ms, which are as many ns of a case
 * @property {string} of what it said that it was of
 * @property {string} cause
 * @property {RowName} made the row of the replica that was measured in the same way
 * @property {RowName} work the row of what it was called
 */

/**
 * @param {string} id
 * @param {readonly number[]} published
 * @param {string} of
 * @param {string} cause
 * @param {RowName} made
 * @param {RowName} work
 * @returns {Figure}
 */
const figure = (id, published, of, cause, made, work) => ({ id, published, of, cause, made, work });

const IN_CALLS = 'a pair of readings around each call, and in it two conversions into the field beside the product';
const CLOCK_OF_CALL = 'the pair of readings around the call, with one instruction between them';
const NO_MODULUS = 'a product of two constants without a modulus, with a pair of readings around each';
const ONE_LIMB = ', where the compiler knew that each number has one limb';

/** @type {readonly Figure[]} */
export const FIGURES = Object.freeze([
  figure(
    'multi3-before',
    [266.31, 220.72],
    '1,000,000 cases, multi3, ark-ff 0.4',
    'a pair of clock readings around each product',
    ['clocked', BEFORE],
    ['stream', BEFORE],
  ),
  figure(
    'simd-before',
    [76.97, 75.93],
    '1,000,000 cases, “simd”, ark-ff 0.4',
    'the clock: between its readings is one instruction, on two 64-bit numbers',
    ['clocked', 'i64x2-mul'],
    ['unclocked', 'i64x2-mul'],
  ),
  figure(
    'multi3-after',
    [85.38, 83.03],
    '1,000,000 cases, multi3, with the mitigation',
    'the clock: the compiler had moved the product out from between its readings',
    ['clocked', 'multi3-moved'],
    ['stream', AFTER],
  ),
  figure(
    'simd-after',
    [90.08, 77.88],
    '1,000,000 cases, “simd”, with the mitigation',
    'the clock again: the mitigation changes nothing in this row',
    ['clocked', 'i64x2-mul'],
    ['unclocked', 'i64x2-mul'],
  ),
  figure(
    'call-before',
    [416],
    'a call of multi3 without IO, ark-ff 0.4',
    IN_CALLS + ONE_LIMB,
    ['clocked-call', 'multi3-converted'],
    ['call', BEFORE],
  ),
  figure(
    'call-io-before',
    [427],
    'a call of multi3 with IO, ark-ff 0.4',
    IN_CALLS + ONE_LIMB,
    ['clocked-call-io', 'multi3-converted'],
    ['call-io', BEFORE],
  ),
  figure(
    'simd-call-before',
    [60],
    'a call of “simd” without IO, ark-ff 0.4',
    CLOCK_OF_CALL,
    ['clocked-call', 'i64x2-mul'],
    ['call', SIMD],
  ),
  figure(
    'simd-call-io-before',
    [310],
    'a call of “simd” with IO, ark-ff 0.4',
    'JavaScript that is interpreted: the same code as below, and its time where V8 compiles none of it',
    ['clocked-call-io', 'i64x2-mul', INTERPRETED],
    ['call-io', SIMD],
  ),
  figure(
    'js-before',
    [477],
    'js, ark-ff 0.4',
    'JavaScript that is interpreted: the same code as below, and its time where V8 compiles none of it',
    ['clocked-call', JS_CONSTANTS, INTERPRETED],
    ['call', JS],
  ),
  figure(
    'call-after',
    [520],
    'a call of multi3 without IO, with the mitigation',
    IN_CALLS,
    ['clocked-call', 'multi3-mitigated-converted'],
    ['call', AFTER],
  ),
  figure(
    'call-io-after',
    [518],
    'a call of multi3 with IO, with the mitigation',
    IN_CALLS,
    ['clocked-call-io', 'multi3-mitigated-converted'],
    ['call-io', AFTER],
  ),
  figure(
    'simd-call-after',
    [64],
    'a call of “simd” without IO, with the mitigation',
    CLOCK_OF_CALL,
    ['clocked-call', 'i64x2-mul'],
    ['call', SIMD],
  ),
  figure(
    'simd-call-io-after',
    [85],
    'a call of “simd” with IO, with the mitigation',
    'operands on their way in, and the pair of readings',
    ['clocked-call-io', 'i64x2-mul'],
    ['call-io', SIMD],
  ),
  figure('js-after', [119], 'js, with the mitigation', NO_MODULUS, ['clocked-call', JS_CONSTANTS], ['call', JS]),
]);

/** @param {string} id @returns {Figure} */
export function published(id) {
  const found = FIGURES.find((one) => one.id === id);
  if (!found) throw new RangeError(`id: there is no figure "${id}"`);
  return found;
}
