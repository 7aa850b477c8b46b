/** Whether a run could tell: where it could not, a ratio is blind. */

import { SAME } from '../models/controls.mjs';
import { checkControls } from '../stats/index.mjs';

/** @import { Result } from './result-types.mjs' */

/**
 * @param {Pick<Result, 'summary' | 'statistics'>} result
 * @returns {(engine: string, model: string) => boolean} whether a kernel and its copy were shown to be equal there
 */
export function controlPassed({ summary, statistics }) {
  const passed = checkControls(summary, statistics.threshold).filter(
    ({ kernel, state }) => kernel === SAME.id && state === 'passed',
  );
  return (engine, model) => passed.some((control) => control.engine === engine && control.model === model);
}
