import { difference } from './difference.mjs';
import { CONSTANT, JS_CONSTANTS, clockedCalls, replicaModel, replicaOf } from './replica.mjs';

export const clockedCall = replicaModel({
  id: 'clocked-call',
  title: 'a pair of clock readings around each call, no IO',
  meaning:
    'One call an operation, each between two readings of tinybench’s clock: the sum of what passed between two. ' +
    'Operands are inside wasm, or constants of JavaScript.',
  short: 'clocked, no IO',
  async task(context) {
    const { field, kernel, compile } = context;
    if (kernel === JS_CONSTANTS) {
      // It is given back, or an engine would have nothing to multiply for.
      const product = await compile(`() => ${CONSTANT}n * ${CONSTANT}n`);
      const reduced = CONSTANT % field.p;
      return clockedCalls(kernel, product, () =>
        difference(field, field.toBytes(product() % field.p), field.mul(reduced, reduced)),
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
