/** Products, sums and transforms in the fields of other curves, beside arkworks. */

import { PEERS, batchOn } from '../src/batches/peer-rows.mjs';
import { PUBLISHED_ROW } from '../src/measure/patched.mjs';
import { engineNameIn } from '../src/engines/names.mjs';
import { modelOf } from '../src/models/index.mjs';
import { fieldOf } from '../src/oracle/field.mjs';
import { ratioIn } from '../src/stats/index.mjs';
import { titled } from '../src/report/markdown.mjs';
import { kernelName } from '../src/report/names.mjs';
import { figures, pivot, ratioCell, words } from '../src/report/table.mjs';
import { byTime, enginesIn, ratioOf, rowIn, timeText, timedIn } from './engine-tables.mjs';
import { newest, notMeasured, originOf } from './source.mjs';

/** @import { Table } from '../src/report/table.mjs' */
/** @import { Stored } from '../src/result/stored-results.mjs' */

/** How the parts of the evidence are called that are of products. */
export const FIELD = 'fields-';
/** The fields. */
export const OTHER_FIELDS = Object.freeze(['pallas', 'vesta', 'bls12-381-fq', 'bls12-381-fr', 'bls12-377-fq']);
/** The parts that are of sums and transforms: over which group or field, how large, and how many minutes they take. */
export const OTHER_BATCHES = Object.freeze([
  { part: 'batches-pallas', field: 'pallas', model: 'msm-65536', over: 'Pallas', minutes: 0.9 },
  { part: 'batches-bls12-381-fq', field: 'bls12-381-fq', model: 'msm-65536', over: 'BLS12-381 G1', minutes: 1.9 },
  { part: 'batches-bls12-381-fr', field: 'bls12-381-fr', model: 'ntt-65536', over: 'bls12-381-fr', minutes: 0.8 },
]);

const STREAM = 'stream';
const SCALAR = ['limbs29', 'limbs29-dropin'];
const OTHERS = ['wide', 'simd', 'dot14-emitted', 'fma-pair', 'fma-pair-emitted'];

/**
 * @param {Stored[]} runs a field each
 * @returns {Table} a row a field and engine: ns a product in `stream`, the best kernel and its ratio to arkworks
 */
export function productsTable(runs) {
  const rows = runs.flatMap(({ part, result }) =>
    enginesIn(result).flatMap((engine) => {
      const timed = timedIn(result, STREAM).filter((row) => row.engine === engine);
      const fastest = (/** @type {string[]} */ ids) => byTime(timed.filter(({ kernel }) => ids.includes(kernel)))[0];
      const best = fastest([...SCALAR, ...OTHERS]);
      if (!best) return [];
      return [{ field: part.slice(FIELD.length), engine, result, scalar: fastest(SCALAR), best }];
    }),
  );
  // Older runs lack newer kernels.
  const isKnown = (/** @type {string} */ kernel) => runs.some(({ result }) => isMeasured(result, kernel));
  /** @param {typeof rows[0]} row @param {string} kernel */
  const timeOf = ({ result, engine }, kernel) => timeText(rowIn(result, engine, kernel, STREAM));
  return pivot('Independent products, ns', rows, [
    words('field', ({ field }) => field),
    words('engine', ({ result, engine }) => engineNameIn(result, engine)),
    figures('arkworks 0.6', (row) => timeOf(row, PUBLISHED_ROW)),
    figures('scalar', ({ scalar }) => timeText(scalar)),
    ...OTHERS.filter(isKnown).map((kernel) =>
      figures(kernelName(kernel), (/** @type {typeof rows[0]} */ row) => timeOf(row, kernel)),
    ),
    words('best', ({ best }) => kernelName(best.kernel)),
    figures('as fast as arkworks', ({ best }) => ratioOf(best)),
  ]);
}

/**
 * @param {{ over: string, model: string, run: Stored }[]} cases
 * @returns {Table} a row each: ms by arkworks and by this project on its fastest kernel, and arkworks natively
 */
export function batchesTable(cases) {
  const rows = cases.flatMap(({ over, model, run: { result } }) =>
    enginesIn(result).flatMap((engine) => {
      const timed = timedIn(result, model).filter((row) => row.engine === engine);
      const [best] = byTime(timed.filter(({ kernel }) => kernel.startsWith(batchOn(''))));
      return best ? [{ over, model, engine, result, best }] : [];
    }),
  );
  /** @param {string} kernel @returns {(row: typeof rows[0]) => import('../src/report/table.mjs').Cell | null} */
  const asFastAs =
    (kernel) =>
    ({ result, engine, model, best }) =>
      ratioCell(ratioIn(result, { engine, kernel: best.kernel, model }, { engine, kernel, model }));
  const libraries = PEERS.filter(({ id, field }) => field && rows.some(({ result }) => isMeasured(result, id)));
  return pivot('Sums and transforms, ms', rows, [
    words('what', ({ over, model }) => `${modelOf(model).group === 'sums' ? 'MSM' : 'NTT'} of ${size(model)}, ${over}`),
    words('engine', ({ result, engine }) => engineNameIn(result, engine)),
    figures('arkworks 0.6', ({ result, engine, model }) => timeText(rowIn(result, engine, PUBLISHED_ROW, model))),
    figures('this project', ({ best }) => timeText(best)),
    words('on', ({ best }) => kernelName(best.kernel.slice(batchOn('').length))),
    figures('as fast', ({ best }) => ratioOf(best)),
    ...libraries.map((library) => figures(`as ${library.package}`, asFastAs(library.id))),
    figures('as arkworks natively', asFastAs('ark-native')),
  ]);
}

/** @param {Stored['result']} result @param {string} kernel */
const isMeasured = ({ kernels }, kernel) => kernels.some(({ id }) => id === kernel);

/** @param {string} model @returns {string} */
const size = (model) => `2^${modelOf(model).log2}`;

/** @param {Stored[]} stored the newest first */
export function otherFieldsBlock(stored) {
  const runs = OTHER_FIELDS.flatMap((field) => newest(stored, `${FIELD}${fieldOf(field).id}`) ?? []);
  const cases = OTHER_BATCHES.flatMap(({ part, over }) => {
    const run = newest(stored, part);
    // An older run may be of another size.
    return run ? run.result.plan.models.map((model) => ({ over, model, run })) : [];
  });
  if (runs.length === 0) return notMeasured(...OTHER_FIELDS.map((field) => `${FIELD}${field}`));
  return [
    ...titled(productsTable(runs)),
    ...(cases.length > 0 ? titled(batchesTable(cases)) : []),
    originOf(runs[0], 'Results were held against BigInt; the first run:'),
  ];
}
