import { STREAM_SLOTS } from '../oracle/field.mjs';
import { AS_A_SUM, operationModel } from './operation.mjs';
import { OPERATION } from './units.mjs';

export const sub = operationModel({
  id: 'sub',
  title: 'independent subtractions',
  meaning: 'n subtractions over arrays inside wasm, in the kernel’s own format.',
  result: 'difference',
  unit: OPERATION,
  perCase: AS_A_SUM,
  slots: STREAM_SLOTS,
  values: 2,
  counts: 1,
  last: ({ p }, [a, b], k) => (a + (p - b) * k) % p,
  pass([a, b], n, p) {
    for (let i = 0; i < n; i++) {
      const difference = a[i] - b[i];
      a[i] = difference < 0n ? difference + p : difference;
    }
  },
});
