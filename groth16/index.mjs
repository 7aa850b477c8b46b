/** Groth16 over BN254 for the keys and witnesses of circom and snarkjs, by snarkjs' call. */

import { backend } from './js/backend.mjs';
import { instantiate } from './js/instance.mjs';
import { NotCanonical, bytesOfProof, bytesOfSignals, bytesOfVerificationKey } from './js/json.mjs';
import { moduleHere } from './js/modules.mjs';
import { Prover } from './js/prover.mjs';

/** @import { Options, Proved } from './js/prover.mjs' */
/** @import { Source } from './js/sources.mjs' */
/** @import { Proof, VerificationKey } from './js/json.mjs' */

export { Groth16Error, InputError, KeyError, WitnessError } from './js/errors.mjs';

export const groth16 = Object.freeze({
  /**
   * A proof that a witness satisfies the circuit of a key.
   *
   * @param {Source} zkey
   * @param {Source} wtns
   * @param {Options} [options]
   * @returns {Promise<Proved>}
   */
  async prove(zkey, wtns, options) {
    const prover = await Prover.open(zkey, options);
    try {
      return await prover.prove(wtns);
    } finally {
      await prover.close();
    }
  },

  /**
   * The same of an input, for which the circuit's own module computes the witness.
   *
   * @param {Record<string, unknown>} input
   * @param {Source} circuitWasm
   * @param {Source} zkey
   * @param {Options} [options]
   * @returns {Promise<Proved>}
   */
  fullProve: (input, circuitWasm, zkey, options) => Prover.fullProve(input, circuitWasm, zkey, options),

  /**
   * @param {VerificationKey} verificationKey
   * @param {(string | number | bigint)[]} publicSignals
   * @param {Proof} proof
   * @returns {Promise<boolean>}
   */
  async verify(verificationKey, publicSignals, proof) {
    const key = bytesOfVerificationKey(verificationKey);
    try {
      const [signals, bytes] = [bytesOfSignals(publicSignals), bytesOfProof(proof)];
      return (await instantiate(await moduleHere())).verify(key, signals, bytes);
    } catch (error) {
      if (error instanceof NotCanonical) return false;
      throw error;
    }
  },

  /** A prover that keeps its key and its workers. @param {Source} zkey @param {Options} [options] */
  open: (zkey, options) => Prover.open(zkey, options),

  /** Which of the modules this engine gets. */
  backend,
});
