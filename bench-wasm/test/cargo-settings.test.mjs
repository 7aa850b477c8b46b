/** What a user has set for cargo: refused where nothing goes before it, and left alone otherwise. */

import assert from 'node:assert/strict';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, test } from 'node:test';
import { refuseSettings } from '../src/setup/cargo-settings.mjs';
import { SetupError } from '../src/setup/toolchain.mjs';

/** A checkout in a folder of other projects, and cargo's own folder, which has nothing. */
let around = '';
let checkout = '';
let home = '';

beforeEach(async () => {
  around = await mkdtemp(join(tmpdir(), 'fqmul-settings-'));
  [checkout, home] = ['checkout', 'home'].map((name) => join(around, name));
  await mkdir(checkout);
  await mkdir(home);
});
afterEach(() => rm(around, { recursive: true }));

/** @param {string} file @param {string} text */
async function write(file, text) {
  await mkdir(dirname(file), { recursive: true });
  await writeFile(file, text);
}

const refuse = (env = { CARGO_HOME: home }) => refuseSettings(env, checkout);

/** @param {string} file @param {string} key */
const names = (file, key) => (/** @type {unknown} */ error) => {
  assert.ok(error instanceof SetupError);
  assert.equal(
    error.message,
    `${file} has ${key}, which would change what is measured.\n` +
      'Take it out of that file, or name another folder by CARGO_HOME.',
  );
  return true;
};

describe('refused, by the name of its key', () => {
  for (const [key, text] of [
    ['profile.release.package', '[profile.release.package."*"]\nopt-level = 0'],
    ['profile.dev.package', '[profile.dev.package.ark-ff]\nopt-level = 3'],
    ['paths', 'paths = ["/home/me/ark-ff"]'],
    ['patch', '[patch.crates-io]\nark-ff = { path = "/home/me/ark-ff" }'],
    ['patch', '[patch."https://github.com/arkworks-rs/algebra"]\nark-ff = { path = "/home/me/ark-ff" }'],
    ['env.RUSTC_BOOTSTRAP', '[env]\nRUSTC_BOOTSTRAP = "1"'],
    ['env.CFLAGS', '[env]\nRUST_LOG = "info"\nCFLAGS = { value = "-O0", force = true }'],
    ['env.CC_wasm32-unknown-unknown', '[env]\nCC_wasm32-unknown-unknown = "clang"'],
    ['target.host.blst', '[target.host.blst]\nrustc-link-lib = ["blst"]'],
  ])
    test(key + (text.includes('github') ? ' of git' : ''), async () => {
      const file = join(home, 'config.toml');
      await write(file, `${text}\n`);
      assert.throws(refuse, names(file, key));
    });
});

test('refused in whatever file cargo reads: of the checkout, around it, without an ending, included', async () => {
  const text = '[profile.release.package.ark-ff]\nopt-level = 0\n';
  for (const file of ['checkout/.cargo/config.toml', '.cargo/config.toml', '.cargo/config', 'home/config'].map((path) =>
    join(around, path),
  )) {
    await write(file, text);
    assert.throws(refuse, names(file, 'profile.release.package'));
    await rm(file);
  }
  await write(join(home, 'more/release.toml'), text);
  await write(join(home, 'more.toml'), 'include = ["more/release.toml"]\n');
  for (const include of ['["more.toml"]', '[{ path = "more.toml", optional = true }]']) {
    await write(join(home, 'config.toml'), `include = ${include}\n`);
    assert.throws(refuse, names(join(home, 'more/release.toml'), 'profile.release.package'));
  }
});

test('left alone: a mirror, what a build goes before, what cargo does with it all the same', async () => {
  await write(
    join(home, 'config.toml'),
    `include = ["config.toml", { path = "missing.toml", optional = true }]
[source.crates-io]
replace-with = "mirror"
[source.mirror]
registry = "sparse+https://mirror.example/index/"
[registries.mine]
index = "sparse+https://mine.example/index/"
[build]
target = "wasm32-wasip1"
rustc-wrapper = "sccache"
incremental = true
target-dir = "/elsewhere"
jobs = 1
[unstable]
build-std = ["std"]
[profile.release]
strip = true
[target.wasm32-unknown-unknown]
linker = "wasm-ld"
runner = "wasmtime"
rustflags = ["-C", "opt-level=0"]
[target.'cfg(unix)']
runner = ["sudo", "-E"]
[env]
OPENSSL_DIR = "/opt/openssl"
CC_armv7-linux-androideabi = "clang"
`,
  );
  refuse();
  // Neither folder has to be there.
  refuse({ CARGO_HOME: join(around, 'nowhere') });
});

test('a configuration that is not TOML is named, in one line', async () => {
  const file = join(around, '.cargo/config.toml');
  await write(file, '[build\ntarget = "x"\n');
  assert.throws(refuse, (error) => {
    assert.ok(error instanceof SetupError);
    assert.match(error.message, /^.*\.cargo.config\.toml, which cargo reads, cannot be read: Invalid TOML[^\n]*$/);
    assert.ok(error.message.startsWith(file));
    return true;
  });
});
