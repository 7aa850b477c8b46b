/** A program that depends on arkworks and on nothing of ours, built with and without the patch. */

import { copyFile, cp, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parse, stringify } from 'smol-toml';
import { WASM_OPT } from '../setup/builds.mjs';
import { WASM, sharing, stated } from '../setup/cargo.mjs';
import { ROOT, runTool } from '../setup/toolchain.mjs';
import { VERSION, WORK } from './crates.mjs';

/** @typedef {import('./crates.mjs').Context} Context */
/** @typedef {'answers' | 'pairing' | 'products'} Exported what the program exports */

const PROGRAM = fileURLToPath(new URL('program', import.meta.url));

/**
 * @param {string} name of the copy
 * @param {string} pasted behind its manifest
 * @param {string} [folder] in which the copy lies
 * @param {import('./crates.mjs').Version} [version] of arkworks; a proof is of the newest alone
 * @returns {Promise<string>} a copy of the program
 */
export async function programWith(name, pasted, folder = WORK, version = VERSION) {
  const copy = join(folder, name);
  await rm(copy, { recursive: true, force: true });
  await mkdir(dirname(copy), { recursive: true });
  await cp(PROGRAM, copy, { recursive: true });
  const manifest = join(copy, 'Cargo.toml');
  const text = await readFile(manifest, 'utf8');
  await writeFile(manifest, `${version === VERSION ? text : older(text, version)}\n${pasted}`);
  if (version !== VERSION) await copyFile(join(ROOT, 'Cargo.lock'), join(copy, 'Cargo.lock'));
  return copy;
}

/** @param {string} manifest of the program @param {string} version of arkworks @returns {string} without the proof */
function older(manifest, version) {
  const { features, dependencies, ...rest } = /** @type {any} */ (parse(manifest));
  const { answers: _, ...exported } = features;
  const needed = Object.entries(dependencies).filter(([, { optional }]) => !optional);
  const minor = version.replace(/\.\d+$/, '');
  return stringify({
    ...rest,
    features: exported,
    dependencies: Object.fromEntries(needed.map(([name, one]) => [name, { ...one, version: minor }])),
  });
}

/**
 * @param {string} program from programWith
 * @param {Exported} exported
 * @param {Context & { rustflags?: string, alone?: string }} context alone: a target folder that no other build shares
 * @returns {Promise<string>} path of the module, as rustc leaves it
 */
export async function compileProgram(program, exported, { env, onProgress, rustflags = '', alone }) {
  const shared = sharing(env, `program-${exported}`, WASM, rustflags.split(' ').filter(Boolean));
  const what = ['--lib', '--release', '--target', WASM, '--features', exported];
  await runTool('cargo', ['build', ...what, ...stated('release', join(program, 'Cargo.toml'))], {
    what: `build ${exported}`,
    cwd: program,
    env: alone ? { ...shared.env, CARGO_TARGET_DIR: alone, CARGO_BUILD_BUILD_DIR: alone } : shared.env,
    onProgress,
  });
  return join(alone ?? shared.folder, WASM, 'release/program.wasm');
}

/**
 * @param {string} program from programWith
 * @param {Exported} exported
 * @param {Context & { rustflags?: string }} context
 * @returns {Promise<Uint8Array<ArrayBuffer>>} the module, optimised
 */
export async function buildProgram(program, exported, context) {
  const { env, onProgress } = context;
  const module = join(program, `${exported}.wasm`);
  await copyFile(await compileProgram(program, exported, context), module);
  // Names are for counting instructions, and no part of what is weighed.
  const options = WASM_OPT.filter((option) => option !== '-g' || exported === 'products');
  await runTool('wasm-opt', [...options, module, '-o', module], { what: `optimise ${exported}`, env, onProgress });
  return new Uint8Array(await readFile(module));
}
