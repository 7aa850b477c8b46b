/**
 * Whether runs of one engine on one machine say the same again: of every two kernels whose speeds differ, not of the
 * baseline's pairs alone.
 */

import { engineKey, grouped, repeatedPairs } from '../stats/index.mjs';
import { across } from './across.mjs';
import { engineName } from '../engines/names.mjs';
import { factor } from './format.mjs';
import { kernelName } from './names.mjs';
import { pivot, words } from './table.mjs';
import { rowsIn } from './tables.mjs';

/** @import { Report, Series } from './merge.mjs' */
/** @import { Table } from './table.mjs' */
/** @import { Pair } from '../stats/index.mjs' */

/** Pairs whose speeds differ by less are left out: whether a run can see so little is chance. */
const BEYOND = 0.05;

/** @type {[label: string, counts: (pair: Pair) => boolean][]} */
const COLUMNS = [
  [`over ${100 * BEYOND} % apart`, () => true],
  ['same verdict', ({ verdicts }) => verdicts === 'same'],
  ['undecided in some', ({ verdicts }) => verdicts === 'undecided in some'],
  ['contradicting', ({ verdicts }) => verdicts === 'contradict'],
  ['intervals overlap', ({ overlap }) => overlap],
];

/**
 * @param {Report} report
 * @returns {Table[]} one for each engine that several runs had on the same machine, with a row for each model; none if
 *   there is no such engine
 */
export function repeatabilityTables(report) {
  const { baseline } = report;
  const engines = grouped(report.series, ({ run, engine }) => engineKey(run.result.environment, engine.id));
  const repeated = engines.flatMap(([, series]) => (series.length > 1 ? [series] : []));
  return repeated.map((series) => {
    const models = across({ ...report, series })
      .map(({ model }) => ({ model, pairs: pairsIn(series, model, baseline) }))
      .filter(({ pairs }) => pairs.length > 0);
    const together = { model: 'together', pairs: models.flatMap(({ pairs }) => pairs) };
    const { rows, ...table } = pivot(
      `Said again: all pairs of kernels of a model, verdicts and intervals of ${series.length} runs on ` +
        `${engineName(series[0].engine)}`,
      [...models, together],
      [
        words('model', ({ model }) => model),
        ...COLUMNS.map(([label, counts]) =>
          words(label, (/** @type {{ pairs: Pair[] }} */ { pairs }) => {
            const those = pairs.filter(counts);
            const own = those.filter(({ kernel, against }) => [kernel, against].includes(baseline));
            return { text: String(those.length), detail: `${own.length} with ${kernelName(baseline)}` };
          }),
        ),
      ],
    );
    return {
      ...table,
      rows: rows.slice(0, -1),
      foot: rows[models.length].cells,
      notes: models.flatMap(({ model, pairs }) =>
        pairs
          .filter(({ verdicts, overlap }) => verdicts !== 'same' || !overlap)
          .map((pair) => `${model}: ${told(pair)}`),
      ),
    };
  });
}

/** @param {Series[]} series @param {string} model @param {string} baseline */
function pairsIn(series, model, baseline) {
  return repeatedPairs(
    series.map((one) => {
      // What has no verdict does other work than the baseline, or none, or wrong.
      const compared = rowsIn(one, model).filter(
        ({ kernel, kind, summary }) =>
          kind === 'kernel' && summary.error === null && (summary.verdict !== null || kernel === baseline),
      );
      return {
        rows: new Map(compared.map(({ kernel, samples }) => [kernel, samples])),
        // As wide as the table of the model has them, whichever of its rows is the baseline.
        confidence:
          compared.find(({ summary }) => summary.speedup?.confidence !== undefined)?.summary.speedup?.confidence ??
          one.run.result.statistics.confidence,
      };
    }),
    BEYOND,
  );
}

/** @param {Pair} pair @returns {string} */
function told({ kernel, against, speedup, ratios, overlap }) {
  const counts = grouped(ratios, ({ verdict }) => verdict).map(([verdict, { length }]) => `${verdict} in ${length}`);
  return (
    `${kernelName(kernel)} against ${kernelName(against)}, ${factor(speedup)}x: ${counts.join(', ')}` +
    `${overlap ? '' : '; the intervals do not overlap'}`
  );
}
