import { clockedCalls, replicaModel, replicaOf } from './replica.mjs';

export const clockedCallIo = replicaModel({
  id: 'clocked-call-io',
  title: 'a pair of clock readings around each call, with IO',
  meaning:
    'As clocked-call, and the operands come from JavaScript, as BigInts of 64 bits, which the call takes into the ' +
    'field. The outcome stays in wasm.',
  short: 'clocked, IO',
  async task(context) {
    const {
      replica,
      operands: [a, b],
      wrong,
    } = replicaOf(context);
    return clockedCalls(
      context.kernel,
      () => replica.call_io(a, b),
      () => wrong(1),
    );
  },
});
