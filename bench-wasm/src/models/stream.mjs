import { STREAM_SLOTS } from '../oracle/field.mjs';
import { BOTH } from './controls.mjs';
import { loopModel } from './loop.mjs';
import { overSlots } from './slots.mjs';

export const stream = loopModel({
  id: 'stream',
  group: 'batches',
  title: 'independent products, throughput',
  meaning: 'n products over arrays inside wasm, none of which needs another.',
  gist: 'independent products, throughput',
  controls: BOTH,
  loop: {
    perCase: 1,
    run: (exports, kernel, seed, n) => exports.stream(kernel, seed, n),
    ...overSlots({
      slots: STREAM_SLOTS,
      values: 2,
      counts: 1,
      // a = a·b, k times.
      last: (field, [a, b], k) => field.mul(a, field.pow(b, k)),
      pass([a, b], n, p) {
        for (let i = 0; i < n; i++) a[i] = (a[i] * b[i]) % p;
      },
    }),
  },
});
