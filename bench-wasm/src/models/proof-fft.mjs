import { proofModel } from './proving.mjs';

export const proofFft = proofModel({
  id: 'proof-fft',
  title: 'the transforms of a proof',
  meaning: 'The part of a proof that is no sum of points: constraints evaluated, six transforms, and the product.',
  gist: 'transforms',
  part: 'fft',
});
