/** Writes the emitted kernels as wasm modules. Needs wasmati: part of the build, not of a session. */

import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { add29 } from './add29.mjs';
import { dot14 } from './dot14.mjs';
import { fmaPair, operandsOf } from './fma-pair.mjs';
import { fmaPair48 } from './fma-pair48.mjs';
import { fmaPairSparse } from './fma-pair-sparse.mjs';
import { limbs29 } from './limbs29.mjs';
import { emitLoops } from './loops.mjs';
import { EMITTED_IDS, ROWS, fieldsOf, fileName, formatIn } from './emitted-rows.mjs';
import { isSparse } from './radix51.mjs';
import { wide } from './wide.mjs';

/** @typedef {import('./emitted-rows.mjs').EmittedId} EmittedId */
/** @typedef {import('../oracle/field.mjs').Field} Field */

/**
 * Registers: what x86-64 leaves to values, of 16. Grains: found by measuring on V8 11, 13 and 14.
 * TurboFan up to V8 11 orders instructions anew, and keeps too many values where the stages are
 * mixed finely.
 *
 * @type {Record<EmittedId, (p: bigint) => Omit<import('./loops.mjs').Loops, 'format'>>}
 */
const LOOPS = {
  'fma-pair-emitted': (p) => (p > 1n << 256n ? sixWords(p) : isSparse(p) ? sparse(p) : fourWords(p)),
  'dot14-emitted': (p) => ({ operation: dot14(p), registers: 15, spills: true }),
  'limbs29-emitted': (p) => ({ operation: limbs29(p), registers: 12 }),
  'wide-emitted': (p) => ({ operation: wide(p), registers: 12 }),
  'add29-emitted': addition,
  'add29-emitted-pallas': addition,
};

/** @param {bigint} p @returns {Omit<import('./loops.mjs').Loops, 'format'>} */
const fourWords = (p) => ({
  operation: fmaPair(p, { overlapped: false }),
  overlapped: {
    graph: fmaPair(p, { overlapped: true }),
    // Where a quotient is centred, other pieces are faster (docs/experiments.md).
    orders: { stream: { grain: operandsOf(p).centred ? 23 : 16 }, stream_v8_11: { grain: 96 } },
  },
  registers: 15,
});

/** @param {bigint} p @returns {Omit<import('./loops.mjs').Loops, 'format'>} */
const sparse = (p) => ({
  operation: fmaPairSparse(p, { overlapped: false }),
  overlapped: { graph: fmaPairSparse(p, { overlapped: true }), orders: { stream: { grain: 4 } } },
  registers: 15,
  spills: true,
});

/** @param {bigint} p @returns {Omit<import('./loops.mjs').Loops, 'format'>} */
const sixWords = (p) => ({
  operation: fmaPair48(p, { overlapped: false }),
  overlapped: {
    graph: fmaPair48(p, { overlapped: true }),
    orders: { stream: { grain: 16, lines: [3, 16] }, stream_v8_11: { grain: 128 } },
  },
  registers: 15,
  spills: true,
});

/** @param {bigint} p */
function addition(p) {
  return { operation: add29(p), registers: 12 };
}

/**
 * @param {EmittedId} id
 * @param {Field} [field] that of its row by default
 * @param {import('./wide-arithmetic.mjs').WideArithmetic} [wideArithmetic] where it is not to be the instructions
 * @returns {Uint8Array} a wasm module
 */
export function emit(id, field = ROWS[id].field, wideArithmetic) {
  return emitLoops({ ...LOOPS[id](field.p), format: formatIn(id, field), wideArithmetic });
}

/**
 * Writes every kernel in each of its fields.
 *
 * @param {string} directory
 */
export async function writeEmitted(directory) {
  await mkdir(directory, { recursive: true });
  for (const id of EMITTED_IDS)
    for (const field of fieldsOf(id)) await writeFile(join(directory, fileName(id, field)), emit(id, field));
}
