/** A session as one script, for engines that do not find npm packages by themselves. */

import { fileURLToPath } from 'node:url';
// The bundler of the field, and one program: nothing is configured here but what is below.
import { build } from 'esbuild';

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
  const { outputFiles } = await build({
    stdin: { contents: `${imports}main(loadModule);\n`, resolveDir: fileURLToPath(new URL('.', import.meta.url)) },
    bundle: true,
    write: false,
    format: 'esm',
    platform: 'browser',
    target: 'es2022',
    logLevel: 'silent',
    ...options,
  });
  return outputFiles[0].text;
}
