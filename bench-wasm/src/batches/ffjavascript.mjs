/** The library of snarkjs: its curve of the wasm module that wasmcurves writes, on one thread. */

// @ts-expect-error The package has no types. snarkjs has the library as a dependency of one version.
import { curves } from '#proof/snarkjs';
import { ELEMENT_BYTES, FQ } from '../oracle/field.mjs';
import { POINT_BYTES } from '../oracle/curve.mjs';

/** @typedef {import('./library.mjs').Library} Library */

const R = 2n ** 256n;

/** @returns {Promise<Library>} */
export async function open() {
  const { G1, Fr } = await curves.getCurveFromName('bn128', { singleThread: true });
  return {
    async sum({ points, scalars }) {
      // Its points are arkworks' residues.
      const residues = new Uint8Array(points.length);
      for (let at = 0; at < points.length; at += ELEMENT_BYTES)
        residues.set(FQ.toBytes((FQ.fromBytes(points.subarray(at, at + ELEMENT_BYTES)) * R) % FQ.p), at);
      return {
        async sum() {
          const [x, y] = G1.toObject(G1.toAffine(await G1.multiExpAffine(residues, scalars)));
          const bytes = new Uint8Array(POINT_BYTES);
          [x, y].forEach((coordinate, i) => bytes.set(FQ.toBytes(coordinate), i * ELEMENT_BYTES));
          return bytes;
        },
      };
    },
    async transform(values) {
      // Transforms are linear: what is done to canonical values is what would be done to residues.
      let now = values;
      return {
        async forward(times) {
          for (let i = 0; i < times; i++) now = await Fr.fft(now);
        },
        values: () => now,
      };
    },
  };
}
