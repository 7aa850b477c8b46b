import { CALLS_NS, callModel, operandsOf } from './calls.mjs';
import { difference } from './difference.mjs';
import { OPERATION } from './units.mjs';

/** The models of a kernel that adds and does nothing else. */
const ADDS = 'add';

export const callAdd = callModel({
  id: 'call-add',
  title: 'one call an addition, no IO',
  meaning:
    'One exported call an addition; the operands are already inside wasm. A row whose name ends in a field adds in ' +
    'that one.',
  short: 'add',
  unit: OPERATION,
  operation: 'add',
  result: 'sum',
  bigint: true,
  onDemand: true,
  row: ({ models }) => ((models?.includes(ADDS) ?? true) ? {} : null),

  async task(context) {
    const { field, exports, kernel, compile } = context;
    const [a, b] = operandsOf(context);
    const multiplier = new exports.Multiplier(kernel);
    if (!multiplier.add) throw new Error('this build does not add a call at a time');
    const loop = await compile('(multiplier, n) => { for (let i = 0; i < n; i++) multiplier.add(); }');
    return {
      unit: 1,
      shortestNs: CALLS_NS,
      prepare: () => multiplier.set(field.toBytes(a), field.toBytes(b)),
      run: (n) => loop(multiplier, n),
      check: (n) => difference(field, multiplier.product(), (a + b * BigInt(n)) % field.p),
    };
  },
});
