/** The module of prover/: arkworks in wasm, without glue. */

import { RANDOMNESS, hexOf } from './prover-rows.mjs';

/** @typedef {import('../emit/interface.mjs').Prover} Prover */
/** @typedef {import('../emit/interface.mjs').ProofPart} ProofPart */

/**
 * @typedef {object} Exports of the module: 0, and there is a result; or 1, and the result is why not
 * @property {WebAssembly.Memory} memory
 * @property {(length: number) => number} input
 * @property {() => void} key
 * @property {() => number} load
 * @property {() => number} kernel
 * @property {() => number} check
 * @property {() => number} prove
 * @property {() => number} verify
 * @property {() => number} fft
 * @property {() => number} g1
 * @property {() => number} g2
 * @property {() => number} result
 * @property {() => number} result_length
 */

/**
 * @typedef {Prover & { result: () => string, kernel: () => string, check: () => void, verify: (proof: Uint8Array) =>
 *   void, memory: () => number }} Arkworks
 */

/** A key, a witness or a proof that the prover does not take. */
export class ProofError extends Error {
  name = 'ProofError';
}

/**
 * @param {WebAssembly.Module} module
 * @param {object} files
 * @param {Uint8Array} files.key
 * @param {Uint8Array} files.witness
 * @param {Pick<import('./prover-rows.mjs').Circuit, 'expected'>} [files.circuit]
 *   without a circuit nothing is known of what it shall compute
 * @returns {Promise<Arkworks>}
 * @throws {ProofError} that says what is wrong with the files
 */
export async function arkworksIn(module, { key, witness, circuit }) {
  const { exports } = await WebAssembly.instantiate(module);
  const wasm = /** @type {Exports} */ (/** @type {unknown} */ (exports));
  const result = () => {
    const at = wasm.result() >>> 0;
    return new Uint8Array(wasm.memory.buffer, at, wasm.result_length()).slice();
  };
  /** @param {number} status */
  const done = (status) => {
    if (status !== 0) throw new ProofError(new TextDecoder().decode(result()));
  };
  /** @param {...Uint8Array} parts */
  const give = (...parts) => {
    let at = wasm.input(parts.reduce((sum, { length }) => sum + length, 0)) >>> 0;
    if (at === 0) done(1);
    // The memory may have grown, and then there is another buffer.
    for (const part of parts) {
      new Uint8Array(wasm.memory.buffer).set(part, at);
      at += part.length;
    }
  };
  /** @type {Record<ProofPart, () => void>} */
  const parts = {
    load() {
      give(key);
      wasm.key();
      give(witness);
      done(wasm.load());
    },
    proof() {
      give(...RANDOMNESS);
      done(wasm.prove());
    },
    fft: () => done(wasm.fft()),
    g1: () => done(wasm.g1()),
    g2: () => done(wasm.g2()),
  };
  parts.load();
  return {
    compute: (part) => parts[part](),
    wrong(part) {
      // What is loaded is right if what is computed from it is.
      if (part === 'load') parts.fft();
      const got = hexOf(result());
      const expected = circuit?.expected[part === 'load' ? 'fft' : part];
      return got === expected ? null : `${part} gave ${got}, not ${expected}`;
    },
    result: () => hexOf(result()),
    kernel() {
      done(wasm.kernel());
      return new TextDecoder().decode(result());
    },
    check: () => done(wasm.check()),
    verify(proof) {
      give(proof);
      done(wasm.verify());
    },
    memory: () => wasm.memory.buffer.byteLength,
  };
}
