/** The product of @noble/curves: a function of two BigInts, in loops of JavaScript. */

import { bn254 } from '#neighbours/noble-bn254';
import { FQ, STREAM_SLOTS } from '../oracle/field.mjs';

/** @typedef {import('./neighbour-rows.mjs').Product} Product */

const { Fp } = bn254.fields;

/** Products of one call of a loop: an engine optimises a function that is called often as a whole. */
const STRIDE = 128;

/** @param {bigint[]} last the two newest values of the chain; advanced @param {number} n */
function chain(last, n) {
  let [x, y] = last;
  for (let i = 0; i < n; i++) {
    const z = Fp.mul(y, x);
    x = y;
    y = z;
  }
  last[0] = x;
  last[1] = y;
}

/** @param {bigint[]} a the first n of which change @param {bigint[]} b @param {number} n */
function pass(a, b, n) {
  for (let i = 0; i < n; i++) a[i] = Fp.mul(a[i], b[i]);
}

/** @type {Product} */
export const noble = {
  mul: (a, b) => FQ.toBytes(Fp.mul(FQ.fromBytes(a), FQ.fromBytes(b))),
  convert: (a) => FQ.toBytes(Fp.create(FQ.fromBytes(a))),
  batch(model, seed) {
    if (model === 'chain') {
      const [operands] = FQ.operands(seed, 1, 2);
      return (n) => {
        const last = [...operands];
        for (let done = 0; done < n; done += STRIDE) chain(last, Math.min(STRIDE, n - done));
        return () => FQ.toBytes(FQ.fold([last[1]]));
      };
    }
    const operands = FQ.operands(seed, STREAM_SLOTS, 2);
    return (n) => {
      const [a, b] = [0, 1].map((i) => operands.map((slot) => slot[i]));
      for (let left = n; left > 0; left -= STREAM_SLOTS) pass(a, b, Math.min(STREAM_SLOTS, left));
      return () => FQ.toBytes(FQ.fold(a));
    };
  },
};
