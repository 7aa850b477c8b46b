import { STREAM_SLOTS } from '../oracle/field.mjs';
import { AS_A_PRODUCT, operationModel } from './operation.mjs';
import { PRODUCT } from './units.mjs';

export const sop2 = operationModel({
  id: 'sop2',
  title: 'independent sums of two products',
  meaning:
    'n products inside wasm in sums of two, a·b + c·d, over arrays; the time of a sum is halved, so that it is a ' +
    'time per product.',
  result: 'sum of products',
  unit: PRODUCT,
  perCase: AS_A_PRODUCT,
  // Four arrays of half as many slots fill the memory that two fill in `stream`.
  slots: STREAM_SLOTS / 2,
  values: 4,
  counts: 2,
  // a = a·b + c·d, k times: a·b^k + c·d·(1 + b + ... + b^(k-1)).
  last(field, [a, b, c, d], k) {
    const { p } = field;
    const powered = field.pow(b, k);
    const series = b === 1n ? k % p : field.mul(powered + p - 1n, field.pow(b + p - 1n, p - 2n));
    return (a * powered + c * d * series) % p;
  },
  pass([a, b, c, d], n, p) {
    for (let i = 0; i < n; i++) a[i] = (a[i] * b[i] + c[i] * d[i]) % p;
  },
});
