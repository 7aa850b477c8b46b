/** A kernel that was not verified is not timed: this is the verification. */

import { edgeValues, orderedPairs } from './vectors.mjs';

/** Batch lengths around the lane and slot counts, where shares of n are uneven. */
const BATCH_LENGTHS = [1, 2, 3, 127, 128, 129, 1000];

/** @param {Uint8Array} x @param {Uint8Array} y */
export function sameBytes(x, y) {
  return x.length === y.length && x.every((byte, i) => byte === y[i]);
}

/**
 * A checker of kernels against BigInt: all ordered pairs of edge values through one product,
 * the conversion there and back, and the checksums of short batches (which fill both lanes).
 * The expected values are computed once and serve every kernel.
 *
 * @param {import('../field.mjs').Field} field
 * @param {bigint} seed of the short batches
 * @returns {(exports: import('./tasks.mjs').ModuleExports, kernel: string, lanes: number) => void}
 *   throws an Error that says which product is wrong
 */
export function createVerifier(field, seed) {
  const values = edgeValues(field);
  const pairs = orderedPairs(field, values);
  /** @param {Uint8Array} bytes */
  const hex = (bytes) => `0x${field.fromBytes(bytes).toString(16)}`;

  return (exports, kernel, lanes) => {
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
      for (const [model, got, expected] of /** @type {[string, Uint8Array, bigint][]} */ ([
        ['chain', exports.chain(kernel, seed, n), field.chain(seed, n, lanes)],
        ['stream', exports.stream(kernel, seed, n), field.stream(seed, n)],
      ])) {
        if (field.fromBytes(got) !== expected) {
          throw new Error(`WRONG PRODUCT: ${model} of ${n} with seed ${seed} gave ${hex(got)}, not 0x${expected.toString(16)}`);
        }
      }
    }
  };
}
