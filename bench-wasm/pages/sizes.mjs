/** What a product, a point and a butterfly take, by how many there are. */

import { modelOf } from '../src/models/index.mjs';
import { ns } from '../src/report/format.mjs';
import { grouped } from '../src/report/groups.mjs';
import { timedIn } from './engine-tables.mjs';

/** @import { Result } from '../src/report/result.mjs' */
/** @typedef {'sizes' | 'sums' | 'transforms'} Family */

/** The part of the evidence. */
export const SIZES = 'sizes';

/**
 * What is counted, how many of it a size has, and the picture of it in docs/.
 *
 * @type {readonly { family: Family, each: string, of: string, file: string, count: (log2: number) => number }[]}
 */
export const SIZE_PICTURES = Object.freeze([
  { family: 'sizes', each: 'product', of: 'elements of each array', file: 'sizes-stream.svg', count: () => 1 },
  { family: 'sums', each: 'point', of: 'points', file: 'sizes-msm.svg', count: (log2) => 2 ** log2 },
  // A transform has a butterfly for every two values in each of its layers.
  {
    ...{ family: 'transforms', each: 'butterfly', of: 'values', file: 'sizes-ntt.svg' },
    count: (log2) => log2 * 2 ** (log2 - 1),
  },
]);

/** @param {Family} family */
export const pictureOf = (family) => SIZE_PICTURES[SIZE_PICTURES.findIndex((one) => one.family === family)];

/** @typedef {ReturnType<typeof sizedIn>[number]} Sized */

/** @param {Result} result @param {Family} family @returns by size, ns for each of what is counted and its interval */
export function sizedIn(result, family) {
  const { count } = pictureOf(family);
  return result.plan.models
    .filter((id) => modelOf(id).group === family)
    .flatMap((id) => {
      const log2 = Number(modelOf(id).log2);
      return timedIn(result, id).map(({ engine, kernel, median, ci95 }) => {
        const [each, lo, hi] = [median, ...(ci95 ?? [median, median])].map((value) => Number(value) / count(log2));
        return { engine, kernel, log2, median: each, lo, hi };
      });
    })
    .sort((a, b) => a.log2 - b.log2);
}

/** @param {Result} result @returns {string[]} a line for each row of products: its best size and its worst */
export const sizeLines = (result) =>
  grouped(sizedIn(result, 'sizes'), ({ engine, kernel }) => `${engine} ${kernel}`).map(([, own]) => {
    const [best, ...others] = own.toSorted((a, b) => a.median - b.median);
    const worst = others.at(-1) ?? best;
    return (
      `${best.engine}, \`${best.kernel}\`: ${ns(best.median)} ns a product at 2^${best.log2}, and at most ` +
      `${Math.round(100 * (worst.median / best.median - 1))} % more at any other size (2^${worst.log2}).`
    );
  });
