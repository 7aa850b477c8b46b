/** The patch, whatever a user has told git: the same bytes, with line feeds. */

import assert from 'node:assert/strict';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { execa } from 'execa';
import { ensureToolchain } from '../src/setup/toolchain.mjs';
import { CRATES, VERSIONS, copyCrate, publishedCrates } from '../src/upstream/crates.mjs';
import { howToPaste, leavePatched, pasteable, patchCheckout } from '../src/upstream/patch.mjs';
import { cratesOf } from '../src/upstream/patches.mjs';

const folder = mkdtempSync(join(tmpdir(), 'fqmul-patch-'));
after(() => rmSync(folder, { recursive: true }));

/** A user who wants CRLF everywhere, and types in a hook of another repository. */
mkdirSync(join(folder, 'config/git'), { recursive: true });
writeFileSync(
  join(folder, 'config/git/config'),
  '[core]\n\tautocrlf = true\n\teol = crlf\n\tsafecrlf = true\n[apply]\n\twhitespace = error-all\n',
);
writeFileSync(join(folder, 'config/git/attributes'), '* text eol=crlf\n');
const other = join(folder, 'other');
await execa('git', ['init', '--quiet', other]);
const bent = {
  XDG_CONFIG_HOME: join(folder, 'config'),
  GIT_DIR: join(other, '.git'),
  GIT_WORK_TREE: other,
  GIT_INDEX_FILE: join(other, '.git/index'),
};

const env = await ensureToolchain();
const plain = Object.fromEntries(Object.entries(env).filter(([name]) => !name.startsWith('GIT_')));
const theirs = await ensureToolchain({ env: { ...process.env, ...bent } });

/** @param {string} place @returns {Record<string, string>} the text of each file */
const textsIn = (place) =>
  Object.fromEntries(
    readdirSync(place, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name))
      .map((path) => [path.slice(place.length), readFileSync(path, 'latin1')]),
  );

test('copies are patched to the same bytes', async () => {
  await leavePatched(join(folder, 'as-usual'), { env: plain });
  await leavePatched(join(folder, 'bent'), { env: theirs });
  const [usual, own] = ['as-usual', 'bent'].map((name) => textsIn(join(folder, name)));
  for (const made of ['limbs29.rs', 'batch_affine.rs']) assert.ok(Object.keys(own).some((path) => path.endsWith(made)));
  for (const [path, text] of Object.entries(own)) assert.ok(!text.includes('\r\n'), path);
  assert.deepEqual(own, usual);
  assert.deepEqual(readdirSync(other), ['.git'], 'nothing is written into the repository of the hook');
});

test('every version gets the same kernel, and no other file changes than those that the patch names', async () => {
  /** @type {Set<string>} */
  const kernels = new Set();
  for (const version of VERSIONS) {
    const place = join(folder, version);
    await leavePatched(place, { env: plain }, version);
    const crates = cratesOf(version).map(([name]) => name);
    const published = await publishedCrates(crates, { env: plain }, version);
    /** @type {string[]} */
    const changed = [];
    for (const [name, crate] of published) {
      await copyCrate(crate, join(folder, 'original', name));
      const [before, now] = ['original', version].map((at) => textsIn(join(folder, at, name)));
      assert.match(now['/Cargo.toml'], new RegExp(`^version = "${version}"$`, 'm'));
      for (const path of Object.keys({ ...before, ...now })) if (before[path] !== now[path]) changed.push(path);
      if (name === 'ark-ff') kernels.add(now['/src/fields/models/fp/limbs29.rs']);
      // Each function of the macros and of the trait that has a kernel asks for it.
      const asks = Object.values(now).join('').split('if Self::USE_LIMBS29 {').length - 1;
      assert.equal(asks, { 'ark-ff': 6, 'ark-ff-macros': 5, 'ark-ec': 0 }[name], `${name} ${version}`);
    }
    // What is split there is a product of wide arithmetic, and 0.4 splits none.
    const split = version === '0.4.2' ? [] : ['/src/biginteger/arithmetic.rs'];
    const files = ['limbs29.rs', 'mod.rs', 'montgomery_backend.rs'].map((name) => `/src/fields/models/fp/${name}`);
    const curve = ['models/short_weierstrass/group.rs', 'models/short_weierstrass/mod.rs'];
    const sums = ['batch_affine.rs', 'mod.rs'].map((name) => `scalar_mul/variable_base/${name}`);
    const msm = version === '0.4.2' ? [] : [...curve, ...sums].map((file) => `/src/${file}`);
    assert.deepEqual(changed.sort(), [...split, ...files, '/src/montgomery/mod.rs', ...msm].sort(), version);
  }
  assert.equal(kernels.size, 1);
});

test('a checkout that was cloned with CRLF is patched to the same bytes', async () => {
  const published = await publishedCrates(Object.keys(CRATES), { env: plain });
  for (const name of ['lf', 'crlf'])
    for (const [crate, at] of Object.entries(CRATES))
      await copyCrate(String(published.get(crate)), join(folder, name, at));
  for (const [path, text] of Object.entries(textsIn(join(folder, 'crlf'))))
    writeFileSync(join(folder, 'crlf', path), text.replaceAll('\n', '\r\n'), 'latin1');
  const files = await patchCheckout(join(folder, 'crlf'), { env: theirs });
  assert.deepEqual(await patchCheckout(join(folder, 'lf'), { env: plain }), files);
  assert.ok(files.length > 3);
  for (const file of files) {
    assert.ok(existsSync(join(folder, 'crlf', file)), file);
    const [changed, usual] = ['crlf', 'lf'].map((name) => readFileSync(join(folder, name, file), 'utf8'));
    assert.equal(changed, usual, file);
    assert.ok(!changed.includes('\r'), file);
  }
});

test('the lines that are appended leave a manifest that works, beside what it has', async () => {
  const lines = pasteable(join(folder, 'bent'));
  const said = howToPaste('0.6.0');
  for (const part of ['"URL" in place of crates-io', '--ark', 'was not used', 'cargo tree --invert'])
    assert.ok(said.includes(part), part);
  /** @param {string} name @param {string} manifest */
  const tree = async (name, manifest) => {
    mkdirSync(join(folder, name, 'src'), { recursive: true });
    writeFileSync(join(folder, name, 'src/lib.rs'), '');
    writeFileSync(
      join(folder, name, 'Cargo.toml'),
      `[package]\nname = "program"\nedition = "2021"\n\n${manifest}\n[workspace]\n\n${lines}`,
    );
    const { stdout, stderr } = await execa('cargo', ['tree', '--invert', 'ark-ff', '--depth', '0'], {
      cwd: join(folder, name),
      env,
      extendEnv: false,
    });
    return { stdout, stderr };
  };
  const dependency = (/** @type {string} */ version) =>
    `[dependencies]\nark-ff = { version = "${version}", default-features = false }\n`;
  const local = `\n[patch.crates-io]\nzeroize = { path = ${JSON.stringify(join(folder, 'zeroize'))} }\n`;
  mkdirSync(join(folder, 'zeroize/src'), { recursive: true });
  writeFileSync(join(folder, 'zeroize/src/lib.rs'), '');
  writeFileSync(
    join(folder, 'zeroize/Cargo.toml'),
    '[package]\nname = "zeroize"\nversion = "1.99.0"\nedition = "2021"\n[features]\nzeroize_derive = []\n',
  );
  const beside = await tree('beside', dependency('0.6.0') + local);
  assert.equal(beside.stdout, `ark-ff v0.6.0 (${join(folder, 'bent/ark-ff')})`);
  const older = await tree('older', dependency('0.5.0'));
  assert.equal(older.stdout, 'ark-ff v0.5.0');
  assert.match(older.stderr, /`ark-ff v0\.6\.0.*` was not used in the crate graph/);
});
