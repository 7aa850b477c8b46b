/** What several runs say together: ratios and verdicts only, for ns of two runs are not comparable. */

import { MODELS } from '../models/index.mjs';
import { distinct, grouped, overlapping } from '../stats/index.mjs';
import { fullName } from '../engines/names.mjs';
import { factor, percent } from './format.mjs';
import { kernelName } from './names.mjs';
import { pivot, words } from './table.mjs';
import { commitOf, judgement, kernelRows, machineOf, verdictCell } from './tables.mjs';

/** @import { Report, ReportRow, Series } from './merge.mjs' */
/** @import { Cell, Table } from './table.mjs' */

const DIFFER = 'verdicts differ';
/** Rows that are named in a sentence; the tables have all. */
const MOST_NAMED = 5;

/** @param {Report} report @returns {string} what is compared, and what is not */
export const premise = ({ baseline }) =>
  'Times of different machines, engines or moments are not comparable and are not compared here. What ' +
  `stands side by side are ratios to ${kernelName(baseline)}, each taken within its own run, and their verdicts.`;

/** @param {Report} report @returns {Table} the machines and runs, one a row */
export const runsTable = ({ series }) =>
  pivot('The runs of this report, one a row for each engine', series, [
    words('run', ({ label, run: { result } }) => ({
      text: label,
      ...(result.partial && { detail: `partial: ${result.samples.length} samples` }),
    })),
    words('machine', ({ run: { result } }) => {
      const [cpu] = machineOf(result).split(/, \d+ cores?, /);
      return { text: cpu, detail: machineOf(result).slice(cpu.length + 2) };
    }),
    words('engine', ({ engine: { tier, flags, ...engine } }) => ({
      text: fullName(engine),
      detail: [tier, ...flags].join(' '),
    })),
    words('started', ({ run: { result } }) => ({
      text: `${result.createdAt.slice(0, 10)} ${result.createdAt.slice(11, 16)} UTC`,
      detail: `${result.plan.trials} samples a row, ${result.plan.rounds} rounds`,
    })),
    words('commit', ({ run: { result } }) => commitOf(result)),
    words('controls', ({ controls }) => {
      const counts = /** @type {const} */ (['failed', 'undecided', 'passed'])
        .map((state) => ({ state, count: controls.filter((control) => control.state === state).length }))
        .filter(({ count }) => count > 0);
      const effects = distinct(controls.map(({ model }) => model)).map((model) => {
        const effect = controls.find((control) => control.model === model)?.effect ?? null;
        return `${effect === null ? 'nothing' : percent(effect)} in ${model}`;
      });
      return {
        text: counts.map(({ state, count }) => `${count} ${state}`).join(', ') || 'none',
        tone: counts[0]?.state ?? 'none',
        ...(effects.length > 0 && { detail: `detects ${effects.join(', ')}` }),
      };
    }),
  ]);

/**
 * @typedef {object} Across one model in all series
 * @property {string} model
 * @property {{ kernel: string, rows: { label: string, row: ReportRow }[] }[]} kernels without the baseline
 */

/** @param {Report} report @returns {Across[]} the models that any series has */
export const across = ({ series, baseline }) =>
  MODELS.flatMap(({ id: model }) => {
    const rows = series.flatMap((one) =>
      kernelRows(one, model)
        .filter(({ kernel }) => kernel !== baseline)
        .map((row) => ({ label: one.label, row })),
    );
    const kernels = grouped(rows, ({ row }) => row.kernel).map(([kernel, own]) => ({ kernel, rows: own }));
    return kernels.length > 0 ? [{ model, kernels }] : [];
  });

/** @param {Across} across @param {Report} report @returns {Table} a row for each series */
export const acrossTable = ({ model, kernels }, { series, baseline }) => ({
  ...pivot(`${model}: speed-up over ${kernelName(baseline)} of the same run, verdict, 95 % interval`, series, [
    words('run', ({ label }) => label),
    ...kernels.map(({ kernel, rows }) =>
      words(kernelName(kernel), (/** @type {Series} */ { label }) =>
        verdictCell(rows.find((one) => one.label === label)?.row, baseline),
      ),
    ),
  ]),
  foot: [{ text: 'together' }, ...kernels.map(({ rows }) => agreement(rows, baseline))],
});

/**
 * @param {Report} report
 * @returns {string[]} three sentences: what the runs agree on, where they do not, and what they could see
 */
export function acrossReading(report) {
  const all = across(report).flatMap(({ model, kernels }) =>
    kernels
      .filter(({ rows }) => rows.length > 1)
      .map(({ kernel, rows }) => ({
        ...{ name: `${kernelName(kernel)} in ${model}`, text: agreement(rows, report.baseline).text },
        overlap: overlapping(speedupsOf(rows)),
      })),
  );
  if (all.length === 0) return [];
  const differ = all.filter(({ text }) => text === DIFFER);
  const same = all.filter(({ text }) => / in all \d+$/.test(text));
  const apart = all.filter(({ overlap }) => !overlap);
  const controls = report.series.flatMap((series) => series.controls);
  const count = (/** @type {string} */ state) => controls.filter((control) => control.state === state).length;
  return [
    `Of ${all.length} rows that several runs have, ${same.length} have one verdict in all of them; the verdicts ` +
      `contradict one another in ${differ.length}${named(differ)}.`,
    `The intervals of all runs overlap in ${all.length - apart.length}, and not in ${apart.length}${named(apart)}: ` +
      'CPUs, engines and commits differ in more than noise.',
    `Of ${controls.length} controls ${count('passed')} passed, ${count('undecided')} stayed undecided and ` +
      `${count('failed')} failed.`,
  ];
}

/** @param {Across['kernels'][0]['rows']} rows */
const speedupsOf = (rows) => rows.flatMap(({ row }) => row.summary.speedup ?? []);

/** @param {{ name: string }[]} rows @returns {string} the first few */
function named(rows) {
  if (rows.length === 0) return '';
  const names = rows.slice(0, MOST_NAMED).map(({ name }) => name);
  return ` (${names.join(', ')}${rows.length > MOST_NAMED ? `, and ${rows.length - MOST_NAMED} more` : ''})`;
}

/** @param {Across['kernels'][0]['rows']} rows of one kernel in one model @param {string} baseline @returns {Cell} */
function agreement(rows, baseline) {
  const verdicts = rows.map(({ row }) => judgement(row.summary, baseline));
  const counts = grouped(verdicts, ({ word }) => word);
  const decided = counts.filter(([word]) => !['undecided', 'no time'].includes(word));
  const speedups = speedupsOf(rows);
  const ratios = speedups.map(({ median }) => median).sort((a, b) => a - b);
  const ends = [ratios[0], ratios.at(-1)].map((ratio = 1) => `${factor(ratio)}x`);
  const spread = [
    ...(ratios.length > 0 ? [distinct(ends).join(' to ')] : []),
    ...(speedups.filter(({ ci95 }) => ci95).length > 1
      ? [`intervals ${overlapping(speedups) ? '' : 'do not '}overlap`]
      : []),
  ].join(', ');
  const said = (/** @type {typeof counts} */ some) =>
    some
      .map(
        ([word, { length }]) =>
          `${word} in ${length === rows.length ? `all ${length}` : `${length} of ${rows.length}`}`,
      )
      .join(', ');
  // Undecided contradicts nothing; a verdict that another run reverses does.
  if (decided.length > 1) return { text: DIFFER, detail: [said(counts), spread].filter(Boolean).join('; ') };
  const [head] = decided.length > 0 ? decided : counts;
  return {
    text: said([head]),
    detail: [said(counts.filter((one) => one !== head)), spread].filter(Boolean).join('; '),
    tone: head[1][0].tone,
  };
}
