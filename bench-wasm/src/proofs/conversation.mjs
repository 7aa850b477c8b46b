/** How a module without glue is spoken to: input is written where it says, and what gives 1 has left the reason. */

/**
 * @typedef {object} Spoken what such a module exports beside its calls
 * @property {WebAssembly.Memory} memory
 * @property {(length: number) => number} input where so many bytes go; 0 where there is no memory for them
 * @property {() => number} result
 * @property {() => number} result_length
 */

/**
 * @param {Spoken} wasm
 * @param {new (message: string) => Error} [Failure]
 */
export function conversationWith(wasm, Failure = Error) {
  /** A copy of it. */
  const result = () => {
    const at = wasm.result() >>> 0;
    return new Uint8Array(wasm.memory.buffer, at, wasm.result_length()).slice();
  };
  const done = (/** @type {number} */ status) => {
    if (status !== 0) throw new Failure(new TextDecoder().decode(result()));
  };
  const give = (/** @type {Uint8Array[]} */ ...parts) => {
    // From 2^31 on an address comes as a negative number; 0 is none.
    let at = wasm.input(parts.reduce((sum, { length }) => sum + length, 0)) >>> 0;
    if (at === 0) done(1);
    // The memory may have grown, and then there is another buffer.
    for (const part of parts) {
      new Uint8Array(wasm.memory.buffer).set(part, at);
      at += part.length;
    }
  };
  return { result, done, give };
}
