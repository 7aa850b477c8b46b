/** Where a result goes: what cannot take one is refused before anything is built, and nothing else loses one. */

import assert from 'node:assert/strict';
import {
  closeSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readFileSync,
  readdirSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { execa } from 'execa';
import { interruptible } from '../src/command/interrupt.mjs';
import { UsageError, resultPath, textWidth } from '../src/command/options.mjs';
import { readResult } from '../src/result/result-file.mjs';

const FAKE = fileURLToPath(new URL('./fake-bench.mjs', import.meta.url));
const MODEL = ['--cases', '300', '--models', 'stream', '--seed', '7'];
const SHORT = [...MODEL, '--rounds', '1', '--trials', '1'];
const SEVERAL = [...MODEL, '--rounds', '3', '--trials', '3'];
const folder = mkdtempSync(join(tmpdir(), 'fqmul-output-'));
after(() => rmSync(folder, { recursive: true }));

/** @param {string[]} words @param {import('execa').Options} [options] */
const start = ([program, ...args], options = {}) =>
  execa(program, args, {
    cwd: folder,
    env: { npm_lifecycle_event: '', NODE: process.execPath, FAKE },
    reject: false,
    ...options,
  });

/** @param {string[]} args */
const bench = (...args) => [process.execPath, FAKE, ...SHORT, ...args];
/** @param {string} line of a shell, in which "$@" is the bench */
const inShell = (/** @type {string} */ line, /** @type {string[]} */ ...args) =>
  start(['sh', '-c', line, 'sh', ...bench(...args)]);

test('what takes no result is refused by a sentence', () => {
  writeFileSync(join(folder, 'plain'), '');
  for (const [path, reason] of /** @type {[string, RegExp][]} */ ([
    ['-', /: tables go to standard output, so a file is needed$/],
    ['/dev/null', /: it is not a file$/],
    ['/dev/full', /: it is not a file$/],
    [folder, /: it is a folder$/],
    [join(folder, 'plain/x.json'), /: E\w+/],
    // There is no making a folder in /proc.
    [existsSync('/proc/self') ? '/proc/none/x.json' : join(folder, 'plain/y/x.json'), /: E\w+/],
    [join(folder, `${'x'.repeat(245)}.json`), /: ENAMETOOLONG/],
  ]))
    assert.throws(
      () => resultPath(path, ''),
      (error) => {
        assert.ok(error instanceof UsageError);
        assert.ok(error.message.startsWith(`--json ${path}: cannot be written: `), error.message);
        assert.match(error.message, reason);
        return true;
      },
    );
});

for (const name of ['index', 'compare', 'proof', 'upstream'])
  test(`${name}.mjs refuses it before any set-up`, async () => {
    const program = fileURLToPath(new URL(`../${name}.mjs`, import.meta.url));
    const { exitCode, stdout, stderr } = await start([process.execPath, program, '--json', '/dev/null'], {
      env: { PATH: '', HOME: folder, npm_lifecycle_event: '' },
    });
    assert.equal(stderr, 'error: --json /dev/null: cannot be written: it is not a file');
    assert.equal(exitCode, 2);
    assert.equal(stdout, '');
  });

test('a device stays a device, and a link leads where it led', () => {
  for (const path of ['/dev/null', '/dev/zero']) {
    assert.throws(() => resultPath(path, ''), /it is not a file/);
    assert.ok(statSync(path).isCharacterDevice(), path);
  }
  const target = join(folder, 'target.json');
  writeFileSync(target, 'before');
  symlinkSync(target, join(folder, 'link.json'));
  assert.equal(resultPath(join(folder, 'link.json'), ''), target);
  assert.equal(readFileSync(target, 'utf8'), 'before', 'nothing is written yet');
  assert.deepEqual(
    readdirSync(folder).filter((name) => /checked/.test(name)),
    [],
  );
});

test('the file that the tables go to is refused: a result would take its place', async () => {
  const out = openSync(join(folder, 'tables'), 'w');
  for (const path of ['tables', '/proc/self/fd/1']) {
    const { exitCode, stderr } = await start(bench('--json', path), { stdout: /** @type {any} */ (out) });
    assert.equal(exitCode, 2, path);
    assert.match(String(stderr), /what is printed goes there/, path);
  }
  closeSync(out);
});

test('a disk without room is refused before the run', async () => {
  // A limit on the size of files fails as a full disk does: with an error of the system in the middle of a write.
  const limited = (/** @type {number} */ blocks) => `trap '' XFSZ; ulimit -f ${blocks}; exec "$@"`;
  const refused = await inShell(limited(8), '--json', 'limited.json');
  assert.equal(refused.exitCode, 2, String(refused.stderr));
  assert.match(String(refused.stderr), /^error: --json limited\.json: cannot be written: EFBIG/);
  assert.deepEqual(
    readdirSync(folder).filter((name) => name.startsWith('limited')),
    [],
  );
});

test('a result that cannot be stored at last: the tables, a sentence, exit 1', async () => {
  mkdirSync(join(folder, 'gone'));
  const child = start(bench('--json', 'gone/out.json'));
  while (!existsSync(join(folder, 'gone/out.json.partial.jsonl'))) {
    assert.equal(child.exitCode, null, 'it ended before it began');
    await sleep(20);
  }
  // In its place now: the last step fails, as on a disk that has become full.
  mkdirSync(join(folder, 'gone/out.json'));
  const { exitCode, stdout, stderr } = await child;
  assert.equal(exitCode, 1, String(stderr));
  assert.match(String(stdout), /^In-wasm batches, stream/m);
  assert.match(String(stderr), /^The result is not stored: E\w+: .*\.partial\.jsonl has what could be written/m);
  assert.doesNotMatch(String(stderr), /^ +at /m);
  assert.equal(readResult(join(folder, 'gone/out.json.partial.jsonl')).samples.length, 5);
  assert.deepEqual(readdirSync(join(folder, 'gone')).sort(), ['out.json', 'out.json.partial.jsonl']);
});

for (const [name, line] of Object.entries({
  'head reads one line of both': `{ "$@" 2>&1; echo $? > code; } | head -n 1`,
  'nobody reads the tables': `{ "$@"; echo $? > code; } | true`,
  'nobody reads at all': `{ "$@" 2>&1; echo $? > code; } | true`,
  'the disk of the tables is full': `"$@" > /dev/full; echo $? > code`,
  'both are closed': `"$@" >&- 2>&-; echo $? > code`,
}))
  test(`${name}: the run goes on and the result is stored`, async () => {
    rmSync(join(folder, 'piped.json'), { force: true });
    const { stderr } = await inShell(line, '--json', 'piped.json');
    assert.equal(readFileSync(join(folder, 'code'), 'utf8').trim(), '0', String(stderr));
    const result = readResult(join(folder, 'piped.json'));
    assert.equal(result.partial, false);
    assert.equal(result.samples.length, 5);
    assert.doesNotMatch(String(stderr), /EPIPE|^ +at /m);
  });

const DOUBLE = '(module (func (export "double") (result i32) (i32.add (i32.const 4) (i32.const 4))))';
for (const [command, args] of Object.entries({
  report: ['run.json'],
  ink: ['double.wat', '--call', 'double', '--json'],
  fuzz: ['--engine', 'emitted', '--kernel', 'add29-emitted', '--products', '500'],
}))
  test(`${command}, which stores nothing, fails where a full disk takes no table, not where nobody reads`, async () => {
    const program = fileURLToPath(new URL(`../${command}.mjs`, import.meta.url));
    await start(bench('--json', 'run.json'));
    writeFileSync(join(folder, 'double.wat'), DOUBLE);
    const typed = (/** @type {string} */ line) => start(['sh', '-c', line, 'sh', process.execPath, program, ...args]);
    const full = await typed('"$@" > /dev/full; echo $? > code');
    assert.equal(readFileSync(join(folder, 'code'), 'utf8').trim(), '1', String(full.stderr));
    assert.match(String(full.stderr), /^error: standard output: ENOSPC: [^\n]*$/m);
    assert.doesNotMatch(String(full.stderr), /^ +at /m);
    const unread = await typed('{ "$@"; echo $? > code; } | true');
    assert.equal(readFileSync(join(folder, 'code'), 'utf8').trim(), '0', String(unread.stderr));
    assert.doesNotMatch(String(unread.stderr), /^error/m);
  });

test('a terminal that says 0 columns has 100, and a wide one 120', () => {
  for (const [columns, width] of /** @type {[number | undefined, number][]} */ ([
    [0, 100],
    [undefined, 100],
    [80, 80],
    [300, 120],
  ]))
    assert.equal(textWidth({ columns }), width);
});

test('one press may come twice, and a later one is another', () => {
  let time = 0;
  let ended = 0;
  const before = process.listenerCount('SIGINT');
  const { signal, release } = interruptible(() => void ended++, { now: () => time });
  assert.equal(signal.aborted, false);
  process.emit('SIGINT');
  assert.equal(signal.aborted, true);
  time = 900;
  process.emit('SIGINT');
  process.emit('SIGTERM');
  assert.equal(ended, 0);
  time = 1100;
  process.emit('SIGINT');
  assert.equal(ended, 1);
  release();
  assert.equal(process.listenerCount('SIGINT'), before);
});

/**
 * A run whose session hangs after its first round, and is not ended by being told to.
 *
 * @param {string} name
 */
async function stubborn(name) {
  const flag = join(folder, `${name}.flag`);
  const journal = join(folder, `${name}.json.partial.jsonl`);
  const child = start([process.execPath, FAKE, ...SEVERAL, '--json', `${name}.json`], {
    env: { npm_lifecycle_event: '', FAKE_MISBEHAVIOUR: 'stubborn', FAKE_FLAG: flag },
    detached: true,
  });
  while (!existsSync(journal) || !readFileSync(journal, 'utf8').includes('"state":"end"')) {
    assert.equal(child.exitCode, null, 'it ended before its first round did');
    await sleep(20);
  }
  writeFileSync(flag, '');
  while (!existsSync(`${flag}.hangs`)) {
    assert.equal(child.exitCode, null, 'it ended before it hung');
    await sleep(20);
  }
  return { child, journal };
}

test('Ctrl-C that arrives twice, from the terminal and from npm: the partial result is stored', async () => {
  const { child, journal } = await stubborn('twice');
  process.kill(-Number(child.pid), 'SIGINT');
  await sleep(100);
  process.kill(Number(child.pid), 'SIGINT');
  const { exitCode, stdout } = await child;
  assert.equal(exitCode, 130);
  assert.match(String(stdout), /PARTIAL/);
  assert.ok(readResult(join(folder, 'twice.json')).samples.length >= 5);
  assert.ok(!existsSync(journal));
});

test('a second Ctrl-C ends at once, and says where the samples are', async () => {
  const { child, journal } = await stubborn('again');
  process.kill(-Number(child.pid), 'SIGINT');
  await sleep(1500);
  process.kill(-Number(child.pid), 'SIGINT');
  const { exitCode, stderr } = await child;
  assert.equal(exitCode, 130);
  assert.match(String(stderr), /What was measured is in .*again\.json\.partial\.jsonl/);
  assert.ok(!existsSync(join(folder, 'again.json')));
  assert.ok(readResult(journal).samples.length >= 5);
});
