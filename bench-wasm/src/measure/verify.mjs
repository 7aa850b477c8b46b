/** A kernel that was not verified is not timed: this is the verification. */

import { OPERATIONS } from '../oracle/field.mjs';
import { edgeValues, orderedPairs } from './vectors.mjs';

/** @typedef {import('../oracle/field.mjs').Operation} Operation */

/** Batch lengths around the lane and slot counts, where shares of n are uneven. */
const BATCH_LENGTHS = [1, 2, 3, 127, 128, 129, 1000];

/** @param {Uint8Array} x @param {Uint8Array} y */
export function sameBytes(x, y) {
  return x.length === y.length && x.every((byte, i) => byte === y[i]);
}

/**
 * A checker of kernels against BigInt. For the models of the product: all ordered pairs of edge
 * values through one product, the conversion there and back, and the checksums of short batches
 * (which fill both lanes). For another operation: the checksums of its short batches. The expected
 * values are computed once and serve every kernel.
 *
 * @param {import('../oracle/field.mjs').Field} field
 * @param {bigint} seed of the short batches
 * @returns {(exports: import('./tasks.mjs').ModuleExports, kernel: string, lanes: number, operation?: Operation | null)
 *   => void}
 *   null, the default, is the product; throws an Error that says what is wrong
 */
export function createVerifier(field, seed) {
  const values = edgeValues(field);
  const pairs = orderedPairs(field, values);
  /** @type {Map<string, bigint>} */
  const known = new Map();
  /** @param {Uint8Array} bytes */
  const hex = (bytes) => `0x${field.fromBytes(bytes).toString(16)}`;

  /** @param {string} batch @param {Uint8Array} got @param {() => bigint} compute */
  const check = (batch, got, compute) => {
    const expected = known.get(batch) ?? compute();
    known.set(batch, expected);
    if (field.fromBytes(got) === expected) return;
    throw new Error(`WRONG PRODUCT: ${batch} with seed ${seed} gave ${hex(got)}, not 0x${expected.toString(16)}`);
  };

  return (exports, kernel, lanes, operation = null) => {
    if (operation !== null) {
      for (const length of BATCH_LENGTHS) {
        const n = length * OPERATIONS[operation].counts;
        check(`${operation} of ${n}`, exports.stream_of(kernel, operation, seed, n), () =>
          field.streamOf(operation, seed, n),
        );
      }
      return;
    }
    const multiplier = new exports.Multiplier(kernel);
    try {
      for (const { a, b, product } of pairs) {
        const got = multiplier.mul(a, b);
        if (!sameBytes(got, product)) {
          throw new Error(`WRONG PRODUCT: ${hex(a)} * ${hex(b)} gave ${hex(got)}, not ${hex(product)}`);
        }
      }
      for (const value of values) {
        const bytes = field.toBytes(value);
        const got = multiplier.convert(bytes);
        if (!sameBytes(got, bytes)) {
          throw new Error(`WRONG CONVERSION: ${hex(bytes)} came back as ${hex(got)}`);
        }
      }
    } finally {
      multiplier.free();
    }
    for (const n of BATCH_LENGTHS) {
      const inLanes = lanes === 1 ? '' : ` in ${lanes} lanes`;
      check(`chain of ${n}${inLanes}`, exports.chain(kernel, seed, n), () => field.chain(seed, n, lanes));
      check(`stream of ${n}`, exports.stream(kernel, seed, n), () => field.stream(seed, n));
    }
  };
}
