/** Poseidon and Poseidon2 on BigInt: the drawn constants and the hashes against what others have published. */

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { poseidon2 as poseidonLite } from '#hashes/poseidon-lite';
import { FR } from '../src/oracle/field.mjs';
import { ofPoseidon1, ofPoseidon2, permute2, poseidon1, poseidon2 } from '../src/oracle/poseidon.mjs';
import { fileInPackage } from '../src/setup/packages.mjs';

/** @type {{ C: string[][], M: string[][][] }} circomlib's constants, by the number of inputs less one */
const published = JSON.parse(readFileSync(fileInPackage('circomlibjs/src/poseidon_constants.json'), 'utf8'));

test('Poseidon: the constants and the matrix are those that circomlibjs publishes', () => {
  assert.equal(ofPoseidon1().constants.length, 65);
  assert.deepEqual(ofPoseidon1().constants.flat(), published.C[1].map(BigInt));
  assert.deepEqual(
    ofPoseidon1().full,
    published.M[1].map((row) => row.map(BigInt)),
  );
});

test('Poseidon: of (1, 2) as circomlib prints it, of edges and of random elements as poseidon-lite has it', () => {
  assert.equal(poseidon1(1n, 2n), 0x115cc0f5e7d690413df64c6b9662e9cf2a3617f2743245519e19607a4417189an);
  const edges = [0n, 1n, FR.p - 1n];
  const random = FR.generator(12n);
  const pairs = [
    ...edges.flatMap((a) => edges.map((b) => [a, b])),
    ...Array.from({ length: 50 }, () => [random(), random()]),
  ];
  for (const [a, b] of pairs) assert.equal(poseidon1(a, b), poseidonLite([a, b]), `${a}, ${b}`);
});

test("Poseidon2: the permutation of (0, 1, 2) is the authors', and the hash of (1, 2) its second element", () => {
  // The test of https://github.com/HorizenLabs/poseidon2, plain_implementations/src/poseidon2/poseidon2.rs. Every
  // constant of every round bears on it.
  const expected = [
    0x0bb61d24daca55eebcb1929a82650f328134334da98ea4f847f760054f4a3033n,
    0x303b6f7c86d043bfcbcc80214f26a30277a15d3f74ca654992defe7ff8d03570n,
    0x1ed25194542b12eef8617361c3ba7c52e660b145994427cc86296242cf766ec8n,
  ];
  assert.deepEqual(permute2([0n, 1n, 2n]), expected);
  assert.equal(poseidon2(1n, 2n), expected[1]);
  assert.notEqual(poseidon2(1n, 2n), poseidon1(1n, 2n));
});

test('Poseidon and Poseidon2 are two functions: their rounds differ, and one has a matrix of small numbers', () => {
  assert.deepEqual(
    [ofPoseidon1(), ofPoseidon2()].map(({ fullRounds, partialRounds }) => [fullRounds, partialRounds]),
    [
      [8, 57],
      [8, 56],
    ],
  );
  assert.equal(
    ofPoseidon2()
      .constants.flat()
      .filter((c) => c !== 0n).length,
    8 * 3 + 56,
  );
  assert(
    ofPoseidon2()
      .full.flat()
      .every((m) => m <= 2n) &&
      ofPoseidon1()
        .full.flat()
        .every((m) => m > 2n ** 200n),
  );
});
