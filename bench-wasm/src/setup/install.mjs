/**
 * The npm packages of the harness. package.json here has the core, which every command needs; each folder of packages/
 * is a group that only some commands need, or, as wasm-opt, only some machines have, with a package.json, a lock and a
 * node_modules of its own. A group is installed by itself, so that nothing is taken from under a command that runs at
 * that moment; npm workspaces share one node_modules, which `npm ci` empties.
 *
 * As bootstrap.mjs: built-ins only, and no syntax younger than ES2018.
 */

import { spawn } from 'child_process';
import { createHash } from 'crypto';
import { readFileSync, readdirSync, writeFileSync } from 'fs';
import { basename, join } from 'path';
import { fileURLToPath } from 'url';
import { releaseLock, shareLock, takeLock } from './lock.mjs';

const HOME = fileURLToPath(new URL('../..', import.meta.url));
const PACKAGES = join(HOME, 'packages');
/** Beside what is installed, since `npm ci` empties node_modules. */
const LOCK = join(HOME, '.cache/install.lock');
/** In node_modules, which `npm ci` empties first: an interrupted install leaves no stamp. */
const STAMP = 'node_modules/.installed-from';
/** The group of bench-wasm/package.json itself. */
export const CORE = 'core';

/**
 * Whatever npm's configuration of this user says, everybody gets the same files. No script of a package is run: none
 * of these packages needs one. `include` goes before `omit` and NODE_ENV.
 */
const FLAGS = [
  ...['--include=prod', '--include=dev', '--include=optional', '--include=peer', '--ignore-scripts'],
  ...['--global=false', '--prefix=.', '--workspaces=false', '--package-lock=true', '--package-lock-only=false'],
  ...['--install-strategy=hoisted', '--legacy-peer-deps=false', '--bin-links=true', '--dry-run=false'],
  ...['--audit=false', '--fund=false', '--engine-strict=false', '--loglevel=error'],
];
/** Of NODE_OPTIONS, what a network may need; the rest is meant for another program than npm. */
const FOR_NETWORKS = /^--(use-(system|openssl|bundled)-ca|use-env-proxy|dns-result-order=.*|tls-.*)$/;
/** Yarn 1 hands its own registry on as npm's, whatever the user's is. */
const OF_YARN = 'https://registry.yarnpkg.com';

/** @returns {string[]} every group but the core that there is for this machine */
export const groups = () => readdirSync(PACKAGES).sort().filter(isForThis);

/**
 * What every command needs: the core, and wasm-opt compiled for this machine where npm has it, which takes a third of
 * the time of the core's and gives the same bytes (build.test.mjs).
 */
export const always = () => [CORE].concat(groups().filter((group) => group === 'wasm-opt'));

/** @param {string} group @returns {boolean} by `os` and `cpu` of its package.json, as npm reads them of a package */
function isForThis(group) {
  const { os, cpu } = JSON.parse(readFileSync(join(PACKAGES, group, 'package.json'), 'utf8'));
  return (!os || os.includes(process.platform)) && (!cpu || cpu.includes(process.arch));
}

/** @param {string} group @returns {string} its folder */
export const folderOf = (group) => (group === CORE ? HOME : join(PACKAGES, group));

/** @param {string} group @returns {boolean} whether what is there was made from this lock, for this platform */
export const isInstalled = (group) => textOf(join(folderOf(group), STAMP)) === wantedStamp(folderOf(group));

/**
 * Installs what is not there yet. One process at a time does so in a checkout; the others wait.
 *
 * @param {string[]} wanted groups
 * @param {(line: string) => void} say
 * @returns {Promise<void>}
 * @throws {Error} when npm is missing or fails; its message is all that a user needs
 */
export async function install(wanted, say) {
  for (const group of wanted) {
    if (isInstalled(group)) continue;
    await takeLock(LOCK, 'npm packages', say);
    try {
      // Another process may have installed it meanwhile.
      if (!isInstalled(group)) await installNow(group, say);
    } finally {
      releaseLock(LOCK);
    }
  }
}

/** @param {string} group @param {(line: string) => void} say */
async function installNow(group, say) {
  const folder = folderOf(group);
  const of = group === CORE ? 'npm packages' : 'npm packages of ' + group;
  say(of + ': installing ...');
  const npm = npmOf(process.env);
  const child = spawn(npm.file, npm.args.concat('ci', FLAGS), {
    cwd: folder,
    env: environmentOf(process.env),
    // stdout is the command's own: a result may go there.
    stdio: ['ignore', 2, 2],
    // On Windows the npm on PATH is a script, which needs a shell.
    shell: npm.file === 'npm' && process.platform === 'win32',
  });
  // Whoever waits for this process waits for its npm, too, which takes a moment to end.
  if (child.pid) shareLock(LOCK, child.pid);
  /** @type {string} */
  const problem = await new Promise((resolve) => {
    child.on('error', (/** @type {NodeJS.ErrnoException} */ error) =>
      resolve(
        error.code === 'ENOENT'
          ? 'npm was not found on PATH: install the npm that comes with Node, https://nodejs.org'
          : of + ': npm does not start: ' + error.message,
      ),
    );
    child.on('exit', (code) => resolve(code === 0 ? '' : of + ': `npm ci` in ' + folder + ' failed'));
  });
  if (problem) throw new Error(problem);
  writeFileSync(join(folder, STAMP), wantedStamp(folder));
}

/**
 * `npm run` names its own npm, which need not be the one on PATH. pnpm, yarn and bun name themselves in the same
 * variable, and read no package-lock.json.
 *
 * @param {NodeJS.ProcessEnv} env
 * @returns {{ file: string, args: string[] }}
 */
function npmOf(env) {
  const runner = env.npm_execpath || '';
  return basename(runner) === 'npm-cli.js' ? { file: process.execPath, args: [runner] } : { file: 'npm', args: [] };
}

/** @param {NodeJS.ProcessEnv} env @returns {NodeJS.ProcessEnv} of npm */
function environmentOf(env) {
  const own = Object.assign({}, env);
  const options = (own.NODE_OPTIONS || '').split(/\s+/).filter((option) => FOR_NETWORKS.test(option));
  own.NODE_OPTIONS = options.join(' ');
  if (own.npm_config_registry === OF_YARN) delete own.npm_config_registry;
  return own;
}

/** @param {string} folder @returns {string} what is installed there, when it is whole */
function wantedStamp(folder) {
  const lock = createHash('sha256')
    .update(readFileSync(join(folder, 'package-lock.json')))
    .digest('hex');
  return JSON.stringify({ lock: lock, platform: process.platform, arch: process.arch, libc: libc(), flags: FLAGS });
}

/** @type {string | undefined} */
let libcOfThis;

/** @returns {string} packages with native code have one build for glibc, and one for musl */
function libc() {
  if (libcOfThis === undefined) {
    /** @type {any} */
    const report = process.platform === 'linux' && process.report ? process.report : null;
    if (report) report.excludeNetwork = true;
    libcOfThis = !report ? '' : report.getReport().header.glibcVersionRuntime ? 'glibc' : 'musl';
  }
  return libcOfThis;
}

/** @param {string} file @returns {string | null} null when it cannot be read */
function textOf(file) {
  try {
    return readFileSync(file, 'utf8');
  } catch (_missing) {
    return null;
  }
}
