/**
 * clang on the C files of the working directory: `node clang-main.mjs FILE ARGUMENT...`. FILE gets the module that is
 * linked. A process of its own, since clang, which is wasm itself, leaves its caller no time for anything else.
 */

import { readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { Exit, commands } from '#clang/yowasp-clang';

const [ready, ...args] = process.argv.slice(2);
/** What clang says, as bytes; null flushes. @param {Uint8Array | null} bytes */
const say = (bytes) => void (bytes && process.stderr.write(bytes));
const sources = readdirSync('.').filter((name) => /\.[ch]$/.test(name));

try {
  const made = await commands.clang(
    [...args, '-o', 'module.wasm'],
    Object.fromEntries(sources.map((name) => [name, readFileSync(name)])),
    { stdout: say, stderr: say },
  );
  writeFileSync(ready, /** @type {Uint8Array} */ (made?.['module.wasm']));
} catch (error) {
  // clang has said why.
  if (!(error instanceof Exit)) throw error;
  process.exitCode = error.code;
}
