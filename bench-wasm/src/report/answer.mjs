/**
 * The answer to the project's question, from results: a few sentences and one table. Every figure is computed, and a
 * sentence that the results do not support is another sentence, or none.
 */

import { modelOf } from '../models/index.mjs';
import { JS } from '../models/js.mjs';
import { ratio } from '../stats/index.mjs';
import { factor, interval, SHIPPED } from './reading.mjs';
import { readAgain } from './again.mjs';

/** @typedef {import('./result.mjs').Result} Result */
/** @typedef {import('../stats/index.mjs').SummaryRow} SummaryRow */
/** @typedef {import('../stats/index.mjs').Ratio} Ratio */
/** @typedef {import('./tables.mjs').Table} Table */

/** @typedef {{ label: string, results: Result[] }} Machine of two results with a row the first counts */

/** @typedef {{ id: string, text: string }} Sentence text in markdown */

const DROPIN = 'limbs29-dropin';
const WIDE = 'multi3-wide';
/** What could go upstream, then what a prover could use that keeps its own format; and the models that matter. */
const KERNELS = Object.freeze([DROPIN, 'simd-dropin', 'fma-pair-dropin', 'limbs29', 'simd', 'fma-pair']);
const MODELS = Object.freeze(['chain', 'stream', 'sop2', 'call-io', 'msm', 'pairing']);

/** @param {string} text of a sentence @returns {string} without its markup */
export const plain = (text) => text.replaceAll(/\*\*|`/g, '');

/**
 * @param {Machine[]} machines
 * @returns {Sentence[]} the most important first
 */
export function answer(machines) {
  const asked = machines.map(againstShipped).filter(({ results }) => results.length > 0);
  /** @param {string} id @param {string} lead @param {(machine: Machine) => string | null} say */
  const sentence = (id, lead, say) => {
    const said = asked.flatMap((machine) => {
      const one = say(machine);
      return one === null ? [] : [asked.length > 1 ? `on ${machine.label}, ${one}` : one];
    });
    return said.length > 0 ? [{ id, text: `${lead}: ${said.join('; ')}.` }] : [];
  };
  return [
    ...sentence('dropin', `${verdictOnDropin(asked)} Times as fast as \`${SHIPPED}\`, which ark-ff 0.6 ships`, dropin),
    ...sentence('single', '**SIMD for one product at a time** (`call`)', single),
    ...sentence('batches', `**SIMD in batches** (\`stream\`), times as fast as \`${SHIPPED}\``, batches),
    ...sentence(
      'wide',
      `**Where an engine has wide arithmetic**, ark-ff 0.4 as it is (\`${WIDE}\`) needs nothing of this. Times as ` +
        `fast as \`${SHIPPED}\`, and in brackets the drop-in`,
      wide,
    ),
    ...sentence('js', '**A caller with BigInt**, one product with operands in JS', js),
  ];
}

/**
 * @param {Machine[]} machines
 * @returns {Table} a row for each kernel and machine
 */
export function answerTable(machines) {
  const asked = machines.map(againstShipped).filter(({ results }) => results.length > 0);
  const models = MODELS.filter((model) => asked.some((machine) => KERNELS.some((id) => rowOf(machine, id, model))));
  return {
    caption: `How many times as fast as \`${SHIPPED}\``,
    columns: [
      { label: 'kernel' },
      ...(asked.length > 1 ? [{ label: 'CPU' }] : []),
      ...models.map((label) => ({ label, numeric: true })),
    ],
    rows: KERNELS.flatMap((id) =>
      asked.map((machine) => ({
        cells: [
          { text: id, code: /** @type {const} */ (true) },
          ...(asked.length > 1 ? [{ text: machine.label }] : []),
          ...models.map((model) => ({ text: figure(rowOf(machine, id, model)) ?? '-' })),
        ],
      })),
    ).filter(({ cells }) => cells.some(({ text }) => /^\d|^blind/.test(text))),
  };
}

/** @param {Machine} machine @returns {Machine} its results that can be compared with what is shipped */
function againstShipped({ label, results }) {
  return {
    label,
    results: results.flatMap((result) =>
      result.plan.rows.some(({ kernel }) => kernel === SHIPPED) ? [readAgain(result, { baseline: SHIPPED })] : [],
    ),
  };
}

/** @param {Machine[]} machines */
function verdictOnDropin(machines) {
  const verdicts = machines.flatMap((machine) =>
    MODELS.flatMap((model) => rowOf(machine, DROPIN, model)?.verdict ?? []),
  );
  const what = `the scalar drop-in \`${DROPIN}\`, which takes and gives arkworks' own residues`;
  if (verdicts.length > 0 && verdicts.every((verdict) => verdict === 'faster')) return `**Yes: merge** ${what}.`;
  if (verdicts.includes('slower')) return `**Not as it is**: ${what}, loses somewhere.`;
  return `**Probably**: ${what}, is faster where this can be told.`;
}

/** @param {Machine} machine */
function dropin(machine) {
  const said = [
    ['chain', 'dependent products'],
    ['stream', 'independent ones'],
    ['msm', 'an MSM of 2^12 points'],
    ['pairing', 'a pairing'],
  ].flatMap(([model, words]) => {
    const text = figure(rowOf(machine, DROPIN, model));
    return text ? [`${words} ${text}`] : [];
  });
  const shipped = versus(machine, [`${DROPIN}-in-simd128`], [`${SHIPPED}-in-simd128`], 'stream');
  if (shipped)
    said.push(`independent ones in modules with \`+simd128\` ${times(shipped)}, against \`${SHIPPED}\` there`);
  return said.length > 0 ? said.join(', ') : null;
}

/** Whether it pays. @type {Record<import('../stats/index.mjs').Verdict, string>} */
const WORDS = { faster: 'yes', slower: 'no', equivalent: 'no', undecided: 'not shown' };

/** @param {Machine} machine the best kernel on v128 against the best scalar one, where every product is a call */
function single(machine) {
  const found = versus(machine, ['simd', 'simd-dropin', 'fma-single'], ['limbs29', DROPIN], 'call');
  if (!found) return null;
  const word = WORDS[found.ratio.verdict];
  return `${word}, \`${found.own}\` is ${times(found)} as fast as the scalar \`${found.other}\``;
}

/** @param {Machine} machine */
function batches(machine) {
  const said = ['simd', 'fma-pair', 'fma-pair-emitted'].flatMap((id) => {
    const text = figure(rowOf(machine, id, 'stream'));
    return text ? [`\`${id}\` ${text}`] : [];
  });
  const found = versus(machine, ['simd', 'fma-pair', 'fma-pair-emitted'], ['limbs29', DROPIN], 'stream');
  if (said.length === 0 || !found) return null;
  const word = WORDS[found.ratio.verdict];
  return (
    `${word}, ${said.join(', ')}; \`${found.own}\` is ${times(found)} as fast as the scalar ` + `\`${found.other}\``
  );
}

/** @param {Machine} machine */
function wide(machine) {
  for (const result of machine.results) {
    const rows = result.summary.filter(
      ({ kernel, model, speedup }) => kernel === WIDE && model === 'stream' && speedup,
    );
    if (rows.length === 0) continue;
    const said = rows.flatMap((row) => {
      const text = figure(row);
      const own = figure(
        result.summary.find((it) => it.engine === row.engine && it.kernel === DROPIN && it.model === 'stream'),
      );
      return text ? [`${row.engine} ${text}${own ? ` (${own})` : ''}`] : [];
    });
    if (said.length > 0) return said.join(', ');
  }
  return null;
}

/** @param {Machine} machine */
function js(machine) {
  for (const result of machine.results) {
    const engine = engineOf(result);
    const best = fastest(result, engine, 'call-io', KERNELS);
    if (!best) continue;
    const found = ratio(
      result.samples,
      { engine, kernel: JS, model: 'call' },
      { engine, kernel: best, model: 'call-io' },
      result.statistics,
    );
    if (!found?.ci95) continue;
    const advice =
      found.verdict === 'faster'
        ? 'keep BigInt, and send whole batches to wasm'
        : found.verdict === 'slower'
          ? 'call wasm'
          : 'either will do';
    const versusBest = times({ ratio: found, blind: isBlind(result, engine, ['call', 'call-io']) });
    return `${advice}: BigInt is ${versusBest} as fast as the fastest call with IO, \`${best}\``;
  }
  return null;
}

/**
 * @param {Machine} machine
 * @param {readonly string[]} own kernels
 * @param {readonly string[]} others
 * @param {string} model
 * @returns {{ own: string, other: string, ratio: Ratio, blind: boolean } | null} the fastest of the one against the
 *   fastest of the other
 */
function versus(machine, own, others, model) {
  for (const result of machine.results) {
    const engine = engineOf(result);
    const [first, second] = [own, others].map((ids) => fastest(result, engine, model, ids));
    if (!first || !second) continue;
    const found = ratio(
      result.samples,
      { engine, kernel: first, model },
      { engine, kernel: second, model },
      result.statistics,
    );
    if (found?.ci95) return { own: first, other: second, ratio: found, blind: isBlind(result, engine, [model]) };
  }
  return null;
}

/** @param {Result} result @param {string} engine @param {string} model @param {readonly string[]} ids */
function fastest({ summary }, engine, model, ids) {
  return summary
    .filter((row) => row.engine === engine && row.model === model && row.median !== null && ids.includes(row.kernel))
    .sort((a, b) => Number(a.median) - Number(b.median))[0]?.kernel;
}

/** @param {Result} result @returns {string} Node, which every machine has, or the first engine */
const engineOf = ({ environment: { engines } }) => (engines.find(({ id }) => id.startsWith('node')) ?? engines[0]).id;

/** @param {Machine} machine @param {string} kernel @param {string} model @returns {SummaryRow | undefined} */
function rowOf({ results }, kernel, model) {
  modelOf(model);
  return results
    .map((result) =>
      result.summary.find(
        (row) => row.engine === engineOf(result) && row.kernel === kernel && row.model === model && row.speedup?.ci95,
      ),
    )
    .find((row) => row !== undefined);
}

/** @param {SummaryRow | undefined} row @returns {string | null} ratio and interval; no ratio where it is blind */
function figure(row) {
  if (!row?.speedup?.ci95) return null;
  const { median, ci95, blind } = row.speedup;
  return blind ? `blind [${interval(ci95)}]` : `${factor(median)} [${interval(ci95)}]`;
}

/** @param {{ ratio: Ratio, blind: boolean }} found @returns {string} no ratio where its control was blind */
const times = ({ ratio: { median, ci95 }, blind }) =>
  `${blind ? 'blind' : factor(median)}${ci95 ? ` [${interval(ci95)}]` : ''} times`;

/** @param {Result} result @param {string} engine @param {string[]} models */
const isBlind = ({ summary }, engine, models) =>
  summary.some((row) => row.engine === engine && models.includes(row.model) && row.speedup?.blind);
