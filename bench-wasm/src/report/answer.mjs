/**
 * The answer to the project's question, as one table: a row a question, a column an engine. Every figure is computed,
 * and what is said of a row follows from the verdicts in it.
 */

import { MODELS, modelOf } from '../models/index.mjs';
import { JS } from '../models/js.mjs';
import { distinct, fastestAgainst, grouped } from '../stats/index.mjs';
import { SHIPPED } from './findings.mjs';
import { headlineName } from '../engines/names.mjs';
import { IN_PLACE, isInPlace, kernelName } from './names.mjs';
import { pool } from '../result/pool.mjs';
import { pivot, ratioCell, words } from './table.mjs';

/** @import { Result } from '../result/summary.mjs' */
/** @import { Ratio, SummaryRow } from '../stats/index.mjs' */
/** @import { Cell, Table } from './table.mjs' */

/** @typedef {{ label: string, results: readonly Result[] }} Machine its results, of two with a row the first counts */

/**
 * @typedef {object} Measure
 * @property {string} model
 * @property {readonly string[]} [own] kernels, of which the fastest is taken; all that are wasm, if not given
 * @property {readonly string[]} against kernels, likewise
 * @property {string} [againstIn] the model of those, if it is another
 */

/**
 * @typedef {object} Question
 * @property {string} id
 * @property {string} question
 * @property {readonly Measure[]} measures the first counts that an engine has
 * @property {(found: Found[]) => string} [say] the answer; yes, no or in part and counts, if not given
 */

/** @typedef {{ own: SummaryRow, other: SummaryRow, ratio: Ratio }} Measured */

/**
 * An answer on one engine.
 *
 * @typedef {Measured & { engine: string, machine: Machine, result: Result }} Found
 */

/** Rows by the ids that files have: a browser reads them, too. */
const DROPIN = 'limbs29-dropin';
const WIDE = 'multi3-wide';
const PUBLISHED = 'ark-0.6.0';
const PATCHED = 'ark-patched';
const PATCHED_PROOF = `${PUBLISHED}-patched`;

/** Kernels of several lanes, in their own format. */
const LANES = ['simd', 'dot14-emitted', 'fma-pair', 'fma-pair-emitted'];
/** What is no kernel of wasm. */
const NO_WASM = /^(control-|js)/;

/** @param {string} model @returns {Measure} what arkworks gains by the drop-in */
const product = (model) => ({ model, own: [DROPIN], against: [SHIPPED] });
/** @param {string} model @returns {Measure} the same by the patch */
const patched = (model) => ({ model, own: [PATCHED], against: [PUBLISHED] });

/** @param {Found[]} found @returns {string} counts */
function counted(found) {
  if (found.length === 1) return found[0].ratio.verdict;
  const of = (/** @type {string} */ verdict) => found.filter(({ ratio }) => ratio.verdict === verdict).length;
  const others = /** @type {const} */ (['slower', 'equivalent', 'undecided']).filter((verdict) => of(verdict) > 0);
  return [
    `faster on ${of('faster')} of ${found.length} engines`,
    ...others.map((verdict) => `${verdict} on ${of(verdict)}`),
  ].join(', ');
}

/** @param {Found[]} found @returns {string} one word; No needs an engine that shows it */
function word(found) {
  const of = (/** @type {string} */ verdict) => found.filter(({ ratio }) => ratio.verdict === verdict).length;
  if (of('undecided') === found.length) return 'Open';
  return of('faster') === found.length ? 'Yes' : of('faster') > 0 ? 'In part' : 'No';
}

/** @param {Found[]} found @returns {boolean} whether any is slower */
const loses = (found) => found.some(({ ratio }) => ratio.verdict === 'slower');

/** @type {readonly Question[]} */
export const QUESTIONS = Object.freeze([
  {
    id: 'product',
    question: 'What should arkworks merge? Against arkworks 0.6, dependent products',
    measures: [product('chain')],
    say(found) {
      const place = loses(found) ? 'Not everywhere' : 'Second, after wide arithmetic';
      return `${place}: the ${kernelName(DROPIN)}: ${counted(found)}`;
    },
  },
  { id: 'products', question: '… independent products', measures: [product('stream')] },
  {
    id: 'msm',
    question: '… an MSM, by arkworks’ algorithm',
    measures: [
      patched('msm'),
      ...MODELS.filter(({ group }) => group === 'sums').map(({ id }) => product(id)),
      product('msm'),
    ],
  },
  { id: 'pairing', question: '… a pairing', measures: [patched('pairing'), product('pairing')] },
  {
    id: 'proof',
    question: '… a whole Groth16 proof',
    // With its MSM patched, too, where that was measured, as the milliseconds of a proof are.
    measures: [`${PATCHED_PROOF}-msm`, PATCHED_PROOF].map((id) => ({
      model: 'proof',
      own: [id],
      against: [PUBLISHED],
    })),
  },
  {
    id: 'simd-single',
    question: `SIMD, one product a call, in arkworks’ format, against the ${kernelName(DROPIN)}`,
    measures: [{ model: 'call-io', own: ['simd-dropin', 'fma-pair-dropin'], against: [DROPIN] }],
  },
  {
    id: 'simd-format',
    question: 'SIMD, one product after another, in its own format, against scalar limbs',
    measures: [{ model: 'chain', own: ['fma-single'], against: ['limbs29'] }],
  },
  {
    id: 'simd-batch',
    question: 'SIMD in batches, in its own format, against the best scalar kernel here',
    measures: [{ model: 'stream', own: LANES, against: ['limbs29', DROPIN] }],
  },
  {
    id: 'batch',
    question: '… against arkworks 0.6',
    measures: [{ model: 'stream', own: LANES, against: [SHIPPED] }],
  },
  {
    id: 'wide',
    question:
      'Where there is wide arithmetic (by default Firefox 155, Wasmtime, Bun): the u128 product of arkworks 0.4, ' +
      'against arkworks 0.6',
    measures: [{ model: 'stream', own: [WIDE], against: [SHIPPED] }],
    say(found) {
      const rivals = found.flatMap((one) => {
        const rival = measured({ model: 'stream', own: [WIDE], against: [DROPIN] }, one.result, one.engine);
        return rival ? [{ ...one, ratio: rival.ratio }] : [];
      });
      // Where no figure orders the two, the number of their lines does.
      const ahead = rivals.some(({ ratio }) => ratio.verdict === 'faster');
      const first = ahead ? 'Merge it first' : 'Merge it first, as the smaller patch';
      const flagged = found.every(({ engine, result }) =>
        result.environment.engines.find(({ id }) => id === engine)?.flags.some((flag) => /wide.arithmetic/.test(flag)),
      );
      return (
        `${loses(rivals) ? 'No sure gain' : first}: against the ${kernelName(DROPIN)} ${counted(rivals)}` +
        (flagged ? '; all behind a flag' : '')
      );
    },
  },
  {
    id: 'call',
    question: 'A call from JavaScript for one product, against BigInt',
    measures: [{ model: 'call-io', against: [JS], againstIn: 'chain' }],
    say: (found) => `${word(found) === 'No' ? 'Keep BigInt' : 'It depends'}: wasm is ${counted(found)}`,
  },
  {
    id: 'package',
    question: 'fqmul-groth16 against snarkjs, a proof, each on all threads',
    measures: [{ model: 'proof', own: ['groth16'], against: ['snarkjs-threads'] }],
  },
]);

/** @param {Measure} measure @param {SummaryRow} row @returns {boolean} one of which the fastest is taken */
const isOwn = ({ model, own }, row) =>
  row.model === model && (own ? own.includes(row.kernel) : !NO_WASM.test(row.kernel));

/**
 * @param {Measure} measure
 * @param {Result} result
 * @param {string} engine
 * @returns {Measured | null} null where either side has no time, or there are too few rounds
 */
function measured(measure, result, engine) {
  const { model, against, againstIn = model } = measure;
  const rows = result.summary.filter((row) => row.engine === engine);
  const others = rows.filter((row) => row.model === againstIn && against.includes(row.kernel));
  const found = fastestAgainst(
    result,
    rows.filter((row) => isOwn(measure, row)),
    others,
  );
  return found?.ratio.ci95 ? found : null;
}

/**
 * @param {Question} question
 * @param {readonly Machine[]} machines
 * @param {string} engine
 * @returns {Found | null} of the first machine that has it
 */
export function find({ measures }, machines, engine) {
  for (const machine of machines)
    for (const measure of measures)
      for (const result of machine.results) {
        const found = measured(measure, result, engine);
        if (found) return { engine, machine, result, ...found };
      }
  return null;
}

/**
 * @param {Question} question
 * @param {readonly Machine[]} machines
 * @param {string} engine
 * @returns {string} why there is no figure
 */
function lacking({ measures }, machines, engine) {
  const asked = machines
    .flatMap(({ results }) => results.flatMap(({ summary }) => summary))
    .filter((row) => row.engine === engine && measures.some((measure) => isOwn(measure, row)));
  return asked.length > 0 && asked.every(({ error }) => error !== null) ? 'not in this engine' : 'not measured';
}

/**
 * @param {readonly Machine[]} machines of the first all cells are that do not name another
 * @param {readonly string[]} engines ids of the columns
 * @param {(found: Found) => string} [linkOf] a reference to the file of a figure
 * @returns {Table | null} null where no question has an answer
 */
export function answerTable(machines, engines, linkOf) {
  const versions = new Map(
    machines
      .toReversed()
      .flatMap(({ results }) =>
        results.flatMap(({ environment }) => environment.engines.map((one) => /** @type {const} */ ([one.id, one]))),
      ),
  );
  const rows = QUESTIONS.map((question) => {
    const found = engines.flatMap((engine) => find(question, machines, engine) ?? []);
    return { ...question, found, usual: mostOften(found.map(({ own }) => own.kernel)) };
  }).filter(({ found }) => found.length > 0);
  if (rows.length === 0) return null;
  return pivot('Ratios with their 95 % interval; 2.5x is two and a half times as fast', rows, [
    words('question', ({ question }) => question),
    words('answer', ({ say, found, usual }) => {
      const several = found.some(({ own }) => own.kernel !== found[0].own.kernel);
      const said = say?.(found) ?? `${word(found)}: ${counted(found)}`;
      return `${said}${several ? ` (${kernelName(usual)}, unless another is named)` : ''}`;
    }),
    ...engines.map((engine) =>
      words(headlineName(versions.get(engine) ?? { id: engine, version: '' }), (/** @type {typeof rows[0]} */ row) => {
        const one = row.found.find((found) => found.engine === engine);
        return one ? cellOf(one, row, machines[0], linkOf) : lacking(row, machines, engine);
      }),
    ),
  ]);
}

/**
 * @param {Found} found
 * @param {{ found: Found[], usual: string }} row
 * @param {Machine} main
 * @param {((found: Found) => string) | undefined} linkOf
 * @returns {Cell} the ratio, and what is not as in the rest of the table
 */
function cellOf(found, { found: all, usual }, main, linkOf) {
  const { ratio, own, machine } = found;
  const sizes = distinct(all.map((one) => sizeOf(one.own.model)));
  const notes = [
    ...(own.kernel === usual || all.every((one) => one.own.kernel === own.kernel) ? [] : [kernelName(own.kernel)]),
    ...(sizes.length > 1 ? [sizeOf(own.model)] : []),
    ...(isInPlace(own) ? [IN_PLACE] : []),
    ...(machine === main ? [] : [machine.label]),
  ].filter(Boolean);
  return {
    .../** @type {Cell} */ (ratioCell(ratio)),
    ...(linkOf && { link: linkOf(found) }),
    ...(notes.length > 0 && { detail: notes.join(', ') }),
  };
}

/** @param {string} model @returns {string} how large it is */
const sizeOf = (model) => /2\^\d+/.exec(modelOf(model).title)?.[0] ?? '';

/** @param {string[]} values */
const mostOften = (values) =>
  distinct(values).sort(
    (a, b) => values.filter((one) => one === b).length - values.filter((one) => one === a).length,
  )[0] ?? '';

/**
 * @template {{ result: Result }} Run
 * @param {readonly Run[]} runs
 * @param {(run: Run) => string} labelOf its machine
 * @returns {Machine[]} in the order of the first of each; runs that measured the same are one
 */
export const machinesOf = (runs, labelOf) =>
  grouped(runs, labelOf).map(([label, own]) => ({ label, results: pool(own.map(({ result }) => result)) }));
