/** Runs that are kept under a name, and a run held against an earlier one. */

import { existsSync, mkdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { readResult, writeResult } from '../result/result-file.mjs';
import { NOTHING_IN_COMMON } from '../report/terminal.mjs';
import { compareRuns } from '../stats/index.mjs';
import { UsageError, typedIn } from './options.mjs';

/** @typedef {import('../result/result.mjs').Result} Result */
/** @typedef {import('../stats/index.mjs').RowName} RowName */

const SAVED = fileURLToPath(new URL('../../.cache/saved/', import.meta.url));

/**
 * @param {string} name
 * @returns {string}
 */
function pathOf(name) {
  if (!/^[\w.-]+$/.test(name))
    throw new UsageError(`--save ${name}: a name of letters, digits, dots, dashes and underscores is needed.`);
  return join(SAVED, `${name}.json`);
}

/**
 * Refuses a name that cannot be saved before minutes are spent on the run.
 *
 * @param {string} name
 */
export function checkName(name) {
  pathOf(name);
}

/** @param {string} name @param {Result} result */
export function saveRun(name, result) {
  mkdirSync(SAVED, { recursive: true });
  writeResult(pathOf(name), result);
}

/**
 * @param {string} nameOrFile a name that was saved, or a result file
 * @returns {Result}
 * @throws {import('../result/result.mjs').ResultError} that says which file cannot be read, and why
 */
export function readRun(nameOrFile) {
  const saved = join(SAVED, `${nameOrFile}.json`);
  return readResult(/^[\w.-]+$/.test(nameOrFile) && existsSync(saved) ? saved : resolve(typedIn(), nameOrFile));
}

/** What shuts the gate, from the least strict on; `undecided` shuts it for whatever was not shown to be as fast. */
export const FAIL_ON = Object.freeze(['slower', 'undecided']);

/**
 * @param {Result} before
 * @param {Result} now
 * @param {string} [failOn] one of FAIL_ON
 * @param {(row: RowName) => boolean} [asked] whether a row of the earlier run was asked for in this one; what was not
 *   is not missing
 * @returns {{ comparison: import('../stats/index.mjs').Comparison & { unasked: RowName[] }, failures: string[] }}
 *   failures: why the gate does not open
 */
export function holdAgainst(before, now, failOn = FAIL_ON[0], asked = () => true) {
  const all = compareRuns(before, now, now.statistics);
  const [missing, unasked] = [true, false].map((is) => all.missing.filter((one) => asked(one) === is));
  const comparison = { ...all, missing, unasked };
  const shut = FAIL_ON.slice(0, FAIL_ON.indexOf(failOn) + 1);
  /** @param {{ kernel: string, model: string, engine: string }} row */
  const row = ({ kernel, model, engine }) => `${kernel} ${model} on ${engine}`;
  return {
    comparison,
    failures: [
      // A gate that has compared nothing has seen nothing.
      ...(comparison.rows.length === 0 ? [NOTHING_IN_COMMON] : []),
      // A row that was compared by ns can be no more than equivalent: that it is undecided says nothing.
      ...comparison.rows
        .filter(({ verdict, unit }) => shut.includes(verdict) && !(verdict === 'undecided' && unit === 'ns'))
        .map(({ verdict, ...it }) => `${verdict}: ${row(it)}`),
      ...comparison.missing.map(({ reason, ...it }) => `missing in this run: ${row(it)} (${reason})`),
      ...comparison.failedControls.map(
        ({ run, reason, ...it }) => `control failed in the ${run} run: ${row(it)} (${reason})`,
      ),
    ],
  };
}
