/** The sums and transforms of peers over the curves and fields that other rows are timed in. */

import { nativeLibrary } from '../batches/native-library.mjs';
import { fileOf, peerOf } from '../batches/peer-rows.mjs';
import { bareExports } from '../emit/bare.mjs';
import { fieldOf } from '../oracle/field.mjs';
import { curveOver } from '../oracle/sums.mjs';
import { bytesOfNtt } from '../oracle/transform.mjs';
import { exportedField, operandsIn } from './field-module.mjs';

/**
 * @param {string} variant
 * @param {{ module: string, field: string }} what the build of a peer that is native or a script, and the field's id
 * @param {(path: string) => URL} locate a file of pkg/
 * @param {(url: URL) => Promise<Uint8Array<ArrayBuffer>>} readBytes
 * @returns {Promise<import('../emit/interface.mjs').LoadedModule>}
 */
export async function peerInField(variant, { module, field }, locate, readBytes) {
  const peer = peerOf(module);
  const file = locate(fileOf(peer));
  await readBytes(file); // It is checked.
  const library = peer.runs === 'native' ? nativeLibrary(file) : (await import(/* @vite-ignore */ file.href)).open();
  return {
    variant,
    kernels: [],
    exports: {
      ...bareExports(variant),
      openSum: async (_, log2, seed) => library.sum(operandsIn(field, log2, seed), curveOver(field)?.id),
      openTransform: async (_, log2, seed) =>
        library.transform(bytesOfNtt(seed, 2 ** log2, fieldOf(field)), exportedField(field)),
    },
  };
}
