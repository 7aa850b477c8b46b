/** A kernel and a field are added by the files and lines that CONTRIBUTING.md names, and by nothing else. */

import assert from 'node:assert/strict';
import { cp, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { before, describe, test } from 'node:test';
import { execa } from 'execa';
import { ROOT, ensureToolchain } from '../src/setup/toolchain.mjs';
import { renew } from './renewed.mjs';

const TARGET = join(ROOT, 'target');
const FOLDER = join(TARGET, 'toys');
const STAGED = `${FOLDER}-staged`;

/** Right but in the field that is added: a test that fails there has seen both. */
const KERNEL = `//! The drop-in, and a wrong product in one field.

use crate::field::{Element, Integer, Modulus};
use crate::kernel::{Kernel, MAX_LANES};
use crate::limbs29::Limbs29Dropin;

/// out = a·b·R^-1 mod p, but a + b where the field is the toy. R = 2^256.
pub struct Toy<M>(core::marker::PhantomData<M>);

impl<M: Modulus> Kernel for Toy<M> {
    type Modulus = M;
    type Packed = Integer;
    const LANES: usize = 1;
    const RADIX_BITS: u32 = 256;

    fn pack(lanes: &[Element<M>]) -> Integer {
        Limbs29Dropin::pack(lanes)
    }

    fn unpack(packed: &Integer) -> [Element<M>; MAX_LANES] {
        Limbs29Dropin::unpack(packed)
    }

    fn mul(a: &Integer, b: &Integer) -> Integer {
        if M::NAME == "toy::Fp" {
            return Self::add(a, b);
        }
        Limbs29Dropin::<M>::mul(a, b)
    }

    fn add(a: &Integer, b: &Integer) -> Integer {
        Limbs29Dropin::<M>::add(a, b)
    }

    fn sub(a: &Integer, b: &Integer) -> Integer {
        Limbs29Dropin::<M>::sub(a, b)
    }
}
`;

const ENTRY = `
            {
                id: "toy",
                kernel: crate::toy::Toy, of: each,
                form: Dropin, limbs: "4x64", lanes: 1, radix_bits: 256, build: Baseline,
                multiplies: [],
                summary: "a kernel that is added by a test",
                source: "this test",
                models: all,
            }`;

const FIELD = `//! 2^251 + 17·2^192 + 1.

use super::{Integer, Modulus};

/// The field of Starknet.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Fp;

impl Modulus for Fp {
    const NAME: &'static str = "toy::Fp";
    const P: Integer = [1, 0, 0, 1 << 59 | 17];
}
`;

/** Of the Rust tests those that are run, and what they are made from: the others take most of the time to compile. */
const SUITE = ['columns51', 'fields', 'kernels', 'once', 'products', 'radix51', 'words51'];

const env = { ...(await ensureToolchain()), CARGO_TARGET_DIR: TARGET };

/** @param {string} file in the copy @param {string | RegExp} after what @param {string} text is added */
async function add(file, after, text) {
  const path = join(STAGED, file);
  const source = await readFile(path, 'utf8');
  const changed = source.replace(after, (found) => found + text);
  assert.notEqual(changed, source, file);
  await writeFile(path, changed);
}

describe('a copy of the crate with a toy kernel and a toy field', () => {
  before(async () => {
    await rm(STAGED, { recursive: true, force: true });
    await mkdir(STAGED);
    for (const name of ['Cargo.toml', 'Cargo.lock', 'README.md', 'src', 'tests', 'fuzz']) {
      await cp(join(ROOT, name), join(STAGED, name), { recursive: true });
    }
    // The copy is a workspace of its own, without the other members.
    const manifest = join(STAGED, 'Cargo.toml');
    await writeFile(manifest, (await readFile(manifest, 'utf8')).replace(/^members = \[[^\]]*\]/m, 'members = []'));
    await writeFile(join(STAGED, 'src/toy.rs'), KERNEL);
    await add('src/lib.rs', 'mod radix;\n', 'pub mod toy;\n');
    await add('src/bench/registry.rs', /every_kernel \{\n.*\n *\$with! \{/, ENTRY);
    const suite = join(STAGED, 'tests/suite/main.rs');
    const own = (/** @type {string} */ line, /** @type {string} */ name) => (SUITE.includes(name) ? line : '');
    await writeFile(suite, (await readFile(suite, 'utf8')).replaceAll(/(?:^#\[.*\]\n)?^mod (\w+);\n/gm, own));
    await writeFile(join(STAGED, 'src/field/toy.rs'), FIELD);
    await add('src/field/mod.rs', 'pub mod pasta;\n', 'pub mod toy;\n');
    await add('src/field/mod.rs', 'visitor.visit::<pasta::Fq>();\n', 'visitor.visit::<toy::Fp>();\n');
    await renew(STAGED, FOLDER);
    await rm(STAGED, { recursive: true });
  });

  test('multiplies by the kernel in the field, in the tests that every kernel is given', async () => {
    // What it depends on is as the crate's own tests have it; the copy itself is not optimised, to be run once.
    const cargo = ['rustc', '--lib', '--profile', 'test', '--target', 'host-tuple', '--message-format=json'];
    const { stdout: built } = await execa('cargo', [...cargo, '--', '-Copt-level=0', '-Cdebuginfo=0'], {
      cwd: FOLDER,
      env,
      extendEnv: false,
    });
    const { executable } = built
      .split('\n')
      .map((line) => JSON.parse(line))
      .find((message) => message.executable);
    const { exitCode, stdout } = await execa(executable, ['products::algebraic_laws', 'kernels::'], {
      reject: false,
    });
    assert.match(stdout, /toy in toy::Fp: distributes/);
    assert.match(stdout, /test result: FAILED\. 1 passed; 1 failed;/);
    assert.notEqual(exitCode, 0);
  });
});
