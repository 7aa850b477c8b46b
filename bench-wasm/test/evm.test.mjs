/** Poseidon on the EVM: gas against the figures that others have published, hashes against another implementation. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { poseidon2 as poseidonLite } from '#hashes/poseidon-lite';
import { contracts } from '../src/evm/contracts.mjs';
import { gasOf } from '../src/evm/gas.mjs';
import { FR } from '../src/oracle/field.mjs';

/** @typedef {[bigint, bigint]} Pair */

const byId = new Map((await contracts()).map((contract) => [contract.id, contract]));
/** @param {string} id */
const contractOf = (id) => /** @type {import('../src/evm/contracts.mjs').Contract} */ (byId.get(id));

/** @type {Pair} */
const ONE_AND_TWO = [1n, 2n];
/**
 * What the benchmark behind the published rows hashes: benches/src/poseidon_sol.rs of rust-contracts-stylus.
 *
 * @type {Pair}
 */
const PUBLISHED = [123n, 123_456n];

test('execution alone takes the gas that is known of circomlibjs and of poseidon-solidity', async () => {
  assert.equal((await gasOf(contractOf('circomlibjs'), ONE_AND_TWO)).gas, 29_005);
  assert.equal((await gasOf(contractOf('yul'), ONE_AND_TWO)).gas, 18_234);
});

test('not optimised, and with the gas of the calldata, two contracts are the published rows to the unit', async () => {
  for (const [id, published] of /** @type {const} */ ([
    ['yul-unoptimised', 19_313],
    ['plain-unoptimised', 220_244],
  ])) {
    const { gas, calldata } = await gasOf(contractOf(id), PUBLISHED);
    assert.equal(gas + calldata, published, id);
    // Four bytes of a selector, one of 123 and three of 123,456 are not zero; sixty are.
    assert.equal(calldata, 8 * 16 + 60 * 4);
  }
});

test('the products are those of circomlib, of 8 full and 57 partial rounds with dense matrices', async () => {
  // Three products a fifth power, nine a matrix. Yul writes those with known factors out beforehand: the fifth power of
  // the first constant and a column of the first matrix; and it leaves two rows of the last matrix out.
  const dense = 3 * (8 * 3 + 57) + 9 * (8 + 57);
  const withoutKnown = dense - 3 - 3 - 2 * 3;
  for (const [id, contract] of byId) {
    const { products } = await gasOf(contract, ONE_AND_TWO);
    assert.equal(products, id.startsWith('yul') ? withoutKnown : dense, id);
  }
});

test('every contract gives the hash that poseidon-lite gives, for the same gas whatever it hashes', async () => {
  assert.equal(byId.size, 6);
  const element = FR.generator(3n);
  /** @type {Pair[]} */
  const pairs = [ONE_AND_TWO, PUBLISHED, [FR.p - 1n, 0n], [element(), element()]];
  for (const [id, contract] of byId) {
    const rows = await Promise.all(pairs.map((pair) => gasOf(contract, pair)));
    assert.deepEqual(
      rows.map(({ hash }) => BigInt(hash)),
      pairs.map((pair) => poseidonLite(pair)),
      id,
    );
    assert.equal(new Set(rows.map(({ gas }) => gas)).size, 1, id);
    assert.deepEqual([...new Set(rows.map(({ hardfork }) => hardfork))], ['prague'], id);
  }
});

test('of a contract that fails, or whose hash is another one, no gas is said', async () => {
  const { creation, ...contract } = contractOf('circomlibjs');
  // The first constant of the first round.
  const spoilt = creation.replace('0ee9a592ba9a9518', '0ee9a592ba9a9519');
  assert.notEqual(spoilt, creation);
  await assert.rejects(gasOf({ ...contract, creation: spoilt }, ONE_AND_TWO), /WRONG HASH: circomlibjs gave 0x/);
  await assert.rejects(
    gasOf({ ...contract, creation, selector: '00000000' }, ONE_AND_TWO),
    /^Error: circomlibjs: invalid opcode/,
  );
});
