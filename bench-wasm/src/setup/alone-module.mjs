/** Modules with one kernel each, which are compiled again for every first product. */

import { bareExports } from '../emit/bare.mjs';
import { ELEMENT_BYTES } from '../oracle/field.mjs';
import { UnsupportedError } from '../proofs/unsupported.mjs';
import { features } from './features.mjs';

/** The name of their build. */
export const ALONE = 'alone';
const PAGE_BYTES = 65536;

/** @param {string} build that the kernel is timed from @param {string} id @returns {string} its file in the folder */
export const aloneFile = (build, id) => `${build}/${id}.wasm`;

/**
 * @param {(file: string) => Promise<Uint8Array<ArrayBuffer>>} read a file of bench-wasm/pkg/alone
 * @returns {import('../emit/interface.mjs').LoadedModule}
 */
export const aloneModule = (read) => ({
  variant: ALONE,
  kernels: [],
  exports: {
    ...bareExports(ALONE),
    async openAlone(build, id) {
      const has = /** @type {Record<string, boolean | null>} */ (features());
      if (has[build] === false) throw new UnsupportedError(`this engine has no ${build}`);
      if (build === 'relaxed-simd' && !has.fused) throw new UnsupportedError('unfused on this engine');
      const bytes = await read(aloneFile(build, id));
      return (seed) => firstProduct(unseen(bytes), id, seed);
    },
  },
});

let made = 0;

/**
 * @param {Uint8Array<ArrayBuffer>} bytes of a module
 * @returns {Uint8Array<ArrayBuffer>} the same with a number behind it: engines keep the code of bytes that they know
 */
function unseen(bytes) {
  const section = [0, 6, 1, 0x6e, ...new Uint8Array(Uint32Array.of(made++).buffer)];
  const copy = new Uint8Array(bytes.length + section.length);
  copy.set(bytes);
  copy.set(section, bytes.length);
  return copy;
}

/**
 * @param {Uint8Array<ArrayBuffer>} bytes
 * @param {string} id
 * @param {bigint} seed
 * @returns {Uint8Array} the checksum of a chain of one product
 */
function firstProduct(bytes, id, seed) {
  const { exports } = new WebAssembly.Instance(new WebAssembly.Module(bytes));
  const memory = /** @type {WebAssembly.Memory} */ (exports.memory);
  // A page of our own: what the module has there is not known here.
  const at = memory.grow(1) * PAGE_BYTES;
  /** @type {(seed: bigint, n: number, checksum: number) => void} */ (exports[`chain:${id}`])(seed, 1, at);
  return new Uint8Array(memory.buffer, at, ELEMENT_BYTES).slice();
}
