/** The program of batches/, which sums and transforms natively. */

import { startProgram } from '../proofs/native-process.mjs';
import { bytesOf, hexOf } from '../proofs/prover-rows.mjs';

/** @typedef {import('./library.mjs').Library} Library */

/**
 * One process has one sum and one transform.
 *
 * @param {URL} program
 * @returns {Library}
 */
export const nativeLibrary = (program) => ({
  async sum({ points, scalars }) {
    const { ask } = await startProgram(program);
    await ask(`take-sum ${hexOf(points)} ${hexOf(scalars)}`);
    return { sum: async () => bytesOf(await ask('sum')) };
  },
  async transform(values) {
    const { ask } = await startProgram(program);
    await ask(`take-values ${hexOf(values)}`);
    return {
      async forward(times) {
        await ask(`forward ${times}`);
      },
      values: async () => bytesOf(await ask('values')),
    };
  },
});
