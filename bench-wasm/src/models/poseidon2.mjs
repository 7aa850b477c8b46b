import { hashChain, poseidon2 as poseidon2OfTwo } from '../oracle/poseidon.mjs';
import { hashModel } from './hashing.mjs';

export const poseidon2 = hashModel({
  id: 'poseidon2',
  title: 'Poseidon2 of two elements, one hash at a time',
  meaning:
    'Hashes as openzeppelin-crypto has them, each of which needs the one before it. This is another hash than ' +
    'Poseidon1, and no time of one says anything of the other.',
  gist: 'one hash at a time',
  hash: 'poseidon2',
  compute: (hasher, seed, n) => hasher.chain(seed, n),
  value: (seed, n) => hashChain(poseidon2OfTwo, seed, n),
});
