/** The record: the fastest kernel of each engine for each use, and how far it is from what is known to be possible. */

import { SAME } from '../models/controls.mjs';
import { confidenceOfEach, pairedRatio } from '../stats/index.mjs';
import { leaders } from './leaders.mjs';
import { factor, ns, times } from './reading.mjs';
import { verdictCell } from './tables.mjs';

/** @typedef {import('./merge.mjs').Report} Report */
/** @typedef {import('./merge.mjs').ReportRow} ReportRow */
/** @typedef {import('./merge.mjs').Run} Run */
/** @typedef {import('./merge.mjs').Series} Series */
/** @typedef {import('./result.mjs').Result['kernels'][number]} Kernel */
/** @typedef {import('./tables.mjs').Cell} Cell */
/** @typedef {import('./tables.mjs').Table} Table */

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
const USES = Object.freeze([
  { label: 'one product at a time', model: 'chain', fits: ({ lanes }) => lanes === 1 },
  { label: 'a batch, own format', model: 'stream', fits: () => true },
  { label: 'a batch of 4x64 residues', model: 'stream', fits: ({ form }) => form === 'dropin' },
]);

/**
 * Which kernel to use on each engine, of those that are right there.
 *
 * @param {Report} report
 * @param {Run} run
 * @param {(kernel: string) => number | null} [limitOf] ns a product that this machine cannot beat, where that is known
 * @returns {Table} with the distance to native assembly and to the limit where the run and the reader have them
 */
export function recordTable({ series, baseline }, run, limitOf = () => null) {
  const own = series.filter((one) => one.run === run);
  const assembly = own.find(({ engine }) => engine.id === ASSEMBLY);
  const limited = run.result.kernels.some(({ id }) => limitOf(id) !== null);
  return {
    caption:
      'The fastest kernel that is right on each engine' +
      (assembly ? `, and how many times as long it takes as the fastest of ${ASSEMBLY}` : '') +
      (limited ? ' and as the limit' : ''),
    columns: [
      { label: 'engine' },
      ...USES.flatMap(({ label }) => [
        { label },
        ...(assembly ? [{ label: 'to assembly', numeric: true }] : []),
        ...(limited ? [{ label: 'to the limit', numeric: true }] : []),
      ]),
    ],
    rows: own.map((one) => ({
      cells: [
        { text: one.engine.id, detail: one.engine.version },
        ...USES.flatMap((use) => {
          const rows = rowsOf(one, use);
          const best = leaders(rows, run.result.statistics);
          return [
            fastestCell(best, baseline),
            ...(assembly
              ? [assemblyCell({ one, rows, best }, { one: assembly, rows: rowsOf(assembly, use) }, use)]
              : []),
            ...(limited ? [limitCell(one, best, limitOf)] : []),
          ];
        }),
      ],
    })),
  };
}

/** @param {Series} series @param {Use} use @returns {ReportRow[]} of the kernels that can be used so */
function rowsOf({ run, views }, { model, fits }) {
  const fitting = new Set(run.result.kernels.filter(fits).map(({ id }) => id));
  return views.find((view) => view.model === model)?.rows.filter(({ kernel }) => fitting.has(kernel)) ?? [];
}

/** @param {ReportRow[]} best @param {string} baseline @returns {Cell} ties are all named */
function fastestCell(best, baseline) {
  const [first] = best;
  if (!first) return NOTHING;
  return {
    text: best.map(({ kernel }) => kernel).join(' = '),
    ...(best.length === 1 && { code: /** @type {const} */ (true) }),
    detail: [`${ns(first.summary.min)} ns`, verdictCell(first, baseline).text].join(', '),
  };
}

/**
 * Both sides are chosen by their speed, so the interval is as wide as if all that could have been were compared.
 *
 * @param {{ one: Series, rows: ReportRow[], best: ReportRow[] }} here
 * @param {{ one: Series, rows: ReportRow[] }} there
 * @param {Use} use
 * @returns {Cell}
 */
function assemblyCell(here, there, { model }) {
  const { statistics } = here.one.run.result;
  const [first] = here.best;
  const [native] = leaders(there.rows, statistics);
  if (!first || !native) return NOTHING;
  if (first === native) return { text: '1' };
  const compared = timed(here.rows) * timed(there.rows);
  const rounds = Math.min(first.summary.rounds, native.summary.rounds);
  const confidence = confidenceOfEach(statistics.confidence, compared, rounds);
  const found = pairedRatio(native.samples, first.samples, { ...statistics, confidence });
  const blind = ![here, there].every(({ one: { controls } }) =>
    controls.some((control) => control.model === model && control.kernel === SAME.id && control.state === 'passed'),
  );
  return found ? { text: times({ ...found, blind }) } : NOTHING;
}

/** @param {ReportRow[]} rows */
const timed = (rows) => rows.filter(({ summary }) => summary.min !== null).length;

/**
 * @param {Series} series
 * @param {ReportRow[]} best
 * @param {(kernel: string) => number | null} limitOf
 * @returns {Cell}
 */
function limitCell({ engine }, [first], limitOf) {
  // The same kernel's id stands for other instructions in native code.
  const limit = first && !engine.id.startsWith('native') ? limitOf(first.kernel) : null;
  return limit === null ? NOTHING : { text: factor(Number(first.summary.min) / limit), detail: `${ns(limit)} ns` };
}
