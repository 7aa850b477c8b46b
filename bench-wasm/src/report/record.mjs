/** The record: the fastest kernel of each engine for each use, and how far it is from native assembly. */

import { fastestAgainst, fastestRows } from '../stats/index.mjs';
import { engineName, plainName } from '../engines/names.mjs';
import { ns } from './format.mjs';
import { kernelName } from './names.mjs';
import { figures, pivot, ratioCell, words } from './table.mjs';
import { rowsIn, verdictCell } from './tables.mjs';

/** @import { Report, ReportRow, Run, Series } from './merge.mjs' */
/** @import { Cell, Table } from './table.mjs' */
/** @typedef {import('../result/result.mjs').Result['kernels'][number]} Kernel */

/** What no engine of wasm is asked to beat, but to reach. */
const ASSEMBLY = 'native-asm';
/** @type {Cell} */
const NOTHING = { text: '-', tone: 'none' };

/**
 * @typedef {object} Use
 * @property {string} label
 * @property {string} model
 * @property {(kernel: Kernel) => boolean} fits whether a kernel can be used so
 */

/** A kernel of two lanes shows two chains side by side, which is not one product at a time. @type {readonly Use[]} */
const USES = [
  { label: 'one product at a time', model: 'chain', fits: ({ lanes }) => lanes === 1 },
  { label: 'a batch, own format', model: 'stream', fits: () => true },
  { label: 'a batch of 4x64 residues', model: 'stream', fits: ({ form }) => form === 'dropin' },
];

/**
 * Which kernel to use on each engine, of those that are right there.
 *
 * @param {Report} report
 * @param {Run} run
 * @returns {Table} with the distance to native assembly where the run has it
 */
export function recordTable({ series, baseline }, run) {
  const { statistics } = run.result;
  const own = series.filter((one) => one.run === run);
  const assembly = own.find(({ engine }) => engine.id === ASSEMBLY);
  const best = (/** @type {Series} */ one, /** @type {Use} */ use) => fastestRows(rowsOf(one, use), statistics);
  return pivot(
    'The fastest kernel that is right on each engine' +
      (assembly ? `, and how many times as long it takes as the fastest of ${plainName(ASSEMBLY)}` : ''),
    own,
    [
      words('engine', ({ engine }) => engineName(engine)),
      ...USES.flatMap((use) => [
        words(use.label, (/** @type {Series} */ one) => fastestCell(best(one, use), baseline)),
        ...(assembly
          ? [figures('to assembly', (/** @type {Series} */ one) => assemblyCell(one, assembly, use, best))]
          : []),
      ]),
    ],
  );
}

/** @param {Series} series @param {Use} use @returns {ReportRow[]} of the kernels that can be used so */
function rowsOf(series, { model, fits }) {
  const fitting = new Set(series.run.result.kernels.filter(fits).map(({ id }) => id));
  return rowsIn(series, model).filter(({ kernel }) => fitting.has(kernel));
}

/** @param {ReportRow[]} best @param {string} baseline @returns {Cell} ties are all named */
function fastestCell(best, baseline) {
  const [first] = best;
  if (!first) return NOTHING;
  const { text, ratio } = verdictCell(first, baseline);
  return {
    text: best.map(({ kernel }) => kernelName(kernel)).join(' = '),
    detail: `${ns(first.summary.min)} ns, ${text}`,
    ...(ratio && { ratio }),
  };
}

/**
 * @param {Series} here
 * @param {Series} there
 * @param {Use} use
 * @param {(one: Series, use: Use) => ReportRow[]} best
 * @returns {Cell}
 */
function assemblyCell(here, there, use, best) {
  const { result } = here.run;
  if (here === there && best(here, use).length > 0) return { text: '1' };
  const [ours, theirs] = [here, there].map((one) => rowsOf(one, use).map(({ summary }) => summary));
  const found = fastestAgainst(result, theirs, ours);
  return ratioCell(found?.ratio) ?? NOTHING;
}
