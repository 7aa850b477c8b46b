/** Writes the emitted kernels as wasm modules. Needs wasmati: part of the build, not of a session. */

import { mkdir, writeFile } from 'node:fs/promises';
import { FQ, FR } from '../field.mjs';
import { add29 } from './add29.mjs';
import { PALLAS } from './additions.mjs';
import { fmaPair } from './fma-pair.mjs';
import { limbs29 } from './limbs29.mjs';
import { emitLoops } from './loops.mjs';
import { ROWS, fileName } from './rows.mjs';

/** @typedef {import('./rows.mjs').EmittedId} EmittedId */

/**
 * Registers: what x86-64 leaves to values, of 16. Grain: found by measuring on V8 11, 13 and 14.
 *
 * @type {Record<EmittedId, (p: bigint, v8: number) => Omit<import('./loops.mjs').Loops, 'format'>>}
 */
const LOOPS = {
  'fma-pair-emitted': (p, v8) => ({
    operation: fmaPair(p, { overlapped: false }),
    overlapped: fmaPair(p, { overlapped: true }),
    grain: v8 <= 11 ? 96 : 16,
    registers: 15,
  }),
  'limbs29-emitted': (p) => ({ operation: limbs29(p), registers: 12 }),
  'add29-emitted': (p) => ({ operation: add29(p), registers: 12 }),
};

/**
 * @param {EmittedId} id
 * @param {bigint} p
 * @param {number} v8 major version of the engine's V8, Infinity for another engine
 * @returns {Uint8Array} a wasm module
 */
export function emit(id, p, v8) {
  return emitLoops({ ...LOOPS[id](p, v8), format: ROWS[id].format });
}

/**
 * Writes every kernel for every field and kind of engine.
 *
 * @param {URL} directory
 */
export async function writeEmitted(directory) {
  await mkdir(directory, { recursive: true });
  for (const id of /** @type {EmittedId[]} */ (Object.keys(ROWS))) {
    for (const field of ROWS[id].operation === 'add' ? [FQ, PALLAS] : [FQ, FR]) {
      for (const v8 of [11, Infinity]) {
        await writeFile(new URL(fileName(id, field.id, v8), directory), emit(id, field.p, v8));
      }
    }
  }
}
