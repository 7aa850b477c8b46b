import { shareOf } from '../oracle/field.mjs';
import { BOTH } from './controls.mjs';
import { loopModel } from './loop.mjs';
import { residuesOf } from './residues.mjs';

/** Products between two looks at how many are left. */
const STRIDE = 128;

export const chain = loopModel({
  id: 'chain',
  group: 'batches',
  title: 'dependent products, latency',
  meaning: 'n products inside wasm, each of which needs the one before it.',
  gist: 'dependent products, latency',
  controls: BOTH,
  montgomery: true,
  loop: {
    counts: 1,
    perCase: 1,
    run: (exports, kernel, seed, n) => exports.chain(kernel, seed, n),
    closedForm,
    bigint(field, seed) {
      const [operands] = field.operands(seed, 1, 2);
      return (n) => {
        const last = [...operands];
        for (let done = 0; done < n; done += STRIDE) steps(last, Math.min(STRIDE, n - done), field.p);
        const checksum = field.toBytes(last[1]);
        return () => checksum;
      };
    },
    montgomery(field, seed) {
      const residues = residuesOf(field);
      const [operands] = field.operands(seed, 1, 2);
      return (n) => {
        const last = operands.map(residues.into);
        for (let done = 0; done < n; done += STRIDE) residueSteps(last, Math.min(STRIDE, n - done), residues);
        const checksum = field.toBytes(residues.from(last[1]));
        return () => checksum;
      };
    },
  },
});

/**
 * n products x[i+1] = x[i] * x[i-1], shared out over the lanes: a lane ends with x0^F(n) * x1^F(n+1), F the Fibonacci
 * numbers, mod p-1.
 *
 * @param {import('../oracle/field.mjs').Field} field
 * @param {bigint} seed
 * @param {number} n
 * @param {number} lanes 1 or 2
 */
function closedForm(field, seed, n, lanes) {
  return field.fold(
    field.operands(seed, lanes, 2).map(([x0, x1], lane) => {
      const products = shareOf(n, lanes, lane);
      // Fermat's exponent reduction holds for units only, and 0 stays 0 once it is a factor.
      if (x1 === 0n || (x0 === 0n && products > 0)) return 0n;
      const [f, g] = fibonacciPair(BigInt(products), field.p - 1n);
      return field.mul(field.pow(x0, f), field.pow(x1, g));
    }),
  );
}

/**
 * F(n) and F(n+1) modulo m, by fast doubling.
 *
 * @param {bigint} n at least 0
 * @param {bigint} m modulus, at least 1
 * @returns {[bigint, bigint]}
 */
export function fibonacciPair(n, m) {
  if (n === 0n) return [0n, 1n % m];
  const [a, b] = fibonacciPair(n >> 1n, m);
  const even = (a * (2n * b - a + m)) % m;
  const odd = (a * a + b * b) % m;
  return n & 1n ? [odd, (even + odd) % m] : [even, odd];
}

/**
 * A function of its own that is called often: an engine then optimises it whole, not one long loop from somewhere in
 * its middle, a batch later than the warm-up ended.
 *
 * @param {bigint[]} last the two newest values of the chain; advanced
 * @param {number} n
 * @param {bigint} p
 */
function steps(last, n, p) {
  let [x, y] = last;
  for (let i = 0; i < n; i++) {
    const z = (y * x) % p;
    x = y;
    y = z;
  }
  last[0] = x;
  last[1] = y;
}

/**
 * The same on residues, with Montgomery's reduction.
 *
 * @param {bigint[]} last the two newest values of the chain; advanced
 * @param {number} n
 * @param {import('./residues.mjs').Residues} residues
 */
function residueSteps(last, n, { p, bits, shift, inverse }) {
  let [x, y] = last;
  for (let i = 0; i < n; i++) {
    const product = y * x;
    const quotient = BigInt.asUintN(bits, BigInt.asUintN(bits, product) * inverse);
    const reduced = (product + quotient * p) >> shift;
    x = y;
    y = reduced < p ? reduced : reduced - p;
  }
  last[0] = x;
  last[1] = y;
}
