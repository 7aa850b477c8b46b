import { replicaLoop, replicaModel } from './replica.mjs';

export const clocked = replicaModel({
  id: 'clocked',
  title: 'a pair of clock readings around each operation, in wasm',
  meaning:
    'n operations inside wasm, each between two readings of the clock, which are calls out of it: the sum of what ' +
    'passed between two.',
  short: 'clocked',
  task: async (context) => replicaLoop(context, 1 / 4, (replica, n) => replica.clocked(n)),
});
