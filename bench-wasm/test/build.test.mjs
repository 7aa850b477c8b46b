import assert from 'node:assert/strict';
import { cp, mkdir, mkdtemp, readFile, readdir, rename, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, beforeEach, describe, test } from 'node:test';
import { execa } from 'execa';
import { parse } from 'smol-toml';
import { ensureBuilds, ensureEmitted, hashSources } from '../src/setup/builds.mjs';
import { EMITTED_IDS, fileName } from '../src/emit/emitted-rows.mjs';
import { features } from '../src/setup/features.mjs';
import { loadModule } from '../src/setup/modules.mjs';
import { CRATE as BINDGEN } from '../src/setup/bindgen.mjs';
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
const OF_WORK = ['Curve', 'FieldLoops', 'curves', 'fields'];
const OF_THE_WEB_GLUE = ['default', 'initSync'];
const WEB = /** @type {const} */ (['baseline', 'simd128', 'relaxed-simd', 'wide-arithmetic']);
const PACKAGES = join(ROOT, 'bench-wasm/pkg');
const ONE = Uint8Array.of(1, ...new Uint8Array(31));

const env = await ensureToolchain();
await ensureBuilds([...WEB, 'nodejs', 'work'], { env });

describe('the modules', () => {
  for (const variant of WEB) {
    const lacking = /** @type {Record<string, boolean | null>} */ (features())[variant] === false;
    test(`${variant} has the exports`, { skip: lacking && 'this process has no such modules' }, async () => {
      const { exports, kernels } = await loadModule(variant);
      assert.deepEqual(Object.keys(exports).sort(), [...EXPORTS, ...OF_THE_WEB_GLUE].sort());
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
      EXPORTS,
    );
    assert.deepEqual(exports.mul_simd(ONE, ONE), ONE);
  });

  test('nodejs is the same module as simd128', async () => {
    const {
      builds: [web, nodejs],
    } = await ensureBuilds(['simd128', 'nodejs'], { env });
    assert.equal(nodejs.sha256, web.sha256);
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
  const [ours, theirs] = await Promise.all(
    ['.', BINDGEN].map((folder) => readFile(join(ROOT, folder, 'Cargo.lock'), 'utf8')),
  );
  assert.deepEqual(lockedVersions(theirs, 'wasm-bindgen-shared'), lockedVersions(ours, 'wasm-bindgen'));
  assert.deepEqual(lockedVersions(theirs, 'wasm-bindgen-cli-support'), lockedVersions(ours, 'wasm-bindgen'));
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

describe('what a build is made from', () => {
  /** A checkout with the same sources. */
  let root = '';
  let hash = '';

  before(async () => {
    root = await mkdtemp(join(tmpdir(), 'fqmul-build-'));
    for (const path of ['Cargo.toml', 'Cargo.lock', 'rust-toolchain.toml', '.cargo', 'src']) {
      await cp(join(ROOT, path), join(root, path), { recursive: true });
    }
    hash = await hashSources(root);
  });
  after(() => rm(root, { recursive: true }));

  test('the same sources in another folder are the same', async () => {
    assert.equal(hash, await hashSources(ROOT));
  });

  for (const file of [
    'src/lib.rs',
    'src/new/kernel.rs',
    'Cargo.toml',
    'Cargo.lock',
    'rust-toolchain.toml',
    '.cargo/config.toml',
  ]) {
    test(`a change in ${file} changes it`, async () => {
      const path = join(root, file);
      const before = await readFile(path).catch(() => null);
      await mkdir(join(path, '..'), { recursive: true });
      await writeFile(path, `${before ?? ''}\n`);
      assert.notEqual(await hashSources(root), hash);
      await (before ? writeFile(path, before) : rm(join(path, '..'), { recursive: true }));
      assert.equal(await hashSources(root), hash);
    });
  }

  test('a renamed source changes it', async () => {
    await rename(join(root, 'src/lib.rs'), join(root, 'src/library.rs'));
    assert.notEqual(await hashSources(root), hash);
    await rename(join(root, 'src/library.rs'), join(root, 'src/lib.rs'));
  });

  test('other files do not', async () => {
    await writeFile(join(root, 'README.md'), 'words');
    await mkdir(join(root, 'tests'));
    await writeFile(join(root, 'tests/more.rs'), 'fn main() {}');
    assert.equal(await hashSources(root), hash);
  });
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
      onProgress: ({ what, state }) => what.endsWith(` ${variant}`) && state === 'done' && steps.push(what),
    });

  before(async () => {
    packages = await mkdtemp(join(tmpdir(), 'fqmul-packages-'));
    await ensureBuilds([WITH, WITHOUT], { env });
    for (const variant of [WITH, WITHOUT])
      await cp(join(PACKAGES, variant), join(packages, variant), { recursive: true });
  });
  beforeEach(() => (steps = []));
  after(() => rm(packages, { recursive: true }));

  test('that is there is not made again', async () => {
    await ensure(WITH);
    await ensure(WITHOUT);
    assert.deepEqual(steps, []);
  });

  const spoilt = {
    'that was cut short': {
      variant: WITHOUT,
      made: [`build ${WITHOUT}`],
      file: 'fqmul_bg.wasm',
      spoil: (/** @type {Buffer} */ bytes) => bytes.subarray(0, 40),
    },
    'from other sources': {
      variant: WITH,
      made: [`build ${WITH}`, `optimise ${WITH}`],
      file: 'build.json',
      spoil: (/** @type {Buffer} */ bytes) => String(bytes).replace(/"inputs": "./, '"inputs": "x'),
    },
  };
  for (const [what, { variant, made, file, spoil }] of Object.entries(spoilt)) {
    test(`${what} is made again`, async () => {
      const path = join(packages, variant, file);
      const bytes = await readFile(path);
      await writeFile(path, spoil(bytes));
      await ensure(variant);
      assert.deepEqual(steps, made);
      assert.deepEqual(await readFile(path), bytes, 'the same as before');
    });
  }

  // Cargo takes both for fresh: each must be its own module all the same, whichever was compiled last.
  test('made again in another order is the same', async () => {
    const variants = /** @type {const} */ (['wide-arithmetic', WITHOUT]);
    for (const variant of [WITH, WITHOUT]) await rm(join(packages, variant), { recursive: true });
    const { builds } = await ensureBuilds([...variants], { env, packages });
    for (const { variant, sha256 } of builds) {
      const { sha256: known } = JSON.parse(await readFile(join(PACKAGES, variant, 'build.json'), 'utf8'));
      assert.equal(sha256, known, variant);
      await rm(join(packages, variant), { recursive: true });
    }
  });

  test('made twice at once is whole', async () => {
    await rm(join(packages, WITHOUT), { recursive: true, force: true });
    const builds = JSON.stringify(new URL('../src/setup/builds.mjs', import.meta.url));
    const script = `const { ensureBuilds } = await import(${builds});
await ensureBuilds(['${WITHOUT}'], { env: process.env, packages: ${JSON.stringify(packages)} });`;
    const other = execa(process.execPath, ['--input-type=module', '-e', script], { env, extendEnv: false });
    await Promise.all([ensure(WITHOUT), other]);
    assert.deepEqual(await readdir(packages), [WITHOUT]);
    steps = [];
    await ensure(WITHOUT);
    assert.deepEqual(steps, []);
  });
});

describe('the emitted kernels', () => {
  let packages = '';
  /** @type {string[]} */
  let steps = [];
  const ensure = () =>
    ensureEmitted({ packages, onProgress: ({ what, state }) => state === 'done' && steps.push(what) });

  before(async () => {
    packages = await mkdtemp(join(tmpdir(), 'fqmul-emitted-'));
  });
  beforeEach(() => (steps = []));
  after(() => rm(packages, { recursive: true }));

  test('are written, a module each, and not written again', async () => {
    const modules = await ensure();
    assert.deepEqual(steps, ['build emitted']);
    assert.deepEqual(await readdir(packages), ['emitted']);
    assert.deepEqual(
      (await readdir(join(packages, 'emitted'))).sort(),
      ['build.json', ...EMITTED_IDS.map(fileName)].sort(),
    );
    assert.deepEqual(await ensure(), modules);
    assert.deepEqual(steps, ['build emitted']);
    assert.deepEqual(Object.keys(modules), EMITTED_IDS);
    assert.equal(new Set(Object.values(modules)).size, EMITTED_IDS.length);
  });

  const spoilt = {
    'one that was cut short': {
      file: fileName(EMITTED_IDS[0]),
      spoil: (/** @type {Buffer} */ bytes) => bytes.subarray(0, 40),
    },
    'those from other sources': {
      file: 'build.json',
      spoil: (/** @type {Buffer} */ bytes) => String(bytes).replace(/"inputs": "./, '"inputs": "x'),
    },
  };
  for (const [what, { file, spoil }] of Object.entries(spoilt)) {
    test(`${what}: all are written again`, async () => {
      const path = join(packages, 'emitted', file);
      const bytes = await readFile(path);
      await writeFile(path, spoil(bytes));
      await ensure();
      assert.deepEqual(steps, ['build emitted']);
      assert.deepEqual(await readFile(path), bytes, 'the same as before');
    });
  }
});
