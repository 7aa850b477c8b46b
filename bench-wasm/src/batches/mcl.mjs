/** mcl-wasm, with operands that lie in its memory: its own `mulVec` copies them onto a stack that is too small. */

// The whole, whose module is there once it is initialised: a name of it would be as it was before.
import mcl from '#neighbours/mcl-wasm';
import { ELEMENT_BYTES } from '../oracle/field.mjs';
import { POINT_BYTES } from '../oracle/curve.mjs';

/** @typedef {import('./library.mjs').Library} Library */

/**
 * @typedef {object} Exports
 * @property {(bytes: number) => number} _malloc
 * @property {(sum: number, points: number, scalars: number, count: number) => void} _mclBnG1_mulVec
 */

/** @param {mcl.Fp} value @returns {Uint8Array} as it says itself, little-endian */
const bytesOf = (value) => value.serialize();

/** @returns {Promise<Library>} */
export async function open() {
  await mcl.init(mcl.BN_SNARK1);
  const module = /** @type {{ mod: Exports }} */ (/** @type {unknown} */ (mcl)).mod;
  return {
    async sum({ points, scalars }) {
      const count = scalars.length / ELEMENT_BYTES;
      const sizes = [new mcl.G1(), new mcl.Fr()].map((value) => sizeOf(value));
      const [sumAt, pointsAt, scalarsAt] = [sizes[0], count * sizes[0], count * sizes[1]].map((bytes) => {
        const at = module._malloc(bytes);
        if (!at) throw new Error(`mcl-wasm has no ${bytes} bytes more`);
        return at;
      });
      const one = new mcl.Fp();
      one.setInt(1);
      for (let i = 0; i < count; i++) {
        const point = new mcl.G1();
        const at = i * POINT_BYTES;
        point.setX(coordinate(points.subarray(at, at + ELEMENT_BYTES)));
        point.setY(coordinate(points.subarray(at + ELEMENT_BYTES, at + POINT_BYTES)));
        point.setZ(one);
        point.copyToMem(pointsAt + i * sizes[0]);
        const scalar = new mcl.Fr();
        scalar.setLittleEndian(scalars.subarray(i * ELEMENT_BYTES, (i + 1) * ELEMENT_BYTES));
        scalar.copyToMem(scalarsAt + i * sizes[1]);
      }
      return {
        sum() {
          module._mclBnG1_mulVec(sumAt, pointsAt, scalarsAt, count);
          const sum = new mcl.G1();
          sum.copyFromMem(sumAt);
          sum.normalize();
          const bytes = new Uint8Array(POINT_BYTES);
          bytes.set(bytesOf(sum.getX()));
          bytes.set(bytesOf(sum.getY()), ELEMENT_BYTES);
          return bytes;
        },
      };
    },
  };
}

/** @param {Uint8Array} bytes */
function coordinate(bytes) {
  const value = new mcl.Fp();
  value.setLittleEndian(bytes);
  return value;
}

/** @param {{ dump?: unknown }} value @returns {number} bytes of it in memory */
const sizeOf = (value) => /** @type {{ a_: Uint32Array }} */ (/** @type {unknown} */ (value)).a_.byteLength;
