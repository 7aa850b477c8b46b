/**
 * The orchestrator: works through the list of (engine, round), one fresh process at a time, and
 * writes every event to disk as it arrives.
 */

import { appendFileSync, closeSync, mkdirSync, openSync } from 'node:fs';
import { dirname } from 'node:path';
import { FEWEST_ROUNDS, sessionsOf } from './plan.mjs';
import { ReplacedError } from '../setup/places.mjs';
import { patienceWith, unlessSilent } from './deadline.mjs';

/** @typedef {import('./plan.mjs').Plan} Plan */
/** @typedef {import('./session.mjs').SessionEvent} SessionEvent */

/**
 * @typedef {object} EngineDescription
 * @property {string} id starts with the engine's name, e.g. `node20`
 * @property {string} version
 * @property {string[]} flags it is started with
 * @property {string} tier compiler whose code is timed
 * @property {boolean} available
 * @property {string | null} reason why it is not available
 * @property {string} get how to get it
 * @property {Partial<import('../setup/features.mjs').Features>} features tested in it
 * @property {number | null} clockStepNs
 */

/**
 * What is asked of an engine.
 *
 * @typedef {object} Engine
 * @property {string} id
 * @property {true} [emulated] whether its results are checked and no time is taken, since it would be the emulator's
 * @property {() => Promise<EngineDescription>} describe never rejects
 * @property {(onProgress: import('../setup/toolchain.mjs').OnProgress) => Promise<void>} [install] gets it, into an
 *   ignored folder of the project; engines that are the system's have none
 * @property {(builds?: readonly string[]) => Promise<void>} [prepare] makes what only this engine runs, and of what is
 *   timed beside kernels what these builds are of; never rejects, `describe` or the rows tell of a failure
 * @property {(plan: import('./plan.mjs').SessionPlan, context: { onEvent: (event: SessionEvent) => void, signal?:
 *   AbortSignal }) => Promise<void>} run one round in a fresh process; rejects when the process does not finish (events
 *   that it sent before that stay valid)
 */

/**
 * @typedef {{ type: 'round', engine: string, round: number, state: 'start' | 'end' }} RoundEvent
 * @typedef {{ type: 'lost', engine: string, round: number, error: string }} LostEvent a round whose
 *   process did not finish, and at what; what it had sent before is kept
 * @typedef {(SessionEvent & { engine: string, round: number }) | RoundEvent | LostEvent} RunEvent
 */

/**
 * @param {Plan} plan
 * @param {object} context
 * @param {Engine[]} context.engines
 * @param {string | null} context.journal path of the file of events (JSON lines), overwritten; null where none is kept
 * @param {object} [context.header] first line of the journal: what a reader needs to make a result
 *   of the events, should this process not live to do it
 * @param {(event: RunEvent) => void} [context.onEvent]
 * @param {AbortSignal} [context.signal] ends the run after killing the session at work
 * @param {() => number} [context.now] ms
 * @param {number} [context.keyBytes] of a key that is proved with
 * @param {import('./deadline.mjs').Patience} [context.patience] with each round; by default as long as its batches need
 * @param {import('../setup/places.mjs').Artefacts} [context.artefacts] what the sessions load
 * @returns {Promise<{ events: RunEvent[], stopped: boolean, replaced: string | null }>} without progress events;
 *   replaced: the sentence with which a session ended the run, since a file was not that of the plan
 */
export async function run(
  plan,
  { engines, journal, header, onEvent, signal, keyBytes, patience, artefacts, now = () => performance.now() },
) {
  const byId = new Map(engines.map((engine) => [engine.id, engine]));
  /** @type {RunEvent[]} */
  const events = [];
  /** @type {string | null} */
  let replaced = null;
  if (journal !== null) mkdirSync(dirname(journal), { recursive: true });
  const file = journal === null ? null : openSync(journal, 'w');
  let full = false;
  /** A disk that has become full costs the journal and no sample. @param {object} line */
  const note = (line) => {
    if (full || file === null) return;
    try {
      appendFileSync(file, `${JSON.stringify(line)}\n`);
    } catch (error) {
      full = true;
      console.error(`\n${journal} ends here: ${error instanceof Error ? error.message : error}. The run goes on.`);
    }
  };
  /** @param {RunEvent} event */
  const record = (event) => {
    onEvent?.(event);
    if (event.type === 'progress' || event.type === 'replaced') return;
    events.push(event);
    note(event);
  };

  try {
    note({ type: 'header', ...header });
    const start = now();
    let latest = 0;
    for (const item of plan.worklist) {
      if (signal?.aborted) break;
      const { engine: id, round } = item;
      // Every engine has had the same rounds when the time is up.
      const spent = now() - start;
      if (round > latest && round >= FEWEST_ROUNDS && spent + spent / round > (plan.budgetMs ?? Infinity)) break;
      latest = round;
      const engine = byId.get(id);
      if (!engine) throw new Error(`the plan names an engine that is not there: ${id}`);
      record({ type: 'round', engine: id, round, state: 'start' });
      /** What the session said last of what it does. */
      let at = '';
      try {
        /** @param {SessionEvent} event */
        const heard = (event) => {
          if (event.type === 'replaced') replaced = event.message;
          if (event.type === 'progress') at = ` (at: ${event.stage} ${event.what})`;
          record({ engine: id, round, ...event });
        };
        for (const session of sessionsOf(item)) {
          at = '';
          await unlessSilent(patience ?? patienceWith({ ...item, keyBytes }), { signal, onEvent: heard }, (context) =>
            engine.run({ ...session, artefacts }, context),
          );
        }
        record({ type: 'round', engine: id, round, state: 'end' });
      } catch (error) {
        if (signal?.aborted) break;
        if (error instanceof ReplacedError) replaced = error.message;
        if (replaced !== null) break;
        const message = error instanceof Error ? error.message : String(error);
        record({ type: 'lost', engine: id, round, error: `${message}${at}` });
      }
    }
  } finally {
    if (file !== null) closeSync(file);
  }
  return { events, stopped: signal?.aborted ?? false, replaced };
}
