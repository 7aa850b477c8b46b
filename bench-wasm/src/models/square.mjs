import { STREAM_SLOTS, power } from '../oracle/field.mjs';
import { AS_A_PRODUCT, operationModel } from './operation.mjs';
import { OPERATION } from './units.mjs';

export const square = operationModel({
  id: 'square',
  title: 'independent squarings',
  meaning: 'n squarings over an array inside wasm, in the kernel’s own format.',
  result: 'square',
  unit: OPERATION,
  perCase: AS_A_PRODUCT,
  slots: STREAM_SLOTS,
  values: 1,
  counts: 1,
  // a^(2^k). The exponent is reduced by Fermat, which holds for units only.
  last: (field, [a], k) => (a === 0n ? 0n : field.pow(a, power(2n, k, field.p - 1n))),
  pass([a], n, p) {
    for (let i = 0; i < n; i++) a[i] = (a[i] * a[i]) % p;
  },
});
