import { STREAM_SLOTS } from '../oracle/field.mjs';
import { AS_A_SUM, operationModel } from './operation.mjs';
import { OPERATION } from './units.mjs';

export const add = operationModel({
  id: 'add',
  title: 'independent additions',
  meaning:
    'n additions over arrays inside wasm, in the kernel’s own format; a row whose name ends in a field adds in that ' +
    'one.',
  result: 'sum',
  unit: OPERATION,
  perCase: AS_A_SUM,
  slots: STREAM_SLOTS,
  values: 2,
  counts: 1,
  last: ({ p }, [a, b], k) => (a + b * k) % p,
  pass([a, b], n, p) {
    for (let i = 0; i < n; i++) {
      const sum = a[i] + b[i];
      a[i] = sum >= p ? sum - p : sum;
    }
  },
});
