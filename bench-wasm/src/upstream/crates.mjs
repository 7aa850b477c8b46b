/** arkworks as it is published, from cargo's cache. */

import { copyFile, cp, mkdir, rm, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { execa } from 'execa';
import { stringify } from 'smol-toml';
import { ROOT, SetupError, runTool } from '../setup/toolchain.mjs';

/** @typedef {import('../setup/toolchain.mjs').Environment} Environment */
/** @typedef {import('../setup/toolchain.mjs').OnProgress} OnProgress */
/** @typedef {{ env: Environment, onProgress?: OnProgress }} Context */

/** What the patch is made for. */
export const VERSION = '0.6.0';
/** What is made here lies here. */
export const WORK = join(ROOT, 'target/upstream');

/**
 * Where cargo keeps the sources of these crates; what it has not, it gets.
 *
 * @param {string[]} names
 * @param {Context} context
 * @returns {Promise<Map<string, string>>} the folder of each
 * @throws {SetupError}
 */
export async function publishedCrates(names, { env, onProgress = () => {} }) {
  // Cargo answers for a crate that depends on them.
  const asking = join(WORK, 'asking');
  await mkdir(join(asking, 'src'), { recursive: true });
  await writeFile(join(asking, 'src/lib.rs'), '');
  await writeFile(
    join(asking, 'Cargo.toml'),
    stringify({
      package: { name: 'asking', edition: '2021' },
      dependencies: Object.fromEntries(
        names.map((name) => [name, { version: `=${VERSION}`, 'default-features': false }]),
      ),
      workspace: {},
    }),
  );
  await copyFile(join(ROOT, 'Cargo.lock'), join(asking, 'Cargo.lock'));
  await runTool('cargo', ['fetch'], { what: 'fetch arkworks', cwd: asking, env, onProgress });
  const { stdout } = await execa('cargo', ['metadata', '--format-version', '1'], {
    cwd: asking,
    env,
    extendEnv: false,
  });
  /** @type {{ packages: { name: string, version: string, manifest_path: string }[] }} */
  const { packages } = JSON.parse(stdout);
  return new Map(
    names.map((name) => {
      const found = packages.find((it) => it.name === name && it.version === VERSION);
      if (!found) throw new SetupError(`cargo does not know ${name} ${VERSION}.`);
      return [name, dirname(found.manifest_path)];
    }),
  );
}

/** What cargo keeps beside the files of a crate. */
const CARGOS = ['.cargo-ok', '.cargo_vcs_info.json', 'Cargo.lock'];

/**
 * A copy to write in, in place of what is there.
 *
 * @param {string} crate
 * @param {string} folder
 */
export async function copyCrate(crate, folder) {
  await rm(folder, { recursive: true, force: true });
  await cp(crate, folder, { recursive: true, filter: (path) => !CARGOS.includes(basename(path)) });
}
