/** arkworks' own tests of its curves, on patched crates. */

import { existsSync } from 'node:fs';
import { copyFile, mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parse, stringify } from 'smol-toml';
import { ROOT, SetupError, runTool } from '../setup/toolchain.mjs';
import { VERSION, WORK, copyCrate, publishedCrates } from './crates.mjs';
import { cratesOf } from './patches.mjs';

/** @typedef {import('./crates.mjs').Context} Context */
/** @typedef {import('./crates.mjs').Version} Version */
/** @typedef {{ crate: string, where: string, passed: number, ignored: number, skipped: number }} Counted */

/** The published crates have their tests. */
export const CURVES = ['ark-bn254', 'ark-bls12-381', 'ark-pallas'];
/** What only their benchmarks need. */
const UNNEEDED = 'ark-algebra-bench-templates';
/** Arkworks' and the kernel's are checked natively: in wasm 25 minutes did not reach the end of the first curve. */
const ASSERTIONS = ['debug-assertions', 'overflow-checks'];
/** Cargo's names of where the tests run; the checkout around them has a runner for wasm. */
export const TARGETS = { natively: 'host-tuple', 'in wasm': 'wasm32-wasip1' };

/**
 * @param {string} patched the folder of the patched crates
 * @param {Context} context
 * @param {Version} version
 * @returns {Promise<string>} a workspace of the curves on them
 */
export async function curvesOn(patched, context, version) {
  const folder = join(WORK, version, 'curves');
  const published = await publishedCrates(CURVES, context, version);
  await mkdir(folder, { recursive: true });
  for (const name of CURVES) {
    await copyCrate(String(published.get(name)), join(folder, name));
    const file = join(folder, name, 'Cargo.toml');
    const manifest = /** @type {any} */ (parse(await readFile(file, 'utf8')));
    delete manifest['dev-dependencies'][UNNEEDED];
    await writeFile(file, stringify(manifest));
  }
  await writeFile(
    join(folder, 'Cargo.toml'),
    stringify({
      workspace: { members: CURVES, resolver: '2' },
      // They are computations of minutes where they are not optimised.
      profile: { test: { 'opt-level': 3 } },
      patch: {
        'crates-io': Object.fromEntries(cratesOf(version).map(([name]) => [name, { path: join(patched, name) }])),
      },
    }),
  );
  if (!existsSync(join(folder, 'Cargo.lock'))) await copyFile(join(ROOT, 'Cargo.lock'), join(folder, 'Cargo.lock'));
  return folder;
}

/**
 * @param {string} folder from curvesOn
 * @param {keyof typeof TARGETS} where
 * @param {{ version: Version, skip: readonly string[] } & Context} options skip: tests with such a word in their names
 *   are left out
 * @returns {Promise<Counted[]>} in the order of CURVES
 * @throws {import('../setup/toolchain.mjs').SetupError} when a test fails; what it says is in the message
 */
export async function testCurves(folder, where, { version, skip, env, onProgress }) {
  const target = TARGETS[where];
  // They deny warnings, and older ones get some from this rustc. Cargo caps those of dependencies in the same way.
  const own = { ...env, CARGO_TARGET_DIR: join(WORK, 'curves-target'), RUSTFLAGS: '--cap-lints=warn' };
  const assertions = ASSERTIONS.flatMap((name) => ['--config', `profile.test.${name}=${where === 'natively'}`]);
  const counted = [];
  for (const crate of CURVES) {
    // Before 0.6 it takes a root of unity of order 2^32, as published too, and a usize of wasm does not hold that.
    const tooLarge = crate === 'ark-pallas' && where === 'in wasm' && version !== VERSION ? ['test_fft'] : [];
    const skipped = [...skip, ...tooLarge].flatMap((word) => ['--skip', word]);
    const args = ['test', '-p', crate, '--lib', '--target', target, ...assertions, '--', ...skipped];
    const output = await runTool('cargo', args, {
      what: `${crate}: arkworks' tests ${where}`,
      cwd: folder,
      env: own,
      onProgress,
    });
    counted.push({ crate, where, ...countOf(output) });
  }
  return counted;
}

/** @param {string} output of Rust's test runner @returns {{ passed: number, ignored: number, skipped: number }} */
function countOf(output) {
  const [, passed, ignored, skipped] =
    /^test result: ok\. (\d+) passed; 0 failed; (\d+) ignored; 0 measured; (\d+) filtered out/m.exec(output) ?? [];
  if (!(Number(passed) > 0)) throw new SetupError('no test was run', { output });
  return { passed: Number(passed), ignored: Number(ignored), skipped: Number(skipped) };
}
