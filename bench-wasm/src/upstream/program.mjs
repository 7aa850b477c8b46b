/** A program that depends on arkworks and on nothing of ours, built with and without the patch. */

import { copyFile, cp, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parse, stringify } from 'smol-toml';
import { fileArtefact, hashOf } from '../setup/artefacts.mjs';
import { WASM_OPT } from '../setup/builds.mjs';
import { FOLDER_NAMES, WASM, rustcVersion, sharing, stated } from '../setup/cargo.mjs';
import { ROOT, runTool, toolVersions } from '../setup/toolchain.mjs';
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
  const shared = sharing(env, `program-${exported}`, rustflags.split(' ').filter(Boolean));
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
  const { env, onProgress, rustflags = '' } = context;
  // Names are for counting instructions, and no part of what is weighed.
  const options = WASM_OPT.filter((option) => option !== '-g' || exported === 'products');
  const { patch } = /** @type {any} */ (parse(await readFile(join(program, 'Cargo.toml'), 'utf8')));
  /** @type {{ path: string }[]} */
  const patched = Object.values(patch?.['crates-io'] ?? {});
  const inputs = {
    ...{ exported, rustflags, unstable: env.RUSTC_BOOTSTRAP },
    program: await hashOf(program, ['.']),
    patched: await Promise.all(patched.map(({ path }) => hashOf(resolve(program, path), ['.']))),
    ...{ names: FOLDER_NAMES, rustc: await rustcVersion(env) },
    wasmOpt: [(await toolVersions(env)).wasmOpt, ...options],
  };
  const name = `program-${exported}-${basename(program).replaceAll(' ', '-')}`;
  const { file } = await fileArtefact(`${name}/program.wasm`, inputs, async (ready) => {
    const what = `optimise ${exported}`;
    const module = await compileProgram(program, exported, context);
    await runTool('wasm-opt', [...options, module, '-o', ready], { what, env, onProgress });
  });
  return new Uint8Array(await readFile(file));
}
