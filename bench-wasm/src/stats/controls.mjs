import { MODELS } from '../models/index.mjs';
import { controlOf } from '../models/controls.mjs';
import { NOOP } from '../models/noop.mjs';
import { defaults } from './ratio.mjs';
import { verdict } from './verdict.mjs';

/** @import { RowName } from './rows.mjs' */
/** @import { SummaryRow } from './summary-row.mjs' */

/**
 * `passed`: the run said what is true. `failed`: its interval excludes the truth by more than the threshold, or it
 * could not be measured. `undecided`: it could not tell, or the run had no such control; more rounds would tell.
 * @typedef {RowName & {state: 'passed' | 'failed' | 'undecided', reason: string}} Control
 */

/** How the reason begins that an engine which cannot run a row at all gives. */
const LACKING = 'this engine has no ';

/** @typedef {Pick<SummaryRow, 'engine' | 'kernel' | 'model' | 'speedup' | 'error'>} ControlRow */

/**
 * @param {string} kernel
 * @returns {boolean} it is there to judge the run, not to be judged: a control with a known answer, or the no-op
 */
export function isControl(kernel) {
  return kernel === NOOP || controlOf(kernel) !== undefined;
}

/**
 * Judges a run by its controls: all of them in every engine and controlled model that has any row.
 * @param {readonly ControlRow[]} summary
 * @param {number} [threshold] practical threshold, a fraction
 * @returns {Control[]}
 */
export function checkControls(summary, threshold = defaults.threshold) {
  const engines = [...new Set(summary.map(({ engine }) => engine))];
  return engines.flatMap((engine) =>
    MODELS.flatMap(({ id: model, controls }) => {
      const own = summary.filter((row) => row.engine === engine && row.model === model);
      // An engine that lacks what the whole model needs has nothing to be judged; what broke is judged, and failed.
      if (own.every(({ error }) => error?.startsWith(LACKING))) return [];
      return controls.map(({ id: kernel, truth }) =>
        judge(
          { engine, kernel, model },
          own.find((row) => row.kernel === kernel),
          { truth, threshold },
        ),
      );
    }),
  );
}

/**
 * @param {RowName} name
 * @param {ControlRow | undefined} row
 * @param {{ truth: number, threshold: number }} expected
 * @returns {Control}
 */
function judge(name, row, { truth, threshold }) {
  if (!row) return { ...name, state: 'undecided', reason: 'not part of this run' };
  if (row.error !== null) return { ...name, state: 'failed', reason: row.error };
  const ci95 = row.speedup?.ci95 ?? null;
  if (!ci95) return { ...name, state: 'undecided', reason: 'no interval' };

  const reason = `measured ${ci95[0].toFixed(3)} to ${ci95[1].toFixed(3)}, true ${truth.toFixed(3)}`;
  const offTruth = verdict([ci95[0] / truth, ci95[1] / truth], threshold);
  if (offTruth === 'faster' || offTruth === 'slower') return { ...name, state: 'failed', reason };
  return {
    ...name,
    state: verdict(ci95, threshold) === verdict([truth, truth], threshold) ? 'passed' : 'undecided',
    reason,
  };
}
