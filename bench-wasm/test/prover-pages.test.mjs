/** The prover's package in pages: bundled by each bundler for production, under a strict Content-Security-Policy. */

import assert from 'node:assert/strict';
import { cpSync, existsSync, mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { extname, join } from 'node:path';
import { after, describe, test } from 'node:test';
import { gzipSync } from 'node:zlib';
import { build as esbuild } from 'esbuild';
import { nodeResolve } from '#bundlers/node-resolve';
import { rollup } from '#bundlers/rollup';
import webpack from '#bundlers/webpack';
// @ts-expect-error The package has no types.
import { groth16 as snarkjs, zKey } from '#proof/snarkjs';
import { build as vite } from '#web/vite';
import { onOneThread } from '../src/proofs/snarkjs.mjs';
import { BROWSERS, hasBrowser, openPage } from './browsers.mjs';
import { keyOf, witnessOf } from './made-circuit.mjs';
import { installedPackage } from './prover-package.mjs';

const STEPS = 300;
const WORKER = 'fqmul-groth16/worker';
const POLICY = "default-src 'self'; script-src 'self' 'wasm-unsafe-eval'";
/** What a page loads at most, by gzip. */
const MOST = 300_000;
const TYPES = /** @type {Record<string, string>} */ ({
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.mjs': 'text/javascript',
});

const installed = await installedPackage();
after(() => rmSync(installed.folder, { recursive: true, force: true, maxRetries: 5 }));
await onOneThread();
const [key, witness] = [await keyOf(STEPS), witnessOf(3n, STEPS)];
const verificationKey = await zKey.exportVerificationKey({ type: 'mem', data: key });

/** What the page does: its own script is the only one that it may have. */
const SCRIPT = `
import { groth16 } from 'fqmul-groth16';

const stages = new Set();
const show = (text) => (document.getElementById('said').textContent = text);
try {
  const options = { threads: 2, onProgress: ({ stage }) => stages.add(stage) };
  const witness = await (await fetch('witness.wtns')).blob();
  const prover = await groth16.open('key.zkey', options);
  const { proof, publicSignals } = await prover.prove(witness);
  const key = await (await fetch('key.json')).json();
  const verified = await groth16.verify(key, publicSignals, proof);
  await prover.close();
  const refused = await groth16.prove(new Uint8Array(7), witness, options).catch(({ code }) => code);
  await groth16.prove('key.zkey', witness, options);
  show(JSON.stringify({ proof, publicSignals, verified, refused, stages: [...stages], backend: groth16.backend() }));
} catch (error) {
  show(JSON.stringify({ error: String(error?.stack ?? error) }));
}
document.getElementById('said').hidden = false;
`;
const HTML = (/** @type {string} */ script) =>
  '<!doctype html><html lang="en"><title>proof</title><p id="said" hidden></p>' +
  `<script type="module" src="${script}"></script></html>\n`;

/** The page without a bundler. */
const NONE = 'nothing';

/**
 * By its name, what puts the page into an empty folder.
 *
 * @type {Record<string, (to: string, from: string) => Promise<unknown>>}
 */
const BUNDLERS = {
  [NONE]: async (to, from) => {
    cpSync(join(from, 'node_modules/fqmul-groth16/dist'), join(to, 'groth16'), { recursive: true });
    writeFileSync(join(to, 'app.mjs'), SCRIPT.replace("'fqmul-groth16'", "'./groth16/index.mjs'"));
    writeFileSync(join(to, 'index.html'), HTML('app.mjs'));
  },
  vite: (outDir, root) =>
    vite({ root, base: './', logLevel: 'silent', configFile: false, build: { outDir, emptyOutDir: true } }),
  webpack: async (path, from) => {
    const compiler = webpack({
      mode: 'production',
      context: from,
      entry: './app.mjs',
      output: { path, filename: 'app.mjs', module: true, chunkFormat: 'module' },
      experiments: { outputModule: true },
      target: 'web',
      performance: false,
    });
    await new Promise((resolve, reject) =>
      compiler.run((error, stats) =>
        error || stats?.hasErrors() || stats?.hasWarnings()
          ? reject(error ?? new Error(stats?.toString()))
          : resolve(null),
      ),
    );
    writeFileSync(join(path, 'index.html'), HTML('app.mjs'));
  },
  esbuild: async (outdir, from) => {
    await esbuild({
      entryPoints: { app: join(from, 'app.mjs'), worker: WORKER },
      absWorkingDir: from,
      bundle: true,
      splitting: true,
      minify: true,
      format: 'esm',
      outdir,
      outExtension: { '.js': '.mjs' },
      logLevel: 'silent',
    });
    writeFileSync(join(outdir, 'index.html'), HTML('app.mjs'));
  },
  rollup: async (dir, from) => {
    const bundle = await rollup({
      input: { app: join(from, 'app.mjs'), worker: join(from, 'node_modules/fqmul-groth16/dist/worker.mjs') },
      plugins: [nodeResolve()],
      onwarn: ({ message }) => assert.fail(message),
    });
    await bundle.write({ dir, format: 'es', entryFileNames: '[name].mjs', chunkFileNames: '[name]-[hash].mjs' });
    writeFileSync(join(dir, 'index.html'), HTML('app.mjs'));
  },
};

/** @param {string} bundler @returns {Promise<string>} the folder of the page */
async function bundled(bundler) {
  const from = join(installed.folder, `${bundler}-page`);
  const to = join(installed.folder, `${bundler}-built`);
  for (const folder of [from, to]) mkdirSync(folder, { recursive: true });
  cpSync(join(installed.folder, 'node_modules'), join(from, 'node_modules'), { recursive: true });
  writeFileSync(join(from, 'app.mjs'), SCRIPT);
  writeFileSync(join(from, 'index.html'), HTML('./app.mjs'));
  await BUNDLERS[bundler](to, from);
  return to;
}

/**
 * @param {string} folder
 * @returns {Promise<{ url: string, loaded: Map<string, number>, close: () => void }>} loaded: bytes by gzip
 */
async function serve(folder) {
  /** @type {Map<string, number>} */
  const loaded = new Map();
  const files = {
    '/key.zkey': key,
    '/witness.wtns': witness,
    '/key.json': Buffer.from(JSON.stringify(verificationKey)),
  };
  const server = createServer(({ url = '/' }, response) => {
    const path = url === '/' ? '/index.html' : new URL(url, 'http://localhost').pathname;
    const own = /** @type {Record<string, Uint8Array>} */ (files)[path];
    const file = join(folder, path);
    if (!own && !existsSync(file)) return response.writeHead(404).end();
    const body = own ?? readFileSync(file);
    if (!own) loaded.set(path, gzipSync(body).length);
    const type = TYPES[extname(file)] ?? 'application/octet-stream';
    response.writeHead(200, { 'Content-Type': type, 'Content-Security-Policy': POLICY }).end(body);
  });
  await new Promise((resolve) => server.listen(0, '127.0.0.1', () => resolve(null)));
  const { port } = /** @type {import('node:net').AddressInfo} */ (server.address());
  const close = () => {
    server.closeAllConnections();
    server.close();
  };
  return { url: `http://127.0.0.1:${port}/`, loaded, close };
}

/** In the page. */
const said = () => document.getElementById('said')?.textContent ?? '';

for (const bundler of Object.keys(BUNDLERS))
  describe(`bundled by ${bundler}`, { timeout: 240_000 }, async () => {
    const folder = await bundled(bundler);
    for (const browser of BROWSERS)
      test(`in ${browser}`, async (t) => {
        if (!hasBrowser(t, browser)) return;
        const { url, loaded, close } = await serve(folder);
        t.after(close);
        const { goto, waitForSelector, evaluate, page, complaints } = await openPage(t, browser);
        await goto(url);
        await waitForSelector('#said:not([hidden])', { timeout: 60_000 });
        const { error, proof, publicSignals, verified, refused, stages, backend } = JSON.parse(await evaluate(said));
        assert.equal(error, undefined, `${error} ${complaints}`);
        assert.equal(await snarkjs.verify(verificationKey, publicSignals, proof), true);
        assert.equal(verified, true);
        assert.equal(refused, 'KEY');
        assert.deepEqual(stages.slice(0, 2), ['read', 'transforms']);
        assert.match(backend, /^(fma|simd)$/);
        // Each took those that were left by the one before.
        if (browser === 'chromium') assert.equal(page.workers().length, 2);
        const bytes = [...loaded.values()].reduce((sum, length) => sum + length, 0);
        assert.ok(bytes <= MOST, JSON.stringify([...loaded]));
        // One script of the page's, one of each worker's, and one module: none of them asks for more.
        if (bundler === NONE)
          assert.deepEqual(
            [...loaded.keys()].sort(),
            ['/app.mjs', ...['index', 'worker', backend].map((name) => `/groth16/${name}.mjs`), '/index.html'].sort(),
          );
        assert.ok(readdirSync(folder).length > 0);
      });
  });
