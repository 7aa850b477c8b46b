/** The prover of circom's users. */

// @ts-expect-error The package has no types.
import { curves, groth16 } from '#proof/snarkjs';
import { bytesFromProof } from './json.mjs';

/** @typedef {import('../emit/interface.mjs').Prover} Prover */

/**
 * Its option for one thread makes its field and curve anew, wasm module and all, for each proof. What makes them once
 * is a variable of its own, where it keeps those of several threads.
 *
 * @returns {Promise<void>}
 */
export async function onOneThread() {
  /** @type {any} */ (globalThis).curve_bn128 ??= await curves.getCurveFromName('bn128', { singleThread: true });
}

/**
 * @param {{ key: Uint8Array, witness: Uint8Array, circuit: import('./prover-rows.mjs').Circuit }} files
 * @param {() => Promise<Pick<import('./arkworks.mjs').Arkworks, 'verify'>>} verifier
 * @param {{ kept?: boolean, threads?: number }} [how] kept: whether its curve is kept from proof to proof; threads: 1,
 *   or as many as the machine has
 * @returns {Promise<Prover>}
 */
export async function snarkjsProver({ key, witness, circuit }, verifier, { kept = false, threads } = {}) {
  // Its own verification takes the one that is kept, too.
  if (threads === 1) await onOneThread();
  const options = kept || threads !== 1 ? {} : { singleThread: true };
  /** @type {ReturnType<typeof verifier> | undefined} */
  let arkworks;
  /** @type {{ proof: import('./json.mjs').JsonProof, publicSignals: string[] } | null} */
  let proved = null;
  return {
    async compute(part) {
      if (part !== 'proof' && part !== 'open') throw new RangeError(`part: snarkjs has no "${part}"`);
      proved = await groth16.prove({ type: 'mem', data: key }, { type: 'mem', data: witness }, undefined, options);
    },
    async wrong() {
      if (proved === null) return 'there is no proof';
      const { proof, publicSignals } = proved;
      if (!(await groth16.verify(circuit.verifyingKey, publicSignals, proof)))
        return 'snarkjs does not verify its proof';
      arkworks ??= verifier();
      (await arkworks).verify(bytesFromProof(proof));
      return null;
    },
  };
}
