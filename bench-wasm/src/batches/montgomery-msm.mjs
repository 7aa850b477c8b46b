/** The MSM of montgomery, which takes points and scalars as arrays of bytes, an array each. */

import { msm } from '#neighbours/montgomery';

/** @typedef {import('./library.mjs').Library} Library */

/** Bytes of a coordinate, and of a scalar, little-endian. */
const [COORDINATE, SCALAR] = [48, 32];

/** @param {Uint8Array} bytes @param {number} size @returns {Uint8Array[]} in parts of that size */
const inParts = (bytes, size) =>
  Array.from({ length: bytes.length / size }, (_, i) => bytes.slice(i * size, (i + 1) * size));

/** @returns {Library} */
export function open() {
  return {
    async sum({ points, scalars }) {
      /** @type {Parameters<typeof msm>[1]} */
      const affine = inParts(points, 2 * COORDINATE).map((point) => [
        point.subarray(0, COORDINATE),
        point.subarray(COORDINATE),
        false,
      ]);
      const factors = inParts(scalars, SCALAR);
      return {
        sum() {
          const [x, y] = msm(factors, affine).result;
          const bytes = new Uint8Array(2 * COORDINATE);
          bytes.set(x);
          bytes.set(y, COORDINATE);
          return bytes;
        },
      };
    },
  };
}
