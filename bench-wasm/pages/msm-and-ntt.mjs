/** Sums and transforms: what of a fast product is left in them, beside arkworks, native code and other libraries. */

import { PEERS, POOLS, batchOn, inPool } from '../src/batches/peer-rows.mjs';
import { engineNameIn } from '../src/engines/names.mjs';
import { modelOf } from '../src/models/index.mjs';
import { factor, known, ns } from '../src/report/format.mjs';
import { SHIPPED } from '../src/report/findings.mjs';
import { titled } from '../src/report/markdown.mjs';
import { kernelName } from '../src/report/names.mjs';
import { distinct, ratioIn } from '../src/stats/index.mjs';
import { figures, pivot, ratioCell, words } from '../src/report/table.mjs';
import { byTime, engineTable, enginesIn, failuresIn, rowIn, timeText, timedIn } from './engine-tables.mjs';
import { newest, notMeasured, originOf } from './source.mjs';

/** @import { Result } from '../src/result/result.mjs' */
/** @import { Table } from '../src/report/table.mjs' */
/** @import { Stored } from '../src/result/stored-results.mjs' */

/** The parts of the evidence. */
export const PARTS = Object.freeze({
  sums: 'msm',
  elsewhere: 'msm-engines',
  transforms: 'ntt',
  sizes: 'sizes',
  workers: 'workers',
});
/** Independent products, in the run that has the sums or the transforms. */
const STREAM = 'stream';
/** arkworks compiled for the machine. */
const NATIVE = 'ark-native';
/** The field under arkworks' own algorithm and under this project's, as a drop-in. */
const DROPIN = 'limbs29-dropin';
/** What each group of models is of. */
const NAMES = Object.freeze({
  sums: { one: 'MSM', theirs: 'ark-ec 0.6' },
  transforms: { one: 'NTT', theirs: 'ark-poly 0.6' },
});
/** @param {string} model */
const namesOf = (model) => NAMES[/** @type {keyof typeof NAMES} */ (modelOf(model).group)];

/** @param {Result} result @param {keyof typeof NAMES} group @returns {string | undefined} the largest that was timed */
export const largestOf = (result, group) =>
  result.plan.models
    .filter((id) => modelOf(id).group === group)
    .sort((a, b) => Number(modelOf(b).log2) - Number(modelOf(a).log2))[0];

/**
 * @param {Result} result
 * @param {string} model of sums or transforms
 * @returns an engine each, of those that have timed both sides: this project's fastest in the thread that asks beside
 *   arkworks on its own field, ratios, and the part of the gain in `stream` that is left, by logarithms
 */
export function remainders(result, model) {
  const pools = POOLS.map(inPool);
  return enginesIn(result).flatMap((engine) => {
    const rows = timedIn(result, model).filter((row) => row.engine === engine);
    const theirs = rows.find(({ kernel }) => kernel === SHIPPED);
    const [best] = byTime(rows).filter(
      ({ kernel }) => kernel.startsWith(batchOn('')) && !pools.some((pool) => kernel.endsWith(pool)),
    );
    if (!theirs || !best) return [];
    const kernel = best.kernel.slice(batchOn('').length);
    /** @param {string} row @param {string} against @param {string} [of] a model */
    const versus = (row, against, of = model) => {
      const sides = [row, against].map((id) => ({ engine, kernel: id, model: of }));
      return ratioIn(result, sides[0], sides[1]);
    };
    const product = versus(best.kernel, batchOn(SHIPPED));
    const stream = versus(kernel, SHIPPED, STREAM);
    return [
      {
        ...{ engine, best, kernel, theirs },
        // Against arkworks here and natively; arkworks' algorithm on two fields; two algorithms on arkworks' field.
        whole: versus(best.kernel, SHIPPED),
        native: versus(best.kernel, NATIVE),
        field: versus(DROPIN, SHIPPED),
        algorithm: versus(batchOn(SHIPPED), SHIPPED),
        // The kernel against arkworks' product, in one algorithm and where nothing but products is done.
        ...{ product, stream },
        left: product && stream && stream.median > 1 ? Math.log(product.median) / Math.log(stream.median) : null,
      },
    ];
  });
}

/**
 * @param {Result} result against arkworks on its own field
 * @param {string} model
 * @returns {Table} a row an engine: how much faster, whose merit it is, and what is left of the kernel's gain
 */
export function remainderTable(result, model) {
  const { one, theirs } = namesOf(model);
  return pivot(
    `${one} of 2^${modelOf(model).log2}: ms, the ratio to ${theirs} on its own field, ` +
      'and what the algorithm and the product give alone',
    remainders(result, model),
    [
      words('engine', ({ engine }) => engineNameIn(result, engine)),
      figures(`${theirs}, ms`, (on) => timeText(on.theirs)),
      figures('this project, ms', ({ best }) => timeText(best)),
      words('on', ({ kernel }) => kernelName(kernel)),
      figures('as fast', ({ whole }) => ratioCell(whole)),
      figures('as arkworks natively', ({ native }) => ratioCell(native)),
      figures(`${theirs} on the ${kernelName(DROPIN)}`, ({ field }) => ratioCell(field)),
      figures('this algorithm on arkworks’ field', ({ algorithm }) => ratioCell(algorithm)),
      figures('the product in this algorithm', ({ product }) => ratioCell(product)),
      figures('the product in stream', ({ stream }) => ratioCell(stream)),
      figures('of that left', ({ left }) => known(left, (part) => `${Math.round(100 * part)} %`)),
    ],
  );
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
  const kernels = distinct(rows.map(({ kernel }) => kernel)).filter((id) =>
    rows.some(({ kernel }) => kernel === `${id}${inPool(POOLS[0])}`),
  );
  const { ns: unit } = modelOf(model).unit;
  const ms = (/** @type {number | null} */ value) => known(value, (time) => ns(time / unit));
  const cases = enginesIn(result).flatMap((engine) =>
    kernels.flatMap((kernel) =>
      distinct(POOLS.map(({ workers }) => workers)).map((workers) => {
        const [sent, kept] = [false, true].map((of) => timeOf(engine, `${kernel}${inPool({ workers, kept: of })}`));
        const alone = timeOf(engine, kernel);
        return {
          ...{ engine, kernel, workers, alone, sent, kept },
          sending: sent !== null && kept !== null ? Math.max(0, sent - kept) : null,
          gain: alone !== null && sent !== null ? alone / sent : null,
        };
      }),
    ),
  );
  return pivot(`MSM of 2^${modelOf(model).log2} in workers: ms`, cases, [
    words('engine', ({ engine }) => engineNameIn(result, engine)),
    words('row', ({ kernel }) => kernelName(kernel)),
    words('workers', ({ workers }) => String(workers)),
    figures('in the thread that asks', ({ alone }) => ms(alone)),
    figures('operands sent', ({ sent }) => ms(sent)),
    figures('operands kept', ({ kept }) => ms(kept)),
    figures('sending them', ({ sending }) => ms(sending)),
    figures('times as fast as one thread', ({ gain }) => known(gain, factor)),
  ]);
}

/** What is counted, by the group of its models, and how many of it a size has. */
const COUNTED = Object.freeze({
  sizes: { each: 'product', count: () => 1 },
  sums: { each: 'point', count: (/** @type {number} */ log2) => 2 ** log2 },
  // A transform has a butterfly for every two values in each of its layers.
  transforms: { each: 'butterfly', count: (/** @type {number} */ log2) => log2 * 2 ** (log2 - 1) },
});

/** @param {Result} result of one engine @returns {Table} a row for each kernel and what it does, a column a size */
export function sizesTable(result) {
  const [engine] = enginesIn(result);
  const models = result.plan.models.map((id) => ({ id, group: modelOf(id).group, log2: Number(modelOf(id).log2) }));
  const rows = Object.entries(COUNTED).flatMap(([group, counted]) => {
    const own = models.filter((model) => model.group === group);
    const kernels = distinct(result.plan.rows.map(({ kernel }) => kernel));
    return kernels
      .filter((kernel) => own.some(({ id }) => rowIn(result, engine, kernel, id)))
      .map((kernel) => ({ ...counted, own, kernel }));
  });
  const sizes = distinct(models.map(({ log2 }) => log2)).sort((a, b) => a - b);
  return pivot(
    `Median time of each on ${engineNameIn(result, engine)}, ns, by how many elements, points or values there are`,
    rows,
    [
      words('each', ({ each }) => each),
      words('kernel', ({ kernel }) => kernelName(kernel)),
      ...sizes.map((size) =>
        figures(`2^${size}`, (/** @type {typeof rows[0]} */ { own, kernel, count }) => {
          const model = own.find(({ log2 }) => log2 === size);
          const row = model && rowIn(result, engine, kernel, model.id);
          return row && ns(Number(row.median) / count(size));
        }),
      ),
    ],
  );
}

/** @param {Result} result @returns {string[]} why a library has no time */
export const peerFailures = (result) => failuresIn(result, (kernel) => PEERS.some(({ id }) => id === kernel));

/**
 * @param {Result} result
 * @param {'sums' | 'transforms'} group
 * @param {(result: Result, model: string) => Table} tableOf
 * @returns {string[]} the table of its largest model; none where it has none
 */
function ofLargest(result, group, tableOf) {
  const model = largestOf(result, group);
  return model ? titled(tableOf(result, model)) : [];
}

/** @param {Stored[]} stored */
export function msmAndNttBlock(stored) {
  /** @param {string} part @param {string} heading @param {(result: Result) => string[]} make */
  const section = (part, heading, make) => {
    const run = newest(stored, part);
    const made = run ? make(run.result) : [];
    return run && made.length > 0 ? [`## ${heading}`, ...made, originOf(run)] : [];
  };
  /** @param {Result} result @param {keyof typeof NAMES} group */
  const all = (result, group) => [
    ...ofLargest(result, group, remainderTable),
    ...ofLargest(result, group, engineTable),
    ...peerFailures(result),
  ];
  const parts = [
    ...section(PARTS.sums, 'A multi-scalar multiplication', (result) => all(result, 'sums')),
    ...section(PARTS.elsewhere, 'The same on other engines', (result) => [
      ...ofLargest(result, 'sums', remainderTable),
      ...peerFailures(result),
    ]),
    ...section(PARTS.transforms, 'A number-theoretic transform', (result) => all(result, 'transforms')),
    ...section(PARTS.workers, 'In workers', (result) => ofLargest(result, 'sums', workersTable)),
    ...section(PARTS.sizes, 'By size', (result) => titled(sizesTable(result))),
  ];
  return parts.length > 0 ? parts : notMeasured(...Object.values(PARTS));
}
