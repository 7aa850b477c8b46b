/** Cuts a module for each kernel out of the build that it is timed from: what a program has that uses that kernel. */

import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { sectionsOf } from '../emit/byte-reader.mjs';
import { ALONE, aloneFile } from './alone-module.mjs';
import { PACKAGES, artefact, sha256 } from './artefacts.mjs';
import { ROOT } from './toolchain.mjs';

/** What stays of the exports: the loop is called, and its checksum lies in the memory. */
const kept = (/** @type {string} */ id) => [`chain:${id}`, 'memory'];
const CODE_SECTION = 10;
const PANIC = /^core\W.*\bpanicking::/;

/**
 * @param {{ id: string, build: string }[]} kernels of the Rust builds, which are there
 * @param {import('./toolchain.mjs').OnProgress} onProgress
 * @returns {Promise<number[]>} the bytes of the code of each: the data of a module are the whole crate's
 * @throws {Error} when a loop needs more than its module
 */
export async function ensureAlone(kernels, onProgress) {
  const wholes = new Map();
  for (const { build } of kernels)
    if (!wholes.has(build)) wholes.set(build, await readFile(join(PACKAGES, build, 'fqmul_bg.wasm')));
  const { version } = JSON.parse(await readFile(join(ROOT, 'bench-wasm/node_modules/binaryen/package.json'), 'utf8'));
  const inputs = {
    binaryen: version,
    kernels: kernels.map(({ id, build }) => `${build} ${id}`),
    builds: Object.fromEntries([...wholes].map(([build, bytes]) => [build, sha256(bytes)])),
  };
  const what = `cut out ${kernels.length} kernels`;
  const { folder } = await artefact(ALONE, inputs, async (place) => {
    onProgress({ what, state: 'start' });
    try {
      for (const { id, build } of kernels) {
        const bytes = await cut(wholes.get(build), kept(id));
        if (WebAssembly.validate(bytes) && WebAssembly.Module.imports(new WebAssembly.Module(bytes)).length > 0)
          throw new Error(`${id}: its loop needs what its module imports`);
        const file = join(place, aloneFile(build, id));
        await mkdir(dirname(file), { recursive: true });
        await writeFile(file, bytes);
      }
    } catch (error) {
      onProgress({ what, state: 'failed' });
      throw error;
    }
    onProgress({ what, state: 'done' });
  });
  return Promise.all(
    kernels.map(async ({ id, build }) => codeBytes(await readFile(join(PACKAGES, folder, aloneFile(build, id))))),
  );
}

/**
 * @param {Uint8Array} bytes of a module
 * @param {string[]} names of the exports that stay
 * @returns {Promise<Uint8Array<ArrayBuffer>>} the module without what they do not reach
 */
async function cut(bytes, names) {
  // Loaded for this alone: it takes 0.2 s.
  const { default: binaryen } = await import('binaryen');
  const module = binaryen.readBinary(bytes);
  try {
    const exported = Array.from(
      { length: module.getNumExports() },
      (_, i) => binaryen.getExportInfo(module.getExportByIndex(i)).name,
    );
    for (const name of exported) if (!names.includes(name)) module.removeExport(name);
    // Where wasm-opt is off, a check that never fails is still there. A panic is a trap then, or its message would need
    // the whole crate.
    const functions = Array.from({ length: module.getNumFunctions() }, (_, i) =>
      binaryen.getFunctionInfo(module.getFunctionByIndex(i)),
    );
    for (const { name, params, results } of functions.filter((one) => PANIC.test(one.name))) {
      module.removeFunction(name);
      module.addFunction(name, params, results, [], module.unreachable());
    }
    module.runPasses(['remove-unused-module-elements', 'strip-debug', 'strip-producers', 'strip-target-features']);
    return new Uint8Array(module.emitBinary());
  } finally {
    module.dispose();
  }
}

/** @param {Uint8Array} bytes of a module @returns {number} of its code section, without the section's head */
function codeBytes(bytes) {
  const code = sectionsOf(bytes).find(({ id }) => id === CODE_SECTION);
  if (!code) throw new Error('the module has no code');
  return code.content.length;
}
