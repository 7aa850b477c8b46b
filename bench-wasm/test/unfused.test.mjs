/** FMA kernels on an engine that rounds fused multiply-add twice: Node on x86-64 without FMA3. */

import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { arch, tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { execa } from 'execa';
import { PROVERS } from '../src/proofs/prover-rows.mjs';
import { ensureBuilds } from '../src/setup/builds.mjs';
import { features } from '../src/setup/features.mjs';
import { ensureProver } from '../src/setup/provers.mjs';
import { ensureToolchain } from '../src/setup/toolchain.mjs';
import { keyOf, witnessOf } from './made-circuit.mjs';

const STEPS = 20;
const PROGRAM = fileURLToPath(new URL('unfused-program.mjs', import.meta.url));
const skip =
  (arch() !== 'x64' && 'no other processor rounds twice by a flag') ||
  (!features()['relaxed-simd'] && 'this engine has no relaxed SIMD');

const folder = mkdtempSync(join(tmpdir(), 'fqmul-unfused-'));
after(() => rmSync(folder, { recursive: true }));

test('FMA kernels are refused by every export, and the next best one is right', { skip }, async () => {
  const env = await ensureToolchain();
  await ensureBuilds(['relaxed-simd'], { env });
  for (const id of ['ark-0.6.0', 'groth16'])
    await ensureProver(
      /** @type {(typeof PROVERS)[0]} */ (PROVERS.find((row) => row.id === id)),
      { env },
    );
  const files = { key: await keyOf(STEPS), witness: witnessOf(3n, STEPS) };
  const paths = Object.entries(files).map(([name, bytes]) => {
    const path = join(folder, name);
    writeFileSync(path, bytes);
    return path;
  });
  const flags = ['--no-enable-fma3', ...process.execArgv.filter((flag) => flag.startsWith('--experimental-wasm'))];
  const { exitCode, all } = await execa(process.execPath, [...flags, PROGRAM, ...paths], { all: true, reject: false });
  assert.equal(exitCode, 0, all);
});
