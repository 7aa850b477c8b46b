/** This project's best product beside the best of other projects, form by form, from a run that timed both. */

import { PATCHED_ROW } from '../measure/patched.mjs';
import { SAME } from '../models/controls.mjs';
import { modelOf } from '../models/index.mjs';
import { LOOPS, isNeighbour } from '../neighbours/rows.mjs';
import { checkControls, confidenceOfEach, ratio } from '../stats/index.mjs';
import { factor, ns, times } from './reading.mjs';

/** @typedef {import('./result.mjs').Result} Result */
/** @typedef {import('./tables.mjs').Table} Table */
/** @typedef {import('../stats/index.mjs').SummaryRow} SummaryRow */
/** @typedef {Result['kernels'][number]} Kernel */

/**
 * @typedef {object} Duel
 * @property {string} engine
 * @property {string} question
 * @property {SummaryRow} own
 * @property {SummaryRow} other
 * @property {import('../stats/index.mjs').Ratio & { blind: boolean }} ratio how many times as fast our own is
 */

/**
 * A drop-in is compared with what could take its place, and with `form: null` whatever format anybody has. A kernel of
 * two lanes does two products a call, side by side: in a chain those are two chains, and there is no such thing to
 * compare with.
 */
const QUESTIONS = Object.freeze(
  /** @type {const} */ ([
    { words: 'drop-in, dependent products', model: 'chain', form: 'dropin', lanes: 1 },
    { words: 'drop-in, independent products', model: 'stream', form: 'dropin', lanes: 1 },
    { words: 'any format, dependent products', model: 'chain', form: null, lanes: 1 },
    { words: 'any format, in batches', model: 'stream', form: null, lanes: 2 },
  ]),
);
/** How the sources begin of what arkworks has. */
const ARKWORKS = 'arkworks-rs/';

/** @param {Kernel} kernel */
const isTheirs = ({ build }) => isNeighbour(build);
/** The patch to arkworks is this project's. @param {Kernel} kernel */
const isOwn = (kernel) => !isTheirs(kernel) && (!kernel.source.startsWith(ARKWORKS) || kernel.id === PATCHED_ROW);

/** @param {Result} result @returns {boolean} whether neighbours were to be timed */
export const hasNeighbours = ({ kernels }) => kernels.some(isTheirs);

/**
 * Who is the best is chosen from the samples that decide, too: so each interval is as wide as if all that could have
 * been chosen were compared.
 *
 * @param {Result} result
 * @returns {Duel[]} by engine; none where one of the two has no time
 */
export function duels({ kernels, summary, samples, statistics, environment: { engines } }) {
  const seeing = new Set(
    checkControls(summary, statistics.threshold).flatMap(({ kernel, state, engine, model }) =>
      kernel === SAME.id && state === 'passed' ? [`${engine} ${model}`] : [],
    ),
  );
  return engines.flatMap(({ id: engine }) =>
    QUESTIONS.flatMap(({ words, model, form, lanes }) => {
      const [own, other] = [isOwn, isTheirs].map((side) => {
        const ids = kernels
          .filter((one) => side(one) && (form === null || one.form === form) && one.lanes <= lanes)
          .map(({ id }) => id);
        return summary
          .filter((row) => row.engine === engine && row.model === model && ids.includes(row.kernel) && row.min !== null)
          .sort((a, b) => Number(a.min) - Number(b.min));
      });
      if (own.length === 0 || other.length === 0) return [];
      const rounds = Math.min(own[0].rounds, other[0].rounds);
      const confidence = confidenceOfEach(statistics.confidence, own.length * other.length, rounds);
      const found = ratio(samples, own[0], other[0], { ...statistics, confidence });
      const blind = !seeing.has(`${engine} ${model}`);
      return found ? [{ engine, question: words, own: own[0], other: other[0], ratio: { ...found, blind } }] : [];
    }),
  );
}

/** @param {Duel[]} all @returns {string[]} sentences in markdown: who wins where, a neighbour first */
export function neighbourLines(all) {
  if (all.length === 0) return ['Nothing can be compared: neither side has a time that the other has, too.'];
  const of = (/** @type {import('../stats/index.mjs').Verdict} */ verdict) =>
    all.filter((one) => one.ratio.verdict === verdict);
  const lost = of('slower');
  const parts = [
    `faster in ${of('faster').length} of ${all.length} comparisons`,
    ...(lost.length > 0 ? [`slower in ${lost.length}`] : []),
    ...(of('equivalent').length > 0 ? [`as fast in ${of('equivalent').length}`] : []),
    ...(of('undecided').length > 0 ? [`undecided in ${of('undecided').length}`] : []),
  ];
  return [
    ...lost.map(
      ({ engine, question, own, other, ratio: found }) =>
        `**A neighbour wins in ${engine}, ${question}**: \`${other.kernel}\` takes ${ns(other.median)} ns, and the ` +
        `best here, \`${own.kernel}\`, ${ns(own.median)} ns: it is ${times(found)} times as fast.`,
    ),
    `${lost.length > 0 ? 'The' : '**No neighbour is shown to be faster**: the'} best of this project, against the ` +
      `best of its neighbours, is ${parts.join(', ')}.`,
  ];
}

/** @param {Duel[]} all @returns {string} one sentence in markdown: a loss first */
export function neighbourGist(all) {
  const of = (/** @type {import('../stats/index.mjs').Verdict} */ verdict) =>
    all.filter((one) => one.ratio.verdict === verdict).length;
  const [lost, won] = [of('slower'), of('faster')];
  return (
    `**Against other projects' products**: ${lost > 0 ? `slower in ${lost}, ` : ''}the best here is shown to be ` +
    `faster than the best other that can be installed in ${won} of ${all.length} comparisons` +
    (lost > 0 ? '' : ', and slower in none')
  );
}

/** @param {Duel[]} all @returns {Table} a row for each engine and question */
export const duelTable = (all) => ({
  caption: 'The best of this project against the best of its neighbours, of the same form',
  columns: [
    ...['engine', 'what', 'here'].map((label) => ({ label })),
    { label: 'ns', numeric: true },
    { label: 'neighbour' },
    { label: 'ns', numeric: true },
    { label: 'times as fast', numeric: true },
    { label: 'verdict' },
  ],
  rows: all.map(({ engine, question, own, other, ratio: found }) => ({
    cells: [
      { text: engine },
      { text: question },
      { text: own.kernel, code: true },
      { text: ns(own.median) },
      { text: other.kernel, code: true },
      { text: ns(other.median) },
      { text: found.ci95 ? times(found) : `${factor(found.median)} (too few rounds)` },
      { text: found.verdict, tone: found.verdict },
    ],
  })),
});

/** @param {Result} result @returns {Table[]} for each model the medians: neighbours, and arkworks, which is one */
export function neighbourTables({ kernels, summary, environment: { engines } }) {
  return LOOPS.map((model) => ({
    caption: `${modelOf(model).title}: ns a product, median`,
    columns: [{ label: 'row' }, { label: 'release' }, ...engines.map(({ id: label }) => ({ label, numeric: true }))],
    rows: kernels
      .filter((kernel) => isTheirs(kernel) || (kernel.source.startsWith(ARKWORKS) && kernel.id !== PATCHED_ROW))
      .flatMap(({ id, source }) => {
        const own = summary.filter((row) => row.kernel === id && row.model === model);
        const times = engines.map(({ id: engine }) => {
          const median = own.find((row) => row.engine === engine)?.median ?? null;
          return { text: median === null ? '-' : ns(median) };
        });
        return own.length > 0
          ? [{ cells: [{ text: id, code: /** @type {const} */ (true) }, { text: source }, ...times] }]
          : [];
      }),
  }));
}

/** @param {Result} result @returns {string[]} why a neighbour has no time, a reason each */
export function neighbourFailures({ kernels, summary }) {
  const theirs = new Set(kernels.filter(isTheirs).map(({ id }) => id));
  return summary.flatMap(({ engine, kernel, model, error }) =>
    error !== null && theirs.has(kernel) ? [`${kernel} in ${model} on ${engine}: ${error.split('\n')[0]}`] : [],
  );
}
