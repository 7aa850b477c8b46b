/** jsc: the shell of WebKit's JavaScriptCore, which has a clock, files and no more; a fresh process for each round. */

import { mkdtemp, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { execa } from 'execa';
import { bundle } from './bundle.mjs';
import { engineOf, missingEngine } from './engine.mjs';
import { LOADER } from './node.mjs';
import { placeOf } from './places.mjs';
import { converse } from './process.mjs';

const GET = 'macOS has it; Debian: apt-get install libjavascriptcoregtk-4.0-bin; or name one in JSC_PATH';
const MAIN = fileURLToPath(new URL('jsc-host.mjs', import.meta.url));
const SCRIPT = 'session.mjs';
/**
 * A page has one memory or two, whose bounds the engine guards by the MMU. It does so for eight in a process, and
 * checks them in code where there are more: a row whose instance came later was a sixth slower than itself.
 */
const FLAGS = ['--useWasmRelaxedSIMD=1', '--maxNumWasmFastMemories=64'];

/**
 * @param {import('./engine.mjs').EngineOptions} options
 * @returns {import('../measure/run.mjs').Engine}
 */
export function jsc({ loader = LOADER }) {
  const executable = placeOf('jsc');
  if (executable === null) return missingEngine('jsc', GET);
  return engineOf({
    id: 'jsc',
    get: GET,
    flags: FLAGS,
    tier: 'omg (tiered up)',
    version: () => versionOf(executable),
    async converse(question, onEvent, signal) {
      const folder = await realpath(await mkdtemp(join(tmpdir(), 'fqmul-jsc-')));
      try {
        // The loader is told its own place in the checkout as a path from here: only of such paths
        // does the shell's import() take a query, by which the glue of each instance is its own.
        const place = relative(folder, fileURLToPath(loader));
        const script = await bundle(MAIN, loader, {
          define: { 'import.meta.url': JSON.stringify(place) },
          external: ['node:*'],
        });
        await writeFile(join(folder, SCRIPT), script);
        await converse({ executable, args: [...FLAGS, SCRIPT], cwd: folder, input: question, onEvent, signal });
      } finally {
        await rm(folder, { recursive: true, force: true });
      }
    },
  });
}

/**
 * The shell does not say its version; the package of Debian's that it came in does.
 *
 * @param {string} executable
 */
async function versionOf(executable) {
  const owner = await execa('dpkg-query', ['--search', executable], { reject: false });
  const name = owner.stdout?.split(':')[0];
  const { stdout } = await execa('dpkg-query', ['--show', '--showformat=${Version}', name ?? ''], { reject: false });
  return stdout || 'unknown';
}
