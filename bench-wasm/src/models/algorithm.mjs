/** Whole algorithms of arkworks on a field whose product is the kernel. */

import { expectedMsm, expectedPairing, fq12FromTower, sameFq12 } from '../oracle/curve.mjs';
import { sameBytes } from '../oracle/field.mjs';
import { repeated, withDefaults } from './model.mjs';

/** The build that has them, where a kernel names no other. */
export const WORK_BUILD = 'work';

/** @import { Curve } from '../emit/interface.mjs' */
/** @import { Model, TaskContext } from './model.mjs' */

/**
 * @param {Pick<Model, 'id' | 'title' | 'meaning' | 'gist' | 'unit'> & { prepare: (context: TaskContext, curve: Curve)
 *   => { compute: () => Uint8Array, right: (got: Uint8Array) => boolean } }} algorithm
 * @returns {Model}
 */
const algorithmModel = ({ prepare, ...words }) =>
  withDefaults({
    ...words,
    group: 'algorithms',
    onDemand: true,
    row: ({ curve, curveBuild = WORK_BUILD }) => (curve ? { build: curveBuild, lanes: 1 } : null),
    async task(context) {
      const { exports, kernel, seed } = context;
      if (!exports.Curve) throw new Error('this build has no curves');
      const wrong = `${words.id} of seed ${seed} is not what BigInt expects`;
      return repeated({ ...prepare(context, new exports.Curve(kernel, seed)), wrong });
    },
  });

export const msm = algorithmModel({
  id: 'msm',
  title: 'a multi-scalar multiplication of 2^12 points of G1, by arkworks',
  meaning:
    'One MSM of 4096 points in wasm by arkworks’ own code, on a field whose product is the kernel. multi3 is ark-ec ' +
    '0.4, whose algorithm is another.',
  gist: 'arkworks, 2^12 points',
  unit: { id: 'ns/msm', label: 'ms/MSM', ns: 1e6 },

  prepare({ seed, expected }, curve) {
    const key = `msm ${seed}`;
    if (!expected.has(key)) expected.set(key, expectedMsm(seed));
    const point = expected.get(key);
    return { compute: () => curve.msm(), right: (got) => sameBytes(got, point) };
  },
});

export const pairing = algorithmModel({
  id: 'pairing',
  title: 'a pairing, by arkworks',
  meaning:
    'One pairing of two points in wasm by arkworks’ own code, on a field whose product is the kernel. multi3 is ' +
    'ark-ec 0.4.',
  gist: 'arkworks',
  unit: { id: 'ns/pairing', label: 'ms/pairing', ns: 1e6 },

  prepare({ seed, expected }, curve) {
    const base = curve.base();
    const key = `pairing ${seed} ${base}`;
    if (!expected.has(key)) expected.set(key, expectedPairing(seed, base));
    const value = expected.get(key);
    return { compute: () => curve.pairing(), right: (got) => sameFq12(fq12FromTower(got), value) };
  },
});
