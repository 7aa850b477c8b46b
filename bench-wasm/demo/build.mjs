/** The page of the demonstration as static files: Vite builds it, and the circuit of Semaphore is put beside it. */

import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
// The bundler that browsers' pages are built with, as for the page that measures.
import { build, preview } from '#web/vite';

const DEMO = fileURLToPath(new URL('.', import.meta.url));
const HOME = fileURLToPath(new URL('..', import.meta.url));
/** Ignored by git. */
export const PAGE = join(HOME, '.cache/demo');

/**
 * @param {object} parts
 * @param {string} parts.proverPackage its folder, built
 * @param {import('../src/setup/circuits.mjs').Published} parts.circuit
 * @param {string} [outDir] emptied
 */
export async function buildDemo({ proverPackage, circuit }, outDir = PAGE) {
  const { key, calculator, verifyingKey, input } = circuit;
  const json = JSON.stringify({ input, verificationKey: verifyingKey }, (_, value) =>
    typeof value === 'bigint' ? String(value) : value,
  );
  const assets = { 'key.zkey': key, 'circuit.wasm': calculator, 'circuit.json': json };
  await build({
    root: DEMO,
    configFile: false,
    base: './',
    logLevel: 'warn',
    publicDir: false,
    resolve: { alias: { 'fqmul-groth16': join(proverPackage, 'dist/index.mjs') } },
    plugins: [
      {
        name: 'fqmul-circuit',
        generateBundle() {
          for (const [fileName, source] of Object.entries(assets)) this.emitFile({ type: 'asset', fileName, source });
        },
      },
    ],
    // snarkjs alone is larger.
    build: { outDir, emptyOutDir: true, target: 'es2022', modulePreload: false, chunkSizeWarningLimit: 3000 },
  });
}

/**
 * @param {number} port or a free one after it
 * @param {string} [outDir]
 * @returns {Promise<{ url: string, close: () => Promise<void> }>}
 */
export async function serveDemo(port, outDir = PAGE) {
  const server = await preview({
    root: DEMO,
    configFile: false,
    base: './',
    logLevel: 'warn',
    build: { outDir },
    preview: { port, host: 'localhost' },
  });
  return { url: server.resolvedUrls?.local[0] ?? `http://localhost:${port}/`, close: () => server.close() };
}
