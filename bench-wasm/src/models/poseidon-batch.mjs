import { hashBatch, poseidon1 } from '../oracle/poseidon.mjs';
import { hashModel } from './hashing.mjs';

export const poseidonBatch = hashModel({
  id: 'poseidon-batch',
  title: 'Poseidon1 of two elements, independent hashes',
  meaning: 'Hashes as circomlib has them, of eight pairs in turns: a leaf layer of a Merkle tree.',
  gist: 'independent hashes',
  hash: 'poseidon1',
  compute: (hasher, seed, n) => hasher.batch(seed, n),
  value: (seed, n) => hashBatch(poseidon1, seed, n),
});
