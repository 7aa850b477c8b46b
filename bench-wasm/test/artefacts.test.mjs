/** The build room: folders named by hashes, whole or not there, and sessions that check what they load. */

import assert from 'node:assert/strict';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, beforeEach, describe, test } from 'node:test';
import { execa } from 'execa';
import { PACKAGES, artefact, hashOf, pruneArtefacts, sha256 } from '../src/setup/artefacts.mjs';
import { withLock } from '../src/setup/lock.mjs';
import { ReplacedError, placesOf } from '../src/setup/places.mjs';

const packages = mkdtempSync(join(tmpdir(), 'fqmul-artefacts-'));
after(() => rmSync(packages, { recursive: true }));

/** How often something was made. */
let made = 0;
beforeEach(() => (made = 0));

/** @param {object} inputs @param {string} [text] */
const ensure = (inputs, text = 'a module') =>
  artefact(
    'thing',
    inputs,
    async (folder) => {
      made++;
      writeFileSync(join(folder, 'thing.wasm'), text);
    },
    { packages },
  );

describe('an artefact', () => {
  test('is made once for its inputs, and lies in a folder named by their hash', async () => {
    const first = await ensure({ of: 1 });
    assert.match(first.folder, /^by-hash\/thing-[0-9a-f]{20}$/);
    assert.deepEqual(first.files, { 'thing.wasm': sha256('a module') });
    assert.deepEqual(await ensure({ of: 1 }), first);
    assert.equal(made, 1);
  });

  test('of other inputs lies beside it: nothing is replaced, and the link leads to the newest', async () => {
    const [first, second] = [await ensure({ of: 1 }), await ensure({ of: 2 }, 'another')];
    assert.notEqual(first.folder, second.folder);
    assert.equal(readFileSync(join(packages, first.folder, 'thing.wasm'), 'utf8'), 'a module');
    assert.equal(readFileSync(join(packages, 'thing/thing.wasm'), 'utf8'), 'another');
    await ensure({ of: 1 });
    assert.equal(readFileSync(join(packages, 'thing/thing.wasm'), 'utf8'), 'a module');
  });

  for (const [what, spoil] of /** @type {[string, (place: string) => void][]} */ ([
    ['was changed', (place) => writeFileSync(join(place, 'thing.wasm'), 'a modulf')],
    ['lost a file', (place) => rmSync(join(place, 'thing.wasm'))],
    ['lost its note', (place) => rmSync(join(place, 'artefact.json'))],
    ['has a file more', (place) => writeFileSync(join(place, 'more'), '')],
  ]))
    test(`that ${what} is made again`, async () => {
      const { folder, files } = await ensure({ of: what });
      spoil(join(packages, folder));
      assert.deepEqual((await ensure({ of: what })).files, files);
      assert.equal(made, 2);
    });

  test('that cannot be made leaves nothing', async () => {
    const before = readdirSync(join(packages, 'by-hash'));
    const failing = artefact('thing', { of: 'failure' }, async () => Promise.reject(new Error('no')), { packages });
    await assert.rejects(failing, /^Error: no$/);
    assert.deepEqual(readdirSync(join(packages, 'by-hash')), before);
  });

  test('that no link leads to is pruned', async () => {
    const [old, current] = [await ensure({ of: 'old' }), await ensure({ of: 'current' })];
    const { removed, bytes } = await pruneArtefacts(packages);
    assert.ok(removed.includes(old.folder.slice('by-hash/'.length)));
    assert.ok(bytes > 0);
    assert.ok(!existsSync(join(packages, old.folder)));
    assert.ok(existsSync(join(packages, current.folder, 'thing.wasm')));
  });
});

test('a hash of files has their names and contents, and not the place', async () => {
  const [one, other] = ['one', 'other'].map((name) => mkdtempSync(join(packages, name)));
  for (const folder of [one, other]) writeFileSync(join(folder, 'a'), 'text');
  const hash = await hashOf(one, ['a']);
  assert.equal(await hashOf(other, ['a']), hash);
  writeFileSync(join(other, 'a'), 'texts');
  assert.notEqual(await hashOf(other, ['a']), hash);
  writeFileSync(join(one, 'b'), 'text');
  assert.notEqual(await hashOf(one, ['b']), hash);
});

test('while one process makes an artefact, another makes one of another name, and waits for the same', async () => {
  const rooms = JSON.stringify(new URL('../src/setup/artefacts.mjs', import.meta.url));
  const script = `const { artefact } = await import(${rooms});
for (const name of ['other', 'shared']) {
  await artefact(name, {}, () => console.error('makes ' + name), ${JSON.stringify({ packages })});
  console.error('has ' + name);
}`;
  /** @type {import('execa').ResultPromise | undefined} */
  let second;
  const make = async () => {
    second = execa(process.execPath, ['--input-type=module', '-e', script]);
    const stderr = /** @type {import('node:stream').Readable} */ (second.stderr);
    let said = '';
    while (!said.includes('waiting')) said += (await once(stderr, 'data'))[0];
    assert.match(said, /^makes other\nhas other\nshared: /);
  };
  await artefact('shared', {}, make, { packages });
  // It found what this one made.
  assert.match(String((await second)?.stderr), /waiting for it[^]*\nhas shared$/);
  assert.doesNotMatch(String((await second)?.stderr), /makes shared/);
});

test('a lock lets one process in at a time, and those that wait say so', async () => {
  const file = join(packages, 'lock');
  const lock = JSON.stringify(new URL('../src/setup/lock.mjs', import.meta.url));
  const script = `const { withLock } = await import(${lock});
await withLock(${JSON.stringify(file)}, 'the test', console.log, async () => console.log('in'));`;
  /** @type {import('execa').ResultPromise | undefined} */
  let other;
  await withLock(file, 'the test', console.log, async () => {
    other = execa(process.execPath, ['--input-type=module', '-e', script]);
    await once(/** @type {import('node:stream').Readable} */ (other.stdout), 'data');
  });
  const lines = String((await other)?.stdout).split('\n');
  assert.match(lines[0], new RegExp(`^the test: process ${process.pid} is at it; waiting for it`));
  assert.deepEqual(lines.slice(1), ['in']);
  assert.ok(!existsSync(file));
});

describe('a session', () => {
  const name = 'test-of-places';
  /** @type {import('../src/setup/artefacts.mjs').Artefact} */
  let one;
  /** @type {ReturnType<typeof placesOf>} */
  let places;
  const read = () => places.readBytes(places.locate(`${name}/x.wasm`));
  beforeEach(async () => {
    one = await artefact(name, { any: 1 }, async (folder) => writeFileSync(join(folder, 'x.wasm'), 'bytes'));
    places = placesOf({ [name]: one });
  });
  after(() => {
    rmSync(join(PACKAGES, one.folder), { recursive: true });
    rmSync(join(PACKAGES, name));
  });

  test('reads the file of its plan', async () => {
    assert.equal(Buffer.from(await read()).toString(), 'bytes');
  });

  test('says which file was replaced, or removed', async () => {
    writeFileSync(join(PACKAGES, one.folder, 'x.wasm'), 'bytez');
    await assert.rejects(
      read(),
      (error) => error instanceof ReplacedError && /x\.wasm was replaced/.test(error.message),
    );
    rmSync(join(PACKAGES, one.folder, 'x.wasm'));
    await assert.rejects(read(), /^ReplacedError: bench-wasm\/pkg\/by-hash\/.*x\.wasm was removed since the run began/);
  });
});
