import { bigintModel } from './bigint-calls.mjs';
import { WORDS } from './words.mjs';

export const callBigint = bigintModel({
  id: 'call-bigint',
  title: 'one call a product, BigInt in and out',
  meaning:
    'One exported call a product of two BigInts, which go into wasm memory as 64-bit words, and whose product comes ' +
    'back as a BigInt: what a JS program pays whose numbers are BigInts.',
  short: 'BigInt',
  montgomery: true,
  size: 1,
  way: WORDS,
});
