import { CALLS_NS, callModel, operandsOf } from './calls.mjs';
import { difference } from './difference.mjs';

export const call = callModel({
  id: 'call',
  title: 'one call a product, no IO',
  meaning: 'One exported call a product; the operands are already inside wasm.',
  short: 'no IO',
  floor: true,
  bigint: true,

  async task(context) {
    const { field, exports, kernel, compile } = context;
    const [a, b] = operandsOf(context);
    const multiplier = new exports.Multiplier(kernel);
    const loop = await compile('(multiplier, n) => { for (let i = 0; i < n; i++) multiplier.step(); }');
    return {
      unit: 1,
      shortestNs: CALLS_NS,
      prepare: () => multiplier.set(field.toBytes(a), field.toBytes(b)),
      run: (n) => loop(multiplier, n),
      check: (n) => difference(field, multiplier.product(), field.mul(a, field.pow(b, BigInt(n)))),
    };
  },
});
