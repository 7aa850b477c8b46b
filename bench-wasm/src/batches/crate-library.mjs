/** The module of batches/: another crate's sums and transforms. */

/** @typedef {import('./library.mjs').Library} Library */

/**
 * @typedef {object} Exports what gives 1 has left the reason as its result
 * @property {WebAssembly.Memory} memory
 * @property {(length: number) => number} input
 * @property {() => number} result
 * @property {() => number} result_length
 * @property {(points: number) => number} take_sum
 * @property {() => number} sum
 * @property {() => number} take_values
 * @property {() => number} forward
 * @property {() => number} values
 */

/**
 * One instance has one sum and one transform.
 *
 * @param {WebAssembly.Module} module
 * @param {number} pointBytes
 * @returns {Library}
 */
export function libraryOfCrate(module, pointBytes) {
  const open = async () => {
    const { exports } = await WebAssembly.instantiate(module);
    const wasm = /** @type {Exports} */ (/** @type {unknown} */ (exports));
    const result = () => {
      const at = wasm.result() >>> 0;
      return new Uint8Array(wasm.memory.buffer, at, wasm.result_length()).slice();
    };
    /** @param {number} status */
    const done = (status) => {
      if (status !== 0) throw new Error(new TextDecoder().decode(result()));
    };
    /** @param {...Uint8Array} parts */
    const give = (...parts) => {
      let at = wasm.input(parts.reduce((sum, { length }) => sum + length, 0)) >>> 0;
      // The memory may have grown, and then there is another buffer.
      for (const part of parts) {
        new Uint8Array(wasm.memory.buffer).set(part, at);
        at += part.length;
      }
    };
    return { wasm, result, done, give };
  };
  return {
    async sum({ points, scalars }) {
      const { wasm, result, done, give } = await open();
      give(points, scalars);
      done(wasm.take_sum(points.length / pointBytes));
      return {
        sum() {
          done(wasm.sum());
          return result();
        },
      };
    },
    async transform(values) {
      const { wasm, result, done, give } = await open();
      give(values);
      done(wasm.take_values());
      return {
        forward(times) {
          for (let i = 0; i < times; i++) done(wasm.forward());
        },
        values() {
          done(wasm.values());
          return result();
        },
      };
    },
  };
}
