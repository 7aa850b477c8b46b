/** What is left of a fast product in sums and transforms: four cells, native code beside them, and other libraries. */

import { PEERS, POOLS, batchOn, inPool } from '../batches/peer-rows.mjs';
import { modelOf } from '../models/index.mjs';
import { checkControls, ratio } from '../stats/index.mjs';
import { SAME } from '../models/controls.mjs';
import { timedIn } from './engine-table.mjs';
import { SHIPPED, factor, ns, times } from './reading.mjs';

/** @typedef {import('./result.mjs').Result} Result */
/** @typedef {import('./tables.mjs').Table} Table */
/** @typedef {import('../stats/index.mjs').SummaryRow} SummaryRow */

/** Independent products, in the run that has the sums or the transforms. */
const STREAM = 'stream';
/** arkworks compiled for the machine. */
const NATIVE = 'ark-native';
/** The field under arkworks' own algorithm and under this project's, as a drop-in. */
const DROPIN = 'limbs29-dropin';
/** What each row is of. */
const WORDS = Object.freeze({
  sums: { one: 'MSM', theirs: 'ark-ec 0.6' },
  transforms: { one: 'NTT', theirs: 'ark-poly 0.6' },
});

/** @param {Result} result @param {keyof typeof WORDS} group @returns {string | undefined} the largest that was timed */
export const largestOf = (result, group) =>
  result.plan.models
    .filter((id) => modelOf(id).group === group)
    .sort((a, b) => Number(modelOf(b).log2) - Number(modelOf(a).log2))[0];

/**
 * @typedef {object} Survival on one engine
 * @property {string} engine
 * @property {SummaryRow} best this project's fastest, in the thread that asks
 * @property {string} kernel that it is on
 * @property {SummaryRow} theirs arkworks, on its own field
 * @property {string | null} whole how many times as fast as arkworks, in words
 * @property {string | null} native how many times as fast as arkworks natively
 * @property {string | null} field arkworks' algorithm, this project's drop-in against arkworks' product
 * @property {string | null} algorithm the same field, this project's algorithm against arkworks'
 * @property {string | null} product the same algorithm, the kernel against arkworks' product
 * @property {string | null} stream the same kernels where nothing but products is done
 * @property {number | null} survives the part of the gain in `stream` that is left, on a scale of logarithms
 */

/**
 * @param {Result} result
 * @param {string} model of sums or transforms
 * @returns {Survival[]} an engine each, of those that have timed both sides
 */
export function survivals(result, model) {
  const { samples, statistics, summary, environment } = result;
  const seeing = new Set(
    checkControls(summary, statistics.threshold).flatMap(({ kernel, state, engine, model: of }) =>
      kernel === SAME.id && state === 'passed' ? [`${engine} ${of}`] : [],
    ),
  );
  return environment.engines.flatMap(({ id: engine }) => {
    const rows = timedIn(result, model).filter((row) => row.engine === engine);
    const theirs = rows.find(({ kernel }) => kernel === SHIPPED);
    const [best] = ours(rows);
    if (!theirs || !best) return [];
    const kernel = best.kernel.slice(batchOn('').length);
    /** @param {string} row @param {string} against @param {string} [of] a model */
    const versus = (row, against, of = model) => {
      const found = ratio(
        samples,
        { engine, kernel: row, model: of },
        { engine, kernel: against, model: of },
        statistics,
      );
      return found && { ...found, said: times({ ...found, blind: !seeing.has(`${engine} ${of}`) }) };
    };
    const product = versus(best.kernel, batchOn(SHIPPED));
    const stream = versus(kernel, SHIPPED, STREAM);
    return [
      {
        ...{ engine, best, kernel, theirs },
        whole: versus(best.kernel, SHIPPED)?.said ?? null,
        native: versus(best.kernel, NATIVE)?.said ?? null,
        field: versus(DROPIN, SHIPPED)?.said ?? null,
        algorithm: versus(batchOn(SHIPPED), SHIPPED)?.said ?? null,
        product: product?.said ?? null,
        stream: stream?.said ?? null,
        survives: product && stream && stream.median > 1 ? Math.log(product.median) / Math.log(stream.median) : null,
      },
    ];
  });
}

/** @param {SummaryRow[]} rows @returns {SummaryRow[]} this project's, the fastest first, without workers */
function ours(rows) {
  const pools = POOLS.map(inPool);
  return rows
    .filter(({ kernel }) => kernel.startsWith(batchOn('')) && !pools.some((pool) => kernel.endsWith(pool)))
    .sort((a, b) => Number(a.median) - Number(b.median));
}

/**
 * @param {Result} result against arkworks on its own field
 * @param {string} model
 * @returns {Table} a row an engine: how much faster, whose merit it is, and what is left of the kernel's gain
 */
export function survivalTable(result, model) {
  const { one, theirs } = wordsOf(model);
  const numeric = /** @type {const} */ (true);
  const said = (/** @type {string | null} */ text) => ({ text: text ?? '-' });
  return {
    caption:
      `${one} of 2^${modelOf(model).log2}: ms, times as fast as ${theirs} on its own field, ` +
      'and what the algorithm and the product give alone',
    columns: [
      { label: 'engine' },
      { label: `${theirs}, ms`, numeric },
      { label: 'this project, ms', numeric },
      { label: 'on' },
      { label: 'times as fast', numeric },
      { label: 'as arkworks natively', numeric },
      { label: `${theirs} on ${DROPIN}`, numeric },
      { label: 'this algorithm on arkworks’ field', numeric },
      { label: 'the product in this algorithm', numeric },
      { label: 'the product in stream', numeric },
      { label: 'of that left', numeric },
    ],
    rows: survivals(result, model).map(({ engine, best, kernel, theirs: other, survives, ...ratios }) => ({
      cells: [
        { text: engine },
        { text: inMs(other) },
        { text: inMs(best) },
        { text: kernel, code: /** @type {const} */ (true) },
        ...[ratios.whole, ratios.native, ratios.field, ratios.algorithm, ratios.product, ratios.stream].map(said),
        said(survives === null ? null : percentOf(survives)),
      ],
    })),
  };
}

/**
 * @param {Result} result
 * @param {string} model
 * @param {readonly string[]} engines
 * @returns {string | null} a part of a sentence in markdown, on those engines
 */
export function batchesGist(result, model, engines) {
  const said = survivals(result, model).flatMap(({ engine, whole }) =>
    whole && engines.includes(engine) ? [`${engine} ${whole}`] : [],
  );
  const { one, theirs } = wordsOf(model);
  return said.length > 0 ? `an ${one} of 2^${modelOf(model).log2} against ${theirs}: ${said.join(', ')}` : null;
}

/**
 * @param {Result} result with rows of workers
 * @param {string} model
 * @returns {Table} a row for each kernel, engine and number of workers: how long, and what part of it is copies
 */
export function workersTable(result, model) {
  const rows = timedIn(result, model);
  const timeOf = (/** @type {string} */ engine, /** @type {string} */ kernel) =>
    rows.find((row) => row.engine === engine && row.kernel === kernel)?.median ?? null;
  const counts = [...new Set(POOLS.map(({ workers }) => workers))];
  const kernels = [...new Set(rows.map(({ kernel }) => kernel))].filter((id) =>
    rows.some(({ kernel }) => kernel === `${id}${inPool(POOLS[0])}`),
  );
  const { ns: unit } = modelOf(model).unit;
  const ms = (/** @type {number | null} */ value) => ({ text: value === null ? '-' : ns(value / unit) });
  return {
    caption: `MSM of 2^${modelOf(model).log2} in workers: ms`,
    columns: [
      ...['engine', 'row', 'workers'].map((label) => ({ label })),
      ...['in the thread that asks', 'operands sent', 'operands kept', 'sending them'].map((label) => ({
        label,
        numeric: true,
      })),
      { label: 'times as fast as one thread', numeric: true },
    ],
    rows: result.environment.engines.flatMap(({ id: engine }) =>
      kernels.flatMap((kernel) =>
        counts.map((workers) => {
          const alone = timeOf(engine, kernel);
          const [sent, kept] = [false, true].map((of) => timeOf(engine, `${kernel}${inPool({ workers, kept: of })}`));
          return {
            cells: [
              { text: engine },
              { text: kernel, code: /** @type {const} */ (true) },
              { text: String(workers) },
              ...[alone, sent, kept, sent === null || kept === null ? null : Math.max(0, sent - kept)].map(ms),
              { text: alone === null || sent === null ? '-' : factor(alone / sent) },
            ],
          };
        }),
      ),
    ),
  };
}

/** @param {Result} result @returns {string[]} why a library has no time, a reason each */
export function peerFailures({ summary }) {
  const ids = PEERS.map(({ id }) => id);
  return summary.flatMap(({ engine, kernel, model, error }) =>
    error !== null && ids.includes(kernel) ? [`${kernel} in ${model} on ${engine}: ${error.split('\n')[0]}`] : [],
  );
}

/** @param {string} model */
const wordsOf = (model) => WORDS[/** @type {keyof typeof WORDS} */ (modelOf(model).group)];

/** @param {SummaryRow} row @returns {string} */
const inMs = ({ model, median }) => ns(Number(median) / modelOf(model).unit.ns);

/** @param {number} fraction */
const percentOf = (fraction) => `${Math.round(100 * fraction)} %`;
