import { difference } from './difference.mjs';
import { JS_CONSTANTS, clockedCalls, replicaModel, replicaOf } from './replica.mjs';

export const clockedCall = replicaModel({
  id: 'clocked-call',
  title: 'a pair of clock readings around each call, no IO',
  meaning:
    'One call an operation, each between two readings of tinybench’s clock: the sum of what passed between two. ' +
    'Operands are inside wasm, or constants of JavaScript.',
  short: 'clocked, no IO',
  async task(context) {
    const { field, kernel, seed, compile } = context;
    if (kernel === JS_CONSTANTS) {
      const [[a, b]] = field.operands(seed, 1, 2);
      const product = await compile(`() => ${a}n * ${b}n`);
      return clockedCalls(kernel, product, () =>
        difference(field, field.toBytes(product() % field.p), field.mul(a, b)),
      );
    }
    const { replica, wrong } = replicaOf(context);
    return clockedCalls(
      kernel,
      () => replica.call(),
      () => wrong(1),
    );
  },
});
