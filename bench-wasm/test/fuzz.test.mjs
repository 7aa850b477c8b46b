/** The long differential run: what it counts, when it ends, what it says. The programs are made up. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { execa } from 'execa';
import { startProgram } from '../src/fuzz/program.mjs';
import { fuzz } from '../src/fuzz/run.mjs';

const OPTIONS = { kernel: 'simd', seed: '7', products: 120_000 };

/** @param {(request: string) => string} answer @returns {(request: string) => Promise<string>} */
const program = (answer) => async (request) => answer(request);

test('blocks follow one another until all products are compared', async () => {
  /** @type {string[]} */
  const requests = [];
  /** @type {number[]} */
  const progress = [];
  const outcome = await fuzz(program((request) => `${requests.push(request) * 0} `), { ...OPTIONS, onProgress: (done) => progress.push(done) });
  assert.deepEqual(requests, ['simd 7 0 50000', 'simd 7 1 50000', 'simd 7 2 20000']);
  assert.deepEqual(progress, [50_000, 100_000, 120_000]);
  assert.deepEqual(outcome, { products: 120_000, mismatches: 0 });
});

test('a block with a mismatch is the last', async () => {
  const outcome = await fuzz(program((request) => (request === 'simd 7 1 50000' ? '3 0x2 * 0x3 is 0x6, not 0x5' : '0 ')), OPTIONS);
  assert.deepEqual(outcome, { products: 100_000, mismatches: 3, first: '0x2 * 0x3 is 0x6, not 0x5', block: 1 });
});

test('a kernel that refuses is no success', async () => {
  const outcome = await fuzz(program(() => 'kernel: "simd" is not in this build'), OPTIONS);
  assert.deepEqual(outcome, { products: 0, mismatches: 0, refused: 'kernel: "simd" is not in this build' });
});

test('a program that dies is no success, and what was compared before counts', async () => {
  const outcome = await fuzz(async (request) => {
    if (request === 'simd 7 1 50000') throw new Error('unreachable executed');
    return '0 ';
  }, OPTIONS);
  assert.deepEqual(outcome, { products: 50_000, mismatches: 0, refused: 'unreachable executed' });
});

test('an interruption keeps what was compared', async () => {
  const interruption = new AbortController();
  const outcome = await fuzz(program(() => '0 '), { ...OPTIONS, onProgress: () => interruption.abort(), signal: interruption.signal });
  assert.deepEqual(outcome, { products: 50_000, mismatches: 0 });
});

test('a program that ends instead of answering is an error with what it said', async () => {
  const { ask } = startProgram({ executable: process.execPath, args: ['-e', 'console.error("no such lane"); process.exitCode = 3'] });
  await assert.rejects(ask('kernels'), /kernels: .*exit code 3[^]*no such lane/);
});

test('a command line that cannot be obeyed is exit code 2', async () => {
  const run = (/** @type {string[]} */ ...args) => execa(process.execPath, [fileURLToPath(new URL('../fuzz.mjs', import.meta.url)), ...args], { reject: false });
  for (const [args, message] of /** @type {[string[], RegExp][]} */ ([
    [['--products', '0'], /whole number from 1/],
    [['--engine', 'netscape'], /there are native, wasm/],
    [['--speed'], /There are: --kernel/],
  ])) {
    const { exitCode, stderr } = await run(...args);
    assert.equal(exitCode, 2, args.join(' '));
    assert.match(stderr, message);
  }
});
