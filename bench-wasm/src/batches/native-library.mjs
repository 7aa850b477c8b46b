/** The program of batches/, which sums and transforms natively. */

import { startProgram } from '../proofs/native-process.mjs';
import { bytesOf, hexOf } from '../proofs/prover-rows.mjs';

/** @typedef {import('./library.mjs').Library} Library */

/** @param {string} [id] of a curve or a field */
const over = (id) => (id === undefined ? '' : `-over ${id}`);

/**
 * One process has one sum and one transform.
 *
 * @param {URL} program
 * @returns {{
 *   sum: (operands: import('./library.mjs').Operands, curve?: string) => ReturnType<Library['sum']>,
 *   transform: (values: Uint8Array, field?: string) => ReturnType<NonNullable<Library['transform']>>,
 * }} over BN254 where no other curve or field is named
 */
export const nativeLibrary = (program) => ({
  async sum({ points, scalars }, curve) {
    const { ask } = await startProgram(program);
    await ask(`take-sum${over(curve)} ${hexOf(points)} ${hexOf(scalars)}`);
    return { sum: async () => bytesOf(await ask('sum')) };
  },
  async transform(values, field) {
    const { ask } = await startProgram(program);
    await ask(`take-values${over(field)} ${hexOf(values)}`);
    return {
      async forward(times) {
        await ask(`forward ${times}`);
      },
      values: async () => bytesOf(await ask('values')),
    };
  },
});
