/** What several runs say together: ratios and verdicts only, for ns of two runs are not comparable. */

import { MODELS } from '../models/index.mjs';
import { factor, percent } from './reading.mjs';
import { commitOf, judgement, verdictCell } from './tables.mjs';

/** @typedef {import('./merge.mjs').Report} Report */
/** @typedef {import('./merge.mjs').ReportRow} ReportRow */
/** @typedef {import('./tables.mjs').Cell} Cell */
/** @typedef {import('./tables.mjs').Table} Table */
/** @typedef {import('./tables.mjs').Tone} Tone */

const DIFFER = 'verdicts differ';
/** Rows that are named in a sentence; the tables have all. */
const MOST_NAMED = 5;

/** @param {Report} report @returns {string} what is compared, and what is not */
export function premise({ baseline }) {
  return (
    'Times of different machines, engines or moments are not comparable and are not compared here. What ' +
    `stands side by side are ratios to ${baseline}, each taken within its own run, and their verdicts.`
  );
}

/**
 * @param {Report} report
 * @returns {Table} the machines and runs, one a row
 */
export function runsTable({ series }) {
  return {
    caption: 'The runs of this report, one a row for each engine',
    columns: ['run', 'machine', 'engine', 'started', 'commit', 'controls'].map((label) => ({ label })),
    rows: series.map(({ label, run, engine, controls }) => {
      const { environment, createdAt, plan, partial, samples } = run.result;
      const counts = /** @type {const} */ (['failed', 'blind', 'passed'])
        .map((state) => ({ state, count: controls.filter((control) => control.state === state).length }))
        .filter(({ count }) => count > 0);
      const effects = unique(controls.map(({ model }) => model)).map((model) => {
        const effect = controls.find((control) => control.model === model)?.effect ?? null;
        return `${effect === null ? 'nothing' : percent(effect)} in ${model}`;
      });
      return {
        cells: [
          { text: label, ...(partial && { detail: `partial: ${samples.length} samples` }) },
          {
            text: environment.cpu,
            detail:
              `${environment.cores} ${environment.cores === 1 ? 'core' : 'cores'}, ${environment.os} ` +
              `${environment.arch}`,
          },
          { text: `${engine.id} ${engine.version}`, detail: [engine.tier, ...engine.flags].join(' ') },
          {
            text: `${createdAt.slice(0, 10)} ${createdAt.slice(11, 16)} UTC`,
            detail: `${plan.trials} samples a row, ${plan.rounds} rounds`,
          },
          { text: commitOf(run.result) },
          {
            text: counts.map(({ state, count }) => `${count} ${state}`).join(', ') || 'none',
            tone: counts[0]?.state ?? 'none',
            ...(effects.length > 0 && { detail: `detects ${effects.join(', ')}` }),
          },
        ],
      };
    }),
  };
}

/**
 * @typedef {object} Across one model in all series
 * @property {string} model
 * @property {{ kernel: string, rows: { label: string, row: ReportRow }[] }[]} kernels without the baseline
 */

/**
 * @param {Report} report
 * @returns {Across[]} the models that any series has
 */
export function across({ series, baseline }) {
  return MODELS.flatMap(({ id: model }) => {
    const views = series.map(({ label, views }) => ({
      label,
      rows: views.find((view) => view.model === model)?.rows ?? [],
    }));
    const ids = unique(
      views.flatMap(({ rows }) =>
        rows.filter(({ kind, kernel }) => kind === 'kernel' && kernel !== baseline).map(({ kernel }) => kernel),
      ),
    );
    const kernels = ids.map((kernel) => ({
      kernel,
      rows: views.flatMap(({ label, rows }) =>
        rows.filter((row) => row.kernel === kernel).map((row) => ({ label, row })),
      ),
    }));
    return kernels.length > 0 ? [{ model, kernels }] : [];
  });
}

/**
 * @param {Across} across
 * @param {Report} report
 * @returns {Table} a row for each series
 */
export function acrossTable({ model, kernels }, { series, baseline }) {
  return {
    caption: `${model}: speed-up over ${baseline} of the same run, verdict, 95 % interval`,
    columns: [{ label: 'run' }, ...kernels.map(({ kernel }) => ({ label: kernel }))],
    rows: series.map(({ label }) => ({
      cells: [
        { text: label },
        ...kernels.map(({ rows }) => verdictCell(rows.find((one) => one.label === label)?.row, baseline)),
      ],
    })),
    foot: [
      { text: 'together' },
      ...kernels.map(({ rows }) =>
        agreement(
          rows.map(({ row }) => row),
          baseline,
        ),
      ),
    ],
  };
}

/**
 * @param {Report} report
 * @returns {string[]} three sentences: what the runs agree on, where they do not, and what they could see
 */
export function acrossReading(report) {
  const all = across(report).flatMap(({ model, kernels }) =>
    kernels
      .filter(({ rows }) => rows.length > 1)
      .map(({ kernel, rows }) => {
        const summaries = rows.map(({ row }) => row);
        const { text } = agreement(summaries, report.baseline);
        return { name: `${kernel} in ${model}`, text, overlap: overlapping(summaries) };
      }),
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
    `Of ${controls.length} controls ${count('passed')} passed, ${count('blind')} were blind and ${count('failed')} ` +
      'failed; where they were blind no ratio is printed, and the interval alone counts.',
  ];
}

/** @param {{ name: string }[]} rows @returns {string} the first few */
function named(rows) {
  if (rows.length === 0) return '';
  const names = rows.slice(0, MOST_NAMED).map(({ name }) => name);
  return ` (${names.join(', ')}${rows.length > MOST_NAMED ? `, and ${rows.length - MOST_NAMED} more` : ''})`;
}

/** @param {ReportRow[]} rows */
function overlapping(rows) {
  const intervals = rows.flatMap(({ summary }) => (summary.speedup?.ci95 ? [summary.speedup.ci95] : []));
  return Math.max(...intervals.map(([lo]) => lo)) <= Math.min(...intervals.map(([, hi]) => hi));
}

/**
 * @param {ReportRow[]} rows of one kernel in one model, of several series
 * @param {string} baseline
 * @returns {Cell}
 */
function agreement(rows, baseline) {
  const verdicts = rows.map(({ summary }) => judgement(summary, baseline));
  const counts = unique(verdicts.map(({ word }) => word)).map((word) => ({
    word,
    count: verdicts.filter((verdict) => verdict.word === word).length,
  }));
  const decided = counts.filter(({ word }) => !['undecided', 'no time'].includes(word));
  const ratios = rows
    .flatMap(({ summary }) => (summary.speedup && !summary.speedup.blind ? [summary.speedup.median] : []))
    .sort((a, b) => a - b)
    .map((ratio) => `${factor(ratio)}×`);
  const range = ratios.length > 0 ? unique([ratios[0], ratios[ratios.length - 1]]).join(' to ') : '';
  const intervals = rows.filter(({ summary }) => summary.speedup?.ci95);
  const overlap = overlapping(rows);
  const spread = [range, intervals.length > 1 && `intervals ${overlap ? '' : 'do not '}overlap`]
    .filter(Boolean)
    .join(', ');
  const said = (/** @type {typeof counts} */ some) =>
    some
      .map(({ word, count }) => `${word} in ${count === rows.length ? `all ${count}` : `${count} of ${rows.length}`}`)
      .join(', ');
  // Undecided contradicts nothing; a verdict that another run reverses does.
  if (decided.length > 1) return { text: DIFFER, detail: [said(counts), spread].filter(Boolean).join('; ') };
  const [head] = decided.length > 0 ? decided : counts;
  const rest = counts.filter((one) => one !== head);
  return {
    text: said([head]),
    detail: [said(rest), spread].filter(Boolean).join('; '),
    tone: verdicts.find(({ word }) => word === head.word)?.tone,
  };
}

/** @template T @param {readonly T[]} values @returns {T[]} */
const unique = (values) => [...new Set(values)];
