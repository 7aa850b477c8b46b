/** The result as text for a terminal. */

import Table from 'cli-table3';
import pc from 'picocolors';
import { CURVE_MODELS } from '../measure/tasks.mjs';
import { checkControls, detectableEffect, unitOf } from '../stats/index.mjs';
import { MODELS, scaleOf } from './models.mjs';
import { factor, interval, ns, percent, reading } from './reading.mjs';

/** @typedef {import('./result.mjs').Result} Result */
/** @typedef {import('../stats/index.mjs').SummaryRow} SummaryRow */
/** @typedef {ReturnType<typeof pc.createColors>} Colors */

/** A rule under the head and space between columns. */
const RULES = {
  top: '',
  'top-mid': '',
  'top-left': '',
  'top-right': '',
  bottom: '',
  'bottom-mid': '',
  'bottom-left': '',
  'bottom-right': '',
  left: '',
  right: '',
  middle: '  ',
  mid: '─',
  'left-mid': '',
  'mid-mid': '──',
  'right-mid': '',
};
const CONTROLS = ['control-aa', 'control-slow5'];
/** Call models in the words of the table. */
const TASKS = /** @type {Record<string, string>} */ ({ call: ', no IO', 'call-io': ', IO', convert: ', convert' });

/**
 * @param {Result} result
 * @param {{ color?: boolean, width?: number }} [options] width in characters, for the prose
 * @returns {string} ends with a newline
 */
export function renderResult(result, { color = false, width = 100 } = {}) {
  const colors = pc.createColors(color);
  const { environment, plan } = result;
  const parts = [machine(result)];
  for (const engine of environment.engines) {
    const rows = result.summary.filter((row) => row.engine === engine.id);
    if (environment.engines.length > 1) parts.push(colors.bold(engine.id));
    for (const [model, { title }] of Object.entries(MODELS).filter(([, { kind }]) => kind === 'batches')) {
      const own = inPlannedOrder(
        result,
        rows.filter((row) => row.model === model),
      );
      if (own.length === 0) continue;
      parts.push(
        `${colors.bold('In-wasm batches')}, ${model}: ${title}\n${batchTable(own, result, unitOf(model), colors)}`,
      );
    }
    for (const model of CURVE_MODELS) {
      const own = inPlannedOrder(
        result,
        rows.filter((row) => row.model === model),
      );
      if (own.length > 0)
        parts.push(`${colors.bold(model)}: ${MODELS[model].title}\n${curveTable(own, result, colors)}`);
    }
    const calls = inPlannedOrder(
      result,
      rows.filter((row) => row.model in TASKS),
    );
    if (calls.length > 0) parts.push(`${colors.bold('JS to wasm')}, one call a product\n${callTable(calls, colors)}`);
    const verdicts = controls(rows, result.statistics.threshold, colors);
    if (verdicts) parts.push(verdicts);
  }
  parts.push(
    `${colors.bold('Reading')}\n${reading(result)
      .map((paragraph) => wrap(`- ${paragraph}`, width, '  '))
      .join('\n')}`,
    `ms are for ${plan.cases.toLocaleString('en')} products or other operations; % is of ${result.statistics.baseline}; spread is the fastest sample and the median absolute deviation.\n` +
      `speed-up is that of the fastest batches, paired within ${quiet(result)}; intervals of a table hold together with 95 %; margin is half the 95 % interval of the median.`,
  );
  return `${parts.join('\n\n')}\n`;
}

/**
 * @param {Result} result
 * @returns {string} the rounds that speed-ups are made of, the fewest and the most of any model
 */
function quiet({ summary, plan }) {
  const counts = summary
    .flatMap(({ speedup }) => (speedup?.rounds === undefined ? [] : [speedup.rounds]))
    .sort((a, b) => a - b);
  return counts.length === 0
    ? `${plan.rounds} rounds`
    : `the quiet rounds (${[...new Set([counts[0], counts[counts.length - 1]])].join(' to ')} of ${plan.rounds})`;
}

/** @param {Result} result */
function machine({ environment, plan, createdAt, partial }) {
  const {
    cpu,
    cores,
    os,
    arch,
    pinned,
    engines,
    absent = [],
    rustc,
    wasmOpt,
    arkFf,
    commit,
    dirty,
    clockStepNs,
    noopNs,
  } = environment;
  const lines = [
    `machine  ${cpu}, ${cores} ${cores === 1 ? 'core' : 'cores'}, ${os} ${arch}${placement(pinned)}`,
    ...engines.map(
      ({ id, version, tier, flags }) =>
        `engine   ${id} ${version}, ${tier}${flags.length > 0 ? `, ${flags.join(' ')}` : ''}`,
    ),
    ...absent.map(({ id, reason }) => `without  ${id}: ${reason}`),
    `built    ${[rustc, wasmOpt, arkFf.length > 0 ? `ark-ff ${arkFf.join(' and ')}` : null, commit ? `commit ${commit.slice(0, 12)}${dirty ? ' with changes' : ''}` : null].filter(Boolean).join(', ')}`,
    `run      ${createdAt}, ${plan.cases.toLocaleString('en')} cases, ${plan.trials} trials in ${plan.rounds} processes, seed ${plan.seed}${partial ? ', PARTIAL' : ''}`,
    `clock    step ${ns(clockStepNs)} ns, empty call ${ns(noopNs)} ns`,
  ];
  return lines.join('\n');
}

/** @param {number | null | undefined} pinned the CPU; undefined in files that do not say */
function placement(pinned) {
  if (pinned === undefined) return '';
  return pinned === null ? ', not pinned' : `, pinned to CPU ${pinned}`;
}

/**
 * Rows in the order in which they were planned, so that tables of two runs can be laid side by side.
 *
 * @param {Result} result
 * @param {SummaryRow[]} rows
 */
function inPlannedOrder({ plan }, rows) {
  const kernels = [...new Set(plan.rows.map(({ kernel }) => kernel))];
  const models = plan.rows.map(({ model }) => model);
  return [...rows].sort(
    (a, b) =>
      kernels.indexOf(a.kernel) - kernels.indexOf(b.kernel) ||
      models.indexOf(/** @type {any} */ (a.model)) - models.indexOf(/** @type {any} */ (b.model)),
  );
}

/**
 * @param {SummaryRow[]} rows of one engine and model
 * @param {Result} result
 * @param {string} unit of the model
 * @param {Colors} colors
 */
function batchTable(rows, { plan, statistics }, unit, colors) {
  const base = rows.find((row) => row.kernel === statistics.baseline && row.median !== null);
  /** @param {number | null} value ns per product, or per operation */
  const ms = (value) => (value === null ? '-' : ((value * plan.cases) / 1e6).toFixed(2));

  const table = newTable(
    ['function', 'average ms', '%', 'median ms', '%', unit, 'min', '± MAD', 'speed-up', '95 %', 'verdict'],
    colors,
  );
  for (const row of rows) {
    table.push(
      row.error !== null
        ? errorRow(row.kernel, row.error, 11, colors)
        : [
            row.kernel,
            ms(row.mean),
            share(row.mean, base?.mean),
            ms(row.median),
            share(row.median, base?.median),
            ns(row.median),
            ns(row.min),
            ns(row.mad),
            ...judged(row, statistics.baseline, colors),
          ],
    );
  }
  return table.toString();
}

/** @param {number | null} value @param {number | null | undefined} of */
const share = (value, of) => (value === null || !of ? '-' : percent(value / of).replace(' ', ''));

/**
 * @param {SummaryRow} row
 * @param {string} baseline
 * @param {Colors} colors
 * @returns {string[]} speed-up, its interval, verdict
 */
function judged(row, baseline, colors) {
  const { speedup } = row;
  return [
    speedup ? factor(speedup.median) : '',
    speedup ? (speedup.ci95 ? interval(speedup.ci95) : 'too few rounds') : '',
    verdictIn(row, baseline, colors),
  ];
}

/**
 * @param {SummaryRow[]} rows of one engine and one of arkworks' algorithms
 * @param {Result} result
 * @param {Colors} colors
 */
function curveTable(rows, { statistics }, colors) {
  const base = rows.find((row) => row.kernel === statistics.baseline && row.median !== null);
  const table = newTable(
    ['field', 'average ms', 'median ms', '%', 'min', '± MAD', 'speed-up', '95 %', 'verdict'],
    colors,
  );
  for (const row of rows) {
    const times = [row.mean, row.median, row.min, row.mad].map((value) =>
      value === null ? '-' : ns(value / scaleOf(/** @type {any} */ (row.model)).ns),
    );
    table.push(
      row.error !== null
        ? errorRow(row.kernel, row.error, 9, colors)
        : [
            row.kernel,
            ...times.slice(0, 2),
            share(row.median, base?.median),
            ...times.slice(2),
            ...judged(row, statistics.baseline, colors),
          ],
    );
  }
  return table.toString();
}

/**
 * @param {SummaryRow[]} rows of the call models of one engine
 * @param {Colors} colors
 */
function callTable(rows, colors) {
  const table = newTable(['task name', 'ops/sec', 'average ns', 'margin', 'samples'], colors);
  for (const { kernel, model, mean, median, ci95, samples, error } of rows) {
    const name = kernel === 'js' || kernel === 'noop' ? kernel : `${kernel}${TASKS[model]}`;
    if (error !== null || mean === null || median === null) {
      table.push(errorRow(name, error ?? 'no samples', 5, colors));
      continue;
    }
    const margin = ci95 ? `± ${percent((ci95[1] - ci95[0]) / 2 / median)}` : 'too few rounds';
    table.push([name, Math.round(1e9 / mean).toLocaleString('en'), ns(mean), margin, samples]);
  }
  return table.toString();
}

/**
 * @param {SummaryRow[]} rows of one engine
 * @param {number} threshold
 * @param {Colors} colors
 */
function controls(rows, threshold, colors) {
  const checks = checkControls(rows);
  if (checks.length === 0) return '';
  const models = [...new Set(checks.map(({ model }) => model))];
  const lines = models.map((model) => {
    const verdicts = checks
      .filter((check) => check.model === model)
      .map(({ kernel, state, reason }) => {
        const paint = { passed: colors.green, blind: colors.yellow, failed: colors.red }[state];
        return `${kernel === CONTROLS[0] ? 'A/A' : '5 % slower'} ${paint(state)} (${reason.split('\n')[0]})`;
      });
    const same = rows.find((row) => row.kernel === CONTROLS[0] && row.model === model);
    const effect = detectableEffect(same?.speedup?.ci95 ?? null, threshold, same?.speedup?.confidence);
    return `  ${model.padEnd(7)} ${verdicts.join(', ')}; minimum detectable effect ${effect === null ? 'none: too few rounds' : percent(effect)}`;
  });
  return `${colors.bold('Controls')}\n${lines.join('\n')}`;
}

/** @param {SummaryRow} row @param {string} baseline @param {Colors} colors */
function verdictIn({ kernel, verdict }, baseline, colors) {
  if (kernel === baseline) return 'baseline';
  if (verdict === 'faster') return colors.green(verdict);
  if (verdict === 'slower') return colors.red(verdict);
  return verdict === 'undecided' ? colors.yellow(verdict) : String(verdict);
}

/** @param {string} name @param {string} error @param {number} columns @param {Colors} colors */
function errorRow(name, error, columns, colors) {
  return [
    name,
    { colSpan: columns - 1, hAlign: /** @type {const} */ ('left'), content: colors.red(wrap(error, 78, '')) },
  ];
}

/** @param {string[]} head @param {Colors} colors */
export function newTable(head, colors) {
  return new Table({
    head: head.map((cell) => colors.bold(cell)),
    colAligns: head.map((cell, i) => (i === 0 || ['verdict', '95 %'].includes(cell) ? 'left' : 'right')),
    chars: RULES,
    // Its own colours ignore NO_COLOR and pipes.
    style: { head: [], border: [], compact: true, 'padding-left': 0, 'padding-right': 0 },
  });
}

/** @param {string} text @param {number} width @param {string} indent of the lines after the first */
function wrap(text, width, indent) {
  const lines = [''];
  for (const word of text.split(/\s+/)) {
    const last = lines[lines.length - 1];
    if (last !== '' && last.length + 1 + word.length > width) lines.push(indent + word);
    else lines[lines.length - 1] = last === '' ? word : `${last} ${word}`;
  }
  return lines.join('\n');
}
