/** The run of this page against a result file. */

import { engineName, engineNameIn } from '../src/engines/names.mjs';
import { across, acrossTable } from '../src/report/across.mjs';
import { kernelName } from '../src/report/names.mjs';
import { comparisonTable } from '../src/report/tables.mjs';
import { mergeResults } from '../src/report/merge.mjs';
import { resummarised } from '../src/result/summary.mjs';
import { compareRuns } from '../src/stats/index.mjs';

/** @typedef {import('../src/report/html-elements.mjs').Elements} Elements */
/** @typedef {import('../src/result/result.mjs').Result} Result */

/**
 * @param {Elements} ui
 * @param {{ before: Result, name: string, now: Result }} runs name: of the file
 * @returns {(HTMLElement | null)[]}
 * @throws {import('../src/result/result.mjs').ResultError} when the two cannot be put side by side
 */
export function comparison(ui, { before, name, now }) {
  const here = new Set(now.environment.engines.map(({ id }) => id));
  const shared = onEngines(before, here);
  if (shared.environment.engines.length === 0) {
    const report = mergeResults([
      { file: name, result: resummarised(before, { baseline: now.statistics.baseline }) },
      { file: 'this page', result: now },
    ]);
    const apart =
      `That run was on ${namesOf(before)}, this one on ${namesOf(now)}: no row of one is a row of the other. Side by ` +
      `side, each against ${report.baseline} of its own run:`;
    return [ui.html`<p>${apart}</p>`, ...across(report).map((model) => ui.table(acrossTable(model, report), 'across'))];
  }
  const compared = compareRuns(shared, now, now.statistics);
  const { differences, missing, added } = compared;
  const others = before.environment.engines.filter(({ id }) => !here.has(id)).map(engineName);
  const partial = [before.partial && 'The file’s run', now.partial && 'This run'].filter(Boolean).join(' and ');
  const another =
    'The machine or the engine is another. What is compared is each kernel’s speed-up, not its time. ' +
    differences.join('; ');
  const fewer = `Of the file only the rows on ${namesOf(now)} are compared, none on ${others.join(', ')}.`;
  const alone = [
    ...missing.map((row) => ({ ...row, run: 'this run' })),
    ...added.map((row) => ({ ...row, run: 'the file' })),
  ].map(({ kernel, model, engine, run, reason }) => [
    `${kernelName(kernel)} in ${model} on ${engineNameIn(now, engine)}: not in ${run} (${reason.split('\n')[0]})`,
  ]);
  const count = `${alone.length} rows are in one run only`;
  return [
    differences.length > 0 ? ui.html`<p class="notice">${another}</p>` : null,
    others.length > 0 ? ui.html`<p>${fewer}</p>` : null,
    partial ? ui.html`<p>${`${partial}: partial.`}</p>` : null,
    ui.table(comparisonTable(compared, { createdAt: before.createdAt, name }), 'comparison'),
    alone.length > 0 ? ui.html`<details><summary>${count}</summary>${ui.list('reading', alone)}</details>` : null,
  ];
}

/**
 * @param {Result} result
 * @param {Set<string>} ids
 * @returns {Result} the rows on these engines: of a file of many, those that a page can have
 */
function onEngines({ environment, samples, summary, ...rest }, ids) {
  return {
    ...rest,
    environment: { ...environment, engines: environment.engines.filter(({ id }) => ids.has(id)) },
    samples: samples.filter(({ engine }) => ids.has(engine)),
    summary: summary.filter(({ engine }) => ids.has(engine)),
  };
}

/** @param {Result} result */
const namesOf = ({ environment }) => environment.engines.map(engineName).join(', ');
