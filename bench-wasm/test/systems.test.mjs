/** What differs by operating system, on any of them. */

import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { fromNpm } from '../src/engines/npm.mjs';
import { placeOf } from '../src/engines/places.mjs';
import { checkout, cpuFeatures } from '../src/measure/environment.mjs';
import { ROOT } from '../src/setup/toolchain.mjs';

const WINDOWS = { ProgramFiles: 'C:\\Program Files', LOCALAPPDATA: 'C:\\Users\\me\\AppData\\Local' };

for (const [platform, id, there] of /** @type {[NodeJS.Platform, 'chromium' | 'firefox' | 'jsc', string][]} */ ([
  ['linux', 'chromium', '/usr/bin/chromium'],
  ['linux', 'chromium', '/usr/bin/google-chrome'],
  ['linux', 'firefox', '/usr/bin/firefox'],
  ['linux', 'jsc', '/usr/bin/jsc'],
  ['darwin', 'chromium', '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome'],
  ['darwin', 'firefox', '/Applications/Firefox.app/Contents/MacOS/firefox'],
  ['win32', 'chromium', 'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe'],
  ['win32', 'chromium', 'C:\\Users\\me\\AppData\\Local\\Chromium\\Application\\chrome.exe'],
  ['win32', 'firefox', 'C:\\Program Files\\Mozilla Firefox\\firefox.exe'],
]))
  test(`${id} is found on ${platform} at ${there}`, () =>
    assert.equal(placeOf(id, { platform, env: WINDOWS, exists: (path) => path === there }), there));

test('of several places the first is taken', () =>
  assert.equal(placeOf('chromium', { platform: 'linux', env: {}, exists: () => true }), '/usr/bin/chromium'));

test('what the variable names is taken, or nothing', () => {
  const env = { CHROMIUM_PATH: '/opt/mine' };
  assert.equal(placeOf('chromium', { platform: 'linux', env, exists: () => true }), '/opt/mine');
  assert.equal(placeOf('chromium', { platform: 'linux', env, exists: (path) => path !== '/opt/mine' }), null);
  assert.equal(placeOf('chromium', { platform: 'linux', env: { CHROMIUM_PATH: '' }, exists: () => true })?.[0], '/');
});

test('a system without a place for an engine has it only where it is named', () => {
  assert.equal(placeOf('jsc', { platform: 'win32', env: WINDOWS, exists: () => true }), null);
  assert.equal(placeOf('firefox', { platform: 'freebsd', env: {}, exists: () => true }), null);
  assert.equal(
    placeOf('jsc', { platform: 'win32', env: { JSC_PATH: 'D:\\jsc.exe' }, exists: () => true }),
    'D:\\jsc.exe',
  );
});

test("npm's engines say why Windows does not have them", () => {
  const { get, install, installed } = fromNpm('bun', { name: 'bun', version: '1.4.5' }, 'win32');
  assert.match(get, /^not on Windows: /);
  assert.deepEqual([install, installed], [undefined, null]);
});

test("the processor's features as each system says them", () => {
  /** @type {[NodeJS.Platform, string, string[]][]} */
  const systems = [
    ['linux', 'model name\t: Abacus\nflags\t\t: fpu  bmi2 adx\nbugs\t\t: none\n', ['adx', 'bmi2', 'fpu']],
    ['linux', 'processor\t: 0\nFeatures\t: fp asimd\n', ['asimd', 'fp']],
    ['darwin', 'machdep.cpu.features: FPU FMA\nmachdep.cpu.leaf7_features: BMI2 ADX\n', ['adx', 'bmi2', 'fma', 'fpu']],
    ['darwin', 'hw.optional.arm.FEAT_FP16: 1\nhw.optional.arm.FEAT_SME: 0\n', ['feat_fp16']],
    ['win32', 'anything', []],
  ];
  for (const [platform, said, names] of systems)
    assert.deepEqual(cpuFeatures({ platform, said: () => said }), names, platform);
  const fails = () => {
    throw new Error('ENOENT');
  };
  assert.deepEqual(cpuFeatures({ platform: 'linux', said: fails }), []);
});

test("a folder in another project's repository has no commit of its own, and git's hooks do not name one", async () => {
  const repository = mkdtempSync(join(tmpdir(), 'fqmul-checkout-'));
  try {
    const git = (/** @type {string[]} */ ...args) =>
      execFileSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@b.c', ...args], { cwd: repository, stdio: 'pipe' });
    git('init', '--quiet');
    git('commit', '--quiet', '--allow-empty', '--message', 'one');
    const head = String(git('rev-parse', 'HEAD')).trim();
    const inner = join(repository, 'vendored');
    mkdirSync(inner);
    process.env.GIT_DIR = join(ROOT, '.git');
    try {
      assert.deepEqual(await checkout(repository), { commit: head, dirty: false });
      assert.deepEqual(await checkout(inner), { commit: null, dirty: null });
    } finally {
      delete process.env.GIT_DIR;
    }
  } finally {
    rmSync(repository, { recursive: true });
  }
});
