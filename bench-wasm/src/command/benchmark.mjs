/** A measurement from its subjects to its printed result. */

import { randomInt } from 'node:crypto';
import { rmSync, writeFileSync } from 'node:fs';
import { allEngines } from '../engines/index.mjs';
import { checkout, machine, pin } from '../measure/environment.mjs';
import { BASELINE, createPlan } from '../measure/plan.mjs';
import { run } from '../measure/run.mjs';
import { MODEL_IDS } from '../models/index.mjs';
import { JS } from '../models/js.mjs';
import { mergeResults } from '../report/merge.mjs';
import { createResult, SCHEMA } from '../result/result.mjs';
import { writeResult } from '../result/result-file.mjs';
import { renderAlarm, renderResult } from '../report/terminal.mjs';
import { checkControls, defaults } from '../stats/index.mjs';
import { artefacts } from '../setup/artefacts.mjs';
import { ensurePackages } from '../setup/packages.mjs';
import { SetupError } from '../setup/toolchain.mjs';
import { expectationOf } from './expectation.mjs';
import { interruptible } from './interrupt.mjs';
import { showProgress } from './progress.mjs';
import { SMALLEST, fewOf } from './smallest.mjs';
import { standingOf } from './standing.mjs';
import { COLOR, EXIT, ROOM, UsageError, reportCommand, resultPath, shown, sizeOf, textWidth } from './options.mjs';
import { areEmulated, untimedSize, verification } from './verification.mjs';

/** Kernels and engines that are measured at the smallest size, where more would be. */
const [FEWEST_KERNELS, FEWEST_ENGINES] = [4, 2];
/** How long a row runs there before it is timed: what takes longer runs once. */
const SHORTEST_WARM_UP_NS = 2e6;

/** @typedef {import('../result/result.mjs').Result} Result */
/** @typedef {import('../measure/subjects.mjs').Subjects} Subjects */

/**
 * @param {any} options of measuringCommand
 * @param {object} task
 * @param {string} task.command what to type to run this again
 * @param {() => Promise<{ registry: Subjects['kernels'], kernels: import('../models/model.mjs').Candidate[], js:
 *   boolean,
 *   versions: Subjects['versions'] }>} task.prepare builds; registry is what the result says of modules, kernels are
 *   measured
 * @param {string} [task.baseline] id of the kernel that the others are compared with
 * @param {{ kernel: string, message: string }[]} [task.unbuilt] kernels that were asked for and could not be built
 * @param {string} [task.loader] URL of the module from which sessions load theirs
 * @param {typeof allEngines} [task.enginesOf] tests put others there
 * @param {{ rounds?: number, trials?: number }} [task.usual] where times are taken and nothing else is asked for
 * @param {typeof renderResult} [task.render] what is printed of the result
 * @param {number} [task.keyBytes] of a key that is proved with
 * @param {number} [task.longestWarmUpNs] tests do not wait until rows are warm
 * @returns {Promise<{ result: Result | null, exitCode: number }>} the result is on disk and printed; null where the
 *   engines are emulated, of which no time is taken
 */
export async function benchmark(
  options,
  { command, prepare, baseline = BASELINE, unbuilt = [], loader, enginesOf = allEngines, usual, ...more },
) {
  const { keyBytes, render = renderResult, longestWarmUpNs = SMALLEST ? SHORTEST_WARM_UP_NS : undefined } = more;
  const createdAt = new Date().toISOString();
  const engines = chosenEngines(
    options.engines,
    enginesOf({ v8Flags: options.liftoff ? [] : ['--no-liftoff'], loader }),
  );
  const emulated = areEmulated(engines, options);
  const size = emulated ? untimedSize(options) : sizeOf({ ...usual, ...options });
  const path = resultPath(options.json, createdAt);
  const seed = options.seed ?? randomInt(2 ** 32);
  if (options.html !== undefined) await ensurePackages(['charts']);

  const { registry, kernels: all, js, versions } = await prepare();
  // The last ones are what was asked for beside the kernels.
  const kernels = fewOf(all, FEWEST_KERNELS, ({ id }, at) => id === baseline || at === all.length - 1);

  for (const engine of engines) await engine.prepare?.(kernels.map(({ build }) => build));
  const pinned = await pinnedTo(options.pin);
  const descriptions = [];
  for (const engine of engines) descriptions.push(await engine.describe());
  const present = descriptions.filter(({ available }) => available);
  const absent = descriptions
    .filter(({ available }) => !available)
    .map(({ id, reason }) => ({ id, reason: String(reason).split('\n')[0] }));
  for (const { id, reason } of absent) console.error(`${id} is not ${emulated ? 'there' : 'measured'}: ${reason}`);
  if (present.length === 0) throw new SetupError('No engine can be measured.');
  // Of all engines, those that are there are meant.
  const lacking = options.engines?.includes('all') ? [] : absent;

  const plan = planned({
    engines: present.map(({ id }) => id),
    kernels,
    models: options.models ?? [...MODEL_IDS],
    js,
    ...size,
    longestWarmUpNs,
    seed,
    baseline,
  });
  if (plan.rows.length === 0)
    throw new UsageError(`none of these kernels is measured in ${options.models.join(', ')}.`);
  const rowless =
    options.kernels?.filter((/** @type {string} */ id) => !plan.rows.some(({ kernel }) => kernel === id)) ?? [];
  if (rowless.length > 0) console.error(`no row: ${rowless.join(', ')} in ${plan.models.join(', ')}`);
  const unbuiltRows = unbuilt.flatMap(({ kernel, message }) =>
    plan.models.map((model) => ({ kernel, model, message })),
  );
  if (emulated) {
    const verified = await verification(plan, { engines, present, unbuilt: unbuiltRows });
    return { result: null, exitCode: verified === EXIT.ok && lacking.length > 0 ? EXIT.failed : verified };
  }

  /** @type {import('../result/result.mjs').Header} */
  const header = {
    schema: SCHEMA,
    createdAt,
    command,
    plan: {
      seed,
      ...size,
      engines: present.map(({ id }) => id),
      models: plan.models,
      kernels: [...(js ? [...plan.kernels, JS] : plan.kernels), ...unbuilt.map(({ kernel }) => kernel)],
      rows: [...plan.rows, ...unbuiltRows].map(({ kernel, model }) => ({ kernel, model })),
    },
    statistics: { baseline, ...defaults, threshold: options.threshold ?? defaults.threshold },
    environment: {
      ...machine(),
      pinned,
      engines: present.map(({ id, version, flags, tier, features }) => ({
        id,
        version,
        flags,
        tier,
        features,
        clockStepNs: null,
        noopNs: null,
      })),
      absent,
      ...versions,
      ...(await checkout()),
      clockStepNs: null,
      noopNs: null,
    },
    kernels: registry,
  };

  console.error(expectationOf(plan, present.length, header.statistics));

  const journal = `${path}.partial.jsonl`;
  const stop = interruptible(() => {
    console.error(`\nWhat was measured is in ${journal}, which npm run report reads.`);
    process.exit(EXIT.interrupted);
  });
  const progress = showProgress(
    { ...size, engines: present.length },
    { standing: standingOf(plan, header.statistics) },
  );
  const { events, stopped, replaced } = await run(plan, {
    engines,
    journal,
    header,
    artefacts: artefacts(),
    keyBytes,
    signal: stop.signal,
    onEvent: progress.onEvent,
  }).finally(progress.stop);
  const failures = present.flatMap(({ id: engine }) =>
    unbuiltRows.map((row) => /** @type {const} */ ({ type: 'error', engine, round: 0, ...row })),
  );

  const result = createResult(header, [...failures, ...events], { partial: stopped || replaced !== null });
  const unstored = failureOf(() => writeResult(path, result));
  if (unstored === null) rmSync(journal, { force: true });
  process.stdout.write(render(result, { color: COLOR, width: textWidth(), room: ROOM, verbose: options.verbose }));
  const page = options.html === undefined ? null : await pageOf({ file: shown(path), result });
  const unwritten = page === null ? null : failureOf(() => writeFileSync(options.html, page));
  if (unwritten !== null) console.error(`\nThe report is not written: ${unwritten}.`);
  if (unstored === null) {
    console.log(`\nresult   ${shown(path)}`);
    console.log(`report   ${page === null ? reportCommand(path) : shown(options.html)}`);
  } else console.error(`\nThe result is not stored: ${unstored}. ${journal} has what could be written of it.`);
  const failed = checkControls(result.summary, result.statistics.threshold).filter(({ state }) => state === 'failed');
  if (failed.length > 0) console.error(renderAlarm(failed, { color: COLOR }));
  if (replaced !== null) console.error(`\n${replaced}`);
  if (lacking.length > 0)
    console.error(`\nAsked for and not measured: ${lacking.map(({ id, reason }) => `${id} (${reason})`).join('; ')}.`);
  stop.release();

  // What an engine cannot do is said in its row, and is no failure of the run.
  const unsupported = new Set(
    events.flatMap((event) =>
      event.type === 'error' && event.unsupported ? [`${event.engine} ${event.kernel} ${event.model}`] : [],
    ),
  );
  const complete =
    unstored === null &&
    unwritten === null &&
    replaced === null &&
    lacking.length === 0 &&
    result.lost.length === 0 &&
    result.summary.every(
      ({ engine, kernel, model, error }) => error === null || unsupported.has(`${engine} ${kernel} ${model}`),
    );
  return { result, exitCode: stopped ? EXIT.interrupted : complete ? EXIT.ok : EXIT.failed };
}

/** @param {{ file: string, result: Result }} run @returns {Promise<string>} its page */
async function pageOf(run) {
  // Its charts need packages that a run has no other use for.
  const { renderHtml } = await import('../report/html-document.mjs');
  return renderHtml(mergeResults([run]));
}

/**
 * @param {() => void} write
 * @returns {string | null} why the file could not be written: the disk may have become full
 */
function failureOf(write) {
  try {
    write();
    return null;
  } catch (error) {
    if (!(error instanceof Error && 'code' in error)) throw error;
    return error.message;
  }
}

/**
 * @param {number | undefined} cpu
 * @returns {Promise<number | null>} the CPU, null where nothing is pinned
 */
async function pinnedTo(cpu) {
  if (cpu === undefined) return null;
  try {
    await pin(cpu);
    return cpu;
  } catch (error) {
    throw new UsageError(`--pin ${cpu}: ${error instanceof Error ? error.message : error}`);
  }
}

/**
 * @param {string[] | undefined} ids as typed; `all`, or ids; the engine that runs this if there are none
 * @param {import('../measure/run.mjs').Engine[]} engines the first is the one that runs this
 */
function chosenEngines(ids, engines) {
  if (ids === undefined) return engines.slice(0, 1);
  if (ids.includes('all'))
    return fewOf(
      engines.filter(({ emulated }) => !emulated),
      FEWEST_ENGINES,
    );
  const unknown = ids.find((id) => !engines.some((engine) => engine.id === id));
  if (unknown !== undefined)
    throw new UsageError(
      `there is no engine ${JSON.stringify(unknown)}. There are: ${engines.map(({ id }) => id).join(', ')}, all.`,
    );
  return engines.filter(({ id }) => ids.includes(id));
}

/**
 * @param {Parameters<typeof createPlan>[0]} choice
 * @returns {import('../measure/plan.mjs').Plan}
 * @throws {UsageError} where it cannot be measured as it was chosen
 */
function planned(choice) {
  try {
    return createPlan(choice);
  } catch (error) {
    if (error instanceof RangeError) throw new UsageError(error.message);
    throw error;
  }
}
