/** Which points of a key each worker of the package has. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { keyIn } from '../../groth16/js/files.mjs';
import { POINTS, countOf, sharesOf } from '../../groth16/js/shares.mjs';
import { fileOf, u32 } from './made-circuit.mjs';

const SEMAPHORE = { variables: 6454, public: 4, rows: 8192 };

test('every point is in one share', () => {
  const all = [
    SEMAPHORE,
    { variables: 1, public: 0, rows: 2 },
    { variables: 5, public: 4, rows: 4 },
    { variables: 1 << 20, public: 1, rows: 1 << 20 },
  ];
  for (const sizes of all)
    for (const seats of [1, 2, 3, 7, 64])
      for (const finite of [1 / 257, 0.65, 1]) {
        const shares = sharesOf(sizes, seats, finite);
        assert.equal(shares.length, seats);
        for (const { points } of POINTS) {
          const ends = shares.map((share) => share[points][1]);
          assert.deepEqual(
            shares.map((share) => share[points][0]),
            [0, ...ends.slice(0, -1)],
            `${points} of ${seats} seats`,
          );
          assert.equal(ends.at(-1), countOf(points, sizes));
          assert.deepEqual(
            ends,
            [...ends].sort((a, b) => a - b),
          );
        }
      }
});

test('the fewer points B are finite, the fewer others the first seat has', () => {
  const ofFirst = [0.2, 0.5, 1].map((finite) => {
    const [{ h, a, c }] = sharesOf(SEMAPHORE, 2, finite);
    return h[1] + a[1] + c[1];
  });
  assert.deepEqual(
    ofFirst,
    [...ofFirst].sort((a, b) => a - b),
  );
  assert.notEqual(ofFirst[0], ofFirst[2]);
});

/** @param {boolean[]} finite of each point B @returns {Promise<number>} what the key says of them */
async function finiteOf(finite) {
  const points = new Uint8Array(64 * finite.length);
  finite.forEach((one, i) => (points[64 * i + 63] = one ? 1 : 0));
  const sections = /** @type {[number, Uint8Array][]} */ ([
    [1, u32(1)],
    [6, points],
  ]);
  const key = await keyIn(fileOf('zkey', 1, sections));
  return key.finite('b');
}

test('how many points are finite is told by a sample', async () => {
  const count = 4_000;
  /** @param {(i: number) => boolean} is */
  const share = (is) => finiteOf(Array.from({ length: count }, (_, i) => is(i)));
  assert.equal(await share(() => true), 1);
  assert.equal(await share(() => false), 1 / 257);
  for (const [name, value] of Object.entries({
    'the first quarter': await share((i) => i < count / 4),
    'the last quarter': await share((i) => i >= (3 * count) / 4),
    'every fourth': await share((i) => i % 4 === 0),
    'of every thousand 250': await share((i) => i % 1000 < 250),
  }))
    // A run may take in two of the sixteen places more, or less.
    assert.ok(Math.abs(value - 0.25) <= 2 / 16, `${name}: ${value}`);
});

test('of a key with fewer points than are looked at, all are', async () => {
  assert.equal(await finiteOf([true]), 1);
  assert.equal(await finiteOf([false]), 1 / 17);
  assert.ok((await finiteOf([true, false])) > 0.4);
});
