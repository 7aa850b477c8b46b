/**
 * An emulated engine: its rows are right or not and none has a time. On the fake module here; on Node for arm64 with
 * the real ones where FQMUL_ARM64 is `all`, which takes an hour.
 */

import assert from 'node:assert/strict';
import { join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { execa } from 'execa';
import { areEmulated, untimedSize } from '../src/command/verification.mjs';
import { OWN, nodeEngine } from '../src/engines/node.mjs';
import { nodeArm64, nodeArm64Program } from '../src/engines/node-arm64.mjs';

const HARNESS = fileURLToPath(new URL('..', import.meta.url));
const FAKE = fileURLToPath(new URL('./fake-bench.mjs', import.meta.url));
const ENGINE = 'node26-arm64';
/** Of each of about ten kernels and fields in a build. */
const PRODUCTS = '250000';
/** Of MSMs and transforms: arkworks’ and this project’s on each of these. */
const BATCHES = 'multi3-mitigated,batch-limbs29,batch-fma-pair';
/** As the fake bench has it: the Node that runs this under another name. */
const EMULATED = `${OWN}-emulated`;

/** @param {string} file @param {string[]} args @param {Record<string, string>} [env] */
const typed = (file, args, env = {}) =>
  execa(process.execPath, [file, ...args], {
    cwd: HARNESS,
    env: { npm_lifecycle_event: '', ...env },
    reject: false,
    stripFinalNewline: false,
  });

const bench = (/** @type {string[]} */ args, /** @type {Record<string, string>} */ env = {}) =>
  typed(FAKE, ['--models', 'chain,call', '--cases', '300', '--seed', '1', ...args], env);

test('rows of an emulated engine are right, and no time is taken or stored', async () => {
  const { exitCode, stdout, stderr } = await bench(['--engines', EMULATED, '--trials', '4']);
  assert.equal(exitCode, 0, stderr);
  for (const [kernel, model, operations] of [
    ['multi3-mitigated', 'chain', '1,200'],
    ['simd', 'chain', '1,200'],
    ['control-aa', 'chain', '1,200'],
    ['multi3-mitigated', 'call', '4'],
  ])
    assert.match(stdout, new RegExp(`${EMULATED} .*${kernel} .*${model} .* 4 .*${operations} .*right`));
  assert.match(stdout, /is emulated: results are checked there, and no time is taken\./);
  assert.doesNotMatch(stdout, /\bns\b|noop|^result /m);
});

test('a batch of it that ends wrongly is an error of its row, and exit 1', async () => {
  const wrong = await bench(['--engines', EMULATED], { FAKE_MISBEHAVIOUR: 'wrong-batch' });
  assert.equal(wrong.exitCode, 1, wrong.stdout);
  assert.match(wrong.stdout, /simd .*chain .*WRONG PRODUCT: chain of 300 with seed \d+ /);
  assert.match(wrong.stdout, /multi3-mitigated .*chain .*right/);
  const { exitCode, stdout, stderr } = await bench(['--engines', EMULATED], { FAKE_MISBEHAVIOUR: 'crash-at-once' });
  assert.equal(exitCode, 1, stdout);
  assert.match(stdout, /multi3-mitigated .*chain .*nothing was computed/);
  assert.match(stderr, /round 1 on node\d+-emulated was lost: the process was ended by SIGKILL/);
});

test('times of it are asked for in vain: exit 2', () => {
  const [own, emulated] = [
    nodeEngine(),
    { ...nodeEngine({ suffix: '-emulated' }), emulated: /** @type {const} */ (true) },
  ];
  assert.equal(areEmulated([own], { json: 'file.json' }), false);
  assert.equal(areEmulated([emulated], { cases: 300, trials: 4 }), true);
  for (const [engines, options, said] of /** @type {const} */ ([
    [
      [own, emulated],
      {},
      /^UsageError: node\d+-emulated: it is emulated, and no time is taken there: ask for it alone/,
    ],
    [
      [emulated],
      { json: 'file.json' },
      /^UsageError: --json: node\d+-emulated is emulated, and no time is taken there/,
    ],
    [[emulated], { failOn: 'slower' }, /^UsageError: --fail-on: /],
    [[emulated], { budget: 20_000 }, /^UsageError: --budget: /],
  ]))
    assert.throws(() => areEmulated([...engines], options), said);
  assert.deepEqual(untimedSize({ trials: 1000 }), { cases: 200_000, trials: 1000, rounds: 1 });
});

/** A machine that has all of it. @type {import('../src/engines/node-arm64.mjs').Machine} */
const MACHINE = {
  platform: 'linux',
  arch: 'x64',
  env: {},
  exists: () => true,
  npm: {
    get: '',
    install: async () => {},
    installed: { executable: 'node-of-arm64', version: '26.0.0' },
  },
};

test('Node for arm64 runs under QEMU, or what it lacks is said', async () => {
  const { command, install } = nodeArm64Program(MACHINE);
  assert.deepEqual(command, {
    executable: '/usr/bin/qemu-aarch64-static',
    args: ['-L', '/usr/aarch64-linux-gnu', 'node-of-arm64'],
    version: '26.0.0',
  });
  assert.ok(install);
  assert.equal(nodeArm64({}, MACHINE).emulated, true);
  for (const [changes, lacks, hint] of /** @type {[typeof MACHINE, RegExp, RegExp | null][]} */ ([
    [{ exists: (path) => !path.includes('qemu') }, /there is no qemu-aarch64-static/, /apt-get install qemu-user-stat/],
    [{ exists: (path) => !path.includes('libatomic') }, /there is no libatomic\.so\.1 for arm64/, /libatomic1-arm64/],
    [{ npm: { ...MACHINE.npm, installed: null } }, /its Node is not there/, null],
    [{ arch: 'arm64' }, /^on Linux x64 alone$/, null],
    [{ platform: 'darwin' }, /^on Linux x64 alone$/, null],
  ])) {
    const machine = { ...MACHINE, ...changes };
    const program = nodeArm64Program(machine);
    assert.equal(program.command, null);
    assert.match(program.lacks, lacks);
    const { available, reason } = await nodeArm64({}, machine).describe();
    assert.equal(available, false);
    assert.match(String(reason), /^not installed; /);
    assert.ok(String(reason).includes(program.lacks));
    if (hint) await assert.rejects(async () => program.install?.(() => {}), hint);
    else await program.install?.(() => {});
    assert.equal(program.install === undefined, machine.platform !== 'linux' || machine.arch !== 'x64');
  }
  // This one, where it is not there.
  const here = await typed(join(HARNESS, 'fuzz.mjs'), ['--engine', 'arm64', '--kernel', 'multi3'], {
    QEMU_AARCH64_PATH: '/nowhere/qemu',
  });
  assert.equal(here.exitCode, 2);
  assert.match(here.stderr, /--engine arm64: (there is no qemu-aarch64-static; |on Linux x64 alone)/);
});

const asked = process.env.FQMUL_ARM64 === 'all';
const { command, lacks, get } = nodeArm64Program();
/** Why the real one is not run. @type {string | false} */
const skipped = !asked ? 'with npm test -- --all' : command ? false : `${lacks}; ${get}`;

/**
 * @param {string} program
 * @param {string[]} args
 */
async function right(program, ...args) {
  const { exitCode, stdout, stderr } = await typed(join(HARNESS, program), args);
  assert.equal(exitCode, 0, `${program} ${args.join(' ')}\n${stdout}\n${stderr}`);
  console.log(stdout);
}

test('arm64: two million products of each build are those of big integers', { skip: skipped }, () =>
  right('fuzz.mjs', '--engine', 'arm64', '--operation', 'mul', '--products', PRODUCTS),
);

test('arm64: every kernel in every model', { skip: skipped }, () =>
  right('index.mjs', '--engines', ENGINE, '--cases', '20000', '--trials', '1'),
);

test('arm64: 1,000 MSMs and 1,000 transforms of 2^8, 100 hashes', { skip: skipped }, async () => {
  await right('index.mjs', '--engines', ENGINE, '--models', 'msm-256,ntt-256', '--kernels', BATCHES, '--trials', '250');
  await right('index.mjs', '--engines', ENGINE, '--models', 'poseidon,poseidon2', '--trials', '10');
});

test('arm64: ten proofs', { skip: skipped }, () =>
  right('proof.mjs', '--engines', ENGINE, '--depth', '10', '--trials', '10', '--rounds', '1'),
);
