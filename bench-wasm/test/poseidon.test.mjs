/** Poseidon: the crate's hashers, the contracts and the libraries against BigInt and against each other. */

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { before, describe, test } from 'node:test';
import { CONTRACTS, CONTRACTS_BUILD } from '../src/hashes/contract-rows.mjs';
import { LIBRARIES_BUILD, LIBRARY_ROWS } from '../src/hashes/library-rows.mjs';
import { features } from '../src/setup/features.mjs';
import { climb } from '../src/measure/ladder.mjs';
import { FR } from '../src/oracle/field.mjs';
import { hashBatch, hashChain, poseidon1, poseidon2 } from '../src/oracle/poseidon.mjs';
import { readLadder } from '../src/result/stored-results.mjs';
import { ensureContracts } from '../src/setup/contracts.mjs';
import { loadModule } from '../src/setup/modules.mjs';
import { rustConstants } from '../src/setup/poseidon-constants.mjs';
import { ROOT, ensureToolchain, toolVersions } from '../src/setup/toolchain.mjs';

/** @typedef {import('../src/emit/interface.mjs').Hasher} Hasher */
/** @typedef {import('../src/measure/ladder.mjs').Step} Step */

/** @type {Record<string, (a: bigint, b: bigint) => bigint>} */
const ORACLE = { poseidon1, poseidon2 };
/** Ends of the field, and what is drawn. */
const PAIRS = [[0n, 0n], [1n, 2n], [FR.p - 1n, FR.p - 1n], [(FR.p + 1n) / 2n, 1n << 253n], ...FR.operands(5n, 4, 2)];

/** @param {Hasher} hasher @param {bigint[]} pair */
const hashOf = (hasher, [a, b]) => FR.fromBytes(hasher.hash(FR.toBytes(a), FR.toBytes(b)));

/** @param {Hasher} hasher @param {string} hash */
function isRight(hasher, hash) {
  const oracle = ORACLE[hash];
  for (const pair of PAIRS) assert.equal(hashOf(hasher, pair), oracle(pair[0], pair[1]), String(pair));
  assert.equal(FR.fromBytes(hasher.chain(7n, 5)), hashChain(oracle, 7n, 5));
  assert.equal(FR.fromBytes(hasher.batch(8n, 16)), hashBatch(oracle, 8n, 16));
}

/** @param {string} build @param {string} hash @param {string} id @returns {Promise<Hasher>} */
async function hasherOf(build, hash, id) {
  const { Hasher } = (await loadModule(build)).exports;
  assert.ok(Hasher);
  return new Hasher(hash, id);
}

before(async () => void (await ensureContracts({ env: await ensureToolchain() })));

test('the constants of the crate are those that its generator writes', () => {
  const file = new URL('../../src/work/poseidon/constants.rs', import.meta.url);
  assert.equal(readFileSync(file, 'utf8'), rustConstants());
});

const rows = JSON.parse((await loadModule('work')).exports.hashers?.() ?? '[]');

describe("the crate's hashers", () => {
  const has = /** @type {Record<string, boolean | null>} */ (features());
  for (const { hash, id, build } of rows)
    test(`${id} computes ${hash}`, { skip: has[build] === false && 'this process has no such modules' }, async () => {
      isRight(await hasherOf(build, hash, id), hash);
    });

  test('what is no hasher is named', async () => {
    const { Hasher } = /** @type {any} */ ((await loadModule('work')).exports);
    assert.throws(() => new Hasher('poseidon1', 'none'), { name: 'RangeError', message: /"none of poseidon1"/ });
    assert.throws(() => new Hasher('poseidon1', 3), { name: 'TypeError', message: /^id: / });
    const hasher = new Hasher('poseidon1', 'limbs29');
    const [one] = [FR.toBytes(1n)];
    assert.throws(() => hasher.hash(one, FR.toBytes(FR.p)), { name: 'RangeError', message: /^b: / });
    assert.throws(() => hasher.hash(one, 'text'), { name: 'TypeError', message: /^b: / });
    assert.throws(() => hasher.chain(1n, 0), { name: 'RangeError', message: /^n: / });
    assert.throws(() => hasher.batch(1n, 12), { name: 'RangeError', message: /^n: a multiple of 8/ });
    assert.equal(hashOf(hasher, [1n, 2n]), poseidon1(1n, 2n));
  });
});

describe('libraries', () => {
  for (const { id } of LIBRARY_ROWS)
    test(`${id} computes poseidon1`, async () =>
      isRight(await hasherOf(LIBRARIES_BUILD, 'poseidon1', id), 'poseidon1'));
});

describe('contracts', () => {
  for (const { id, computes } of CONTRACTS)
    test(`${id} computes ${computes}`, async () => isRight(await hasherOf(CONTRACTS_BUILD, computes, id), computes));

  test('an operand that is not below the modulus traps', async () => {
    const hasher = await hasherOf(CONTRACTS_BUILD, 'poseidon1', 'poseidon1-limbs29');
    assert.throws(() => hasher.hash(FR.toBytes(1n), FR.toBytes(FR.p)), WebAssembly.RuntimeError);
  });
});

describe('a thousand random pairs', () => {
  const pairs = FR.operands(12n, 1000, 2);

  test('are hashed alike by circomlibjs, light-poseidon and this crate: Poseidon1', async () => {
    const hashers = [
      await hasherOf(LIBRARIES_BUILD, 'poseidon1', 'circomlibjs'),
      await hasherOf('work', 'poseidon1', 'light-poseidon-0.5'),
      await hasherOf('work', 'poseidon1', 'limbs29'),
    ];
    for (const pair of pairs) {
      const [circomlib, ...others] = hashers.map((hasher) => hashOf(hasher, pair));
      for (const hash of others) assert.equal(hash, circomlib, String(pair));
    }
  });

  test('are hashed alike by openzeppelin-crypto and this crate: Poseidon2', async () => {
    const published = await hasherOf(CONTRACTS_BUILD, 'poseidon2', 'openzeppelin-crypto');
    const ours = await hasherOf('work', 'poseidon2', 'limbs29');
    for (const pair of pairs) assert.equal(hashOf(ours, pair), hashOf(published, pair), String(pair));
  });
});

test('bytes, ink and gas are what is stored: they are counted, and the same on every machine', async () => {
  const env = await ensureToolchain();
  const { contracts } = await climb(await ensureContracts({ env }), await toolVersions(env));
  const stored = readLadder(ROOT);
  // That crate can panic, and the path of its source, as long as it is on this machine, is data of its module. How well
  // a module compresses depends on the order of its functions, for which rustc has hashes of paths.
  const counted = (/** @type {Step} */ { bytes, compressed: _, start, ...rest }) =>
    rest.product === 'openzeppelin' ? rest : { ...rest, bytes, start };
  assert.deepEqual(contracts.map(counted), stored.contracts.map(counted));
});
