/** Proofs: a small key that is made here, by every prover that a build of this checkout gives. */

import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { execa } from 'execa';
// @ts-expect-error The package has no types.
import { groth16, zKey } from '#proof/snarkjs';
import { instantiate } from '../../groth16/js/instance.mjs';
import { warmUp } from '../src/measure/warmup.mjs';
import { placeOf } from '../src/engines/places.mjs';
import { proof as proofOfModel } from '../src/models/proof.mjs';
import { patchedFor } from '../src/measure/prover-subjects.mjs';
import { FQ, FR } from '../src/oracle/field.mjs';
import { ProofError, arkworksIn } from '../src/proofs/arkworks.mjs';
import { assertForm } from '../src/proofs/files.mjs';
import { bytesFromProof, proofFromBytes } from '../src/proofs/json.mjs';
import { moduleProver } from '../src/proofs/package-prover.mjs';
import { proverModule } from '../src/proofs/prover-module.mjs';
import { nativeProver } from '../src/proofs/native-prover.mjs';
import {
  PROVERS,
  PUBLISHED,
  RANDOMNESS,
  buildOf,
  bytesOf,
  filesOf,
  moduleFile,
  packageModule,
} from '../src/proofs/prover-rows.mjs';
import { snarkjsProver } from '../src/proofs/snarkjs.mjs';
import { UnsupportedError } from '../src/proofs/unsupported.mjs';
import { splice } from '../pages/blocks.mjs';
import { pairsTable, proofBlock } from '../pages/proof.mjs';
import { drawProofs } from '../pages/pictures.mjs';
import { readResult } from '../src/result/result-file.mjs';
import { PACKAGES } from '../src/setup/artefacts.mjs';
import { assertProvable, ensureCircuit, semaphore } from '../src/setup/circuits.mjs';
import { features } from '../src/setup/features.mjs';
import { madeCircuit } from '../src/setup/made-circuits.mjs';
import { loadModule } from '../src/setup/modules.mjs';
import { readBytes } from '../src/setup/places.mjs';
import { ensureProver } from '../src/setup/provers.mjs';
import { SetupError, ensureToolchain } from '../src/setup/toolchain.mjs';
import { fileOf, joined, keyOf, number, sectionsOf, u32, wiresOf, witnessFile, witnessOf } from './made-circuit.mjs';

const STEPS = 20;
const COMMAND = fileURLToPath(new URL('../proof.mjs', import.meta.url));
/** Of a circuit whose sums have as many points as the MSM of the patch is for. */
const MORE_STEPS = 100;
/** The other builds of arkworks, and Semaphore's keys, take minutes and 109 MB. */
const ALL = process.env.FQMUL_PROOF === 'all' ? false : 'with --all';
const PARTS = /** @type {const} */ (['load', 'proof', 'open', 'fft', 'g1', 'g2']);
/** A folder of more keys and of broken files, as cases/README.md has them. */
const CASES = process.env.FQMUL_CASES ?? '';

const published = PROVERS.filter(({ id }) => id === PUBLISHED)[0];
const env = await ensureToolchain();
await ensureProver(published, { env });
const module = await WebAssembly.compile(readFileSync(join(PACKAGES, moduleFile(buildOf(PUBLISHED)))));

const key = await keyOf(STEPS);
const witness = witnessOf(3n, STEPS);
const folder = mkdtempSync(join(tmpdir(), 'fqmul-proof-'));
after(() => rmSync(folder, { recursive: true }));

/** @param {Uint8Array} bytes @returns {Promise<string>} what is wrong with it as a key, or with its points */
const wrongKey = (bytes) => reasonOf({ key: bytes, witness });
/** @param {Uint8Array} bytes @returns {Promise<string>} */
const wrongWitness = (bytes) => reasonOf({ key, witness: bytes });

/** @param {{ key: Uint8Array, witness: Uint8Array }} files */
async function reasonOf(files) {
  try {
    await ensureCircuit({ id: 'wrong', ...files, witnessMs: null }, { packages: folder });
  } catch (error) {
    assert.ok(error instanceof ProofError, String(error));
    return error.message;
  }
  return assert.fail('nothing is found wrong');
}

/** @param {Uint8Array} file @param {number} id @param {(section: Uint8Array) => Uint8Array | null} change null: none */
function withSection(file, id, change) {
  const { kind, version, sections } = sectionsOf(file);
  return fileOf(
    kind,
    version,
    sections.flatMap(([own, bytes]) => {
      const changed = own === id ? change(bytes.slice()) : bytes;
      return changed === null ? [] : [/** @type {[number, Uint8Array]} */ ([own, changed])];
    }),
  );
}

/** @param {Uint8Array} bytes @param {number} at @param {Uint8Array | readonly number[]} values */
function written(bytes, at, values) {
  const copy = bytes.slice();
  copy.set(values, at);
  return copy;
}

/** @type {import('../src/setup/circuits.mjs').StoredCircuit} */
let circuit;

before(async () => {
  const name = moduleFile(buildOf(PUBLISHED));
  mkdirSync(dirname(join(folder, name)), { recursive: true });
  writeFileSync(join(folder, name), readFileSync(join(PACKAGES, name)));
  circuit = await ensureCircuit({ id: 'small', key, witness, witnessMs: null }, { packages: folder });
});

describe('a proof of arkworks in wasm', () => {
  test('is verified by snarkjs with the key of snarkjs, for its public value and no other', async () => {
    const proof = proofFromBytes(bytesOf(circuit.expected.proof));
    const verifyingKey = await zKey.exportVerificationKey({ type: 'mem', data: key });
    const last = BigInt(circuit.publicSignals[0]);
    assert.ok(await groth16.verify(verifyingKey, [String(last)], proof));
    assert.ok(!(await groth16.verify(verifyingKey, [String(last + 1n)], proof)));
  });

  test('is verified by arkworks, and one that is changed is not', async () => {
    const prover = await arkworksIn(module, { key, witness });
    const bytes = bytesOf(circuit.expected.proof);
    prover.verify(bytes);
    const swapped = joined(bytes.subarray(192), bytes.subarray(64, 192), bytes.subarray(0, 64));
    assert.throws(() => prover.verify(swapped), { name: 'ProofError', message: /the proof is not valid/ });
    assert.throws(() => prover.verify(bytes.subarray(1)), { name: 'ProofError', message: /255 bytes, not 256/ });
    assert.throws(() => prover.verify(written(bytes, 0, number(FQ.p))), { message: /not below the field's prime/ });
    assert.throws(() => prover.verify(written(bytes, 0, [bytes[0] ^ 1])), { message: /not on its curve/ });
  });

  test('as snarkjs has it is the same bytes again', () => {
    const bytes = bytesOf(circuit.expected.proof);
    assert.deepEqual(bytesFromProof(proofFromBytes(bytes)), bytes);
  });

  test('is the same whenever it is made, and what is made of another witness is not', async () => {
    const prover = await arkworksIn(module, { key, witness, circuit });
    const other = await arkworksIn(module, { key, witness: witnessOf(4n, STEPS), circuit });
    for (const part of PARTS) {
      await prover.compute(part);
      assert.equal(await prover.wrong(part), null);
      await other.compute(part);
      assert.match(String(await other.wrong(part)), new RegExp(`^${part} gave [0-9a-f]+, not [0-9a-f]+$`));
    }
  });

  test('takes no more memory with each', async () => {
    const prover = await arkworksIn(module, { key, witness });
    await prover.compute('proof');
    const memory = prover.memory();
    for (let i = 0; i < 20; i++) await prover.compute('proof');
    assert.equal(prover.memory(), memory);
  });
});

describe('snarkjs', () => {
  for (const kept of [false, true])
    test(`${kept ? 'with its curve kept' : 'by its option'} proves what it and arkworks verify`, async () => {
      /** @type {Uint8Array[]} */
      const seen = [];
      const verifier = await arkworksIn(module, { key, witness });
      const verify = (/** @type {Uint8Array} */ proof) => {
        seen.push(proof);
        verifier.verify(proof);
      };
      const prover = await snarkjsProver({ key, witness, circuit }, async () => ({ verify }), { kept, threads: 1 });
      for (let i = 0; i < 2; i++) {
        await prover.compute('proof');
        assert.equal(await prover.wrong('proof'), null);
      }
      assert.equal(seen.length, 2);
      assert.notDeepEqual(seen[0], seen[1], 'it draws r and s');
    });

  test('is told when its proof is of another witness', async () => {
    const files = { key, witness, circuit: { ...circuit, verifyingKey: { ...circuit.verifyingKey } } };
    files.circuit.verifyingKey.vk_alpha_1 = files.circuit.verifyingKey.IC[0];
    const prover = await snarkjsProver(files, async () => ({ verify() {} }), { kept: true, threads: 1 });
    await prover.compute('proof');
    assert.equal(await prover.wrong('proof'), 'snarkjs does not verify its proof');
  });
});

describe('a key that is wrong', () => {
  // Of the head: two fields of 36 bytes each, three counts, and points.
  const [PRIME, ORDER, VARIABLES, ALPHA] = [4, 40, 72, 84];
  /** @type {Record<string, [() => Uint8Array, RegExp]>} */
  const cases = {
    'is another file': [() => witness, /^the key is no \.zkey file/],
    'is empty': [() => new Uint8Array(), /^the key is no \.zkey file/],
    'has another version': [() => written(key, 4, u32(2)), /^the key is of version 2; version 1 is needed$/],
    'is of another proof system': [
      () => withSection(key, 1, () => u32(2)),
      /^the key is not of Groth16: its protocol has the number 2, not 1$/,
    ],
    'is of another curve': [
      () => withSection(key, 2, (head) => written(head, PRIME, number(FQ.p + 2n))),
      /^the key is not of BN254: its prime is another$/,
    ],
    'is of another group': [
      () => withSection(key, 2, (head) => written(head, ORDER, number(FR.p + 2n))),
      /^the key is not of BN254: its order is another$/,
    ],
    'has no points H': [() => withSection(key, 9, () => null), /^the key has no section 9 \(points H\)$/],
    'has its points H twice': [
      () => {
        const { kind, version, sections } = sectionsOf(key);
        return fileOf(kind, version, [...sections, sections[sections.findIndex(([id]) => id === 9)]]);
      },
      /^the key has its section 9 \(points H\) twice$/,
    ],
    'says too many variables': [
      () => withSection(key, 2, (head) => written(head, VARIABLES, u32(1000))),
      /^the key is cut off in its points A$/,
    ],
    'says so many that there is no memory for them': [
      () => withSection(key, 2, (head) => written(head, VARIABLES, u32(0xffffffff))),
      /^the key is cut off in its points A$/,
    ],
    'says so many public ones that one more is 0': [
      () => withSection(key, 2, (head) => written(head, VARIABLES, u32(0, 0xffffffff, 1))),
      /^the key has 4294967295 public variables, of 0 in all$/,
    ],
    'has a point too many': [
      () => withSection(key, 5, (points) => joined(points, points.subarray(0, 64))),
      /^the points A of the key have 64 bytes too many$/,
    ],
    'has a coordinate that is no element': [
      () => withSection(key, 9, (points) => written(points, 0, number(FQ.p))),
      /^the key has a value in its points H that is not below the prime$/,
    ],
    'has a coefficient of no row': [
      () => withSection(key, 4, (terms) => written(terms, 8, u32(99))),
      /^the key has a coefficient of matrix 0, row 99, variable \d+, which is none$/,
    ],
    'has another coefficient for an input': [
      () => withSection(key, 4, (terms) => written(terms, terms.length - 32, number(5n))),
      /^the key has no row of its own for input 1$/,
    ],
    'has a point off the curve in G1': [
      () => withSection(key, 8, (points) => written(points, 64, number(7n))),
      /^the key is wrong: point 1 of its points C is not on its curve$/,
    ],
    'has a point off the curve in G2': [
      () => withSection(key, 7, (points) => written(points, 2 * 128, number(7n))),
      /^the key is wrong: point 2 of its points B in G2 is not on its curve$/,
    ],
    'has a coefficient of row 2^32 - 1': [
      () => withSection(key, 4, (terms) => written(terms, 8, u32(0xffffffff))),
      /^the key has a coefficient of matrix 0, row 4294967295, variable \d+, which is none$/,
    ],
    'has a domain that is no power of two': [
      () =>
        withSection(
          withSection(key, 2, (head) => written(head, VARIABLES + 8, u32(24))),
          9,
          (points) => points.slice(0, 24 * 64),
        ),
      /^the key is for 24 rows, and has coefficients of 22$/,
    ],
    'has two points exchanged': [
      () => withSection(key, 5, (points) => joined(points.slice(64, 128), points.slice(0, 64), points.slice(128))),
      /^the proof is not valid/,
    ],
    'has another alpha': [
      () => withSection(key, 2, (head) => written(head, ALPHA, head.slice(ALPHA + 64, ALPHA + 128))),
      /^the proof is not valid/,
    ],
  };
  for (const [name, [make, message]] of Object.entries(cases))
    test(name, async () => assert.match(await wrongKey(make()), message));

  test('is cut off anywhere', async () => {
    // Each length near an edge of a section, and some between.
    const edges = [0];
    for (const [, bytes] of sectionsOf(key).sections) edges.push(edges[edges.length - 1] + 12 + bytes.length);
    const lengths = edges.flatMap((edge) => [-1, 0, 1, 11, 12].map((by) => 12 + edge + by));
    for (const length of [...lengths, 100, 1000, 5000].filter((at) => at < key.length))
      assert.match(await wrongKey(key.subarray(0, length)), /^the key is (cut off|no \.zkey file)/, String(length));
  });

  test('is one that no pairing is of, and is not verified with', async () => {
    const wrong = withSection(key, 2, (head) =>
      written(written(head, ALPHA, new Uint8Array(32)), ALPHA + 128 + 64, new Uint8Array(64)),
    );
    const prover = await arkworksIn(module, { key: wrong, witness });
    assert.throws(() => prover.verify(bytesOf(circuit.expected.proof)), { message: /point 0 .* is not on its curve$/ });
  });

  test('leaves the module working', async () => {
    const prover = await arkworksIn(module, { key, witness, circuit });
    assert.throws(() => prover.verify(new Uint8Array(3)), ProofError);
    await prover.compute('proof');
    assert.equal(await prover.wrong('proof'), null);
  });
});

test('more memory than there is is refused, and the module works', async () => {
  const { exports } = /** @type {any} */ (await WebAssembly.instantiate(module));
  const said = () => {
    const at = exports.result();
    return new TextDecoder().decode(new Uint8Array(exports.memory.buffer, at, exports.result_length()));
  };
  assert.equal(exports.input(0xffffffff), 0);
  assert.match(said(), /^there is not enough memory: 4294967295 bytes more are needed$/);
  assert.equal(exports.g2(), 1);
  assert.equal(said(), 'there is no key and witness yet');
});

describe('a witness that is wrong', () => {
  const [, one] = sectionsOf(witness).sections[1];
  /** @type {Record<string, [() => Uint8Array, RegExp]>} */
  const cases = {
    'is another file': [() => key, /^the witness is no \.wtns file/],
    'has another version': [() => written(witness, 4, u32(1)), /^the witness is of version 1; version 2 is needed$/],
    'is cut off': [() => witness.subarray(0, witness.length - 1), /^the witness is cut off: its section 2 has/],
    'is of another circuit': [
      () => witnessOf(3n, STEPS + 1),
      /^the witness is of another circuit: it has 23 variables, and the key is for 22$/,
    ],
    'is of another curve': [
      () => witnessFile([1n, 2n], FR.p + 2n),
      /^the witness is not of BN254: its order is another$/,
    ],
    'has a value that is no element': [
      () => withSection(witness, 2, (values) => written(values, 64, number(FR.p))),
      /^the witness has a value in its values that is not below the order$/,
    ],
    'does not begin with 1': [
      () => withSection(witness, 2, (values) => written(values, 0, number(2n))),
      /^the witness is wrong: its first value is not 1$/,
    ],
    'begins with r + 1': [
      () => withSection(witness, 2, (values) => written(values, 0, number(FR.p + 1n))),
      /^the witness has a value in its values that is not below the order$/,
    ],
    'has no head': [() => one, /^the witness is no \.wtns file: it does not begin with "wtns"$/],
    'does not satisfy the circuit': [
      () => withSection(witness, 2, () => written(one, 3 * 32, number(12345n))),
      /^the proof is not valid: the witness does not satisfy the circuit of the key$/,
    ],
    'claims another result': [
      () => withSection(witness, 2, () => written(one, 32, number(12345n))),
      /^the proof is not valid: the witness does not satisfy the circuit of the key$/,
    ],
  };
  for (const [name, [make, message]] of Object.entries(cases))
    test(name, async () => assert.match(await wrongWitness(make()), message));
});

describe('the model', () => {
  /** @param {Partial<import('../src/emit/interface.mjs').Prover>} prover */
  const taskOf = (prover) =>
    proofOfModel.task(
      /** @type {any} */ ({ exports: { openProver: async () => prover }, kernel: 'small', expected: new Map() }),
    );

  test('does not time a prover whose proof is wrong', async () => {
    const wrong = async () => 'it is another';
    await assert.rejects(taskOf({ compute() {}, wrong }), /^Error: WRONG PROOF: proof of small: it is another$/);
    await assert.rejects(taskOf({ compute: () => Promise.reject(new Error('no')), wrong }), /^Error: no$/);
  });

  test('waits for what is asynchronous, and is warm after two seconds', async () => {
    let clock = 0;
    let proofs = 0;
    const compute = async () => {
      await new Promise((resolve) => setImmediate(resolve));
      clock += 1.1e9;
      proofs++;
    };
    const task = await taskOf({ compute, wrong: () => null });
    assert.equal(proofs, 1, 'the one that is looked at before any is timed');
    const entry = { task };
    const { times, failed } = await warmUp([entry], { now: () => clock, blockNs: 1e6 });
    assert.equal(failed.size, 0);
    assert.equal(times.get(entry), 1.1e9);
    assert.equal(proofs, 3);
    await task.run(2);
    assert.equal(proofs, 5);
  });

  test('names the row whose prover fails', async () => {
    const task = await taskOf({ compute() {}, wrong: () => null });
    const broken = { task: { ...task, run: () => Promise.reject(new Error('it broke')) } };
    const { failed } = await warmUp([broken], { now: () => 0, blockNs: 1 });
    assert.equal(failed.get(broken)?.message, 'it broke');
  });
});

test('what is native is not for a page, and not broken there', async () => {
  const url = new URL('http://localhost/pkg/x');
  await assert.rejects(nativeProver({ program: url, key: url, witness: url }), UnsupportedError);
});

test('Semaphore’s files are taken for what was published and for nothing else', async () => {
  const place = join(folder, 'node_modules/@zk-kit/semaphore-artifacts');
  mkdirSync(place, { recursive: true });
  writeFileSync(join(place, 'semaphore-10.zkey'), key);
  await assert.rejects(semaphore(10, { folder }), (error) => {
    assert.ok(error instanceof SetupError);
    assert.match(error.message, /semaphore-10\.zkey is not the file that was published: its sha256 is another\./);
    return true;
  });
});

describe('npm run proof', () => {
  const [KEY, WITNESS] = ['small.zkey', 'small.wtns'].map((name) => join(folder, name));
  before(() => {
    writeFileSync(KEY, key);
    writeFileSync(WITNESS, witness);
  });
  /** @param {string[]} args */
  const run = (...args) => execa(process.execPath, [COMMAND, ...args], { reject: false });

  test('says what is wrong and ends with 2', async () => {
    /** @type {[string[], RegExp][]} */
    const cases = [
      [['--key', KEY], /--key and --witness go together/],
      [['--key', join(folder, 'none'), '--witness', WITNESS], /--key .*ENOENT/],
      [['--key', WITNESS, '--witness', WITNESS], /error: the key is no \.zkey file/],
      [['--key', KEY, '--witness', KEY], /error: the witness is no \.wtns file/],
      [['--provers', 'groth'], /--provers: there is no "groth"\. There are: ark-0\.6\.0, /],
      [['--depth', '11'], /--depth.*11.*10, 20, 32/],
      [['--models', 'chain'], /There is no model "chain"\. There are: proof, /],
      [['--patched', folder, '--key', KEY, '--witness', WITNESS], /--patched .*: it has no ark-ff/],
    ];
    for (const [args, message] of cases) {
      const { exitCode, stderr } = await run(...args);
      assert.match(stderr, message, args.join(' '));
      assert.equal(exitCode, 2, args.join(' '));
    }
  });

  test('a circuit that is made is one that arkworks and snarkjs prove and verify', async () => {
    const made = await madeCircuit(5, { env });
    const { publicSignals } = await ensureCircuit(made, { packages: folder });
    // x -> x² + i, 30 times from 3.
    let value = 3n;
    for (let i = 0n; i < 30n; i++) value = (value * value + i) % FR.p;
    assert.deepEqual(publicSignals, [String(value)]);
  });

  test('measures a key of one’s own, in every part', async () => {
    const file = join(folder, 'result.json');
    const files = ['--key', KEY, '--witness', WITNESS];
    const parts = ['proof', 'proof-load', 'proof-fft', 'proof-g1', 'proof-g2'];
    const [called, onAll] = [
      ['groth16-2', 'snarkjs', 'snarkjs-kept'],
      ['groth16', 'snarkjs-threads'],
    ];
    const provers = ['--provers', [...called, ...onAll, 'batches-limbs29'].join()];
    const what = [...provers, '--models', [...parts, 'proof-open', 'proof-cold'].join()];
    const { exitCode, stderr, stdout } = await run(...files, ...what, '--rounds', '1', '--json', file);
    assert.equal(exitCode, 0, stderr);
    assert.match(stdout, /What|its memory, MiB/);
    const { plan, samples, summary, kernels } = JSON.parse(readFileSync(file, 'utf8'));
    const rows = plan.rows.map((/** @type {any} */ { kernel, model }) => `${kernel} ${model}`).sort();
    assert.deepEqual(
      rows,
      [
        ...[...called, ...onAll].flatMap((kernel) => [`${kernel} proof`, `${kernel} proof-open`]),
        ...onAll.map((kernel) => `${kernel} proof-cold`),
        ...[...parts, 'proof-open'].flatMap((model) => [
          `${PUBLISHED} ${model}`,
          `batches-limbs29 ${model}`,
          `control-aa ${model}`,
        ]),
      ].sort(),
    );
    for (const { kernel, model, error } of summary) assert.equal(error, null, `${kernel} ${model}`);
    for (const { check } of samples) assert.equal(check, true);
    const result = readResult(file);
    const stored = { source: 'a/proof.json.gz', folder: 'a', machine: 'Abacus', part: 'proof', result };
    const page = { path: 'docs/proof.md', block: 'proof', make: proofBlock };
    const text = '<!-- proof:begin -->\n<!-- proof:end -->\n';
    const spliced = splice(text, page, [stored, { ...stored, part: 'proof-parts' }], /** @type {any} */ (null));
    for (const words of [
      /^\| snarkjs, kept /m,
      /^\*\*proof-cold: [^]*?^\| fqmul-groth16, all threads +\| +\d+\.\d \|\n\| snarkjs, all threads +\| +\d+\.\d \|$/m,
      /\| proof-g2 \|\n[^]*?^\| Node \d+ \| arkworks 0\.6 +(?:\| +\d+(?:\.\d)? ){4}\|$/m,
      /Abacus/,
      /a\/proof\.json\.gz/,
    ])
      assert.match(spliced, words);
    assert.doesNotMatch(spliced, /\| +- \| +- \| +- \|/);
    assert.match(splice(text, page, [], /** @type {any} */ (null)), /Not measured yet/);
    const picture = drawProofs(result);
    for (const [id, name, onAll] of [
      [PUBLISHED, 'arkworks 0.6', ''],
      ['snarkjs-threads', 'snarkjs', ', all threads'],
    ]) {
      const row = result.summary.find(({ kernel, model }) => kernel === id && model === 'proof');
      for (const text of [name, `${Math.round(Number(row?.median) / 1e6)} ms${onAll}`])
        assert.ok(picture.includes(`>${text}</text>`), `${id}: ${text}`);
    }
    assert.deepEqual(
      kernels.map((/** @type {any} */ { id, prover }) => [
        id,
        prover.bytes > 1e5,
        prover.memory > 1e6,
        prover.process > 1e7,
      ]),
      [
        [PUBLISHED, true, true, true],
        ['batches-limbs29', true, true, true],
        ['groth16', true, false, true],
        ['groth16-2', true, false, true],
        ['snarkjs', false, false, true],
        ['snarkjs-kept', false, false, true],
        ['snarkjs-threads', false, false, true],
      ],
    );
  });

  const shell = { skip: placeOf('jsc') ? false : 'jsc is not on this machine' };
  test('measures the package and snarkjs in an engine with files and a clock alone', shell, async () => {
    const file = join(folder, 'jsc.json');
    const what = ['--engines', 'jsc', '--provers', 'groth16,snarkjs-threads', '--models', 'proof'];
    const own = ['--key', KEY, '--witness', WITNESS];
    const { exitCode, stdout, stderr } = await run(...own, ...what, '--rounds', '1', '--json', file);
    // The tables name the row that failed, and its error: calls in jsc have trapped without a cause that is known.
    assert.equal(exitCode, 0, stdout + stderr);
    const { samples, summary } = JSON.parse(readFileSync(file, 'utf8'));
    for (const { kernel, error } of summary) assert.equal(error, null, kernel);
    for (const kernel of ['groth16', 'snarkjs-threads'])
      assert.ok(
        samples.some((/** @type {any} */ sample) => sample.kernel === kernel && sample.check),
        kernel,
      );
  });
});

test('the page compares the package with snarkjs, and what was not measured on an engine is a dash', () => {
  const rounds = 6;
  const times = /** @type {const} */ ([
    ['node26', 'proof', 'ark-0.6.0-native', 520],
    ['node26', 'proof', 'ark-0.6.0-patched-msm-native', 400],
    ['node26', 'proof', 'groth16', 100],
    ['node26', 'proof', 'snarkjs-threads', 700],
    ['chromium', 'proof', 'groth16', 100],
    ['chromium', 'proof', 'snarkjs-threads', 800],
    ['chromium', 'proof-cold', 'groth16', 300],
    ['chromium', 'proof-cold', 'snarkjs-threads', 1200],
  ]);
  const rows = times.map(([engine, model, kernel, ms]) => ({ engine, model, kernel, ns: ms * 1e6 }));
  const sampled = Array.from({ length: rounds }, (_, round) =>
    rows.map((row) => ({ ...row, round, order: 0, n: 1, check: true })),
  );
  const { rows: lines, columns } = pairsTable(
    /** @type {any} */ ({
      environment: { engines: [{ id: 'node26' }, { id: 'chromium' }] },
      statistics: { threshold: 0.02, confidence: 0.95 },
      summary: rows.map(({ ns, ...row }) => ({ ...row, median: ns, error: null, speedup: null, rounds })),
      samples: sampled.flat(),
    }),
  );
  assert.deepEqual(
    columns.map(({ label }) => label),
    ['what', 'Node 26', 'Chromium'],
  );
  assert.deepEqual(
    lines.map(({ cells }) => cells.map(({ text }) => text)),
    [
      ['the package against snarkjs, all threads', '7.0x (7.0-7.0)', '8.0x (8.0-8.0)'],
      ['the same, from nothing to the first proof', '-', '4.0x (4.0-4.0)'],
      ['natively, patched arkworks against published', '1.30x (1.30-1.30)', '-'],
    ],
  );
});

/**
 * @param {import('../src/proofs/prover-rows.mjs').ProverRow[]} rows that give the published one's bytes
 * @param {string} [id] of a circuit in the folder
 */
async function assertSame(rows, id = 'small') {
  const places = filesOf(id);
  for (const row of rows) {
    await ensureProver(row, { env, patched: await patchedFor(row, null, { env }) });
    /** @param {string} path */
    const locate = (path) => new URL(path, `file://${Object.values(places).includes(path) ? folder : PACKAGES}/`);
    const { exports } = await proverModule(buildOf(row.id), locate, readBytes);
    const prover = await /** @type {NonNullable<typeof exports.openProver>} */ (exports.openProver)(id);
    for (const part of PARTS) {
      await prover.compute(part);
      assert.equal(await prover.wrong(part), null, `${row.id} ${part}`);
    }
  }
}

/** Where a 32-byte number, or the same in Montgomery form, is in a memory. @param {WebAssembly.Memory} memory */
const placesIn = (memory) => (/** @type {bigint} */ value) =>
  [value, (value << 256n) % FR.p].filter((form) => Buffer.from(memory.buffer).includes(Buffer.from(number(form))));

/** @param {import('../src/proofs/prover-rows.mjs').ProverRow} row */
async function assertForgets(row) {
  await ensureProver(row, { env });
  const compiled = await WebAssembly.compile(readFileSync(join(PACKAGES, moduleFile(buildOf(row.id)))));
  const { exports } = /** @type {any} */ (await WebAssembly.instantiate(compiled));
  const give = (/** @type {Uint8Array} */ bytes) => {
    const at = exports.input(bytes.length);
    new Uint8Array(exports.memory.buffer).set(bytes, at);
  };
  const placesOf = placesIn(exports.memory);
  const randomness = RANDOMNESS.map((bytes) => FR.fromBytes(bytes));
  // No other number is as large.
  const secrets = wiresOf(3n, STEPS).filter(
    (value) => value > 2n ** 200n && String(value) !== circuit.publicSignals[0],
  );
  assert.ok(secrets.length > 10);
  give(key);
  exports.key();
  give(witness);
  assert.equal(exports.load(), 0);
  assert.ok(
    secrets.every((secret) => placesOf(secret).length > 0),
    'the witness is there',
  );
  give(joined(...RANDOMNESS));
  assert.ok(
    randomness.every((secret) => placesOf(secret).length > 0),
    'r and s are there',
  );
  assert.equal(exports.prove(), 0);
  assert.deepEqual(randomness.flatMap(placesOf), [], 'r and s are gone with the proof');
  exports.forget();
  assert.deepEqual(secrets.flatMap(placesOf), [], 'the witness is gone when it is forgotten');
}

// Those of the package: prover-package.test.mjs.
test('no secret stays in the memory of the prover', () => assertForgets(published));

const rows = PROVERS.filter(({ runs }) => runs === 'module');
const here = ({ variant } = rows[0]) => !variant || features().fused === true;

describe('this project’s sums and transforms', () => {
  test('give the bytes that arkworks gives', async () => {
    assert.ok(rows.filter(here).length > 0);
    await assertSame(rows.filter(here));
  });

  test('keep what points H are multiplied with until the proof is finished', async () => {
    await ensureProver(rows.filter(({ module: name }) => name === 'scalar')[0], { env });
    const compiled = await WebAssembly.compile(readFileSync(join(PACKAGES, packageModule('scalar'))));
    const instance = await instantiate(compiled);
    const refused = { code: 'WITNESS', message: 'there is no quotient for these rows' };
    const prover = await moduleProver(instance, { key, witness });
    assert.throws(() => instance.quotientOf(0, 1), refused);
    await prover.compute('fft');
    const all = instance.quotientOf(0, 32);
    assert.equal(all.length, 32 * 32);
    assert.deepEqual(instance.quotientOf(3, 5), all.slice(3 * 32, 5 * 32));
    for (const [from, to] of [
      [0, 33],
      [5, 3],
      [2 ** 27, 2 ** 27 + 1],
    ])
      assert.throws(() => instance.quotientOf(from, to), refused);
    await prover.compute('proof');
    assert.throws(() => instance.quotientOf(0, 1), refused);
  });

  test(
    'are refused where an engine has not their instructions',
    { skip: rows.every(here) && 'it has all' },
    async () => {
      for (const { id } of rows.filter((row) => !here(row)))
        await assert.rejects(loadModule(buildOf(id)), UnsupportedError);
    },
  );
});

describe('every prover', { skip: ALL }, () => {
  const arkworks = PROVERS.filter(({ runs }) => ['wasm', 'native'].includes(runs));

  test('of arkworks gives the bytes that the published one gives, patched, natively and on every arkworks', () =>
    assertSame(arkworks));

  test('so it is where the sums are of more points', async () => {
    const files = { key: await keyOf(MORE_STEPS), witness: witnessOf(3n, MORE_STEPS), witnessMs: null };
    await ensureCircuit({ id: 'more', ...files }, { packages: folder });
    await assertSame(
      arkworks.filter(({ patches }) => patches.includes('msm')),
      'more',
    );
  });

  test('proves membership in Semaphore with the key that is in use', async () => {
    const files = await semaphore(10, {});
    const { publicSignals } = await ensureCircuit(files, { packages: folder });
    // The root of the tree, the nullifier, and what was hashed of message and scope.
    assert.equal(publicSignals.length, 4);
    const small = witnessFile([1n]);
    assert.match(await reasonOf({ key: files.key, witness: small }), /of another circuit: it has 1 variables/);
    assert.match(await reasonOf({ key, witness: files.witness }), /of another circuit: .* the key is for 22$/);
  });
});

/** Keys of others, each in a folder with its witnesses. @param {string} place */
const casesIn = (place) =>
  readdirSync(place, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .flatMap(({ name }) => {
      const files = readdirSync(join(place, name));
      const bytesOfFile = (/** @type {string} */ file) => new Uint8Array(readFileSync(join(place, name, file)));
      const [key] = files.filter((file) => file.endsWith('.zkey')).map(bytesOfFile);
      const witnesses = files.filter((file) => file.endsWith('.wtns'));
      return witnesses.map((file) => ({ id: `${name}-${file}`, key, witness: bytesOfFile(file), witnessMs: null }));
    });

describe('a key of others', () => {
  /** @type {WebAssembly.Module[]} */
  const modules = [];
  before(async () => {
    for (const row of rows.filter(here)) {
      await ensureProver(row, { env });
      modules.push(await WebAssembly.compile(readFileSync(join(PACKAGES, packageModule(row.module ?? 'scalar')))));
    }
  });

  const own = fileURLToPath(new URL('cases', import.meta.url));
  for (const files of [own, ...(CASES ? [join(CASES, 'keys')] : [])].flatMap(casesIn))
    test(`proves its witness by every prover, and is verified: ${files.id}`, async () => {
      assertForm(files);
      // arkworks' proof, which arkworks and snarkjs verify.
      const { expected } = await ensureCircuit(files, { packages: folder });
      for (const compiled of modules) {
        const prover = await moduleProver(await instantiate(compiled), { ...files, circuit: { expected } });
        for (const part of PARTS) {
          await prover.compute(part);
          assert.equal(await prover.wrong(part), null, part);
        }
      }
    });

  const skip = CASES ? false : 'FQMUL_CASES names no folder of more';
  test('that is broken, and a broken witness, are refused by a sentence', { skip }, async () => {
    const [right] = casesIn(join(CASES, 'keys')).filter(({ id }) => id.startsWith('poseidon-1'));
    for (const file of readdirSync(join(CASES, 'broken'))) {
      const bytes = new Uint8Array(readFileSync(join(CASES, 'broken', file)));
      const files = { ...right, ...(file.endsWith('.zkey') ? { key: bytes } : { witness: bytes }) };
      const early = await assertProvable(files, { packages: folder }).then(
        () => file,
        ({ message }) => message,
      );
      // The module does not look at what follows the last section, and proves rightly.
      const reasons = file === 'trailing.zkey' ? [early] : [early, await reasonOf(files)];
      for (const reason of reasons) assert.match(reason, /^the (key|witness|proof|points H of the key) .*[^.]$/, file);
    }
  });
});
