/** The report as elements of a document, whole or in parts. Runs in a browser as well. */

import { againstShipped, answer, unmarked } from './answer.mjs';
import { controlOf } from '../models/controls.mjs';
import { modelOf } from '../models/index.mjs';
import { across, acrossReading, acrossTable, premise, runsTable } from './across.mjs';
import { distributionChart, GUIDE, MOST_DOTS, ratioChart, timeChart } from './charts.mjs';
import { Elements, unbroken } from './elements.mjs';
import { engineRows, matrices, MATRIX_PREMISE, matrixTable, nativeTable, refusals } from './matrix.mjs';
import { ns, percent } from './reading.mjs';
import { recordTable } from './record.mjs';
import { repeatabilityTables } from './repeatability.mjs';
import {
  commitOf,
  controlsTable,
  engineOf,
  glanceTable,
  judgement,
  kernelsTable,
  machineOf,
  modelTable,
  readingOf,
  sizeOf,
} from './tables.mjs';

/** @typedef {import('./merge.mjs').Report} Report */
/** @typedef {import('./merge.mjs').ReportRow} ReportRow */
/** @typedef {import('./merge.mjs').Run} Run */
/** @typedef {import('./merge.mjs').Series} Series */
/** @typedef {import('./merge.mjs').ModelView} ModelView */
/** @typedef {import('./charts.mjs').RatioRow} RatioRow */
/** @typedef {import('./charts.mjs').SampleRow} SampleRow */
/** @typedef {import('./tables.mjs').Tone} Tone */

/** @type {import('./tables.mjs').ColumnId[]} */
const COLUMNS = [
  'kernel',
  'median',
  'medianInterval',
  'min',
  'mad',
  'average',
  'speedup',
  'speedupInterval',
  'verdict',
  'outliers',
];

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
  document.head.append(
    ui.make('meta', { charset: 'utf-8' }),
    ui.make('meta', { name: 'viewport', content: 'width=device-width, initial-scale=1' }),
    // Whatever a later hand adds to this page, it cannot load anything.
    ui.make('meta', {
      'http-equiv': 'Content-Security-Policy',
      content: "default-src 'none'; style-src 'unsafe-inline'",
    }),
    ui.make(
      'title',
      {},
      `fqmul: ${several ? `${series.length} runs` : `${first.run.result.environment.cpu}, ${first.engine.id}`}`,
    ),
    ui.make('style', {}, style),
  );
  const answered = answerSection(ui, report);
  const start = answered ? 'answer' : 'reading';
  document.body.append(
    ui.make('a', { class: 'skip', href: `#${start}` }, `Skip to the ${start}`),
    header(ui, report, answered !== null),
    ui.make(
      'main',
      {},
      answered,
      several ? acrossSection(ui, report) : readingSection(ui, report),
      matrixSection(ui, report),
      ...series.flatMap((one) => (several ? [folded(ui, one, report)] : seriesParts(ui, one, report, 'h2'))),
      howToRead(ui, report),
    ),
    ui.make(
      'footer',
      {},
      ui.make(
        'p',
        {},
        'Made by ',
        ui.make('code', {}, 'npm run report'),
        ` from ${runs.map(({ file }) => file).join(', ')}.`,
      ),
    ),
  );
}

/** @param {Elements} ui @param {Report} report @param {boolean} answered whether the page has the answer */
function header(ui, report, answered) {
  const { series, runs, baseline, threshold } = report;
  const [first] = series;
  const several = series.length > 1;
  const kernels = [...new Set(runs.flatMap(({ result }) => result.plan.kernels))];
  const models = [...new Set(series.flatMap(({ views }) => views.map(({ model }) => model)))];
  const cpus = new Set(runs.map(({ result }) => result.environment.cpu));
  const engines = new Set(series.map(({ engine }) => engine.id));
  const sections = several
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
      ];
  return ui.make(
    'header',
    {},
    ui.make('p', { class: 'brand' }, ui.make('span', {}, 'fqmul'), ' benchmark report'),
    ui.make('h1', {}, 'Should this field multiplication go upstream?'),
    ui.make(
      'p',
      { class: 'lead' },
      `BN254 Fq multiplication in WebAssembly: every kernel against ${baseline}, checked against BigInt, ` +
        'with intervals and verdicts.',
    ),
    ui.badges(state(report)),
    ui.facts('facts', [
      [
        'Asked',
        unbroken(
          `${kernels.join(', ')} in ${models.join(', ')}; what is within ${percent(threshold)} counts as no difference`,
        ),
      ],
      ...(several
        ? /** @type {[string, string][]} */ ([
            [
              'Runs',
              `${count(runs.length, 'run')} on ${count(cpus.size, 'CPU model')}, ${count(engines.size, 'engine')}`,
            ],
          ])
        : /** @type {[string, string][]} */ ([
            ['Machine', machineOf(first)],
            ['Engine', engineOf(first)],
            ['Run', `${first.run.result.createdAt}, ${sizeOf(first)}`],
            ['Commit', commitOf(first.run.result)],
          ])),
    ]),
    ui.make(
      'nav',
      { 'aria-label': 'Sections' },
      ui.make(
        'ul',
        {},
        ...[...(answered ? [['answer', 'The answer']] : []), ...sections, ['how-to-read', 'How to read this']].map(
          ([id, label]) => ui.make('li', {}, ui.make('a', { href: `#${id}` }, label)),
        ),
      ),
    ),
  );
}

/**
 * @param {{ runs: Run[], series: Series[] }} report
 * @returns {[Tone, string][]} what must be known before any number is read
 */
export function state({ runs, series }) {
  const partial = runs.filter(({ result }) => result.partial);
  const lost = runs.flatMap(({ result }) => result.lost).length;
  const errors = series.flatMap(({ views }) =>
    views.flatMap(({ rows }) => rows.filter(({ summary }) => summary.error !== null)),
  ).length;
  const controls = series.flatMap((one) => one.controls);
  const failed = controls.filter((control) => control.state === 'failed').length;
  const blind = controls.filter((control) => control.state === 'blind').length;
  return [
    .../** @type {[Tone, string][]} */ (
      partial.length > 0
        ? [
            [
              'failed',
              runs.length === 1
                ? `partial: stopped after ${runs[0].result.samples.length} samples`
                : `partial: ${partial.map(({ label }) => label).join(', ')}`,
            ],
          ]
        : []
    ),
    .../** @type {[Tone, string][]} */ (lost > 0 ? [['failed', `${count(lost, 'round')} lost`]] : []),
    .../** @type {[Tone, string][]} */ (errors > 0 ? [['failed', `${count(errors, 'row')} without a time`]] : []),
    .../** @type {[Tone, string][]} */ (
      failed > 0 ? [['failed', `${failed} of ${controls.length} controls failed`]] : []
    ),
    .../** @type {[Tone, string][]} */ (
      blind > 0 ? [['blind', `${blind} of ${controls.length} controls undecided`]] : []
    ),
    .../** @type {[Tone, string][]} */ (
      controls.length > 0 && failed + blind === 0 ? [['passed', 'all controls passed']] : []
    ),
  ];
}

/**
 * @param {Elements} ui
 * @param {Pick<Report, 'runs'>} report
 * @returns {HTMLElement | null} null where no run has what the question is about
 */
export function answerSection(ui, { runs }) {
  const cpus = [...new Set(runs.map(({ result }) => result.environment.cpu))];
  const machines = cpus.map((label) => ({
    label,
    results: runs.filter(({ result }) => result.environment.cpu === label).map(({ result }) => result),
  }));
  const statements = answer(againstShipped(machines));
  if (statements.length === 0) return null;
  const ids = kernelsIn(runs);
  /** @param {string} text in markdown */
  const prose = (text) => ui.prose(unmarked(text), ids);
  return ui.section(
    'section',
    'answer',
    'h2',
    ['The answer'],
    ui.make(
      'ul',
      { class: 'reading' },
      ...statements.map(({ lead, figures }) =>
        cpus.length === 1
          ? ui.make('li', {}, ...prose(`${lead} ${figures[0].text}`))
          : ui.make(
              'li',
              {},
              ...prose(lead),
              ui.make('ul', {}, ...figures.map(({ label, text }) => ui.make('li', {}, ...prose(`${label}: ${text}`)))),
            ),
      ),
    ),
  );
}

/** @param {Elements} ui @param {Report} report of one series */
function readingSection(ui, report) {
  const [series] = report.series;
  return ui.section(
    'section',
    'reading',
    'h2',
    ['Reading'],
    ui.table(glanceTable(series, report), 'glance'),
    readingList(ui, readingOf(series), [series.run]),
  );
}

/** @param {Elements} ui @param {string[]} paragraphs @param {Run[]} runs */
export function readingList(ui, paragraphs, runs) {
  const ids = kernelsIn(runs);
  return ui.make(
    'ul',
    { class: 'reading' },
    ...paragraphs.map((paragraph) => ui.make('li', {}, ...ui.prose(paragraph, ids))),
  );
}

/** @param {Run[]} runs @returns {string[]} ids, each once */
const kernelsIn = (runs) => [...new Set(runs.flatMap(({ result }) => result.plan.rows.map(({ kernel }) => kernel)))];

/** @param {Elements} ui @param {Report} report of several series */
function acrossSection(ui, report) {
  const { baseline, threshold } = report;
  return ui.section(
    'section',
    'reading',
    'h2',
    ['Across runs'],
    ui.make('p', {}, premise(report)),
    ui.table(runsTable(report), 'runs'),
    readingList(ui, acrossReading(report), report.runs),
    ...repeatabilityTables(report).map((table) => ui.table(table, 'across')),
    ...across(report).flatMap((one) => {
      /** @type {RatioRow[]} */
      const rows = one.kernels.flatMap(({ kernel, rows: own }) => [
        {
          name: kernel,
          heading: /** @type {true} */ (true),
          median: null,
          ci95: null,
          tone: /** @type {Tone} */ ('none'),
          text: '',
          detail: '',
        },
        ...own.map(({ label, row }) => ({ ...ratioRow(row, baseline), name: label })),
      ]);
      return [
        ui.make('h3', { id: `across-${one.model}` }, ...modelTitle(ui, one.model)),
        ui.figure(
          (canvas, words) =>
            ratioChart(canvas, rows, {
              threshold,
              axis: `speed-up over ${baseline} of the same run, log scale`,
              ...words,
            }),
          {
            label: `Speed-up over ${baseline} in ${one.model}, by kernel and run`,
            description: one.kernels
              .map(
                ({ kernel, rows: own }) =>
                  `${kernel}: ${described(own.map(({ label, row }) => ({ ...ratioRow(row, baseline), name: label })))}`,
              )
              .join('. '),
            caption: intervals(threshold),
          },
        ),
        ui.table(acrossTable(one, report), 'across'),
      ];
    }),
  );
}

/** @param {Elements} ui @param {Report} report */
function matrixSection(ui, report) {
  const all = matrices(report);
  if (all.length === 0) return null;
  const runs = [...new Set(all.map(({ run }) => run))];
  return ui.section(
    'section',
    'matrix',
    'h2',
    ['Kernel by engine'],
    ui.make('p', {}, MATRIX_PREMISE),
    ...runs.flatMap((run) => [
      runs.length > 1 && ui.make('h3', {}, run.label),
      ui.table({ ...recordTable(report, run), notes: refusals(report, run) }, 'matrix'),
      ...all
        .filter((matrix) => matrix.run === run)
        .flatMap((matrix) => {
          const native = nativeTable(matrix);
          return [
            ui.make('h3', {}, ...modelTitle(ui, matrix.model)),
            ui.table(matrixTable(matrix, report), 'matrix'),
            native && ui.table(native, 'matrix'),
            ui.figure(
              (canvas, words) =>
                ratioChart(canvas, engineRows(matrix), {
                  threshold: report.threshold,
                  axis: 'speed against the median engine, log scale',
                  ...words,
                }),
              {
                label: `Engines against the median engine in ${matrix.model}, by kernel`,
                description: described(engineRows(matrix)),
                caption:
                  'Every kernel on every engine against the median of the engines for that kernel: right ' +
                  'of 1 is faster than most. Native code is no part of the median.',
              },
            ),
          ];
        }),
    ]),
  );
}

/** @param {Elements} ui @param {Series} series @param {Report} report of several */
function folded(ui, series, report) {
  const { run, label, id } = series;
  return ui.make(
    'details',
    { class: 'series' },
    ui.make(
      'summary',
      {},
      ui.make('h2', { id }, label),
      ' ',
      ui.make('span', {}, `${machineOf(series)}, ${series.engine.id}`),
    ),
    ui.badges(state({ runs: [run], series: [series] })),
    ui.section(
      'section',
      `${id}-reading`,
      'h3',
      ['Reading'],
      ui.table(glanceTable(series, report), 'glance'),
      readingList(ui, readingOf(series), [run]),
    ),
    ...seriesParts(ui, series, report, 'h3'),
  );
}

/**
 * @param {Elements} ui
 * @param {Series} series
 * @param {Report} report
 * @param {string} heading of its sections
 */
export function seriesParts(ui, series, report, heading) {
  return [
    ...series.views.map((view) => modelSection(ui, view, series, report, heading)),
    controlsSection(ui, series, report, heading),
    environmentSection(ui, series, heading),
  ];
}

/**
 * @param {Elements} ui
 * @param {ModelView} view
 * @param {Series} series
 * @param {Report} report
 * @param {string} heading
 */
function modelSection(ui, view, series, { baseline, threshold }, heading) {
  const { model, rows } = view;
  const { plan } = series.run.result;
  const judged = rows.filter(({ kind }) => kind === 'kernel').map((row) => ratioRow(row, baseline));
  const { meaning, unit } = modelOf(model);
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
    'section',
    `${series.id}-${model}`,
    heading,
    modelTitle(ui, model),
    ui.make('p', {}, meaning),
    ui.figure(
      (canvas, words) =>
        ratioChart(canvas, judged, { threshold, axis: `speed-up over ${baseline}, log scale`, ...words }),
      {
        label: `Speed-up over ${baseline} in ${model}`,
        description: described(judged),
        caption: intervals(threshold),
      },
    ),
    ui.table(modelTable(view, series, COLUMNS), 'model'),
    ui.figure((canvas, words) => distributionChart(canvas, sampled, { unit: unit.label, ...words }), {
      label: `Distribution of all samples in ${model}`,
      description: rows.map(({ kernel, summary }) => `${kernel}: ${spread(summary)}`).join('; '),
      caption:
        `${drawn} The line is the median, the box the middle half; a ring is a sample more than 1.5 box ` +
        'lengths outside the box. None is left out of any number.',
    }),
    ui.figure((canvas, words) => timeChart(canvas, sampled, { rounds: plan.rounds, ...words }), {
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
    const summary = series.views
      .find((view) => view.model === model)
      ?.rows.find((row) => row.kernel === kernel)?.summary;
    const speedup = summary?.speedup ?? null;
    return {
      name: `${controlOf(kernel)?.label}, ${model}`,
      median: speedup?.median ?? null,
      ci95: speedup?.ci95 ?? null,
      tone,
      text: tone,
      detail: speedup?.ci95 ? speedup.ci95.map((value) => value.toFixed(3)).join(' to ') : '',
      ...(!speedup && { note: summary?.error ?? 'missing' }),
      truth,
    };
  });
  return ui.section(
    'section',
    `${series.id}-controls`,
    heading,
    ['Controls'],
    ui.make(
      'p',
      {},
      unbroken(
        `What this run could see. A/A is ${baseline} against itself; 5 % slower is ${baseline} with 5 % ` +
          'more work. Passed: the run said what is true. Blind: it could not tell, so it proves nothing ' +
          'about differences of that size. Failed: do not trust its verdicts.',
      ),
    ),
    rows.length > 0 &&
      ui.figure(
        (canvas, words) =>
          ratioChart(canvas, rows, { threshold, axis: `speed-up over ${baseline}, log scale`, ...words }),
        {
          label: 'Controls of the run',
          description: described(rows),
          caption: 'The upright mark is the truth; the point and its line are what the run measured.',
        },
      ),
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
  const { engine } = series;
  const features = environment.cpuFeatures;
  return ui.section(
    'section',
    `${series.id}-environment`,
    heading,
    ['Environment'],
    ui.make('pre', { tabindex: '0', role: 'region', 'aria-label': 'The command' }, ui.make('code', {}, command)),
    ui.facts('facts', [
      ['Machine', machineOf(series)],
      ['Engine', engineOf(series)],
      ['Clock', `step ${ns(engine.clockStepNs)} ns, empty call ${ns(engine.noopNs)} ns`],
      ['Started', result.createdAt],
      ['Size', `${sizeOf(series)}, seed ${plan.seed}`],
      [
        'Statistics',
        unbroken(`threshold ${percent(statistics.threshold)}, ${100 * statistics.confidence} % intervals`),
      ],
      ['Commit', commitOf(result)],
      [
        'Compiler',
        [environment.rustc, environment.wasmPack, environment.wasmOpt].filter(Boolean).join(', ') || 'not known',
      ],
      ['arkworks', environment.arkFf.length > 0 ? `ark-ff ${environment.arkFf.join(' and ')}` : 'not known'],
      ...lost.map(
        ({ engine: on, round, error }) => /** @type {const} */ (['Lost', `round ${round + 1} on ${on}: ${error}`]),
      ),
    ]),
    ui.table(kernelsTable(series), 'kernels'),
    features.length > 0 &&
      ui.make(
        'details',
        {},
        ui.make('summary', {}, `${features.length} CPU features`),
        ui.make('p', { class: 'features' }, features.join(' ')),
      ),
  );
}

/** @param {Elements} ui @param {Report} report */
function howToRead(ui, { baseline, threshold }) {
  return ui.section(
    'section',
    'how-to-read',
    'h2',
    ['How to read this'],
    ui.facts('terms', [
      [
        'Sample',
        'One batch between two readings of the clock, divided by its products, or squarings, additions, ' +
          'subtractions. Every batch ends with a checksum that is compared with the value BigInt computes.',
      ],
      [
        'Round',
        'A fresh process that times every row in shuffled order. The independent unit is the round, not the sample.',
      ],
      [
        'Speed-up',
        unbroken(
          `Time of ${baseline} over time of the row, by the fastest batch of each in a round; 2 is twice ` +
            'as fast. It is the median over all rounds, and its interval runs from one order statistic of ' +
            'their ratios to another; the intervals of a table hold together with 95 %.',
        ),
      ],
      [
        'Verdict',
        unbroken(
          'Faster or slower when the whole interval is beyond the practical threshold of ' +
            `${percent(threshold)}, equivalent when all of it is within, else undecided: this run cannot ` +
            'tell.',
        ),
      ],
      ['Detects', 'The smallest true difference that a run like this would call in four runs out of five.'],
      [
        'Not shown',
        'Constant-time behaviour is not audited. A kernel that wins on one engine may lose on the next, ' +
          'and a product is not a prover.',
      ],
    ]),
  );
}

/** @param {Elements} ui @param {string} model */
const modelTitle = (ui, model) => [ui.make('code', {}, model), ' ', ui.make('span', {}, modelOf(model).title)];

/** @param {number} number @param {string} thing */
const count = (number, thing) => `${number} ${thing}${number === 1 ? '' : 's'}`;

/** @param {number} threshold */
const intervals = (threshold) =>
  'Speed-up with its 95 % interval over rounds: right of 1 is faster. The band is the ' +
  `${percent(threshold)} that counts as no difference; what is undecided is hollow.`;

/** @param {RatioRow[]} rows @returns {string} the chart for those who do not see it */
const described = (rows) =>
  rows
    .map(({ name, text, detail, note }) => [`${name}: ${text}`, note ?? detail].filter(Boolean).join(', '))
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
 * @param {import('../models/units.mjs').Unit} unit
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
