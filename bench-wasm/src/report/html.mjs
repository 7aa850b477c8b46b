/** The outline of a report as elements of a document, whole or a section. Runs in a browser as well. */

import { distributionChart, GUIDE, MOST_DOTS, ratioChart, timeChart } from './charts.mjs';
import { modelOf } from '../models/index.mjs';
import { distinct } from '../stats/index.mjs';
import { Elements, unbroken } from './html-elements.mjs';
import { percent } from './format.mjs';
import { engineName, fullName } from '../engines/names.mjs';
import { kernelName } from './names.mjs';
import { described, outline, state } from './outline.mjs';
import { machineOf } from './tables.mjs';

/** @import { Child } from './html-elements.mjs' */
/** @import { Report } from './merge.mjs' */
/** @import { Part, Samples, Section } from './outline.mjs' */

/** @param {Document} document empty @param {Report} report @param {string} style */
export function fillDocument(document, report, style) {
  const ui = new Elements(document);
  const { series, runs } = report;
  const [first] = series;
  const sections = outline(report);
  const answers = sections.filter(({ id }) => id === 'answer');
  const others = sections.filter(({ id }) => id !== 'answer');
  const element = (/** @type {Section} */ section) => sectionElement(ui, section);
  const subject =
    series.length > 1 ? `${series.length} runs` : `${first.run.result.environment.cpu}, ${engineName(first.engine)}`;
  document.head.append(
    ui.html`<meta charset="utf-8">`,
    ui.html`<meta name="viewport" content="width=device-width, initial-scale=1">`,
    // Whatever a later hand adds to this page, it cannot load anything.
    ui.html`<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">`,
    ui.html`<title>${`fqmul: ${subject}`}</title>`,
    ui.make('style', {}, style),
  );
  document.body.append(
    ui.html`<a class="skip" href="${`#${sections[0].id}`}">${`Skip to the ${sections[0].id}`}</a>`,
    header(ui, report),
    ui.make('main', {}, ...answers.map(element), navigation(ui, others), ...others.map(element)),
    ui.html`
      <footer>
        <p>Made by <code>npm run report</code>${` from ${runs.map(({ file }) => file).join(', ')}.`}</p>
      </footer>`,
  );
}

/** @param {Elements} ui @param {Report} report */
function header(ui, report) {
  const { series, runs, baseline, threshold } = report;
  const [first] = series;
  const count = (/** @type {string[]} */ all, /** @type {string} */ thing) =>
    `${all.length} ${thing}${all.length === 1 ? '' : 's'}`;
  // By name: several models of one maker may call themselves the same.
  const cpus = distinct(runs.map((run) => run.result.environment.cpu));
  const engines = distinct(series.map(({ engine }) => engineName(engine)));
  const files = runs.map(({ file }) => file);
  const where =
    series.length > 1
      ? `${count(files, 'run')} on ${cpus.join(' and ')}, ${count(engines, 'engine')}`
      : `${machineOf(first.run.result)}, ${fullName(first.engine)}`;
  return ui.html`
    <header>
      <p class="brand"><span>fqmul</span> benchmark report</p>
      <h1>Should this field multiplication go upstream?</h1>
      <p class="lead">
        ${`Kernels of BN254 Fq against ${kernelName(baseline)}: ${where}. `}
        ${`What is within ${unbroken(percent(threshold))} counts as no difference.`}
      </p>
      ${ui.badges(state(report))}
    </header>`;
}

/** @param {Elements} ui @param {Section[]} sections */
const navigation = (ui, sections) => ui.html`
  <nav aria-label="Sections"><ul>
    ${sections.map(
      ({ id, title, model = title, folded }) =>
        ui.html`<li><a href="${`#${folded?.sections[0].id ?? id}`}">${model}</a></li>`,
    )}
  </ul></nav>`;

/**
 * @param {Elements} ui
 * @param {Section} section
 * @param {string} [heading]
 * @returns {HTMLElement}
 */
export function sectionElement(ui, { id, title, model, badges, parts, folded }, heading = 'h2') {
  const state = badges ? [ui.badges(badges)] : [];
  if (folded)
    return ui.html`
      <details class="series">
        <summary><h2 id="${id}">${title}</h2> <span>${folded.aside}</span></summary>
        ${state}
        ${folded.sections.map((section) => sectionElement(ui, section, 'h3'))}
      </details>`;
  return ui.section(id, heading, titled(ui, title, model), ...state, ...parts.flatMap((part) => partOf(ui, part)));
}

/** @param {Elements} ui @param {string} title @param {string} [model] @returns {Child[]} */
const titled = (ui, title, model) =>
  model ? [ui.html`<code>${model}</code>`, ' ', ui.html`<span>${title}</span>`] : [title];

/** @param {Elements} ui @param {Part} part @returns {Child[]} */
function partOf(ui, part) {
  if ('text' in part) return [ui.html`<p>${unbroken(part.text)}</p>`];
  if ('points' in part) {
    const items = part.points.map((point) => {
      if (typeof point === 'string') return [unbroken(point)];
      const under = point.under.map((text) => ui.html`<li>${unbroken(text)}</li>`);
      return [unbroken(point.lead), ui.html`<ul>${under}</ul>`];
    });
    return [ui.list('reading', items)];
  }
  if ('heading' in part)
    return [ui.make('h3', part.id ? { id: part.id } : {}, ...titled(ui, part.heading, part.model))];
  if ('table' in part) return [ui.table(part.table, part.kind ?? '')];
  if ('ratios' in part) {
    const { rows, threshold, axis, description = described(rows), label, caption } = part.ratios;
    return [
      ui.figure((canvas, words) => ratioChart(canvas, rows, { threshold, axis: `${axis}, log scale`, ...words }), {
        ...{ label, description, caption },
      }),
    ];
  }
  if ('samples' in part) return sampleFigures(ui, part.samples);
  if ('facts' in part) return [ui.facts(part.kind ?? 'facts', part.facts)];
  if ('code' in part)
    return [ui.html`<pre tabindex="0" role="region" aria-label="The command"><code>${part.code}</code></pre>`];
  return [ui.html`<details><summary>${part.summary}</summary><p class="features">${part.folded}</p></details>`];
}

/** @param {Elements} ui @param {Samples} samples @returns {Child[]} by size, and in the order they were taken */
function sampleFigures(ui, { model, rows, rounds, description }) {
  const { label: unit } = modelOf(model).unit;
  const most = Math.max(0, ...rows.map(({ samples }) => samples.length));
  const drawn =
    most > MOST_DOTS ? `One sample in ${Math.ceil(most / MOST_DOTS)}, and all that lie far out.` : 'All samples.';
  return [
    ui.figure((canvas, words) => distributionChart(canvas, rows, { unit, ...words }), {
      label: `Distribution of all samples in ${model}`,
      description,
      caption:
        `${drawn} The line is the median, the box the middle half; a ring is a sample more than 1.5 box lengths ` +
        'outside the box. None is left out of any number.',
    }),
    ui.figure((canvas, words) => timeChart(canvas, rows, { rounds, ...words }), {
      label: `Samples over time in ${model}`,
      description:
        'Deviation of each sample from the median of its row, in the order the samples were taken, with the median ' +
        'of each round.',
      caption:
        'The same samples in the order they were taken: deviation from the median of the row, to scale near it and ' +
        `logarithmic further out, with thin lines at ${100 * GUIDE} % more and less. A short line is the median of a ` +
        'round. A slope or a step that all rows share is the machine’s.',
    }),
  ];
}
