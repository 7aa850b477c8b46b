/** MSMs over sizes: the same operands of a seed, again and again. */

import { sameBytes } from '../oracle/field.mjs';
import { curveOver, expectedSum } from '../oracle/sums.mjs';
import { withDefaults } from './model.mjs';

/** @typedef {import('./model.mjs').Model} Model */
/** @typedef {import('../emit/interface.mjs').Sum} Sum */

/** @param {string} id @param {number} log2 of the points @returns {Model} */
const sumModel = (id, log2) =>
  withDefaults({
    id,
    log2,
    title: `a multi-scalar multiplication of 2^${log2} points`,
    meaning:
      `One MSM of ${2 ** log2} points of BN254’s G1, or of the group in whose base field products are. A kernel is ` +
      'arkworks’ own algorithm on a field whose product is that kernel; batch-KERNEL is this project’s, with ' +
      'batch-affine buckets; the others are libraries, and workers.',
    group: 'sums',
    operation: 'msm',
    unit: { id: 'ns/msm', label: 'ms/MSM', ns: 1e6 },
    onDemand: true,
    row: ({ sums }) => sums ?? null,
    async task({ exports, kernel, seed, expected, field }) {
      const curve = curveOver(field.id);
      if (!curve) throw new Error(`no curve over ${field.id} is known`);
      const key = `msm ${curve.id} ${seed} ${log2}`;
      if (!expected.has(key)) expected.set(key, expectedSum(curve, seed, 2 ** log2));
      const point = expected.get(key);
      const right = (/** @type {Uint8Array} */ got) => sameBytes(got, point);
      const wrong = `${id} of seed ${seed} is not what BigInt expects`;
      const of = await open(exports, { kernel, log2, seed });
      if (!right(await of.sum())) throw new Error(`WRONG PRODUCT: ${wrong}`);
      /** @type {Uint8Array[]} */
      let results = [];
      return {
        unit: 1,
        async run(n) {
          results = [];
          for (let i = 0; i < n; i++) results.push(await of.sum());
        },
        check: () => (results.every(right) ? null : wrong),
      };
    },
  });

/**
 * @param {import('./model.mjs').ModuleExports} exports
 * @param {{ kernel: string, log2: number, seed: bigint }} what
 * @returns {Promise<Sum>}
 */
async function open({ openSum, Curve, Msm }, { kernel, log2, seed }) {
  if (openSum) return openSum(kernel, log2, seed);
  // The build that has arkworks' curves is for arkworks' algorithm.
  if (Curve) {
    const curve = new Curve(kernel, seed, log2);
    return { sum: () => curve.msm() };
  }
  if (!Msm) throw new Error('this build has no sums');
  return new Msm(kernel, log2, seed);
}

export const msmSizes = [8, 10, 12, 14, 16, 18].map((log2) => sumModel(`msm-${2 ** log2}`, log2));
