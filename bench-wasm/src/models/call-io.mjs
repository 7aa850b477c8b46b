import { CALLS_NS, callModel, operandsOf } from './calls.mjs';
import { difference } from './difference.mjs';

/** Each product is of the last and a factor. */
const LOOP = `(multiplier, bytes, factor, n) => {
  for (let i = 0; i < n; i++) bytes = multiplier.mul(bytes, factor);
  return bytes;
}`;

export const callIo = callModel({
  id: 'call-io',
  title: 'one call a product, with IO',
  meaning:
    'One exported call a product; both operands come from JS as canonical 32-byte values and the product goes back: ' +
    'what a JS caller pays.',
  short: 'IO',

  async task(context) {
    const { field, exports, kernel, compile } = context;
    const [a, b] = operandsOf(context);
    const multiplier = new exports.Multiplier(kernel);
    const loop = await compile(LOOP);
    const factor = field.toBytes(b);
    let product = field.toBytes(a);
    return {
      unit: 1,
      shortestNs: CALLS_NS,
      prepare() {
        product = field.toBytes(a);
      },
      run(n) {
        product = loop(multiplier, product, factor, n);
      },
      check: (n) => difference(field, product, field.mul(a, field.pow(b, BigInt(n)))),
    };
  },
});
