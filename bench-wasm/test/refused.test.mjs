/**
 * What does not compile in a crate that depends on this one: a modulus that is out of a kernel's bounds, and an FMA
 * kernel without the witness that the engine rounds once.
 */

import assert from 'node:assert/strict';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { execa } from 'execa';
import { FQ, PALLAS } from '../src/oracle/field.mjs';
import { VARIANTS } from '../src/setup/builds.mjs';
import { ROOT, ensureToolchain } from '../src/setup/toolchain.mjs';

const BLS12_377_FR = 0x12ab655e9a2ca55660b44d1e5c37b00159aa76fed00000010a11800000000001n;
const BLS12_381_FR = 0x73eda753299d7d483339d80809a1d80553bda402fffe5bfeffffffff00000001n;
const SECP256K1 = 2n ** 256n - 2n ** 32n - 977n;
const P255 = 2n ** 255n - 19n;
const P192 = 2n ** 192n - 2n ** 64n - 1n;
/** 0.92·2^255, with roots of order 2^32. */
const P255_WITH_ROOTS = 0x75c28f5c28f5cn * 2n ** 204n + 135n * 2n ** 32n + 1n;

const NATIVE = { target: 'host-tuple', rustflags: '' };
const RELAXED_SIMD = { target: 'wasm32-unknown-unknown', rustflags: VARIANTS['relaxed-simd'].rustflags };

const env = await ensureToolchain();
const folder = await mkdtemp(join(tmpdir(), 'fqmul-refused-'));
await mkdir(join(folder, 'src'));
await writeFile(join(folder, 'src/lib.rs'), '');
await mkdir(join(folder, 'examples'));
for (const example of ['accepted', 'refused']) await writeFile(join(folder, 'examples', `${example}.rs`), '');
await writeFile(
  join(folder, 'Cargo.toml'),
  `[package]
name = "dependent"
edition = "2024"

[dependencies]
fqmul = { path = ${JSON.stringify(ROOT)}, default-features = false, features = ["alloc"] }

[[example]]
name = "accepted"
crate-type = ["lib"]

[[example]]
name = "refused"
crate-type = ["lib"]

[workspace]
`,
);

/** @typedef {{ name: string, kernel: string, p: bigint }} Case name is a name in Rust */

/**
 * A module with a product and a sum of a kernel in the field of a prime, or a transform over it.
 *
 * @param {Case} one
 */
const moduleOf = ({ name, kernel, p }) => `
pub mod ${name} {
    use fqmul::field::{Integer, Modulus};
    use fqmul::kernel::Kernel;

    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    pub struct Field;

    impl Modulus for Field {
        const NAME: &'static str = "of a test";
        const P: Integer = [${[0n, 64n, 128n, 192n].map((bit) => BigInt.asUintN(64, p >> bit))}];
    }

${workOf(kernel)}
}
`;

/** @param {string} kernel */
function workOf(kernel) {
  if (kernel === TRANSFORM) return TRANSFORMED;
  return kernel.startsWith('fma') ? witnessed(kernel) : `    type Product = fqmul::${kernel}<Field>;\n${PRODUCT}`;
}

const PRODUCT = `
    pub fn product(a: &<Product as Kernel>::Packed) -> <Product as Kernel>::Packed {
        Product::add(&Product::mul(a, a), a)
    }
`;

/** @param {string} kernel that needs fused multiply-add */
const witnessed = (kernel) => `
    use fqmul::field::Element;
    use fqmul::fma::{Fused, IfFused, if_fused};

    struct Work;

    impl IfFused for Work {
        type Output = Element<Field>;

        fn run<F: Fused>(self) -> Self::Output {
            type Product<F> = fqmul::${kernel}<Field, F>;
            let a = Product::<F>::load(&[Element::ONE; 2]);
            Product::<F>::store(&Product::<F>::add(&Product::<F>::mul(&a, &a), &a))[0]
        }
    }

    pub fn product() -> Option<Element<Field>> {
        if_fused(Work).ok()
    }
`;

const TRANSFORM = 'work::ntt::Transform';
const TRANSFORMED = `
    use fqmul::field::{Element, TwoAdic};
    use fqmul::fma::{FmaPair, Fused, IfFused, if_fused};

    // Nothing is run.
    impl TwoAdic for Field {
        const GENERATOR: Element<Self> = Element::ONE;
    }

    struct Work;

    impl IfFused for Work {
        type Output = Option<Element<Field>>;

        fn run<F: Fused>(self) -> Self::Output {
            type Pair<F> = FmaPair<Field, F>;
            let mut values = [Pair::<F>::load(&[Element::ONE; 2])];
            fqmul::${TRANSFORM}::<Pair<F>>::new(1).ok()?.forward(&mut values).ok()?;
            Some(Pair::<F>::store(&values[0])[0])
        }
    }

    pub fn transformed() -> Option<Element<Field>> {
        if_fused(Work).ok()?
    }
`;

const WITHOUT_WITNESS = 'fqmul::fma::FmaPair<fqmul::field::bn254::Fq';
/** @type {[string, string, string][]} what safe code might try, and the error of rustc */
const UNWITNESSED = [
  ['a kernel without the type', 'E0107', `pub fn kernel() -> ${WITHOUT_WITNESS}> { unreachable!() }`],
  [
    'that the compiler finds the type',
    'E0283',
    `use fqmul::kernel::Kernel;
     pub fn load(x: fqmul::field::Element<fqmul::field::bn254::Fq>) { <${WITHOUT_WITNESS}, _>>::load(&[x; 2]); }`,
  ],
  [
    'a type of its own',
    'E0599',
    `use fqmul::kernel::Kernel;
     pub fn load(x: fqmul::field::Element<fqmul::field::bn254::Fq>) { <${WITHOUT_WITNESS}, ()>>::load(&[x; 2]); }`,
  ],
  ['to implement the trait', 'E0277', '#[derive(Clone, Copy)] pub struct Claim; impl fqmul::fma::Fused for Claim {}'],
  ['to name the type that there is', 'E0603', `pub type Kernel = ${WITHOUT_WITNESS}, fqmul::fma::Asked>;`],
];

/**
 * @param {'accepted' | 'refused'} example
 * @param {{ target: string, rustflags: string }} build
 * @param {string} source
 * @returns {Promise<{ exitCode: number | undefined, errors: { code: string, text: string }[], output: string }>}
 */
async function compile(example, { target, rustflags }, source) {
  await writeFile(join(folder, 'examples', `${example}.rs`), source);
  const { exitCode, stdout, stderr } = await execa(
    'cargo',
    ['build', '--offline', '--target', target, '--example', example, '--message-format=json'],
    {
      cwd: folder,
      env: { ...env, RUSTFLAGS: rustflags, CARGO_TARGET_DIR: join(folder, 'target') },
      extendEnv: false,
      reject: false,
    },
  );
  const errors = stdout
    .split('\n')
    .filter((line) => line.startsWith('{'))
    .map((line) => JSON.parse(line))
    .filter(({ reason, message }) => reason === 'compiler-message' && message.level === 'error')
    .map(({ message }) => ({ code: String(message.code?.code), text: String(message.rendered) }));
  return { exitCode, errors, output: stderr + errors.map(({ text }) => text).join('') };
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
    [
      ['BLS12-377 Fr', BLS12_377_FR],
      ['BLS12-381 Fr', BLS12_381_FR],
      ['Pallas Fp', PALLAS.p],
      ['one of 0.92·2^255', P255_WITH_ROOTS],
    ],
    [
      ['2^255 - 19', P255, /too large for f64 lanes: a column of products leaves its binade/],
      ['one of 192 bits', P192, /too small for f64 lanes: its top limb has too few bits/],
    ],
  ],
  [
    'fma-pair-dropin',
    RELAXED_SIMD,
    'fma::FmaPairDropin',
    [
      ['BLS12-377 Fr', BLS12_377_FR],
      ['BLS12-381 Fr', BLS12_381_FR],
    ],
    [['2^255 - 19', P255, /too large for f64 lanes/]],
  ],
  [
    'transforms',
    RELAXED_SIMD,
    TRANSFORM,
    [
      ['BLS12-377 Fr', BLS12_377_FR],
      ['BLS12-381 Fr', BLS12_381_FR],
      ['Pallas Fp', PALLAS.p],
    ],
    [
      ['one of 0.92·2^255', P255_WITH_ROOTS, /the top limb of a sum of products is no double/],
      ['one without the roots', FQ.p, /the field has no roots of such an order/],
    ],
  ],
  [
    'fma-single',
    RELAXED_SIMD,
    'fma_single::FmaSingle',
    [
      ['BLS12-377 Fr', BLS12_377_FR],
      ['BLS12-381 Fr', BLS12_381_FR],
      ['Pallas Fp', PALLAS.p],
    ],
    [['2^255 - 19', P255, /too large for f64 lanes: a column of products leaves its binade/]],
  ],
];

/** @param {string} kernel @param {string} field @returns {string} a name in Rust */
const nameOf = (kernel, field) => `${kernel}_in_${field}`.toLowerCase().replaceAll(/[^a-z0-9]+/g, '_');

/** Tests are told only what was built: all of it is built before the first one. */
const results = [];
/** @type {({ what: string, code: string } & Awaited<ReturnType<typeof compile>>)[]} */
const unwitnessed = [];
try {
  for (const [where, build] of /** @type {const} */ ([
    ['natively', NATIVE],
    ['with relaxed SIMD', RELAXED_SIMD],
  ])) {
    const kernels = KERNELS.filter(([, own]) => own === build);
    const right = kernels.flatMap(([id, , kernel, fields]) =>
      fields.map(([field, p]) => ({ name: nameOf(id, field), kernel, p })),
    );
    const wrong = kernels.flatMap(([id, , kernel, , fields]) =>
      fields.map(([field, p, message]) => ({ name: nameOf(id, field), kernel, p, message })),
    );
    // All cases at once: rustc reports each constant that it cannot compute, and goes on.
    const accepted = { cases: right, ...(await compile('accepted', build, right.map(moduleOf).join(''))) };
    const refused = { cases: wrong, ...(await compile('refused', build, wrong.map(moduleOf).join(''))) };
    results.push({ where, accepted, refused });
  }
  for (const [what, code, source] of UNWITNESSED)
    unwitnessed.push({ what, code, ...(await compile('refused', RELAXED_SIMD, source)) });
} finally {
  await rm(folder, { recursive: true });
}

for (const { where, accepted, refused } of results)
  describe(where, () => {
    test(`compiles ${accepted.cases.map(({ name }) => name).join(', ')}`, () => {
      assert.ok(accepted.cases.length > 0);
      assert.equal(accepted.exitCode, 0, accepted.output);
    });

    // An error names the field by the module that it is in.
    const of = (/** @type {string} */ name) => new RegExp(`\\b${name}::Field\\b`);
    for (const { name, message } of refused.cases)
      test(`refuses ${name}`, () => {
        assert.notEqual(refused.exitCode, 0);
        const own = refused.errors.filter(({ text }) => of(name).test(text));
        assert.ok(own.length > 0, `no error names ${name}:\n${refused.output}`);
        for (const { code, text } of own) assert.equal(code, 'E0080', text);
        // A kernel may have more than one bound that it breaks.
        assert.match(own.map(({ text }) => text).join(''), message);
      });

    test('says of no other module that it is wrong', () => {
      const { cases, errors } = refused;
      const others = errors.filter(
        ({ code, text }) => code === 'E0080' && !cases.some(({ name }) => of(name).test(text)),
      );
      assert.deepEqual(others, []);
    });
  });

describe('without the witness that fused multiply-add rounds once', () => {
  for (const { what, code, exitCode, errors, output } of unwitnessed)
    test(`refuses ${what}`, () => {
      assert.notEqual(exitCode, 0);
      assert.deepEqual(
        new Set(errors.map((error) => error.code).filter((found) => found !== 'undefined')),
        new Set([code]),
        output,
      );
    });
});
