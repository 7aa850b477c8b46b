import { expectedMsm } from '../oracle/curve.mjs';
import { sameBytes } from '../oracle/field.mjs';
import { algorithmModel } from './algorithm.mjs';

export const msm = algorithmModel({
  id: 'msm',
  title: 'a multi-scalar multiplication of 2^12 points of G1, by arkworks',
  meaning:
    'One MSM of 4096 points in wasm by arkworks’ own code, on a field whose product is the kernel. multi3 is ark-ec ' +
    '0.4, whose algorithm is another.',
  gist: 'arkworks, 2^12 points',
  result: 'product',
  unit: { id: 'ns/msm', label: 'ms/MSM', ns: 1e6 },

  prepare({ seed, expected }, curve) {
    const key = `msm ${seed}`;
    if (!expected.has(key)) expected.set(key, expectedMsm(seed));
    const point = expected.get(key);
    return { compute: () => curve.msm(), right: (got) => sameBytes(got, point) };
  },
});
