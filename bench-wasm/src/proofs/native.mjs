/** The program of prover/, which proves natively: a line asks, a line answers. */

import { RANDOMNESS, hexOf } from './rows.mjs';
import { ProofError } from './arkworks.mjs';
import { UnsupportedError } from './unsupported.mjs';

/** @typedef {import('../emit/interface.mjs').Prover} Prover */
/** @typedef {import('../emit/interface.mjs').ProofPart} ProofPart */

/** What the program is told to do. @type {Record<ProofPart, string>} */
const LINES = { proof: `prove ${RANDOMNESS.map(hexOf).join(' ')}`, load: 'load', fft: 'fft', g1: 'g1', g2: 'g2' };

/**
 * @param {Record<'program' | 'key' | 'witness', URL>} files
 * @param {Pick<import('./rows.mjs').Circuit, 'expected'>} [circuit] without one nothing is known of what it shall
 *   compute
 * @returns {Promise<Prover & { end: () => void }>}
 * @throws {ProofError} that says what is wrong with the files
 */
export async function nativeProver({ program, key, witness }, circuit) {
  if (key.protocol !== 'file:') throw new UnsupportedError('a page cannot start a program');
  const [{ spawn }, { fileURLToPath }, { createInterface }] = await Promise.all([
    import('node:child_process'),
    import('node:url'),
    import('node:readline'),
  ]);
  const child = spawn(fileURLToPath(program), [fileURLToPath(key), fileURLToPath(witness)]);
  let said = '';
  child.stderr.on('data', (chunk) => (said += chunk));
  // Whoever writes to a process that is gone learns it from the answer that does not come.
  child.stdin.on('error', () => {});
  /** @type {Promise<string>} */
  const ended = new Promise((resolve) => {
    child.on('error', ({ message }) => resolve(message));
    child.on('close', () => resolve(said.trim() || 'the program ended'));
  });
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  // It ends when this process does, and does not keep it from ending, where an engine's pipes can be told so.
  for (const handle of [child, child.stdin, child.stdout, child.stderr]) /** @type {any} */ (handle).unref?.();

  /** @param {string} line @returns {Promise<string>} */
  const ask = async (line) => {
    for (const pipe of [child.stdout, child.stderr]) /** @type {any} */ (pipe).ref?.();
    child.stdin.write(`${line}\n`);
    const { value, done } = await lines.next();
    for (const pipe of [child.stdout, child.stderr]) /** @type {any} */ (pipe).unref?.();
    if (done) throw new ProofError(await ended);
    if (value.startsWith('error ')) throw new ProofError(value.slice('error '.length));
    return value;
  };
  let got = '';
  return {
    async compute(part) {
      got = await ask(LINES[part]);
    },
    async wrong(part) {
      // What is loaded is right if what is computed from it is.
      const checked = part === 'load' ? 'fft' : part;
      if (part === 'load') got = await ask(LINES.fft);
      const expected = circuit?.expected[checked];
      return got === expected ? null : `${part} gave ${got}, not ${expected}`;
    },
    memory: async () => Number(BigInt(`0x${await ask('memory')}`)),
    end: () => child.stdin.end(),
  };
}
