// The contract with whoever types it: a plain wasm-pack build is a +simd128 build with the exports. It takes the two
// tools' own releases, and minutes to compile them: `npm test -- --all`.
import assert from 'node:assert/strict';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { after, test } from 'node:test';
import { execa } from 'execa';
import { ROOT, ensureToolchain, lockedVersions } from '../src/setup/toolchain.mjs';

const TOOLS = join(ROOT, '.tools');
const WASM_PACK = '0.15.1';
/** They run for seconds: the time to compile them is what matters. */
const CHEAP = { CARGO_PROFILE_RELEASE_OPT_LEVEL: '0', CARGO_PROFILE_RELEASE_LTO: 'off', RUSTFLAGS: '' };

const base = await ensureToolchain();
const env = { ...base, PATH: [join(TOOLS, 'bin'), base.PATH].join(delimiter) };
const out = await mkdtemp(join(tmpdir(), 'fqmul-wasm-pack-'));
after(() => rm(out, { recursive: true }));

/** @param {string} crate @param {string} version */
async function install(crate, version) {
  // Cargo knows what is installed, and installs nothing twice.
  await execa('cargo', ['install', crate, '--version', version, '--locked', '--root', TOOLS], {
    cwd: ROOT,
    env: { ...env, ...CHEAP, CARGO_TARGET_DIR: join(TOOLS, 'target') },
    extendEnv: false,
  });
}

test('wasm-pack build --release --target nodejs', async () => {
  const [bindgen] = lockedVersions(await readFile(join(ROOT, 'Cargo.lock'), 'utf8'), 'wasm-bindgen');
  await install('wasm-bindgen-cli', bindgen);
  await install('wasm-pack', WASM_PACK);
  const typed = ['build', '--release', '--target', 'nodejs', '--mode', 'no-install', '--out-dir', out];
  await execa('wasm-pack', typed, { cwd: ROOT, env, extendEnv: false });

  const exports = createRequire(import.meta.url)(join(out, 'fqmul.js'));
  const one = Uint8Array.of(1, ...new Uint8Array(31));
  assert.deepEqual(exports.mul_simd(one, one), one);
  assert.match(await readFile(join(out, 'fqmul.d.ts'), 'utf8'), /export function mul_simd\(/);
});
