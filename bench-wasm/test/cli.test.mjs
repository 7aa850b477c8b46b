/** The command line as a user meets it: messages, exit codes, files. */

import assert from 'node:assert/strict';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { execa } from 'execa';
import { readResult } from '../src/result/result-file.mjs';

const HARNESS = fileURLToPath(new URL('..', import.meta.url));
const REAL = join(HARNESS, 'index.mjs');
const FAKE = fileURLToPath(new URL('./fake-bench.mjs', import.meta.url));
const SHORT = ['--cases', '300', '--trials', '3', '--rounds', '3', '--models', 'stream', '--seed', '7'];

const folder = mkdtempSync(join(tmpdir(), 'fqmul-cli-'));
after(() => rmSync(folder, { recursive: true }));

/**
 * @param {string} program
 * @param {string[]} args
 * @param {Record<string, string>} [env]
 * @param {{ detached?: boolean }} [options]
 */
const start = (program, args, env = {}, options = {}) =>
  execa(process.execPath, [program, ...args], {
    cwd: folder,
    env: { npm_lifecycle_event: '', ...env },
    reject: false,
    stripFinalNewline: false,
    ...options,
  });

/** On a machine without any tool: what works here works before set-up and build. @param {string[]} args */
const bare = (args) => start(REAL, args, { PATH: '', HOME: folder });

for (const [program, word] of [
  ['prune.mjs', '--nope'],
  ['prune.mjs', 'extra'],
  ['test/run.mjs', '--nope'],
  ['test/run.mjs', 'extra'],
])
  test(`${program} ${word} is refused, and does nothing`, async () => {
    const { exitCode, stdout, stderr } = await start(join(HARNESS, program), [word], { PATH: '', HOME: folder });
    assert.deepEqual([exitCode, stdout], [2, '']);
    assert.match(stderr, word === 'extra' ? /extra|too many arguments/ : /unknown option '--nope'/);
  });

test('--help and --version answer before any set-up', async () => {
  const help = await bare(['--help']);
  assert.equal(help.exitCode, 0);
  for (const option of [
    '--all',
    '--budget',
    '--threshold',
    '--baseline',
    '--cases',
    '--trials',
    '--rounds',
    '--kernels',
    '--models',
    '--neighbours',
    '--seed',
    '--json',
    '--no-liftoff',
    '--help',
    '--version',
  ]) {
    assert.ok(help.stdout.includes(option), option);
  }
  assert.match(help.stdout.replace(/\s+/g, ' '), /chain, stream, add, sop2, square, sub, call, call-io, convert/);
  assert.equal(help.stderr, '');
  const version = await bare(['--version']);
  assert.equal(version.exitCode, 0);
  assert.match(version.stdout, /^\d+\.\d+\.\d+\n$/);
});

for (const [args, message] of /** @type {[string[], RegExp][]} */ ([
  [['--nope'], /unknown option '--nope'[^]*There are: --budget, .*--help/],
  [['--case', '5'], /unknown option '--case'[^]*Did you mean --cases/],
  [['extra', 'more'], /extra more is not expected here\.\nThere are: --budget, /],
  [['--cases', '0'], /--cases.*'0' is invalid\. A whole number from 1 to 4000000000/],
  [['--cases', '1.5'], /whole number/],
  [['--cases', '1e3'], /whole number/],
  [['--cases', '-1'], /whole number/],
  [['--cases', ''], /whole number/],
  [['--cases', '4294967296'], /whole number/],
  [['--cases', 'many'], /whole number/],
  [['--cases'], /argument missing/],
  [['--trials', '0'], /--trials.*whole number/],
  [['--rounds', 'x'], /--rounds.*whole number/],
  [['--budget', '10'], /--budget.*A time from 1s to 24h/],
  [['--budget', '10m', '--rounds', '9'], /give one of them/],
  [['--threshold', '0'], /--threshold.*A percentage from 0\.1 to 50/],
  [['--seed', '-1'], /--seed.*from 0 to 4294967295/],
  [['--seed', '4294967296'], /--seed.*whole number/],
  [
    ['--models', 'chain,warp'],
    /no model "warp"\. There are: chain, stream, add, sop2, .*, msm, .*, poseidon, poseidon2, poseidon-batch\./,
  ],
  [['--models', ''], /no model ""/],
  [['--also-in', 'simd128,nodejs'], /no build "nodejs"\. There are: simd128, relaxed-simd, wasm-opt-off, .*-oz\./],
  [['--trials', '3', '--rounds', '5'], /--rounds 5 is more than --trials 3/],
  ...[
    ['--models', 'stream'],
    ['--kernels', 'simd'],
    ['--also-in', 'simd128'],
    ['--baseline', 'simd'],
    ['--engines', 'all'],
    ['--all'],
    ['--budget', '9m'],
    ['--verbose'],
    ['--save', 'x'],
    ['--compare', 'x'],
    ['--fail-on', 'slower'],
  ].map((more) => [['--as-published', ...more], /'--as-published' cannot be used with option/]),
  [['--as-published', '--trials', '3', '--rounds', '5'], /--rounds 5 is more than --trials 3/],
  [['--html', '.'], /--html \.: cannot be written: it is a folder/],
  [['--quick'], /unknown option '--quick'/],
  [['--json', '.'], /--json \.: cannot be written: it is a folder/],
  [['--json', '/dev/null/x.json'], /--json \/dev\/null\/x\.json: cannot be written/],
])) {
  test(`bench ${args.join(' ')}: one message, exit 2, before any set-up`, async () => {
    const { exitCode, stdout, stderr } = await bare(args);
    assert.equal(exitCode, 2, stderr);
    assert.match(stderr, message);
    assert.equal(stdout, '');
    assert.ok(stderr.trim().split('\n').length <= 3, stderr);
  });
}

test('an unknown kernel: the known ones, exit 2', async () => {
  const { exitCode, stdout, stderr } = await start(FAKE, ['--kernels', 'simd,nope']);
  assert.equal(exitCode, 2);
  assert.match(stderr, /no kernel "nope"\. There are: multi3-mitigated, simd, js\./);
  assert.equal(stdout, '');
  const against = await start(FAKE, ['--baseline', 'nope']);
  assert.equal(against.exitCode, 2);
  assert.match(against.stderr, /--baseline nope: it must be a kernel that has all models: multi3-mitigated, simd\./);
});

test('a run: tables, a reading, and a valid file where it was asked for', async () => {
  const { exitCode, stdout, stderr } = await start(FAKE, [...SHORT, '--json', 'sub/out.json']);
  assert.equal(exitCode, 0, stdout + stderr);
  const result = readResult(join(folder, 'sub/out.json'));
  assert.deepEqual(readdirSync(join(folder, 'sub')), ['out.json'], 'the journal is still there');
  assert.equal(result.partial, false);
  assert.equal(
    result.command,
    'node bench-wasm/index.mjs --cases 300 --trials 3 --rounds 3 --models stream --seed 7 --json sub/out.json',
  );
  assert.deepEqual([result.plan.seed, result.plan.cases, result.plan.trials, result.plan.rounds], [7, 300, 3, 3]);
  assert.deepEqual(result.summary.map(({ kernel }) => kernel).sort(), [
    'control-aa',
    'control-slow5',
    'js',
    'multi3-mitigated',
    'simd',
  ]);
  assert.ok(result.summary.every(({ samples, error }) => samples === 3 && error === null));
  assert.ok(result.samples.every(({ check, n, kernel }) => check && n % (kernel === 'js' ? 75 : 300) === 0));
  assert.ok(Number(result.environment.clockStepNs) > 0);
  for (const part of [
    /^machine /m,
    /^engine +Node \d+\./m,
    /^In-wasm batches, stream/m,
    /^arkworks 0\.6 .*baseline/m,
    /^A\/A control /m,
    /^Controls$/m,
    /^result +sub\/out\.json$/m,
  ]) {
    assert.match(stdout, part);
  }
  assert.match(stderr, /round 1\/3/);
  assert.ok(!stdout.includes('round 1/3'), 'progress belongs to stderr');
});

test('--kernels: the baseline and the controls are measured all the same', async () => {
  const { exitCode, stderr } = await start(FAKE, [...SHORT, '--kernels', 'simd', '--json', 'some.json']);
  assert.equal(exitCode, 0, stderr);
  const result = readResult(join(folder, 'some.json'));
  assert.deepEqual(result.plan.kernels, ['multi3-mitigated', 'simd']);
  assert.deepEqual(result.summary.map(({ kernel }) => kernel).sort(), [
    'control-aa',
    'control-slow5',
    'multi3-mitigated',
    'simd',
  ]);
  assert.doesNotMatch(stderr, /^no row: /m);
});

test('--kernels: one that no model has is said, and the others are measured', async () => {
  const models = ['--models', 'convert,limb-chain', '--rounds', '1', '--json', 'rowless.json'];
  const { exitCode, stderr } = await start(FAKE, [...SHORT.slice(0, 4), ...models, '--kernels', 'simd,js']);
  assert.equal(exitCode, 0, stderr);
  assert.match(stderr, /^no row: js in convert, limb-chain$/m);
});

test('--list: kernels, models, engines and builds with a line each, and nothing is measured', async () => {
  const { exitCode, stdout, stderr } = await start(FAKE, ['--list']);
  assert.equal(exitCode, 0, stderr);
  for (const line of [
    /^\* {2}multi3-mitigated +arkworks 0\.6 +baseline +fake multi3-mitigated *$/m,
    /^\* {2}js +BigInt +\(a \* b\) % p on BigInt *$/m,
    /^ {3}ruint +ruint +--neighbours +\S/m,
    /^\* {2}stream +independent products/m,
    /^\+ {2}sop2 +\S/m,
    /^ {3}msm +\S/m,
    new RegExp(`^\\* {2}node${process.versions.node.split('.')[0]} +${process.versions.node}, turbofan`, 'm'),
    /^ {3}relaxed-simd +.*\(--also-in\) *$/m,
  ])
    assert.match(stdout, line);
  assert.equal(stderr, '');
});

test('the last line of a run is the command of its report, which --html writes', async () => {
  const plain = await start(FAKE, [...SHORT, '--json', 'some result.json']);
  assert.equal(plain.exitCode, 0, plain.stderr);
  const last = String(plain.stdout.trim().split('\n').at(-1));
  assert.match(last, /^report {3}npm --prefix \S+ run report -- 'some result\.json' --html report\.html$/);
  const prefix = String(/--prefix (\S+)/.exec(last)?.[1]);
  assert.ok(existsSync(join(folder, prefix, 'report.mjs')), prefix);

  const { exitCode, stdout, stderr } = await start(FAKE, [...SHORT, '--json', 'x.json', '--html', 'x.html']);
  assert.equal(exitCode, 0, stderr);
  assert.equal(stdout.trim().split('\n').at(-1), 'report   x.html');
  const page = readFileSync(join(folder, 'x.html'), 'utf8');
  assert.match(page, /^<!DOCTYPE html>/i);
  assert.match(page, /x\.json/);
});

test('under npm the file goes where the command was typed', async () => {
  const elsewhere = mkdtempSync(join(folder, 'typed-'));
  const { exitCode, stdout } = await start(FAKE, [...SHORT, '--json', 'mine.json'], {
    npm_lifecycle_event: 'bench',
    INIT_CWD: elsewhere,
  });
  assert.equal(exitCode, 0);
  assert.match(stdout, /^result +mine\.json$/m);
  assert.equal(readResult(join(elsewhere, 'mine.json')).command.split(' --cases')[0], 'npm run bench --');
});

for (const [misbehaviour, reason] of [
  ['wrong', /WRONG PRODUCT: 0x2 \* 0x1 gave 0x3, not 0x2/],
  ['wrong-batch', /WRONG PRODUCT: stream of 300 with seed \d+ gave 0x/],
]) {
  test(`a kernel that is ${misbehaviour}: an error row instead of a time, exit 1`, async () => {
    const path = `${misbehaviour}.json`;
    const { exitCode, stdout } = await start(FAKE, [...SHORT, '--json', path], {
      FAKE_MISBEHAVIOUR: String(misbehaviour),
    });
    assert.equal(exitCode, 1);
    // The table folds long reasons.
    assert.match(stdout.replace(/\s+/g, ' '), /** @type {RegExp} */ (reason));
    assert.match(stdout, /^SIMD limbs +WRONG PRODUCT/m);
    assert.match(stdout, /^arkworks 0\.6 .*baseline/m);
    const row = readResult(join(folder, path)).summary.find(({ kernel }) => kernel === 'simd');
    assert.equal(row?.median, null);
    assert.match(String(row?.error), /** @type {RegExp} */ (reason));
  });
}

test('every process dies: error rows with the reason, exit 1', async () => {
  const { exitCode, stdout } = await start(FAKE, [...SHORT, '--json', 'dead.json'], {
    FAKE_MISBEHAVIOUR: 'crash-at-once',
  });
  assert.equal(exitCode, 1);
  const result = readResult(join(folder, 'dead.json'));
  assert.equal(result.lost.length, 3);
  assert.ok(result.summary.every(({ error }) => /not measured: .*SIGKILL/.test(String(error))));
  assert.match(stdout, /Lost: round 1 of 3/);
});

test('one process dies: every row has a time, the loss is said, exit 1', async () => {
  const flag = join(folder, 'dies-once');
  writeFileSync(flag, '');
  const { exitCode, stdout } = await start(FAKE, [...SHORT, '--json', 'hurt.json'], {
    FAKE_MISBEHAVIOUR: 'crash-once',
    FAKE_FLAG: flag,
  });
  assert.equal(exitCode, 1);
  const result = readResult(join(folder, 'hurt.json'));
  assert.equal(result.lost.length, 1);
  assert.ok(result.summary.every(({ error, rounds }) => error === null && rounds === 2));
  assert.match(stdout, /Lost: round 1 of 3/);
});

/**
 * A run that hangs in its second round or later, once it has samples.
 *
 * @param {string} name
 */
async function hanging(name) {
  const flag = join(folder, `${name}.flag`);
  const journal = join(folder, `${name}.json.partial.jsonl`);
  const child = start(
    FAKE,
    [...SHORT, '--json', `${name}.json`],
    { FAKE_MISBEHAVIOUR: 'hang', FAKE_FLAG: flag },
    { detached: true },
  );
  while (!existsSync(journal) || !readFileSync(journal, 'utf8').includes('"state":"end"')) {
    assert.equal(child.exitCode, null, 'it ended before its first round did');
    await sleep(20);
  }
  writeFileSync(flag, '');
  await sleep(1000);
  return { child, journal };
}

test('Ctrl-C: a summary marked partial, the samples in the file, exit 130', async () => {
  const { child, journal } = await hanging('stopped');
  // As a terminal does: to the whole group, the session included.
  process.kill(-Number(child.pid), 'SIGINT');
  const { exitCode, stdout } = await child;
  assert.equal(exitCode, 130);
  assert.match(stdout, /PARTIAL/);
  assert.match(stdout, /Partial: the run was stopped after \d+ samples/);
  const result = readResult(join(folder, 'stopped.json'));
  assert.equal(result.partial, true);
  assert.ok(result.samples.length >= 5 && result.samples.length < 15);
  assert.deepEqual(result.lost, [], 'a round that was stopped is not a crash');
  assert.ok(!existsSync(journal));
});

test('kill -9: the journal stays, and reads as a partial result', async () => {
  const { child, journal } = await hanging('killed');
  child.kill('SIGKILL');
  await child;
  assert.ok(!existsSync(join(folder, 'killed.json')));
  const result = readResult(journal);
  assert.equal(result.partial, true);
  assert.ok(result.samples.length >= 5 && result.samples.length < 15);
});

test('an engine that was named and is not there: the others are measured, the reason, exit 1', async () => {
  const own = `node${process.versions.node.split('.')[0]}`;
  const { exitCode, stdout, stderr } = await start(
    FAKE,
    [...SHORT, '--engines', `${own},chromium`, '--json', 'absent.json'],
    { CHROMIUM_PATH: join(folder, 'no-browser') },
  );
  assert.equal(exitCode, 1, stderr);
  assert.match(stderr, /^chromium is not measured: not installed; /m);
  assert.match(String(stderr.trim().split('\n').at(-1)), /^Asked for and not measured: chromium \(not installed; /);
  assert.match(stdout, /^without {2}Chromium: not installed; [^]*CHROMIUM_PATH/m);
  const { environment, plan } = readResult(join(folder, 'absent.json'));
  assert.deepEqual(plan.engines, [own]);
  assert.deepEqual(
    environment.absent?.map(({ id }) => id),
    ['chromium'],
  );
  assert.equal(environment.engines[0].features?.simd128, true);
});

test('--pin keeps the engines on one CPU where the OS can, and the result says so', async () => {
  const { exitCode, stdout, stderr } = await start(FAKE, [...SHORT, '--pin', '0', '--json', 'pinned.json']);
  if (process.platform !== 'linux') {
    assert.equal(exitCode, 2);
    assert.match(stderr, /--pin 0: .* has no taskset/);
    return;
  }
  assert.equal(exitCode, 0, stderr);
  assert.match(stdout, /^machine .*, pinned to CPU 0$/m);
  assert.equal(readResult(join(folder, 'pinned.json')).environment.pinned, 0);

  const environment = new URL('../src/measure/environment.mjs', import.meta.url).href;
  const script = `import { pin } from ${JSON.stringify(environment)}; import { execa } from 'execa';
    await pin(0); console.log((await execa('grep', ['Cpus_allowed_list', '/proc/self/status'])).stdout);`;
  const child = await execa(process.execPath, ['--input-type=module', '--eval', script], {
    cwd: fileURLToPath(new URL('..', import.meta.url)),
  });
  assert.match(child.stdout, /^Cpus_allowed_list:\s+0$/m);

  const wrong = await start(FAKE, [...SHORT, '--pin', '4095']);
  assert.equal(wrong.exitCode, 2);
  assert.match(wrong.stderr, /^error: --pin 4095: /m);
});
