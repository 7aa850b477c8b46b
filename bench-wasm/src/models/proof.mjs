import { proofModel } from './proving.mjs';

export const proof = proofModel({
  id: 'proof',
  title: 'a proof, Groth16 over BN254',
  meaning:
    'One proof, from a key and a witness that are in memory: what comes out is verified. The witness is made before. ' +
    'arkworks has read its key before, too; snarkjs reads its own with each proof.',
  gist: 'whole',
  part: 'proof',
});
