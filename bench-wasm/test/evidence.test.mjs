// One command makes all evidence: what it stores, what it refuses, and how it goes on.
import assert from 'node:assert/strict';
import {
  appendFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { after, describe, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { execa } from 'execa';
import { PROGRAMS, main } from '../evidence.mjs';
import { BLOCKS } from '../pages/blocks.mjs';
import { PICTURES } from '../pages/pictures.mjs';
import { checkout as stateOf } from '../src/measure/environment.mjs';
import { watchOthers } from '../src/measure/quiet.mjs';
import { readResult, writeResult } from '../src/result/result-file.mjs';
import { LADDER_FILE, STORE, storedResults } from '../src/result/stored-results.mjs';
import { sampleRun } from './sample-run.mjs';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'fqmul-evidence-'));
after(() => rmSync(folder, { recursive: true }));
const COMMIT = 'ab12cd34ef56ab12cd34ef56ab12cd34ef56ab12';
const clean = async () => ({ commit: COMMIT, dirty: false });
/** A machine that does nothing else. */
const watch = () => () => 0;
const PARTS = [
  ...['bls12-381-fq', 'bls12-381-fr', 'pallas'].map((part) => `batches-${part}`),
  'calls',
  'curve',
  'engines',
  ...['bls12-377-fq', 'bls12-381-fq', 'bls12-381-fr', 'pallas', 'vesta'].map((part) => `fields-${part}`),
  'full-1',
  'inversions',
  'neighbours',
  'neighbours-bls12-381-fq',
  'limb',
  'msm',
  'msm-engines',
  'ntt',
  'sizes',
  'workers',
  'poseidon-engines',
  'poseidon',
  'proof-large',
  'proof-parts',
  'proof',
  'published',
  'simd128',
  'start',
  'sums',
  ...['bls12-377-fq', 'bls12-377-fr', 'bls12-381-fq', 'bls12-381-fr', 'curve', 'fq', 'fr', 'pallas'].map(
    (part) => `upstream-${part}`,
  ),
  ...['secp256k1-fq', 'secp256k1-fr', 'vesta'].map((part) => `upstream-${part}`),
  'wasm-opt',
  'wide',
];

const SAMPLE = join(folder, 'sample.json');
writeFileSync(SAMPLE, JSON.stringify(sampleRun().result));
/**
 * A bench that measures nothing: it notes what it was asked, has the sample's times in a result of that seed, and is
 * interrupted where the file STOP says.
 */
const BENCH = join(folder, 'bench.mjs');
writeFileSync(
  BENCH,
  `import { appendFileSync, existsSync, readFileSync, writeFileSync } from 'node:fs';
const path = process.argv.at(-1);
appendFileSync(${JSON.stringify(join(folder, 'asked'))}, process.argv.slice(2, -2).join(' ') + '\\n');
const stop = ${JSON.stringify(join(folder, 'STOP'))};
const failing = existsSync(${JSON.stringify(join(folder, 'FAIL'))}) && path.includes('curve');
const absent = existsSync(${JSON.stringify(join(folder, 'ABSENT'))}) ? [{ id: 'bun', reason: 'not installed' }] : [];
const partial = existsSync(stop) && path.includes(readFileSync(stop, 'utf8'));
const seed = Number(process.argv[process.argv.indexOf('--seed') + 1]);
const { plan, environment, ...sample } = JSON.parse(readFileSync(${JSON.stringify(SAMPLE)}, 'utf8'));
const result = { ...sample, plan: { ...plan, seed }, environment: { ...environment, absent }, partial };
writeFileSync(path, JSON.stringify(result));
process.exitCode = partial ? 130 : failing ? 1 : 0;
`,
);

/** @param {string} name @returns {string} a checkout with the pages, and nothing stored */
function checkout(name) {
  const root = join(folder, name);
  for (const { path, block } of BLOCKS) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    // A page may have several blocks.
    appendFileSync(join(root, path), `<!-- ${block}:begin -->\n<!-- ${block}:end -->\n`);
  }
  mkdirSync(dirname(join(root, LADDER_FILE)), { recursive: true });
  cpSync(join(ROOT, LADDER_FILE), join(root, LADDER_FILE));
  return root;
}

/** @param {string} root */
function files(root) {
  const [only, ...others] = readdirSync(join(root, STORE)).filter((name) => name !== basename(LADDER_FILE));
  assert.deepEqual(others, [], 'one folder for a machine and a commit');
  return { only, names: readdirSync(join(root, STORE, only)).sort() };
}

test('every part is stored under date, CPU and commit; a second call measures nothing', async (t) => {
  t.mock.method(console, 'error', () => {});
  t.mock.method(console, 'log', () => {});
  const root = checkout('whole');
  assert.equal(await main(['--cpu', 'abacus-one'], { root, bench: BENCH, state: clean, watch }), 0);
  const { only, names } = files(root);
  assert.match(only, /^\d{4}-\d{2}-\d{2}-abacus-one-ab12cd34$/);
  assert.deepEqual(names, [...PARTS.map((part) => `${part}.json.gz`), 'summary.csv'].sort());
  for (const { path } of BLOCKS.slice(1)) assert.ok(readFileSync(join(root, path), 'utf8').includes(only), path);
  assert.ok(existsSync(join(root, PICTURES[0].path)));
  const summary = readFileSync(join(root, STORE, only, 'summary.csv'), 'utf8');
  assert.match(summary, /^part,engine,model,kernel,unit,min,median,baseline,ratio,lo,hi,verdict\n/);
  for (const part of PARTS) assert.match(summary, new RegExp(`^${part},node20,chain,simd,ns/mul,`, 'm'));
  const { command } = readResult(join(root, STORE, only, 'curve.json.gz'));
  assert.match(command, /^npm run bench -- .*--models pairing /);

  const before = readFileSync(join(folder, 'asked'), 'utf8');
  assert.equal(before.trim().split('\n').length, PARTS.length);
  assert.ok(existsSync(join(root, 'bench-wasm/.cache/evidence')), 'what is unfinished is kept in this checkout');
  assert.equal(await main(['--cpu', 'abacus-one'], { root, bench: BENCH, state: clean, watch }), 0);
  assert.equal(readFileSync(join(folder, 'asked'), 'utf8'), before);
});

test('interrupted in the middle and started again, it ends with the same set of files', async (t) => {
  t.mock.method(console, 'log', () => {});
  const errors = t.mock.method(console, 'error', () => {});
  const root = checkout('interrupted');
  const some = ['full-1', 'curve', 'poseidon', 'engines'];
  const args = ['--only', ...some, '--cpu', 'abacus'];
  writeFileSync(join(folder, 'STOP'), 'curve');
  assert.equal(await main(args, { root, bench: BENCH, state: clean, watch }), 130);
  assert.match(String(errors.mock.calls.at(-1)?.arguments[0]), /the same command goes on with curve/);
  assert.deepEqual(files(root).names, ['full-1.json.gz', 'summary.csv']);
  rmSync(join(folder, 'STOP'));
  await main(args, { root, bench: BENCH, state: clean, watch });
  assert.deepEqual(files(root).names, [...some.map((part) => `${part}.json.gz`), 'summary.csv'].sort());
});

test('a part that failed, or lacks an engine that it names, is not stored, and is measured again', async (t) => {
  t.mock.method(console, 'log', () => {});
  const errors = t.mock.method(console, 'error', () => {});
  const root = checkout('failing');
  const only = ['--only', 'full-1', 'curve', 'upstream-curve', 'msm', 'engines', '--cpu', 'abacus'];
  const said = () => errors.mock.calls.map((call) => String(call.arguments[0])).join('\n');
  writeFileSync(join(folder, 'FAIL'), '');
  assert.equal(await main(only, { root, bench: BENCH, state: clean, watch }), 1);
  assert.match(said(), /^curve is not stored: it ended with 1\. It is in \S+\/evidence\/curve\.json\.$/m);
  assert.match(said(), /^Not stored: curve, upstream-curve\. The same command measures them again\.$/m);
  assert.deepEqual(files(root).names, ['engines.json.gz', 'full-1.json.gz', 'msm.json.gz', 'summary.csv']);
  rmSync(join(folder, 'FAIL'));

  const before = readFileSync(join(folder, 'asked'), 'utf8');
  await main(only, { root, bench: BENCH, state: clean, watch });
  assert.equal(readFileSync(join(folder, 'asked'), 'utf8').slice(before.length).trim().split('\n').length, 2);
  assert.ok(files(root).names.includes('curve.json.gz'));

  const other = checkout('absent');
  writeFileSync(join(folder, 'ABSENT'), '');
  assert.equal(await main(only, { root: other, bench: BENCH, state: clean, watch }), 1);
  rmSync(join(folder, 'ABSENT'));
  assert.match(said(), /^msm is not stored: bun could not be measured\./m);
  // It asks for all engines that are there.
  assert.ok(files(other).names.includes('engines.json.gz'));
  assert.ok(!files(other).names.includes('msm.json.gz'));
});

test('a machine on which no run ended comes behind, and a part that is measured again comes first', async (t) => {
  t.mock.method(console, 'error', () => {});
  t.mock.method(console, 'log', () => {});
  const root = checkout('order');
  const whole = ['--only', 'full-1', 'curve', 'msm', 'ntt', 'engines'];
  /** @param {string} cpu @param {string[]} only @param {string} commit */
  const measured = (cpu, only, commit) =>
    main([...only, '--cpu', cpu], { root, bench: BENCH, state: async () => ({ commit, dirty: false }), watch });
  await measured('one', whole, COMMIT);
  await measured('two', ['--only', 'curve'], COMMIT);
  // Cut off before its last part, and newer.
  await measured('three', ['--only', 'full-1', 'curve', 'msm', 'ntt'], COMMIT);
  await measured('one', ['--only', 'msm'], COMMIT.replaceAll('ab', 'ba'));
  // They have one date: that of a sample.
  for (const [at, name] of readdirSync(join(root, STORE))
    .filter((folder) => /^\d/.test(folder))
    .sort(
      (a, b) =>
        Number(a.includes('-three-')) - Number(b.includes('-three-')) ||
        Number(a.includes('-two-')) - Number(b.includes('-two-')) ||
        Number(a.includes('-ba')) - Number(b.includes('-ba')),
    )
    .entries())
    for (const file of readdirSync(join(root, STORE, name)).filter((one) => one.endsWith('.gz'))) {
      const path = join(root, STORE, name, file);
      writeResult(path, { ...readResult(path), createdAt: `2026-01-0${at + 1}T00:00:00.000Z` });
    }
  const order = storedResults(root).map(({ machine, part, folder }) => `${machine} ${part} ${folder.slice(-8, -6)}`);
  assert.deepEqual(order, [
    'One msm ba',
    ...['curve', 'engines', 'full-1', 'msm', 'ntt'].map((part) => `One ${part} ab`),
    ...['curve', 'full-1', 'msm', 'ntt'].map((part) => `Three ${part} ab`),
    'Two curve ab',
  ]);
});

test('a part that was disturbed is measured once again, and says so', async (t) => {
  t.mock.method(console, 'log', () => {});
  const errors = t.mock.method(console, 'error', () => {});
  const root = checkout('disturbed');
  const shares = [0.2, 0.01, 0.3, 0.06, 0.04];
  const asked = () => readFileSync(join(folder, 'asked'), 'utf8').trim().split('\n').length;
  const before = asked();
  const only = ['--only', 'full-1', 'curve', 'msm', '--cpu', 'abacus'];
  await main(only, { root, bench: BENCH, state: clean, watch: () => () => Number(shares.shift()) });
  assert.equal(asked() - before, 5);
  const said = errors.mock.calls.map((call) => String(call.arguments[0])).join('\n');
  assert.match(
    said,
    /^full-1 was disturbed: other programs had 20 % of the processors’ time\. It is measured again\.$/m,
  );
  assert.match(said, /^curve was disturbed: other programs had 6 % of the processors’ time\.$/m);
  assert.doesNotMatch(said, /msm was disturbed/);
  const othersIn = (/** @type {string} */ part) =>
    readResult(join(root, STORE, files(root).only, `${part}.json.gz`)).environment.others;
  assert.deepEqual(['full-1', 'curve', 'msm'].map(othersIn), [0.01, 0.06, 0.04]);
});

describe('others', { skip: process.platform !== 'linux' }, () => {
  /** @param {number} all @param {number} steal @param {[pid: number, parent: number, ticks: number][]} processes */
  const look = (all, steal, processes) => ({
    ...{ all, steal },
    processes: new Map(processes.map(([pid, parent, ticks]) => [pid, { parent, ticks, life: '1' }])),
  });

  test('are other processes and other machines, and none that came from this one', (t) => {
    t.mock.timers.enable({ apis: ['setInterval'] });
    const { pid } = process;
    const looks = [
      look(1000, 0, [
        [1, 0, 50],
        [pid, 1, 100],
        [7, 1, 300],
      ]),
      // A child of a child that began since; and a stranger.
      look(1100, 5, [
        [1, 0, 50],
        [pid, 1, 110],
        [7, 1, 320],
        [900_001, pid, 5],
        [900_002, 900_001, 30],
        [900_003, 7, 10],
      ]),
      // Its parent has ended.
      look(1200, 10, [
        [1, 0, 50],
        [pid, 1, 120],
        [7, 1, 320],
        [900_002, 1, 60],
      ]),
    ];
    const others = watchOthers(() => /** @type {any} */ (looks.shift()));
    t.mock.timers.tick(2000);
    assert.equal(others(), (20 + 10 + 10) / 200);
  });

  test('are found on this machine, and a child that is busy is none', async () => {
    const busy = 'for (const end = Date.now() + 1500; Date.now() < end; );';
    const program = `import { spawn } from 'node:child_process';
    import { watchOthers } from ${JSON.stringify(new URL('../src/measure/quiet.mjs', import.meta.url).href)};
    const others = watchOthers();
    const child = spawn(process.execPath, ['-e', ${JSON.stringify(busy)}], { detached: true });
    child.on('close', () => console.log(others()));`;
    const others = watchOthers();
    const { stdout } = await execa(process.execPath, ['--input-type=module', '-e', program]);
    const [inner, outer] = [Number(stdout), Number(others())];
    for (const share of [inner, outer]) assert.ok(share >= 0 && share <= 1, `${inner} ${outer}`);
  });
});

test('Ctrl-C is for the part that is measured: it stores what it has, and the command waits for it', async () => {
  const root = checkout('stopped');
  const bench = join(folder, 'slow.mjs');
  writeFileSync(
    bench,
    `process.on('SIGINT', () => setTimeout(() => { console.log('stored'); process.exit(130); }, 300));
setInterval(() => {}, 1000);
console.log('measuring');`,
  );
  const program = `import { main } from ${JSON.stringify(new URL('../evidence.mjs', import.meta.url).href)};
    process.exitCode = await main(['--only', 'curve'], { root: ${JSON.stringify(root)}, bench: ${JSON.stringify(bench)},
      state: async () => ({ commit: '${COMMIT}', dirty: false }) });`;
  const child = execa(process.execPath, ['--input-type=module', '-e', program], { reject: false, all: true });
  child.stdout.on('data', (chunk) => String(chunk).includes('measuring') && child.kill('SIGINT'));
  const { exitCode, stdout, stderr } = await child;
  assert.equal(exitCode, 130, stderr);
  assert.match(stdout, /measuring\nstored/);
  assert.match(stderr, /curve did not end\. What is stored stays; the same command goes on with curve\./);
});

test('pages and results that it writes are no changes of what is measured', async () => {
  const root = join(folder, 'repository');
  const write = (/** @type {string} */ path, text = '') => {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
  };
  const paths = [...BLOCKS, ...PICTURES].map(({ path }) => path);
  for (const path of [...paths, 'src/lib.rs', 'bench-wasm/README.md', 'bench-wasm/docs.mjs']) write(path);
  const git = execa({ cwd: root });
  await git`git init --quiet`;
  await git`git add .`;
  await git`git -c user.name=a -c user.email=a@b commit --quiet -m all`;
  const { commit } = await stateOf(root);
  assert.match(String(commit), /^[0-9a-f]{40}$/);
  for (const path of [...paths, `${STORE}/new/full-1.json.gz`]) write(path, 'made again');
  assert.deepEqual(await stateOf(root), { commit, dirty: false });
  for (const path of ['src/lib.rs', 'bench-wasm/README.md', 'bench-wasm/docs.mjs', 'new.rs']) {
    write(path, 'changed');
    assert.deepEqual(await stateOf(root), { commit, dirty: true }, path);
    await git`git clean --quiet --force ${path}`;
    if (path !== 'new.rs') await git`git checkout --quiet ${path}`;
  }
});

test('the commit is that of this checkout, whatever repository a hook of git names', async () => {
  const inner = join(folder, 'repository/copy');
  mkdirSync(inner);
  const environment = new URL('../src/measure/environment.mjs', import.meta.url).href;
  const program = `import { checkout } from ${JSON.stringify(environment)};
    console.log(JSON.stringify(await Promise.all(process.argv.slice(1).map((root) => checkout(root)))));`;
  const { stdout } = await execa(
    process.execPath,
    ['--input-type=module', '--eval', program, join(folder, 'repository'), inner, folder],
    { cwd: ROOT, env: { GIT_DIR: join(ROOT, '.git'), GIT_WORK_TREE: ROOT, GIT_INDEX_FILE: join(folder, 'index') } },
  );
  const [{ commit }, ...others] = JSON.parse(stdout);
  assert.equal(commit, (await stateOf(join(folder, 'repository'))).commit);
  assert.deepEqual(others, [
    { commit: null, dirty: null },
    { commit: null, dirty: null },
  ]);
});

test('--only makes these parts; --list says how long each takes', async (t) => {
  t.mock.method(console, 'error', () => {});
  const log = t.mock.method(console, 'log', () => {});
  const root = checkout('some');
  assert.equal(await main(['--list'], { root, bench: BENCH, state: clean, watch }), 0);
  const listed = log.mock.calls.map((call) => String(call.arguments[0]));
  const [last, ...lines] = listed.toReversed();
  assert.deepEqual(lines.map((line) => line.split(' ')[0]).sort(), [...PARTS].sort());
  const minutes = listed.map((line) => Number(/ ([\d.]+) min {2}\w/.exec(line)?.[1]));
  assert.match(last, /^together /);
  const sum = lines.reduce((all, _, at) => all + minutes[at], 0);
  assert.equal(minutes.at(-1)?.toFixed(1), sum.toFixed(1));
  const said = /about (\d+) minutes/.exec(readFileSync(join(ROOT, 'CONTRIBUTING.md'), 'utf8'));
  assert.equal(Number(said?.[1]), Math.round(sum), 'CONTRIBUTING.md says how long it takes');
  // The pages need parts that are not there: what was measured is stored all the same.
  await main(['--only', 'curve', '--cpu', 'abacus'], { root, bench: BENCH, state: clean, watch });
  assert.deepEqual(files(root).names, ['curve.json.gz', 'summary.csv']);
});

test('changes that are not committed, and names that are none: exit 2, and nothing is measured', async (t) => {
  const errors = t.mock.method(console, 'error', () => {});
  const root = checkout('refused');
  for (const [args, state, message] of /** @type {[string[], any, RegExp][]} */ ([
    [[], async () => ({ commit: COMMIT, dirty: true }), /changes that are not committed/],
    [[], async () => ({ commit: null, dirty: null }), /no checkout/],
    [['--cpu', 'Intel Xeon'], clean, /small letters/],
    [['--only', 'everything'], clean, /Allowed choices are/],
  ])) {
    assert.equal(await main(args, { root, bench: BENCH, state }), 2);
    assert.match(String(errors.mock.calls.at(-1)?.arguments[0]), message);
  }
  assert.deepEqual(readdirSync(join(root, STORE)), [basename(LADDER_FILE)]);
});

test('it is a script of the package, and its file stands where the script says, as do those of its parts', () => {
  const { scripts } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8'));
  const [, file] = /node (\w+\.mjs)$/.exec(scripts.evidence) ?? [];
  assert.ok(existsSync(fileURLToPath(new URL(`../${file}`, import.meta.url))));
  for (const [command, program] of Object.entries(PROGRAMS))
    assert.ok(scripts[command].endsWith(`&& node ${program}`), command);
});
