import { difference } from './difference.mjs';
import { JS_CONSTANTS, replicaLoop, replicaModel } from './replica.mjs';

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
async function constants({ field, seed, cases, compile }) {
  const [[a, b]] = field.operands(seed, 1, 2);
  const loop = await compile(
    `(n) => { const a = ${a}n, b = ${b}n; let c; for (let i = 0; i < n; i++) c = a * b; return c; }`,
  );
  let last = 0n;
  return {
    unit: Math.ceil(cases / 10),
    run(n) {
      last = loop(n);
    },
    check: () => difference(field, field.toBytes(last % field.p), field.mul(a, b)),
  };
}
