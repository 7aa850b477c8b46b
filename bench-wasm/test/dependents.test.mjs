/** What a crate outside gets of this one: it depends on what would be published, as anybody would. */

import assert from 'node:assert/strict';
import { copyFile, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { arch } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { execa } from 'execa';
import { parse, stringify } from 'smol-toml';
import { FQ } from '../src/oracle/field.mjs';
import { features } from '../src/setup/features.mjs';
import { ROOT, ensureToolchain } from '../src/setup/toolchain.mjs';
import { renew } from './renewed.mjs';

const CALLED = fileURLToPath(new URL('called-program.mjs', import.meta.url));
/** In the target folder of the checkout: what others compile is compiled once. */
const TARGET = join(ROOT, 'target');
const FOLDER = join(TARGET, 'dependents');
const PACKAGE = join(FOLDER, 'fqmul');
/** Where all of that is written. */
const STAGED = join(TARGET, 'dependents-staged');
const WASM = 'wasm32-unknown-unknown';
/** The development profile of this workspace: macros that its checks have compiled are not compiled again. */
const { dev } = /** @type {any} */ (parse(await readFile(join(ROOT, 'Cargo.toml'), 'utf8'))).profile;
const DEVELOPMENT = stringify({ profile: { dev: { ...dev, debug: false } } });
/** The lowest limb of BASE^EXPONENT in BN254's Fq is what each dependent computes. */
const [BASE, EXPONENT] = [7n, 1000];
const EXPECTED = BigInt.asUintN(64, FQ.pow(BASE, BigInt(EXPONENT)));

/**
 * A proof of the BASE and EXPONENT by ark-groth16, hashed: with arkworks' BN254, or with this crate's in its place.
 *
 * @param {string} types those that a program changes
 */
const proofBy = (types) => `
extern crate alloc;
use alloc::vec::Vec;
use ark_ff::Field;
use ark_relations::gr1cs::{ConstraintSynthesizer, ConstraintSystemRef, SynthesisError, Variable};
use ark_relations::lc;
use ark_serialize::CanonicalSerialize;
use ark_std::rand::{SeedableRng, rngs::StdRng};
${types}

/// Knowledge of an x with x^2 + 1, squared and so on, 40 times, public.
#[derive(Clone)]
struct Squarings(Fr);

impl ConstraintSynthesizer<Fr> for Squarings {
    fn generate_constraints(self, cs: ConstraintSystemRef<Fr>) -> Result<(), SynthesisError> {
        let mut value = self.0;
        let mut variable = cs.new_witness_variable(|| Ok(value))?;
        for i in 1..=40 {
            value = value.square() + Fr::from(1u64);
            let next = if i == 40 {
                cs.new_input_variable(|| Ok(value))?
            } else {
                cs.new_witness_variable(|| Ok(value))?
            };
            let right = || lc!() + next - Variable::One;
            cs.enforce_r1cs_constraint(|| lc!() + variable, || lc!() + variable, right)?;
            variable = next;
        }
        Ok(())
    }
}

pub fn lowest_limb(base: u64, exponent: u32) -> u64 {
    let mut rng = StdRng::seed_from_u64(u64::from(exponent));
    let circuit = Squarings(Fr::from(base));
    let public = (0..40).fold(circuit.0, |value, _| value.square() + Fr::from(1u64));
    let key = Scheme::generate_random_parameters_with_reduction(circuit.clone(), &mut rng).unwrap();
    let proof = Scheme::create_random_proof_with_reduction(circuit, &key, &mut rng).unwrap();
    let prepared = ark_groth16::prepare_verifying_key(&key.vk);
    assert!(Scheme::verify_proof(&prepared, &proof, &[public]).unwrap());
    let mut bytes = Vec::new();
    key.serialize_uncompressed(&mut bytes).unwrap();
    proof.serialize_compressed(&mut bytes).unwrap();
    bytes.iter().fold(0, |hash: u64, byte| hash.wrapping_mul(0x100000001b3) ^ u64::from(*byte))
}
`;
/** What such a program depends on beside this crate, and every other with arkworks: they share what is compiled. */
const ARKWORKS = ['ec', 'groth16', 'poly', 'relations', 'serialize', 'std']
  .map((name) => `ark-${name} = { version = "0.6", default-features = false }`)
  .concat('ark-bn254 = "0.6"', 'ark-ff = "0.6"', 'zeroize = { version = "1.9", features = ["derive"] }')
  .join('\n');
/** All kernels of a program with arkworks: where it multiplies one by one, they are the same code without SIMD. */
const RELAXED_SIMD = ['-C target-feature=+simd128,+relaxed-simd'];

/** A field of 768 bits, by arkworks or, where a cfg says so, on the drop-in. No product is computed. */
const TWELVE_WORDS = `
#![allow(unexpected_cfgs)]
use ark_ff::{BigInt, Field, Fp, MontBackend, MontConfig};

pub struct Twelve;

impl MontConfig<12> for Twelve {
    const MODULUS: BigInt<12> = BigInt::new([7, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1 << 60]);
    const GENERATOR: Fp<MontBackend<Self, 12>, 12> = Fp::new_unchecked(Self::R);
    const TWO_ADIC_ROOT_OF_UNITY: Fp<MontBackend<Self, 12>, 12> = Fp::new_unchecked(Self::R);
}

#[cfg(dropin)]
pub type Wide = fqmul::arkworks::DropinField<Twelve, 12>;
#[cfg(not(dropin))]
pub type Wide = Fp<MontBackend<Twelve, 12>, 12>;

fn main() {
    println!("{}", Wide::from(3u64).square());
}
`;

const DEPENDENTS = /** @type {const} */ ({
  kernels: {
    dependencies: 'fqmul = { path = "../fqmul", default-features = false }',
    power: `
use fqmul::field::{Element, bn254::Fq};
use fqmul::kernel::Kernel;

#[cfg(not(target_feature = "simd128"))]
type Product = fqmul::limbs29::Limbs29Dropin<Fq>;
#[cfg(target_feature = "simd128")]
type Product = fqmul::simd_mul::Simd<Fq>;

pub fn lowest_limb(base: u64, exponent: u32) -> u64 {
    let base = Element::new([base, 0, 0, 0]).expect("it is below p");
    let [base, one] = [base, Element::ONE].map(|x| Product::load(&[x; Product::LANES]));
    let power = (0..exponent).fold(one, |power, _| Product::mul(&power, &base));
    Product::store(&power)[0].integer()[0]
}
`,
    rustflags: ['-C target-feature=-simd128', '-C target-feature=+simd128'],
  },
  arkworks: {
    dependencies: `fqmul = { path = "../fqmul", default-features = false, features = ["arkworks"] }\n${ARKWORKS}`,
    power: `
use ark_ff::{Field, PrimeField};
use fqmul::arkworks::bn254::Fq;

pub fn lowest_limb(base: u64, exponent: u32) -> u64 {
    Fq::from(base).pow([u64::from(exponent)]).into_bigint().0[0]
}
`,
    rustflags: RELAXED_SIMD,
  },
  groth16: {
    dependencies: `fqmul = { path = "../fqmul", default-features = false, features = ["groth16"] }\n${ARKWORKS}`,
    power: proofBy(`use fqmul::arkworks::{bn254::{Bn254Lanes, Fr}, groth16::LaneReduction};
type Scheme = ark_groth16::Groth16<Bn254Lanes, LaneReduction>;`),
    // On an engine that rounds twice it takes the kernel that a build with simd128 alone has.
    rustflags: RELAXED_SIMD,
  },
  published: {
    dependencies: ARKWORKS,
    power: proofBy(`use ark_bn254::{Bn254, Fr};
type Scheme = ark_groth16::Groth16<Bn254>;`),
    rustflags: [],
  },
});

const env = {
  ...(await ensureToolchain()),
  CARGO_TARGET_DIR: TARGET,
  // Cargo gives the file of a library that is a cdylib too no hash: the package's library would be written where the
  // crate's own is, and cargo would compile that again. By this it has a hash.
  __CARGO_DEFAULT_LIB_METADATA: 'dependents',
};
const run = execa({ env, extendEnv: false });

/** @param {string} name of a dependent @param {string} rustflags @returns {Promise<WebAssembly.Module>} */
async function wasmModule(name, rustflags) {
  await run('cargo', ['rustc', '--lib', '--crate-type', 'cdylib', '--target', WASM], {
    cwd: join(FOLDER, name),
    env: { ...env, RUSTFLAGS: rustflags },
  });
  return WebAssembly.compile(await readFile(fileOf(name)));
}

/** @param {string} name of a dependent @returns {string} its module, by the flags that it was last built with */
const fileOf = (name) => join(TARGET, WASM, 'debug', `dependent_${name}.wasm`);

/** By parts of their names, functions of which each build has some: what runs on lanes, and the kernels. */
const FUNCTIONS = {
  sums: /arkworks\W+msm\W+Sum.*OnLanes.*run/,
  transforms: /arkworks\W+transforms\W+Values.*OnLanes.*run/,
  fma: /fma\W+FmaPair.*kernel\W+Kernel\W.*pack/,
  simd: /simd_mul\W+Simd\W.*kernel\W+Kernel\W.*pack/,
};

/**
 * @param {string} name of a dependent
 * @param {string[]} flags of V8
 * @returns {Promise<{ power: bigint, calls: Record<keyof typeof FUNCTIONS, number> }>} what its module computes, and
 *   how often functions were called for it
 */
async function called(name, flags) {
  const all = [...flags, ...process.execArgv.filter((flag) => flag.startsWith('--experimental-wasm'))];
  const { stdout } = await run(process.execPath, [...all, CALLED, fileOf(name), String(BASE), String(EXPONENT)]);
  /** @type {{ power: string, calls: [string, number][] }} */
  const { power, calls } = JSON.parse(stdout);
  const counted = Object.entries(FUNCTIONS).map(([what, pattern]) => {
    const own = calls.filter(([function_]) => pattern.test(function_) && !function_.includes('closure'));
    assert.notEqual(own.length, 0, `${what}: no function has such a name`);
    return [what, own.reduce((sum, [, times]) => sum + times, 0)];
  });
  return { power: BigInt(power), calls: Object.fromEntries(counted) };
}

/** @param {string} name of a dependent @returns {Promise<string[]>} the other crates that its lock file has */
async function lockedCrates(name) {
  const { package: packages } = /** @type {{ package: { name: string }[] }} */ (
    /** @type {unknown} */ (parse(await readFile(join(FOLDER, name, 'Cargo.lock'), 'utf8')))
  );
  return packages.map((it) => it.name).filter((it) => !['fqmul', `dependent-${name}`].includes(it));
}

describe('a crate that depends on this one', () => {
  before(async () => {
    await rm(STAGED, { recursive: true, force: true });
    for (const [name, { dependencies, power }] of Object.entries(DEPENDENTS)) {
      const folder = join(STAGED, name);
      await mkdir(join(folder, 'src'), { recursive: true });
      const head = `[package]\nname = "dependent-${name}"\nedition = "2024"\n`;
      await writeFile(
        join(folder, 'Cargo.toml'),
        `${head}\n[dependencies]\n${dependencies}\n\n[workspace]\n${DEVELOPMENT}`,
      );
      await writeFile(
        join(folder, 'src/lib.rs'),
        `#![no_std]
${power}
#[unsafe(no_mangle)]
pub extern "C" fn power(base: u64, exponent: u32) -> u64 {
    lowest_limb(base, exponent)
}
`,
      );
      await writeFile(
        join(folder, 'src/main.rs'),
        `fn main() {
    println!("{}", dependent_${name}::power(${BASE}, ${EXPONENT}));
}
`,
      );
      // Everything as it is locked here, but for what is not needed.
      await copyFile(join(ROOT, 'Cargo.lock'), join(folder, 'Cargo.lock'));
      await renew(folder, join(FOLDER, name));
    }
  });
  after(() => rm(STAGED, { recursive: true, force: true }));

  test('is given a package with all that the crate has, and with nothing else', async () => {
    const options = ['--allow-dirty', '--no-verify', '--target-dir', STAGED];
    const { stderr } = await run('cargo', ['package', ...options], { cwd: ROOT });
    assert.doesNotMatch(stderr, /not (?:included|found)|excluded|ignoring/);
    const { version } = /** @type {any} */ (parse(await readFile(join(ROOT, 'Cargo.toml'), 'utf8'))).package;
    const archive = join(STAGED, 'package', `fqmul-${version}.crate`);
    const { stdout } = await execa('tar', ['-tzf', archive]);
    const top = new Set(stdout.split('\n').map((path) => path.split('/')[1]));
    assert.deepEqual(
      [...top].filter((name) => !name.startsWith('LICENSE-')).sort(),
      [
        '.cargo_vcs_info.json',
        'CHANGELOG.md',
        'Cargo.lock',
        'Cargo.toml',
        'Cargo.toml.orig',
        'README.md',
        'fuzz',
        'src',
      ]
        .concat('tests')
        .sort(),
    );
    const unpacked = join(STAGED, 'fqmul');
    await mkdir(unpacked);
    await execa('tar', ['-xzf', archive, '-C', unpacked, '--strip-components=1']);
    await renew(unpacked, PACKAGE);
  });

  const natively = async (/** @type {string} */ name) => {
    const { stdout } = await run('cargo', ['run', '--quiet', '--target', 'host-tuple'], { cwd: join(FOLDER, name) });
    return BigInt(stdout);
  };
  /** The same key and proof as by arkworks as it is published. */
  /** @type {Promise<bigint> | undefined} */
  let published;
  const expected = (/** @type {string} */ name) =>
    name === 'groth16' ? (published ??= natively('published')) : EXPECTED;

  for (const name of /** @type {const} */ (['kernels', 'arkworks', 'groth16'])) {
    test(`for its ${name}: computes the same natively`, async () => {
      assert.equal(await natively(name), await expected(name));
    });

    for (const rustflags of DEPENDENTS[name].rustflags) {
      test(`for its ${name}: the same in wasm, ${rustflags.slice(18)}, and exports nothing of ours`, async () => {
        const module = await wasmModule(name, rustflags);
        assert.deepEqual(WebAssembly.Module.imports(module), []);
        const functions = WebAssembly.Module.exports(module).filter(({ kind }) => kind === 'function');
        assert.deepEqual(
          functions.map((it) => it.name),
          ['power'],
        );
        // A proof takes seconds: the test of its sums and transforms looks at it, too.
        if (name === 'groth16') return;
        const { power } = /** @type {any} */ ((await WebAssembly.instantiate(module)).exports);
        assert.equal(BigInt.asUintN(64, power(BASE, EXPONENT)), await expected(name));
      });
    }
  }

  test('for its arkworks: a prime of twelve words is refused in words of the drop-in, arkworks has it', async () => {
    const folder = join(FOLDER, 'arkworks');
    await mkdir(join(folder, 'examples'));
    await writeFile(join(folder, 'examples/twelve.rs'), TWELVE_WORDS);
    const compiled = (/** @type {string[]} */ flags) =>
      run('cargo', ['rustc', '--color=never', '--example=twelve', '--target=host-tuple', '--', ...flags], {
        ...{ cwd: folder, reject: false },
      });
    assert.equal((await compiled(['--emit=metadata'])).exitCode, 0, 'by arkworks it compiles');
    const { exitCode, stderr } = await compiled(['--emit=metadata', '--cfg=dropin']);
    assert.notEqual(exitCode, 0);
    // The first is what is read; that the type has no operators follows from it.
    const errors = [...stderr.matchAll(/^error\[(E\d+)\]: (.*)/gm)].map(([, code, words]) => `${code}: ${words}`);
    const words = 'E0277: the drop-in takes primes of four words and of six';
    assert.equal(errors[0], words, stderr);
    assert.deepEqual([...new Set(errors.filter((error) => error.startsWith('E0277')))], [words], stderr);
    assert.match(stderr, /is not implemented for `\[u64; 12\]`/);
  });

  for (const [where, flags, fused] of /** @type {[string, string[], boolean][]} */ ([
    ['as this engine rounds', [], features().fused === true],
    ['where V8 rounds twice', ['--no-enable-fma3'], false],
  ])) {
    const skip = flags.length > 0 && arch() !== 'x64' && 'no other processor rounds twice by a flag';
    test(`for its groth16: the sums and transforms of a proof are on lanes, ${where}`, { skip }, async () => {
      const { power, calls } = await called('groth16', flags);
      assert.equal(power, await expected('groth16'));
      assert.equal(calls.sums, 5);
      assert.equal(calls.transforms, 7);
      const [kernel, other] = fused ? /** @type {const} */ (['fma', 'simd']) : /** @type {const} */ (['simd', 'fma']);
      assert.ok(calls[kernel] > 0, kernel);
      assert.equal(calls[other], 0, other);
    });
  }

  test('for its kernels: gets no other crate', async () => {
    assert.deepEqual(await lockedCrates('kernels'), []);
  });

  test('for its arkworks: gets one arkworks, of any patch version, and no glue for JavaScript', async () => {
    const crates = await lockedCrates('arkworks');
    assert(crates.includes('ark-bn254'));
    const ark = crates.filter((name) => name.startsWith('ark-'));
    assert.deepEqual([...new Set(ark)], ark, 'each in one version');
    assert.deepEqual(
      crates.filter((name) => /wasm-bindgen|js-sys|getrandom|thiserror/.test(name)),
      [],
    );
    const { dependencies, features } = /** @type {any} */ (parse(await readFile(join(PACKAGE, 'Cargo.toml'), 'utf8')));
    for (const feature of features.arkworks.filter((/** @type {string} */ it) => it.startsWith('dep:'))) {
      assert.match(dependencies[feature.slice('dep:'.length)].version, /^\d/, `${feature}: no exact version`);
    }
  });
});
