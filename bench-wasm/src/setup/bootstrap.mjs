/**
 * What must be true before anything else can be imported: a recent Node, and the npm
 * dependencies of this lock file. Runs on the oldest Node that has modules, so that it can say
 * "too old": built-ins only, and no syntax younger than ES2018.
 */

import { spawnSync } from 'child_process';
import { createHash } from 'crypto';
import { readFileSync, writeFileSync } from 'fs';
import { fileURLToPath } from 'url';

const OLDEST_NODE = 20;
const HOME = fileURLToPath(new URL('../..', import.meta.url));
const LOCK = HOME + 'package-lock.json';
/** Inside node_modules, which `npm ci` empties first: an interrupted install leaves no stamp. */
const STAMP = HOME + 'node_modules/.installed-from';

/** @param {string} line @returns {never} */
function stop(line) {
  console.error(line);
  process.exit(1);
}

/** @returns {string | null} */
function installedFrom() {
  try {
    return readFileSync(STAMP, 'utf8');
  } catch (_missing) {
    return null;
  }
}

if (parseInt(process.versions.node, 10) < OLDEST_NODE) {
  stop(
    'Node ' + process.versions.node + ' is too old: install Node ' + OLDEST_NODE + ' or later from https://nodejs.org',
  );
}

const lock = createHash('sha256').update(readFileSync(LOCK)).digest('hex');
if (installedFrom() !== lock) {
  console.error('npm dependencies: installing ...');
  // `npm run` names its own npm; it need not be the one on PATH.
  const npm = process.env.npm_execpath;
  const args = ['ci', '--no-audit', '--no-fund'];
  const options = { cwd: HOME, stdio: /** @type {const} */ ('inherit') };
  // On Windows the npm on PATH is a script, which needs a shell.
  const shell = process.platform === 'win32';
  const result = npm
    ? spawnSync(process.execPath, [npm].concat(args), options)
    : spawnSync('npm', args, Object.assign({ shell: shell }, options));
  if (result.status !== 0) {
    stop('npm dependencies: `npm ci` in ' + HOME + ' failed' + (result.error ? ' (' + result.error.message + ')' : ''));
  }
  writeFileSync(STAMP, lock);
}
