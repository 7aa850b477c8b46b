/** `npm run compare`: which arkworks it takes, and the crate it makes around one. */

import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { execa } from 'execa';
import { parse } from 'smol-toml';
import { manifestFor, parseArkworks, toldApart } from '../src/setup/arkworks.mjs';

const COMPARE = fileURLToPath(new URL('../compare.mjs', import.meta.url));
const MANIFEST = fileURLToPath(new URL('../../Cargo.toml', import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'fqmul-compare-'));
after(() => rmSync(folder, { recursive: true }));

for (const crate of ['ff', 'ff-macros', 'curves/bn254']) {
  mkdirSync(join(folder, 'algebra', crate), { recursive: true });
  writeFileSync(join(folder, 'algebra', crate, 'Cargo.toml'), '');
}

test('a version and a checkout are taken, anything else is refused with what is needed', () => {
  assert.deepEqual(parseArkworks('0.4.2', folder), { id: 'ark-0.4.2', version: '0.4.2' });
  assert.deepEqual(parseArkworks('path:algebra', folder), { id: 'ark-algebra', checkout: join(folder, 'algebra') });
  for (const spec of ['', '0.4', 'v0.4.2', '0.4.2 ', 'algebra', 'git:x'])
    assert.throws(() => parseArkworks(spec, folder), /path:FOLDER/, spec);
  assert.throws(() => parseArkworks('path:nowhere', folder), /nowhere.*is no crate/);
});

/** What the schema of results takes for an id. */
const ID = new RegExp(
  JSON.parse(readFileSync(new URL('../schema/result-1.json', import.meta.url), 'utf8')).$defs.id.pattern,
);

/** @param {string} path @param {Record<string, string>} crates their manifests by their folders */
function checkoutAt(path, crates = { ff: '', 'curves/bn254': '' }) {
  for (const [crate, manifest] of Object.entries(crates)) {
    mkdirSync(join(folder, path, crate), { recursive: true });
    writeFileSync(join(folder, path, crate, 'Cargo.toml'), manifest);
  }
  return path;
}

test('checkouts of one name, and names that are no ids, have ids of their own', () => {
  const paths = ['one/algebra', 'two/algebra', 'Algebra Fork', '0.6.0', 'Ä', 'x/a-b/c', 'y/a-b/c', 'c'];
  const arks = toldApart(
    ['0.6.0', ...paths.map((path) => `path:${checkoutAt(path)}`)].map((spec) => parseArkworks(spec, folder)),
  );
  assert.deepEqual(
    arks.map(({ version, checkout }) => version ?? checkout),
    ['0.6.0', ...paths.map((path) => join(folder, path))],
  );
  const ids = arks.map(({ id }) => id);
  assert.deepEqual(ids.slice(0, 4), ['ark-0.6.0', 'ark-one-algebra', 'ark-two-algebra', 'ark-algebra-fork']);
  assert.equal(new Set(ids).size, ids.length, ids.join());
  for (const id of ids) assert.match(id, ID);
});

test('a pre-release is met by itself alone', () => {
  const ark = parseArkworks('0.5.0-alpha.0', folder);
  assert.deepEqual(ark, { id: 'ark-0.5.0-alpha.0', version: '0.5.0-alpha.0' });
  assert.match(parseArkworks('0.5.0-RC_1', folder).id, ID);
  const { dependencies } = manifestFor(ark);
  assert.equal(dependencies['ark-ff-subject'].version, '=0.5.0-alpha.0');
  assert.equal(dependencies['ark-bn254-subject'].version, '=0.5.0-alpha.0');
});

test('a checkout of before 0.5, which has no curves, takes the published one on its own crates', () => {
  for (const [path, crates] of /** @type {[string, Record<string, string>][]} */ ([
    ['old', { ff: '[package]\nname = "ark-ff"\nversion = "0.4.2"\n', ec: '' }],
    [
      'inherited',
      {
        '.': '[workspace.package]\nversion = "0.4.2"\n',
        ff: '[package]\nname = "ark-ff"\nversion.workspace = true\n',
        ec: '',
      },
    ],
  ])) {
    const ark = parseArkworks(`path:${checkoutAt(path, crates)}`, folder);
    assert.deepEqual(ark, { id: `ark-${path}`, version: '0.4.2', checkout: join(folder, path) });
    const made = manifestFor(ark);
    assert.equal(made.dependencies['ark-ff-subject'].path, join(folder, path, 'ff'));
    assert.equal(made.dependencies['ark-bn254-subject'].version, '~0.4');
    assert.equal(made.dependencies['ark-bn254-subject'].path, undefined);
    assert.deepEqual(JSON.parse(JSON.stringify(made.patch['crates-io'])), {
      'ark-ff': { path: join(folder, path, 'ff') },
      'ark-ec': { path: join(folder, path, 'ec') },
    });
  }
  checkoutAt('nameless', { ff: '[package]\n' });
  assert.throws(
    () => parseArkworks('path:nameless', folder),
    /^RangeError: --ark path:nameless: .*ff.* says no version/,
  );
});

test('the manifest has the one arkworks, and all else of the crate', () => {
  const own = /** @type {any} */ (parse(readFileSync(MANIFEST, 'utf8')));
  const made = manifestFor({ id: 'ark-0.5.0', version: '0.5.0' });
  assert.equal(made.dependencies['ark-ff-subject'].version, '=0.5.0');
  assert.equal(made.dependencies['ark-bn254-subject'].version, '~0.5');
  assert.deepEqual(
    Object.keys(made.dependencies).filter((name) => name.startsWith('ark-')),
    // The first is on no field: the crate has it as it has it beside two arkworks, to compile one of them once.
    ['ark-std', 'ark-ff-subject', 'ark-bn254-subject'],
  );
  assert.equal(JSON.stringify(made.profile), JSON.stringify(own.profile));
  assert.equal(made.dependencies.thiserror.version, own.workspace.dependencies.thiserror);
  assert.equal(made.lib.path, join(MANIFEST, '../src/lib.rs'));
  assert.equal(made.package.edition, own.workspace.package.edition);
  // Cargo takes neither of these from a workspace that it is told not to be in.
  assert.deepEqual(made.workspace, {});
  assert.doesNotMatch(JSON.stringify(made), /"workspace":true/);
  // The same features, without the two arkworks; cargo would not take a test that is not there.
  assert.deepEqual(Object.keys(made.features), Object.keys(own.features));
  const withoutArkworks = own.features.arkworks.filter((/** @type {string} */ it) => !/^dep:ark-(?!std$)/.test(it));
  assert.deepEqual([...made.features.arkworks], withoutArkworks);
  assert.deepEqual([...made.features.bench], ['loops', 'one-set']);
  assert.deepEqual(made.features['one-set'], own.features['one-set']);
  assert.deepEqual([...made.features.exports], own.features.exports);
  assert.equal(made.test, undefined);
  assert.equal(made.patch, undefined);
});

test('a checkout is built with its own crates only', () => {
  const checkout = join(folder, 'algebra');
  const made = manifestFor({ id: 'ark-algebra', checkout });
  assert.equal(made.dependencies['ark-ff-subject'].path, join(checkout, 'ff'));
  assert.deepEqual(JSON.parse(JSON.stringify(made.patch['crates-io'])), {
    'ark-ff': { path: join(checkout, 'ff') },
    'ark-ff-macros': { path: join(checkout, 'ff-macros') },
  });
});

test('copies of crates stand in their place, in the version that they are of', () => {
  const copies = join(folder, 'patched');
  for (const crate of ['ark-ff', 'ark-ff-macros']) {
    mkdirSync(join(copies, crate), { recursive: true });
    writeFileSync(join(copies, crate, 'Cargo.toml'), `[package]\nname = "${crate}"\nversion = "0.6.0"\n`);
  }
  const arkworks = parseArkworks('path:patched', folder);
  assert.deepEqual(arkworks, { id: 'ark-patched', version: '0.6.0', copies });
  const made = manifestFor(arkworks);
  assert.equal(made.dependencies['ark-ff-subject'].version, '=0.6.0');
  assert.equal(made.dependencies['ark-bn254-subject'].version, '~0.6');
  assert.deepEqual(JSON.parse(JSON.stringify(made.patch['crates-io'])), {
    'ark-ff': { path: join(copies, 'ark-ff') },
    'ark-ff-macros': { path: join(copies, 'ark-ff-macros') },
  });
});

test('wrong usage: exit 2, before any set-up', async () => {
  for (const [args, message] of /** @type {[string[], RegExp][]} */ ([
    [[], /two --ark or more/],
    [['--ark', '0.4.2'], /two --ark or more/],
    [['--ark', '0.4.2', '--ark', '0.4.2'], /--ark 0\.4\.2 is named twice/],
    [['--ark', 'path:algebra', '--ark', 'path:./algebra/'], /is named twice/],
    [['--ark', '0.4.2', '--ark', 'newest'], /path:FOLDER/],
    [['--ark', '0.4.2', '--ark', '0.6.0', '--build', 'avx'], /baseline, simd128, relaxed-simd/],
  ])) {
    const { exitCode, stderr } = await execa(process.execPath, [COMPARE, ...args], {
      cwd: folder,
      env: { PATH: '', npm_lifecycle_event: '' },
      reject: false,
    });
    assert.equal(exitCode, 2, args.join(' '));
    assert.match(stderr, message);
  }
});
