import { proofModel } from './proving.mjs';

export const proofG1 = proofModel({
  id: 'proof-g1',
  title: 'the sums of a proof in G1',
  meaning: 'Four of the five multi-scalar multiplications of a proof, those in G1, apart.',
  gist: 'sums in G1',
  part: 'g1',
});
