/**
 * A prover's module on keys and witnesses with something wrong in them, one instance for all: each is proved rightly
 * or refused by a sentence, and the instance proves at the end what it proved at the beginning. FQMUL_MUTATIONS is how
 * many are tried.
 */

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { uniformInt } from 'pure-rand/distribution/uniformInt';
import { xoroshiro128plus } from 'pure-rand/generator/xoroshiro128plus';
import { instantiate } from '../../groth16/js/instance.mjs';
import { ProofError } from '../src/proofs/arkworks.mjs';
import { moduleProver } from '../src/proofs/package-prover.mjs';
import { bytesOf as bytesFromHex, packageModule } from '../src/proofs/prover-rows.mjs';
import { PACKAGES } from '../src/setup/artefacts.mjs';
import { ensurePackageModule } from '../src/setup/prover-package.mjs';
import { ensureToolchain } from '../src/setup/toolchain.mjs';
import { sectionsOf } from './made-circuit.mjs';

const MUTATIONS = Number(process.env.FQMUL_MUTATIONS ?? 600);
/** The right files are proved again after so many. */
const BETWEEN = 200;
const PROOF_BYTES = 256;
/** No key here needs more: a few points and rows. */
const MOST_MEMORY = 64 << 20;
/** Numbers that are the least or the most of something, or beside it. */
const EXTREMES = [0, 1, 2, 3, 7, 8, 0xffff, 0x1000_0000, 0x7fff_ffff, 0x8000_0000, 0xffff_fffe, 0xffff_ffff];

await ensurePackageModule('scalar', { env: await ensureToolchain() });
const instance = await instantiate(new Uint8Array(readFileSync(join(PACKAGES, packageModule('scalar')))));

const files = /** @type {const} */ ([
  ['circom-compat/test.zkey', 'circom-compat/witness1.wtns'],
  ['mopro-multiplier/multiplier2_final.zkey', 'mopro-multiplier/witness.wtns'],
  ['edge-nopub/key.zkey', 'edge-nopub/witness.wtns'],
]).map(([key, witness]) => ({ key: bytesOf(key), witness: bytesOf(witness) }));

/** @param {string} name @returns {Uint8Array} */
function bytesOf(name) {
  return new Uint8Array(readFileSync(new URL(`cases/${name}`, import.meta.url)));
}

/** @param {number} seed */
function numbersOf(seed) {
  const generator = xoroshiro128plus(seed);
  return { below: (/** @type {number} */ bound) => uniformInt(generator, 0, bound - 1) };
}

/** @typedef {ReturnType<typeof numbersOf>} Numbers */

/** Places of a file: of its head, its sections' heads, and their first bytes. @param {Uint8Array} file */
function headsOf(file) {
  let at = 12;
  return [0, 4, 8].concat(
    sectionsOf(file).sections.flatMap(([, { length }]) => {
      const start = at;
      at += 12 + length;
      return [0, 4, 8, 12, 16].concat(length > 84 ? [84, 88, 92] : []).map((by) => start + by);
    }),
  );
}

/** @type {Record<string, (file: Uint8Array, numbers: Numbers) => Uint8Array>} what is done to a file */
const MUTATED = {
  'a few bits'(file, { below }) {
    for (let i = below(8); i >= 0; i--) file[below(file.length)] ^= 1 << below(8);
    return file;
  },
  'a number anywhere': (file, { below }) => withNumber(file, 4 * below(Math.floor(file.length / 4)), below),
  'a number of a head'(file, { below }) {
    const heads = headsOf(file);
    return withNumber(file, heads[below(heads.length)], below);
  },
  'elements of zeros or ones'(file, { below }) {
    const at = below(file.length);
    return file.fill([0, 1, 0xff][below(3)], at, at + 32 * (1 + below(4)));
  },
  'an element of elsewhere': (file, { below }) => file.copyWithin(below(file.length), below(file.length), file.length),
  'cut off': (file, { below }) => file.slice(0, below(file.length)),
  'more bytes': (file, { below }) => Uint8Array.from([...file, ...file.subarray(0, below(100))]),
  'random bytes'(file, { below }) {
    const at = below(file.length);
    return file.map((byte, i) => (i >= at && i < at + 64 ? below(256) : byte));
  },
};

/** @param {Uint8Array} file @param {number} at @param {Numbers['below']} below */
function withNumber(file, at, below) {
  if (at + 4 <= file.length) new DataView(file.buffer).setUint32(at, EXTREMES[below(EXTREMES.length)], true);
  return file;
}

test(`${MUTATIONS} keys and witnesses with something wrong, in one instance`, async () => {
  /** @param {{ key: Uint8Array, witness: Uint8Array }} given @returns {Promise<string>} a proof, which is verified */
  const proved = async (given) => {
    const prover = await moduleProver(instance, given);
    prover.check();
    await prover.compute('proof');
    const proof = prover.result();
    if (!prover.verify(bytesFromHex(proof))) throw new ProofError('the proof is not valid');
    return proof;
  };
  /** @returns {Promise<string[]>} one after the other: there is one instance */
  const allProved = async () => {
    const proofs = [];
    for (const file of files) proofs.push(await proved(file));
    return proofs;
  };
  const right = await allProved();
  const kinds = Object.entries(MUTATED);
  const outcomes = { proved: 0, refused: 0 };
  for (let seed = 0; seed < MUTATIONS; seed++) {
    const numbers = numbersOf(seed);
    const given = { ...files[seed % files.length] };
    const what = numbers.below(4) > 0 ? 'key' : 'witness';
    const [kind, mutate] = kinds[numbers.below(kinds.length)];
    given[what] = mutate(given[what].slice(), numbers);
    const named = `seed ${seed}: ${kind} in the ${what}`;
    try {
      assert.equal((await proved(given)).length, 2 * PROOF_BYTES, named);
      outcomes.proved++;
    } catch (error) {
      const { name, message } = /** @type {Error} */ (error);
      assert.match(name, /^(ProofError|KeyError)$/, `${named}: ${message}`);
      assert.match(message, /^(the|there|points) [^\n]{10,300}$/, named);
      assert.doesNotMatch(message, /gave up/, `${named}: a trap`);
      outcomes.refused++;
    }
    assert.ok(instance.memory() < MOST_MEMORY, `${named}: ${instance.memory()} bytes`);
    if (seed % BETWEEN === 0) assert.deepEqual(await allProved(), right, `after ${named}`);
  }
  assert.deepEqual(await allProved(), right, 'at the end');
  assert.ok(outcomes.refused > MUTATIONS / 2 && outcomes.proved > 0, JSON.stringify(outcomes));
});
