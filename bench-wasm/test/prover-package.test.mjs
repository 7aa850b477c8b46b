/** The prover's package in Node, and in the other engines of this machine that need no page. */

import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, describe, test } from 'node:test';
import { pathToFileURL } from 'node:url';
import { runInNewContext } from 'node:vm';
import { gunzipSync, gzipSync } from 'node:zlib';
import binaryen from 'binaryen';
import { execa } from 'execa';
import { held } from '../../groth16/js/held.mjs';
// @ts-expect-error The package has no types.
import { groth16 as snarkjs, zKey } from '#proof/snarkjs';
import { folderOf } from '../src/engines/npm.mjs';
import { FQ, FR } from '../src/oracle/field.mjs';
import { onOneThread } from '../src/proofs/snarkjs.mjs';
import { cargoHome } from '../src/setup/cargo-settings.mjs';
import { ROOT } from '../src/setup/toolchain.mjs';
import { fileOf, keyOf, sectionsOf, witnessOf } from './made-circuit.mjs';
import { KEYS, bytesOf, installedPackage } from './prover-package.mjs';
import { complaintsOn } from './tsc.mjs';

const STEPS = 40;
/** What a page loads at most, by gzip: the package's scripts and one module. */
const MOST = 300_000;

const installed = await installedPackage();
after(() => rmSync(installed.folder, { recursive: true, force: true }));
const { groth16, Groth16Error, KeyError, WitnessError, InputError } = await installed.load();
const inPackage = (/** @type {string} */ path) => join(installed.folder, 'node_modules/fqmul-groth16', path);

await onOneThread();
const [own, ownWitness] = [await keyOf(STEPS), witnessOf(3n, STEPS)];
/** @param {Uint8Array} data */
const verificationKeyOf = (data) => zKey.exportVerificationKey({ type: 'mem', data });

/** @param {Promise<unknown>} work @param {string} code @param {RegExp} [message] */
const refused = (work, code, message = /./) =>
  assert.rejects(work, (error) => {
    assert.ok(error instanceof Groth16Error, `${code}: ${error}`);
    assert.equal(error.code, code, error.message);
    assert.match(error.message, message);
    return true;
  });

describe('what is packed', () => {
  test('is what is needed, and no more', () => {
    assert.deepEqual(
      installed.files,
      [
        ...['LICENSE-APACHE', 'LICENSE-MIT', 'README.md', 'index.d.ts', 'package.json'],
        ...['fma', 'index', 'scalar', 'simd', 'worker'].map((name) => `dist/${name}.mjs`),
      ].sort(),
    );
    const { dependencies } = JSON.parse(readFileSync(inPackage('package.json'), 'utf8'));
    assert.equal(dependencies, undefined);
  });

  test('is little to load', () => {
    const sizeOf = (/** @type {string} */ path) => gzipSync(readFileSync(inPackage(path))).length;
    for (const module of ['fma', 'simd', 'scalar']) {
      const size = ['index', 'worker', module].reduce((sum, name) => sum + sizeOf(`dist/${name}.mjs`), 0);
      assert.ok(size <= MOST, `${module}: ${size}`);
    }
  });

  test('names no folder of the machine that made it', () => {
    for (const module of ['fma', 'simd', 'scalar']) {
      const [, packed] = /'([^']+)'/.exec(readFileSync(inPackage(`dist/${module}.mjs`), 'utf8')) ?? [];
      const bytes = gunzipSync(Buffer.from(String(packed), 'base64')).toString('latin1');
      // Panics name files of crates.
      assert.match(bytes, /cargo\/registry\/src\//);
      for (const folder of [cargoHome(process.env, ROOT), ROOT])
        assert.ok(!bytes.includes(folder), `${module}: ${folder}`);
    }
  });
});

/** On the twist, y² = x³ + 3 / (9 + u), and not in the subgroup. */
const OUTSIDE = [
  ['1', '0'],
  [
    '18278151005453108793778860132295291098363647455926340152056652516292830556603',
    '5912654199736721486680175016176231956195085055698687135131307249486702594212',
  ],
  ['1', '0'],
];

/** @param {any} point as snarkjs has it @returns {any} with the other y */
function negative([x, y, z]) {
  const other = (/** @type {string} */ text) => String((FQ.p - BigInt(text)) % FQ.p);
  return [x, Array.isArray(y) ? y.map(other) : other(y), z];
}

/** The same point of G1 by a third coordinate of 2. @param {string[]} point of 1 @returns {string[]} */
const doubled = ([x, y]) => [String((4n * BigInt(x)) % FQ.p), String((8n * BigInt(y)) % FQ.p), '2'];

test('a point of these tests is on the twist', () => {
  const [y0, y1] = OUTSIDE[1].map(BigInt);
  const [left0, left1] = [y0 * y0 - y1 * y1 - 1n, 2n * y0 * y1];
  const modulo = (/** @type {bigint} */ value) => ((value % FQ.p) + FQ.p) % FQ.p;
  assert.deepEqual([modulo(9n * left0 - left1), modulo(left0 + 9n * left1)], [3n, 0n]);
});

describe('a key of others', () => {
  for (const { name, key, witness, circuit, input } of KEYS)
    test(name, async () => {
      const verificationKey = await verificationKeyOf(bytesOf(key));
      const theirs = await snarkjs.prove({ type: 'mem', data: bytesOf(key) }, { type: 'mem', data: bytesOf(witness) });
      /** @param {Awaited<ReturnType<typeof groth16.prove>>} proved */
      const assertRight = async ({ proof, publicSignals }) => {
        assert.deepEqual(publicSignals, theirs.publicSignals);
        assert.equal(await snarkjs.verify(verificationKey, publicSignals, proof), true);
        assert.equal(await groth16.verify(verificationKey, publicSignals, proof), true);
      };
      for (const threads of [1, 2, 3, 7]) await assertRight(await groth16.prove(key, witness, { threads }));
      await assertRight(await groth16.prove(bytesOf(key), bytesOf(witness), { check: 'key' }));
      if (circuit) await assertRight(await groth16.fullProve(input, circuit, key));

      // What snarkjs takes and refuses.
      const { proof, publicSignals } = theirs;
      assert.equal(await groth16.verify(verificationKey, publicSignals, proof), true);
      const spoilt = [
        { ...proof, pi_a: proof.pi_c },
        { ...proof, pi_c: verificationKey.vk_alpha_1 },
        { ...proof, pi_b: verificationKey.vk_beta_2 },
        { ...proof, pi_a: [String(BigInt(proof.pi_a[0]) ^ 1n), ...proof.pi_a.slice(1)] },
        { ...proof, pi_a: ['0', '1', '0'] },
        { ...proof, pi_c: ['0', '1', '0'] },
        { ...proof, pi_a: ['1', '3', '1'] },
        { ...proof, pi_b: OUTSIDE },
        { ...proof, pi_b: [OUTSIDE[1], OUTSIDE[0], OUTSIDE[2]] },
        // Both negated: the pairing is the same.
        { ...proof, pi_a: negative(proof.pi_a), pi_b: negative(proof.pi_b) },
        {
          ...proof,
          pi_a: proof.pi_a.map(BigInt),
          pi_c: proof.pi_c.map((/** @type {string} */ text) => `0x${BigInt(text).toString(16)}`),
        },
      ];
      for (const wrong of spoilt) {
        const said = await snarkjs.verify(verificationKey, publicSignals, wrong).catch(() => false);
        assert.equal(await groth16.verify(verificationKey, publicSignals, wrong), said);
      }
      // snarkjs takes it; a contract does not.
      const { IC, vk_alpha_1: alpha } = verificationKey;
      const more = [String(BigInt(proof.pi_a[0]) + FQ.p), ...proof.pi_a.slice(1)];
      for (const [key, taken] of [
        [verificationKey, { ...proof, pi_a: more }],
        [verificationKey, { ...proof, pi_a: doubled(proof.pi_a) }],
        [{ ...verificationKey, IC: [...IC, IC[0]] }, proof],
      ]) {
        assert.equal(await snarkjs.verify(key, publicSignals, taken), true);
        assert.equal(await groth16.verify(key, publicSignals, taken), false);
      }
      const other = { ...verificationKey, vk_alpha_1: doubled(alpha) };
      await refused(groth16.verify(other, publicSignals, proof), 'JSON', /vk_alpha_1/);
      for (const i of publicSignals.keys()) {
        const wrong = publicSignals.with(i, String((BigInt(publicSignals[i]) + 1n) % FR.p));
        assert.equal(await groth16.verify(verificationKey, wrong, proof), false);
        // Not canonical: the same element, and no public signal.
        const twice = publicSignals.with(i, String(BigInt(publicSignals[i]) + FR.p));
        assert.equal(await groth16.verify(verificationKey, twice, proof), false);
      }
      assert.equal(await groth16.verify(verificationKey, [...publicSignals, '1'], proof), false);
    });
});

describe('where a key comes from', () => {
  const [{ key, witness }] = KEYS;
  const whole = bytesOf(key);
  /**
   * @param {boolean} ranges
   * @param {import('node:test').TestContext} t
   * @returns {Promise<{ url: string, got: number[] }>} got: the lengths of what was asked for
   */
  const serve = async (ranges, t) => {
    /** @type {number[]} */
    const got = [];
    const server = createServer(({ headers }, response) => {
      const range = /^bytes=(\d+)-(\d+)$/.exec(headers.range ?? '');
      if (!ranges || !range) return response.end(whole);
      const [from, to] = [Number(range[1]), Math.min(Number(range[2]), whole.length - 1)];
      got.push(to + 1 - from);
      response.writeHead(206, { 'Content-Range': `bytes ${from}-${to}/${whole.length}` });
      response.end(whole.subarray(from, to + 1));
    });
    await new Promise((resolve) => server.listen(0, '127.0.0.1', () => resolve(null)));
    t.after(() => server.close());
    const { port } = /** @type {import('node:net').AddressInfo} */ (server.address());
    return { url: `http://127.0.0.1:${port}/key.zkey`, got };
  };

  test('is an array, a buffer, a Blob, a path, an address of a file, or what snarkjs calls mem', async () => {
    const { buffer } = whole.slice();
    const file = readFileSync(key);
    for (const source of [
      file,
      whole,
      buffer,
      new Blob([whole]),
      key,
      pathToFileURL(key),
      pathToFileURL(key).href,
      URL.createObjectURL(new Blob([whole])),
      `data:application/octet-stream;base64,${file.toString('base64')}`,
      { type: /** @type {const} */ ('mem'), data: whole },
      // Of another realm, as in tests by Jest.
      runInNewContext('Uint8Array.from(bytes)', { bytes: whole }),
      runInNewContext('Uint8Array.from(bytes).buffer', { bytes: whole }),
      { type: /** @type {const} */ ('mem'), data: runInNewContext('Uint8Array.from(bytes)', { bytes: whole }) },
    ])
      await groth16.prove(source, witness);
    assert.ok(file.equals(whole), 'nothing of it was taken away, or overwritten');
    assert.deepEqual(whole, bytesOf(key));
  });

  test('is a server, of which ranges are read where it gives them', async (t) => {
    const { url, got } = await serve(true, t);
    await groth16.prove(url, witness, { threads: 1 });
    assert.ok(got.length > 5 && got.every((length) => length < whole.length));
    await groth16.prove(new URL((await serve(false, t)).url), witness, { threads: 2 });
    await refused(groth16.prove(`${url.replace(/:\d+/, ':9')}`, witness), 'SOURCE', /zkey: .* cannot be fetched/);
  });

  /**
   * A server whose answers do not end.
   *
   * @param {import('node:test').TestContext} t
   * @param {(request: import('node:http').IncomingMessage, response: import('node:http').ServerResponse) => void} [say]
   * @returns {Promise<{ url: string, asked: Promise<void>, left: Promise<void> }>} asked: a first request is there and
   *   what is said of it; left: its connection is closed
   */
  const unending = async (t, say = () => {}) => {
    let [asked, left] = [() => {}, () => {}];
    const server = createServer((request, response) => {
      say(request, response);
      if (!response.writableEnded) asked();
    });
    server.on('connection', (socket) => socket.on('close', () => left()));
    await new Promise((resolve) => server.listen(0, '127.0.0.1', () => resolve(null)));
    t.after(() => {
      server.closeAllConnections();
      server.close();
    });
    const { port } = /** @type {import('node:net').AddressInfo} */ (server.address());
    return {
      url: `http://127.0.0.1:${port}/`,
      asked: new Promise((resolve) => (asked = () => resolve(undefined))),
      left: new Promise((resolve) => (left = () => resolve(undefined))),
    };
  };
  const [{ key: keyOfCircuit, circuit, input }] = KEYS.filter(
    (one) => one.circuit && Object.keys(one.input).length > 0,
  );

  test('is waited for by no witness, and waits for none: its connection is closed', { timeout: 20_000 }, async (t) => {
    const [key, calculator] = [await unending(t), await unending(t)];
    await refused(groth16.fullProve({}, /** @type {string} */ (circuit), key.url, { threads: 1 }), 'INPUT');
    await refused(groth16.fullProve({}, calculator.url, whole.subarray(0, 99), { threads: 1 }), 'KEY');
    await Promise.all([key.left, calculator.left]);
  });

  /**
   * Answers that do not end, by how far they come.
   *
   * @type {Record<string, (request: import('node:http').IncomingMessage, response: import('node:http').ServerResponse,
   *   bytes: Uint8Array) => void>}
   */
  const UNENDING = {
    'says nothing': () => {},
    'gives no ranges and half of it': (_, response, bytes) => {
      response.writeHead(200, { 'Content-Length': bytes.length });
      response.write(bytes.subarray(0, bytes.length / 2));
    },
    'gives heads of sections and half of what is longer': ({ headers }, response, bytes) => {
      const [from, to] = (headers.range ?? '').match(/\d+/g)?.map(Number) ?? [0, 0];
      response.writeHead(206, { 'Content-Range': `bytes ${from}-${to}/${bytes.length}` });
      if (to - from < 12) response.end(bytes.subarray(from, to + 1));
      else response.write(bytes.subarray(from, from + 10));
    },
  };
  const module = bytesOf(/** @type {string} */ (circuit));
  for (const [what, say] of Object.entries(UNENDING))
    test(`is a server that ${what}, from which a signal goes away`, { timeout: 20_000 }, async (t) => {
      const prover = await groth16.open(whole, { threads: 1 });
      const other = await groth16.open(keyOfCircuit, { threads: 1 });
      /** @type {[Uint8Array, (url: string, signal: AbortSignal) => Promise<unknown>][]} */
      const calls = [
        [whole, (url, signal) => groth16.open(url, { signal })],
        [whole, (url, signal) => groth16.prove(new URL(url), witness, { signal, threads: 1 })],
        [module, (url, signal) => groth16.fullProve(input, url, keyOfCircuit, { signal, threads: 1 })],
        [bytesOf(witness), (url, signal) => prover.prove(url, { signal })],
        [module, (url, signal) => other.fullProve(input, url, { signal })],
      ];
      for (const [bytes, call] of calls) {
        const { url, asked, left } = await unending(t, (request, response) => say(request, response, bytes));
        const ended = new AbortController();
        const calling = refused(call(url, ended.signal), 'ABORTED');
        await asked;
        ended.abort();
        await Promise.all([calling, left]);
      }
    });

  test('is not waited for by a prover that is closed', { timeout: 20_000 }, async (t) => {
    const { url, asked, left } = await unending(t);
    const prover = await groth16.open(whole, { threads: 1 });
    const proving = refused(prover.prove(url), 'CLOSED');
    await asked;
    await prover.close();
    await Promise.all([proving, left]);
  });

  /** What servers say that is no file, and what is said of it. @type {[Parameters<typeof unending>[1], RegExp][]} */
  const WRONG = [
    [(_, response) => response.writeHead(404).end('no such page'), /answers 404/],
    [(_, response) => response.writeHead(302, { Location: '/' }).end(), /cannot be fetched/],
    [
      (_, response) => response.writeHead(200, { 'Content-Length': 9999 }).end('half', () => response.destroy()),
      /fetched/,
    ],
    [(_, response) => response.writeHead(200, { 'Content-Encoding': 'gzip' }).end('no gzip'), /cannot be fetched/],
    [
      // Ranges, but for the second request.
      ({ headers }, response) => {
        if (headers.range !== 'bytes=0-0') return response.writeHead(200).end(whole);
        response.writeHead(206, { 'Content-Range': `bytes 0-0/${whole.length}` }).end(whole.subarray(0, 1));
      },
      /answers 200 where a range is asked for/,
    ],
    [
      ({ headers }, response) => {
        const [from, to] = (headers.range ?? '').match(/\d+/g)?.map(Number) ?? [0, 0];
        // More than there is.
        response.writeHead(206, { 'Content-Range': `bytes ${from}-${to}/${2 * whole.length}` });
        response.end(whole.subarray(from, to === 0 ? 1 : to));
      },
      /answers with 11 of 12 bytes/,
    ],
  ];
  for (const [say, message] of WRONG)
    test(`is refused of a server with a reason: ${message.source}`, { timeout: 20_000 }, async (t) => {
      const { url } = await unending(t, say);
      await refused(groth16.prove(url, witness, { threads: 1 }), 'SOURCE', message);
      const prover = await groth16.open(whole, { threads: 1 });
      await refused(prover.prove(url), 'SOURCE', message);
      await prover.prove(witness);
      await prover.close();
    });

  test('is no folder, no number, and there', async () => {
    await refused(groth16.prove('/nowhere/key.zkey', witness), 'SOURCE', /zkey: .*nowhere.* cannot be read/);
    await refused(groth16.prove('file:///nowhere/key.zkey', witness), 'SOURCE', /zkey: .*nowhere.* cannot be read/);
    await refused(groth16.prove('file://other/key.zkey', witness), 'SOURCE', /zkey: file:\/\/other\/.* cannot be read/);
    await refused(groth16.prove('http://', witness), 'SOURCE', /zkey: http:\/\/ cannot be fetched/);
    await refused(groth16.prove(installed.folder, witness), 'SOURCE', /zkey: /);
    const wrong = { name: 'TypeError', code: 'ARGUMENT' };
    await assert.rejects(groth16.prove(/** @type {any} */ (7), witness), { ...wrong, message: /^zkey: / });
    await assert.rejects(groth16.prove(key, /** @type {any} */ (null)), { ...wrong, message: /^wtns: / });
  });
});

/** A module that looks like circom's, and traps when it is asked for anything. */
const TRAP = binaryen
  .parseText(
    `(module ${['getWitnessSize', 'setInputSignal', 'getFieldNumLen32']
      .map((name) => `(func (export "${name}") (result i32) unreachable)`)
      .join(' ')})`,
  )
  .emitBinary();

describe('what is wrong', () => {
  test('is refused wherever it is cut off, and the next call works', async () => {
    const [{ key, witness }] = KEYS.filter(({ name }) => name.startsWith('mopro'));
    const [whole, values] = [bytesOf(key), bytesOf(witness)];
    for (let at = 0; at < whole.length; at += 97)
      await refused(groth16.prove(whole.subarray(0, at), values, { threads: 1 }), 'KEY');
    const prover = await groth16.open(whole, { threads: 2 });
    for (let at = 0; at < values.length; at += 5) await refused(prover.prove(values.subarray(0, at)), 'WITNESS');
    await prover.prove(values);
    await prover.close();
    await refused(prover.prove(values), 'CLOSED');
  });

  test('a byte that is changed is refused, or proves what is verified', async () => {
    const prover = await groth16.open(own, { threads: 1 });
    const random = FR.operands(77n, 150, 1).map(([value]) => Number(value & 0xffffffn));
    for (const [i, value] of random.entries()) {
      const spoilt = i % 2 ? own.slice() : ownWitness.slice();
      spoilt[value % spoilt.length] ^= 1 << (i % 8);
      await (i % 2 ? groth16.prove(spoilt, ownWitness, { threads: 1 }) : prover.prove(spoilt)).catch((error) => {
        assert.ok(error instanceof Groth16Error, String(error));
        assert.match(error.code, /^(KEY|WITNESS|UNSATISFIED)$/);
      });
    }
    await prover.prove(ownWitness);
    await prover.close();
  });

  test('bytes behind the end, another file, and a folded value', async () => {
    await refused(groth16.prove(Uint8Array.of(...own, 0), ownWitness), 'KEY', /1 bytes after its last section/);
    await refused(groth16.prove(own, Uint8Array.of(...ownWitness, 0)), 'WITNESS', /1 bytes after/);
    await refused(groth16.prove(ownWitness, ownWitness), 'KEY', /is no \.zkey file/);
    await refused(groth16.prove(own, gzipSync(ownWitness)), 'WITNESS', /compressed by gzip/);
    await refused(groth16.prove(own, witnessOf(3n, STEPS + 1)), 'WITNESS', /of another circuit/);
    const { kind, version, sections } = sectionsOf(own);
    const without = fileOf(
      kind,
      version,
      sections.filter(([id]) => id !== 4),
    );
    await refused(groth16.prove(without, ownWitness), 'KEY', /no section 4/);
  });

  test('a witness that breaks a constraint is an error; unchecked, it is a proof that nobody takes', async () => {
    const spoilt = ownWitness.slice();
    spoilt[spoilt.length - 32] ^= 1;
    await refused(groth16.prove(own, spoilt), 'UNSATISFIED');
    await assert.rejects(groth16.prove(own, spoilt), WitnessError);
    const { proof, publicSignals } = await groth16.prove(own, spoilt, { check: 'none' });
    const verificationKey = await verificationKeyOf(own);
    assert.equal(await groth16.verify(verificationKey, publicSignals, proof), false);
    assert.equal(await snarkjs.verify(verificationKey, publicSignals, proof), false);
  });

  test('a point that is not on its curve is found by the check of the key', async () => {
    const { kind, version, sections } = sectionsOf(own);
    const points = sections.map(([id, bytes]) => {
      const changed = bytes.slice();
      if (id === 8) changed[0] ^= 1;
      return /** @type {[number, Uint8Array]} */ ([id, changed]);
    });
    await assert.rejects(groth16.prove(fileOf(kind, version, points), ownWitness, { check: 'key' }), KeyError);
  });

  test('options and inputs', async () => {
    for (const options of [{ threads: 0 }, { threads: 1.5 }, { check: 'all' }])
      await assert.rejects(groth16.prove(own, ownWitness, /** @type {any} */ (options)), {
        name: 'RangeError',
        code: 'ARGUMENT',
      });
    for (const options of [{ signal: {} }, { onProgress: 1 }, 7, 'all'])
      await assert.rejects(groth16.prove(own, ownWitness, /** @type {any} */ (options)), {
        name: 'TypeError',
        code: 'ARGUMENT',
      });
    await groth16.prove(own, ownWitness, /** @type {any} */ (null));
    const [{ key, circuit, input }] = KEYS.filter((one) => one.circuit && Object.keys(one.input).length > 0);
    const path = /** @type {string} */ (circuit);
    const [name] = Object.keys(input);
    await assert.rejects(groth16.fullProve({}, path, key), InputError);
    await refused(groth16.fullProve({ ...input, another: 1 }, path, key), 'INPUT', /no signal "another"/);
    /** @type {unknown[]} */
    const endless = [];
    endless.push(endless);
    for (const value of ['many', '', ' ', null, 1.5, new Date(), {}, endless, () => 1, Symbol('1')])
      await refused(groth16.fullProve({ ...input, [name]: value }, path, key), 'INPUT', /no integer/);
    for (const wrong of [null, undefined, 7, 'a'])
      await assert.rejects(groth16.fullProve(/** @type {any} */ (wrong), path, key), {
        code: 'ARGUMENT',
        message: /^input: an object/,
      });
    await refused(groth16.fullProve({ ...input, [name]: [1, 2, 3, 4, 5, 6, 7, 8, 9] }, path, key), 'INPUT', /values/);
    await refused(groth16.fullProve(input, own, key), 'CIRCUIT');
    await refused(groth16.fullProve(input, TRAP, key), 'CIRCUIT', /gave up/);
    const [vk, proved] = [await verificationKeyOf(own), await groth16.prove(own, ownWitness)];
    const { proof, publicSignals } = proved;
    for (const wrong of [null, {}, { ...proof, pi_a: ['1'] }, { ...proof, pi_b: 'x' }, { ...proof, pi_b: Array(3) }])
      await refused(groth16.verify(vk, publicSignals, /** @type {any} */ (wrong)), 'JSON');
    const lists = [
      { ...vk, IC: [] },
      { ...vk, IC: Array(vk.IC.length) },
    ];
    for (const wrong of [
      null,
      {},
      ...lists,
      { ...vk, vk_beta_2: null },
      { ...vk, curve: 'bls12381' },
      { ...vk, curve: 1 },
    ])
      await refused(groth16.verify(/** @type {any} */ (wrong), publicSignals, proof), 'JSON');
    for (const wrong of [null, 'signals', Array(publicSignals.length), [1.5], ['one'], [[publicSignals[0]]]])
      await refused(groth16.verify(vk, /** @type {any} */ (wrong), proof), 'JSON');
    for (const curve of [undefined, 'bn128', 'BN-254', 'alt_bn128'])
      assert.equal(await groth16.verify({ ...vk, curve }, publicSignals, proof), true, curve);
  });
});

describe('a proof', () => {
  test('is ended by a signal, before and while it runs, and then the prover is closed', async () => {
    await refused(groth16.prove(own, ownWitness, { signal: AbortSignal.abort() }), 'ABORTED');
    const prover = await groth16.open(own);
    for (const stage of ['transforms', 'sums']) {
      const ended = new AbortController();
      const again = await groth16.open(own);
      const onProgress = (/** @type {{ stage: string }} */ progress) => {
        if (progress.stage === stage) ended.abort();
      };
      await refused(again.prove(ownWitness, { signal: ended.signal, onProgress }), 'ABORTED');
      await refused(again.prove(ownWitness), 'CLOSED');
    }
    await prover.prove(ownWitness);
    await prover.close();
  });

  test('that waits for another is ended without it', async () => {
    const prover = await groth16.open(own, { threads: 1 });
    const ended = new AbortController();
    /** @type {string[]} */
    const order = [];
    const first = prover.prove(ownWitness).then(() => order.push('first'));
    const second = refused(prover.prove(ownWitness, { signal: ended.signal }), 'ABORTED').then(() =>
      order.push('second'),
    );
    ended.abort();
    await Promise.all([first, second, prover.prove(ownWitness).then(() => order.push('third'))]);
    assert.deepEqual(order, ['second', 'first', 'third']);
    await prover.close();
  });

  test('is ended while its workers start', { timeout: 20_000 }, async () => {
    const program = `
      // One that says nothing.
      globalThis.Worker = class { addEventListener() {} postMessage() {} terminate() {} };
      const { groth16 } = await import('fqmul-groth16');
      const ended = new AbortController();
      setTimeout(() => ended.abort(), 50);
      await groth16.open(new Uint8Array(7), { signal: ended.signal }).catch(({ code }) => console.log(code));
      process.exit();
    `;
    const { stdout } = await execa(process.execPath, ['--input-type=module', '--eval', program], {
      cwd: installed.folder,
      // Shorter than a silent worker is waited for.
      timeout: 5_000,
    });
    assert.equal(stdout, 'ABORTED');
  });

  test('of a prover that is closed meanwhile ends with an error', { timeout: 20_000 }, async () => {
    for (const stage of ['transforms', 'sums']) {
      const prover = await groth16.open(own, { threads: 2 });
      // Nothing is asked of a worker at that moment, or not of all.
      const onProgress = (/** @type {{ stage: string }} */ progress) => {
        if (progress.stage === stage) prover.close();
      };
      await refused(prover.prove(ownWitness, { onProgress }), 'CLOSED');
    }
    const ended = new AbortController();
    await refused(groth16.open(own, { signal: ended.signal, onProgress: () => ended.abort() }), 'ABORTED');
  });

  test('tells how far it is, in order, and up to 1', async () => {
    /** @type {{ stage: string, done: number }[]} */
    const told = [];
    await groth16.prove(own, ownWitness, { onProgress: (progress) => told.push(progress) });
    const stages = [...new Set(told.map(({ stage }) => stage))];
    assert.deepEqual(stages.toSorted(), ['proof', 'read', 'sums', 'transforms']);
    assert.equal(stages[0], 'read');
    assert.equal(stages.at(-1), 'proof');
    for (const stage of stages) {
      const shares = told.filter((progress) => progress.stage === stage).map(({ done }) => done);
      assert.deepEqual(
        shares,
        shares.toSorted((a, b) => a - b),
        stage,
      );
      assert.equal(shares.at(-1), 1, stage);
    }
  });

  test('is another each time, and several at once are right', async () => {
    const prover = await groth16.open(own, { threads: 2 });
    const proved = await Promise.all([1n, 2n, 3n, 4n].map((x) => prover.prove(witnessOf(x, STEPS))));
    const verificationKey = await verificationKeyOf(own);
    for (const { proof, publicSignals } of proved)
      assert.equal(await snarkjs.verify(verificationKey, publicSignals, proof), true);
    const again = await prover.prove(witnessOf(1n, STEPS));
    assert.notDeepEqual(again.proof, proved[0].proof);
    assert.deepEqual(again.publicSignals, proved[0].publicSignals);
    await prover.close();
  });
});

/** In every thread of a process, before anything else: looks for bytes in the memories of all modules when asked. */
const WATCH = `
  const memories = [];
  const { instantiate } = WebAssembly;
  WebAssembly.instantiate = async (...args) => {
    const made = await instantiate(...args);
    const { exports } = made.instance ?? made;
    // Node has modules of its own.
    if (exports.forget) memories.push(exports.memory);
    return made;
  };
  const channel = new BroadcastChannel('memories');
  channel.onmessage = ({ data }) => {
    if (!data.secrets) return;
    const has = (bytes) => memories.some(({ buffer }) => Buffer.from(buffer).includes(bytes));
    channel.postMessage({ memories: memories.length, found: data.secrets.filter(has).length, point: has(data.point) });
  };
  channel.unref();
`;
const SECRETS = `
  import { readFileSync } from 'node:fs';
  import { groth16 } from 'fqmul-groth16';

  /** r and s are known. */
  const drawn = [];
  const { getRandomValues } = crypto;
  crypto.getRandomValues = (bytes) => {
    getRandomValues.call(crypto, bytes);
    bytes[bytes.length - 1] &= 0x1f;
    drawn.push(bytes.slice());
    return bytes;
  };
  const [key, witness] = ['own.zkey', 'own.wtns'].map((path) => readFileSync(path));
  const [count, point, threads] = [Number(process.argv[2]), Buffer.from(process.argv[3], 'hex'), process.argv[4]];
  if (threads === '0') globalThis.Worker = class { constructor() { throw new Error('no workers here'); } };
  const prover = await groth16.open(new Uint8Array(key), { threads: Math.max(1, threads) });
  await prover.prove(new Uint8Array(witness));
  const values = witness.subarray(-32 * count);
  const secrets = [...drawn];
  for (let at = 0; at < values.length; at += 32) secrets.push(values.slice(at, at + 32));
  const channel = new BroadcastChannel('memories');
  const answers = [];
  channel.onmessage = async ({ data }) => {
    answers.push(data);
    if (answers.length <= threads) return;
    channel.close();
    await prover.close();
    console.log(JSON.stringify({ secrets: secrets.length, answers }));
  };
  channel.postMessage({ secrets, point });
`;

for (const [threads, memories] of Object.entries({ 0: [1], 2: [0, 1, 1] }))
  test(`after a proof on ${threads} workers no secret is in a memory of wasm`, { timeout: 60_000 }, async () => {
    const put = (/** @type {string} */ name, /** @type {string | Uint8Array} */ bytes) =>
      writeFileSync(join(installed.folder, name), bytes);
    put('own.zkey', own);
    // Large values: small ones are found everywhere.
    put('own.wtns', witnessOf(FR.p - 5n, STEPS));
    put('watch.mjs', WATCH);
    put('secrets.mjs', SECRETS);
    // A point of the key, which is kept: what is there is found, by whom has it.
    const point = Buffer.from(
      sectionsOf(own)
        .sections.filter(([id]) => id === 9)[0][1]
        .subarray(0, 32),
    ).toString('hex');
    const args = ['--import', './watch.mjs', 'secrets.mjs', String(STEPS), point, threads];
    const { stdout } = await execa(process.execPath, args, { cwd: installed.folder, timeout: 30_000 });
    const { secrets, answers } = JSON.parse(stdout);
    assert.equal(secrets, STEPS + 2);
    const each = (/** @type {(answer: any) => unknown} */ look) => answers.map(look).sort();
    assert.deepEqual(
      each(({ memories }) => memories),
      memories,
    );
    assert.equal(answers.filter((/** @type {any} */ { point }) => point).length, 1);
    assert.deepEqual(
      each(({ found }) => found),
      memories.map(() => 0),
    );
  });

/** A program that proves and does not end itself. */
const PROGRAM = `
import { groth16 } from 'fqmul-groth16';
const { proof, publicSignals } = await groth16.prove('own.zkey', 'own.wtns');
const verified = await groth16.verify(JSON.parse(process.argv[2]), publicSignals, proof);
// Its input and output are not the package's.
const held = (process.getActiveResourcesInfo?.() ?? []).filter((name) => name !== 'PipeWrap');
console.log(JSON.stringify({ publicSignals, verified, held, backend: groth16.backend() }));
`;

/** Engines that need no page, by the arguments that run a program. @type {Record<string, string[]>} */
const ENGINES = {
  ...Object.fromEntries(['node20', 'node22', 'node24', 'node26'].map((id) => [id, []])),
  deno: ['run', '--allow-all', '--cached-only'],
  bun: ['run', '--no-install'],
};

describe('a program that ends by itself', () => {
  /** @param {string} file @param {string[]} args */
  const assertProves = async (file, args) => {
    writeFileSync(join(installed.folder, 'own.zkey'), own);
    writeFileSync(join(installed.folder, 'own.wtns'), ownWitness);
    writeFileSync(join(installed.folder, 'program.mjs'), PROGRAM);
    const key = JSON.stringify(await verificationKeyOf(own));
    const options = { cwd: installed.folder, timeout: 60_000 };
    const { stdout } = await execa(file, [...args, 'program.mjs', key], options);
    const { verified, publicSignals, held } = JSON.parse(stdout);
    assert.equal(verified, true);
    // Workers that rest, and the clock of their rest, do not hold it.
    assert.deepEqual(held, []);
    assert.deepEqual(publicSignals, (await groth16.prove(own, ownWitness)).publicSignals);
  };

  test('here', () => assertProves(process.execPath, []));

  test('is not asked for timers that repeat where there are none, as in the shell of an engine', async (t) => {
    const names = /** @type {const} */ (['setInterval', 'clearInterval']);
    for (const name of names) {
      const before = Object.getOwnPropertyDescriptor(globalThis, name);
      t.after(() => Object.defineProperty(globalThis, name, /** @type {PropertyDescriptor} */ (before)));
      Reflect.deleteProperty(globalThis, name);
    }
    assert.equal(await held(Promise.resolve(1)), 1);
    await assert.rejects(held(Promise.reject(new RangeError('wrong'))), RangeError);
  });

  for (const [id, args] of Object.entries(ENGINES)) {
    const program = join(folderOf(id), 'node_modules/.bin', id.replace(/\d+/, ''));
    const skip = existsSync(program) ? false : `npm run engines -- install ${id}`;
    test(id, { skip }, () => assertProves(program, args));
    // The optimising compiler alone takes long for the module.
    const slow = ['--no-liftoff', '--no-wasm-lazy-compilation'];
    if (id.startsWith('node'))
      test(`${id}, when the module is compiled slowly`, { skip }, () => assertProves(program, slow));
  }
});

/**
 * A program whose workers are collected as soon as nothing holds them, at their work or not, as in Firefox: what it
 * waits for an answer with hears nothing then.
 */
const COLLECTING = `
import { Worker as Thread } from 'node:worker_threads';
import { groth16 } from 'fqmul-groth16';
let proving = true;
const collected = new FinalizationRegistry(() => proving && process.exit(3));
globalThis.Worker = class extends EventTarget {
  #thread;
  constructor(url) {
    super();
    this.#thread = new Thread(url);
    const self = new WeakRef(this);
    this.#thread.on('message', (data) => self.deref()?.dispatchEvent(new MessageEvent('message', { data })));
    collected.register(this);
  }
  postMessage(message, moved) {
    this.#thread.postMessage(message, moved);
  }
  terminate() {
    this.#thread.terminate();
  }
};
setInterval(gc, 2);
const { publicSignals } = await groth16.prove('own.zkey', 'own.wtns', { threads: 2 });
proving = false;
process.stdout.write(JSON.stringify(publicSignals), () => process.exit(0));
`;

test('a worker is held while a proof waits for it', async () => {
  writeFileSync(join(installed.folder, 'own.zkey'), own);
  writeFileSync(join(installed.folder, 'own.wtns'), ownWitness);
  writeFileSync(join(installed.folder, 'collecting.mjs'), COLLECTING);
  const options = { cwd: installed.folder, timeout: 60_000 };
  const { stdout } = await execa(process.execPath, ['--expose-gc', 'collecting.mjs'], options);
  assert.deepEqual(JSON.parse(stdout), (await groth16.prove(own, ownWitness)).publicSignals);
});

describe('types', () => {
  const example = /```ts\n(.*?)```/s.exec(readFileSync(inPackage('README.md'), 'utf8'))?.[1] ?? '';
  /** @param {string} text */
  const complaints = (text) => {
    const file = join(installed.folder, 'example.mts');
    writeFileSync(file, text);
    // TypeScript's own declarations are not checked.
    const options = ['--skipDefaultLibCheck', '--target', 'es2022', '--module', 'nodenext', '--lib', 'es2022,dom'];
    return complaintsOn(file, options);
  };

  test("take the README's example", async () => {
    assert.ok(example.includes('fullProve'));
    assert.deepEqual(await complaints(example), []);
  });

  for (const [what, wrong] of Object.entries({
    'a number for a key': "await groth16.prove(7, 'witness.wtns');",
    'an option that there is not': "await groth16.prove('a', 'b', { thread: 2 });",
    'a check that there is not': "await groth16.prove('a', 'b', { check: 'all' });",
    'threads for a prover that is open': "const p = await groth16.open('a'); await p.prove('b', { threads: 2 });",
    'a proof for a key': "const { proof } = await groth16.prove('a', 'b'); await groth16.verify(proof, [], proof);",
  }))
    test(`refuse ${what}`, async () => {
      assert.notDeepEqual(await complaints(`import { groth16 } from 'fqmul-groth16';\n${wrong}`), []);
    });
});
