import { expectedPairing, fq12FromTower, sameFq12 } from '../oracle/curve.mjs';
import { algorithmModel } from './algorithm.mjs';

export const pairing = algorithmModel({
  id: 'pairing',
  title: 'a pairing, by arkworks',
  meaning:
    'One pairing of two points in wasm by arkworks’ own code, on a field whose product is the kernel. multi3 is ' +
    'ark-ec 0.4.',
  gist: 'arkworks',
  result: 'product',
  unit: { id: 'ns/pairing', label: 'ms/pairing', ns: 1e6 },

  prepare({ seed, expected }, curve) {
    const base = curve.base();
    const key = `pairing ${seed} ${base}`;
    if (!expected.has(key)) expected.set(key, expectedPairing(seed, base));
    const value = expected.get(key);
    return { compute: () => curve.pairing(), right: (got) => sameFq12(fq12FromTower(got), value) };
  },
});
