import { bigintModel } from './bigint-calls.mjs';
import { WORDS } from './words.mjs';

/** @param {number} size products of one call */
const batchOf = (size) =>
  bigintModel({
    id: `call-batch-${size}`,
    title: `one call for ${size} products, BigInt in and out`,
    meaning:
      `One exported call for ${size} independent products of two BigInts each, as in call-bigint, which is one of ` +
      'one; per product.',
    short: `batches of ${size}`,
    size,
    way: WORDS,
  });

export const callBatch02 = batchOf(2);
export const callBatch04 = batchOf(4);
export const callBatch08 = batchOf(8);
export const callBatch16 = batchOf(16);
export const callBatch32 = batchOf(32);
export const callBatch64 = batchOf(64);
