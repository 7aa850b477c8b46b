/** What a result is, and the summary of a run from its samples: when it is made, and again for another reader. */

import { jsIn } from '../models/js.mjs';
import { montgomeryIn } from '../models/js-montgomery.mjs';
import { FQ } from '../oracle/field.mjs';
import { findFaults, rowKey, summarise } from '../stats/index.mjs';

/** @import { KernelRow } from '../emit/interface.mjs' */
/** @import { RunError, Sample, SummaryRow } from '../stats/index.mjs' */

/**
 * @typedef {object} EngineRecord
 * @property {string} id
 * @property {string} version
 * @property {string[]} flags
 * @property {string} tier
 * @property {Record<string, boolean | null>} [features] tested in it; older files do not say
 * @property {number | null} clockStepNs
 * @property {number | null} noopNs
 */

/**
 * @typedef {object} Environment
 * @property {string} cpu
 * @property {string[]} cpuFeatures
 * @property {number} cores
 * @property {string} os
 * @property {string} arch
 * @property {number | null} [pinned] the CPU that every process was kept on
 * @property {EngineRecord[]} engines
 * @property {{ id: string, reason: string }[]} [absent] engines that were asked for and could not run
 * @property {number} [others] share of the processors' time that other processes and other machines had meanwhile
 * @property {string | null} rustc
 * @property {string | null} wasmPack
 * @property {string | null} wasmOpt
 * @property {string[]} arkFf
 * @property {string | null} commit
 * @property {boolean | null} dirty
 * @property {number | null} clockStepNs
 * @property {number | null} noopNs
 */

/**
 * What is known of a run before its first sample; the first line of its journal.
 *
 * @typedef {object} Header
 * @property {string} schema
 * @property {string} createdAt ISO 8601, UTC
 * @property {string} command
 * @property {{ seed: number, cases: number, trials: number, rounds: number, budgetMs?: number, engines: string[],
 *   models: string[], kernels: string[], rows: { kernel: string, model: string }[] }} plan
 * @property {{ baseline: string, threshold: number, confidence: number, controlled?: string }} statistics controlled:
 *   the kernel that the controls were made from, where it is not the baseline
 * @property {Environment} environment clock and no-op still null
 * @property {(KernelRow & { sha256: string, curve?: string, code?: number, prover?: { bytes: number | null, memory:
 *   number | null, process: number | null } })[]} kernels
 */

/**
 * @typedef {Header & {
 *   partial: boolean,
 *   samples: Sample[],
 *   lost: { engine: string, round: number, error: string }[],
 *   summary: SummaryRow[],
 * }} Result
 */

/** A file that is no result of this schema, or a result that lacks what is asked of it. */
export class ResultError extends Error {
  name = 'ResultError';
}

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

/** @param {Pick<Header, 'kernels' | 'statistics'>} header @returns {string} the id of the field that it is a run of */
export const fieldOfRun = ({ kernels, statistics: { baseline } }) =>
  kernels.find(({ id }) => id === baseline)?.field ?? FQ.id;

/**
 * @param {Pick<Header, 'kernels' | 'statistics'>} header
 * @returns {Set<string>} rows that compute in another field than the baseline: a ratio to it would say nothing of
 *   either
 */
function inOtherFields(header) {
  const fieldOf = new Map(header.kernels.map(({ id, field = FQ.id }) => [id, field]));
  const own = fieldOfRun(header);
  return new Set([...fieldOf].flatMap(([id, field]) => (field === own ? [] : [id, jsIn(field), montgomeryIn(field)])));
}
