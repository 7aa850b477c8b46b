/**
 * The gas of one hash on the EVM: each contract of `contracts.mjs` is created on a chain of its own and called once.
 * The hash is compared with the oracle's before its gas is said.
 */

import { createEVM } from '#evm/ethereumjs-evm';
import { ELEMENT_BYTES } from '../oracle/field.mjs';
import { poseidon1 } from '../oracle/poseidon.mjs';
import { contracts } from './contracts.mjs';

/** @typedef {import('./contracts.mjs').Contract} Contract */
/** @typedef {import('./contracts.mjs').OnProgress} OnProgress */

/**
 * @typedef {object} GasRow
 * @property {string} id
 * @property {string} contract what it is
 * @property {string} source where it comes from, and what made bytes of it
 * @property {string} hardfork whose prices these are
 * @property {number} bytes of the code on the chain
 * @property {number} gas of the execution alone
 * @property {number} calldata gas of a transaction's bytes that call it, on top of the execution and of 21,000 a
 *   transaction
 * @property {number} products modulo p that were executed
 * @property {string} hash in hex
 */

/** More than creating the largest of them takes. */
const GAS_LIMIT = 30_000_000n;
/** Gas of a byte of calldata: https://eips.ethereum.org/EIPS/eip-2028. */
const CALLDATA = { zero: 4, other: 16 };

/** @param {string} text with or without 0x */
const bytesOf = (text) => Uint8Array.from(Buffer.from(text.replace(/^0x/, ''), 'hex'));

/** @param {bigint} value @returns {string} as an element stands in calldata and results */
const word = (value) => value.toString(16).padStart(2 * ELEMENT_BYTES, '0');

/**
 * @param {OnProgress} [onProgress]
 * @returns {Promise<GasRow[]>} of the hash of (1, 2) in every contract
 */
export async function evmGas(onProgress) {
  const rows = [];
  for (const contract of await contracts(onProgress)) rows.push(await gasOf(contract, [1n, 2n]));
  return rows;
}

/**
 * @param {Contract} contract
 * @param {[bigint, bigint]} inputs two elements, below p
 * @returns {Promise<GasRow>}
 * @throws {Error} when the contract fails, or gives another hash than the oracle
 */
export async function gasOf({ selector, creation, ...row }, inputs) {
  const evm = await createEVM();
  const made = await evm.runCall({ data: bytesOf(creation), gasLimit: GAS_LIMIT });
  let products = 0;
  evm.events.on('step', ({ opcode }) => {
    if (opcode.name === 'MULMOD') products++;
  });
  const data = bytesOf(selector + inputs.map(word).join(''));
  const called = await evm.runCall({ to: made.createdAddress, data, gasLimit: GAS_LIMIT });
  for (const { execResult } of [made, called]) {
    if (execResult.exceptionError) throw new Error(`${row.id}: ${execResult.exceptionError.error}`);
  }
  const { returnValue, executionGasUsed } = called.execResult;
  const hash = `0x${Buffer.from(returnValue).toString('hex')}`;
  const expected = `0x${word(poseidon1(...inputs))}`;
  if (hash !== expected) throw new Error(`WRONG HASH: ${row.id} gave ${hash}, not ${expected}`);
  return {
    ...row,
    hardfork: evm.common.hardfork(),
    bytes: made.execResult.returnValue.length,
    gas: Number(executionGasUsed),
    calldata: data.reduce((sum, byte) => sum + (byte === 0 ? CALLDATA.zero : CALLDATA.other), 0),
    products,
    hash,
  };
}
