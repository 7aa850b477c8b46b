/** The summary of a run, from its samples: when it is made, and again for another reader. */

import { FQ } from '../oracle/field.mjs';
import { jsIn } from '../models/js.mjs';
import { montgomeryIn } from '../models/js-montgomery.mjs';
import { findFaults, rowKey, summarise } from '../stats/index.mjs';
import { ResultError } from './result-types.mjs';

/** @import { Header, Result } from './result-types.mjs' */
/** @import { RunError, SummaryRow } from '../stats/index.mjs' */

/**
 * @param {Pick<Result, 'kernels' | 'statistics' | 'samples'>} result
 * @param {RunError[]} errors
 * @returns {SummaryRow[]}
 */
export const summaryOf = ({ kernels, statistics, samples }, errors) =>
  summarise(samples, { ...statistics, errors, apart: inOtherFields({ kernels, statistics }) });

/**
 * The same run by today's rule, and against the kernel and the threshold of the reader. A file's own summary is what
 * the program that wrote it made of the samples; the samples are the result.
 *
 * @param {Result} result
 * @param {{ baseline?: string, threshold?: number }} [reader] what is not given stays as it is
 * @returns {Result}
 * @throws {ResultError} when the run has not measured the baseline
 */
export function resummarised(result, { baseline = result.statistics.baseline, threshold } = {}) {
  if (!result.plan.rows.some(({ kernel }) => kernel === baseline))
    throw new ResultError(`the run has no ${baseline} to compare with; it has ${result.plan.kernels.join(', ')}`);
  const computed = findFaults(result.samples);
  const errors = result.summary.flatMap(({ engine, kernel, model, error }) => {
    // What the samples say themselves is found in them again.
    const known = computed.get(rowKey({ engine, kernel, model }))?.split('; ') ?? [];
    const told = error?.split('; ').filter((one) => !known.includes(one)) ?? [];
    return told.length > 0 ? [{ engine, kernel, model, message: told.join('; ') }] : [];
  });
  const { controlled = result.statistics.baseline, confidence } = result.statistics;
  const statistics = {
    baseline,
    threshold: threshold ?? result.statistics.threshold,
    confidence,
    ...(controlled !== baseline && { controlled }),
  };
  return { ...result, statistics, summary: summaryOf({ ...result, statistics }, errors) };
}

/**
 * @param {Pick<Header, 'kernels' | 'statistics'>} header
 * @returns {Set<string>} rows that compute in another field than the baseline: a ratio to it would say nothing of
 *   either
 */
function inOtherFields({ kernels, statistics: { baseline } }) {
  const fieldOf = new Map(kernels.map(({ id, field = FQ.id }) => [id, field]));
  const own = fieldOf.get(baseline) ?? FQ.id;
  return new Set([...fieldOf].flatMap(([id, field]) => (field === own ? [] : [id, jsIn(field), montgomeryIn(field)])));
}
