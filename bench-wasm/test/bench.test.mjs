/** The real bench, once, short: everything together, on the real modules. */

import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { execa } from 'execa';
import { needsOf } from '../src/emit/emitted-rows.mjs';
import { MODEL_IDS, modelsIn } from '../src/models/index.mjs';
import { kernelName } from '../src/report/names.mjs';
import { readResult } from '../src/result/result-file.mjs';

const BENCH = fileURLToPath(new URL('../index.mjs', import.meta.url));
/** That times rows before they are warm. */
const SHORT = fileURLToPath(new URL('short-bench.mjs', import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'fqmul-bench-'));
after(() => rmSync(folder, { recursive: true }));

/** Kernels that the engine of the result cannot run. @param {import('../src/result/result.mjs').Result} result */
const lackingKernels = ({ kernels, environment }) =>
  kernels
    .filter(({ id, build }) => environment.engines[0].features?.[needsOf(id) ?? build] === false)
    .map(({ id }) => id);

/** Rows that compute in the field of Pallas. @param {string} kernel */
const ofPallas = (kernel) => ['add29-emitted-pallas', 'js-pallas'].includes(kernel);

/** Of a row's models, or of all, those that are measured by default. @param {readonly string[] | null} [models] */
const byDefault = (models) => (models ?? MODEL_IDS).filter((model) => MODEL_IDS.includes(model));

/**
 * @param {string} name of the result
 * @param {string[]} args
 * @param {string} [program]
 */
async function bench(name, args, program = SHORT) {
  const { exitCode, stdout, stderr } = await execa(process.execPath, [program, ...args, '--json', name], {
    cwd: folder,
    env: { npm_lifecycle_event: '' },
    reject: false,
  });
  assert.equal(exitCode, 0, `${stdout}\n${stderr}`);
  const result = readResult(join(folder, name));
  return { result, stdout, rows: new Map(result.summary.map((row) => [`${row.kernel} ${row.model}`, row])) };
}

test('bench measures every kernel in every model that it has, and leaves a valid result', async () => {
  const { result, stdout, rows } = await bench('all.json', [
    ...['--all', '--cases', '50000', '--rounds', '1', '--trials', '1', '--seed', '42'],
  ]);
  assert.equal(result.partial, false);
  assert.deepEqual(result.lost, []);
  assert.equal(result.plan.seed, 42);

  const { cases } = result.plan;
  const kernels = result.kernels.map(({ id }) => id);
  for (const id of [
    'multi3',
    'multi3-mitigated',
    'simd',
    'simd-dropin',
    'fma-pair-emitted',
    'limbs29-emitted',
    'wide-emitted',
    'add29-emitted',
  ])
    assert.ok(kernels.includes(id), id);
  const lacking = lackingKernels(result);
  const expected = [
    ...result.kernels.flatMap(({ id, models }) => byDefault(models).map((model) => `${id} ${model}`)),
    ...byDefault(['chain', 'stream', ...modelsIn('operations'), 'call']).map((model) => `js ${model}`),
    'js-montgomery chain',
    'js-pallas add',
    'noop call',
    ...MODEL_IDS.map((model) => `control-aa ${model}`),
    ...['chain', 'stream'].map((model) => `control-slow5 ${model}`),
  ];
  assert.deepEqual([...rows.keys()].sort(), expected.sort());
  for (const [name, row] of rows) {
    if (lacking.includes(row.kernel)) {
      assert.match(String(row.error), /^this engine has no /, name);
      continue;
    }
    assert.equal(row.error, null, name);
    assert.equal(row.samples, 1, name);
    assert.ok(Number(row.min) > 0 && Number(row.min) <= Number(row.median), name);
  }
  for (const { kernel, model, n, ns, check } of result.samples) {
    assert.ok(check);
    assert.ok(ns >= 1e6, `${kernel} ${model}: a batch of ${ns} ns`);
    const own = kernel.startsWith('js') ? cases / 4 : cases;
    // A sum of two products counts as two.
    const unit =
      { chain: own, stream: own, square: own / 4, add: 2 * own, sub: 2 * own, sop2: 2 * Math.ceil(own / 8) }[
        /** @type {string} */ (model)
      ] ?? 1;
    assert.equal(n % unit, 0, `${kernel} ${model}: ${n}`);
  }

  for (const { id, build, sha256 } of result.kernels) {
    const bytes = readFileSync(
      new URL(`../pkg/${build}/${build === 'emitted' ? id : 'fqmul_bg'}.wasm`, import.meta.url),
    );
    assert.equal(sha256, createHash('sha256').update(bytes).digest('hex'), id);
  }
  const [engine] = result.environment.engines;
  assert.equal(engine.version, process.versions.node);
  assert.match(engine.tier, /turbofan/);
  assert.match(String(result.environment.rustc), /^rustc \d/);
  assert.deepEqual(result.environment.arkFf.slice(0, 2), ['0.4.2', '0.6.0']);

  for (const { id, models } of result.kernels.filter(({ id }) => !lacking.includes(id))) {
    const batches = byDefault(models).filter((model) => ['chain', 'stream', ...modelsIn('operations')].includes(model));
    assert.equal(
      stdout.split('\n').filter((line) => line.startsWith(`${kernelName(id)}  `)).length,
      batches.length,
      `${id} in ${batches}`,
    );
    if (models) continue;
    for (const task of ['no IO', 'IO', 'convert'])
      assert.ok(stdout.includes(`${kernelName(id)}, ${task} `), `${id}, ${task}`);
  }
});

test('without a choice the rows that the answer is made from are measured', async () => {
  const { result, stdout } = await bench('short.json', ['--rounds', '1', '--trials', '1'], BENCH);
  assert.deepEqual(result.plan.models, ['chain', 'stream', 'call', 'call-io']);
  assert.deepEqual([...result.plan.kernels].sort(), [
    ...['fma-pair', 'fma-pair-dropin', 'fma-pair-emitted', 'js', 'limbs29', 'limbs29-dropin', 'multi3'],
    ...['multi3-mitigated', 'simd'],
  ]);
  assert.equal(result.statistics.baseline, 'multi3-mitigated');
  assert.match(stdout, /^arkworks 0\.4 .*undecided/m);
});

test('several rounds give intervals and verdicts, each round in an order of its own', async () => {
  const some = ['multi3', 'multi3-mitigated', 'simd', 'fma-pair-emitted', 'wide', 'add29-emitted-pallas', 'js'];
  const { result, rows } = await bench('some.json', [
    ...['--cases', '50000', '--rounds', '6', '--trials', '6', '--seed', '42', '--kernels', some.join()],
  ]);
  const { rounds, trials } = result.plan;
  const lacking = lackingKernels(result);
  const timed = [...rows].filter(([, { kernel }]) => !lacking.includes(kernel));
  for (const [name, row] of timed) {
    assert.equal(row.error, null, name);
    assert.equal(row.samples, trials, name);
    assert.equal(row.rounds, rounds, name);
    assert.ok(row.ci95, name);
    // A row of Pallas computes in another field than the baseline: its time stands, a ratio to Fq of BN254 does not.
    assert.equal(row.verdict === null, row.kernel === 'multi3-mitigated' || ofPallas(row.kernel), name);
    assert.equal(row.speedup === null, row.verdict === null, name);
  }
  assert.deepEqual(
    timed
      .map(([name]) => name)
      .filter((name) => ofPallas(name.split(' ')[0]))
      .sort(),
    ['add29-emitted-pallas add', 'js-pallas add'],
  );
  // In each round every row has as many samples as any other, in an order that differs between rounds.
  const orders = Array.from({ length: rounds }, (_, round) =>
    result.samples.filter((s) => s.round === round).map(({ kernel, model }) => `${kernel} ${model}`),
  );
  for (const order of orders) assert.equal(order.length, (trials / rounds) * timed.length);
  assert.equal(new Set(orders.map(String)).size, rounds);
});

test('bench --models msm,pairing measures arkworks on the kernels that have a curve', async () => {
  const { exitCode, stdout, stderr } = await execa(
    process.execPath,
    [SHORT, '--models', 'msm,pairing', '--trials', '2', '--rounds', '2', '--json', 'curve.json'],
    {
      cwd: folder,
      env: { npm_lifecycle_event: '' },
      reject: false,
    },
  );
  assert.equal(exitCode, 0, `${stdout}\n${stderr}`);
  const { summary, samples, kernels } = readResult(join(folder, 'curve.json'));
  const ids = ['multi3', 'multi3-mitigated', 'limbs29-dropin'];
  assert.deepEqual(
    summary.map(({ kernel, model }) => `${kernel} ${model}`).sort(),
    modelsIn('algorithms')
      .flatMap((model) => [...ids, 'control-aa'].map((id) => `${id} ${model}`))
      .sort(),
  );
  for (const { kernel, model, unit, error, samples: count } of summary) {
    assert.equal(error, null, kernel);
    assert.equal(unit, `ns/${model}`);
    assert.equal(count, 2);
  }
  assert.ok(samples.every(({ check, ns }) => check && ns >= 1e6));
  const hash = createHash('sha256')
    .update(readFileSync(new URL('../pkg/work/fqmul_bg.wasm', import.meta.url)))
    .digest('hex');
  assert.deepEqual(
    kernels.flatMap(({ id, curve }) => (curve ? [[id, curve]] : [])),
    ids.map((id) => [id, hash]),
  );
  for (const model of modelsIn('algorithms'))
    assert.match(stdout, new RegExp(`^${model}: [^]*?^scalar drop-in +\\S`, 'm'));
});

test('one wrong bit in a constant of a built kernel: error rows instead of times, exit 1', async () => {
  const spoilt = fileURLToPath(new URL('./spoilt-bench.mjs', import.meta.url));
  const { exitCode, stdout, stderr } = await execa(
    process.execPath,
    [spoilt, '--all', '--cases', '5000', '--trials', '1', '--rounds', '1', '--json', 'spoilt.json'],
    {
      cwd: folder,
      env: { npm_lifecycle_event: '' },
      reject: false,
    },
  );
  assert.equal(exitCode, 1, `${stdout}\n${stderr}`);
  const result = readResult(join(folder, 'spoilt.json'));
  const { kernels, summary, samples } = result;
  const lacking = lackingKernels(result);
  for (const { id, build, models } of kernels.filter((kernel) => !lacking.includes(kernel.id))) {
    const rows = summary.filter(({ kernel }) => kernel === id);
    assert.equal(rows.length, byDefault(models).length, id);
    if (build !== 'simd128') {
      assert.ok(
        rows.every(({ error }) => error === null),
        id,
      );
      continue;
    }
    for (const { error, median } of rows) {
      assert.match(String(error), /^WRONG [A-Z ]+: /, id);
      assert.equal(median, null, id);
    }
    assert.ok(!samples.some(({ kernel }) => kernel === id), `${id} was timed`);
  }
  assert.match(stdout, /^SIMD limbs +WRONG PRODUCT: 0x/m);
});
