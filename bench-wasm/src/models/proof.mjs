/** A proof, and parts of it apart: the same key and witness, again and again. */

import { withDefaults } from './model.mjs';

/** @typedef {import('./model.mjs').Model} Model */

/**
 * @param {Pick<Model, 'id' | 'title' | 'meaning'> & Partial<Pick<Model, 'gist' | 'cold' | 'controls'>> & { part:
 *   import('../emit/interface.mjs').ProofPart }} words
 * @returns {Model}
 */
const proofModel = ({ part, ...words }) =>
  withDefaults({
    ...words,
    group: 'proofs',
    operation: 'proof',
    result: 'proof',
    unit: { id: 'ns/proof', label: 'ms/proof', ns: 1e6 },
    onDemand: true,
    // Kernels prove nothing.
    row: ({ models }) => (models?.includes(words.id) ? {} : null),
    async task({ exports, kernel: circuit }) {
      if (!exports.openProver) throw new Error('this build proves nothing');
      const prover = await exports.openProver(circuit);
      const check = async () => {
        const wrong = await prover.wrong(part);
        return wrong === null ? null : `${words.id} of ${circuit}: ${wrong}`;
      };
      if (!words.cold) {
        await prover.compute(part);
        const wrong = await check();
        if (wrong !== null) throw new Error(`WRONG PROOF: ${wrong}`);
      }
      return {
        unit: 1,
        async run(n) {
          for (let i = 0; i < n; i++) await prover.compute(part);
        },
        check,
      };
    },
  });

export const proof = proofModel({
  id: 'proof',
  title: 'a proof, Groth16 over BN254',
  meaning:
    'One proof, from a key and a witness that are in memory: what comes out is verified. The witness is made before. ' +
    'arkworks has read its key before, too; snarkjs reads its own with each proof.',
  gist: 'whole',
  part: 'proof',
});

export const proofOpen = proofModel({
  id: 'proof-open',
  title: 'a proof from its files, nothing kept',
  meaning:
    'The key read, workers started, one proof, and workers ended, by the call that a page has: groth16.prove. The ' +
    'script and its module have been loaded before.',
  gist: 'nothing kept',
  part: 'open',
});

export const proofCold = proofModel({
  id: 'proof-cold',
  title: 'from nothing to the first proof',
  meaning:
    'In a new process, or a new page of a new browser: the script and its module loaded, workers started, the key ' +
    'read, one proof. The files of key and witness are in memory.',
  part: 'open',
  cold: true,
  controls: [],
});

export const proofLoad = proofModel({
  id: 'proof-load',
  title: 'the key of a proof, read',
  meaning:
    'The file of the key, as snarkjs writes it, and that of the witness made what arkworks computes with: once for ' +
    'all proofs of a circuit.',
  gist: 'the key read',
  part: 'load',
});

export const proofFft = proofModel({
  id: 'proof-fft',
  title: 'the transforms of a proof',
  meaning: 'The part of a proof that is no sum of points: constraints evaluated, six transforms, and the product.',
  gist: 'transforms',
  part: 'fft',
});

export const proofG1 = proofModel({
  id: 'proof-g1',
  title: 'the sums of a proof in G1',
  meaning: 'Four of the five multi-scalar multiplications of a proof, those in G1, apart.',
  gist: 'sums in G1',
  part: 'g1',
});

export const proofG2 = proofModel({
  id: 'proof-g2',
  title: 'the sum of a proof in G2',
  meaning: 'The multi-scalar multiplication of a proof that is in G2, apart.',
  gist: 'sum in G2',
  part: 'g2',
});
