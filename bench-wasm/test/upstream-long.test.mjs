/** What the patch does to programs: the same answers in wasm, the same assembly natively, and wide arithmetic. */

import assert from 'node:assert/strict';
import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, describe, test } from 'node:test';
import { VARIANTS } from '../src/setup/builds.mjs';
import { HOST, sharing } from '../src/setup/cargo.mjs';
import { multiplications, readOpcodes } from '../src/setup/opcodes.mjs';
import { ROOT, ensureToolchain, runTool } from '../src/setup/toolchain.mjs';
import { VERSION, VERSIONS, copyCrate, publishedCrates } from '../src/upstream/crates.mjs';
import { msmIn } from '../src/upstream/check.mjs';
import { leavePatched, pasteable } from '../src/upstream/patch.mjs';
import { buildProgram, programWith } from '../src/upstream/program.mjs';

const CRATES = ['ark-ff', 'ark-ff-macros'];
/** Bytes of what the program computes: a product, a point, a pairing and a proof of Groth16. */
const ANSWERS = 32 + 64 + 384 + 256;

/** Outside of this repository, and the same each time. */
const scratch = join(tmpdir(), 'fqmul-upstream', ROOT.replaceAll(/\W+/g, '-'), 'long');
rmSync(scratch, { recursive: true, force: true });
mkdirSync(scratch, { recursive: true });
after(() => rmSync(scratch, { recursive: true }));
const context = { env: await ensureToolchain() };
const into = join(scratch, 'into');
await leavePatched(into, context);
const programs = {
  published: await programWith('published', '', scratch),
  patched: await programWith('patched', pasteable(into), scratch),
};

test('products, sums of points, pairings and proofs are the same bytes', async () => {
  /** @param {keyof typeof programs} name @returns {Promise<(seed: bigint) => Buffer>} */
  const answersOf = async (name) => {
    const module = await buildProgram(programs[name], 'answers', context);
    assert.deepEqual(msmIn(module), { patched: name === 'patched' });
    const { instance } = await WebAssembly.instantiate(module);
    const { answers, memory } = /** @type {any} */ (instance.exports);
    return (seed) => {
      const address = answers(seed);
      return Buffer.from(memory.buffer.slice(address, address + ANSWERS));
    };
  };
  const published = await answersOf('published');
  const patched = await answersOf('patched');
  /** @type {Set<string>} */
  const different = new Set();
  for (const seed of [2n, 3n, 2n ** 32n - 1n, 2n ** 63n + 12345n]) {
    const expected = published(seed).toString('hex');
    assert.equal(patched(seed).toString('hex'), expected, `seed ${seed}`);
    different.add(expected);
  }
  assert.equal(different.size, 4);
});

test('natively a product and all else of the field is the same assembly, byte for byte', async () => {
  // The crates lie in the same place before and after: from it the names of functions follow.
  const place = join(scratch, 'place');
  const program = await programWith('natively', pasteable(place, VERSION, ['product']), scratch);
  const { env, folder } = sharing(context.env, 'program-natively', HOST);
  const file = join(folder, 'program.s');
  mkdirSync(folder, { recursive: true });
  /** @param {(name: string) => string} from @returns {Promise<string>} */
  const assembly = async (from) => {
    for (const name of CRATES) await copyCrate(from(name), join(place, name));
    rmSync(file, { force: true });
    const what = ['--lib', '--crate-type', 'rlib', '--release', '--features', 'products', '--target', HOST];
    await runTool('cargo', ['rustc', ...what, '--config', 'profile.release.lto=false', '--', '--emit', `asm=${file}`], {
      what: 'compile natively',
      cwd: program,
      env,
    });
    return readFileSync(file, 'utf8');
  };
  const published = await publishedCrates(CRATES, context);
  const before = await assembly((name) => String(published.get(name)));
  const after = await assembly((name) => join(into, name));
  for (const name of ['product', 'square', 'sum_of_products', 'difference', 'negative', 'integer'])
    assert.match(before, new RegExp(`^_?${name}:$`, 'm'));
  // As much as a product is.
  assert.ok(before.split('\n').length > 500, before);
  assert.equal(after, before);
});

describe('with wide arithmetic', () => {
  const { rustflags } = VARIANTS['wide-arithmetic'];
  /** Only then a stable rustc tells crates of a feature that is not stable. */
  const telling = { env: { ...context.env, RUSTC_BOOTSTRAP: '1' }, rustflags };

  test('a product is 32 wide ones, which arkworks as it is published splits', async () => {
    /** @param {keyof typeof programs} name */
    const product = async (name) =>
      multiplications(readOpcodes(await buildProgram(programs[name], 'products', telling)).exported('product'));
    assert.deepEqual(await product('published'), { 'i64.mul': 132 });
    assert.deepEqual(await product('patched'), { 'i64.mul': 4, 'i64.mul_wide_u': 32 });
  });

  for (const version of VERSIONS.slice(1))
    test(`so it is on ${version}, where it is the kernel without wide arithmetic`, async () => {
      const place = join(scratch, version);
      await leavePatched(place, context, version);
      const program = await programWith(`on-${version}`, pasteable(place, version), scratch, version);
      /** @param {import('../src/upstream/crates.mjs').Context & { rustflags?: string }} how */
      const product = async (how) =>
        multiplications(readOpcodes(await buildProgram(program, 'products', how)).exported('product'));
      assert.deepEqual(await product(context), { 'i64.mul': 136 });
      assert.deepEqual(await product(telling), { 'i64.mul': 4, 'i64.mul_wide_u': 32 });
    });
});
