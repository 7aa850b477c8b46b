/** Which engines there are, and what a user is told of those that are not. */

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { execa } from 'execa';
import { NOT_INSTALLED } from '../src/engines/engine.mjs';
import { allEngines } from '../src/engines/index.mjs';

const program = (/** @type {string} */ name) => fileURLToPath(new URL(`../${name}`, import.meta.url));
/** @param {string} name @param {string[]} args */
const run = (name, ...args) =>
  execa(process.execPath, [program(name), ...args], { env: { npm_lifecycle_event: '' }, reject: false });
const OWN = `node${process.versions.node.split('.')[0]}`;

test('the engine that runs this comes first, each id once, and what is missing says how to get it', async () => {
  const engines = allEngines();
  assert.equal(engines[0].id, OWN);
  assert.equal(new Set(engines.map(({ id }) => id)).size, engines.length);
  const own = await engines[0].describe();
  assert.equal(own.available, true);
  assert.equal(own.version, process.versions.node);
  const fetched = engines.filter(({ install }) => install);
  assert.ok(fetched.length > 5);
  for (const { id, describe } of fetched) {
    const { available, reason } = await describe();
    if (!available && reason?.startsWith(NOT_INSTALLED))
      assert.match(reason, new RegExp(`npm run engines -- install ${id}`));
  }
});

test('docs/engines.md names the engines that there are', () => {
  const page = readFileSync(new URL('../../docs/engines.md', import.meta.url), 'utf8');
  const [, table] = /^\| id .+\n\|[-| ]+\n((?:\|.+\n)+)/m.exec(page) ?? [];
  const cells = String(table)
    .split('\n')
    .map((line) => line.split('|')[1] ?? '');
  const named = [...cells.join().matchAll(/`([\w-]+)`/g)].map(([, id]) => id);
  // The page has the first and the last Node, and the modes of the first.
  const oneNode = (/** @type {string[]} */ ids) => [
    ...new Set(ids.map((id) => id.replace(/^node\d+(?!\d|-arm)/, 'node'))),
  ];
  assert.deepEqual(oneNode(named).sort(), oneNode(allEngines().map(({ id }) => id)).sort());
});

test('engines list names every engine; an unknown one cannot be installed or measured: exit 2', async () => {
  const list = await run('engines.mjs', 'list');
  assert.equal(list.exitCode, 0);
  for (const { id } of allEngines()) assert.ok(list.stdout.includes(id), id);
  // The Node that runs it is there, and no reason to refuse what else is named.
  const install = await run('engines.mjs', 'install', OWN, 'netscape4');
  assert.equal(install.exitCode, 2);
  assert.match(install.stderr, /netscape4 cannot be installed by this command\. Can be: (node\d\d, )+bun, /);
  const browser = await run('engines.mjs', 'install', 'chromium');
  assert.deepEqual([browser.exitCode, /To get it: \S.*\. Can be: /.test(browser.stderr)], [2, true], browser.stderr);
  const none = await run('engines.mjs', 'install');
  assert.deepEqual([none.exitCode, none.stderr.split('.')[0]], [2, 'error: name what to install']);
  const word = await run('engines.mjs', 'remove');
  assert.deepEqual([word.exitCode, word.stderr], [2, 'error: there is no command remove. There are: list, install.']);
  const family = await execa(process.execPath, [program('engines.mjs'), 'install', 'wasm2c'], {
    env: { npm_lifecycle_event: '', PATH: '' },
    reject: false,
  });
  assert.equal(family.exitCode, 1);
  assert.match(family.stderr, /^not installed: wasm2c was not found; Debian: .*install wasm2c-gcc$/m);
  const bench = await run('index.mjs', '--engines', 'netscape4');
  assert.equal(bench.exitCode, 2);
  assert.match(bench.stderr, /no engine "netscape4"\. There are: node/);
});
