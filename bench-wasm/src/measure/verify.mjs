/** A kernel that was not verified is not timed: this is the verification. */

import { sameBytes } from '../oracle/field.mjs';
import { MODELS } from '../models/index.mjs';
import { batchOf } from '../models/loop.mjs';
import { edgeValues, orderedPairs } from '../oracle/vectors.mjs';

/** @typedef {import('../models/model.mjs').ModuleExports} ModuleExports */

/** Batch lengths around the lane and slot counts, where shares of n are uneven. */
const BATCH_LENGTHS = [1, 2, 3, 127, 128, 129, 1000];

/**
 * A checker of kernels against BigInt. Of each operation: the checksums of short batches (which fill both lanes) of
 * every model that loops over it. Of the product also all ordered pairs of edge values, a call each, and the conversion
 * there and back. The expected values are computed once and serve every kernel.
 *
 * @param {import('../oracle/field.mjs').Field} field
 * @param {bigint} seed of the short batches
 * @returns {(exports: ModuleExports, kernel: string, lanes: number, operation?: string) => void} throws an Error that
 *   says what is wrong
 */
export function createVerifier(field, seed) {
  const values = edgeValues(field);
  const pairs = orderedPairs(field, values);
  /** @type {Map<string, bigint>} */
  const known = new Map();
  /** @param {Uint8Array} bytes */
  const hex = (bytes) => `0x${field.fromBytes(bytes).toString(16)}`;

  /** @param {ModuleExports} exports @param {string} kernel */
  const verifyCalls = (exports, kernel) => {
    const multiplier = new exports.Multiplier(kernel);
    try {
      for (const { a, b, product } of pairs) {
        const got = multiplier.mul(a, b);
        if (sameBytes(got, product)) continue;
        throw new Error(`WRONG PRODUCT: ${hex(a)} * ${hex(b)} gave ${hex(got)}, not ${hex(product)}`);
      }
      for (const value of values) {
        const bytes = field.toBytes(value);
        const got = multiplier.convert(bytes);
        if (!sameBytes(got, bytes)) throw new Error(`WRONG CONVERSION: ${hex(bytes)} came back as ${hex(got)}`);
      }
    } finally {
      multiplier.free();
    }
  };

  return (exports, kernel, lanes, operation = 'product') => {
    if (operation === 'product') verifyCalls(exports, kernel);
    const has = (/** @type {string} */ id) => !('batch' in exports) || (exports.loops?.includes(id) ?? true);
    const models = MODELS.flatMap((model) =>
      model.operation === operation && model.loop && has(model.id) ? [{ ...model, loop: model.loop }] : [],
    );
    for (const length of BATCH_LENGTHS) {
      for (const model of models) {
        const { id, result, loop } = model;
        const n = length * loop.counts;
        const key = `${id} ${n} ${lanes}`;
        const expected = known.get(key) ?? loop.closedForm(field, seed, n, lanes);
        known.set(key, expected);
        const got = batchOf(model, exports, kernel, seed)(n)();
        if (field.fromBytes(got) === expected) continue;
        const batch = `${id} of ${n}${lanes === 1 ? '' : ` in ${lanes} lanes`} with seed ${seed}`;
        throw new Error(`WRONG ${result.toUpperCase()}: ${batch} gave ${hex(got)}, not 0x${expected.toString(16)}`);
      }
    }
  };
}
