/**
 * The long differential run: what it counts, when it ends, what it says. Programs are made up, but that of the emitted
 * kernels.
 */

import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { execa } from 'execa';
import { kernelRow } from '../fuzz.mjs';
import { EmittedKernel } from '../src/emit/emitted-module.mjs';
import { EMITTED_IDS, ROWS } from '../src/emit/emitted-rows.mjs';
import { PALLAS, FQ } from '../src/oracle/field.mjs';
import { denoProgram } from '../src/engines/deno.mjs';
import { emitHere, emittedAnswer } from '../src/fuzz/emitted.mjs';
import { operands } from '../src/fuzz/operands.mjs';
import { startProgram } from '../src/fuzz/program.mjs';
import { fuzz } from '../src/fuzz/run.mjs';

const OPTIONS = { kernel: 'simd', field: 'bn254::Fq', operation: 'mul', seed: '7', results: 120_000 };

/** @param {(request: string) => string} answer @returns {(request: string) => Promise<string>} */
const program = (answer) => async (request) => answer(request);

test('blocks follow one another until all results are compared', async () => {
  /** @type {string[]} */
  const requests = [];
  /** @type {number[]} */
  const progress = [];
  const outcome = await fuzz(
    program((request) => `${requests.push(request) * 0} `),
    { ...OPTIONS, onProgress: (done) => progress.push(done) },
  );
  assert.deepEqual(requests, [
    'simd bn254::Fq mul 7 0 50000',
    'simd bn254::Fq mul 7 1 50000',
    'simd bn254::Fq mul 7 2 20000',
  ]);
  assert.deepEqual(progress, [50_000, 100_000, 120_000]);
  assert.deepEqual(outcome, { results: 120_000, mismatches: 0 });
});

test('a block with a mismatch is the last', async () => {
  const outcome = await fuzz(
    program((request) => (request === 'simd bn254::Fq mul 7 1 50000' ? '3 0x2 * 0x3 is 0x6, not 0x5' : '0 ')),
    OPTIONS,
  );
  assert.deepEqual(outcome, { results: 100_000, mismatches: 3, first: '0x2 * 0x3 is 0x6, not 0x5', block: 1 });
});

test('a kernel that refuses is no success', async () => {
  const outcome = await fuzz(
    program(() => 'kernel: "simd" is not in this build'),
    OPTIONS,
  );
  assert.deepEqual(outcome, { results: 0, mismatches: 0, refused: 'kernel: "simd" is not in this build' });
});

test('a program that dies is no success, and what was compared before counts', async () => {
  const outcome = await fuzz(async (request) => {
    if (request === 'simd bn254::Fq mul 7 1 50000') throw new Error('unreachable executed');
    return '0 ';
  }, OPTIONS);
  assert.deepEqual(outcome, { results: 50_000, mismatches: 0, refused: 'unreachable executed' });
});

test('an interruption keeps what was compared', async () => {
  const interruption = new AbortController();
  const outcome = await fuzz(
    program(() => '0 '),
    { ...OPTIONS, onProgress: () => interruption.abort(), signal: interruption.signal },
  );
  assert.deepEqual(outcome, { results: 50_000, mismatches: 0 });
});

test('a program that ends instead of answering is an error with what it said', async () => {
  const { ask } = startProgram({
    executable: process.execPath,
    args: ['-e', 'console.error("no such lane"); process.exitCode = 3'],
  });
  await assert.rejects(ask('kernels'), /kernels: .*exit code 3[^]*no such lane/);
});

test('structured operands by every emitted kernel', () => {
  const answer = emittedAnswer();
  const rows = answer('kernels')
    .split(' ')
    .map((row) => row.split(','));
  assert.deepEqual(
    rows.map(([id]) => id),
    EMITTED_IDS,
  );
  for (const [id, build, operation, fields] of rows) {
    assert.equal(build, 'emitted');
    for (const field of fields.split('+'))
      assert.equal(answer(`${id} ${field} ${operation} 1 0 2001`), '0 ', `${id} in ${field}`);
  }
});

test('an emitted kernel that is wrong is found, and its operands are told', () => {
  for (const [id, operation, sign] of /** @type {const} */ ([
    ['limbs29-emitted', 'mul', '*'],
    ['wide-emitted', 'mul', '*'],
    ['add29-emitted-pallas', 'add', '+'],
  ])) {
    const {
      field: { p },
      format,
    } = ROWS[id];
    const answer = emittedAnswer(() => {
      const kernel = new EmittedKernel(id, emitHere(id));
      const right = kernel.results.bind(kernel);
      kernel.results = (a, b) => right(a, b).map((x, i) => (i === 7 || i === 9 ? (x + 1n) % p : x));
      return kernel;
    });
    const next = operands(ROWS[id].field, format.radixBits, 3, 5);
    const [a, b] = Array.from({ length: 8 }, next)[7];
    const expected = (operation === 'mul' ? a * b : a + b) % p;
    const [is, a16, b16, not] = [expected, a, b, (expected + 1n) % p].map((x) => `0x${x.toString(16)}`);
    assert.equal(
      answer(`${id} ${ROWS[id].field.id} ${operation} 3 5 100`),
      `2 ${a16} ${sign} ${b16} is ${is}, not ${not}`,
    );
  }
});

test('no answer for what is not emitted, what the engine refuses, what a kernel is not for', async () => {
  const answer = emittedAnswer((id) => new EmittedKernel(id, new Uint8Array(8)));
  const refused = async (/** @type {string} */ kernel, /** @type {string} */ field, /** @type {string} */ operation) =>
    (await fuzz(program(answer), { ...OPTIONS, kernel, field, operation })).refused;
  assert.equal(await refused('simd', 'fq', 'mul'), 'unknown kernel: simd');
  assert.equal(await refused('add29-emitted', 'pallas', 'add'), 'field: add29-emitted is for fq only');
  assert.equal(await refused('add29-emitted', 'fq', 'mul'), 'operation: add29-emitted has add only');
  assert.match((await refused('limbs29-emitted', 'fq', 'mul')) ?? '', /WebAssembly/);
});

test('operands are below p, of every block and seed its own, and often at the ends of limbs', () => {
  const draw = (/** @type {number} */ seed, /** @type {number} */ block, field = FQ) =>
    Array.from({ length: 1000 }, operands(field, 261, seed, block));
  assert.deepEqual(draw(1, 0), draw(1, 0));
  assert.notDeepEqual(draw(1, 0), draw(1, 1));
  assert.notDeepEqual(draw(1, 0), draw(2, 0));
  assert.notDeepEqual(draw(1, 0), draw(1 + 2 ** 40, 0));
  const values = [...draw(1, 0).flat(), ...draw(1, 0, PALLAS).flat()];
  assert.ok(
    draw(1, 0)
      .flat()
      .every((x) => x >= 0n && x < FQ.p),
  );
  assert.ok(values.every((x) => x >= 0n && x < PALLAS.p));
  // By chance there would be none.
  assert.ok(values.filter((x) => /0{10}|1{29}/.test(x.toString(2).slice(0, 200))).length > 500);
  assert.ok(draw(1, 0).some(([a, b]) => a === b) && draw(1, 0).some(([a, b]) => a !== 0n && a + b === FQ.p));
});

test('a kernel of no registry is compared on the command line, and nothing is built for it', async () => {
  const args = ['--kernel', 'add29-emitted,limbs29-emitted', '--products', '500'];
  const { exitCode, stdout } = await execa(process.execPath, [
    fileURLToPath(new URL('../fuzz.mjs', import.meta.url)),
    ...args,
  ]);
  assert.equal(exitCode, 0);
  assert.match(stdout, /limbs29-emitted +fq +mul +node \S+ +emitted +500 +0/);
  assert.match(stdout, /add29-emitted +fq +add +node \S+ +emitted +500 +0/);
});

test('kernels for wide arithmetic run with it in Deno; without Deno the command line says how to get it', async () => {
  const args = ['--engine', 'wide', '--kernel', 'wide-emitted,limbs29-emitted', '--products', '500'];
  const { exitCode, stdout, stderr } = await execa(
    process.execPath,
    [fileURLToPath(new URL('../fuzz.mjs', import.meta.url)), ...args],
    { reject: false },
  );
  if (denoProgram().installed) {
    assert.equal(exitCode, 0);
    assert.match(stdout, /wide-emitted +fq +mul +deno \S+ +emitted +500 +0/);
    assert.doesNotMatch(stdout, /limbs29-emitted/);
  } else {
    assert.equal(exitCode, 2);
    assert.match(stderr, /--engine wide: .*engines -- install deno/);
  }
});

describe('fields, which builds of Rust and emitted kernels name in their own ways', () => {
  const [inRust, emitted] = ['bn254::Fq', 'fq'];
  /** @param {string} fields */
  const run = (fields) =>
    execa(
      process.execPath,
      [
        fileURLToPath(new URL('../fuzz.mjs', import.meta.url)),
        ...['--engine', 'wasm,emitted', '--kernel', 'fma-pair,fma-pair-emitted', '--operation', 'mul'],
        ...['--products', '500', '--field', fields],
      ],
      { reject: false },
    );
  const rows = {
    [inRust]: /^fma-pair +bn254::Fq +mul +node \S+ +relaxed-simd +500 +0$/m,
    [emitted]: /^fma-pair-emitted +fq +mul +node \S+ +emitted +500 +0$/m,
  };

  test('one that a build lacks is run in the build that has it', async () => {
    const { exitCode, stdout } = await run(`${inRust},${emitted}`);
    assert.match(stdout, rows[inRust]);
    assert.match(stdout, rows[emitted]);
    assert.doesNotMatch(stdout, /--field/);
    assert.equal(exitCode, 0);
  });

  test('one that no build has is refused with those of all builds', async () => {
    const { exitCode, stdout, stderr } = await run('fw');
    assert.equal(exitCode, 2);
    assert.equal(stdout, '');
    const [, there] = /^error: --field fw: there are (.*)\.$/m.exec(stderr) ?? [];
    for (const field of [inRust, emitted, 'pallas'])
      assert.ok(there?.split(', ').includes(field), `${field}: ${stderr}`);
  });

  test('none of a kernel that is not in a build has a name', () => {
    assert.deepEqual(kernelRow('simd,simd128,mul,'), { id: 'simd', build: 'simd128', operations: ['mul'], fields: [] });
    assert.deepEqual(kernelRow('wide,baseline,mul+add,a::Fq+a::Fr').fields, ['a::Fq', 'a::Fr']);
  });

  test('beside one that is there it takes no result away, and is a failure', async () => {
    const { exitCode, stdout } = await run(`${emitted},fw`);
    assert.match(stdout, rows[emitted]);
    assert.match(stdout, /^--field fw: there are .*\bbn254::Fq, .*\bfq\b/m);
    assert.equal(exitCode, 1);
  });
});

test('a kernel that no engine has is refused; beside one that is there it takes no result away', async () => {
  const run = (/** @type {string} */ kernels) =>
    execa(
      process.execPath,
      [
        fileURLToPath(new URL('../fuzz.mjs', import.meta.url)),
        ...['--engine', 'emitted', '--kernel', kernels, '--products', '500'],
      ],
      { reject: false },
    );
  const there = `on these engines there are ${EMITTED_IDS.join(', ')}.`;
  for (const unknown of ['nosuch', '', 'limbs29']) {
    const { exitCode, stdout, stderr } = await run(unknown);
    assert.equal(exitCode, 2);
    assert.equal(stdout, '');
    assert.equal(stderr, `error: --kernel ${unknown}: ${there}`);
  }
  const { exitCode, stdout } = await run('limbs29-emitted,nosuch');
  assert.match(stdout, /^limbs29-emitted +fq +mul +node \S+ +emitted +500 +0$/m);
  assert.ok(stdout.endsWith(`\n--kernel nosuch: ${there}`));
  assert.equal(exitCode, 1);
});

test('a command line that cannot be obeyed is exit code 2', async () => {
  const run = (/** @type {string[]} */ ...args) =>
    execa(process.execPath, [fileURLToPath(new URL('../fuzz.mjs', import.meta.url)), ...args], { reject: false });
  for (const [args, message] of /** @type {[string[], RegExp][]} */ ([
    [['--products', '0'], /whole number from 1/],
    [['--engine', 'netscape'], /there are emitted, native, wasm, wide/],
    [['--operation', 'halve'], /there are mul, add, sop2, sop3, sop4, square, sub/],
    [['--speed'], /There are: --kernel/],
  ])) {
    const { exitCode, stderr } = await run(...args);
    assert.equal(exitCode, 2, args.join(' '));
    assert.match(stderr, message);
  }
});
