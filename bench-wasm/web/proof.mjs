/** What code that ships would do in this browser: take the best build that loads, and let it name its best kernel. */

import { FQ } from '../src/oracle/field.mjs';

/** The most able first. */
const BUILDS = ['relaxed-simd', 'simd128', 'baseline'];
const [A, B] = FQ.operands(1n, 1, 2)[0];

/**
 * @typedef {object} Proof
 * @property {'proof'} type
 * @property {string | null} kernel that `best_single()` names; null when no build gave the right product
 * @property {string} build
 * @property {string} product hex
 * @property {string[]} refused builds that were tried before, and why they are not used
 */

/**
 * One product by `mul_best`, held against BigInt. A build that is wrong is passed over.
 *
 * @param {(variant: string) => Promise<import('../src/emit/interface.mjs').LoadedModule>} loadModule
 * @returns {Promise<Proof>}
 */
export async function prove(loadModule) {
  const refused = [];
  const expected = FQ.mul(A, B);
  for (const build of BUILDS) {
    try {
      const { exports } = await loadModule(build);
      const { best_single: bestSingle, mul_best: mulBest } = /** @type {any} */ (exports);
      const got = FQ.fromBytes(mulBest(FQ.toBytes(A), FQ.toBytes(B)));
      if (got === expected)
        return { type: 'proof', kernel: bestSingle(), build, product: `0x${got.toString(16)}`, refused };
      refused.push(`${build}: ${bestSingle()} gave a wrong product`);
    } catch (error) {
      const reason =
        error instanceof WebAssembly.CompileError
          ? 'does not load here'
          : error instanceof Error
            ? error.message
            : error;
      refused.push(`${build}: ${reason}`);
    }
  }
  return { type: 'proof', kernel: null, build: '', product: '', refused };
}
