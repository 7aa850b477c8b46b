/** What wasm-opt is worth to a product: each level against the one of all builds, and the bytes of its code. */

import { idInBuild } from '../measure/other-builds.mjs';
import { WASM_OPT_BUILDS } from '../setup/builds.mjs';
import { compared } from './answer.mjs';
import { ns, times } from './reading.mjs';

/** @typedef {import('./result.mjs').Result} Result */
/** @typedef {import('./tables.mjs').Table} Table */

const MODELS = Object.freeze(['chain', 'stream']);
/** The level of all other builds. */
const USUAL = '-O3';
const LEVELS = Object.freeze([
  { level: USUAL, rowOf: (/** @type {string} */ kernel) => kernel },
  ...Object.entries(WASM_OPT_BUILDS).map(([build, { wasmOpt }]) => ({
    level: wasmOpt.find((option) => option.startsWith('-O')) ?? 'off',
    rowOf: (/** @type {string} */ kernel) => idInBuild(kernel, build),
  })),
]);

/**
 * @param {Result} result
 * @returns {Table} a row for each kernel and level
 */
export function wasmOptTable(result) {
  const { summary, kernels, environment } = result;
  const engines = environment.engines.map(({ id }) => id);
  const columns = MODELS.flatMap((model) => engines.map((engine) => ({ model, engine })));
  /** @param {string} kernel @param {string} usual @returns {import('./tables.mjs').Cell[]} */
  const cellsOf = (kernel, usual) =>
    columns.flatMap(({ model, engine }) => {
      const row = summary.find((one) => one.kernel === kernel && one.model === model && one.engine === engine);
      const versus = kernel === usual ? null : compared(result, engine, [kernel], [usual], model);
      const ratio = kernel === usual ? '1' : versus ? times(versus.ratio) : '-';
      return [{ text: row ? ns(row.median) : '-' }, { text: ratio }];
    });
  return {
    caption: `ns a product, and times as fast as by ${USUAL} on the same engine`,
    columns: [
      ...['kernel', 'wasm-opt'].map((label) => ({ label })),
      { label: 'bytes of code', numeric: true },
      ...columns.flatMap(({ model, engine }) => [
        { label: `${model}, ${engine}`, numeric: true },
        { label: 'ratio', numeric: true },
      ]),
    ],
    rows: kernels
      .filter(({ id }) => LEVELS.every(({ rowOf }) => kernels.some((kernel) => kernel.id === rowOf(id))))
      .flatMap(({ id }) =>
        LEVELS.map(({ level, rowOf }) => ({
          cells: [
            { text: id, code: /** @type {const} */ (true) },
            { text: level },
            { text: kernels.find((kernel) => kernel.id === rowOf(id))?.code?.toLocaleString('en') ?? '-' },
            ...cellsOf(rowOf(id), id),
          ],
        })),
      ),
  };
}
