/** `npm run upstream -- --into DIR --manifest FILE`: the patch in programs of others, and out of them again. */

import assert from 'node:assert/strict';
import {
  appendFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  readFileSync,
  readdirSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { homedir, tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { after, describe, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { execa } from 'execa';
import { parse, stringify } from 'smol-toml';
import { FIELDS, FQ, power, splitMix64 } from '../src/oracle/field.mjs';
import { WASM, sharing } from '../src/setup/cargo.mjs';
import { ROOT, ensureToolchain } from '../src/setup/toolchain.mjs';
import { fieldsIn, msmIn } from '../src/upstream/check.mjs';
import { CRATES, VERSIONS, copyCrate, publishedCrates } from '../src/upstream/crates.mjs';
import { install, uninstall } from '../src/upstream/install.mjs';
import { lockedIn, withSources } from '../src/upstream/lock.mjs';
import { replaceableIn } from '../src/upstream/replaceable.mjs';

const PROGRAM = fileURLToPath(new URL('../upstream.mjs', import.meta.url));
const CRATES_IO = 'registry+https://github.com/rust-lang/crates.io-index';
const INTO = 'vendor/arkworks';
/** Cargo does not spell it in the same way everywhere. */
const BRANCH = 'next/0.5+wasm';

/** Outside of this repository, and the same each time. */
const scratch = join(realpathSync(tmpdir()), 'fqmul-install', ROOT.replaceAll(/\W+/g, '-'));
rmSync(scratch, { recursive: true, force: true });
mkdirSync(scratch, { recursive: true });
after(() => rmSync(scratch, { recursive: true }));
const env = await ensureToolchain();
const toolchain = join(ROOT, 'rust-toolchain.toml');

/** @param {string} cwd @param {string[]} args of the command */
const upstream = (cwd, ...args) =>
  // Under npm the folder is the one where it was typed.
  execa(process.execPath, [PROGRAM, ...args], { cwd, env: { ...env, INIT_CWD: cwd }, extendEnv: false, reject: false });

/** @param {string} program */
const installIn = (program) => upstream(program, '--into', INTO, '--manifest', 'Cargo.toml');

/** @param {string} program */
const undoIn = (program) => upstream(program, '--into', INTO, '--undo');

/**
 * A program with a lock of its own, in which nothing is that it does not need.
 *
 * @param {string} name
 * @param {Record<string, string>} files
 * @param {import('../src/setup/toolchain.mjs').Environment} [own] of cargo
 * @returns {Promise<string>} its folder
 */
async function programOf(name, files, own = env) {
  const folder = join(scratch, name);
  const all = { 'src/lib.rs': '', ...files };
  for (const [file, text] of Object.entries(all)) {
    mkdirSync(dirname(join(folder, file)), { recursive: true });
    writeFileSync(join(folder, file), text);
  }
  cpSync(toolchain, join(folder, 'rust-toolchain.toml'));
  cpSync(join(ROOT, 'Cargo.lock'), join(folder, 'Cargo.lock'));
  await arkworksOf(folder, own);
  return folder;
}

/** @param {string} dependencies @param {string} [more] */
const manifestWith = (dependencies, more = '') =>
  `[package]\nname = "program"\nedition = "2021"\n\n[dependencies]\n${dependencies}\n${more}\n[workspace]\n`;
/** @param {string} version @param {string} [crate] */
const onVersion = (version, crate = 'ark-ff') => `${crate} = { version = "${version}", default-features = false }`;

/**
 * @param {string} program
 * @param {import('../src/setup/toolchain.mjs').Environment} [own]
 * @returns {Promise<string[]>} what cargo takes for ark-ff, its macros and ark-ec: version, and folder where it is one
 */
async function arkworksOf(program, own = env) {
  const { stdout } = await execa('cargo', ['metadata', '--format-version', '1'], {
    cwd: program,
    env: own,
    extendEnv: false,
  });
  /** @type {{ packages: { name: string, version: string, source: string | null, manifest_path: string }[] }} */
  const { packages } = JSON.parse(stdout);
  return packages
    .filter(({ name }) => name in CRATES)
    .map(({ name, version, source, manifest_path }) =>
      [name, version, ...(source === null ? [dirname(manifest_path).slice(program.length + 1)] : [])].join(' '),
    )
    .sort();
}

/** @param {string} folder @returns {Record<string, string | null>} each file's bytes, and null of each folder */
const treeOf = (folder) =>
  Object.fromEntries(
    readdirSync(folder, { recursive: true, withFileTypes: true }).map((entry) => {
      const path = join(entry.parentPath, entry.name);
      return [path.slice(folder.length), entry.isFile() ? readFileSync(path, 'latin1') : null];
    }),
  );

/**
 * Installs, has cargo change its lock, installs again, and takes all back.
 *
 * @param {string} program
 * @param {string[]} expected of arkworksOf in between
 * @param {object} [options]
 * @param {import('../src/setup/toolchain.mjs').Environment} [options.own] of cargo
 * @param {boolean} [options.typed] whether each step is a command, which takes twice the time: the first is one always
 */
async function thereAndBack(program, expected, { own = env, typed = false } = {}) {
  const original = treeOf(program);
  const first = await installIn(program);
  assert.equal(first.exitCode, 0, first.stderr);
  assert.deepEqual(await arkworksOf(program, own), expected);
  const installed = treeOf(program);
  assert.notEqual(installed['/Cargo.lock'], original['/Cargo.lock']);
  if (typed) {
    const second = await installIn(program);
    assert.equal(second.exitCode, 0, second.stderr);
    assert.equal(second.stdout, first.stdout);
  } else await install(join(program, 'Cargo.toml'), join(program, INTO), { env: own });
  assert.deepEqual(treeOf(program), installed);
  if (typed) {
    const undone = await undoIn(program);
    assert.equal(undone.exitCode, 0, undone.stderr);
    assert.equal(undone.stdout.split('\n').length, 1, undone.stdout);
  } else assert.deepEqual((await uninstall(join(program, INTO))).left, []);
  assert.deepEqual(treeOf(program), original);
  return { ...first, installed };
}

/** @param {string} version @param {string[]} [names] */
const patchedOf = (version, names = ['ark-ff', 'ark-ff-macros']) =>
  names.map((name) => `${name} ${version} ${INTO}/${name}-${version}`);
/** Where there is an MSM for the version. @param {string} version */
const allOf = (version) => patchedOf(version, ['ark-ec', 'ark-ff', 'ark-ff-macros']);
const MSM = 'scalar_mul/variable_base/batch_affine.rs';

describe('a program', { concurrency: 2 }, () => {
  for (const version of VERSIONS)
    test(`on ${version} has its crates, and is what it was after --undo`, async () => {
      const program = await programOf(`on-${version}`, { 'Cargo.toml': manifestWith(onVersion(version)) });
      const { stdout, installed } = await thereAndBack(program, patchedOf(version), { typed: true });
      for (const name of ['ark-ff', 'ark-ff-macros'])
        assert.match(
          stdout,
          new RegExp(`^${name} +${version} +crates-io +replaced by ${INTO}/${name}-${version}$`, 'm'),
        );
      assert.match(String(installed[`/${INTO}/ark-ff-${version}/src/fields/models/fp/mod.rs`]), /pub mod limbs29;/);
    });

  for (const version of VERSIONS)
    test(`with ark-ec ${version} has the MSM, too, or is told that there is none`, async () => {
      const program = await programOf(`ec-${version}`, { 'Cargo.toml': manifestWith(onVersion(version, 'ark-ec')) });
      const hasOne = version !== '0.4.2';
      const { stdout, installed } = await thereAndBack(
        program,
        hasOne ? allOf(version) : ['ark-ec 0.4.2', ...patchedOf(version)],
      );
      const said = hasOne
        ? `replaced by ${INTO}/ark-ec-${version}`
        : 'as it is: the patch is for 0\\.6\\.0 and 0\\.5\\.0';
      assert.match(stdout, new RegExp(`^ark-ec +${version} +crates-io +${said}$`, 'm'));
      const src = `/${INTO}/ark-ec-${version}/src`;
      const expected = hasOne ? readFileSync(join(ROOT, 'patches/3-msm/batch_affine.rs'), 'latin1') : undefined;
      assert.equal(installed[`${src}/${MSM}`], expected);
      if (hasOne) assert.match(String(installed[`${src}/${dirname(MSM)}/mod.rs`]), /^pub\(crate\) mod batch_affine;$/m);
      // Only 0.6 starts threads for each MSM.
      const falls = /Err\(_\) => msm_bigint_wnaf_parallel/.test(String(installed[`${src}/${dirname(MSM)}/mod.rs`]));
      assert.equal(falls, version === '0.6.0');
    });

  test('has one of the patches where that is asked for, and another choice the second time', async () => {
    const program = await programOf('chosen', { 'Cargo.toml': manifestWith(onVersion('0.6.0', 'ark-ec')) });
    const original = treeOf(program);
    const typed = ['--into', INTO, '--manifest', 'Cargo.toml'];
    for (const [patches, expected] of /** @type {[string[], string[]][]} */ ([
      [
        ['--patches', 'product'],
        ['ark-ec 0.6.0', ...patchedOf('0.6.0')],
      ],
      [[], allOf('0.6.0')],
      [
        ['--patches', 'msm'],
        [...patchedOf('0.6.0', ['ark-ec']), 'ark-ff 0.6.0', 'ark-ff-macros 0.6.0'],
      ],
    ])) {
      const { exitCode, stdout, stderr } = await upstream(program, ...typed, ...patches);
      assert.equal(exitCode, 0, stderr);
      assert.deepEqual(await arkworksOf(program), expected);
      const folders = readdirSync(join(program, INTO)).filter((name) => name.startsWith('ark-'));
      assert.deepEqual(
        folders.sort().map((name) => `${INTO}/${name}`),
        expected.flatMap((line) => line.split(' ')[2] ?? []),
      );
      assert.doesNotMatch(stdout, /as it is/);
    }
    assert.equal((await undoIn(program)).exitCode, 0);
    assert.deepEqual(treeOf(program), original);
  });

  test('with an ark-ec of its own keeps that, and has the product', async () => {
    const published = await publishedCrates(['ark-ec'], { env }, '0.5.0');
    const place = join(scratch, 'own-ec');
    await copyCrate(String(published.get('ark-ec')), join(place, 'mine'));
    const patch = '\n[patch.crates-io]\nark-ec = { path = "mine" }\n';
    const program = await programOf('own-ec', { 'Cargo.toml': manifestWith(onVersion('0.5.0', 'ark-ec'), patch) });
    const { stdout } = await thereAndBack(program, ['ark-ec 0.5.0 mine', ...patchedOf('0.5.0')]);
    assert.match(stdout, /^ark-ec +0\.5\.0 .*as it is: .*Cargo\.toml: \[patch\.crates-io\] has one of its own$/m);
  });

  test('with two versions and no lock has both, and no lock after --undo', async () => {
    const dependencies = `${onVersion('0.5.0')}\nolder = { package = "ark-ff", version = "=0.4.2" }`;
    const program = await programOf('two', { 'Cargo.toml': manifestWith(dependencies) });
    rmSync(join(program, 'Cargo.lock'));
    const original = treeOf(program);
    assert.equal((await installIn(program)).exitCode, 0);
    assert.deepEqual(await arkworksOf(program), [...patchedOf('0.4.2'), ...patchedOf('0.5.0')].sort());
    assert.equal((await undoIn(program)).exitCode, 0);
    assert.deepEqual(treeOf(program), original);
  });

  test('with a lock of an older format has that again, although cargo writes a newer one', async () => {
    const program = await programOf('older-lock', { 'Cargo.toml': manifestWith(onVersion('0.4.2')) });
    const lock = readFileSync(join(program, 'Cargo.lock'), 'utf8');
    writeFileSync(join(program, 'Cargo.lock'), lock.replace('version = 4', 'version = 3'));
    const { installed } = await thereAndBack(program, patchedOf('0.4.2'));
    assert.match(String(installed['/Cargo.lock']), /^version = 4$/m);
  });

  test('with a [patch.crates-io] and a configuration of its own keeps both', async () => {
    const locked = lockedIn(readFileSync(join(ROOT, 'Cargo.lock'), 'utf8'));
    const own = (/** @type {string} */ name, features = '') => ({
      [`${name}/Cargo.toml`]:
        `[package]\nname = "${name}"\nversion = "${locked.find((one) => one.name === name)?.version}"\n` +
        `edition = "2021"\n${features}`,
      [`${name}/src/lib.rs`]: '',
    });
    for (const [name, config] of Object.entries({
      table: '[patch.crates-io]\nautocfg = { path = "autocfg" }\n\n[build]\n',
      'line-ends': '# A comment.\r\n[term]\r\nquiet = false',
    })) {
      const program = await programOf(`own-${name}`, {
        'Cargo.toml': manifestWith(onVersion('0.5.0'), '\n[patch.crates-io]\nzeroize = { path = "zeroize" }\n'),
        '.cargo/config.toml': config,
        ...own('zeroize', '[features]\nzeroize_derive = []\n'),
        ...own('autocfg'),
      });
      const { installed } = await thereAndBack(program, patchedOf('0.5.0'));
      const now = String(installed['/.cargo/config.toml']);
      assert.ok(now.startsWith(config), name);
      assert.match(now.slice(config.length), /^\n?# fqmul: begin/);
      assert.match(now, /^# fqmul: begin/m, name);
      for (const other of name === 'table' ? ['zeroize', 'autocfg'] : ['zeroize'])
        assert.match(String(installed['/Cargo.lock']), new RegExp(`name = "${other}"\nversion = "[^"]*"\n(\n|$)`));
    }
  });
});

describe('a program is left as it is, and told what to do:', () => {
  /** @param {string} name @param {Record<string, string>} files @param {RegExp} message */
  async function refused(name, files, message) {
    const program = await programOf(`refused-${name}`, files);
    const original = treeOf(program);
    const { exitCode, stdout, stderr } = await installIn(program);
    assert.match(stderr.replaceAll(program, ''), message);
    assert.equal(exitCode, 2);
    assert.equal(stdout, '');
    assert.deepEqual(treeOf(program), original);
  }
  const own = {
    'own/Cargo.toml': '[package]\nname = "ark-ff"\nversion = "0.5.0"\nedition = "2021"\n',
    'own/src/lib.rs': '',
  };
  const manifest = manifestWith(onVersion('0.5.0'));

  test('its manifest replaces ark-ff', async () => {
    const patch = '\n[patch.crates-io]\nmine = { package = "ark-ff", path = "own" }\n';
    const files = { ...own, 'Cargo.toml': manifestWith(`${onVersion('0.5.0')}`, patch) };
    await refused(
      'manifest',
      files,
      /^error: .* \/Cargo\.toml: \[patch\.crates-io\] has an ark-ff of its own.* --checkout/m,
    );
  });

  test('its configuration replaces ark-ff', async () => {
    const config = '[patch.crates-io]\nark-ff = { path = "own" }\n';
    const files = { ...own, 'Cargo.toml': manifestWith(`${onVersion('0.5.0')}`), '.cargo/config.toml': config };
    await refused('config', files, /: \/\.cargo\/config\.toml: \[patch\.crates-io\] has an ark-ff of its own/);
  });

  test('its configuration has a table in one line', () =>
    refused(
      'inline',
      { 'Cargo.toml': manifest, '.cargo/config.toml': 'patch = { crates-io = {} }\n' },
      /: \/\.cargo\/config\.toml has patch, or a table in it, in one line.* write \[patch\.crates-io\]/,
    ));

  for (const pattern of ['vendor/*', 'vendor/*/*'])
    test(`its workspace takes in the folder, or the crates in it: ${pattern}`, () => {
      const member = { 'Cargo.toml': '[package]\nname = "member"\nedition = "2021"\n', 'src/lib.rs': '' };
      const place = pattern.replaceAll('*', 'own');
      return refused(
        pattern.replaceAll(/\W/g, '-'),
        {
          'Cargo.toml': `${manifest}members = ["${pattern}"]\n`,
          ...Object.fromEntries(Object.entries(member).map(([file, text]) => [`${place}/${file}`, text])),
        },
        /: the workspace has a pattern among its members that takes in \/vendor\/arkworks: another folder is needed/,
      );
    });

  test('it was patched, and the folder is gone', async () => {
    const program = await programOf('gone', { 'Cargo.toml': manifest });
    assert.equal((await installIn(program)).exitCode, 0);
    assert.match(
      (await upstream(program, '--into', 'new', '--manifest', 'Cargo.toml')).stderr,
      /: --undo takes them out/,
    );
    await arkworksOf(program);
    rmSync(join(program, 'vendor'), { recursive: true });
    const { exitCode, stderr } = await installIn(program);
    assert.equal(exitCode, 2);
    assert.match(
      stderr,
      /ark-ff-0\.5\.0 is gone\. Take out .* "# fqmul: begin" to "# fqmul: end", and run cargo fetch/,
    );
    // As it says.
    rmSync(join(program, '.cargo'), { recursive: true });
    await execa('cargo', ['fetch'], { cwd: program, env, extendEnv: false });
    await thereAndBack(program, patchedOf('0.5.0'));
  });

  test('it has no arkworks', () =>
    refused('without', { 'Cargo.toml': manifestWith('') }, /: its Cargo\.lock has no ark-ff/));

  test('words of the command line', async () => {
    const program = await programOf('words', { 'Cargo.toml': manifest, 'full/file': '' });
    const original = treeOf(program);
    for (const [args, message] of /** @type {[string[], RegExp][]} */ ([
      [['--manifest', 'Cargo.toml'], /^error: --manifest: with --into <folder>/],
      [['--undo'], /^error: --undo: with --into <folder>/],
      [['--into', 'full', '--manifest', 'Cargo.toml'], /^error: --into full: it is not empty/],
      [
        ['--into', 'new', '--manifest', 'no/Cargo.toml'],
        /error: --manifest no\/Cargo\.toml: the Cargo\.toml of a program is needed/,
      ],
      [
        ['--into', 'new', '--manifest', 'src/lib.rs'],
        /error: --manifest src\/lib\.rs: the Cargo\.toml of a program is needed/,
      ],
      [['--into', 'new', '--undo'], /^error: --into new: .* has no installed\.json/],
      [['--into', 'new', '--manifest', 'Cargo.toml', '--ark', '0.5.0'], /cannot be used with/],
      [['--into', 'new', '--manifest', 'Cargo.toml', '--undo'], /cannot be used with/],
      [['--ark', '0.4.1'], /0\.6\.0, 0\.5\.0, 0\.4\.2/],
      [['--ark', '0.5.0', '--field', 'pallas'], /^error: --ark 0\.5\.0: .*fields and work are of 0\.6\.0/],
      [['--ark', '0.5.0', '--only', 'size', '--write'], /^error: --write: .*0\.6\.0, without --ark 0\.5\.0/],
      [['--check', 'none.wasm'], /^error: --check none\.wasm: there is no such file/],
      [['--check', 'Cargo.toml'], /^error: --check Cargo\.toml: it is no wasm module/],
    ])) {
      const { exitCode, stdout, stderr } = await upstream(program, ...args);
      assert.match(stderr, message);
      assert.equal(exitCode, 2, args.join(' '));
      assert.equal(stdout, '');
    }
    assert.deepEqual(treeOf(program), original);
  });
});

describe('what somebody has changed since', () => {
  test('stays, and the rest is taken back', async () => {
    const program = await programOf('changed', {
      'Cargo.toml': manifestWith(onVersion('0.5.0')),
      '.cargo/config.toml': '[term]\n',
    });
    const original = treeOf(program);
    await installIn(program);
    await arkworksOf(program);
    appendFileSync(join(program, '.cargo/config.toml'), '[build]\n');
    writeFileSync(join(program, INTO, 'notes'), 'mine');
    const installed = treeOf(program);
    assert.equal((await installIn(program)).exitCode, 0);
    assert.equal(treeOf(program)['/.cargo/config.toml'], installed['/.cargo/config.toml']);
    const lock = readFileSync(join(program, 'Cargo.lock'), 'utf8');
    writeFileSync(join(program, 'Cargo.lock'), lock.replace('version = 4', 'version = 4\n# mine'));
    const { stdout, exitCode } = await undoIn(program);
    assert.equal(exitCode, 0);
    assert.match(stdout, /^Its Cargo\.lock has changed otherwise since/m);
    assert.match(stdout, new RegExp(`^${INTO} stays, .*: notes\\.$`, 'm'));
    const folders = { '/vendor': null, [`/${INTO}`]: null, [`/${INTO}/notes`]: 'mine' };
    assert.deepEqual(treeOf(program), {
      ...original,
      ...folders,
      '/.cargo/config.toml': '[term]\n[build]\n',
      '/Cargo.lock': String(original['/Cargo.lock']).replace('version = 4', 'version = 4\n# mine'),
    });
  });

  test('another version in the lock is another crate in the folder', async () => {
    const program = await programOf('updated', { 'Cargo.toml': manifestWith(onVersion('0.5.0')) });
    const original = treeOf(program);
    await installIn(program);
    writeFileSync(join(program, 'Cargo.toml'), manifestWith(onVersion('0.6.0')));
    cpSync(join(ROOT, 'Cargo.lock'), join(program, 'Cargo.lock'));
    await arkworksOf(program);
    assert.equal((await installIn(program)).exitCode, 0);
    assert.deepEqual(await arkworksOf(program), patchedOf('0.6.0'));
    assert.deepEqual(
      readdirSync(join(program, INTO))
        .filter((name) => name.startsWith('ark-'))
        .sort(),
      ['ark-ff-0.6.0', 'ark-ff-macros-0.6.0'],
    );
    assert.equal((await undoIn(program)).exitCode, 0);
    const undone = treeOf(program);
    assert.deepEqual(Object.keys(undone), Object.keys(original));
    assert.deepEqual(await arkworksOf(program), ['ark-ff 0.6.0', 'ark-ff-macros 0.6.0']);
  });
});

test("arkworks of a git repository is replaced by a copy of the repository's commit", async () => {
  // Cargo would keep a clone of it for good.
  const home = join(scratch, 'cargo-home');
  mkdirSync(home);
  const [real] = [process.env.CARGO_HOME ?? join(homedir(), '.cargo')];
  for (const name of ['registry', 'config.toml', 'config'])
    if (existsSync(join(real, name))) symlinkSync(join(real, name), join(home, name));
  const own = { ...env, CARGO_HOME: home };
  const repository = join(scratch, 'algebra');
  await makeAlgebra(repository);
  const url = `file://${repository}`;
  const program = await programOf(
    'git',
    { 'Cargo.toml': manifestWith(`ark-ec = { git = "${url}", branch = "${BRANCH}", default-features = false }`) },
    own,
  );
  const { stdout: commit } = await execa('git', ['rev-parse', '--short=7', 'HEAD'], { cwd: repository });
  const original = treeOf(program);
  const before = env.CARGO_HOME;
  env.CARGO_HOME = home;
  try {
    const copies = ['ec', 'ff', 'ff-macros'].map((place) => `ark-${place} 0.5.0 ${INTO}/algebra-${commit}/${place}`);
    const { stdout, installed } = await thereAndBack(program, copies, { own });
    assert.match(
      stdout,
      new RegExp(`^ark-serialize +0\\.5\\.0 +${url} +replaced by ${INTO}/algebra-${commit}/serialize$`, 'm'),
    );
    assert.match(
      String(installed['/.cargo/config.toml']),
      new RegExp(`^\\[patch\\."${url}"\\.ark-ff-${commit}\\]$`, 'm'),
    );
    assert.equal(
      installed[`/${INTO}/algebra-${commit}/ec/src/${MSM}`],
      readFileSync(join(ROOT, 'patches/3-msm/batch_affine.rs'), 'latin1'),
    );
    const crates = ['ark-ff', 'ark-ff-macros', 'ark-ec', 'ark-serialize'];
    const patch = crates.map((name) => `mine-${name} = { package = "${name}", git = "${url}", branch = "${BRANCH}" }`);
    const manifest = manifestWith(onVersion('0.5.0', 'ark-ec'), `\n[patch.crates-io]\n${patch.join('\n')}\n`);
    const { stdout: fromCratesIo } = await thereAndBack(
      await programOf('git-patch', { 'Cargo.toml': manifest }, own),
      copies,
      { own },
    );
    for (const table of ['crates-io', url])
      assert.match(
        fromCratesIo,
        new RegExp(`^ark-ff +0\\.5\\.0 +${table} +replaced by ${INTO}/algebra-${commit}/ff$`, 'm'),
      );
    /** A commit whose files a patch does not fit. @param {string} path @param {string} spoilt */
    const spoil = async (path, spoilt) => {
      const file = join(repository, path);
      writeFileSync(file, readFileSync(file, 'utf8').replace(spoilt, ` ${spoilt}`));
      await commitAll(repository);
      await execa('cargo', ['update', '--package', 'ark-ff'], { cwd: program, env: own, extendEnv: false });
    };
    await spoil('ec/src/scalar_mul/variable_base/mod.rs', 'fn msm_bigint_wnaf');
    const half = treeOf(program);
    const { stdout: said, exitCode: code } = await installIn(program);
    assert.equal(code, 0);
    assert.match(said, new RegExp(`^ark-ff +0\\.5\\.0 +${url} +replaced by ${INTO}/algebra-\\w+/ff$`, 'm'));
    assert.match(said, /^ark-ec +0\.5\.0 .*as it is, in .*\/ec: the patch does not fit its files at this commit$/m);
    assert.equal((await undoIn(program)).exitCode, 0);
    assert.deepEqual(treeOf(program), half);
    await spoil('ff-macros/src/montgomery/mod.rs', 'fn neg_in_place');
    const updated = treeOf(program);
    const { exitCode, stderr } = await installIn(program);
    assert.equal(exitCode, 2);
    assert.match(stderr, /ark-ff 0\.5\.0: the patch does not fit its files at this commit/);
    assert.deepEqual(treeOf(program), updated);
    assert.notEqual(updated['/Cargo.lock'], original['/Cargo.lock']);
  } finally {
    if (before === undefined) delete env.CARGO_HOME;
    else env.CARGO_HOME = before;
  }
});

/** arkworks 0.5.0 as its repository has it: its crates depend on each other by folder. @param {string} folder */
async function makeAlgebra(folder) {
  const places = Object.entries({
    'ark-ec': 'ec',
    'ark-ff': 'ff',
    'ark-ff-asm': 'ff-asm',
    'ark-ff-macros': 'ff-macros',
    'ark-poly': 'poly',
    'ark-serialize': 'serialize',
    'ark-serialize-derive': 'serialize-derive',
  });
  const published = await publishedCrates(
    places.map(([name]) => name),
    { env },
    '0.5.0',
  );
  for (const [name, place] of places) {
    await copyCrate(String(published.get(name)), join(folder, place));
    const file = join(folder, place, 'Cargo.toml');
    const manifest = /** @type {any} */ (parse(readFileSync(file, 'utf8')));
    delete manifest['dev-dependencies'];
    manifest.package.version = { workspace: true };
    for (const [other, at] of places)
      if (manifest.dependencies?.[other]) manifest.dependencies[other].path = `../${at}`;
    writeFileSync(file, stringify(manifest));
  }
  const workspace = { members: places.map(([, place]) => place), resolver: '2', package: { version: '0.5.0' } };
  writeFileSync(join(folder, 'Cargo.toml'), stringify({ workspace }));
  await execa('git', ['init', '--quiet', '--initial-branch', BRANCH], { cwd: folder });
  await commitAll(folder);
}

/** @param {string} folder */
async function commitAll(folder) {
  const git = execa({ cwd: folder });
  await git`git add --all`;
  await git`git -c user.name=test -c user.email=test@test commit --quiet --message ${'as it is'}`;
}

describe('of a lock', () => {
  const crate = (/** @type {string} */ name, /** @type {string} */ version, source = CRATES_IO) => ({
    name,
    version,
    source,
  });
  const pair = (/** @type {string} */ version, source = CRATES_IO) => [
    crate('ark-ff', version, source),
    crate('ark-ff-macros', version, source),
  ];
  /** @param {{ name: string, version: string, source?: string }[]} locked */
  const reasons = (locked) =>
    replaceableIn(locked).kept.map(({ name, version, reason }) => `${name} ${version}: ${reason}`);

  test('versions of the patch are replaced, in pairs, and of others is said why not', () => {
    assert.deepEqual(
      replaceableIn([...pair('0.4.2'), ...pair('0.6.0')]).published.map(({ version }) => version),
      ['0.6.0', '0.4.2'],
    );
    /** @param {any[]} locked */
    const patches = (locked) => replaceableIn(locked).published.map((one) => one.patches.join());
    assert.deepEqual(patches([...pair('0.6.0'), crate('ark-ec', '0.6.0'), ...pair('0.4.2')]), [
      'product,msm',
      'product',
    ]);
    assert.deepEqual(patches([crate('ark-ff', '0.5.0'), crate('ark-ec', '0.5.0')]), ['msm']);
    const older = [...pair('0.4.2'), crate('ark-ec', '0.4.2')];
    assert.deepEqual(reasons(older), ['ark-ec 0.4.2: the patch is for 0.6.0 and 0.5.0']);
    assert.deepEqual(replaceableIn(older, ['product']).kept, []);
    for (const [locked, reason] of /** @type {[any[], RegExp][]} */ ([
      [pair('0.3.0'), /the patch is for 0\.6\.0, 0\.5\.0 and 0\.4\.2$/],
      [pair('0.4.1'), /the patch is for 0\.4\.2: cargo update --package ark-ff(-macros)?@0\.4\.1 --precise 0\.4\.2$/],
      [[crate('ark-ff', '0.5.0')], /without ark-ff-macros 0\.5\.0$/],
      [[crate('ark-ff-macros', '0.5.0')], /without ark-ff 0\.5\.0$/],
      [pair('0.5.0', 'registry+https://elsewhere.test/index'), /another registry$/],
      [[{ name: 'ark-ff', version: '0.5.0' }], /in a folder: --checkout/],
      [[...pair('0.5.0'), ...pair('0.5.0', 'git+https://a.test/algebra#1')], /from two sources in the same version/],
      [
        [...pair('0.5.0', 'git+https://a.test/algebra#1'), ...pair('0.6.0', 'git+https://a.test/algebra.git#2')],
        /two commits/,
      ],
    ])) {
      assert.deepEqual(replaceableIn(locked).published, []);
      assert.deepEqual(replaceableIn(locked).checkouts, []);
      for (const said of reasons(locked)) assert.match(said, reason);
      assert.equal(reasons(locked).length, locked.length);
    }
  });

  test('sources are put back, whatever the ends of its lines were', () => {
    const lock = readFileSync(join(ROOT, 'Cargo.lock'), 'utf8');
    const replaced = lockedIn(lock).filter(({ name }) => name === 'ark-ff');
    const taken = replaced.reduce(
      (text, { version }) =>
        text.replace(new RegExp(`(name = "ark-ff"\\nversion = "${version}"\\n)source.*\\nchecksum.*\\n`), '$1'),
      lock,
    );
    const unused = `${taken}\n[[patch.unused]]\nname = "ark-ff"\nversion = "0.5.0"\n`;
    assert.ok(replaced.length > 2 && taken.length < lock.length);
    for (const now of [lock, taken, unused]) assert.equal(withSources(now, lock, replaced), lock);
    const crlf = lock.replaceAll('\n', '\r\n');
    assert.equal(withSources(taken, crlf, replaced), crlf);
    const others = unused.replaceAll('"ark-ff"', '"ark-ec"');
    assert.equal(withSources(others, others, replaced), others);
  });
});

test('a lock of any format says the same as one that cargo wrote of it since, or does not', () => {
  const old = `[[package]]
name = "ark-ff"
version = "0.4.2"
source = "${CRATES_IO}"
dependencies = [
 "old 1.0.0 (git+https://a.test/old?branch=a/b+c#1)",
 "older 0.1.0",
]

[[package]]
name = "old"
version = "1.0.0"
source = "git+https://a.test/old?branch=a/b+c#1"

[[package]]
name = "older"
version = "0.1.0"

[metadata]
"checksum ark-ff 0.4.2 (${CRATES_IO})" = "0"
`;
  const replaced = [{ name: 'ark-ff', version: '0.4.2' }];
  const written = `version = 4

[[package]]
name = "ark-ff"
version = "0.4.2"
dependencies = [
 "old",
 "older",
]

[[package]]
name = "old"
version = "1.0.0"
source = "git+https://a.test/old?branch=a%2Fb%2Bc#1"

[[package]]
name = "older"
version = "0.1.0"
`;
  assert.equal(withSources(written, old, replaced), old);
  for (const [one, other] of [
    ['"old",\n', ''],
    ['name = "older"\nversion = "0.1.0"', 'name = "older"\nversion = "0.1.1"'],
    ['#1', '#2'],
  ]) {
    const changed = withSources(written.replace(one, other), old, replaced);
    assert.match(changed, /^version = 4$/m, one);
    assert.ok(changed.includes(`source = "${CRATES_IO}"`));
  }
});

describe('a module', () => {
  test('is seen to have the products by the limbs of a modulus, in code and in data', () => {
    const magic = [...Buffer.from('\0asm')];
    for (const { id, p, words } of FIELDS) {
      const width = { 4: 29, 6: 30 }[words];
      const limbs = [];
      for (let rest = p; rest > 0n; rest >>= BigInt(Number(width))) limbs.push(BigInt.asUintN(Number(width), rest));
      const code = limbs.flatMap((limb) => [...Buffer.from([0x42]), ...signedLeb128(limb)]);
      const data = limbs.flatMap((limb) => [...littleEndian(limb, 8)]);
      const own = littleEndian(p, 8 * words);
      const seen = (/** @type {Iterable<number>[]} */ ...parts) =>
        fieldsIn(Uint8Array.from([...magic, ...parts.flatMap((part) => [...part])]));
      assert.deepEqual(seen(), []);
      assert.deepEqual(seen(own), [{ field: id, patched: false }]);
      assert.deepEqual(seen(own, code), [{ field: id, patched: true }]);
      assert.deepEqual(seen(own, data), [{ field: id, patched: true }]);
      const low = limbs.findIndex((limb) => limb > 2n ** 16n && (limb & (limb + 1n)) !== 0n);
      const spoilt = limbs.flatMap((limb, i) => [0x42, ...signedLeb128(i === low ? limb ^ 1n : limb)]);
      assert.deepEqual(seen(own, spoilt), [{ field: id, patched: false }], id);
    }
  });

  test('is seen to have an MSM by the file that its panics name, on any system', () => {
    const naming = (/** @type {string[]} */ ...files) => Buffer.from(`\0asm${files.join('')}`);
    const published = '/registry/ark-ec-0.6.0/src/scalar_mul/variable_base/mod.rs';
    assert.equal(msmIn(naming('/registry/ark-ec-0.6.0/src/scalar_mul/mod.rs')), null);
    assert.deepEqual(msmIn(naming(published)), { patched: false });
    for (const path of [`/home/me/ark-ec/src/${MSM}`, `C:\\me\\ark-ec\\src\\${MSM.replaceAll('/', '\\')}`])
      assert.deepEqual(msmIn(naming(published, path)), { patched: true });
  });

  test('of two versions of arkworks multiplies rightly with both, and --check says whose products it has', async () => {
    const { p } = FQ;
    /** @param {string} version */
    const crate = (version) => ({
      [`on-${version}/Cargo.toml`]: manifestWith(onVersion(`0.${version}`))
        .replace('"program"', `"on-${version}"`)
        .replace('[workspace]\n', ''),
      [`on-${version}/src/lib.rs`]: `
use ark_ff::{BigInt, Fp256, MontBackend, MontConfig};

#[derive(MontConfig)]
#[modulus = "${p}"]
#[generator = "3"]
pub struct Config;

/// a·b·R^-1 mod p, in place of a.
pub fn product(a: &mut [u64; 4], b: &[u64; 4]) {
    let [x, y] = [*a, *b].map(|words| Fp256::<MontBackend<Config, 4>>::new_unchecked(BigInt(words)));
    *a = (x * y).0 .0;
}
`,
    });
    const program = await programOf('built', {
      ...crate('4'),
      ...crate('5'),
      'Cargo.toml': `[package]
name = "built"
edition = "2021"

[lib]
crate-type = ["cdylib"]

[dependencies]
on-4 = { path = "on-4" }
on-5 = { path = "on-5" }
# arkworks' macros are then those of other builds, which are compiled.
one-set = { path = ${JSON.stringify(join(ROOT, 'bench-wasm/one-set'))} }

[profile.release]
opt-level = 1
lto = "fat"
panic = "abort"
strip = true

# arkworks is generic: its products are compiled in crates of this program.
[profile.release.package."*"]
opt-level = 0

[workspace]
`,
      'src/lib.rs': `
#[no_mangle]
pub extern "C" fn product_4(a: &mut [u64; 4], b: &[u64; 4]) {
    on_4::product(a, b);
}
#[no_mangle]
pub extern "C" fn product_5(a: &mut [u64; 4], b: &[u64; 4]) {
    on_5::product(a, b);
}
#[no_mangle]
pub static OPERANDS: [[u64; 4]; 2] = [[0; 4]; 2];
`,
    });
    const module = join(program, 'built.wasm');
    /** @returns {Promise<{ exitCode?: number, stdout: string }>} what --check says of the module, optimised */
    const build = async () => {
      const { folder, env: own } = sharing(env, 'installed');
      await execa('cargo', ['build', '--release', '--lib', '--target', WASM], {
        cwd: program,
        env: own,
        extendEnv: false,
      });
      const made = join(folder, WASM, 'release/built.wasm');
      await execa('wasm-opt', ['-O3', '--all-features', '--strip', made, '-o', module], { env, extendEnv: false });
      return upstream(program, '--check', 'built.wasm');
    };
    const published = await build();
    assert.equal(published.exitCode, 1);
    assert.match(published.stdout, /^bn254-fq +not those of the patch$/m);
    await assertMultiplies(module);

    assert.equal((await installIn(program)).exitCode, 0);
    const patched = await build();
    assert.equal(patched.exitCode, 0);
    assert.match(patched.stdout, /^bn254-fq +those of the patch$/m);
    await assertMultiplies(module);
  });

  /** @param {string} file */
  async function assertMultiplies(file) {
    const { p } = FQ;
    const { instance } = await WebAssembly.instantiate(readFileSync(file));
    const { memory, OPERANDS, ...products } = /** @type {any} */ (instance.exports);
    const r = power(2n, 256n, p);
    const random = splitMix64(1n);
    const some = Array.from({ length: 50 }, () => (random() * random() * random() * random()) % p);
    const edges = [0n, 1n, 2n ** 29n - 1n, 2n ** 64n - 1n, p - 1n, p - 2n ** 29n, r, p - r];
    const values = [...edges, ...some];
    const at = OPERANDS.value;
    for (const name of ['product_4', 'product_5'])
      for (const [i, a] of values.entries()) {
        const b = values[(7 * i + 3) % values.length];
        new Uint8Array(memory.buffer).set([...littleEndian(a, 32), ...littleEndian(b, 32)], at);
        products[name](at, at + 32);
        const words = new BigUint64Array(memory.buffer.slice(at, at + 32));
        const result = words.reduceRight((sum, word) => (sum << 64n) | word, 0n);
        assert.ok(result < p);
        assert.equal((result * r) % p, (a * b) % p, `${name}: ${a} * ${b}`);
      }
  }

  /** @param {bigint} value @param {number} length @returns {Buffer} */
  const littleEndian = (value, length) => Buffer.from(value.toString(16).padStart(2 * length, '0'), 'hex').reverse();

  /** @param {bigint} value below 2^63 @returns {number[]} */
  function signedLeb128(value) {
    const bytes = [];
    for (; value >= 64n; value >>= 7n) bytes.push(Number(value & 0x7fn) | 0x80);
    return [...bytes, Number(value)];
  }
});
