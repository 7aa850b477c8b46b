/** The kernels in every model, and the runs of a few kernels that are made for one question. */

import { engineNameIn } from '../src/engines/names.mjs';
import { idInBuild } from '../src/measure/other-builds.mjs';
import { firstProduct } from '../src/models/first-product.mjs';
import { SHIPPED } from '../src/report/findings.mjs';
import { ns } from '../src/report/format.mjs';
import { escaped, titled } from '../src/report/markdown.mjs';
import { mergeResults } from '../src/report/merge.mjs';
import { kernelName } from '../src/report/names.mjs';
import { pool } from '../src/result/pool.mjs';
import { ResultError, resummarised } from '../src/result/result.mjs';
import { figures, pivot, ratioCell, words } from '../src/report/table.mjs';
import { commitOf, engineOf, machineOf, rowOf, sizeOf } from '../src/report/tables.mjs';
import { WASM_OPT_BUILDS } from '../src/setup/builds.mjs';
import { distinct, isControl } from '../src/stats/index.mjs';
import {
  engineTable,
  engineTables,
  enginesIn,
  failuresIn,
  ratioOf,
  rowIn,
  timeText,
  timedIn,
  versusIn,
} from './engine-tables.mjs';
import { blockOf, link, newest, originOf } from './source.mjs';

/** @import { Report } from '../src/report/merge.mjs' */
/** @import { Result } from '../src/result/result.mjs' */
/** @import { Table } from '../src/report/table.mjs' */
/** @import { Stored } from '../src/result/stored-results.mjs' */

/**
 * @param {string} part of which it shows the newest, `full` being full-1 and its repetitions together
 * @param {Stored[]} stored
 */
export function resultBlock(part, stored) {
  const of = (/** @type {Stored} */ one) => [one.part, one.part.replace(/-\d+$/, '')].includes(part);
  const folder = stored.find(of)?.folder;
  const found = stored.filter((one) => one.folder === folder && of(one));
  if (found.length === 0) throw new ResultError(`there is no result "${part}"`);
  const links = found.map(link).join(', ');
  const [result, ...others] = pool(found.map((one) => one.result));
  if (others.length > 0) throw new ResultError(`${links}: not runs of one plan`);
  const report = mergeResults([{ file: found[0].source, result: against(result, SHIPPED) }]);
  const [first] = report.series;
  return [
    ...titled(overviewTable(first)),
    ...failuresIn(result),
    ...(result.partial ? ['**Partial: the run was stopped before its plan was done.**'] : []),
    `Made from ${links}. Command \`${result.command.replaceAll('`', "'")}\`, ` +
      `${escaped(machineOf(result))}, ${escaped(engineOf(first))}, commit ${escaped(commitOf(result))}, ` +
      `${result.createdAt}, ${escaped(sizeOf(result))}.`,
  ];
}

/** @param {Report['series'][0]} series of one engine @returns {Table} a row a kernel, its ratio in every model */
function overviewTable({ views, run: { result } }) {
  const rowsOf = (/** @type {typeof views[0]} */ { rows }) => rows.filter(({ summary }) => summary.median !== null);
  const kernels = distinct(views.flatMap((view) => rowsOf(view).map(({ kernel }) => kernel))).filter(
    (kernel) => !isControl(kernel),
  );
  return pivot(`Times as fast as ${kernelName(result.statistics.baseline)}`, kernels, [
    words('kernel', kernelName),
    ...views.map((view) =>
      figures(view.model, (/** @type {string} */ kernel) => {
        const row = rowOf(rowsOf(view), kernel)?.summary;
        return row && (ratioOf(row) ?? `${timeText(row)} ns`);
      }),
    ),
  ]);
}

/** What shows what wide arithmetic is worth, and to what its ratios are: arkworks' product where it has that. */
const WIDE = Object.freeze({ part: 'wide', model: 'chain', baseline: 'multi3-wide' });
/** What shows what one reduction for a whole sum is worth. */
const SUMS_PART = 'sums';

/** @param {Stored[]} stored @returns {string[]} nothing where none is stored */
export function operationsBlock(stored) {
  const wide = newest(stored, WIDE.part);
  const sums = newest(stored, SUMS_PART);
  const table = sums && sumsTable(sums.result);
  return [
    ...(wide ? [...engineTables(against(wide.result, WIDE.baseline), [WIDE.model]), originOf(wide)] : []),
    ...(sums && table ? [...titled(table), originOf(sums)] : []),
  ];
}

/** @param {Result} result @param {string} baseline @returns {Result} against it, where it was measured */
const against = (result, baseline) =>
  result.plan.rows.some(({ kernel }) => kernel === baseline) ? resummarised(result, { baseline }) : result;

/** The kernels that reduce each product by itself, and how those are called that reduce a whole sum. */
const SUMS = Object.freeze({ limbs29: 'limbs29', 'fma-pair': 'fma' });
/** Of so many products. */
const TERMS = Object.freeze([2, 3, 4]);

/**
 * @param {Result} result
 * @returns {Table | null} what one reduction for a whole sum is worth: a kernel's sum beside that kernel with a
 *   reduction for each product; null where it has no such pair
 */
export function sumsTable(result) {
  const sums = Object.entries(SUMS).flatMap(([single, family]) => {
    if (!result.plan.rows.some(({ kernel }) => kernel === single)) return [];
    const own = resummarised(result, { baseline: single });
    return TERMS.map((terms) => ({ own, single, sum: `${family}-sop${terms}`, model: `sop${terms}` })).filter(
      ({ sum, model }) => timedIn(own, model).some(({ kernel }) => kernel === sum),
    );
  });
  if (sums.length === 0) return null;
  return pivot('A sum by one reduction, ratio to the kernel that reduces every product', sums, [
    words('sum', ({ sum }) => kernelName(sum)),
    words('against', ({ single }) => kernelName(single)),
    ...enginesIn(result).map((engine) =>
      figures(engineNameIn(result, engine), (/** @type {typeof sums[0]} */ { own, sum, model }) =>
        ratioOf(rowIn(own, engine, sum, model)),
      ),
    ),
  ]);
}

/** @param {Result} result @param {string} id @returns {string | undefined} bytes of the code that a kernel needs */
const bytesOf = ({ kernels }, id) => kernels.find((kernel) => kernel.id === id)?.code?.toLocaleString('en');

export const firstProductBlock = blockOf('start', (run) => {
  const bytes = figures('bytes of code', (/** @type {string} */ id) => bytesOf(run.result, id));
  return [...titled(engineTable(run.result, firstProduct.id, [bytes])), ...failuresIn(run.result), originOf(run)];
});

/** The level of all other builds, and those that are compared with it. */
const USUAL = '-O3';
const LEVELS = Object.freeze([
  { level: USUAL, idOf: (/** @type {string} */ kernel) => kernel },
  ...Object.entries(WASM_OPT_BUILDS).map(([build, { wasmOpt }]) => ({
    level: wasmOpt.find((option) => option.startsWith('-O')) ?? 'off',
    idOf: (/** @type {string} */ kernel) => idInBuild(kernel, build),
  })),
]);

export const wasmOptBlock = blockOf('wasm-opt', (run) => [...titled(wasmOptTable(run.result)), originOf(run)]);

/** @param {Result} result @returns {Table} a row for each kernel and level: what wasm-opt is worth to a product */
export function wasmOptTable(result) {
  const cases = result.kernels
    .filter(({ id }) => LEVELS.every(({ idOf }) => result.kernels.some((kernel) => kernel.id === idOf(id))))
    .flatMap(({ id: usual }) => LEVELS.map(({ level, idOf }) => ({ usual, level, id: idOf(usual) })));
  return pivot(`ns a product, and the ratio to ${USUAL} on the same engine`, cases, [
    words('kernel', ({ usual }) => kernelName(usual)),
    words('wasm-opt', ({ level }) => level),
    figures('bytes of code', ({ id }) => bytesOf(result, id)),
    ...['chain', 'stream'].flatMap((model) =>
      enginesIn(result)
        .slice(-1)
        .flatMap((engine) => [
          figures(`${model}, ${engineNameIn(result, engine)}`, (/** @type {typeof cases[0]} */ { id }) => {
            const row = result.summary.find((one) => one.kernel === id && one.model === model && one.engine === engine);
            return row && ns(row.median);
          }),
          figures('ratio', (/** @type {typeof cases[0]} */ { id, usual }) => {
            if (id === usual) return { text: '1' };
            return ratioCell(versusIn(result, engine, model, id, usual));
          }),
        ]),
    ),
  ]);
}
