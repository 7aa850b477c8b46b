/** What the patch does to programs: the same answers in wasm, the same assembly natively, and wide arithmetic. */

import assert from 'node:assert/strict';
import { copyFileSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, describe, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { execa } from 'execa';
import { parse, stringify } from 'smol-toml';
import { FR } from '../src/oracle/field.mjs';
import { poseidon1 } from '../src/oracle/poseidon.mjs';
import { VARIANTS } from '../src/setup/builds.mjs';
import { HOST, WASM, sharing } from '../src/setup/cargo.mjs';
import { multiplications, readOpcodes } from '../src/setup/opcodes.mjs';
import { ROOT, ensureToolchain, runTool } from '../src/setup/toolchain.mjs';
import { VERSION, VERSIONS, copyCrate, publishedCrates } from '../src/upstream/crates.mjs';
import { fieldsIn, msmIn } from '../src/upstream/check.mjs';
import { MSRV } from '../src/upstream/kernel-file.mjs';
import { leavePatched, pasteable } from '../src/upstream/patch.mjs';
import { buildProgram, compileProgram, programWith } from '../src/upstream/program.mjs';

const COMMAND = fileURLToPath(new URL('../upstream.mjs', import.meta.url));
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

/** What others have published on arkworks 0.4 and 0.5: two hashes, and a prover. */
const OF_OTHERS = {
  'Cargo.toml': `[package]
name = "program"
version = "0.0.0"
edition = "2021"

[lib]
crate-type = ["cdylib"]

[features]
answers = []

[dependencies]
ark-bn254 = { version = "0.5", default-features = false, features = ["curve"] }
ark-bn254-04 = { package = "ark-bn254", version = "0.4", default-features = false, features = ["scalar_field"] }
ark-ff = { version = "0.5", default-features = false }
ark-ff-04 = { package = "ark-ff", version = "0.4", default-features = false }
ark-groth16 = { version = "0.5", default-features = false }
ark-relations = { version = "0.5", default-features = false }
ark-serialize = { version = "0.5", default-features = false }
ark-std = { version = "0.5", default-features = false }
light-poseidon = "=0.4.0"
light-poseidon-02 = { package = "light-poseidon", version = "=0.2.0" }

[profile.release]
opt-level = 3
lto = "fat"
codegen-units = 1
panic = "abort"

[workspace]
`,
  'src/lib.rs': `use ark_bn254::{Bn254, Fr};
use ark_ff::{BigInteger, Field, PrimeField};
use ark_groth16::{prepare_verifying_key, Groth16};
use ark_relations::{
    lc,
    r1cs::{ConstraintSynthesizer, ConstraintSystemRef, SynthesisError},
};
use ark_serialize::CanonicalSerialize;
use ark_std::rand::{rngs::StdRng, SeedableRng};

const SQUARINGS: usize = 50;

/// Knowledge of an x whose square, squared again and so on, is what is public.
#[derive(Clone)]
struct Squarings(Fr);

impl ConstraintSynthesizer<Fr> for Squarings {
    fn generate_constraints(self, cs: ConstraintSystemRef<Fr>) -> Result<(), SynthesisError> {
        let mut value = self.0;
        let mut variable = cs.new_witness_variable(|| Ok(value))?;
        for i in 1..=SQUARINGS {
            value.square_in_place();
            let square = if i == SQUARINGS {
                cs.new_input_variable(|| Ok(value))?
            } else {
                cs.new_witness_variable(|| Ok(value))?
            };
            cs.enforce_constraint(lc!() + variable, lc!() + variable, lc!() + square)?;
            variable = square;
        }
        Ok(())
    }
}

/// The hash of (seed, -1) on 0.4, that on 0.5, and a proof.
#[no_mangle]
pub extern "C" fn answers(seed: u64) -> *const [u8; 32 + 32 + 256] {
    let mut bytes = Vec::new();
    {
        use ark_ff_04::{BigInteger, PrimeField};
        use light_poseidon_02::{Poseidon, PoseidonHasher};
        type Fr = ark_bn254_04::Fr;
        let mut hasher = Poseidon::<Fr>::new_circom(2).unwrap();
        let hash = hasher.hash(&[Fr::from(seed), -Fr::from(1u64)]).unwrap();
        bytes.extend(hash.into_bigint().to_bytes_le());
    }
    {
        use light_poseidon::{Poseidon, PoseidonHasher};
        let mut hasher = Poseidon::<Fr>::new_circom(2).unwrap();
        let hash = hasher.hash(&[Fr::from(seed), -Fr::from(1u64)]).unwrap();
        bytes.extend(hash.into_bigint().to_bytes_le());
    }
    let mut rng = StdRng::seed_from_u64(seed);
    let circuit = Squarings(Fr::from(seed));
    let public = circuit.0.pow([1 << SQUARINGS]);
    let key = Groth16::<Bn254>::generate_random_parameters_with_reduction(circuit.clone(), &mut rng).unwrap();
    let proof = Groth16::<Bn254>::create_random_proof_with_reduction(circuit, &key, &mut rng).unwrap();
    assert!(Groth16::<Bn254>::verify_proof(&prepare_verifying_key(&key.vk), &proof, &[public]).unwrap());
    proof.serialize_uncompressed(&mut bytes).unwrap();
    Box::leak(Box::new(bytes.try_into().unwrap()))
}
`,
};

test('programs of others, patched by the command: the same hashes and proof on 0.4 and 0.5', async () => {
  const program = join(scratch, 'of-others');
  mkdirSync(join(program, 'src'), { recursive: true });
  for (const [file, text] of Object.entries(OF_OTHERS)) writeFileSync(join(program, file), text);
  for (const file of ['Cargo.lock', 'rust-toolchain.toml']) copyFileSync(join(ROOT, file), join(program, file));
  const seeds = [2n, 2n ** 64n - 1n];
  /** @param {Uint8Array<ArrayBuffer>} module */
  const answersOf = async (module) => {
    const { answers, memory } = /** @type {any} */ ((await WebAssembly.instantiate(module)).instance.exports);
    return seeds.map((seed) => {
      const address = answers(seed);
      return Buffer.from(memory.buffer.slice(address, address + 32 + 32 + 256));
    });
  };
  const published = await buildProgram(program, 'answers', context);
  const typed = [COMMAND, '--into', 'vendor', '--manifest', 'Cargo.toml'];
  const { stdout } = await execa(process.execPath, typed, {
    cwd: program,
    env: { ...context.env, INIT_CWD: program },
    extendEnv: false,
  });
  for (const crate of ['ark-ff +0.4.2', 'ark-ff +0.5.0', 'ark-ec +0.5.0'])
    assert.match(stdout, new RegExp(`^${crate} +crates-io +replaced by vendor/`, 'm'));
  const patched = await buildProgram(program, 'answers', context);
  for (const field of ['fq', 'fr']) {
    const isPatched = (/** @type {Uint8Array<ArrayBuffer>} */ module) =>
      fieldsIn(module).find((one) => one.field === field)?.patched;
    assert.deepEqual([published, patched].map(isPatched), [false, true], field);
  }
  assert.deepEqual([published, patched].map(msmIn), [{ patched: false }, { patched: true }]);
  const [before, after] = await Promise.all([published, patched].map(answersOf));
  for (const [i, seed] of seeds.entries()) {
    assert.equal(after[i].toString('hex'), before[i].toString('hex'), `seed ${seed}`);
    const hash = Buffer.from(FR.toBytes(poseidon1(seed, FR.p - 1n))).toString('hex');
    for (const at of [0, 32]) assert.equal(after[i].toString('hex', at, at + 32), hash, `seed ${seed}`);
  }
  assert.notEqual(before[0].toString('hex', 64), before[1].toString('hex', 64));
});

test('natively a product and all else of the field is the same assembly, byte for byte', async () => {
  // The crates lie in the same place before and after: from it the names of functions follow.
  const place = join(scratch, 'place');
  const program = await programWith('natively', pasteable(place, VERSION, ['product']), scratch);
  const { env, folder } = sharing(context.env, 'program-natively');
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

test(`Rust ${MSRV}, arkworks' oldest, compiles what is patched, and a product there is the kernel`, async () => {
  // Of 0.6.0, crates that are not patched need a newer one, as published. The files that the patches add are the same.
  const version = '0.5.0';
  const place = join(scratch, 'msrv');
  await leavePatched(place, context, version);
  const program = await programWith('msrv-program', pasteable(place, version), scratch, version);
  const install = ['toolchain', 'install', MSRV, '--profile', 'minimal', '--no-self-update', '--target', WASM];
  await runTool('rustup', install, { what: `install Rust ${MSRV}`, ...context });
  // The other crates in versions that it compiles.
  rmSync(join(program, 'Cargo.lock'));
  const manifest = join(program, 'Cargo.toml');
  const { package: named, features, ...rest } = /** @type {any} */ (parse(readFileSync(manifest, 'utf8')));
  writeFileSync(
    manifest,
    stringify({
      ...rest,
      package: { ...named, 'rust-version': MSRV },
      features: { ...features, parallel: ['ark-ec/parallel'] },
    }),
  );
  await runTool('cargo', ['generate-lockfile'], {
    what: `crates for Rust ${MSRV}`,
    cwd: program,
    env: { ...context.env, CARGO_RESOLVER_INCOMPATIBLE_RUST_VERSIONS: 'fallback' },
  });
  const old = { env: { ...context.env, RUSTUP_TOOLCHAIN: MSRV } };
  const alone = join(program, 'target');
  for (const feature of ['products', 'parallel'])
    await runTool('cargo', ['check', '--features', feature], {
      what: `check ${feature} by Rust ${MSRV}`,
      cwd: program,
      env: { ...old.env, CARGO_TARGET_DIR: alone },
    });
  const module = await compileProgram(program, 'products', { ...old, alone });
  assert.deepEqual(multiplications(readOpcodes(readFileSync(module)).exported('product')), { 'i64.mul': 136 });
});
