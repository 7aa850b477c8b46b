/** What each contract weighs, and what one hash costs in it: bytes, ink and gas, the same on every machine. */

import { brotliCompressSync, constants } from 'node:zlib';
import { evmGas } from '../evm/gas.mjs';
import { CONTRACTS } from '../hashes/contract-rows.mjs';
import { SECTION, readBinary } from '../ink/binary.mjs';
import { meter } from '../ink/meter.mjs';
import { ELEMENT_BYTES, FR } from '../oracle/field.mjs';
import { poseidon1, poseidon2 } from '../oracle/poseidon.mjs';

/** @typedef {import('../hashes/contract-rows.mjs').Contract} Contract */
/** @typedef {import('../ink/meter.mjs').InkReport} InkReport */

/**
 * @typedef {Contract & { bytes: number, compressed: number, ink: number, blocks: number, start: { cached: number,
 *   uncached: number }, memory: { pages: number, gas: number } }} Step bytes without custom sections; compressed as a
 *   chain takes them; ink of one hash, without program start and memory; the rest in gas
 */
/**
 * @typedef {object} Ladder
 * @property {string} rustc
 * @property {string} wasmOpt
 * @property {Step[]} contracts
 * @property {Awaited<ReturnType<typeof evmGas>>} evm
 */

/** The operands of every hash. */
const [A, B] = [1n, 2n];

/**
 * @param {Map<string, Uint8Array<ArrayBuffer>>} modules of the contracts, by id
 * @param {{ rustc: string, wasmOpt: string }} versions that made them
 * @param {import('../setup/toolchain.mjs').OnProgress} [onProgress]
 * @returns {Promise<Ladder>}
 * @throws {Error} when a hash is not what BigInt makes of the operands
 */
export async function climb(modules, { rustc, wasmOpt }, onProgress = () => {}) {
  const contracts = [];
  for (const contract of CONTRACTS) {
    const what = `meter ${contract.id}`;
    onProgress({ what, state: 'start' });
    const bytes = /** @type {Uint8Array<ArrayBuffer>} */ (modules.get(contract.id));
    contracts.push({ ...contract, ...(await stepOf(contract, bytes)) });
    onProgress({ what, state: 'done' });
  }
  return { rustc, wasmOpt, contracts, evm: await evmGas(onProgress) };
}

/** @param {Contract} contract @param {Uint8Array<ArrayBuffer>} bytes */
async function stepOf({ id, computes }, bytes) {
  const { exports, memory, reset, report } = await meter(bytes);
  const { operands, hash } = /** @type {{ operands: () => number, hash: () => void }} */ (
    /** @type {unknown} */ (exports)
  );
  if (!memory) throw new Error(`${id} has no memory`);
  const pointer = operands();
  new Uint8Array(memory.buffer, pointer, 2 * ELEMENT_BYTES).set([...FR.toBytes(A), ...FR.toBytes(B)]);
  reset();
  hash();
  const { ink, blocks, start, memory: pages } = report();
  const got = FR.fromBytes(new Uint8Array(memory.buffer, pointer, ELEMENT_BYTES));
  const expected = computes === 'poseidon1' ? poseidon1(A, B) : poseidon2(A, B);
  if (got !== expected) throw new Error(`WRONG HASH: ${id} gave 0x${got.toString(16)}, not 0x${expected.toString(16)}`);
  const { bytes: length, ...gas } = start;
  return {
    bytes: length,
    compressed: compressed(withoutCustomSections(bytes)),
    ink,
    blocks,
    start: gas,
    memory: pages,
  };
}

/** @param {Uint8Array<ArrayBuffer>} bytes @returns {Uint8Array} what is deployed of them: no names */
function withoutCustomSections(bytes) {
  const customs = readBinary(bytes).sections.filter(({ id }) => id === SECTION.custom);
  const kept = [0, ...customs.map(({ end }) => end)].map((from, i) => bytes.subarray(from, customs[i]?.start));
  return Buffer.concat(kept);
}

/** @param {Uint8Array} bytes @returns {number} bytes, as `cargo stylus` compresses a contract */
function compressed(bytes) {
  return brotliCompressSync(bytes, {
    params: { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_LGWIN]: 22 },
  }).length;
}
