/** This project's best product beside the best of other projects, form by form, from a run that timed both. */

import { PATCHED_ROW } from '../measure/patched.mjs';
import { SAME } from '../models/controls.mjs';
import { modelOf } from '../models/index.mjs';
import { LOOPS, isNeighbour } from '../neighbours/neighbour-rows.mjs';
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
/** Engines that run no wasm, in the order of the sentences, and what each is. */
const NATIVES = Object.freeze({ native: 'without assembly', 'native-asm': 'with the assembly that each has' });
/** How the sources begin of what arkworks has. */
const ARKWORKS = 'arkworks-rs/';

/** @param {Kernel} kernel */
const isTheirs = ({ build }) => isNeighbour(build);
/** @param {Kernel} kernel */
const isArkworks = ({ id, source }) => source.startsWith(ARKWORKS) && id !== PATCHED_ROW;
/** The patch to arkworks is this project's. @param {Kernel} kernel */
const isOwn = (kernel) => !isTheirs(kernel) && !isArkworks(kernel);

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

/** @param {{ engine: string }} duel */
const isNative = ({ engine }) => engine in NATIVES;

/** @param {Duel[]} duels @returns {string[]} sentences in markdown: who wins where in wasm, a neighbour first */
export function neighbourLines(duels) {
  const all = duels.filter((one) => !isNative(one));
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
    `${lost.length > 0 ? 'In WebAssembly the' : '**In WebAssembly no neighbour is shown to be faster**: the'} ` +
      `best of this project, against the best of its neighbours, is ${parts.join(', ')}.`,
  ];
}

/**
 * @param {Result} result
 * @param {Duel[]} all of it
 * @returns {string[]} sentences in markdown, for each native engine and loop: what everybody takes, the fastest first
 */
export function nativeLines({ kernels, summary }, all) {
  return Object.entries(NATIVES).flatMap(([engine, words]) =>
    LOOPS.flatMap((model) => {
      const taken = kernels
        .filter((kernel) => isTheirs(kernel) || isArkworks(kernel))
        .flatMap(({ id, source }) => {
          const row = summary.find((one) => one.engine === engine && one.model === model && one.kernel === id);
          const name = source.startsWith(ARKWORKS) ? `arkworks (\`${id}\`)` : `\`${id}\``;
          return row && row.median !== null ? [{ name, median: row.median }] : [];
        })
        .sort((a, b) => a.median - b.median);
      if (taken.length === 0) return [];
      const list = taken.map(({ name, median }) => `${name} ${ns(median)} ns`).join(', ');
      const question = QUESTIONS.find((one) => one.model === model && one.form === 'dropin')?.words;
      const duel = all.find((one) => one.engine === engine && one.question === question);
      return [
        `Natively, ${words} (\`${engine}\`), ${modelOf(model).gist}: ${list}.` +
          (duel
            ? ` The best drop-in of this project, \`${duel.own.kernel}\`, takes ${ns(duel.own.median)} ns: it is ` +
              `${timesOf(duel.ratio)} times as fast as \`${duel.other.kernel}\`.`
            : ''),
      ];
    }),
  );
}

/**
 * @param {Duel[]} duels
 * @param {{ field: string, duels: Duel[] }[]} [fields] in which others have a product, too
 * @returns {string} one sentence in markdown: a loss first
 */
export function neighbourGist(duels, fields = []) {
  const all = duels.filter((one) => !isNative(one));
  const natively = duels.filter(isNative);
  const of = (/** @type {import('../stats/index.mjs').Verdict} */ verdict, among = all) =>
    among.filter((one) => one.ratio.verdict === verdict).length;
  const [lost, won] = [of('slower'), of('faster')];
  return (
    `**Against other projects' products**: ${lost > 0 ? `slower in ${lost}, ` : ''}the best here is shown to be ` +
    `faster than the best other that can be installed in ${won} of ${all.length} comparisons` +
    (lost > 0 ? '' : ', and slower in none') +
    (natively.length > 0
      ? `; natively, where others have assembly, slower in ${of('slower', natively)} of ${natively.length}`
      : '') +
    fields.map(inField).join('')
  );
}

/** @param {{ field: string, duels: Duel[] }} of whose comparisons are of another field than the sentence */
function inField({ field, duels }) {
  const all = duels.filter((one) => !isNative(one));
  if (all.length === 0) return '';
  const won = all.filter((one) => one.ratio.verdict === 'faster').length;
  const lost = all.filter((one) => one.ratio.verdict === 'slower');
  const winners = [...new Set(lost.map(({ other }) => `\`${other.kernel}\``))].join(', ');
  return (
    `; in the field ${field}, faster in ${won} of ${all.length}, and ` +
    (lost.length > 0 ? `slower than ${winners} in ${lost.length}` : 'slower in none')
  );
}

/** @param {Duel['ratio']} found how many times as fast */
const timesOf = (found) => (found.ci95 ? times(found) : `${factor(found.median)} (too few rounds)`);

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
      { text: timesOf(found) },
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
      .filter((kernel) => isTheirs(kernel) || isArkworks(kernel))
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

/** @param {Result} result @returns {string[]} why a neighbour has no time, a reason each, and where */
export function neighbourFailures({ kernels, summary }) {
  const theirs = new Set(kernels.filter(isTheirs).map(({ id }) => id));
  /** @type {Map<string, { kernel: string, reason: string, models: Set<string>, engines: Set<string> }>} */
  const failures = new Map();
  for (const { engine, kernel, model, error } of summary) {
    if (error === null || !theirs.has(kernel)) continue;
    const [reason] = error.split('\n');
    const failure = failures.get(`${kernel} ${reason}`) ?? { kernel, reason, models: new Set(), engines: new Set() };
    failure.models.add(model);
    failure.engines.add(engine);
    failures.set(`${kernel} ${reason}`, failure);
  }
  return [...failures.values()].map(
    ({ kernel, reason, models, engines }) =>
      `${kernel} in ${[...models].join(' and ')} on ${[...engines].join(', ')}: ${reason}`,
  );
}
