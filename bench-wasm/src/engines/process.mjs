/** Engines that are a program: a fresh process for each round, asked on stdin, heard on stdout. */

import { stripVTControlCharacters } from 'node:util';
import { execa } from 'execa';
import { engineOf } from './engine.mjs';

/**
 * @param {object} options
 * @param {string} options.id
 * @param {string} options.get how to get it
 * @param {import('../measure/run.mjs').Engine['install']} [options.install]
 * @param {string} options.executable
 * @param {string} options.version of the executable
 * @param {string[]} options.args with which it runs a session
 * @param {string[]} options.flags the ones of them that bear on what is timed; recorded
 * @param {string} options.tier
 * @param {string} options.loader URL of the module that gives instances
 * @param {Record<string, string>} [options.env] beside this process's own
 * @returns {import('../measure/run.mjs').Engine}
 */
export function processEngine({ executable, version, args, loader, env, ...engine }) {
  return engineOf({
    ...engine,
    version: async () => version,
    converse: (question, onEvent, signal) =>
      converse({ executable, args, env, input: { loader, ...question }, onEvent, signal }),
  });
}

/** Variables by which a user sets options of an engine: what is timed has those that its description says. */
const BENDING = /^(NODE_OPTIONS|BUN_OPTIONS|DENO_V8_FLAGS|JSC_.*)$/;

/** @param {Record<string, string>} [own] @returns {Record<string, string | undefined>} of a session */
const environmentWith = (own) => ({
  ...Object.fromEntries(Object.entries(process.env).filter(([name]) => !BENDING.test(name))),
  ...own,
});

/**
 * Runs a session to its end.
 *
 * @param {object} options
 * @param {string} options.executable
 * @param {string[]} options.args
 * @param {Record<string, string>} [options.env] beside this process's own
 * @param {string} [options.cwd]
 * @param {object} options.input one line of JSON on its stdin
 * @param {(event: any) => void} options.onEvent of each line of JSON on its stdout
 * @param {AbortSignal} [options.signal]
 */
export async function converse({ executable, args, env, cwd, input, onEvent, signal }) {
  const child = execa(executable, args, {
    input: `${JSON.stringify(input)}\n`,
    env: environmentWith(env),
    extendEnv: false,
    cwd,
    buffer: { stdout: false },
    cancelSignal: signal,
    reject: false,
  });
  let unreadable;
  for await (const line of child) {
    let event;
    try {
      event = JSON.parse(line);
    } catch {
      // A process that dies while it writes leaves half a line; its death is the error to report.
      unreadable = line;
      continue;
    }
    onEvent(event);
  }
  const result = await child;
  if (result.failed) throw new Error(failureOf(result), { cause: result });
  if (unreadable !== undefined) throw new Error(`the session wrote a line that is not JSON: ${unreadable}`);
}

/**
 * Why a process did not finish: the reason on the first line, then what it said last.
 *
 * @param {{ signal?: string, exitCode?: number, stderr: string, shortMessage?: string }} result
 */
function failureOf({ signal, exitCode, stderr, shortMessage = 'the process did not start' }) {
  if (signal) return `the process was ended by ${signal}`;
  if (exitCode === undefined) return shortMessage;
  const lines = stripVTControlCharacters(stderr).trim().split('\n');
  const thrown = lines.find((line) => /^(?:Uncaught )?\w*Error\b.*:/.test(line));
  return [`the process ended with exit code ${exitCode}${thrown ? `: ${thrown}` : ''}`, ...lines.slice(-8)]
    .join('\n')
    .trim();
}
