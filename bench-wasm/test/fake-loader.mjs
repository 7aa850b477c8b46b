/**
 * `loadModule` for sessions in real processes, on the fake module and the real clock.
 * FAKE_MISBEHAVIOUR chooses what goes wrong: `wrong` (kernel `simd` multiplies wrongly),
 * `wrong-batch` (its batches of 300 products end wrongly), `crash-at-once` (the process is killed
 * while the module is loaded), and, in the first batch of 300 products after the file FAKE_FLAG
 * appeared, `crash`, `crash-once` (and takes the file with it), `quit` (it ends as if all were
 * well), `hang`, or `stubborn` (it hangs, says so by the file FAKE_FLAG.hangs, and does not end when it is told to).
 */

import { existsSync, rmSync, writeFileSync } from 'node:fs';
import { fakeModule } from './fake-module.mjs';

const { FAKE_MISBEHAVIOUR: misbehaviour, FAKE_FLAG: flag = '' } = process.env;

/** @param {string} _model @param {number} n */
const disaster = (_model, n) => {
  if (n !== 300 || !existsSync(flag)) return;
  if (misbehaviour === 'crash-once') rmSync(flag);
  if (misbehaviour?.startsWith('crash')) process.kill(process.pid, 'SIGKILL');
  if (misbehaviour === 'quit') process.exit(0);
  if (misbehaviour === 'stubborn') {
    for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => {});
    writeFileSync(`${flag}.hangs`, '');
  }
  // Longer than a test waits, and not for ever: nobody may be left to end it.
  if (misbehaviour === 'hang' || misbehaviour === 'stubborn')
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 30_000);
};

/** @param {string} variant */
export async function loadModule(variant) {
  if (misbehaviour === 'crash-at-once') process.kill(process.pid, 'SIGKILL');
  return fakeModule(
    [
      { id: 'multi3', onBatch: disaster },
      { id: 'multi3-mitigated', onBatch: disaster },
      {
        id: 'simd',
        lanes: 2,
        build: 'simd128',
        wrong: misbehaviour === 'wrong' ? (a, b) => (a === 2n && b === 1n ? 3n : null) : undefined,
        wrongBatch: misbehaviour === 'wrong-batch' ? (_model, n) => n === 300 : undefined,
      },
    ],
    { variant },
  );
}
