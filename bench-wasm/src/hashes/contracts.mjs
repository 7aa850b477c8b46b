/** Contracts as hashers: operands go into the module as bytes, and the hash comes out as bytes, with each call. */

import { ELEMENT_BYTES, FR } from '../oracle/field.mjs';
import { CONTRACTS, CONTRACTS_BUILD } from './contract-rows.mjs';
import { hasherOf, hashersModule } from './hasher.mjs';

/** @typedef {import('../emit/interface.mjs').Hasher} Hasher */
/** @typedef {{ memory: WebAssembly.Memory, operands: () => number, hash: () => void }} ContractExports */

/**
 * @param {BufferSource} bytes of its module
 * @returns {Promise<Hasher>}
 */
async function hasherIn(bytes) {
  const { instance } = await WebAssembly.instantiate(bytes);
  const { memory, operands, hash } = /** @type {ContractExports} */ (/** @type {unknown} */ (instance.exports));
  const pointer = operands();
  // A contract may ask for more memory, and then there is another buffer.
  const at = (/** @type {number} */ i) => new Uint8Array(memory.buffer, pointer + i * ELEMENT_BYTES, ELEMENT_BYTES);
  return hasherOf({
    load: (x) => FR.toBytes(x),
    store: (x) => FR.fromBytes(x),
    hash(a, b) {
      at(0).set(a);
      at(1).set(b);
      hash();
      return at(0).slice();
    },
  });
}

/**
 * @param {(id: string) => Promise<BufferSource>} read the module of a contract
 * @returns {Promise<import('../emit/interface.mjs').LoadedModule>}
 */
export async function contractsModule(read) {
  const hashers = await Promise.all(
    CONTRACTS.map(async ({ id }) => /** @type {const} */ ([id, await hasherIn(await read(id))])),
  );
  return hashersModule(CONTRACTS_BUILD, new Map(hashers));
}
