/** This project's best product beside the best of other projects, form by form, from a run that timed both. */

import { isPatched } from '../measure/patched.mjs';
import { modelOf } from '../models/index.mjs';
import { LOOPS, isNeighbour } from '../neighbours/neighbour-rows.mjs';
import { fastestAgainst } from '../stats/index.mjs';
import { engineNameIn } from '../engines/names.mjs';
import { ns, times } from './format.mjs';
import { kernelName } from './names.mjs';
import { figures, pivot, ratioCell, words } from './table.mjs';

/** @import { Ratio, SummaryRow, Verdict } from '../stats/index.mjs' */
/** @import { Result } from '../result/summary.mjs' */
/** @import { Table } from './table.mjs' */
/** @typedef {Result['kernels'][number]} Kernel */

/**
 * @typedef {{ engine: string, name: string, question: string, own: SummaryRow, other: SummaryRow, ratio: Ratio }}
 *   Duel the ratio is how many times as fast our own is
 */

/**
 * A drop-in is compared with what could take its place, and with `form: null` whatever format anybody has. A kernel of
 * two lanes does two products a call, side by side: in a chain those are two chains, and there is no such thing to
 * compare with.
 */
const QUESTIONS = Object.freeze(
  /** @type {const} */ ([
    { question: 'drop-in, dependent products', model: 'chain', form: 'dropin', lanes: 1 },
    { question: 'drop-in, independent products', model: 'stream', form: 'dropin', lanes: 1 },
    { question: 'any format, dependent products', model: 'chain', form: null, lanes: 1 },
    { question: 'any format, in batches', model: 'stream', form: null, lanes: Infinity },
  ]),
);
/** Engines that run no wasm, in the order of the sentences, and what each is. */
const NATIVES = Object.freeze({ native: 'without assembly', 'native-asm': 'with the assembly that each has' });
/** How the sources begin of what arkworks has. */
const ARKWORKS = 'arkworks-rs/';

/** @param {Kernel} kernel */
export const isTheirs = ({ build }) => isNeighbour(build);
/** The patch to arkworks is this project's. @param {Kernel} kernel */
const isArkworks = ({ id, source }) => source.startsWith(ARKWORKS) && !isPatched(id);
/** @param {Kernel} kernel */
const isOthers = (kernel) => isTheirs(kernel) || isArkworks(kernel);
/** @param {{ engine: string }} duel */
const isNative = ({ engine }) => engine in NATIVES;

/** @param {Result} result @returns {boolean} whether products of other projects were to be timed */
export const hasOthers = ({ kernels }) => kernels.some(isTheirs);

/** @param {Result} result @returns {Duel[]} by engine; none where one of the two has no time */
export function duels(result) {
  const { kernels, summary, environment } = result;
  return environment.engines.flatMap(({ id: engine }) =>
    QUESTIONS.flatMap(({ question, model, form, lanes }) => {
      const fitting = kernels.filter((one) => (form === null || one.form === form) && one.lanes <= lanes);
      const [own, others] = [(/** @type {Kernel} */ one) => !isOthers(one), isTheirs].map((side) => {
        const ids = fitting.filter(side).map(({ id }) => id);
        return summary.filter((row) => row.engine === engine && row.model === model && ids.includes(row.kernel));
      });
      const found = fastestAgainst(result, own, others);
      return found ? [{ engine, name: engineNameIn(result, engine), question, ...found }] : [];
    }),
  );
}

/** @param {Duel[]} duels @returns {string[]} sentences in markdown: who wins where in wasm, a loss first */
export function wasmLines(duels) {
  const all = duels.filter((one) => !isNative(one));
  if (all.length === 0) return ['Nothing can be compared: neither side has a time that the other has, too.'];
  const of = (/** @type {Verdict} */ verdict) => all.filter((one) => one.ratio.verdict === verdict);
  const lost = of('slower');
  const others = Object.entries({ slower: lost, 'as fast': of('equivalent'), undecided: of('undecided') });
  const parts = others.flatMap(([said, { length }]) => (length > 0 ? [`${said} in ${length}`] : []));
  return [
    ...lost.map(
      ({ name, question, own, other, ratio: found }) =>
        `**A neighbour wins on ${name}, ${question}**: ${kernelName(other.kernel)} takes ` +
        `${ns(other.median)} ns, and the ` +
        `best here, ${kernelName(own.kernel)}, ${ns(own.median)} ns: it is ${times(found)} as fast.`,
    ),
    `${lost.length > 0 ? 'In WebAssembly the' : '**In WebAssembly no neighbour is shown to be faster**: the'} ` +
      'best of this project, against the best of its neighbours, is ' +
      `${[`faster in ${of('faster').length} of ${all.length} comparisons`, ...parts].join(', ')}.`,
  ];
}

/** @param {Result} result @returns {string[]} sentences: what others take natively in each loop, the fastest first */
export const nativeLines = ({ kernels, summary }) =>
  Object.entries(NATIVES).flatMap(([engine, how]) =>
    LOOPS.flatMap((model) => {
      const taken = kernels
        .filter(isOthers)
        .flatMap(({ id }) => {
          const row = summary.find((one) => one.engine === engine && one.model === model && one.kernel === id);
          return row && row.median !== null ? [{ name: kernelName(id), median: row.median }] : [];
        })
        .sort((a, b) => a.median - b.median);
      if (taken.length === 0) return [];
      return [
        `Natively, ${how}, ${modelOf(model).gist}: ` +
          `${taken.map(({ name, median }) => `${ns(median)} ns by ${name}`).join(', ')}.`,
      ];
    }),
  );

/** @param {Duel[]} all @returns {Table} a row for each engine and question; of two with the same kernels the first */
export const duelTable = (all) => {
  const first = all.filter(
    (one, at) => all.findIndex(({ own, other }) => own === one.own && other === one.other) === at,
  );
  return pivot('The best of this project against the best of its neighbours, of the same form', first, [
    words('engine', ({ name }) => name),
    words('what', ({ question }) => question),
    words('here', ({ own }) => kernelName(own.kernel)),
    figures('ns', ({ own }) => ns(own.median)),
    words('neighbour', ({ other }) => kernelName(other.kernel)),
    figures('ns', ({ other }) => ns(other.median)),
    figures('as fast', ({ ratio }) => ratioCell(ratio)),
    words('verdict', ({ ratio: { verdict } }) => ({ text: verdict, tone: verdict })),
  ]);
};
