/** What the patch of the product costs: lines, bytes of a module with it, and processor seconds to compile one. */

import { readFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { cpus } from 'node:os';
import { join } from 'node:path';
import { VARIANTS } from '../setup/builds.mjs';
import { toolVersions } from '../setup/toolchain.mjs';
import { WORK } from './crates.mjs';
import { pasteable } from './patch.mjs';
import { PATCHES, PATCH_FILE } from './patches.mjs';
import { buildProgram, compileProgram, programWith } from './program.mjs';

/** @typedef {import('./crates.mjs').Context} Context */
/** @typedef {{ added: number, removed: number }} Lines */
/**
 * @typedef {{ ark: string, bytes: number, wide?: number, seconds?: number[] }} Weighed a module with one pairing of
 *   BN254; wide: its bytes with wide arithmetic
 */
/**
 * @typedef {object} Weight
 * @property {string} rustc
 * @property {string} wasmOpt
 * @property {string} cpu that compiled
 * @property {number} kernel lines of the file that is generated
 * @property {Weighed[]} modules as published, and patched
 */

/** From the root of the checkout. */
export const WEIGHT_FILE = 'bench-wasm/results/patch-weight.json';
/** Clean builds of either, in turns. */
const BUILDS = 2;

/** @param {string} folder of patches/ @param {string} [file] in it @returns {Lines} of files that are there already */
export function linesOf(folder, file = PATCH_FILE) {
  const lines = readFileSync(join(PATCHES, folder, file), 'utf8').split('\n');
  const starting = (/** @type {RegExp} */ sign) => lines.filter((line) => sign.test(line)).length;
  return { added: starting(/^\+(?!\+\+ )/), removed: starting(/^-(?!-- )/) };
}

/**
 * @param {string} patched the folder of the patched crates
 * @param {{ version: import('./crates.mjs').Version, fully?: true } & Context} context fully: with wide arithmetic,
 *   too, and timed from nothing
 * @returns {Promise<Weight>}
 */
export async function weigh(patched, { version, fully, ...context }) {
  const { rustc, wasmOpt } = await toolVersions(context.env);
  const programs = await Promise.all(
    Object.entries({ [version]: '', patched: pasteable(patched, version, ['product']) }).map(async ([ark, pasted]) => ({
      ark,
      program: await programWith(`program-${ark}`, pasted, join(WORK, version), version),
    })),
  );
  /** @type {(Weighed & { program: string })[]} */
  const modules = [];
  for (const one of programs)
    modules.push({ ...one, bytes: (await buildProgram(one.program, 'pairing', context)).length });
  // A stable rustc does not tell the code that the feature is on, until the feature is stable.
  const { rustflags } = VARIANTS['wide-arithmetic'];
  const wide = { ...context, env: { ...context.env, RUSTC_BOOTSTRAP: '1' }, rustflags };
  for (const one of fully ? modules : []) one.wide = (await buildProgram(one.program, 'pairing', wide)).length;
  for (let i = 0; fully && i < BUILDS; i++) {
    for (const one of modules) {
      const target = join(one.program, 'target');
      await rm(target, { recursive: true, force: true });
      const start = spentByPrograms();
      await compileProgram(one.program, 'pairing', { ...context, alone: target });
      (one.seconds ??= []).push(spentByPrograms() - start);
      await rm(target, { recursive: true, force: true });
    }
  }
  return {
    ...{ rustc, wasmOpt, cpu: cpus()[0]?.model ?? 'unknown' },
    kernel: linesIn(join(patched, 'ark-ff/src/fields/models/fp/limbs29.rs')),
    modules: modules.map(({ program: _, ...one }) => one),
  };
}

/** @returns {number} seconds of processors that finished programs took, whatever else the machine did; on Linux */
function spentByPrograms() {
  const [, own] = readFileSync('/proc/self/stat', 'utf8').split(') ');
  const [user, system] = own.split(' ').slice(13, 15);
  // The kernel counts in hundredths.
  return (Number(user) + Number(system)) / 100;
}

/** @param {string} file */
const linesIn = (file) => readFileSync(file, 'utf8').trimEnd().split('\n').length;
