/** Whole algorithms of arkworks on a field whose product is the kernel. */

import { SAME } from './controls.mjs';

/** The build that has them, where a kernel names no other. */
export const WORK_BUILD = 'work';

/** @typedef {import('./model.mjs').Model} Model */

/**
 * @param {Pick<Model, 'id' | 'title' | 'meaning' | 'gist' | 'result' | 'unit'> & { prepare: (context:
 *   import('./model.mjs').TaskContext, curve: import('../emit/interface.mjs').Curve) => { compute: () => Uint8Array,
 *   right: (got: Uint8Array) => boolean } }} algorithm
 * @returns {Model}
 */
export const algorithmModel = ({ prepare, ...words }) => ({
  ...words,
  group: 'algorithms',
  operation: 'product',
  // 5 % more of a single one is no whole number of them: there is no positive control.
  controls: [SAME],
  floor: false,
  bigint: false,
  onDemand: true,
  row: ({ curve, curveBuild = WORK_BUILD }) => (curve ? { build: curveBuild, lanes: 1 } : null),
  async task(context) {
    const { exports, kernel, seed } = context;
    if (!exports.Curve) throw new Error('this build has no curves');
    const { compute, right } = prepare(context, new exports.Curve(kernel, seed));
    return repeated(compute, right, `${words.id} of seed ${seed} is not what BigInt expects`);
  },
});

/**
 * A batch of n times the same, each of whose results is looked at; one before any is timed.
 *
 * @param {() => Uint8Array} compute
 * @param {(got: Uint8Array) => boolean} right
 * @param {string} wrong
 * @returns {import('./model.mjs').Task}
 * @throws {Error} when the first is wrong
 */
function repeated(compute, right, wrong) {
  if (!right(compute())) throw new Error(`WRONG PRODUCT: ${wrong}`);
  /** @type {Uint8Array[]} */
  let results = [];
  return {
    unit: 1,
    run(n) {
      results = Array.from({ length: n }, compute);
    },
    check: () => (results.every(right) ? null : wrong),
  };
}
