/** What the models of a proof have in common: the same key and witness, again and again. */

import { SAME } from './controls.mjs';

/** @typedef {import('./model.mjs').Model} Model */

/**
 * @param {Pick<Model, 'id' | 'title' | 'meaning' | 'gist'> & { part: import('../emit/interface.mjs').ProofPart }} words
 * @returns {Model}
 */
export const proofModel = ({ part, ...words }) => ({
  ...words,
  group: 'proofs',
  operation: 'proof',
  result: 'proof',
  unit: { id: 'ns/proof', label: 'ms/proof', ns: 1e6 },
  // 5 % more of a single one is no whole number of them: there is no positive control.
  controls: [SAME],
  floor: false,
  bigint: false,
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
    await prover.compute(part);
    const wrong = await check();
    if (wrong !== null) throw new Error(`WRONG PROOF: ${wrong}`);
    return {
      unit: 1,
      async run(n) {
        for (let i = 0; i < n; i++) await prover.compute(part);
      },
      check,
    };
  },
});
