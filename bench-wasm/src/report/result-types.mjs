/** What a result is, and why one cannot be used. */

/** @import { KernelRow } from '../emit/interface.mjs' */
/** @import { Sample, SummaryRow } from '../stats/index.mjs' */
/** @typedef {import('../emit/interface.mjs').KernelRow} KernelRow */

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
