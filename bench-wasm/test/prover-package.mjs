/** The prover's package as a user gets it: packed by npm, and installed into an empty folder. */

import { mkdtempSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { execa } from 'execa';
import { ensureProverPackage } from '../src/setup/prover-package.mjs';
import { ensureToolchain } from '../src/setup/toolchain.mjs';

const CASES = fileURLToPath(new URL('cases/', import.meta.url));
/** More keys than are in git. */
const MORE = process.env.FQMUL_CASES;

/** @typedef {typeof import('../../groth16/index.mjs')} Package */

/** @returns {Promise<{ folder: string, files: string[], tarball: string, load: () => Promise<Package> }>} */
export async function installedPackage() {
  const built = await ensureProverPackage({ env: await ensureToolchain() });
  const folder = mkdtempSync(join(tmpdir(), 'fqmul-groth16-'));
  const packed = await execa('npm', ['pack', built, '--json', '--pack-destination', folder], { cwd: folder });
  const [{ filename, files }] = JSON.parse(packed.stdout);
  writeFileSync(join(folder, 'package.json'), '{ "private": true, "type": "module" }\n');
  const tarball = join(folder, filename);
  // The npm that started the tests hands on a prefix of its own.
  const options = ['--prefix', folder, '--offline', '--no-audit', '--no-fund'];
  await execa('npm', ['install', ...options, tarball], { cwd: folder });
  const index = join(folder, 'node_modules/fqmul-groth16/dist/index.mjs');
  return {
    folder,
    tarball,
    files: files.map((/** @type {{ path: string }} */ { path }) => path).sort(),
    load: () => import(pathToFileURL(index).href),
  };
}

/** Keys of others, with each of their witnesses, and the module and input of a circuit where there are some. */
export const KEYS = [join(CASES), ...(MORE ? [join(MORE, 'keys')] : [])].flatMap((root) =>
  readdirSync(root, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .flatMap(({ name }) => {
      const files = readdirSync(join(root, name));
      const key = files.find((file) => file.endsWith('.zkey'));
      const path = (/** @type {string} */ file) => join(root, name, file);
      return key === undefined
        ? []
        : files
            .filter((file) => file.endsWith('.wtns'))
            .map((witness) => ({
              name: `${name}, ${witness}`,
              key: path(key),
              witness: path(witness),
              circuit: files.includes('circuit.wasm') ? path('circuit.wasm') : null,
              input: files.includes('input.json') ? JSON.parse(readFileSync(path('input.json'), 'utf8')) : null,
            }));
    }),
);

/** @param {string} path */
export const bytesOf = (path) => new Uint8Array(readFileSync(path));
