/** Keys and witnesses before anything is built: what is wrong is said without cargo, and no row loses a run. */

import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, describe, test } from 'node:test';
import { fileURLToPath, pathToFileURL } from 'node:url';
import binaryen from 'binaryen';
import { execa } from 'execa';
import { highWater, prepareProvers } from '../src/measure/prover-subjects.mjs';
import { FQ, FR } from '../src/oracle/field.mjs';
import { ProofError, arkworksIn } from '../src/proofs/arkworks.mjs';
import { nativeProver } from '../src/proofs/native-prover.mjs';
import { PUBLISHED } from '../src/proofs/prover-rows.mjs';
import { assertProvable } from '../src/setup/circuits.mjs';
import { SetupError, ensureToolchain } from '../src/setup/toolchain.mjs';
import { fileOf, joined, keyOf, number, sectionsOf, u32, witnessFile, witnessOf } from './made-circuit.mjs';

const COMMAND = fileURLToPath(new URL('../proof.mjs', import.meta.url));
const STEPS = 20;
const key = await keyOf(STEPS);
const witness = witnessOf(3n, STEPS);
const folder = mkdtempSync(join(tmpdir(), 'fqmul-proof-files-'));
after(() => rmSync(folder, { recursive: true }));

/** @param {{ key?: Uint8Array, witness?: Uint8Array }} files @returns {Promise<string | null>} what is wrong */
const reasonOf = (files) =>
  assertProvable({ id: 'own', key, witness, witnessMs: null, ...files }, { packages: folder }).then(
    () => null,
    (error) => {
      assert.ok(error instanceof ProofError, String(error?.stack));
      return error.message;
    },
  );

/** @param {Uint8Array} file @param {number} id @param {(section: Uint8Array) => Uint8Array} change */
function withSection(file, id, change) {
  const { kind, version, sections } = sectionsOf(file);
  return fileOf(
    kind,
    version,
    sections.map(([own, bytes]) => [own, own === id ? change(bytes.slice()) : bytes]),
  );
}

/** @param {number} at @param {Uint8Array | readonly number[]} values */
const write = (at, values) => (/** @type {Uint8Array} */ bytes) => {
  bytes.set(values, at);
  return bytes;
};

test('a key and a witness that are right are taken, and those of another value', async () => {
  assert.equal(await reasonOf({}), null);
  assert.equal(await reasonOf({ witness: witnessOf(4n, STEPS) }), null);
});

describe('what is wrong with a key or a witness is said without a build:', () => {
  // Of the head of a key: two fields of 36 bytes each, three counts, and points.
  const [PRIME, VARIABLES, PUBLIC, DOMAIN, ALPHA] = [4, 72, 76, 80, 84];
  /** Terms of section 4: 4 bytes of a count, and 44 each. @param {Uint8Array} terms @param {number} inputs */
  const inputsAlone = (terms, inputs) => {
    const rows = Array.from({ length: inputs }, (_, row) => joined(u32(0, row, row), number(1n)));
    return joined(u32(inputs), ...rows, terms.subarray(0, 0));
  };
  /** @type {Record<string, [{ key?: Uint8Array, witness?: Uint8Array }, RegExp]>} */
  const cases = {
    'an empty key': [{ key: new Uint8Array() }, /^the key is no \.zkey file/],
    'a witness as key': [{ key: witness }, /^the key is no \.zkey file: it does not begin with "zkey"$/],
    gzip: [{ key: Uint8Array.of(0x1f, 0x8b, 8, 0) }, /^the key is no \.zkey file: .*gunzip/],
    'a page': [{ key: new TextEncoder().encode('<html>') }, /^the key is no \.zkey file: it is a page of HTML$/],
    'Git LFS': [
      { witness: new TextEncoder().encode('version https://git-lfs.github.com/spec/v1\n') },
      /^the witness is no \.wtns file: it is a pointer of Git LFS/,
    ],
    'its type alone': [{ key: key.subarray(0, 5) }, /^the key is cut off in its head$/],
    'bytes that follow': [{ key: joined(key, [0, 0, 0]) }, /^the key has 3 bytes after its last section$/],
    'a section of 2^64 - 1 bytes': [
      { key: write(16, [255, 255, 255, 255, 255, 255, 255, 255])(key.slice()) },
      /^the key is cut off: its section 1 has 18446744073709551615 bytes/,
    ],
    'another proof system': [{ key: withSection(key, 1, () => u32(10)) }, /^the key is not of Groth16: .* number 10/],
    'another curve': [
      { key: withSection(key, 2, write(PRIME, number(FQ.p + 2n))) },
      /^the key is not of BN254: its prime is another$/,
    ],
    '2^32 - 1 variables': [
      { key: withSection(key, 2, write(VARIABLES, u32(0xffffffff))) },
      /^the key is cut off in its points A$/,
    ],
    '2^32 - 1 public values': [
      { key: withSection(key, 2, write(PUBLIC, u32(0xffffffff))) },
      /^the key has 4294967295 public variables/,
    ],
    'a domain of 2^32 - 1': [
      { key: withSection(key, 2, write(DOMAIN, u32(0xffffffff))) },
      /^the key is cut off in its points H$/,
    ],
    'a domain that is twice as large': [
      {
        key: withSection(
          withSection(key, 2, (head) => {
            const view = new DataView(head.buffer);
            view.setUint32(DOMAIN, 2 * view.getUint32(DOMAIN, true), true);
            return head;
          }),
          9,
          (points) => joined(points, points),
        ),
      },
      /^the key is for 64 rows, and has coefficients of 2\d$/,
    ],
    'a domain that is no power of two': [
      {
        key: withSection(withSection(key, 2, write(DOMAIN, u32(24))), 9, (points) => points.slice(0, 24 * 64)),
      },
      /^the key is for 24 rows, and has coefficients of 2\d$/,
    ],
    'two points that are exchanged': [
      {
        key: withSection(key, 5, (points) => joined(points.slice(64, 128), points.slice(0, 64), points.slice(128))),
      },
      /^the proof is not valid: /,
    ],
    'a value in its head that is no element': [
      { key: withSection(key, 2, write(ALPHA, number(FQ.p))) },
      /^the key has a value in its head of the key that is not below the prime$/,
    ],
    'a point that is no element': [
      { key: withSection(key, 7, write(96, number(FQ.p))) },
      /^the key has a value in its points B in G2 that is not below the prime$/,
    ],
    'a coefficient of no row': [
      { key: withSection(key, 4, write(8, u32(99))) },
      /^the key has a coefficient of .*row 99/,
    ],
    'a coefficient of row 2^32 - 1': [
      { key: withSection(key, 4, write(8, u32(0xffffffff))) },
      /^the key has a coefficient of .*row 4294967295/,
    ],
    'a coefficient that is no element': [
      { key: withSection(key, 4, write(16, number(FR.p))) },
      /^the key has a value in its coefficients that is not below the order$/,
    ],
    '2^32 - 1 coefficients': [
      { key: withSection(key, 4, write(0, u32(0xffffffff))) },
      /^the key is cut off in its coefficients$/,
    ],
    'no row for a constraint': [
      { key: withSection(key, 4, (terms) => inputsAlone(terms, 2)) },
      /^the key is for 32 rows, and has coefficients of 2$/,
    ],
    'no row for an input': [
      { key: withSection(key, 4, (terms) => inputsAlone(terms, 1)) },
      /^the key has 2 inputs, and coefficients of 1 rows/,
    ],
    'another alpha': [
      { key: withSection(key, 2, (head) => write(ALPHA, head.slice(ALPHA + 64, ALPHA + 128))(head)) },
      /^the proof is not valid/,
    ],
    'the witness of another circuit': [
      { witness: witnessOf(3n, STEPS + 1) },
      /^the witness is of another circuit: it has 23 variables, and the key is for 22$/,
    ],
    'the witness of another curve': [{ witness: witnessFile([1n, 2n], FR.p + 2n) }, /^the witness is not of BN254/],
    'a witness that is cut off': [{ witness: witness.subarray(0, witness.length - 1) }, /^the witness is cut off: /],
    'a witness with a value too many': [
      { witness: withSection(witness, 2, (values) => joined(values, number(1n))) },
      /^the values of the witness have 32 bytes too many$/,
    ],
    'a witness with a value that is no element': [
      { witness: withSection(witness, 2, write(64, number(FR.p))) },
      /^the witness has a value in its values that is not below the order$/,
    ],
    'a witness that begins with 2': [
      { witness: withSection(witness, 2, write(0, number(2n))) },
      /^the witness is wrong: its first value is not 1$/,
    ],
    'a witness that begins with r + 1': [
      { witness: withSection(witness, 2, write(0, number(FR.p + 1n))) },
      /^the witness has a value in its values that is not below the order$/,
    ],
    'the values of a witness without a head': [
      { witness: joined(sectionsOf(witness).sections[1][1]) },
      /^the witness is no \.wtns file: it does not begin with "wtns"$/,
    ],
    'a witness that does not satisfy the circuit': [
      { witness: withSection(witness, 2, write(3 * 32, number(12345n))) },
      /^the proof is not valid: the witness does not satisfy the circuit of the key/,
    ],
  };
  for (const [name, [files, message]] of Object.entries(cases))
    test(name, async () => assert.match(String(await reasonOf(files)), message));

  test('a key that is cut off anywhere', async () => {
    const edges = [0];
    for (const [, bytes] of sectionsOf(key).sections) edges.push(edges[edges.length - 1] + 12 + bytes.length);
    const lengths = edges.flatMap((edge) => [-1, 0, 1, 11, 12].map((by) => 12 + edge + by));
    for (const length of [...lengths, 4, 8, 100, 1000, 5000].filter((at) => at < key.length))
      assert.match(
        String(await reasonOf({ key: key.subarray(0, length) })),
        /^the key is (cut off|no \.zkey)/,
        `${length}`,
      );
  });

  test('by the command, where there is no cargo', async () => {
    const [good, bad, own, ark] = ['good.zkey', 'bad.zkey', 'own.wtns', 'own.arkzkey'].map((name) =>
      join(folder, name),
    );
    writeFileSync(good, key);
    writeFileSync(bad, key.subarray(0, 1000));
    writeFileSync(own, witness);
    writeFileSync(ark, Uint8Array.of(1, 2, 3));
    for (const [path, message] of /** @type {[string, RegExp][]} */ ([
      [bad, /^error: the key is cut off: its section \d has \d+ bytes, and \d+ are there\.$/],
      [ark, /^error: --key .*own\.arkzkey: it is a key as arkworks writes it; the \.zkey .* is needed\.$/],
    ])) {
      const { exitCode, stderr } = await execa(process.execPath, [COMMAND, '--key', path, '--witness', own], {
        env: { PATH: '', HOME: folder, npm_lifecycle_event: '' },
        reject: false,
      });
      assert.match(stderr, message);
      assert.equal(exitCode, 2);
    }
  });
});

describe('a prover that cannot prove', () => {
  test('in wasm gives a reason where its module traps, and is given what lies above 2^31', async () => {
    /** @param {string} input its body @param {number} [pages] */
    const moduleWith = (input, pages = 1) =>
      WebAssembly.compile(
        /** @type {Uint8Array<ArrayBuffer>} */ (
          binaryen
            .parseText(
              `(module (memory (export "memory") ${pages}) (func (export "input") (param i32) (result i32) ${input})
               (func (export "key")) (func (export "load") (result i32) (i32.const 0)))`,
            )
            .emitBinary()
        ),
      );
    const large = { key: new Uint8Array(3 * 2 ** 20 - 1), witness };
    await assert.rejects(arkworksIn(await moduleWith('unreachable'), large), {
      name: 'ProofError',
      message: /^the prover in wasm gave up: it may lack memory for a key of 3 MiB \(unreachable\)$/,
    });
    // An address that JavaScript is told as a negative number.
    await arkworksIn(await moduleWith('(i32.const 0x80000000)', 2 ** 15 + 2 ** 6), large);
  });

  test('natively has no memory to tell of where the system does not say it', async () => {
    const program = join(folder, 'program.mjs');
    writeFileSync(
      program,
      `#!${process.execPath}
import { createInterface } from 'node:readline';
for await (const line of createInterface({ input: process.stdin }))
  console.log(line === 'memory' ? 'error /proc/self/status: No such file or directory (os error 2)' : '00ff');
`,
      { mode: 0o755 },
    );
    const files = { program: pathToFileURL(program), key: pathToFileURL(program), witness: pathToFileURL(program) };
    const prover = await nativeProver(files);
    await prover.compute('fft');
    assert.equal(await prover.memory?.(), null);
    prover.end();
  });

  test('is told by a sentence', async () => {
    await assert.rejects(highWater(PUBLISHED, 'none', { runs: 'wasm', onProgress() {} }), (error) => {
      assert.ok(error instanceof SetupError, String(error));
      assert.match(error.message, /^does not prove: .*ENOENT/);
      return true;
    });
  });

  test('is an error row, and the others are measured', async () => {
    const env = await ensureToolchain();
    const files = async () => ({ id: 'own', key, witness, witnessMs: null });
    /** @type {typeof highWater} */
    const prove = async (id) => {
      if (id === 'snarkjs') throw new SetupError('does not prove: a domain above 2^22');
      return { memory: null, process: null };
    };
    const choice = { files, ids: ['snarkjs', 'snarkjs-kept'], given: null };
    const { kernels, unbuilt } = await prepareProvers(choice, { env, onProgress() {}, prove });
    assert.deepEqual(
      kernels.map(({ id }) => id),
      [PUBLISHED, 'snarkjs-kept'],
    );
    assert.deepEqual(unbuilt, [{ kernel: 'snarkjs', message: 'does not prove: a domain above 2^22' }]);
  });
});
