/** A neighbour's product behind what a module of the crate exports. */

import { multiplierOn } from '../emit/multiplier.mjs';
import { productOfCrate } from './crate-product.mjs';
import { productByPointers } from './pointers.mjs';
import { UnsupportedError } from '../proofs/unsupported.mjs';
import { LOOPS, fileOf, neighbourOf, whereRuns } from './neighbour-rows.mjs';

/** @typedef {import('./neighbour-rows.mjs').Neighbour} Neighbour */
/** @typedef {import('./neighbour-rows.mjs').Product} Product */

/**
 * @param {string} variant
 * @param {(path: string) => URL} locate a file of pkg/
 * @param {(url: URL) => Promise<Uint8Array<ArrayBuffer>>} readBytes
 * @returns {Promise<import('../emit/interface.mjs').LoadedModule<import('../emit/interface.mjs').ScriptModule>>}
 * @throws {UnsupportedError} where it is no code for an engine with JavaScript
 */
export async function neighbourModule(variant, locate, readBytes) {
  const neighbour = neighbourOf(variant);
  if (neighbour.runs === 'native') throw new UnsupportedError(whereRuns(neighbour));
  const product = await open(neighbour, locate(fileOf(neighbour)), readBytes);
  return {
    variant,
    kernels: [],
    exports: {
      batch(model, _, seed) {
        const loop = LOOPS.find((id) => id === model);
        if (!loop) throw new RangeError(`model: "${neighbour.id}" has no ${model}, only ${LOOPS.join(' and ')}`);
        return product.batch(loop, seed);
      },
      Multiplier: multiplierOn(() => product),
      noop() {},
    },
  };
}

/**
 * @param {Neighbour} neighbour
 * @param {URL} file
 * @param {(url: URL) => Promise<Uint8Array<ArrayBuffer>>} readBytes
 * @returns {Promise<Product>}
 */
async function open({ id, runs, field, pointers }, file, readBytes) {
  if (runs === 'script') {
    // Bundled for every engine alike: a page does not find npm packages.
    const { noble } = /** @type {typeof import('./noble-curves.mjs')} */ (await import(file.href));
    return noble;
  }
  const module = await WebAssembly.compile(await readBytes(file));
  return pointers ? productByPointers(module, { field, pointers }) : productOfCrate(module, id);
}
