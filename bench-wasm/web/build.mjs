/** The page as static files: Vite builds it, and the modules that it measures are put beside it. */

import { readFile, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import standalone from 'ajv/dist/standalone/index.js';
import * as esbuild from 'esbuild';
// The bundler that browsers' pages are built with: workers, styles and assets without a script of our own.
import { build, normalizePath, preview } from '#web/vite';
import { PACKAGES } from '../src/setup/artefacts.mjs';
import { compileSchema } from '../src/result/schema.mjs';

const WEB = fileURLToPath(new URL('.', import.meta.url));
const HOME = fileURLToPath(new URL('..', import.meta.url));
/** As Vite names it. */
const SCHEMA_MODULE = normalizePath(fileURLToPath(new URL('../src/result/schema.mjs', import.meta.url)));
/** Ignored by git. */
export const PAGE = join(HOME, '.cache/web');
/** Without them the clock of a page moves in steps of 0.1 to 1 ms. */
export const ISOLATION = {
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Embedder-Policy': 'require-corp',
};
/** What a page needs of a build: the glue, and wasm. */
const NEEDED = /^fqmul\.js$|\.wasm$/;

/**
 * What the page knows of what it measures.
 *
 * @typedef {import('../src/measure/subjects.mjs').Subjects & { commit: string | null, dirty: boolean | null }}
 *   PageSubjects
 * @typedef {PageSubjects & { files: Record<string, string[]> }} Manifest files of each build, in pkg/<build>/
 */

/**
 * @param {PageSubjects} subjects whose builds are in bench-wasm/pkg/
 * @param {string} [outDir] emptied
 */
export async function buildPage(subjects, outDir = PAGE) {
  await build({
    root: WEB,
    configFile: false,
    // Relative, so that the page can be served from any folder of a site.
    base: './',
    logLevel: 'warn',
    publicDir: false,
    // How a session reads files in Node; in a page its worker fetches them.
    worker: { format: 'es', rollupOptions: { external: ['node:fs/promises'] } },
    plugins: [compiledSchema(), withModules(subjects)],
    build: { outDir, emptyOutDir: true, target: 'es2022', modulePreload: false, chunkSizeWarningLimit: 1000 },
  });
}

/**
 * @param {number} port or a free one after it
 * @param {string} [outDir]
 * @returns {Promise<string>} URL
 */
export async function servePage(port, outDir = PAGE) {
  const server = await preview({
    root: WEB,
    configFile: false,
    base: './',
    logLevel: 'warn',
    build: { outDir },
    preview: { port, host: 'localhost', headers: ISOLATION },
  });
  return server.resolvedUrls?.local[0] ?? `http://localhost:${port}/`;
}

/**
 * The modules as they were built, and what they are.
 *
 * @param {PageSubjects} subjects
 * @returns {import('#web/vite').Plugin}
 */
function withModules(subjects) {
  return {
    name: 'fqmul-modules',
    async generateBundle() {
      /** @type {Manifest['files']} */
      const files = {};
      for (const variant of new Set(subjects.kernels.map(({ build: name }) => name))) {
        const folder = join(PACKAGES, variant);
        files[variant] = (await readdir(folder)).filter((name) => NEEDED.test(name)).sort();
        for (const name of files[variant]) {
          this.emitFile({
            type: 'asset',
            fileName: `pkg/${variant}/${name}`,
            source: await readFile(join(folder, name)),
          });
        }
      }
      this.emitFile({ type: 'asset', fileName: 'subjects.json', source: JSON.stringify({ ...subjects, files }) });
    },
  };
}

/**
 * The page's policy forbids code from strings, which is how Ajv compiles a schema: it is compiled here.
 *
 * @returns {import('#web/vite').Plugin}
 */
function compiledSchema() {
  return {
    name: 'fqmul-schema',
    enforce: 'pre',
    async load(id) {
      if (id !== SCHEMA_MODULE) return null;
      const { ajv, validate } = compileSchema({ source: true });
      // Its code requires parts of Ajv.
      const { outputFiles } = await esbuild.build({
        stdin: { contents: /** @type {any} */ (standalone)(ajv, validate), resolveDir: HOME, loader: 'js' },
        bundle: true,
        write: false,
        format: 'esm',
        platform: 'browser',
      });
      return outputFiles[0].text.replace(/export default (.*);/, 'export const schemaCheck = () => $1;');
    },
  };
}
