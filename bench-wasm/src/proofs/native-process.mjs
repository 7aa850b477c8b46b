/** A program beside the engine, for rows that are native: a line asks it, a line answers. */

import { UnsupportedError } from './unsupported.mjs';

/**
 * @typedef {object} Program
 * @property {(line: string) => Promise<string>} ask rejects with what the program says is wrong, or died of
 * @property {() => void} end
 */

/**
 * @param {URL} program
 * @param {URL[]} files its arguments
 * @param {new (message: string) => Error} Failure what `ask` rejects with
 * @returns {Promise<Program>}
 * @throws {UnsupportedError} where nothing can be started
 */
export async function startProgram(program, files = [], Failure = Error) {
  if (program.protocol !== 'file:') throw new UnsupportedError('this engine cannot start a program');
  const [{ spawn }, { fileURLToPath }, { createInterface }] = await Promise.all([
    import('node:child_process'),
    import('node:url'),
    import('node:readline'),
  ]);
  const child = spawn(
    fileURLToPath(program),
    files.map((file) => fileURLToPath(file)),
  );
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
  return {
    async ask(line) {
      for (const pipe of [child.stdout, child.stderr]) /** @type {any} */ (pipe).ref?.();
      child.stdin.write(`${line}\n`);
      const { value, done } = await lines.next();
      for (const pipe of [child.stdout, child.stderr]) /** @type {any} */ (pipe).unref?.();
      if (done) throw new Failure(await ended);
      if (value.startsWith('error ')) throw new Failure(value.slice('error '.length));
      return value;
    },
    end: () => child.stdin.end(),
  };
}
