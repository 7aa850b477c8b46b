/** Node: a fresh `node` process for each round. */

import { fileURLToPath } from 'node:url';
import { execa } from 'execa';

const SESSION = fileURLToPath(new URL('../measure/session-main.mjs', import.meta.url));
const LOADER = new URL('../load.mjs', import.meta.url).href;
/** Relaxed SIMD is on by default from this major version. */
const RELAXED_SIMD_SINCE = 22;

/**
 * @param {object} [options]
 * @param {string} [options.executable] the node that runs this by default
 * @param {string} [options.version] of the executable, e.g. `20.20.2`
 * @param {string[]} [options.flags] V8 options, recorded in the result
 * @param {string} [options.loader] URL of the module that gives instances (`loadModule`)
 * @returns {import('./index.mjs').Engine}
 */
export function nodeEngine({
  executable = process.execPath,
  version = process.versions.node,
  flags = [],
  loader = LOADER,
} = {}) {
  const major = Number.parseInt(version, 10);
  const allFlags = major < RELAXED_SIMD_SINCE ? ['--experimental-wasm-relaxed-simd', ...flags] : flags;

  /**
   * @param {object} input
   * @param {(event: any) => void} onEvent
   * @param {AbortSignal} [signal]
   */
  const converse = async (input, onEvent, signal) => {
    const child = execa(executable, [...allFlags, SESSION], {
      input: JSON.stringify({ loader, ...input }),
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
  };

  return {
    id: `node${major}`,

    async describe() {
      const fixed = {
        id: `node${major}`,
        flags: allFlags,
        tier: tierOf(flags),
      };
      try {
        /** @type {any} */
        let description = null;
        await converse({ describe: true }, (event) => (description = event));
        return { ...fixed, version: description.version, available: true, reason: null, features: description.features };
      } catch (error) {
        const reason = error instanceof Error ? error.message : String(error);
        return { ...fixed, version, available: false, reason, features: {} };
      }
    },

    async run(plan, { onEvent, signal }) {
      let done = false;
      await converse({ plan }, (event) => {
        if (event.type === 'done') done = true;
        else onEvent(event);
      }, signal);
      if (!done) throw new Error('the session ended before its plan was done');
    },
  };
}

/**
 * Why a process did not finish: the reason on the first line, then what it said last.
 *
 * @param {{ signal?: string, exitCode?: number, stderr: string, shortMessage?: string }} result
 */
function failureOf({ signal, exitCode, stderr, shortMessage = 'the process did not start' }) {
  if (signal) return `the process was ended by ${signal}`;
  if (exitCode === undefined) return shortMessage;
  const lines = stderr.trim().split('\n');
  const thrown = lines.find((line) => /^(?:Uncaught )?\w*Error\b.*:/.test(line));
  return [`the process ended with exit code ${exitCode}${thrown ? `: ${thrown}` : ''}`, ...lines.slice(-8)].join('\n').trim();
}

/**
 * The compiler whose code is timed. V8 tiers up from Liftoff to TurboFan, so without a flag the
 * tier follows from the warm-up, not from a promise of the engine.
 *
 * @param {string[]} flags
 */
function tierOf(flags) {
  if (flags.includes('--liftoff-only')) return 'liftoff';
  if (flags.includes('--no-liftoff')) return 'turbofan (no liftoff)';
  return 'turbofan (tiered up)';
}
