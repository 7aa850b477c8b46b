/** A step is not run again where nothing that it reads has changed, and is where anything has. */

import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { execaSync } from 'execa';
import { sourcesOf, stampsIn } from './stamps.mjs';

const folder = mkdtempSync(join(tmpdir(), 'fqmul-stamps-'));
after(() => rmSync(folder, { recursive: true }));
const step = { id: 'clippy', command: ['cargo', 'clippy'], reads: (/** @type {string} */ file) => file !== 'b.md' };

test('a stamp counts for the same step on the same sources in the same surroundings', () => {
  const sources = new Map([
    ['a.rs', '1'],
    ['b.md', '2'],
  ]);
  const stamps = stampsIn(join(folder, 'stamps'), sources, 'node 20', []);
  assert.ok(!stamps.has(step));
  stamps.put(step);
  assert.ok(stamps.has(step));
  const elsewhere = (
    /** @type {Map<string, string>} */ other,
    /** @type {string} */ around,
    /** @type {string[]} */ engines = [],
  ) => stampsIn(join(folder, 'stamps'), other, around, engines);
  assert.ok(elsewhere(new Map([...sources, ['b.md', '3']]), 'node 20').has(step), 'it does not read that');
  assert.ok(!elsewhere(new Map([...sources, ['a.rs', '3']]), 'node 20').has(step), 'a file that changed');
  assert.ok(!elsewhere(new Map([...sources, ['c.rs', '3']]), 'node 20').has(step), 'a file that came');
  assert.ok(!elsewhere(new Map([['b.md', '2']]), 'node 20').has(step), 'a file that went');
  assert.ok(!elsewhere(sources, 'node 22').has(step));
  assert.ok(elsewhere(sources, 'node 20', ['bun']).has(step), 'an engine that it does not run on');
  const onEngines = { ...step, id: 'engines', engines: /** @type {const} */ (true) };
  stamps.put(onEngines);
  assert.ok(stamps.has(onEngines));
  assert.ok(!elsewhere(sources, 'node 20', ['bun']).has(onEngines), 'an engine that came');
  assert.ok(!stamps.has({ ...step, command: ['cargo', 'clippy', '--all-targets'] }));
  assert.ok(!stamps.has({ ...step, id: 'doc' }));
});

test('sources are what git has and what it does not ignore, and without git what was not made', async () => {
  const root = join(folder, 'checkout');
  mkdirSync(join(root, 'target'), { recursive: true });
  for (const file of ['a.rs', '.gitignore', 'target/made']) writeFileSync(join(root, file), 'target\n');
  assert.deepEqual([...(await sourcesOf(root)).keys()], ['.gitignore', 'a.rs']);
  execaSync('git', ['init', '--quiet'], { cwd: root });
  writeFileSync(join(root, 'new.rs'), '');
  assert.deepEqual([...(await sourcesOf(root)).keys()], ['.gitignore', 'a.rs', 'new.rs']);
});
