import { STREAM_SLOTS } from '../oracle/field.mjs';
import { inverse, inversionModel } from './inversion.mjs';

export const invert = inversionModel({
  id: 'invert',
  title: 'inversions, one at a time',
  meaning:
    'n inversions inside wasm over arrays, a = 1/(a - b), each by itself: by arkworks’ own, by this project’s, in a ' +
    'kernel of two lanes one for both and three products, and on BigInt by Euclid’s algorithm.',
  gist: 'inversions, one at a time',
  run: (exports, kernel, seed, n) => exports.invert(kernel, seed, n),
  // Of some microseconds each.
  perCase: 1 / 64,
  slots: STREAM_SLOTS,
  pass([a, b], n, p) {
    for (let i = 0; i < n; i++) {
      const difference = a[i] - b[i];
      a[i] = inverse(difference < 0n ? difference + p : difference, p);
    }
  },
});
