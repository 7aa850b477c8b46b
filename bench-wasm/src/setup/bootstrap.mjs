/**
 * What must be true before anything else can be imported: a Node that has what is needed, and the npm packages that
 * every command needs and those of the groups that are named as arguments. Runs on the oldest Node that has modules, so
 * that it can say "too old": built-ins only, and no syntax younger than ES2018.
 */

import { always, install } from './install.mjs';

/** The oldest releases that the packages of the locks run on. */
const NODES = 'Node 20.19, 22.13, 24 or later is needed';

/** @param {string} line @returns {never} */
function stop(line) {
  console.error(line);
  process.exit(1);
}

/** @param {string} version @returns {boolean} whether package.json's `engines` has it */
function isSupported(version) {
  const [major, minor] = version.split('.').map(Number);
  return (major === 20 && minor >= 19) || (major === 22 && minor >= 13) || major >= 24;
}

if (process.versions.bun)
  stop(NODES + ': this is Bun. The engine bun is measured by `npm run bench -- --engines bun`.');
if (!isSupported(process.versions.node))
  stop(NODES + ': this is Node ' + process.versions.node + '. Install one from https://nodejs.org');
if (typeof WebAssembly === 'undefined')
  stop('This Node runs without WebAssembly (--jitless, maybe in NODE_OPTIONS): there is nothing to measure.');

install(always().concat(process.argv.slice(2)), (line) => console.error(line)).catch((error) => stop(error.message));
