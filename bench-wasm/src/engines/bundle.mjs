/** A session as one script, for engines that do not find npm packages by themselves. */

import { fileURLToPath } from 'node:url';
import { bundled } from '../setup/script.mjs';

/**
 * @param {string} main path of a module that exports `main(loadModule)`
 * @param {string} loader URL of the module that gives instances (`loadModule`)
 * @param {Pick<import('esbuild').BuildOptions, 'define' | 'alias' | 'banner' | 'external'>} [options]
 * @returns {Promise<string>} an ES module that calls it; glue and wasm stay outside
 */
export async function bundle(main, loader, options) {
  const imports =
    `import { main } from ${JSON.stringify(main)};\nimport { loadModule } from ` +
    `${JSON.stringify(fileURLToPath(loader))};\n`;
  const contents = `${imports}main(loadModule);\n`;
  const { text } = await bundled({
    stdin: { contents, resolveDir: fileURLToPath(new URL('.', import.meta.url)) },
    ...options,
  });
  return text;
}
