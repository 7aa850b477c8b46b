/** How a module without glue is spoken to: input is written where it says, and what gives 1 has left the reason. */

/**
 * @typedef {object} Spoken what such a module exports beside its calls
 * @property {WebAssembly.Memory} memory
 * @property {(length: number) => number} input where so many bytes go
 * @property {() => number} result
 * @property {() => number} result_length
 */

/**
 * @param {Spoken} wasm
 * @param {new (message: string) => Error} [Failure]
 */
export function conversationWith(wasm, Failure = Error) {
  const result = () => {
    const at = wasm.result() >>> 0;
    return new Uint8Array(wasm.memory.buffer, at, wasm.result_length()).slice();
  };
  return {
    /** A copy of the result. */
    result,
    /** @param {number} status */
    done(status) {
      if (status !== 0) throw new Failure(new TextDecoder().decode(result()));
    },
    /** @param {...Uint8Array} parts */
    give(...parts) {
      let at = wasm.input(parts.reduce((sum, { length }) => sum + length, 0)) >>> 0;
      // The memory may have grown, and then there is another buffer.
      for (const part of parts) {
        new Uint8Array(wasm.memory.buffer).set(part, at);
        at += part.length;
      }
    },
  };
}
