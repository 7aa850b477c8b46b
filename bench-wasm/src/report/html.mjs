/** The report as elements of a document, whole or in parts. Runs in a browser as well. */

import { againstShipped, answer, unmarked } from './answer.mjs';
import { controlOf } from '../models/controls.mjs';
import { modelOf } from '../models/index.mjs';
import { across, acrossReading, acrossTable, premise, runsTable } from './across.mjs';
import { distributionChart, GUIDE, MOST_DOTS, ratioChart, timeChart } from './charts.mjs';
import { distinct, grouped } from './groups.mjs';
import { Elements, unbroken } from './html-elements.mjs';
import { engineRows, matrices, MATRIX_PREMISE, matrixTable, nativeTable, refusals } from './matrix.mjs';
import { ns, percent } from './format.mjs';
import { recordTable } from './record.mjs';
import { repeatabilityTables } from './repeatability.mjs';
import {
  COMPARED,
  commitOf,
  controlsTable,
  engineOf,
  findingsOf,
  glanceTable,
  judgement,
  kernelsTable,
  machineOf,
  modelTable,
  rowsIn,
  sizeOf,
} from './tables.mjs';

/** @import { Unit } from '../models/units.mjs' */
/** @import { ModelView, Report, ReportRow, Run, Series } from './merge.mjs' */
/** @import { RatioRow, SampleRow } from './charts.mjs' */
/** @import { Tone } from './table.mjs' */
/** @import { ColumnId } from './tables.mjs' */

/** @type {ColumnId[]} */
const COLUMNS = ['kernel', 'median', 'medianInterval', 'min', 'mad', 'average', ...COMPARED, 'outliers'];

/**
 * @param {Document} document empty
 * @param {Report} report
 * @param {string} style
 */
export function fillDocument(document, report, style) {
  const ui = new Elements(document);
  const { series, runs } = report;
  const [first] = series;
  const several = series.length > 1;
  const subject = several ? `${series.length} runs` : `${first.run.result.environment.cpu}, ${first.engine.id}`;
  document.head.append(
    ui.html`<meta charset="utf-8">`,
    ui.html`<meta name="viewport" content="width=device-width, initial-scale=1">`,
    // Whatever a later hand adds to this page, it cannot load anything.
    ui.html`<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">`,
    ui.html`<title>${`fqmul: ${subject}`}</title>`,
    ui.make('style', {}, style),
  );
  const answered = answerSection(ui, report);
  const start = answered ? 'answer' : 'reading';
  document.body.append(
    ui.html`<a class="skip" href="${`#${start}`}">${`Skip to the ${start}`}</a>`,
    header(ui, report, answered !== null),
    ui.make(
      'main',
      {},
      answered,
      several ? acrossSection(ui, report) : readingSection(ui, first, report, 'h2', 'reading'),
      matrixSection(ui, report),
      ...series.flatMap((one) => (several ? [folded(ui, one, report)] : seriesParts(ui, one, report, 'h2'))),
      howToRead(ui, report),
    ),
    ui.html`
      <footer>
        <p>Made by <code>npm run report</code>${` from ${runs.map(({ file }) => file).join(', ')}.`}</p>
      </footer>`,
  );
}

/** @param {Elements} ui @param {Report} report @param {boolean} answered whether the page has the answer */
function header(ui, report, answered) {
  const { series, runs, baseline, threshold } = report;
  const [first] = series;
  const { result } = first.run;
  const several = series.length > 1;
  const kernels = distinct(runs.flatMap((run) => run.result.plan.kernels));
  const models = distinct(series.flatMap(({ views }) => views.map(({ model }) => model)));
  const cpus = distinct(runs.map((run) => run.result.environment.cpu));
  const engines = distinct(series.map(({ engine }) => engine.id));
  const sections = [
    ...(answered ? [['answer', 'The answer']] : []),
    ...(several
      ? [
          ['reading', 'Across runs'],
          ...(matrices(report).length > 0 ? [['matrix', 'Kernel by engine']] : []),
          ...series.map(({ id, label }) => [`${id}-reading`, label]),
        ]
      : [
          ['reading', 'Reading'],
          ...first.views.map(({ model }) => [`${first.id}-${model}`, model]),
          [`${first.id}-controls`, 'Controls'],
          [`${first.id}-environment`, 'Environment'],
        ]),
    ['how-to-read', 'How to read this'],
  ];
  const same = `what is within ${percent(threshold)} counts as no difference`;
  const asked = `${kernels.join(', ')} in ${models.join(', ')}; ${same}`;
  const onWhat = `on ${count(cpus.length, 'CPU model')}, ${count(engines.length, 'engine')}`;
  /** @type {(readonly [string, string])[]} */
  const facts = several
    ? [['Runs', `${count(runs.length, 'run')} ${onWhat}`]]
    : [
        ['Machine', machineOf(result)],
        ['Engine', engineOf(first)],
        ['Run', `${result.createdAt}, ${sizeOf(result)}`],
        ['Commit', commitOf(result)],
      ];
  return ui.html`
    <header>
      <p class="brand"><span>fqmul</span> benchmark report</p>
      <h1>Should this field multiplication go upstream?</h1>
      <p class="lead">
        ${`BN254 Fq multiplication in WebAssembly: every kernel against ${baseline}, checked against BigInt, `}
        with intervals and verdicts.
      </p>
      ${ui.badges(state(report))}
      ${ui.facts('facts', [['Asked', unbroken(asked)], ...facts])}
      <nav aria-label="Sections"><ul>
        ${sections.map(([id, label]) => ui.html`<li><a href="${`#${id}`}">${label}</a></li>`)}
      </ul></nav>
    </header>`;
}

/**
 * @param {{ runs: Run[], series: Series[] }} report
 * @returns {[Tone, string][]} what must be known before any number is read
 */
export function state({ runs, series }) {
  const partial = runs.filter(({ result }) => result.partial);
  const lost = runs.flatMap(({ result }) => result.lost).length;
  const rows = series.flatMap(({ views }) => views.flatMap((view) => view.rows));
  const errors = rows.filter(({ summary }) => summary.error !== null).length;
  const controls = series.flatMap((one) => one.controls);
  const [failed, blind] = ['failed', 'blind'].map((one) => controls.filter((control) => control.state === one).length);
  const stopped =
    runs.length === 1
      ? `stopped after ${runs[0].result.samples.length} samples`
      : partial.map(({ label }) => label).join(', ');
  /** @type {[boolean, Tone, string][]} */
  const all = [
    [partial.length > 0, 'failed', `partial: ${stopped}`],
    [lost > 0, 'failed', `${count(lost, 'round')} lost`],
    [errors > 0, 'failed', `${count(errors, 'row')} without a time`],
    [failed > 0, 'failed', `${failed} of ${controls.length} controls failed`],
    [blind > 0, 'blind', `${blind} of ${controls.length} controls undecided`],
    [controls.length > 0 && failed + blind === 0, 'passed', 'all controls passed'],
  ];
  return all.flatMap(([so, tone, text]) => (so ? [[tone, text]] : []));
}

/**
 * @param {Elements} ui
 * @param {Pick<Report, 'runs'>} report
 * @returns {HTMLElement | null} null where no run has what the question is about
 */
export function answerSection(ui, { runs }) {
  const machines = grouped(runs, ({ result }) => result.environment.cpu).map(([label, own]) => ({
    ...{ label, results: own.map(({ result }) => result) },
  }));
  const statements = answer(againstShipped(machines));
  if (statements.length === 0) return null;
  const ids = kernelsIn(runs);
  /** @param {string} text in markdown */
  const prose = (text) => ui.prose(unmarked(text), ids);
  const said = statements.map(({ lead, figures }) => {
    if (machines.length === 1) return prose(`${lead} ${figures[0].text}`);
    const each = figures.map(({ label, text }) => ui.html`<li>${prose(`${label}: ${text}`)}</li>`);
    return [...prose(lead), ui.html`<ul>${each}</ul>`];
  });
  return ui.section('answer', 'h2', 'The answer', ui.list('reading', said));
}

/**
 * @param {Elements} ui
 * @param {Series} series
 * @param {Report} report
 * @param {string} heading
 * @param {string} id
 */
const readingSection = (ui, series, report, heading, id) =>
  ui.section(
    id,
    heading,
    'Reading',
    ui.table(glanceTable(series, report), 'glance'),
    readingList(ui, findingsOf(series), [series.run]),
  );

/** @param {Elements} ui @param {string[]} paragraphs @param {Run[]} runs */
export function readingList(ui, paragraphs, runs) {
  const ids = kernelsIn(runs);
  return ui.list(
    'reading',
    paragraphs.map((paragraph) => ui.prose(paragraph, ids)),
  );
}

/** @param {Run[]} runs @returns {string[]} ids, each once */
const kernelsIn = (runs) => distinct(runs.flatMap(({ result }) => result.plan.rows.map(({ kernel }) => kernel)));

/**
 * @param {Elements} ui
 * @param {RatioRow[]} rows
 * @param {{ threshold: number, axis: string, label: string, caption: string, description?: string }} options
 */
const ratioFigure = (ui, rows, { threshold, axis, description = described(rows), ...words }) =>
  ui.figure((canvas, told) => ratioChart(canvas, rows, { threshold, axis: `${axis}, log scale`, ...told }), {
    ...{ description, ...words },
  });

/** @param {Elements} ui @param {Report} report of several series */
function acrossSection(ui, report) {
  const { baseline, threshold } = report;
  return ui.section(
    'reading',
    'h2',
    'Across runs',
    ui.html`<p>${premise(report)}</p>`,
    ui.table(runsTable(report), 'runs'),
    readingList(ui, acrossReading(report), report.runs),
    ...repeatabilityTables(report).map((table) => ui.table(table, 'across')),
    ...across(report).flatMap((one) => {
      const groups = one.kernels.map(({ kernel, rows }) => ({
        ...{ kernel, rows: rows.map(({ label, row }) => ({ ...ratioRow(row, baseline), name: label })) },
      }));
      /** @type {RatioRow[]} */
      const rows = groups.flatMap(({ kernel, rows: own }) => [{ name: kernel, heading: true }, ...own]);
      return [
        ui.make('h3', { id: `across-${one.model}` }, ...modelTitle(ui, one.model)),
        ratioFigure(ui, rows, {
          ...{ threshold, axis: `speed-up over ${baseline} of the same run` },
          label: `Speed-up over ${baseline} in ${one.model}, by kernel and run`,
          description: groups.map(({ kernel, rows: own }) => `${kernel}: ${described(own)}`).join('. '),
          caption: intervals(threshold),
        }),
        ui.table(acrossTable(one, report), 'across'),
      ];
    }),
  );
}

/** @param {Elements} ui @param {Report} report */
function matrixSection(ui, report) {
  const all = matrices(report);
  if (all.length === 0) return null;
  const runs = distinct(all.map(({ run }) => run));
  return ui.section(
    'matrix',
    'h2',
    'Kernel by engine',
    ui.html`<p>${MATRIX_PREMISE}</p>`,
    ...runs.flatMap((run) => [
      runs.length > 1 && ui.html`<h3>${run.label}</h3>`,
      ui.table({ ...recordTable(report, run), notes: refusals(report, run) }, 'matrix'),
      ...all
        .filter((matrix) => matrix.run === run)
        .flatMap((matrix) => {
          const native = nativeTable(matrix);
          return [
            ui.html`<h3>${modelTitle(ui, matrix.model)}</h3>`,
            ui.table(matrixTable(matrix, report), 'matrix'),
            native && ui.table(native, 'matrix'),
            ratioFigure(ui, engineRows(matrix), {
              ...{ threshold: report.threshold, axis: 'speed against the median engine' },
              label: `Engines against the median engine in ${matrix.model}, by kernel`,
              caption:
                'Every kernel on every engine against the median of the engines for that kernel: right ' +
                'of 1 is faster than most. Native code is no part of the median.',
            }),
          ];
        }),
    ]),
  );
}

/** @param {Elements} ui @param {Series} series @param {Report} report of several */
function folded(ui, series, report) {
  const { run, label, id, engine } = series;
  return ui.html`
    <details class="series">
      <summary><h2 id="${id}">${label}</h2> <span>${`${machineOf(run.result)}, ${engine.id}`}</span></summary>
      ${ui.badges(state({ runs: [run], series: [series] }))}
      ${readingSection(ui, series, report, 'h3', `${id}-reading`)}
      ${seriesParts(ui, series, report, 'h3')}
    </details>`;
}

/**
 * @param {Elements} ui
 * @param {Series} series
 * @param {Report} report
 * @param {string} heading of its sections
 */
export const seriesParts = (ui, series, report, heading) => [
  ...series.views.map((view) => modelSection(ui, view, series, report, heading)),
  controlsSection(ui, series, report, heading),
  environmentSection(ui, series, heading),
];

/**
 * @param {Elements} ui
 * @param {ModelView} view
 * @param {Series} series
 * @param {Report} report
 * @param {string} heading
 */
function modelSection(ui, view, series, { baseline, threshold }, heading) {
  const { model, rows } = view;
  const { meaning, unit } = modelOf(model);
  const judged = rows.filter(({ kind }) => kind === 'kernel').map((row) => ratioRow(row, baseline));
  const time = (/** @type {number | null} */ value) => `${ns(value === null ? null : value / unit.ns)} ${unit.label}`;
  /** @param {ReportRow['summary']} summary */
  const spread = ({ error, median, min, outliers, samples }) =>
    error === null
      ? `median ${time(median)}, least ${time(min)}, ${outliers} outliers of ${samples}`
      : `no time, ${error}`;
  const sampled = rows.map((row) => sampleRow(row, series.lengths, unit));
  const most = Math.max(0, ...rows.map(({ samples }) => samples.length));
  const drawn =
    most > MOST_DOTS ? `One sample in ${Math.ceil(most / MOST_DOTS)}, and all that lie far out.` : 'All samples.';
  return ui.section(
    `${series.id}-${model}`,
    heading,
    modelTitle(ui, model),
    ui.html`<p>${meaning}</p>`,
    ratioFigure(ui, judged, {
      ...{ threshold, axis: `speed-up over ${baseline}`, caption: intervals(threshold) },
      label: `Speed-up over ${baseline} in ${model}`,
    }),
    ui.table(modelTable(view, series, COLUMNS), 'model'),
    ui.figure((canvas, words) => distributionChart(canvas, sampled, { unit: unit.label, ...words }), {
      label: `Distribution of all samples in ${model}`,
      description: rows.map(({ kernel, summary }) => `${kernel}: ${spread(summary)}`).join('; '),
      caption:
        `${drawn} The line is the median, the box the middle half; a ring is a sample more than 1.5 box ` +
        'lengths outside the box. None is left out of any number.',
    }),
    ui.figure((canvas, words) => timeChart(canvas, sampled, { rounds: series.run.result.plan.rounds, ...words }), {
      label: `Samples over time in ${model}`,
      description:
        'Deviation of each sample from the median of its row, in the order the samples were taken, with ' +
        'the median of each round.',
      caption:
        'The same samples in the order they were taken: deviation from the median of the row, to scale ' +
        `near it and logarithmic further out, with thin lines at ${100 * GUIDE} % more and less. A short ` +
        'line is the median of a round. A slope or a step that all rows share is the machine’s.',
    }),
  );
}

/**
 * @param {Elements} ui
 * @param {Series} series
 * @param {Report} report
 * @param {string} heading
 */
function controlsSection(ui, series, { threshold, baseline }, heading) {
  const rows = series.controls.map(({ kernel, model, state: tone, truth }) => {
    const summary = rowsIn(series, model).find((row) => row.kernel === kernel)?.summary;
    const speedup = summary?.speedup ?? null;
    return {
      ...{ name: `${controlOf(kernel)?.label}, ${model}`, tone, text: tone, truth },
      ...{ median: speedup?.median ?? null, ci95: speedup?.ci95 ?? null },
      detail: speedup?.ci95 ? speedup.ci95.map((value) => value.toFixed(3)).join(' to ') : '',
      ...(!speedup && { note: summary?.error ?? 'missing' }),
    };
  });
  const meaning =
    `What this run could see. A/A is ${baseline} against itself; 5 % slower is ${baseline} with 5 % ` +
    'more work. Passed: the run said what is true. Blind: it could not tell, so it proves nothing ' +
    'about differences of that size. Failed: do not trust its verdicts.';
  return ui.section(
    `${series.id}-controls`,
    heading,
    'Controls',
    ui.html`<p>${unbroken(meaning)}</p>`,
    rows.length > 0 &&
      ratioFigure(ui, rows, {
        ...{ threshold, axis: `speed-up over ${baseline}`, label: 'Controls of the run' },
        caption: 'The upright mark is the truth; the point and its line are what the run measured.',
      }),
    ui.table(controlsTable(series), 'controls'),
  );
}

/**
 * @param {Elements} ui
 * @param {Series} series
 * @param {string} heading
 */
function environmentSection(ui, series, heading) {
  const { result } = series.run;
  const { environment, plan, statistics, lost, command } = result;
  const { rustc, wasmPack, wasmOpt, arkFf, cpuFeatures: features } = environment;
  const { clockStepNs, noopNs } = series.engine;
  const judged = `threshold ${percent(statistics.threshold)}, ${100 * statistics.confidence} % intervals`;
  return ui.section(
    `${series.id}-environment`,
    heading,
    'Environment',
    ui.html`<pre tabindex="0" role="region" aria-label="The command"><code>${command}</code></pre>`,
    ui.facts('facts', [
      ['Machine', machineOf(result)],
      ['Engine', engineOf(series)],
      ['Clock', `step ${ns(clockStepNs)} ns, empty call ${ns(noopNs)} ns`],
      ['Started', result.createdAt],
      ['Size', `${sizeOf(result)}, seed ${plan.seed}`],
      ['Statistics', unbroken(judged)],
      ['Commit', commitOf(result)],
      ['Compiler', [rustc, wasmPack, wasmOpt].filter(Boolean).join(', ') || 'not known'],
      ['arkworks', arkFf.length > 0 ? `ark-ff ${arkFf.join(' and ')}` : 'not known'],
      ...lost.map(
        ({ engine, round, error }) => /** @type {const} */ (['Lost', `round ${round + 1} on ${engine}: ${error}`]),
      ),
    ]),
    ui.table(kernelsTable(series), 'kernels'),
    features.length > 0 &&
      ui.html`
        <details>
          <summary>${`${features.length} CPU features`}</summary><p class="features">${features.join(' ')}</p>
        </details>`,
  );
}

/** @param {Elements} ui @param {Report} report */
function howToRead(ui, { baseline, threshold }) {
  const terms = {
    Sample:
      'One batch between two readings of the clock, divided by its products, or squarings, additions, ' +
      'subtractions. Every batch ends with a checksum that is compared with the value BigInt computes.',
    Round: 'A fresh process that times every row in shuffled order. The independent unit is the round, not the sample.',
    'Speed-up':
      `Time of ${baseline} over time of the row, by the fastest batch of each in a round; 2 is twice ` +
      'as fast. It is the median over all rounds, and its interval runs from one order statistic of ' +
      'their ratios to another; the intervals of a table hold together with 95 %.',
    Verdict:
      'Faster or slower when the whole interval is beyond the practical threshold of ' +
      `${percent(threshold)}, equivalent when all of it is within, else undecided: this run cannot ` +
      'tell.',
    Detects: 'The smallest true difference that a run like this would call in four runs out of five.',
    'Not shown':
      'Constant-time behaviour is not audited. A kernel that wins on one engine may lose on the next, ' +
      'and a product is not a prover.',
  };
  const facts = Object.entries(terms).map(([term, text]) => /** @type {const} */ ([term, unbroken(text)]));
  return ui.section('how-to-read', 'h2', 'How to read this', ui.facts('terms', facts));
}

/** @param {Elements} ui @param {string} model */
const modelTitle = (ui, model) => [ui.html`<code>${model}</code>`, ' ', ui.html`<span>${modelOf(model).title}</span>`];

/** @param {number} number @param {string} thing */
const count = (number, thing) => `${number} ${thing}${number === 1 ? '' : 's'}`;

/** @param {number} threshold */
const intervals = (threshold) =>
  'Speed-up with its 95 % interval over rounds: right of 1 is faster. The band is the ' +
  `${percent(threshold)} that counts as no difference; what is undecided is hollow.`;

/** @param {RatioRow[]} rows @returns {string} the chart for those who do not see it */
const described = (rows) =>
  rows
    .map(({ name, text = '', detail, note }) => [`${name}: ${text}`, note ?? detail].filter(Boolean).join(', '))
    .join('; ');

/**
 * @param {ReportRow} row
 * @param {string} baseline
 * @returns {RatioRow}
 */
function ratioRow({ kernel, summary }, baseline) {
  const { tone, word, ratio, between } = judgement(summary, baseline);
  const isBaseline = tone === 'baseline';
  return {
    name: kernel,
    // Where the control was blind the interval is drawn, and no ratio.
    median: isBaseline ? 1 : summary.speedup?.blind ? null : (summary.speedup?.median ?? null),
    ci95: summary.speedup?.ci95 ?? null,
    tone,
    text: summary.speedup?.blind ? `${word}, blind` : isBaseline || ratio === '' ? word : `${word} ${ratio}×`,
    detail: between,
    ...(summary.error !== null && { note: summary.error }),
  };
}

/**
 * @param {ReportRow} row
 * @param {Map<number, number>} lengths how many samples each round has, over all rows
 * @param {Unit} unit
 * @returns {SampleRow}
 */
function sampleRow({ kernel, summary, samples }, lengths, unit) {
  if (summary.error !== null) return { name: kernel, error: summary.error, samples: [] };
  return {
    name: kernel,
    error: null,
    samples: samples.map(({ round, order, n, ns: duration }) => ({
      round,
      at: (order + 0.5) / (lengths.get(round) ?? 1),
      value: duration / n / unit.ns,
    })),
  };
}
