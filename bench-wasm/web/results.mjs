/** A result on the page, in the parts of the report: drawn before the first round, and again after each. */

import { sectionElement } from '../src/report/html.mjs';
import { mergeResults } from '../src/report/merge.mjs';
import { answerSections, seriesSections, state } from '../src/report/outline.mjs';
import { createResult } from '../src/result/result.mjs';

/** @typedef {import('../src/measure/run.mjs').RunEvent} RunEvent */
/** @typedef {import('../src/report/html-elements.mjs').Elements} Elements */
/** @typedef {import('../src/report/outline.mjs').Section} Section */
/** @typedef {import('../src/result/result.mjs').Header} Header */
/** @typedef {import('../src/result/result.mjs').Result} Result */

/**
 * What is known so far. A row that was not reached is not one that was missed.
 *
 * @param {Header} header
 * @param {RunEvent[]} events
 * @returns {Result}
 */
export function interimResult(header, events) {
  const result = createResult(header, events, { partial: true });
  const waiting = (/** @type {Result['summary'][number]} */ { samples, error }) =>
    samples === 0 && error === 'not measured before the run was stopped';
  return {
    ...result,
    partial: false,
    summary: result.summary.map((row) => (waiting(row) ? { ...row, error: 'not measured yet' } : row)),
  };
}

/**
 * @param {Elements} ui
 * @param {HTMLElement} place
 * @param {Result} result of one engine
 * @param {{ finished: boolean }} state
 */
export function drawResult(ui, place, result, { finished }) {
  const report = mergeResults([{ file: 'this page', result }]);
  const [series] = report.series;
  const keep = positions(place);
  place.classList.toggle('pending', !finished && result.samples.length === 0);
  place.setAttribute('aria-busy', String(!finished));
  const [reading, ...others] = seriesSections(series, report, 'reading');
  /** @type {Section['badges']} */
  const coming = [['none', 'Drawn again after every round; what it says in words comes at the end.']];
  const sections = finished
    ? [...answerSections(report.runs), { ...reading, badges: state(report) }, ...others]
    : [{ ...reading, badges: coming, parts: reading.parts.filter((part) => 'table' in part) }, ...others];
  place.replaceChildren(...sections.map((section) => sectionElement(ui, section)));
  keep();
}

/**
 * Where the page and its tables are scrolled to and what has the focus, for those who read while it is drawn again.
 *
 * @param {HTMLElement} place
 * @returns {() => void} puts it back
 */
function positions(place) {
  const focusable = () => [...place.querySelectorAll('[tabindex], summary')];
  const before = focusable().map((element) => ({
    left: element.scrollLeft,
    focused: element === document.activeElement,
  }));
  const open = [...place.querySelectorAll('details')].map((details) => details.open);
  // What is read: the last section that begins above the middle of the window.
  const read = [...place.querySelectorAll('section')]
    .filter((section) => section.getBoundingClientRect().top < innerHeight / 2)
    .at(-1);
  const top = read?.getBoundingClientRect().top ?? 0;
  return () => {
    for (const [at, details] of [...place.querySelectorAll('details')].entries()) details.open = open[at] ?? false;
    for (const [at, element] of focusable().entries()) {
      if (!before[at]) continue;
      if (before[at].left > 0) element.scrollLeft = before[at].left;
      if (before[at].focused) /** @type {HTMLElement} */ (element).focus({ preventScroll: true });
    }
    const again = read && document.getElementById(read.id);
    if (again) scrollBy({ top: again.getBoundingClientRect().top - top, behavior: 'instant' });
  };
}
