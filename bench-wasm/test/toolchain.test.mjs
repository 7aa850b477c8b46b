import assert from 'node:assert/strict';
import { once } from 'node:events';
import { chmod, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { beforeEach, afterEach, describe, test } from 'node:test';
import { execa } from 'execa';
import { goEnvironment } from '../src/setup/go.mjs';
import { SetupError, ensureToolchain, lockedVersions, runTool, showProgress } from '../src/setup/toolchain.mjs';

/** A checkout and a PATH of programs that only pretend. */
let root = '';
let path = '';
/** What the pretended programs were called with. */
let calls = '';

/** @param {string} file @param {string} body JavaScript; `args` is what it is called with */
async function program(file, body) {
  await mkdir(dirname(file), { recursive: true });
  await writeFile(
    file,
    `#!${process.execPath}
const fs = require('node:fs'), path = require('node:path'), args = process.argv.slice(2);
const [root, calls] = ${JSON.stringify([root, calls])};
${body}`,
  );
  await chmod(file, 0o755);
}

/** Goes on only when it is called for real work, which it then notes. */
const notes = `if (args[0] === '--version') process.exit();
fs.appendFileSync(calls, [path.basename(__filename), ...args].join(' ') + '\\n');`;
/** rustup, which has a home, and installs by this. */
const rustup = (/** @type {string} */ body = '') =>
  `if (args[0] === 'show') { console.log(path.join(root, 'home')); process.exit(); }\n${notes}\n${body}`;
/** What it installs. */
const INSTALLS = `for (const file of ['lib/rustlib/wasm32-unknown-unknown', 'bin/cargo-clippy'])
  fs.mkdirSync(path.join(root, 'sysroot', file), { recursive: true });`;
const rustc = (/** @type {string} */ version) =>
  `console.log(args[0] === '--version' ? 'rustc ${version}' : path.join(root, 'sysroot'));`;
const ensure = () => ensureToolchain({ root, env: { PATH: path } });
const called = () =>
  readFile(calls, 'utf8').then(
    (text) => text.trim().split('\n'),
    () => [],
  );

beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'fqmul-toolchain-'));
  path = join(root, 'path');
  calls = join(root, 'calls');
  await mkdir(path);
  await writeFile(
    join(root, 'rust-toolchain.toml'),
    '[toolchain]\nchannel = "1.95.0"\ncomponents = ["clippy"]\ntargets = ["wasm32-unknown-unknown"]\n',
  );
});
afterEach(() => rm(root, { recursive: true }));

/** Rust as it should be, without rustup. */
async function provideRust() {
  await mkdir(join(root, 'sysroot/lib/rustlib/wasm32-unknown-unknown'), { recursive: true });
  await program(join(path, 'rustc'), rustc('1.95.0 (59807616e 2026-04-14)'));
  await program(join(path, 'cargo'), notes);
}

describe('Rust', () => {
  test('without cargo there is one clear line', async () => {
    await assert.rejects(ensure(), (/** @type {any} */ error) => {
      assert(error instanceof SetupError);
      assert.equal(error.message, 'cargo was not found.\nInstall Rust from https://rustup.rs and open a new shell.');
      return true;
    });
  });

  test('without rustup, a Rust that lacks the target is refused', async () => {
    await program(join(path, 'cargo'), notes);
    await program(join(path, 'rustc'), rustc('1.95.0'));
    await assert.rejects(ensure(), /lacks wasm32-unknown-unknown\.\nInstall Rust from https:\/\/rustup\.rs/);
  });

  test('without rustup, a Rust that is too old is refused', async () => {
    await provideRust();
    await program(join(path, 'rustc'), rustc('1.85.1 (4eb161250 2025-03-15)'));
    await assert.rejects(ensure(), /lacks rustc 1\.95\.0\./);
  });

  test('rustup installs what is missing, and the rest is left alone', async () => {
    await program(join(path, 'cargo'), notes);
    await program(join(path, 'rustc'), rustc('1.95.0'));
    await program(join(path, 'rustup'), rustup(INSTALLS));
    await ensure();
    await ensure();
    assert.deepEqual(await called(), [
      'rustup toolchain install 1.95.0 --profile minimal --no-self-update ' +
        '--component clippy --target wasm32-unknown-unknown',
    ]);
  });

  test('of two commands at once the second waits until rustup has installed all, and installs nothing', async () => {
    await program(join(path, 'cargo'), notes);
    await program(join(path, 'rustc'), rustc('1.95.0'));
    // All that is looked for is there before it ends, which it does when the second command has said something.
    const slow = `${INSTALLS}
const waiting = setInterval(() => {
  if (!fs.existsSync(path.join(root, 'said'))) return;
  clearInterval(waiting);
  fs.appendFileSync(calls, 'end\\n');
}, 20);`;
    await program(join(path, 'rustup'), rustup(slow));
    const script = `import { ensureToolchain } from '${new URL('../src/setup/toolchain.mjs', import.meta.url)}';
await ensureToolchain({ root: ${JSON.stringify(root)}, env: { PATH: ${JSON.stringify(path)} } });`;
    const command = () => execa(process.execPath, ['--input-type=module', '--eval', script]);
    const first = command();
    while ((await called()).length === 0) await new Promise((resolve) => setTimeout(resolve, 20));
    const second = command();
    await Promise.race([once(second.stderr, 'data'), second]);
    await writeFile(join(root, 'said'), '');
    const { stderr } = await second;
    assert.match(stderr, new RegExp(`^install Rust 1\\.95\\.0: process ${first.pid} is at it; waiting for it\\.`));
    assert.deepEqual((await called()).slice(1), ['end']);
    await first;
  });

  test('a Rust on PATH that rustup does not govern is named', async () => {
    await program(join(path, 'cargo'), notes);
    await program(join(path, 'rustc'), rustc('1.95.0'));
    await program(join(path, 'rustup'), rustup());
    await assert.rejects(ensure(), /lacks wasm32-unknown-unknown, clippy\.\nIt is not rustup's/);
  });
});

test("the user's own flags and folders do not reach the builds; where cargo finds crates does", async () => {
  await provideRust();
  const bent = [
    ...['RUSTFLAGS', 'RUSTDOCFLAGS', 'RUSTC', 'RUSTC_WRAPPER', 'RUSTC_WORKSPACE_WRAPPER', 'RUSTC_BOOTSTRAP'],
    ...['CARGO_ENCODED_RUSTFLAGS', 'CARGO_INCREMENTAL', 'CARGO_TARGET_DIR', 'CARGO_UNSTABLE_BUILD_STD'],
    ...['TARGET', 'TARGET_DIR', 'BUILD_DIR', 'RUSTC', 'RUSTC_WRAPPER'].map((name) => `CARGO_BUILD_${name}`),
    ...['LINKER', 'RUNNER', 'RUSTFLAGS'].map((name) => `CARGO_TARGET_WASM32_UNKNOWN_UNKNOWN_${name}`),
    ...['CARGO_PROFILE_RELEASE_LTO', 'NODE_OPTIONS', 'NODE_ENV'],
    ...['CC', 'CFLAGS', 'HOST_CC', 'TARGET_CFLAGS', 'CXXFLAGS_wasm32_wasip1', 'CRATE_CC_NO_DEFAULTS'],
    ...['GOFLAGS', 'GOAMD64', 'GOARCH', 'GOEXPERIMENT', 'CGO_CFLAGS'],
  ];
  const kept = [
    ...['CARGO_HOME', 'CARGO_BUILD_JOBS', 'CARGO_HTTP_PROXY', 'CARGO_REGISTRIES_CRATES_IO_PROTOCOL'],
    ...['HOME', 'GOPROXY', 'GOMODCACHE', 'SOURCE_DATE_EPOCH', 'CFLAGS_armv7_linux_androideabi', 'ACCOUNT'],
  ];
  const set = Object.fromEntries([...bent, ...kept].map((name) => [name, '/elsewhere']));
  const env = await ensureToolchain({ root, env: { ...set, PATH: path } });
  assert.deepEqual(Object.keys(env).sort(), [...kept, 'PATH', 'RUSTUP_TOOLCHAIN'].sort());
  assert.equal(env.RUSTUP_TOOLCHAIN, '1.95.0');
});

test('what a user has set by `go env -w` does not reach the builds', async (t) => {
  const file = join(root, 'goenv');
  // Of another processor Go says nothing.
  const level = process.arch === 'arm64' ? { GOARM64: 'v9.5' } : { GOAMD64: 'v3' };
  const set = { ...level, GOFLAGS: '-mod=vendor', GOWORK: '/nothing', GO111MODULE: 'off' };
  const lines = Object.entries({ ...set, GOPROXY: 'https://mirror.example' }).map(
    ([name, value]) => `${name}=${value}\n`,
  );
  await writeFile(file, lines.join(''));
  const asked = async (/** @type {Record<string, string | undefined>} */ env) => {
    const { stdout, failed } = await execa('go', ['env', ...Object.keys(set), 'GOPROXY'], {
      ...{ cwd: root, env: { PATH: process.env.PATH, HOME: root, ...env }, extendEnv: false, reject: false },
    });
    return failed ? null : String(stdout).split('\n');
  };
  const own = await asked({ GOENV: 'off', GOPROXY: 'https://mirror.example' });
  if (own === null) return t.skip('there is no Go');
  const stated = await asked(goEnvironment({ GOENV: file }));
  assert.deepEqual(stated, own.with(1, '-trimpath').with(2, 'off').with(3, 'on'));
});

test('a tool that fails: its last lines, and what to do', async () => {
  const script = "console.error('error: linker `cc` not found'); process.exit(101);";
  await assert.rejects(
    runTool(process.execPath, ['-e', script], { what: 'build it', env: {} }),
    (/** @type {any} */ error) => {
      assert(error instanceof SetupError);
      assert.match(error.message, /^build it failed: .*\n {2}error: linker `cc` not found\nInstall a C compiler/);
      return true;
    },
  );
});

test('no escape codes in what a tool is quoted with, whatever colours it was told to write', async () => {
  const tool = join(path, 'tool');
  await program(
    tool,
    `console.error('\\x1b[0m\\x1b[1m\\x1b[38;5;9merror\\x1b[0m: \\x1b]8;;https://x\\x07link\\x1b]8;;\\x07 failed');
    process.exit(1);`,
  );
  await assert.rejects(runTool(tool, [], { what: 'build it', env: { CARGO_TERM_COLOR: 'always' } }), (error) => {
    assert.ok(error instanceof SetupError);
    assert.match(error.message, /^ {2}error: link failed$/m);
    assert.doesNotMatch(error.message, /[^\P{Cc}\n]/u);
    return true;
  });
});

test(
  'a checkout whose path PATH cannot hold is refused before anything is run',
  { skip: delimiter === ';' },
  async () => {
    root = join(root, 'a:b');
    await mkdir(root);
    await writeFile(join(root, 'rust-toolchain.toml'), '[toolchain]\nchannel = "1.95.0"\n');
    await program(join(path, 'cargo'), "fs.appendFileSync(calls, 'cargo');");
    await assert.rejects(ensure(), {
      name: 'SetupError',
      message: /^The path of this checkout has a ":", .*a:b\nMove it /,
    });
    assert.deepEqual(await called(), []);
    root = dirname(root);
  },
);

test('a terminal of 0 columns still shows what is running', (t) => {
  t.mock.timers.enable({ apis: ['setInterval'] });
  /** @type {string[]} */
  const written = [];
  const stream = { isTTY: true, columns: 0, write: (/** @type {string} */ text) => written.push(text) > 0 };
  const onProgress = showProgress(/** @type {any} */ (stream));
  onProgress({ what: 'build baseline', state: 'start' });
  t.mock.timers.tick(300);
  onProgress({ what: 'build baseline', state: 'done' });
  assert.ok(
    written.some((text) => /^build baseline \(\d+ s\)$/.test(text)),
    JSON.stringify(written),
  );
});

test('all versions of a package in a lock file are found', () => {
  const entry = (/** @type {string} */ name, /** @type {string} */ version) =>
    `[[package]]\nname = "${name}"\nversion = "${version}"\n\n`;
  const lock = entry('ark-ff', '0.4.2') + entry('ark-ff', '0.6.0') + entry('ark-ff-asm', '0.4.2');
  assert.deepEqual(lockedVersions(lock, 'ark-ff'), ['0.4.2', '0.6.0']);
});

test("progress: cargo's bars are read, not kept", async () => {
  /** @type {import('../src/setup/toolchain.mjs').Progress[]} */
  const progress = [];
  const output = await runTool(
    process.execPath,
    [
      '-e',
      String.raw`process.stderr.write('   Compiling a v1.0.0\n    Building [=>  ] 1/12: a\r\x1b[K' +
'   Compiling b v1.0.0\n')`,
    ],
    { what: 'step', env: {}, onProgress: (it) => progress.push(it) },
  );
  assert.equal(output, '   Compiling a v1.0.0\n   Compiling b v1.0.0');
  assert.deepEqual(progress, [
    { what: 'step', state: 'start' },
    { what: 'step', state: 'running', detail: '1/12 crates' },
    { what: 'step', state: 'done' },
  ]);
});

test("progress: rustc's remarks on the code are kept, not shown", async () => {
  /** @type {(string | undefined)[]} */
  const shown = [];
  const remark = 'warning: unstable feature\n  |\n  = note: this feature is not stably supported\n';
  const output = await runTool(
    process.execPath,
    ['-e', `process.stderr.write(${JSON.stringify(`   Compiling a v1.0.0\n${remark}`)})`],
    { what: 'step', env: {}, onProgress: (it) => shown.push(it.state === 'running' ? it.detail : undefined) },
  );
  assert.ok(output.includes(remark.trim()));
  assert.deepEqual(shown.filter(Boolean), ['Compiling a v1.0.0']);
});

test('progress: a line that stays for each step, those that run side by side too', () => {
  let written = '';
  const show = showProgress({
    isTTY: false,
    columns: 80,
    write: (/** @type {any} */ text) =>
      ((written += text), true),
  });
  show({ what: 'one', state: 'start' });
  show({ what: 'two', state: 'start' });
  show({ what: 'one', state: 'running', detail: 'more' });
  show({ what: 'one', state: 'failed' });
  show({ what: 'two', state: 'done' });
  assert.match(written, /^one \.\.\.\ntwo \.\.\.\none: failed in \d+\.\d s\ntwo: done in \d+\.\d s\n$/);
});
