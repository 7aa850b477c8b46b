/** A modulus that is out of a kernel's bounds does not compile, in a crate that depends on this one. */

import assert from 'node:assert/strict';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, describe, test } from 'node:test';
import { execa } from 'execa';
import { FQ, PALLAS } from '../src/oracle/field.mjs';
import { VARIANTS } from '../src/setup/builds.mjs';
import { ROOT, ensureToolchain } from '../src/setup/toolchain.mjs';

const BLS12_377_FR = 0x12ab655e9a2ca55660b44d1e5c37b00159aa76fed00000010a11800000000001n;
const BLS12_381_FR = 0x73eda753299d7d483339d80809a1d80553bda402fffe5bfeffffffff00000001n;
const SECP256K1 = 2n ** 256n - 2n ** 32n - 977n;
const P192 = 2n ** 192n - 2n ** 64n - 1n;

const NATIVE = { target: 'host-tuple', rustflags: '' };
const RELAXED_SIMD = { target: 'wasm32-unknown-unknown', rustflags: VARIANTS['relaxed-simd'].rustflags };

const env = await ensureToolchain();
const folder = await mkdtemp(join(tmpdir(), 'fqmul-refused-'));
after(() => rm(folder, { recursive: true }));
await mkdir(join(folder, 'src'));
await writeFile(
  join(folder, 'Cargo.toml'),
  `[package]
name = "dependent"
edition = "2024"

[dependencies]
fqmul = { path = ${JSON.stringify(ROOT)}, default-features = false }
`,
);

/**
 * Compiles a product and a sum of a kernel in the field of a prime.
 *
 * @param {{ target: string, rustflags: string }} build
 * @param {string} kernel
 * @param {bigint} p
 */
async function compile({ target, rustflags }, kernel, p) {
  const limbs = [0n, 64n, 128n, 192n].map((bit) => `${BigInt.asUintN(64, p >> bit)}`);
  await writeFile(
    join(folder, 'src/lib.rs'),
    `use fqmul::field::{Integer, Modulus};
use fqmul::kernel::Kernel;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Field;

impl Modulus for Field {
    const NAME: &'static str = "of a test";
    const P: Integer = [${limbs}];
}

type Product = fqmul::${kernel}<Field>;

pub fn product(a: &<Product as Kernel>::Packed) -> <Product as Kernel>::Packed {
    Product::add(&Product::mul(a, a), a)
}
`,
  );
  return execa('cargo', ['build', '--offline', '--target', target], {
    cwd: folder,
    env: { ...env, RUSTFLAGS: rustflags, CARGO_TARGET_DIR: join(folder, 'target') },
    extendEnv: false,
    reject: false,
  });
}

/** @type {[string, typeof NATIVE, string, [string, bigint][], [string, bigint, RegExp][]][]} */
const KERNELS = [
  [
    'limbs29',
    NATIVE,
    'limbs29::Limbs29',
    [['BLS12-381 Fr', BLS12_381_FR]],
    [
      ['an even one', FQ.p - 1n, /a modulus is odd, above 1 and below 2\^255/],
      ['one above 2^255', SECP256K1, /a modulus is odd, above 1 and below 2\^255/],
      ['one of 192 bits', P192, /too small for sums of limbs: its top limb has too few bits/],
    ],
  ],
  [
    'wide',
    NATIVE,
    'wide::Wide',
    [['BLS12-381 Fr', BLS12_381_FR]],
    [
      ['an even one', FQ.p - 1n, /a modulus is odd and above 1/],
      ['one above 2^255', SECP256K1, /operands below p need a p below R\/2/],
    ],
  ],
  [
    'wide-lazy',
    NATIVE,
    'wide::WideLazy',
    [['BLS12-377 Fr', BLS12_377_FR]],
    [
      ['BLS12-381 Fr', BLS12_381_FR, /operands below 2p one below R\/4/],
      ['Pallas Fp', PALLAS.p, /operands below 2p one below R\/4/],
    ],
  ],
  [
    'wide-pair',
    NATIVE,
    'wide::WidePair',
    [['BLS12-377 Fr', BLS12_377_FR]],
    [['BLS12-381 Fr', BLS12_381_FR, /operands below 2p one below R\/4/]],
  ],
  [
    'fma-pair',
    RELAXED_SIMD,
    'fma::FmaPair',
    [['BLS12-377 Fr', BLS12_377_FR]],
    [
      ['BLS12-381 Fr', BLS12_381_FR, /too large for f64 lanes: two Montgomery steps leave more than p/],
      ['Pallas Fp', PALLAS.p, /too large for f64 lanes: two Montgomery steps leave more than p/],
      ['one of 192 bits', P192, /too small for f64 lanes: its top limb has too few bits/],
    ],
  ],
  [
    'fma-pair-dropin',
    RELAXED_SIMD,
    'fma::FmaPairDropin',
    [['BLS12-377 Fr', BLS12_377_FR]],
    [['BLS12-381 Fr', BLS12_381_FR, /too large for f64 lanes/]],
  ],
  [
    'fma-single',
    RELAXED_SIMD,
    'fma_single::FmaSingle',
    [['BLS12-377 Fr', BLS12_377_FR]],
    [
      ['BLS12-381 Fr', BLS12_381_FR, /too large for f64 lanes: a column of products leaves its binade/],
      ['Pallas Fp', PALLAS.p, /too large for f64 lanes: a column of products leaves its binade/],
    ],
  ],
];

for (const [id, build, kernel, right, wrong] of KERNELS)
  describe(id, () => {
    for (const [name, p] of right)
      test(`takes ${name}`, async () => {
        const { exitCode, stderr } = await compile(build, kernel, p);
        assert.equal(exitCode, 0, stderr);
      });
    for (const [name, p, message] of wrong)
      test(`refuses ${name}`, async () => {
        const { exitCode, stderr } = await compile(build, kernel, p);
        assert.notEqual(exitCode, 0);
        assert.match(stderr, /error\[E0080\]/);
        assert.match(stderr, message);
      });
  });
