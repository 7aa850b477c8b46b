import { CALLS_NS, callModel, operandsOf } from './calls.mjs';
import { difference } from './difference.mjs';

const LOOP = `(multiplier, bytes, n) => {
  for (let i = 0; i < n; i++) bytes = multiplier.convert(bytes);
  return bytes;
}`;

export const convert = callModel({
  id: 'convert',
  title: 'bytes to residue and back',
  meaning:
    'Canonical bytes to the kernel’s own format and back, without a product: the part of call-io that is not the ' +
    'multiplication.',
  short: 'convert',
  result: 'conversion',

  async task(context) {
    const { field, exports, kernel, compile } = context;
    const [a] = operandsOf(context);
    const multiplier = new exports.Multiplier(kernel);
    const loop = await compile(LOOP);
    let value = field.toBytes(a);
    return {
      unit: 1,
      shortestNs: CALLS_NS,
      run(n) {
        value = loop(multiplier, value, n);
      },
      check: () => difference(field, value, a),
    };
  },
});
