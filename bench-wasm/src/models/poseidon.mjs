import { hashChain, poseidon1 } from '../oracle/poseidon.mjs';
import { hashModel } from './hashing.mjs';

export const poseidon = hashModel({
  id: 'poseidon',
  title: 'Poseidon1 of two elements, one hash at a time',
  meaning:
    'Hashes as circomlib has them, each of which needs the one before it. A kernel with two lanes computes the same ' +
    'hash in both.',
  gist: 'one hash at a time',
  hash: 'poseidon1',
  compute: (hasher, seed, n) => hasher.chain(seed, n),
  value: (seed, n) => hashChain(poseidon1, seed, n),
});
