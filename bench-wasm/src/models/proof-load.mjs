import { proofModel } from './proving.mjs';

export const proofLoad = proofModel({
  id: 'proof-load',
  title: 'the key of a proof, read',
  meaning:
    'The file of the key, as snarkjs writes it, and that of the witness made what arkworks computes with: once for ' +
    'all proofs of a circuit.',
  gist: 'the key read',
  part: 'load',
});
