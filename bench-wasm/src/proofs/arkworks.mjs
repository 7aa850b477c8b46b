/** The module of prover/: arkworks in wasm, without glue. */

import { conversationWith } from './conversation.mjs';
import { RANDOMNESS, hexOf } from './prover-rows.mjs';

/** @typedef {import('../emit/interface.mjs').Prover} Prover */
/** @typedef {import('../emit/interface.mjs').ProofPart} ProofPart */

/**
 * What the module exports: 0, and there is a result; or 1, and the result is why not.
 *
 * @typedef {import('./conversation.mjs').Spoken & { key: () => void } & Record<'load' | 'kernel' | 'check' | 'prove' |
 *   'verify' | 'fft' | 'g1' | 'g2', () => number>} Exports
 */

/**
 * @typedef {Prover & { result: () => string, kernel: () => string, check: () => void, verify: (proof: Uint8Array) =>
 *   void, memory: () => number }} Arkworks
 */

/**
 * @param {Pick<import('./prover-rows.mjs').Circuit, 'expected'> | undefined} circuit
 * @param {ProofPart} part that is what an expected one is, or ends with it
 * @returns {string | undefined}
 */
export const expectedOf = (circuit, part) =>
  circuit?.expected[{ load: 'fft', open: 'proof' }[/** @type {string} */ (part)] ?? part];

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
  const { give, result, done } = conversationWith(wasm, ProofError);
  /** @template T @param {() => T} work @returns {T} @throws {ProofError} also where the module gives up */
  const unlessTrapped = (work) => {
    try {
      return work();
    } catch (error) {
      if (!(error instanceof WebAssembly.RuntimeError || error instanceof RangeError)) throw error;
      const size = `${Math.ceil(key.length / 2 ** 20).toLocaleString('en')} MiB`;
      throw new ProofError(`the prover in wasm gave up: it may lack memory for a key of ${size} (${error.message})`);
    }
  };
  /** @type {Record<ProofPart, () => void>} */
  const parts = {
    open() {
      parts.load();
      parts.proof();
    },
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
  unlessTrapped(parts.load);
  return {
    compute: (part) => unlessTrapped(parts[part]),
    wrong(part) {
      // What is loaded is right if what is computed from it is.
      if (part === 'load') parts.fft();
      const got = hexOf(result());
      const expected = expectedOf(circuit, part);
      return got === expected ? null : `${part} gave ${got}, not ${expected}`;
    },
    result: () => hexOf(result()),
    kernel() {
      done(wasm.kernel());
      return new TextDecoder().decode(result());
    },
    check: () => unlessTrapped(() => done(wasm.check())),
    verify(proof) {
      give(proof);
      done(wasm.verify());
    },
    memory: () => wasm.memory.buffer.byteLength,
  };
}
