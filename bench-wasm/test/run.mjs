/** Every check of the project, behind `npm test`: each is a step, and all steps are run. */

import { readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { Command, Option } from 'commander';
import { VARIANTS, ensureBuilds, ensureEmitted } from '../src/setup/builds.mjs';
import { features } from '../src/measure/features.mjs';
import { WASI_BUILDS, ensurePrograms } from '../src/setup/programs.mjs';
import { SetupError, ensureToolchain, runTool, showProgress } from '../src/setup/toolchain.mjs';

/** @typedef {import('../src/setup/toolchain.mjs').Environment} Environment */
/** @typedef {import('../src/setup/builds.mjs').VariantName} VariantName */

/**
 * @typedef {object} Step
 * @property {string} id
 * @property {string[]} command
 * @property {Environment} [env] on top of the tools'
 * @property {string} [cwd] the checkout by default
 * @property {true} [tests] whether it must say how many tests passed
 */

const HARNESS = fileURLToPath(new URL('..', import.meta.url));
const TESTS = readdirSync(new URL('.', import.meta.url)).filter((name) => name.endsWith('.test.mjs'));
// One target folder for all steps, and this machine named like any other target: cargo tells the
// flags apart, and compiles what runs while it compiles (macros, build scripts) once.
const NATIVE = ['--target', 'host-tuple'];
const WASM = ['--target', 'wasm32-unknown-unknown'];
// The Rust tests as wasm; .cargo/config.toml says how such a program is run.
const WASI = ['--target', 'wasm32-wasip1'];
/** arkworks' own tests of its code on this crate's product. */
const ARKWORKS = ['cargo', 'test', '--features', 'arkworks', '--test', 'arkworks'];
/** The program of the engines that run no JavaScript, a crate of its own. */
const SESSION = fileURLToPath(new URL('../standalone/session/Cargo.toml', import.meta.url));
const SESSION_TARGET = fileURLToPath(new URL('../../target/native', import.meta.url));
/** For a Node that has it, but not by default. */
const RELAXED_SIMD = features()['relaxed-simd'] ? [] : ['--experimental-wasm-relaxed-simd'];

/** @param {VariantName} [variant] none: for this machine @returns {Step} */
const clippy = (variant) => ({
  id: variant ? `clippy-${variant}` : 'clippy',
  command: [
    'cargo',
    'clippy',
    '--all-targets',
    '--features',
    'arkworks',
    ...(variant ? WASM : NATIVE),
    '--',
    '-D',
    'warnings',
  ],
  env: variant && { RUSTFLAGS: VARIANTS[variant].rustflags },
});

/** @param {VariantName} variant @returns {Step} the Rust tests as wasm in Node */
const wasm = (variant) => ({
  id: `wasm-${variant}`,
  command: ['cargo', 'test', '--tests', ...WASI],
  env: { RUSTFLAGS: VARIANTS[variant].rustflags },
  tests: true,
});

/** @type {Step[]} */
const STEPS = [
  { id: 'fmt', command: ['cargo', 'fmt', '--check'] },
  { id: 'fmt-session', command: ['cargo', 'fmt', '--check', '--manifest-path', SESSION] },
  clippy(),
  {
    id: 'clippy-session',
    command: ['cargo', 'clippy', '--locked', '--manifest-path', SESSION, '--', '-D', 'warnings'],
    env: { CARGO_TARGET_DIR: SESSION_TARGET },
  },
  clippy('simd128'),
  clippy('relaxed-simd'),
  // Not --release: the test profile of Cargo.toml optimises, and keeps the debug assertions that
  // state the bounds; the release modules are what the harness tests load.
  { id: 'native', command: ['cargo', 'test', ...NATIVE], tests: true },
  wasm('baseline'),
  wasm('simd128'),
  wasm('relaxed-simd'),
  { id: 'arkworks', command: [...ARKWORKS, ...NATIVE], tests: true },
  {
    id: 'arkworks-wasm',
    // The multi-scalar multiplications of arkworks' generic code over Fq12 take minutes there; natively all of them are
    // run.
    command: [
      ...ARKWORKS,
      ...WASI,
      '--',
      '--skip',
      'pairing_output::test_var_base_msm',
      '--skip',
      'pairing_output::test_chunked',
      '--skip',
      'pairing_output::test_hashmap',
    ],
    tests: true,
  },
  { id: 'types', command: ['tsc', '-p', '.'], cwd: HARNESS },
  {
    id: 'harness',
    // Node's own choice is one file less at a time than there are cores.
    command: [
      process.execPath,
      ...RELAXED_SIMD,
      '--test',
      '--test-concurrency=2',
      '--test-reporter=spec',
      ...TESTS.map((name) => `test/${name}`),
    ],
    cwd: HARNESS,
    tests: true,
  },
];

/**
 * @param {Step} step
 * @param {Environment} env
 * @param {import('../src/setup/toolchain.mjs').OnProgress} onProgress
 * @throws {SetupError} when it fails, and when it had nothing to test
 */
async function run({ id, command: [file, ...args], env: own, cwd, tests }, env, onProgress) {
  const output = await runTool(file, args, { what: id, env: { ...env, ...own }, cwd, onProgress });
  const passed = [...output.matchAll(/(?:^test result: ok\. |ℹ pass )(\d+)/gm)].reduce(
    (sum, [, count]) => sum + Number(count),
    0,
  );
  if (tests && passed === 0) throw new SetupError(`${id}: no test was run`, { output });
  return passed;
}

async function main() {
  const ids = STEPS.map((step) => step.id);
  const program = new Command('npm test --')
    .addOption(new Option('--only <step...>', 'run these steps only').choices(ids))
    .option('--list', 'print the steps and stop')
    .parse();
  const { only = ids, list } = /** @type {{ only?: string[], list?: true }} */ (program.opts());
  if (list) return console.log(ids.join('\n'));

  const onProgress = showProgress();
  const env = await ensureToolchain({ onProgress });
  await ensureBuilds(/** @type {VariantName[]} */ (Object.keys(VARIANTS)), { env, onProgress });
  await ensureEmitted({ onProgress });
  await ensurePrograms(['native', ...WASI_BUILDS], { env, onProgress });

  const failed = [];
  for (const step of STEPS.filter(({ id }) => only.includes(id))) {
    try {
      const passed = await run(step, env, onProgress);
      if (step.tests) console.error(`  ${passed} tests passed`);
    } catch (error) {
      if (!(error instanceof SetupError)) throw error;
      console.error(`${error.output}\n${error.message.split('\n', 1)[0]}`);
      failed.push(step.id);
    }
  }
  console.log(
    `${only.length - failed.length} passed, ${failed.length} failed` +
      (failed.length > 0 ? `: ${failed.join(', ')}` : ''),
  );
  if (failed.length > 0) process.exitCode = 1;
}

try {
  await main();
} catch (error) {
  if (!(error instanceof SetupError)) throw error;
  console.error(error.message);
  process.exitCode = 1;
}
