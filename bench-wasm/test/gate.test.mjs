/** Baselines and the gate: what opens it, what shuts it, and what the user is told. */

import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { execa } from 'execa';
import { holdAgainst } from '../src/command/gate.mjs';
import { renderComparison } from '../src/report/terminal.mjs';
import { readResult } from '../src/result/result-file.mjs';
import { COSTS, makeRun } from './made-run.mjs';

const FAKE = fileURLToPath(new URL('./fake-bench.mjs', import.meta.url));
const SHORT = ['--cases', '300', '--trials', '3', '--rounds', '3', '--models', 'stream', '--seed', '7'];
const folder = mkdtempSync(join(tmpdir(), 'fqmul-gate-'));
after(() => rmSync(folder, { recursive: true }));

/** @param {string[]} args */
const bench = (...args) =>
  execa(process.execPath, [FAKE, ...SHORT, ...args], { cwd: folder, env: { npm_lifecycle_event: '' }, reject: false });

test('a run held against itself: no row is faster or slower, the gate is open', () => {
  const { result } = makeRun();
  const { comparison, failures } = holdAgainst(result, result);
  assert.ok(comparison.rows.length >= 10);
  for (const { verdict } of comparison.rows) assert.ok(['equivalent', 'undecided'].includes(verdict), verdict);
  assert.deepEqual(failures, []);
});

test('a kernel that became 10 % slower shuts the gate, and only that one is named', () => {
  const costs = { ...COSTS, 'simd stream': COSTS['simd stream'] * 1.1 };
  const { failures } = holdAgainst(makeRun().result, makeRun({ costs }).result);
  assert.deepEqual(failures, ['slower: simd stream on node20']);
});

test('a missing row and a failed control shut the gate, with their names', () => {
  const whole = makeRun().result;
  const lacking = makeRun({
    change: (event) => (event.kernel === 'simd' && event.model === 'chain' ? [] : [event]),
  }).result;
  assert.match(holdAgainst(whole, lacking).failures.join('\n'), /^missing in this run: simd chain on node20/);
  // What the earlier run lacks is new, and no failure.
  assert.deepEqual(holdAgainst(lacking, whole).failures, []);
  assert.deepEqual(
    holdAgainst(lacking, whole).comparison.added.map(({ kernel, model }) => [kernel, model]),
    [['simd', 'chain']],
  );
  const unequal = makeRun({ costs: { ...COSTS, 'control-aa chain': 230 } }).result;
  assert.match(
    holdAgainst(whole, unequal).failures.join('\n'),
    /^control failed in the current run: control-aa chain on node20/,
  );
});

test('--fail-on undecided shuts the gate for what was not shown to be as fast, but not for ns', () => {
  const whole = makeRun().result;
  const noisy = makeRun({
    change: (event) => [
      event.type === 'sample' && event.kernel === 'simd' && event.model === 'chain' && event.round % 2 === 0
        ? { ...event, ns: Math.round(event.ns * 1.3) }
        : event,
    ],
  }).result;
  assert.deepEqual(holdAgainst(whole, noisy).failures, []);
  assert.deepEqual(holdAgainst(whole, noisy, 'undecided').failures, ['undecided: simd chain on node20']);
  const slower = makeRun({ costs: { ...COSTS, 'simd stream': 60, 'multi3 add': 30 } }).result;
  assert.ok(holdAgainst(whole, slower, 'undecided').failures.includes('slower: simd stream on node20'));
  assert.ok(!holdAgainst(whole, slower, 'undecided').failures.some((failure) => failure.includes('multi3')));
});

test('another machine is said loudly, and every row is compared by ratio', () => {
  const before = makeRun().result;
  const now = structuredClone(before);
  now.environment.cpu = 'Quipu';
  const { comparison } = holdAgainst(before, now);
  assert.match(
    renderComparison(comparison, { before, now, name: 'old' }),
    /THE MACHINE OR THE ENGINE IS ANOTHER[^]*cpu: Abacus -> Quipu/,
  );
  for (const row of comparison.rows) {
    if (row.kernel === 'multi3') assert.equal(row.ratio, null);
    else assert.equal(row.unit, 'ratio to multi3');
  }
});

test('--compare with a file that is cut, missing or of another schema: exit 1, and why, before the run', async () => {
  const cut = join(folder, 'cut.json');
  writeFileSync(cut, JSON.stringify(makeRun().result).slice(0, 5000));
  const older = join(folder, 'older.json');
  writeFileSync(older, JSON.stringify({ schema: 'fqmul-result-0' }));
  for (const [file, reason] of /** @type {[string, RegExp][]} */ ([
    [cut, /cut\.json: .*JSON/],
    [older, /fqmul-result-0/],
    ['nowhere', /nowhere.*no such file/],
  ])) {
    const { exitCode, stderr, stdout } = await bench('--compare', file, '--fail-on', 'slower');
    assert.equal(exitCode, 1, file);
    assert.match(stderr, reason);
    assert.equal(stdout, '');
    assert.doesNotMatch(stderr, /\n\s+at /, 'no stack trace');
  }
});

test('--fail-on: a row that the earlier run lacks is new, exit 0; one that this run lacks, exit 1', async () => {
  const path = join(folder, 'first.json');
  assert.equal((await bench('--json', path)).exitCode, 0);
  const whole = readResult(path);
  const row = (/** @type {{ kernel: string }} */ { kernel }) => kernel !== 'simd';
  writeFileSync(
    path,
    JSON.stringify({ ...whole, samples: whole.samples.filter(row), summary: whole.summary.filter(row) }),
  );
  const gated = await bench('--compare', path, '--fail-on', 'slower');
  assert.equal(gated.exitCode, 0);
  assert.match(gated.stdout, /Against the run .*first\.json[^]*new: SIMD limbs in stream on Node \d+/);
  // A kernel that is not there any more.
  writeFileSync(path, JSON.stringify(whole).replaceAll('"simd"', '"gone"'));
  const lacking = await bench('--compare', path, '--fail-on', 'slower');
  assert.equal(lacking.exitCode, 1);
  assert.match(lacking.stderr, /missing in this run: gone stream on node\d+/);
});

test('--fail-on: a row that was not asked for is said, exit 0; so is that nothing was compared, exit 1', async () => {
  const path = join(folder, 'other.json');
  assert.equal((await bench('--json', path)).exitCode, 0);
  const unasked = await bench('--compare', path, '--fail-on', 'slower', '--kernels', 'js');
  assert.equal(unasked.exitCode, 0, unasked.stderr);
  assert.match(
    unasked.stdout,
    /^in the earlier run, and not asked for in this one: SIMD limbs in stream on Node \d+$/m,
  );

  const elsewhere = readFileSync(path, 'utf8').replaceAll(/"node\d+"/g, '"elsewhere"');
  writeFileSync(path, elsewhere);
  const nothing = await bench('--compare', path, '--fail-on', 'slower');
  assert.equal(nothing.exitCode, 1);
  assert.match(nothing.stdout, /^The earlier run and this one have no row in common: nothing is compared\.$/m);
  assert.equal(nothing.stderr.trim().split('\n').at(-1), nothing.stdout.match(/^The earlier run and .*$/m)?.[0]);
});

test('--save keeps a run under a name that --compare finds', async () => {
  const name = `test-${process.pid}`;
  const saved = fileURLToPath(new URL(`../.cache/saved/${name}.json`, import.meta.url));
  after(() => rmSync(saved, { force: true }));
  const { exitCode, stdout } = await bench('--save', name);
  assert.equal(exitCode, 0);
  assert.match(stdout, new RegExp(`saved as ${name}`));
  assert.equal(JSON.parse(readFileSync(saved, 'utf8')).schema, 'fqmul-result-1');
  assert.match((await bench('--compare', name)).stdout, /Against the run test-/);
});

test('wrong usage of the gate: exit 2', async () => {
  for (const [args, message] of /** @type {[string[], RegExp][]} */ ([
    [['--fail-on', 'slower'], /--compare/],
    [['--compare', 'x', '--fail-on', 'faster'], /Allowed choices are slower, undecided/],
    [['--save', 'a/b'], /letters, digits/],
  ])) {
    const { exitCode, stderr } = await bench(...args);
    assert.equal(exitCode, 2, args.join(' '));
    assert.match(stderr, message);
  }
});
