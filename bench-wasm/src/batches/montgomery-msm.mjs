/** The MSM of montgomery, over BLS12-381 G1: it takes points and scalars as arrays, and converts them in each sum. */

import { msm } from '#neighbours/montgomery';
import { ELEMENT_BYTES } from '../oracle/field.mjs';

/** @typedef {import('./library.mjs').Library} Library */

const COORDINATE_BYTES = 48;

/** @returns {Promise<Library>} */
export async function open() {
  return {
    async sum({ points, scalars }) {
      const coordinates = slices(points, COORDINATE_BYTES);
      const inputs = slices(scalars, ELEMENT_BYTES);
      /** @type {Parameters<typeof msm>[1]} not at infinity */
      const affine = inputs.map((_, i) => [coordinates[2 * i], coordinates[2 * i + 1], false]);
      return {
        sum() {
          const [x, y] = msm(inputs, affine).result;
          return Uint8Array.from([...x, ...y]);
        },
      };
    },
  };
}

/** @param {Uint8Array} bytes @param {number} length @returns {Uint8Array[]} */
const slices = (bytes, length) =>
  Array.from({ length: bytes.length / length }, (_, i) => bytes.slice(i * length, (i + 1) * length));
