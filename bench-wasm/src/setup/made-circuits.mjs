/** Circuits of any size, with keys that a program of prover/ makes: for what no published circuit is large enough. */

import { existsSync } from 'node:fs';
import { readFile, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { HOST, compile } from './cargo.mjs';
import { ROOT, runTool } from './toolchain.mjs';

/** Rows that there are keys for, as powers of two. */
export const SIZES = Object.freeze({ least: 4, most: 22 });
const FOLDER = join(ROOT, '.tools/circuits');

/**
 * @param {number} log2 of its rows
 * @param {import('./cargo.mjs').Context} context
 * @returns {Promise<import('./circuits.mjs').Files>}
 * @throws {import('./toolchain.mjs').SetupError}
 */
export async function madeCircuit(log2, { env, onProgress }) {
  const id = `made-${log2}`;
  const folder = join(FOLDER, id);
  if (!existsSync(folder)) {
    const program = await compile(
      { name: 'made-key', crate: 'prover', kind: 'example', file: 'made_key', target: HOST },
      { env, onProgress },
    );
    const partial = `${folder}.${process.pid}`;
    try {
      await runTool(program, [partial, String(log2)], { what: `make a key for 2^${log2} rows`, env, onProgress });
      await rename(partial, folder);
    } finally {
      await rm(partial, { recursive: true, force: true });
    }
  }
  const [key, witness] = await Promise.all(['key.zkey', 'witness.wtns'].map((name) => readFile(join(folder, name))));
  return { id, key: new Uint8Array(key), witness: new Uint8Array(witness), witnessMs: null };
}
