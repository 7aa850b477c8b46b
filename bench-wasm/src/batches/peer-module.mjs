/** The sums and transforms of other libraries, and of workers, behind what a module of the crate exports. */

import { bareExports } from '../emit/bare.mjs';
import { POINT_BYTES, bytesOfMsm } from '../oracle/curve.mjs';
import { bytesOfNtt } from '../oracle/transform.mjs';
import { libraryOfCrate } from './crate-library.mjs';
import { nativeLibrary } from './native-library.mjs';
import { poolOfWorkers } from './pool.mjs';
import { WORKER_SCRIPT, fileOf, peerOf, poolOf } from './peer-rows.mjs';

/** @typedef {import('./library.mjs').Library} Library */
/** @typedef {import('../emit/interface.mjs').LoadedModule} LoadedModule */
/** @typedef {(path: string) => URL} Locate a file of pkg/ */
/** @typedef {(url: URL) => Promise<Uint8Array<ArrayBuffer>>} ReadBytes */

/** Operands by what they are of: rows of a session share them. @type {Map<string, ReturnType<typeof bytesOfMsm>>} */
const known = new Map();

/** @param {number} log2 of the points @param {bigint} seed */
function operandsOf(log2, seed) {
  const key = `${log2} ${seed}`;
  const operands = known.get(key) ?? bytesOfMsm(seed, 2 ** log2);
  known.set(key, operands);
  return operands;
}

/**
 * @param {string} variant of a peer
 * @param {Locate} locate
 * @param {ReadBytes} readBytes
 * @returns {Promise<LoadedModule>}
 */
export async function peerModule(variant, locate, readBytes) {
  const peer = peerOf(variant);
  const file = locate(fileOf(peer));
  /** @type {Record<import('./peer-rows.mjs').Peer['runs'], () => Promise<Library>>} */
  const open = {
    wasm: async () => libraryOfCrate(await WebAssembly.compile(await readBytes(file)), POINT_BYTES),
    native: async () => {
      await readBytes(file); // It is checked.
      return nativeLibrary(file);
    },
    // Bundled for every engine alike: a page does not find npm packages.
    script: async () => (await import(/* @vite-ignore */ file.href)).open(),
  };
  const library = await open[peer.runs]();
  return {
    variant,
    kernels: [],
    exports: {
      ...bareExports(variant),
      openSum: async (_, log2, seed) => library.sum(operandsOf(log2, seed)),
      async openTransform(_, log2, seed) {
        if (!library.transform) throw new Error(`${peer.id} has no transforms`);
        return library.transform(bytesOfNtt(seed, 2 ** log2));
      },
    },
  };
}

/**
 * @param {string} variant of a pool
 * @param {Locate} locate
 * @param {ReadBytes} readBytes
 * @returns {Promise<LoadedModule>}
 */
export async function poolModule(variant, locate, readBytes) {
  const pool = poolOf(variant);
  if (!pool) throw new RangeError(`variant: "${variant}" is no pool of workers`);
  const module = {
    glue: locate(`${pool.module}/fqmul.js`).href,
    bytes: await readBytes(locate(`${pool.module}/fqmul_bg.wasm`)),
  };
  const workers = await poolOfWorkers(pool.workers, locate(WORKER_SCRIPT), module);
  return {
    variant,
    kernels: [],
    exports: {
      ...bareExports(variant),
      openSum: (kernel, log2, seed) => workers.sum(kernel, operandsOf(log2, seed), pool.kept),
    },
  };
}
