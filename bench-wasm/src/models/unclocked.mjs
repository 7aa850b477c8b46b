import { difference } from './difference.mjs';
import { CONSTANT, JS_CONSTANTS, replicaLoop, replicaModel } from './replica.mjs';

export const unclocked = replicaModel({
  id: 'unclocked',
  title: 'the same operations, one pair of clock readings around all of them',
  meaning: 'n of the operations of `clocked` in one call into wasm, and of BigInt’s product in a loop of JavaScript.',
  short: 'unclocked',
  task: async (context) =>
    context.kernel === JS_CONSTANTS
      ? constants(context)
      : replicaLoop(context, 1 / 10, (replica, n) => {
          replica.batch(n);
          return null;
        }),
});

/** @param {import('./model.mjs').TaskContext} context @returns {Promise<import('./model.mjs').Task>} */
async function constants({ field, cases, compile }) {
  const loop = await compile(
    `(n) => { const a = ${CONSTANT}n, b = ${CONSTANT}n; let c; for (let i = 0; i < n; i++) c = a * b; return c; }`,
  );
  const reduced = CONSTANT % field.p;
  let last = 0n;
  return {
    unit: Math.ceil(cases / 10),
    run(n) {
      last = loop(n);
    },
    check: () => difference(field, field.toBytes(last % field.p), field.mul(reduced, reduced)),
  };
}
