import assert from 'node:assert/strict';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { appendFile, cp, mkdir, mkdtemp, readFile, readdir, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { after, before, beforeEach, describe, test } from 'node:test';
import { execa } from 'execa';
import { parse } from 'smol-toml';
import { PACKAGES, artefacts } from '../src/setup/artefacts.mjs';
import { VARIANTS, WASM_OPT, ensureBuilds, ensureEmitted } from '../src/setup/builds.mjs';
import { cargoHome } from '../src/setup/cargo-settings.mjs';
import { HOST, WASM, compile, inputsOf, sourcesOf } from '../src/setup/cargo.mjs';
import { EMITTED_IDS, fieldsOf, fileName } from '../src/emit/emitted-rows.mjs';
import { nodeEngine } from '../src/engines/node.mjs';
import { createPlan } from '../src/measure/plan.mjs';
import { run } from '../src/measure/run.mjs';
import { features } from '../src/setup/features.mjs';
import { groups } from '../src/setup/install.mjs';
import { loadModule } from '../src/setup/modules.mjs';
import { ROOT, ensureToolchain, lockedVersions } from '../src/setup/toolchain.mjs';

/** Of the crate; `random_seed` and what wasm-bindgen adds for a target come on top. */
const EXPORTS = [
  'Arrays',
  'Hasher',
  'Msm',
  'Multiplier',
  'Ntt',
  'Pairs',
  'bench_multi3',
  'bench_simd',
  'best_batch',
  'best_single',
  'chain',
  'hashers',
  'invert',
  'invert_batch',
  'kernels',
  'limb_chain',
  'limb_stream',
  'msm',
  'msms',
  'mul',
  'mul_best',
  'mul_multi3',
  'mul_simd',
  'noop',
  'ntt',
  'ntts',
  'random_seed',
  'stream',
  'stream_best',
  'stream_of',
];
/** What the features `arkworks` and `fields` add. */
const OF_WORK = ['ArkworksSum', 'ArkworksTransform', 'Curve', 'FieldLoops', 'KernelLoops', 'curves', 'fields'];
/** What the feature `curves` adds, and the builds that have it. */
const OF_CURVES = ['CurveSum', 'FieldTransform', 'KernelLoops', 'msm_of', 'msms_of', 'mul_of', 'ntt_of', 'ntts_of'];
const WITH_CURVES = ['simd128', 'relaxed-simd'];
const OF_THE_WEB_GLUE = ['default', 'initSync'];
const WEB = /** @type {const} */ (['baseline', 'simd128', 'relaxed-simd', 'wide-arithmetic']);
const ONE = Uint8Array.of(1, ...new Uint8Array(31));

const env = await ensureToolchain();
await ensureBuilds([...WEB, 'nodejs', 'work'], { env });

describe('the modules', () => {
  for (const variant of WEB) {
    const lacking = /** @type {Record<string, boolean | null>} */ (features())[variant] === false;
    test(`${variant} has the exports`, { skip: lacking && 'this process has no such modules' }, async () => {
      const { exports, kernels } = await loadModule(variant);
      const ofCurves = WITH_CURVES.includes(variant) ? OF_CURVES : [];
      assert.deepEqual(Object.keys(exports).sort(), [...EXPORTS, ...ofCurves, ...OF_THE_WEB_GLUE].sort());
      assert(kernels.some(({ id, available }) => id === 'multi3' && available));
    });
  }

  test('work has what baseline has, and the curves and fields', async () => {
    const { exports, kernels } = await loadModule('work');
    assert.deepEqual(Object.keys(exports).sort(), [...EXPORTS, ...OF_WORK, ...OF_THE_WEB_GLUE].sort());
    assert.deepEqual(kernels, (await loadModule('baseline')).kernels);
  });

  test('nodejs has the exports', () => {
    const exports = createRequire(import.meta.url)(join(PACKAGES, 'nodejs/fqmul.js'));
    assert.deepEqual(
      Object.keys(exports)
        .filter((name) => !name.startsWith('__'))
        .sort(),
      [...EXPORTS, ...OF_CURVES].sort(),
    );
    assert.deepEqual(exports.mul_simd(ONE, ONE), ONE);
  });

  test('each lists the features that it was built with, and no others', async () => {
    const modules = await Promise.all(WEB.map((variant) => readFile(join(PACKAGES, variant, 'fqmul_bg.wasm'))));
    // As in the section target_features: a plus, the length of the name, the name.
    const has = (/** @type {Buffer} */ module, /** @type {string} */ name) =>
      module.includes(`+${String.fromCharCode(name.length)}${name}`);
    const features = modules.map((module) =>
      ['simd128', 'relaxed-simd', 'wide-arithmetic'].filter((name) => has(module, name)),
    );
    assert.deepEqual(features, [[], ['simd128'], ['simd128', 'relaxed-simd'], ['wide-arithmetic']]);
  });

  const native = { skip: groups().includes('wasm-opt') ? false : 'npm has no wasm-opt for this machine' };
  test('are optimised by a program of this machine, which gives what binaryen in wasm gives', native, async () => {
    const folder = await mkdtemp(join(tmpdir(), 'fqmul-wasm-opt-'));
    try {
      const [program, core] = String(env.PATH).split(delimiter);
      assert.equal(core, join(ROOT, 'bench-wasm/node_modules/.bin'));
      assert.ok(existsSync(join(program, 'wasm-opt')), 'it goes before the core on PATH');
      const made = await Promise.all(
        [program, core + delimiter + dirname(process.execPath)].map(async (PATH, i) => {
          const file = join(folder, `${i}.wasm`);
          const module = join(PACKAGES, 'baseline/fqmul_bg.wasm');
          await execa('wasm-opt', [...WASM_OPT, module, '-o', file], { env: { PATH }, extendEnv: false });
          return readFile(file);
        }),
      );
      assert.ok(made[0].equals(made[1]), 'the bytes differ');
    } finally {
      await rm(folder, { recursive: true });
    }
  });

  // Its sha256, by which runs are pooled, is the same for everybody.
  test('each names its crates as they are called everywhere, and no folder of this machine', async () => {
    for (const variant of [...WEB, 'nodejs', 'work']) {
      const module = (await readFile(join(PACKAGES, variant, 'fqmul_bg.wasm'))).toString('latin1');
      // Panics name files of crates.
      assert.match(module, /cargo\/registry\/src\//, variant);
      assert.match(module, /fqmul-0{16}\.wasm/, variant);
      for (const folder of [cargoHome(env, ROOT), ROOT]) assert.ok(!module.includes(folder), `${variant}: ${folder}`);
    }
  });

  test('two instances share nothing', async () => {
    const [a, b] = await Promise.all([loadModule('simd128'), loadModule('simd128')]);
    assert.notEqual(a.exports.Multiplier, b.exports.Multiplier);
    for (const { exports } of [a, b])
      assert.deepEqual(
        /** @type {import('../src/emit/interface.mjs').RustModule} */ (exports).mul('multi3', ONE, ONE),
        ONE,
      );
  });
});

test('the crate and the program that writes its glue have one wasm-bindgen', async () => {
  const lock = await readFile(join(ROOT, 'Cargo.lock'), 'utf8');
  const [own, ...others] = lockedVersions(lock, 'wasm-bindgen');
  assert.deepEqual(others, []);
  assert.deepEqual(lockedVersions(lock, 'wasm-bindgen-shared'), [own]);
  assert.deepEqual(lockedVersions(lock, 'wasm-bindgen-cli-support'), [own]);
});

// `npm test -- --all` runs the real wasm-pack (wasm-pack.test.mjs); this is what its build stands on.
test('a build typed by hand has +simd128 and calls no program that the user lacks', async () => {
  const print = ['rustc', '--lib', '--release', '--target', 'wasm32-unknown-unknown', '-Zunstable-options'];
  const { stdout } = await execa('cargo', [...print, '--print', 'cfg'], {
    cwd: ROOT,
    // Printing what a build would be given is not stable yet.
    env: { ...env, RUSTC_BOOTSTRAP: '1' },
    extendEnv: false,
  });
  assert.match(stdout, /^target_feature="simd128"$/m);
  const { package: crate } = /** @type {any} */ (parse(await readFile(join(ROOT, 'Cargo.toml'), 'utf8')));
  const { release } = crate.metadata['wasm-pack'].profile;
  assert.equal(release['wasm-opt'], false, 'it would be downloaded');
  assert.equal(release['wasm-bindgen']['demangle-name-section'], true);
});

describe('what arkworks depends on has the same features', () => {
  const work = /** @type {import('../src/setup/builds.mjs').Variant} */ (VARIANTS.work).crateFeatures ?? [];
  const of = (/** @type {string} */ target, /** @type {string[][]} */ selections) => ({ target, selections });
  /** @type {Record<string, { target: string, selections: string[][] }>} */
  const sharing = {
    'in modules': of(WASM, [
      ['-p', 'fqmul'],
      ['-p', 'fqmul', '--no-default-features', '--features', 'fuzz'],
      ['-p', 'fqmul', '--no-default-features', '--features', work.join()],
      // As clippy has it.
      ['--workspace', '--exclude', 'bindgen', '-e', 'normal,build,dev'],
      ['-p', 'batches'],
      ['-p', 'prover'],
    ]),
    natively: of(HOST, [
      ['-p', 'session'],
      ['-p', 'fqmul', '--no-default-features', '--features', 'fuzz'],
      ['-p', 'batches', '--features', 'program'],
      ['-p', 'prover'],
      // As their tests have it.
      ['-p', 'fqmul', '-e', 'normal,build,dev'],
      ['-p', 'fqmul', '-p', 'fqmul-groth16', '-p', 'prover', '-e', 'normal,build,dev'],
    ]),
  };
  /** @param {string} target @param {string[]} selection @returns {Promise<string>} what its ark-ff is on */
  const below = async (target, selection) => {
    const options = ['--locked', '--no-dedupe', '--prefix', 'depth', '-f', ' {p} [{f}]', '--target', target];
    const edges = selection.includes('-e') ? [] : ['-e', 'normal,build'];
    const { stdout } = await execa('cargo', ['tree', ...options, ...edges, ...selection], {
      ...{ cwd: ROOT, env, extendEnv: false },
    });
    const lines = stdout.split('\n').map((line) => ({ line, depth: Number.parseInt(line) }));
    const first = lines.findIndex(({ line }) => / ark-ff v0\.6/.test(line));
    assert.notEqual(first, -1, selection.join(' '));
    const behind = lines.slice(first + 1);
    const end = behind.findIndex(({ depth }) => depth <= lines[first].depth);
    return [lines[first], ...behind.slice(0, end)]
      .map(({ line, depth }) => line.replace(/^\d+/, String(depth - lines[first].depth)))
      .join('\n');
  };
  for (const [where, { target, selections }] of Object.entries(sharing))
    test(where, async () => {
      const [one, ...others] = selections;
      const expected = await below(target, one);
      for (const other of others) assert.equal(await below(target, other), expected, other.join(' '));
    });
});

describe('what a build is made from', () => {
  /** @type {import('../src/setup/cargo.mjs').Crate} */
  const crate = { name: 'any', crate: 'prover-0-5', kind: 'cdylib', target: WASM };

  test('is the sources, the lock, flags, profile and compiler: another of them is another build', async () => {
    const inputs = JSON.stringify(await inputsOf(crate, env));
    assert.equal(JSON.stringify(await inputsOf({ ...crate, name: 'of another name' }, env)), inputs);
    assert.match(inputs, /"rustc":"rustc 1\.\d+\.\d+ .*\\nLLVM version: /);
    assert.match(inputs, /"codegen-units":1/);
    for (const change of /** @type {Partial<import('../src/setup/cargo.mjs').Crate>[]} */ ([
      { crate: 'prover' },
      { target: 'wasm32-wasip1' },
      { features: ['another'] },
      { rustflags: '-C target-feature=+simd128' },
      { everywhere: ['--cfg=x'] },
      { ofMembers: '--cfg=x' },
      { profile: 'contract' },
      { sources: ['README.md'] },
    ]))
      assert.notEqual(JSON.stringify(await inputsOf({ ...crate, ...change }, env)), inputs, JSON.stringify(change));
  });

  test('a member is made from its own files and those of the members that it depends on', async () => {
    const sources = sourcesOf('prover-0-5');
    assert.deepEqual([...sources].sort(), [
      'bench-wasm/prover-0-5/Cargo.toml',
      'bench-wasm/prover/arkworks-0-5/Cargo.toml',
      'bench-wasm/prover/arkworks-0-5/src',
      'bench-wasm/prover/src',
    ]);
    assert.ok(sourcesOf('session').includes('src'), 'the crate itself');
  });
});

/** What nothing that is built here is to be reached by. */
const BENT = `[build]
target = "wasm32-wasip1"
target-dir = "/dev/null/target"
build-dir = "/dev/null/build"
incremental = true
rustflags = ["-C", "opt-level=0"]
rustc = "/nothing"
rustc-wrapper = "/nothing"
rustc-workspace-wrapper = "/nothing"
[target.wasm32-unknown-unknown]
linker = "/nothing"
runner = "/nothing"
rustflags = ["-C", "opt-level=0"]
[target.'cfg(target_family = "wasm")']
linker = "/nothing"
[env]
RUSTFLAGS_OF_ANOTHER = "-C opt-level=0"
[unstable]
build-std = ["std"]
[profile.release]
strip = true
opt-level = 1
lto = false
debug = true
[profile.release.build-override]
opt-level = 3
`;

// What a user has set for other projects does not reach these.
test('variables and a configuration of the user leave a module what it is', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'fqmul-stated-'));
  try {
    // A crate that no other test compiles, and that needs but one, which a mirror alone has.
    const manifest = join(folder, 'Cargo.toml');
    const profile = '[profile.release]\nopt-level = 3\nlto = "fat"\ncodegen-units = 1\npanic = "abort"\n';
    const head = '[package]\nname = "stated"\nedition = "2024"\n\n[lib]\ncrate-type = ["cdylib"]\n\n[workspace]\n\n';
    await writeFile(manifest, `${head}[dependencies]\nmirrored = "1"\n\n${profile}`);
    await mkdir(join(folder, 'src'));
    const mirrored = join(folder, 'mirror/mirrored');
    await mkdir(join(mirrored, 'src'), { recursive: true });
    await writeFile(
      join(mirrored, 'Cargo.toml'),
      '[package]\nname = "mirrored"\nversion = "1.0.0"\nedition = "2024"\n',
    );
    await writeFile(join(mirrored, '.cargo-checksum.json'), '{"files":{}}');
    await writeFile(join(mirrored, 'src/lib.rs'), 'pub fn next(sum: u32, i: u32) -> u32 {\n    sum * 3 + i * i\n}\n');
    const source = '(0..n).fold(1, mirrored::next)';
    await writeFile(
      join(folder, 'src/lib.rs'),
      `#[unsafe(no_mangle)]\npub extern "C" fn sum(n: u32) -> u32 {\n    ${source}\n}\n`,
    );
    // Cargo's own folder without and with what a user may have written there for other projects.
    const mirror = `[source.crates-io]
replace-with = "mirror"
[source.mirror]
directory = ${JSON.stringify(join(folder, 'mirror'))}
`;
    const [plain, home] = ['plain', 'home'].map((name) => join(folder, name));
    for (const [place, more] of [
      [plain, ''],
      [home, BENT],
    ]) {
      await mkdir(place);
      await writeFile(join(place, 'config.toml'), mirror + more);
    }
    const bending = {
      ...{ CARGO_PROFILE_RELEASE_OPT_LEVEL: '1', CARGO_PROFILE_RELEASE_LTO: 'off', RUSTFLAGS: '-C opt-level=0' },
      ...{ RUSTC: '/nothing', RUSTC_WRAPPER: '/nothing', CARGO_INCREMENTAL: '1', NODE_OPTIONS: '--cpu-prof' },
      ...{ CARGO_BUILD_TARGET: 'wasm32-wasip1', CARGO_ENCODED_RUSTFLAGS: '-Copt-level=0' },
      CARGO_TARGET_WASM32_UNKNOWN_UNKNOWN_LINKER: '/nothing',
    };
    const bent = await ensureToolchain({ env: { ...process.env, ...bending } });
    for (const name of Object.keys(bending)) assert.equal(bent[name], undefined, name);
    /** @type {import('../src/setup/cargo.mjs').Crate} */
    const crate = { name: `stated-${process.pid}`, crate: 'stated', manifest, kind: 'cdylib', target: WASM };
    const made = await readFile(await compile(crate, { env: { ...env, CARGO_HOME: plain } }));
    // Made anew: what cargo finds would be what it has just made.
    await writeFile(join(folder, 'src/lib.rs'), `${await readFile(join(folder, 'src/lib.rs'), 'utf8')}\n`);
    assert.ok(made.equals(await readFile(await compile(crate, { env: { ...bent, CARGO_HOME: home } }))));

    // What it depends on is compiled once for each set of flags: two builds do not take turns in the same files.
    const compiled = async () =>
      (await readdir(join(ROOT, 'target/crates', WASM, 'release/deps'))).filter((file) => /^libmirrored-/.test(file));
    const before = await compiled();
    await compile({ ...crate, everywhere: ['--cfg=x'] }, { env: { ...env, CARGO_HOME: plain } });
    const twice = await compiled();
    assert.notDeepEqual(twice, before);

    // Flags of the workspace's crates reach them alone.
    await appendFile(
      join(folder, 'src/lib.rs'),
      '#[cfg(of_members)]\n#[unsafe(no_mangle)]\npub extern "C" fn of_members() {}\n',
    );
    const module = await compile({ ...crate, ofMembers: '--cfg=of_members' }, { env: { ...env, CARGO_HOME: plain } });
    const exports = WebAssembly.Module.exports(await WebAssembly.compile(await readFile(module)));
    assert.ok(exports.some(({ name }) => name === 'of_members'));
    assert.deepEqual(await compiled(), twice);

    await appendFile(join(home, 'config.toml'), '[profile.release.package."*"]\nopt-level = 0\n');
    await assert.rejects(compile(crate, { env: { ...bent, CARGO_HOME: home } }), {
      name: 'SetupError',
      message: /home.config\.toml has profile\.release\.package, which would change what is measured\.\nTake it out/,
    });
  } finally {
    await rm(folder, { recursive: true });
    await rm(join(ROOT, 'target/builds', `stated-${process.pid}`), { recursive: true, force: true });
  }
});

describe('a build', () => {
  /** A folder of builds that no other test reads. */
  let packages = '';
  /** @type {string[]} */
  let steps = [];
  /** One for which wasm-opt takes half a minute, and the same without. */
  const [WITH, WITHOUT] = /** @type {const} */ (['baseline', 'wasm-opt-off']);
  /** @param {typeof WITH | typeof WITHOUT} variant */
  const ensure = (variant) =>
    ensureBuilds([variant], {
      env,
      packages,
      onProgress: ({ what, state }) => state === 'done' && !what.startsWith('bind') && steps.push(what),
    });

  before(async () => {
    packages = await mkdtemp(join(tmpdir(), 'fqmul-packages-'));
    await ensureBuilds([WITH], { env });
    const { folder } = artefacts()[WITH];
    await cp(join(PACKAGES, folder), join(packages, folder), { recursive: true });
  });
  beforeEach(() => (steps = []));
  after(() => rm(packages, { recursive: true }));

  test('that is there is not made again', async () => {
    await ensure(WITH);
    assert.deepEqual(steps, []);
  });

  // Cargo takes both for fresh: each must be its own module all the same, whichever was compiled last.
  test('made again in another order is the same', async () => {
    await ensureBuilds(['wide-arithmetic'], { env });
    const known = artefacts()['wide-arithmetic'].files;
    await ensure(WITHOUT);
    const { builds } = await ensureBuilds(['wide-arithmetic'], { env, packages });
    assert.deepEqual(
      builds.map(({ sha256 }) => sha256),
      [known['fqmul_bg.wasm']],
    );
  });

  test('made twice at once is whole', async () => {
    await rm(join(packages, 'by-hash'), { recursive: true, force: true });
    const builds = JSON.stringify(new URL('../src/setup/builds.mjs', import.meta.url));
    const script = `const { ensureBuilds } = await import(${builds});
await ensureBuilds(['${WITHOUT}'], { env: process.env, packages: ${JSON.stringify(packages)} });`;
    const other = execa(process.execPath, ['--input-type=module', '-e', script], { env, extendEnv: false });
    await Promise.all([ensure(WITHOUT), other]);
    const [folder, ...others] = await readdir(join(packages, 'by-hash'));
    assert.match(folder, new RegExp(`^${WITHOUT}-[0-9a-f]{20}$`));
    assert.deepEqual(others, []);
    steps = [];
    await ensure(WITHOUT);
    assert.deepEqual(steps, []);
  });
});

test('a module that is replaced in the middle of a run ends the run with a sentence', async () => {
  const { builds } = await ensureBuilds(['baseline'], { env });
  const { folder, files } = artefacts().baseline;
  // A copy, so that no other test loads what is spoilt.
  const copy = `by-hash/replaced-${process.pid}`;
  await cp(join(PACKAGES, folder), join(PACKAGES, copy), { recursive: true });
  const module = join(PACKAGES, copy, 'fqmul_bg.wasm');
  try {
    const engine = nodeEngine({});
    const kernels = /** @type {any[]} */ ((await loadModule('baseline')).kernels.filter(({ id }) => id === 'multi3'));
    const plan = createPlan({
      ...{ engines: [engine.id], kernels, models: ['chain'], js: false, cases: 100, trials: 2, rounds: 2, seed: 1 },
      baseline: 'multi3',
    });
    const journal = join(PACKAGES, copy, 'journal.jsonl');
    const { events, replaced, stopped } = await run(plan, {
      ...{ engines: [engine], journal, header: {}, artefacts: { baseline: { folder: copy, files } } },
      onEvent(event) {
        if (event.type !== 'round' || event.state !== 'end') return;
        const bytes = readFileSync(module);
        bytes[bytes.length - 1] ^= 1;
        writeFileSync(module, bytes);
      },
    });
    assert.equal(replaced, `bench-wasm/pkg/${copy}/fqmul_bg.wasm was replaced since the run began. Start it again.`);
    assert.equal(stopped, false);
    const rounds = events.flatMap((event) => (event.type === 'sample' ? [event.round] : []));
    assert.ok(rounds.length > 0 && rounds.every((round) => round === 0), 'samples of the first round alone');
    assert.equal(builds[0].sha256, files['fqmul_bg.wasm']);
  } finally {
    await rm(join(PACKAGES, copy), { recursive: true });
  }
});

test('the emitted kernels are written, a module each, and not written again', async () => {
  const packages = await mkdtemp(join(tmpdir(), 'fqmul-emitted-'));
  try {
    /** @type {string[]} */
    const steps = [];
    const ensure = () =>
      ensureEmitted({ packages, onProgress: ({ what, state }) => state === 'done' && steps.push(what) });
    const modules = await ensure();
    assert.deepEqual(steps, ['build emitted']);
    const files = EMITTED_IDS.flatMap((id) => fieldsOf(id).map((field) => fileName(id, field)));
    assert.deepEqual((await readdir(join(packages, 'emitted'))).sort(), ['artefact.json', ...files].sort());
    assert.deepEqual(await ensure(), modules);
    assert.deepEqual(steps, ['build emitted']);
    assert.deepEqual(Object.keys(modules).sort(), files.map((file) => file.replace('.wasm', '')).sort());
    assert.equal(new Set(Object.values(modules)).size, files.length);
  } finally {
    await rm(packages, { recursive: true });
  }
});
