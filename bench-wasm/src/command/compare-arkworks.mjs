/** arkworks against arkworks: what a product of each consists of, and a measurement. */

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { SUBJECT, buildArkworks } from '../setup/arkworks.mjs';
import { PACKAGES } from '../setup/artefacts.mjs';
import { loadModule } from '../setup/modules.mjs';
import { SetupError, toolVersions } from '../setup/toolchain.mjs';
import { benchmark } from './benchmark.mjs';
import { EXIT } from './options.mjs';
import { tableOf } from './print-table.mjs';
import { recorded } from '../measure/recorded.mjs';

/** @typedef {import('../setup/arkworks.mjs').Arkworks} Arkworks */

/**
 * @param {Arkworks[]} arks the first one is what the others are compared with
 * @param {any} options of measuringCommand, and the build to make
 * @param {object} task
 * @param {string} task.command what to type to run this again
 * @param {import('../setup/toolchain.mjs').Environment} task.env from ensureToolchain
 * @param {import('../setup/toolchain.mjs').OnProgress} task.onProgress
 * @returns {Promise<number>} exit code; the result is on disk and printed
 */
export async function compareArkworks(arks, options, { command, env, onProgress }) {
  /** @type {(Arkworks & { variant: string, sha256: string })[]} */
  const built = [];
  /** @type {{ kernel: string, message: string }[]} */
  const unbuilt = [];
  for (const ark of arks) {
    try {
      built.push({ ...ark, ...(await buildArkworks(ark, options.build, { env, onProgress })) });
    } catch (error) {
      if (!(error instanceof SetupError)) throw error;
      console.error(`\n${ark.id}: ${error.message}\n`);
      unbuilt.push({ kernel: ark.id, message: `does not build: ${reasonOf(error)}` });
    }
  }
  if (built.length === 0) return EXIT.failed;
  process.stdout.write(`${await renderOpcodes(built)}\n\n`);

  const { exitCode } = await benchmark(options, {
    command,
    baseline: built[0].id,
    unbuilt,
    prepare: async () => {
      const { rustc, wasmPack, wasmOpt } = await toolVersions(env);
      const kernels = await Promise.all(built.map(describe));
      return {
        registry: kernels.map(({ of: _, ...row }) => recorded(row)),
        kernels,
        js: false,
        versions: { rustc, wasmPack, wasmOpt, arkFf: built.map(({ id }) => id.replace(/^ark-/, '')) },
      };
    },
  });
  return exitCode;
}

/** @param {SetupError} error @returns {string} cargo's own line, if there is one */
function reasonOf({ message }) {
  const line = /^\s*(error.*)$/m.exec(message);
  return line ? line[1] : message.split('\n')[0];
}

/** @param {Arkworks & { variant: string, sha256: string }} ark */
async function describe({ id, variant, sha256 }) {
  const { kernels } = await loadModule(variant);
  const row = kernels.find((kernel) => kernel.id === SUBJECT);
  if (!row) throw new Error(`the build of ${id} has no ${SUBJECT}`);
  return { ...row, id, of: SUBJECT, build: variant, summary: `arkworks ${id}`, sha256 };
}

/** @param {{ id: string, variant: string }[]} built */
async function renderOpcodes(built) {
  const { multiplications, readOpcodes } = await import('../setup/opcodes.mjs');
  const counted = built.map(({ id, variant }) => {
    const bytes = readFileSync(join(PACKAGES, variant, 'fqmul_bg.wasm'));
    const counts = readOpcodes(bytes).product(SUBJECT);
    const instructions = [...counts.values()].reduce((sum, times) => sum + times, 0);
    return { id, bytes: bytes.length, instructions, multiplies: multiplications(counts) };
  });
  const names = [...new Set(counted.flatMap(({ multiplies }) => Object.keys(multiplies)))].sort();
  return tableOf(
    ['one product', ...names, 'instructions', 'module bytes'],
    counted.map(({ id, bytes, instructions, multiplies }) => [
      id,
      ...[...names.map((name) => multiplies[name] ?? 0), instructions, bytes].map(String),
    ]),
  );
}
