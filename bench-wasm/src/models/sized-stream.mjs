/** Independent products over arrays of a size. */

import { difference } from './difference.mjs';
import { withDefaults } from './model.mjs';

/** @typedef {import('./model.mjs').Model} Model */
/** @typedef {import('../oracle/field.mjs').Field} Field */

/** Pairs that a seed draws; what comes after them in an array is the same pairs again. */
const PERIOD = 256;

/** @param {string} id @param {number} log2 of the elements of each array @returns {Model} */
const sizedStream = (id, log2) =>
  withDefaults({
    id,
    log2,
    title: `independent products over two arrays of 2^${log2} elements`,
    meaning:
      `Passes over two arrays of ${2 ** log2} elements in the kernel’s own format, a[i] = a[i]·b[i], which are there ` +
      'before the clock starts; per product.',
    group: 'sizes',
    onDemand: true,
    async task({ field, exports, kernel, seed }) {
      if (!exports.Arrays) throw new Error('this build has no arrays');
      const size = 2 ** log2;
      const arrays = new exports.Arrays(kernel, log2, seed);
      let passes = 0;
      const multiply = (/** @type {number} */ more) => {
        passes += more;
        arrays.multiply(more);
      };
      const wrong = () => {
        const found = difference(field, arrays.checksum(), closedForm(field, { seed, size, passes }));
        return found === null ? null : `${id} of seed ${seed} after ${passes} passes ${found}`;
      };
      multiply(1);
      const found = wrong();
      if (found !== null) throw new Error(`WRONG PRODUCT: ${found}`);
      return { unit: size, run: (n) => multiply(Math.ceil(n / size)), check: wrong };
    },
  });

/**
 * @param {Field} field
 * @param {{ seed: bigint, size: number, passes: number }} arrays
 * @returns {bigint} the fold of the first array
 */
function closedForm(field, { seed, size, passes }) {
  const period = Math.min(size, PERIOD);
  const pairs = field.operands(seed, period, 2);
  const once = field.fold(pairs.map(([a, b]) => field.mul(a, field.pow(b, BigInt(passes)))));
  const shift = field.pow(2n, BigInt(period));
  let fold = 0n;
  for (let done = 0; done < size; done += period) fold = (fold * shift + once) % field.p;
  return fold;
}

export const streamSizes = [8, 10, 12, 14, 16, 18, 20, 22].map((log2) => sizedStream(`stream-${2 ** log2}`, log2));
