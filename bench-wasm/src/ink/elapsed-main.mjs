/**
 * A thread that says on standard error how long a command has been busy: after two seconds, and every five after that.
 * It writes past the main thread, which has no time while a module runs.
 */

import { writeSync } from 'node:fs';
import { parentPort, workerData } from 'node:worker_threads';

const FIRST = 2000;
const NEXT = 5000;
const start = performance.now();

function say() {
  writeSync(2, `${workerData}: ${Math.round((performance.now() - start) / 1000)} s so far\n`);
  setTimeout(say, NEXT);
}
setTimeout(say, FIRST);
parentPort?.postMessage('ready');
