/** `npm run upstream`: the patch, and a program of somebody else's with it. */

import assert from 'node:assert/strict';
import { existsSync, mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { execa } from 'execa';
import { parse as parseToml } from 'smol-toml';
import { multiplications, readOpcodes } from '../src/setup/opcodes.mjs';
import { ROOT, ensureToolchain } from '../src/setup/toolchain.mjs';
import { CRATES, copyCrate, publishedCrates } from '../src/upstream/crates.mjs';
import { neededOf, parse } from '../src/upstream/kernel-file.mjs';
import { buildProgram, programWith } from '../src/upstream/program.mjs';
import { WEIGHT_FILE, linesOf } from '../src/upstream/weight.mjs';

const PROGRAM = fileURLToPath(new URL('../upstream.mjs', import.meta.url));
const KERNEL = 'src/fields/models/fp/limbs29.rs';
const MSM = 'src/scalar_mul/variable_base/batch_affine.rs';

/** Outside of this repository, and the same each time: cargo would keep what it made of a crate in another place. */
const scratch = join(tmpdir(), 'fqmul-upstream', ROOT.replaceAll(/\W+/g, '-'), 'short');
rmSync(scratch, { recursive: true, force: true });
mkdirSync(scratch, { recursive: true });
after(() => rmSync(scratch, { recursive: true }));
const env = await ensureToolchain();
const context = { env };

/** @param {string[]} args */
const upstream = (...args) =>
  // Under npm the folder is the one where it was typed.
  execa(process.execPath, [PROGRAM, ...args], {
    cwd: scratch,
    env: { ...env, INIT_CWD: scratch },
    extendEnv: false,
    reject: false,
  });

describe("ark-ff's file of the kernel", () => {
  const MODULE = `//! Docs.

use crate::field::integer::{self, Word};
use super::other;

/// Needed.
#[cfg(feature = "arkworks")]
#[inline]
pub const fn needed<const N: usize>(a: &[u64; N]) -> u64
where
    [u64; N]: Sized,
{
    LIMIT + integer::low(a)
}

// unneeded() is named in a comment alone.
const LIMIT: u64 = 5;

fn unneeded() {}

pub(super) use made;

made!(1, 2);

macro_rules! made {
    ($a:literal) => {};
}

impl<T> Trait for u64 {}

impl Constants<u64> {
    const X: u64 = {
        7
    };
}
`;

  test('has the items that are needed, each whole, by whatever way they are named', () => {
    const parsed = parse('radix', MODULE);
    assert.equal(parsed.docs, '//! Docs.');
    assert.equal(parsed.uses, 'use super::integer::{self, Word};\nuse super::other;');
    assert.deepEqual(
      parsed.items.map(({ name }) => name),
      ['needed', 'LIMIT', 'unneeded', 'made', '', 'made', 'Trait', 'Constants'],
    );
    const without = MODULE.replace('#[cfg(feature = "arkworks")]\n', '');
    assert.equal(parsed.items.map(({ text }) => text).join('\n\n'), without.split('\n').slice(5, -1).join('\n'));
    const low = parse('integer', 'pub fn low() {}\n\npub fn high() {}\n\npub trait Word {}\n');
    /** @param {string} side */
    const names = (side) => [...neededOf(side, [low, parsed])].map(({ name }) => name);
    const always = ['', 'made', 'made'];
    const all = ['LIMIT', 'low', 'needed', ...always].sort();
    assert.deepEqual(names('radix::needed()').sort(), all);
    assert.deepEqual(names('use radix::{needed};\nneeded()').sort(), all);
    assert.deepEqual(names('use radix::needed;\nneeded()').sort(), all);
    assert.deepEqual(names('needed(); a.low(); other::Trait').sort(), always);
  });

  test('says in older words what is newer than Rust 1.75', () => {
    const newer = `#[diagnostic::on_unimplemented(message = "four words alone")]
pub trait Residue {}

#[allow(unused, reason = "it is an example")]
fn chosen() {
    if const { 1 < LIMIT } {
        other();
    }
}
`;
    const older = `// Where this is not implemented: four words alone.
pub trait Residue {}

#[allow(unused)]
fn chosen() {
    if 1 < LIMIT {
        other();
    }
}`;
    const { items } = parse('radix', newer);
    assert.deepEqual(
      items.map(({ name }) => name),
      ['Residue', 'chosen'],
    );
    assert.equal(items.map(({ text }) => text).join('\n\n'), older);
  });

  test('is not made where the kernel has an item of a new kind', () => {
    assert.throws(() => parse('radix', 'union Both {\n    a: u32,\n}\n'), /not known: union Both/);
  });
});

describe('wrong usage: exit code 2, and what is needed', () => {
  const full = join(scratch, 'full');
  mkdirSync(full);
  writeFileSync(join(full, 'file'), '');
  for (const [args, message] of /** @type {[string[], RegExp][]} */ ([
    [['--into', 'full'], /^error: --into full: it is not empty/],
    [['--into', 'full/file'], /^error: --into full\/file: it is no folder/],
    [['--into', 'a', '--checkout', 'b'], /cannot be used with/],
    [['--only', 'speeds'], /tests, size, speed/],
    [['--patches', 'msn'], /There is no patch "msn"\. There are: product, msm\./],
    [['--patches', 'msm'], /^error: --patches: with --into or --checkout/],
    [['--into', 'new', '--ark', '0.4.2', '--patches', 'msm'], /^error: --patches msm: for 0\.6\.0 and 0\.5\.0, not/],
    [['--field', 'pallas', '--models', 'msm'], /^error: --field pallas: msm: of BN254 alone/],
    [['--field', 'pallas', '--models', 'call-io'], /^error: --models call-io: .* there are chain, stream, .*msm/],
    [['--own-kernels'], /^error: --own-kernels: with --field NAME alone/],
    [['--models', 'msm-1024'], /^error: --models msm-1024: with --field NAME alone/],
    [['--field', 'vesta', '--models', 'msm-1024'], /^error: --models msm-1024: .* there are chain, stream/],
    [
      ['--field', 'pallas', '--models', 'ntt-1024'],
      /^error: --models ntt-1024: .* there are chain, stream, .*msm-1024/,
    ],
    [['--neighbours'], /^error: --neighbours: with --field fq or --field bls12-381-fq alone/],
    [['--neighbours', '--field', 'pallas'], /^error: --neighbours: with --field fq or --field bls12-381-fq alone/],
    [['--checkout', 'full'], /error: --checkout full: it has no ff\/src\/.*; a checkout of arkworks-rs\/algebra is/],
  ])) {
    test(args.join(' '), async () => {
      const { exitCode, stdout, stderr } = await upstream(...args);
      assert.match(stderr, message);
      assert.equal(exitCode, 2);
      assert.equal(stdout, '');
    });
  }
});

describe('a checkout of arkworks-rs/algebra', () => {
  const checkout = join(scratch, 'algebra');
  const file = join(checkout, 'ff-macros/src/montgomery/mod.rs');
  const linesIn = (/** @type {string} */ text) => text.split('\n').length - 1;
  const linesOfAll = () =>
    readdirSync(checkout, { recursive: true })
      .map(String)
      .filter((name) => name.endsWith('.rs'))
      .reduce((sum, name) => sum + linesIn(readFileSync(join(checkout, name), 'utf8')), 0);
  before(async () => {
    const published = await publishedCrates(Object.keys(CRATES), context);
    for (const [name, at] of Object.entries(CRATES)) await copyCrate(String(published.get(name)), join(checkout, at));
  });

  test('is left as it is where one of its files is not that of the version', async () => {
    const original = readFileSync(file, 'utf8');
    writeFileSync(file, original.replace('mod add;', 'mod  add;'));
    const { exitCode, stderr } = await upstream('--checkout', 'algebra');
    assert.match(
      stderr,
      /error: --checkout algebra: its ff-macros\/src\/montgomery\/mod.rs is not that of ark-ff-macros/,
    );
    assert.equal(exitCode, 2);
    assert(!existsSync(join(checkout, 'ff', KERNEL)));
    assert.doesNotMatch(readFileSync(join(checkout, 'ff/src/biginteger/arithmetic.rs'), 'utf8'), /wide-arithmetic/);
    writeFileSync(file, original);
  });

  test('is patched, and says what was changed; a second time there is nothing to patch', async () => {
    const there = linesOfAll();
    const { exitCode, stdout } = await upstream('--checkout', 'algebra');
    assert.equal(exitCode, 0);
    const files = stdout.split('\n');
    assert(files.includes(`ff/${KERNEL}`));
    assert(files.includes(`ec/${MSM}`));
    // What the pull requests say of it.
    const kernel = readFileSync(join(checkout, 'ff', KERNEL), 'utf8');
    assert.doesNotMatch(kernel, /\bunsafe\b|(?<!ark_)\bstd::/);
    // rustc 1.75 compiles it, in upstream-long.test.mjs.
    assert.doesNotMatch(kernel, /\bconst \{|\breason = |#\[diagnostic/);
    const { kernel: written } = JSON.parse(readFileSync(join(ROOT, WEIGHT_FILE), 'utf8'));
    assert.equal(written, linesIn(kernel), 'npm run upstream -- --only size --write');
    const msm = linesIn(readFileSync(join(ROOT, 'patches/3-msm/batch_affine.rs'), 'utf8'));
    const grown = [
      ...['1-wide-arithmetic', '2-limbs29'].map((folder) => linesOf(folder)),
      ...['3-msm', '4-msm-parallel-wasm'].map((folder) => linesOf(folder, 'ec.patch')),
    ];
    const inPlace = grown.reduce((sum, { added, removed }) => sum + added - removed, 0);
    assert.equal(linesOfAll() - there, written + msm + inPlace);
    for (const changed of files)
      assert.match(readFileSync(join(checkout, changed), 'utf8'), /limbs29|wide-arithmetic|affine|msm_bigint/, changed);
    const again = await upstream('--checkout', 'algebra');
    assert.equal(again.exitCode, 2);
    assert.match(again.stderr, /is not that of ark-ff/);
  });

  test('has one of the patches where that is what is asked for', async () => {
    const published = await publishedCrates(['ark-ec'], context);
    const place = join(scratch, 'ec alone');
    await copyCrate(String(published.get('ark-ec')), join(place, 'ec'));
    const { exitCode, stdout } = await upstream('--checkout', 'ec alone', '--patches', 'msm');
    assert.equal(exitCode, 0);
    assert.deepEqual(readdirSync(place), ['ec']);
    assert(stdout.split('\n').includes(`ec/${MSM}`));
    assert.doesNotMatch(stdout, /^ff/m);
  });
});

describe('a program that knows nothing of this project', () => {
  const into = join(scratch, 'patched crates');
  let pasted = '';

  test('gets three crates and six lines, and nothing else', async () => {
    const { exitCode, stdout } = await upstream('--into', 'patched crates');
    assert.equal(exitCode, 0);
    assert.deepEqual(JSON.parse(JSON.stringify(parseToml(stdout))), {
      patch: {
        'crates-io': {
          'ark-ff': { path: join(into, 'ark-ff') },
          'ark-ff-macros': { path: join(into, 'ark-ff-macros') },
          'ark-ec': { path: join(into, 'ark-ec') },
        },
      },
    });
    assert.equal(stdout.split('\n').length, 6);
    assert.deepEqual(readdirSync(into).sort(), ['ark-ec', 'ark-ff', 'ark-ff-macros']);
    pasted = stdout;
  });

  test('multiplies by the kernel when the lines are pasted, and without them as before', async () => {
    for (const [name, lines, expected] of /** @type {[string, string, Record<string, object>][]} */ ([
      ['as it is', '', { product: { 'i64.mul': 132 } }],
      [
        'pasted',
        // What of arkworks is generic is compiled in the program.
        `${pasted}\n[profile.release.package.ark-ff]\nopt-level = 0\n`,
        {
          product: { 'i64.mul': 136 },
          square: { 'i64.mul': 127 },
          sum_of_products: { 'i64.mul': 190 },
          difference: {},
          negative: {},
        },
      ],
    ])) {
      const program = await programWith(name, lines, scratch);
      const opcodes = readOpcodes(await buildProgram(program, 'products', context));
      for (const [exported, counts] of Object.entries(expected))
        assert.deepEqual(multiplications(opcodes.exported(exported)), counts, `${name}: ${exported}`);
    }
  });
});
