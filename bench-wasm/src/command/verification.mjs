/** A run on engines that are emulated: its rows are right or not, and none has a time. */

import { artefacts } from '../setup/artefacts.mjs';
import { run } from '../measure/run.mjs';
import { NOOP } from '../models/noop.mjs';
import { interruptible } from './interrupt.mjs';
import { EXIT, UsageError, sizeOf } from './options.mjs';
import { tableOf } from './print-table.mjs';
import { showProgress } from './progress.mjs';

/** @typedef {import('../measure/run.mjs').Engine} Engine */
/** @typedef {import('../measure/run.mjs').EngineDescription} EngineDescription */
/** @typedef {import('../measure/run.mjs').RunEvent} RunEvent */

/** Options that are of times, or of the file that has them. */
const OF_TIMES = ['json', 'html', 'save', 'compare', 'failOn', 'budget', 'threshold'];

/**
 * @param {Engine[]} engines that were asked for
 * @param {any} options as typed
 * @returns {boolean} whether they are emulated
 * @throws {UsageError} where some are and some are not, and where times are asked for
 */
export function areEmulated(engines, options) {
  const emulated = engines.filter((engine) => engine.emulated).map(({ id }) => id);
  if (emulated.length === 0) return false;
  const named = emulated.join(', ');
  if (emulated.length < engines.length)
    throw new UsageError(`${named}: it is emulated, and no time is taken there: ask for it alone.`);
  const asked = OF_TIMES.find((name) => options[name] !== undefined);
  if (asked !== undefined)
    throw new UsageError(
      `--${asked.replace(/[A-Z]/, (letter) => `-${letter.toLowerCase()}`)}: ${named} is emulated, and no time is ` +
        'taken there.',
    );
  return true;
}

/**
 * One process, unless more are asked for: what it starts with takes an emulator long.
 *
 * @param {any} options
 */
export const untimedSize = (options) => sizeOf({ ...options, rounds: options.rounds ?? 1 });

/**
 * @param {import('../measure/plan.mjs').Plan} plan
 * @param {object} context
 * @param {Engine[]} context.engines
 * @param {EngineDescription[]} context.present those of them that are there
 * @param {{ kernel: string, model: string, message: string }[]} [context.unbuilt] rows of what could not be built
 * @returns {Promise<number>} exit code: 1 where something was wrong or a round was lost
 */
export async function verification(plan, { engines, present, unbuilt = [] }) {
  const worklist = plan.worklist.map((round) => ({ ...round, untimed: /** @type {const} */ (true) }));
  const stop = interruptible(() => process.exit(EXIT.interrupted));
  const progress = showProgress({ ...plan, engines: present.length });
  const { events, stopped, replaced } = await run(
    { ...plan, worklist },
    { engines, journal: null, artefacts: artefacts(), signal: stop.signal, onEvent: progress.onEvent },
  ).finally(progress.stop);
  stop.release();

  const rows = present.flatMap(({ id: engine }) =>
    [...plan.rows.filter(({ of }) => of !== NOOP), ...unbuilt].map((row) => outcomeOf(engine, row, events)),
  );
  process.stdout.write(
    `${tableOf(
      ['engine', 'kernel', 'model', 'batches', 'operations', 'result'],
      rows.map(({ engine, kernel, model, batches, operations, error, unsupported }) => [
        engine,
        kernel,
        model,
        batches,
        operations,
        error === null ? 'right' : unsupported ? `not there: ${error}` : error,
      ]),
      (at) => at === 3 || at === 4,
    )}\n`,
  );
  for (const { id, version } of present)
    console.log(`${id} ${version} is emulated: results are checked there, and no time is taken.`);
  for (const event of events)
    if (event.type === 'lost') console.error(`round ${event.round + 1} on ${event.engine} was lost: ${event.error}`);
  if (replaced !== null) console.error(replaced);
  if (stopped) return EXIT.interrupted;
  const failed =
    replaced !== null ||
    events.some(({ type }) => type === 'lost') ||
    rows.some(({ error, unsupported }) => error !== null && !unsupported);
  return failed ? EXIT.failed : EXIT.ok;
}

/**
 * @param {string} engine
 * @param {{ kernel: string, model: string, message?: string }} row
 * @param {RunEvent[]} events
 */
function outcomeOf(engine, { kernel, model, message }, events) {
  const own = events.filter(
    (event) => event.engine === engine && 'kernel' in event && event.kernel === kernel && event.model === model,
  );
  const right = own.flatMap((event) => (event.type === 'right' ? [event.n] : []));
  const failure = own.find((event) => event.type === 'error');
  const nothing = right.length === 0 ? 'nothing was computed' : null;
  return {
    engine,
    kernel,
    model,
    batches: right.length,
    operations: right.reduce((sum, n) => sum + n, 0),
    error: message ?? failure?.message ?? nothing,
    unsupported: failure?.unsupported ?? false,
  };
}
