/**
 * Statistics: raw samples -> summary rows, speed-ups, verdicts, detectable effects, comparisons of runs. Pure
 * functions; runs in any engine.
 *
 * @typedef {import('./rows.mjs').Sample} Sample
 * @typedef {import('./rows.mjs').RowName} RowName
 * @typedef {import('./faults.mjs').RunError} RunError
 * @typedef {import('./box.mjs').Box} Box
 * @typedef {import('./interval.mjs').Interval} Interval
 * @typedef {import('./verdict.mjs').Verdict} Verdict
 * @typedef {import('./ratio.mjs').Ratio} Ratio
 * @typedef {import('./ratio.mjs').Settings} Settings
 * @typedef {import('./summary-row.mjs').SummaryRow} SummaryRow
 * @typedef {import('./controls.mjs').Control} Control
 * @typedef {import('./compare.mjs').Comparison} Comparison
 * @typedef {import('./repeatability.mjs').Pair} Pair
 */
export { summarise } from './summarise.mjs';
export { defaults, pairedRatio, ratio } from './ratio.mjs';
export { boxOf } from './box.mjs';
export { confidenceOfEach } from './interval.mjs';
export { verdict } from './verdict.mjs';
export { detectableEffect, expectedEffect } from './detectable.mjs';
export { checkControls, isControl } from './controls.mjs';
export { isMarked, narrowerHalf, noiseOf, spanOf } from './noise.mjs';
export { compareRuns } from './compare.mjs';
export { findFaults } from './faults.mjs';
export { rowKey } from './rows.mjs';
export { overlapping, repeatedPairs } from './repeatability.mjs';
export { engineKey } from './surroundings.mjs';
export { fastestAgainst, fastestRows, ratioIn } from './fastest.mjs';
export { distinct, grouped } from './groups.mjs';
