/** Rows with a known answer: what a run is judged by. */

/**
 * @typedef {object} Control the baseline kernel under another name
 * @property {string} id
 * @property {number} truth the speed-up over the baseline that is true
 * @property {number} work products done for each one that is reported
 * @property {number} instance of the module, 0 being the baseline's own
 * @property {string} label in a chart
 * @property {string} meaning after the baseline's name
 * @property {string} gist where a report is read out
 */

/** @type {Control} */
export const SAME = {
  id: 'control-aa',
  truth: 1,
  work: 1,
  instance: 1,
  label: 'A/A',
  meaning: 'again, in an instance of its own',
  gist: 'the same kernel under another name',
};

/** @type {Control} */
const SLOW = {
  id: 'control-slow5',
  truth: 1 / 1.05,
  work: 1.05,
  instance: 2,
  label: '5 % slower',
  meaning: 'with 5 % more work, in an instance of its own',
  gist: 'the same kernel with 5 % more work',
};

/** Every model has the first; one whose batches can be made 5 % longer may have both. */
export const BOTH = Object.freeze([SAME, SLOW]);

const CONTROLS = new Map(BOTH.map((control) => [control.id, control]));

/** @param {string} id of any row @returns {Control | undefined} */
export const controlOf = (id) => CONTROLS.get(id);
