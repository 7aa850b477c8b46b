/**
 * What the numbers say, in words. A pure function of the result: every sentence is computed, and
 * a sentence that the run does not support is not said.
 */

import { SAME, controlOf } from '../models/controls.mjs';
import { MODELS, modelsIn } from '../models/index.mjs';
import { JS } from '../models/js.mjs';
import { NOOP } from '../models/noop.mjs';
import { checkControls, grouped, isControl, ratioIn } from '../stats/index.mjs';
import { engineName, engineNameIn } from '../engines/names.mjs';
import { factor, ns, percent, times } from './format.mjs';
import { kernelName } from './names.mjs';
import { cannotRun } from './tables.mjs';

/** @import { Result } from '../result/result.mjs' */
/** @import { SummaryRow } from '../stats/index.mjs' */

/** Models that are read out; the others are in the tables. */
const READ_OUT = MODELS.filter(({ gist }) => gist !== undefined);
/** What upstream ships, ark-ff 0.6: the question of the project is against this. */
export const SHIPPED = 'multi3-mitigated';

/** @param {Result} result @returns {string[]} paragraphs, the most important first */
export const findings = (result) => [...mishaps(result), ...perEngine(result, (id) => saidOn(result, id))];

/** @param {Result} result @param {string} engine id @returns {string[]} what is about this engine or about all */
export const findingsOn = (result, engine) => [...mishaps(result), ...saidOn(result, engine)];

/** @param {Result} result @returns {string[]} what must be known before any figure of the run is used */
export const warnings = (result) => [
  ...mishaps(result),
  ...perEngine(result, (id) => {
    const rows = rowsOn(result, id);
    return [...errors(rows), ...slowRows(rows), ...judged(rows, result.statistics.threshold)];
  }),
];

/** @param {Result} result @param {string} id of an engine */
const rowsOn = ({ summary }, id) => summary.filter(({ engine }) => engine === id);

/** @param {Result} result @param {string} engine id @returns {string[]} */
function saidOn(result, engine) {
  const rows = rowsOn(result, engine);
  const { baseline, threshold } = result.statistics;
  return [
    ...errors(rows),
    ...batches(rows, baseline),
    ...curves(result, rows, engine),
    ...boundary(result, rows, engine),
    ...trust(rows, threshold),
  ];
}

/** @param {Result} result */
function mishaps({ partial, lost, plan, samples, environment }) {
  return [
    ...(partial
      ? [`Partial: the run was stopped after ${samples.length} samples. What follows is what they say.`]
      : []),
    ...lost.map(
      ({ engine, round, error }) =>
        `Lost: round ${round + 1} of ${plan.rounds} on ${engineNameIn({ environment }, engine)} did not finish ` +
        `(${firstLine(error)}). Its samples up to then are kept.`,
    ),
  ];
}

/** @param {Result} result @param {(engine: string) => string[]} said @returns {string[]} of several it names each */
const perEngine = ({ environment: { engines } }, said) =>
  engines.flatMap((engine) =>
    said(engine.id).map((sentence) => (engines.length > 1 ? `${engineName(engine)}: ${sentence}` : sentence)),
  );

/** @param {SummaryRow[]} rows @returns {string[]} what failed in several models for one reason is one sentence */
const errors = (rows) =>
  grouped(
    rows.filter((row) => row.error !== null && cannotRun(row) === null),
    ({ kernel, error }) => `${kernel} ${error}`,
  ).map(([, group]) => {
    const [{ kernel, error }] = group;
    const models = group.map(({ model }) => model).join(', ');
    return `No time for ${kernelName(kernel)} in ${models}: ${firstLine(String(error))}.`;
  });

/** @param {SummaryRow[]} rows @param {string} baseline */
function batches(rows, baseline) {
  return READ_OUT.flatMap(({ id: model, gist, unit }) => {
    const inModel = rows.filter((row) => row.model === model && row.median !== null && !isControl(row.kernel));
    const base = inModel.find(({ kernel }) => kernel === baseline);
    const others = inModel.filter((row) => row.speedup !== null).sort((a, b) => speed(b) - speed(a));
    if (!base)
      return others.length + inModel.length > 0
        ? [`In ${model} nothing can be compared: ${kernelName(baseline)} has no time.`]
        : [];
    if (others.length === 0) return [];
    const said = others.map(
      ({ kernel, speedup, verdict }) => `${kernelName(kernel)} ${speedup && times(speedup)}, ${verdict}`,
    );
    return [
      `In ${model} (${gist}), against ${kernelName(baseline)} at ${ns(Number(base.median) / unit.ns)} ${unit.label}: ` +
        `${said.join('; ')}.`,
    ];
  });
}

/**
 * What the product alone changes in arkworks: the same code on another field.
 *
 * @param {Result} result
 * @param {SummaryRow[]} rows of one engine
 * @param {string} engine
 */
function curves(result, rows, engine) {
  return rows.flatMap(({ kernel, model, error }) => {
    if (!modelsIn('algorithms').includes(model) || error !== null || isControl(kernel)) return [];
    if (kernel === SHIPPED || kernel === result.statistics.baseline) return [];
    const versus = ratioIn(result, { engine, kernel, model }, { engine, kernel: SHIPPED, model });
    if (!versus) return [];
    return [
      `In ${model} against ${kernelName(SHIPPED)} on its own field: ${kernelName(kernel)} ` +
        `${times(versus)}, ${versus.verdict}.`,
    ];
  });
}

/**
 * What crossing between JS and wasm costs, and whether a kernel's gain survives it.
 *
 * @param {Result} result
 * @param {SummaryRow[]} rows of one engine
 * @param {string} engine
 */
function boundary(result, rows, engine) {
  /** @param {string} kernel @param {string} model */
  const timed = (kernel, model) =>
    rows.find((row) => row.kernel === kernel && row.model === model && row.median !== null);
  const said = [];

  const withIo = rows
    .filter((row) => row.model === 'call-io' && row.median !== null)
    .sort((a, b) => Number(a.median) - Number(b.median));
  const prices = withIo.flatMap(({ kernel, median: io }) => {
    const call = timed(kernel, 'call')?.median;
    if (!call || !io) return [];
    return [`${kernelName(kernel)}: ${ns(io)} ns with it, ${ns(call)} ns without (${factor(io / call)} times)`];
  });
  if (prices.length > 0) said.push(`What IO costs, one product a call: ${prices.join('; ')}.`);

  const { baseline } = result.statistics;
  for (const { kernel, speedup, verdict } of withIo) {
    const inside = timed(kernel, 'stream');
    if (!speedup || inside?.verdict !== 'faster' || !inside.speedup) continue;
    said.push(
      `Called from JS with IO, ${kernelName(kernel)} is ${times(speedup)} as fast as ${kernelName(baseline)} ` +
        `(${verdict}); in stream it is ${times(inside.speedup)} as fast.`,
    );
  }

  const [best] = withIo;
  const versus = best && timed(JS, 'call') ? ratioIn(result, best, { engine, kernel: JS, model: 'call' }) : null;
  if (versus?.ci95)
    said.push(
      `For a single product with operands in JS, the fastest kernel with IO (${kernelName(best.kernel)}) is ` +
        `${times(versus)} as fast as BigInt (${versus.verdict}).`,
    );
  const noop = timed(NOOP, 'call');
  if (noop) said.push(`A call that does nothing takes ${ns(noop.median)} ns; it is part of every row of "JS to wasm".`);
  return said;
}

/** @param {SummaryRow[]} rows of one engine */
function slowRows(rows) {
  const slow = rows.filter((row) => row.slow > 0 && !isControl(row.kernel));
  if (slow.length === 0) return [];
  return [
    `Slow processes, which took 1.5 times as long for one row and not for the others: ${slow
      .map(({ kernel, model, slow: count, rounds }) => `${kernelName(kernel)} in ${model} (${count} of ${rounds})`)
      .join(', ')}.`,
  ];
}

/** @param {SummaryRow[]} rows of one engine @param {number} threshold */
function judged(rows, threshold) {
  const controls = checkControls(rows, threshold);
  const failed = controls
    .filter(({ state }) => state === 'failed')
    .map(
      ({ model, kernel, reason }) =>
        `CONTROL FAILED in ${model}: ${controlOf(kernel)?.gist} (${controlOf(kernel)?.label}): ` +
        `${firstLine(reason)}. Do not trust this run's verdicts in ${model}.`,
    );
  const open = controls.filter(({ state }) => state === 'undecided');
  if (open.length === 0) return failed;
  const which = open.map(({ kernel, model }) => `${controlOf(kernel)?.gist} in ${model}`).join(', ');
  return [
    ...failed,
    `Controls that stayed undecided: ${which}. This run cannot tell differences that small; more rounds or a quieter ` +
      'machine can.',
  ];
}

/**
 * Whether the run could have seen a difference, and did not see one that is not there.
 *
 * @param {SummaryRow[]} rows of one engine
 * @param {number} threshold
 */
function trust(rows, threshold) {
  const controls = checkControls(rows, threshold);
  const said = [...slowRows(rows), ...judged(rows, threshold)];
  if (controls.length > 0 && controls.every(({ state }) => state === 'passed')) {
    said.push('The controls passed: the run saw no difference where there is none, and the 5 % where there are 5 %.');
  }
  const effects = READ_OUT.flatMap(({ id: model }) => {
    const control = rows.find((row) => row.kernel === SAME.id && row.model === model && row.speedup);
    if (!control?.speedup) return [];
    const effect = control.speedup.detects;
    return [effect === null ? `none in ${model} (too few rounds)` : `${percent(effect)} in ${model}`];
  });
  if (effects.length > 0)
    said.push(`The smallest difference that a run like this detects four times in five: ${effects.join(', ')}.`);
  const undecided = rows.filter((row) => row.verdict === 'undecided' && row.error === null && !isControl(row.kernel));
  if (undecided.length > 0) {
    said.push(
      `Undecided: ${undecided.map(({ kernel, model }) => `${kernelName(kernel)} in ${model}`).join(', ')}. The ` +
        `intervals meet the noise, or reach over the ${percent(threshold)} that is taken as no difference.`,
    );
  }
  return said;
}

/** @param {SummaryRow} row */
const speed = ({ speedup }) => speedup?.median ?? 0;

/** @param {string} text */
const firstLine = (text) => text.split('\n')[0].replace(/[.\s]+$/, '');
