import { proofModel } from './proving.mjs';

export const proofG2 = proofModel({
  id: 'proof-g2',
  title: 'the sum of a proof in G2',
  meaning: 'The multi-scalar multiplication of a proof that is in G2, apart.',
  gist: 'sum in G2',
  part: 'g2',
});
