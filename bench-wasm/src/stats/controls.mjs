import { defaults } from './ratio.mjs';
import { verdict } from './verdict.mjs';

/** @import { RowName } from './rows.mjs' */
/** @import { SummaryRow } from './summarise.mjs' */

/**
 * What the run is known to contain: the true speed-up over the baseline of a kernel that is the baseline under another
 * name, and of one that
 * does 5 % more work.
 * @type {Readonly<Record<string, number>>}
 */
const CONTROLS = { 'control-aa': 1, 'control-slow5': 1 / 1.05 };

/** The controls of each model that has any. @type {Readonly<Record<string, string[]>>} */
const CONTROLLED = {
  chain: Object.keys(CONTROLS),
  stream: Object.keys(CONTROLS),
  msm: ['control-aa'],
  pairing: ['control-aa'],
};

/**
 * `passed`: the run said what is true. `failed`: its interval excludes the truth by more than the threshold, or the
 * control is missing. `blind`: it
 * could not tell, so it proves nothing about differences of that size; more rounds would.
 * @typedef {RowName & {state: 'passed' | 'failed' | 'blind', reason: string}} Control
 */

/** @typedef {Pick<SummaryRow, 'engine' | 'kernel' | 'model' | 'speedup' | 'error'>} ControlRow */

/**
 * @param {string} kernel
 * @returns {boolean} it is there to judge the run, not to be judged: a control with a known answer, or the no-op
 */
export function isControl(kernel) {
  return kernel === 'noop' || Object.hasOwn(CONTROLS, kernel);
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
    Object.entries(CONTROLLED).flatMap(([model, kernels]) => {
      const own = summary.filter((row) => row.engine === engine && row.model === model);
      if (own.length === 0) return [];
      return kernels.map((kernel) =>
        judge(
          { engine, kernel, model },
          own.find((row) => row.kernel === kernel),
          threshold,
        ),
      );
    }),
  );
}

/**
 * @param {RowName} name
 * @param {ControlRow | undefined} row
 * @param {number} threshold
 * @returns {Control}
 */
function judge(name, row, threshold) {
  if (!row) return { ...name, state: 'failed', reason: 'missing' };
  if (row.error !== null) return { ...name, state: 'failed', reason: row.error };
  const ci95 = row.speedup?.ci95 ?? null;
  if (!ci95) return { ...name, state: 'blind', reason: 'no interval' };

  const truth = CONTROLS[name.kernel];
  const reason = `measured ${ci95[0].toFixed(3)} to ${ci95[1].toFixed(3)}, true ${truth.toFixed(3)}`;
  const offTruth = verdict([ci95[0] / truth, ci95[1] / truth], threshold);
  if (offTruth === 'faster' || offTruth === 'slower') return { ...name, state: 'failed', reason };
  return {
    ...name,
    state: verdict(ci95, threshold) === verdict([truth, truth], threshold) ? 'passed' : 'blind',
    reason,
  };
}
