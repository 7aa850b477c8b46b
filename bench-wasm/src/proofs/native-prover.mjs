/** The program of prover/, which proves natively: a line asks, a line answers. */

import { RANDOMNESS, hexOf } from './prover-rows.mjs';
import { ProofError, expectedOf } from './arkworks.mjs';
import { startProgram } from './native-process.mjs';

/** @typedef {import('../emit/interface.mjs').Prover} Prover */
/** @typedef {import('../emit/interface.mjs').ProofPart} ProofPart */

/** What the program is told to do. @type {Record<Exclude<ProofPart, 'open'>, string>} */
const LINES = { proof: `prove ${RANDOMNESS.map(hexOf).join(' ')}`, load: 'load', fft: 'fft', g1: 'g1', g2: 'g2' };

/**
 * @param {Record<'program' | 'key' | 'witness', URL>} files
 * @param {Pick<import('./prover-rows.mjs').Circuit, 'expected'>} [circuit] without one nothing is known of what
 *   it computes
 * @returns {Promise<Prover & { end: () => void }>}
 * @throws {ProofError} that says what is wrong with the files
 */
export async function nativeProver({ program, key, witness }, circuit) {
  const { ask, end } = await startProgram(program, [key, witness], ProofError);
  let got = '';
  return {
    async compute(part) {
      if (part === 'open') await ask(LINES.load);
      got = await ask(LINES[part === 'open' ? 'proof' : part]);
    },
    async wrong(part) {
      // What is loaded is right if what is computed from it is.
      if (part === 'load') got = await ask(LINES.fft);
      const expected = expectedOf(circuit, part);
      return got === expected ? null : `${part} gave ${got}, not ${expected}`;
    },
    // Some systems do not say it.
    memory: () =>
      ask('memory').then(
        (digits) => Number(BigInt(`0x${digits}`)),
        () => null,
      ),
    end,
  };
}
