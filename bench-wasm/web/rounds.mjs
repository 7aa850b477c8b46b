/** The page's orchestrator: one fresh worker after the other. */

import { PATIENCE, patienceWith, unlessSilent } from '../src/measure/deadline.mjs';
import RoundWorker from './worker.mjs?worker&inline';

/** @typedef {import('../src/measure/plan.mjs').Plan} Plan */
/** @typedef {import('../src/measure/run.mjs').RunEvent} RunEvent */
/** @typedef {import('./worker.mjs').Modules} Modules */
/** @typedef {import('./worker.mjs').PageQuestion} PageQuestion */

/** Messages after which a worker has no more to say. */
const LAST = ['done', 'description', 'proof'];

/**
 * @param {PageQuestion} question
 * @param {object} context
 * @param {Modules} context.modules
 * @param {(event: any) => void} [context.onEvent]
 * @param {AbortSignal} [context.signal] ends the worker at once
 * @param {import('../src/measure/deadline.mjs').Patience} [context.patience]
 * @returns {Promise<any>} its last message; rejects when it did not get there
 */
export async function ask(question, { modules, patience = PATIENCE, ...hearing }) {
  hearing.signal?.throwIfAborted();
  const worker = new RoundWorker();
  try {
    return await unlessSilent(
      patience,
      hearing,
      ({ onEvent, signal }) =>
        new Promise((resolve, reject) => {
          signal.addEventListener('abort', () => reject(signal.reason), { once: true });
          worker.onerror = ({ message }) => reject(new Error(message || 'the worker did not start'));
          worker.onmessage = ({ data }) => {
            if (LAST.includes(data.type)) resolve(data);
            else onEvent(data);
          };
          worker.postMessage({ modules, question });
        }),
    );
  } finally {
    worker.terminate();
  }
}

/**
 * @param {Plan} plan of one engine
 * @param {object} context
 * @param {Modules} context.modules
 * @param {(event: RunEvent) => void} context.onEvent
 * @param {(events: RunEvent[]) => Promise<void>} context.afterRound nothing is measured until it has ended
 * @param {AbortSignal} context.signal
 * @returns {Promise<RunEvent[]>} without progress events; of a run that was stopped, those until then
 */
export async function runRounds(plan, { modules, onEvent, afterRound, signal }) {
  /** @type {RunEvent[]} */
  const events = [];
  /** @param {RunEvent} event */
  const record = (event) => {
    onEvent(event);
    if (event.type !== 'progress') events.push(event);
  };
  for (const item of plan.worklist) {
    const { engine, round } = item;
    record({ type: 'round', engine, round, state: 'start' });
    try {
      await ask(
        { plan: item },
        { modules, signal, patience: patienceWith(item), onEvent: (event) => record({ engine, round, ...event }) },
      );
      record({ type: 'round', engine, round, state: 'end' });
    } catch (error) {
      if (signal.aborted) break;
      record({ type: 'lost', engine, round, error: error instanceof Error ? error.message : String(error) });
    }
    await afterRound(events);
    if (signal.aborted) break;
  }
  return events;
}
