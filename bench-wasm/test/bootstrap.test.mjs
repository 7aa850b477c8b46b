/** The first thing that every command does: which Node it takes, and how it has npm install packages. npm is a fake. */

import assert from 'node:assert/strict';
import { chmodSync, cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { hostname, tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { after, test } from 'node:test';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { build } from 'esbuild';
import { execa } from 'execa';
import { CORE, folderOf, groups } from '../src/setup/install.mjs';

const HARNESS = fileURLToPath(new URL('..', import.meta.url));
const { engines, scripts } = JSON.parse(readFileSync(join(HARNESS, 'package.json'), 'utf8'));
const scratch = mkdtempSync(join(tmpdir(), 'fqmul-a b-'));
after(() => rmSync(scratch, { recursive: true }));

/** As npm does: it empties node_modules, takes a moment, and says what it was given. */
const FAKE_NPM = `#!${process.execPath}
const fs = require('fs');
const { npm_config_registry, NODE_OPTIONS } = process.env;
fs.rmSync('node_modules', { recursive: true, force: true });
fs.appendFileSync(process.env.CALLS, JSON.stringify({
  npm: __filename, cwd: process.cwd(), args: process.argv.slice(2), npm_config_registry, NODE_OPTIONS,
}) + '\\n');
console.log('added 1 package');
setTimeout(() => {
  if (process.env.FAIL) process.exit(1);
  fs.mkdirSync('node_modules');
}, Number(process.env.TAKES ?? 0));
`;

/** Before anything else is run. @param {string} lines @returns {string} a file for `--require` */
function preload(lines) {
  const file = join(scratch, `preload-${Math.random()}.cjs`);
  writeFileSync(file, lines);
  return file;
}

let count = 0;

/** A checkout with bootstrap alone, a core, and by default the groups `proof` and `web`. */
function checkout(manifests = /** @type {Record<string, object>} */ ({ proof: {}, web: {} })) {
  const folder = join(scratch, String(++count));
  const home = join(folder, 'bench-wasm');
  for (const name of ['bootstrap.mjs', 'install.mjs', 'lock.mjs'])
    cpSync(join(HARNESS, 'src/setup', name), join(home, 'src/setup', name));
  for (const [name, manifest] of Object.entries({ '..': {}, ...manifests })) {
    const place = join(home, 'packages', name);
    mkdirSync(place, { recursive: true });
    writeFileSync(join(place, 'package.json'), JSON.stringify(manifest));
    writeFileSync(join(place, 'package-lock.json'), '{ "lockfileVersion": 3 }\n');
  }
  const npm = join(folder, 'bin/npm');
  const own = join(folder, 'own/npm-cli.js');
  for (const file of [npm, own]) {
    mkdirSync(dirname(file));
    writeFileSync(file, FAKE_NPM);
    chmodSync(file, 0o755);
  }
  const calls = join(folder, 'calls');
  writeFileSync(calls, '');
  /** @param {string[]} [args] @param {Record<string, string | undefined>} [env] @param {string[]} [flags] of Node */
  const bootstrap = (args = [], env = {}, flags = []) =>
    execa(process.execPath, [...flags, join(home, 'src/setup/bootstrap.mjs'), ...args], {
      env: { PATH: join(folder, 'bin') + delimiter + process.env.PATH, CALLS: calls, npm_execpath: own, ...env },
      extendEnv: false,
      reject: false,
    });
  return {
    home,
    own,
    npm,
    bootstrap,
    lock: join(home, '.cache/install.lock'),
    /** @returns {any[]} what npm was given */
    calls: () =>
      readFileSync(calls, 'utf8')
        .trim()
        .split('\n')
        .filter(Boolean)
        .map((line) => JSON.parse(line)),
  };
}

test('the core is installed once, and a group when it is named', async () => {
  const { home, bootstrap, calls } = checkout();
  const first = await bootstrap();
  assert.equal(first.exitCode, 0, first.stderr);
  assert.equal(first.stdout, '', "stdout is the command's own");
  assert.match(first.stderr, /^npm packages: installing/);
  assert.equal((await bootstrap()).stderr, '');
  assert.match((await bootstrap(['proof'])).stderr, /^npm packages of proof: installing/);
  assert.equal((await bootstrap(['proof'])).stderr, '');
  await bootstrap(['proof', 'web']);
  assert.deepEqual(
    calls().map(({ cwd }) => cwd),
    [home, join(home, 'packages/proof'), join(home, 'packages/web')],
  );
});

test('wasm-opt is installed with the core where there is one for this machine, and is no group elsewhere', async () => {
  for (const [given, there] of /** @type {const} */ ([
    [{}, true],
    [{ os: [process.platform], cpu: [process.arch] }, true],
    [{ os: ['plan9'] }, false],
    [{ os: [process.platform], cpu: ['pdp11'] }, false],
  ])) {
    const { home, bootstrap, calls } = checkout({ 'wasm-opt': given });
    const { groups: ofIt } = await import(pathToFileURL(join(home, 'src/setup/install.mjs')).href);
    assert.equal(ofIt().includes('wasm-opt'), there);
    assert.equal((await bootstrap()).exitCode, 0);
    assert.deepEqual(
      calls().map(({ cwd }) => cwd),
      [home, ...(there ? [join(home, 'packages/wasm-opt')] : [])],
    );
  }
});

test('it is installed again for another lock or another platform, and where npm was interrupted', async () => {
  const { home, bootstrap, calls } = checkout();
  await bootstrap();
  writeFileSync(join(home, 'package-lock.json'), '{ "lockfileVersion": 3, "packages": {} }\n');
  await bootstrap();
  assert.equal(calls().length, 2);
  const other = preload("Object.defineProperty(process, 'arch', { value: 'riscv64' });");
  await bootstrap([], {}, ['--require', other]);
  await bootstrap();
  assert.equal(calls().length, 4);
  rmSync(join(home, 'node_modules'), { recursive: true });
  const failed = await bootstrap([], { FAIL: '1' });
  assert.equal(failed.exitCode, 1);
  assert.match(failed.stderr, /npm packages: `npm ci` in .* failed/);
  await bootstrap();
  assert.equal(calls().length, 6);
});

test("neither npm's configuration nor NODE_OPTIONS decide what is installed", async () => {
  const { bootstrap, calls } = checkout();
  const needed = '--use-openssl-ca';
  const { exitCode } = await bootstrap([], {
    NODE_ENV: 'production',
    NODE_OPTIONS: `--no-warnings ${needed} --max-old-space-size=4000`,
  });
  assert.equal(exitCode, 0);
  const [{ args, NODE_OPTIONS }] = calls();
  assert.equal(NODE_OPTIONS, needed);
  assert.equal(args[0], 'ci');
  // As npm reads it: what is on its command line goes before .npmrc and the environment, --include before --omit.
  for (const flag of ['--include=dev', '--include=optional', '--ignore-scripts', '--prefix=.', '--global=false'])
    assert.ok(args.includes(flag), flag);
});

test('npm itself is told so by a real npm: NODE_ENV and omit do not leave packages out', async () => {
  const { home, bootstrap } = checkout();
  // Its own folder as the dependency: nothing is fetched.
  mkdirSync(join(home, 'local'));
  writeFileSync(join(home, 'local/package.json'), '{ "name": "local", "version": "1.0.0" }\n');
  const manifest = { name: 'made', version: '1.0.0', devDependencies: { local: 'file:local' } };
  writeFileSync(join(home, 'package.json'), JSON.stringify(manifest));
  const link = { resolved: 'local', link: true, dev: true };
  const packages = { '': manifest, local: { version: '1.0.0', dev: true }, 'node_modules/local': link };
  writeFileSync(join(home, 'package-lock.json'), JSON.stringify({ ...manifest, lockfileVersion: 3, packages }));
  const { stderr, exitCode } = await bootstrap([], {
    ...{ NODE_ENV: 'production', npm_config_omit: 'dev', npm_config_dry_run: 'true', npm_config_global: 'true' },
    ...{ npm_execpath: undefined, PATH: process.env.PATH, HOME: scratch, npm_config_cache: join(scratch, 'cache') },
  });
  assert.equal(exitCode, 0, stderr);
  assert.ok(existsSync(join(home, 'node_modules/local/package.json')), stderr);
});

test('of two first runs at once the second waits, says for whom, and installs nothing again', async () => {
  const { bootstrap, calls } = checkout();
  const first = bootstrap([], { TAKES: '1500' });
  while (calls().length === 0) await new Promise((resolve) => setTimeout(resolve, 20));
  const second = await bootstrap();
  const { exitCode } = await first;
  assert.deepEqual([exitCode, second.exitCode], [0, 0]);
  assert.equal(second.stderr.split('(')[0], `npm packages: process ${first.pid} is at it; waiting for it. `);
  assert.equal(calls().length, 1);
});

test('a lock is taken over when its process has ended and its npm, too', async () => {
  const { bootstrap, calls, lock } = checkout();
  const killed = bootstrap([], { TAKES: '1200' });
  while (calls().length === 0) await new Promise((resolve) => setTimeout(resolve, 20));
  killed.kill('SIGKILL');
  await killed;
  assert.ok(existsSync(lock));
  const start = performance.now();
  const { exitCode, stderr } = await bootstrap();
  assert.equal(exitCode, 0, stderr);
  assert.ok(performance.now() - start > 500, 'it did not wait for the npm of the process that was killed');
  assert.equal(calls().length, 2);
  assert.ok(!existsSync(lock));
  // One that was never written.
  writeFileSync(lock, '');
  assert.equal((await bootstrap(['web'])).exitCode, 0);
  // One of a machine that is not asked.
  writeFileSync(lock, `not-${hostname()} 1`);
  const waiting = bootstrap(['proof']);
  await new Promise((resolve) => setTimeout(resolve, 700));
  rmSync(lock);
  assert.match((await waiting).stderr, /process 1 is at it; waiting for it. \(Its lock: .*install\.lock\)/);
});

for (const [version, taken] of /** @type {const} */ ([
  ['18.20.8', false],
  ['20.18.3', false],
  ['20.19.0', true],
  ['21.7.3', false],
  ['22.12.0', false],
  ['22.13.0', true],
  ['23.11.0', false],
  ['24.0.0', true],
  ['26.3.1', true],
])) {
  test(`Node ${version} is ${taken ? 'taken' : 'refused by a sentence'}, as package.json says`, async () => {
    const { bootstrap, calls } = checkout();
    const versions = `Object.defineProperty(process, 'versions', { value: { node: '${version}' } });`;
    const { exitCode, stderr } = await bootstrap([], {}, ['--require', preload(versions)]);
    assert.equal(exitCode, taken ? 0 : 1);
    assert.equal(calls().length, taken ? 1 : 0);
    if (!taken)
      assert.equal(
        stderr,
        `Node 20.19, 22.13, 24 or later is needed: this is Node ${version}. Install one from https://nodejs.org`,
      );
    assert.equal(engines.node, '^20.19.0 || ^22.13.0 || >=24.0.0');
  });
}

test('a Node without WebAssembly, and Bun in place of Node, are refused by a sentence', async () => {
  const { bootstrap, calls } = checkout();
  const jitless = await bootstrap([], {}, ['--jitless']);
  assert.equal(jitless.exitCode, 1);
  assert.match(jitless.stderr, /^This Node runs without WebAssembly \(--jitless/m);
  const bun = preload("Object.defineProperty(process, 'versions', { value: { node: '24.3.0', bun: '1.3.0' } });");
  assert.match((await bootstrap([], {}, ['--require', bun])).stderr, /^Node .* is needed: this is Bun\./);
  assert.deepEqual(calls(), []);
});

test('pnpm, yarn and bun as runners have npm from PATH install, or say that there is none', async () => {
  const { bootstrap, calls, own, npm, home } = checkout();
  await bootstrap();
  assert.equal(calls()[0].npm, own, 'npm that runs the script is the npm that installs');
  for (const [i, runner] of ['/usr/lib/pnpm/bin/pnpm.cjs', '/opt/yarn/bin/yarn.js', '/usr/bin/bun'].entries()) {
    rmSync(join(home, 'node_modules'), { recursive: true });
    const yarns = { npm_config_registry: 'https://registry.yarnpkg.com' };
    const { exitCode, stderr } = await bootstrap([], { npm_execpath: runner, ...(i === 1 && yarns) });
    assert.equal(exitCode, 0, stderr);
    assert.deepEqual([calls().at(-1).npm, calls().at(-1).npm_config_registry], [npm, undefined]);
  }
  rmSync(join(home, 'node_modules'), { recursive: true });
  const none = await bootstrap([], { npm_execpath: '/usr/bin/bun', PATH: scratch });
  assert.equal(none.exitCode, 1);
  assert.match(none.stderr, /\nnpm was not found on PATH: install the npm that comes with Node, \S+$/);
  assert.equal(existsSync(join(home, '.cache/install.lock')), false);
});

test('pnpm hands on the `--` that npm takes for itself', async () => {
  const version = [join(HARNESS, 'ink.mjs'), '--', '--version'];
  const { stdout } = await execa(process.execPath, version, { env: { npm_config_user_agent: 'pnpm/10.0.0 node/v20' } });
  assert.match(stdout, /^\d+\.\d+\.\d+$/);
  const byNpm = await execa(process.execPath, version, { reject: false, env: { npm_config_user_agent: 'npm/10.0.0' } });
  assert.equal(byNpm.exitCode, 2);
});

/** @param {string} program @returns {Promise<Set<string>>} the groups without which it does not start */
async function groupsOf(program) {
  const { metafile } = await build({
    absWorkingDir: HARNESS,
    ...{ entryPoints: [program], bundle: true, write: false, outdir: 'nowhere', packages: 'external' },
    ...{ metafile: true, platform: 'node', format: 'esm', logLevel: 'silent', loader: { '.css': 'empty' } },
  });
  const seen = new Set([program]);
  for (const file of seen)
    for (const { path, kind } of metafile.inputs[file]?.imports ?? []) if (kind === 'import-statement') seen.add(path);
  return new Set([...seen].flatMap((file) => /^packages\/([^/]+)\//.exec(file)?.[1] ?? []));
}

for (const [name, script] of Object.entries(scripts)) {
  test(`npm run ${name}: bootstrap comes first, with the groups that the program starts with`, async () => {
    const [, args, program] = /^node src\/setup\/bootstrap\.mjs((?: [\w-]+)*) && node (\S+)$/.exec(script) ?? [];
    assert.ok(program, script);
    const named = args.trim().split(' ');
    for (const group of await groupsOf(program))
      assert.ok(named.includes(group), `${program} imports a package of ${group}`);
  });
}

test('a bench needs the core alone, of at most 100 packages', async () => {
  assert.deepEqual([...(await groupsOf('index.mjs'))], []);
  const { packages } = JSON.parse(readFileSync(join(HARNESS, 'package-lock.json'), 'utf8'));
  assert.ok(Object.keys(packages).length - 1 <= 100, `${Object.keys(packages).length - 1} in the lock`);
});

test('every package has one version, whichever groups name it, and no lock says where it came from', () => {
  const versions = new Map();
  for (const group of [CORE, ...groups()]) {
    const folder = folderOf(group);
    const { dependencies } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
    for (const [name, version] of Object.entries(dependencies)) {
      // One version, not a range; of what is released by builds, a build.
      assert.match(version, /^\d+\.\d+\.\d+(-[a-z\d-]+)?$/, `${group}: ${name}`);
      assert.equal(version, versions.get(name) ?? version, `${group}: ${name}`);
      versions.set(name, version);
    }
    assert.doesNotMatch(readFileSync(join(folder, 'package-lock.json'), 'utf8'), /"resolved"/, group);
  }
});
