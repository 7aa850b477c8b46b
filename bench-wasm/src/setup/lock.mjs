/**
 * One process at a time: a file that says whose it is. A process that finds another's waits and says so; that of a
 * process that has ended is taken away.
 *
 * As bootstrap.mjs: built-ins only, and no syntax younger than ES2018.
 */

import { mkdirSync, readFileSync, renameSync, unlinkSync, writeFileSync } from 'fs';
import { hostname } from 'os';
import { dirname } from 'path';

/** ms between two looks at the lock of another process. */
const PAUSE = 200;
/** Looks after which a lock without an owner is one that nobody will write into any more. */
const PATIENCE = 10;

/**
 * @param {string} file
 * @param {string} what is done under it, as a waiting process says it
 * @param {(line: string) => void} say
 * @returns {Promise<void>} when no other process has it
 */
export async function takeLock(file, what, say) {
  mkdirSync(dirname(file), { recursive: true });
  let said = false;
  for (let empty = 0; ;) {
    try {
      writeFileSync(file, ownerOf([process.pid]), { flag: 'wx' });
      return;
    } catch (error) {
      if (/** @type {NodeJS.ErrnoException} */ (error).code !== 'EEXIST') throw error;
    }
    const owner = textOf(file);
    if (owner === null) continue;
    // Between its making and its writing there is a moment.
    empty = owner === '' ? empty + 1 : 0;
    if (empty > PATIENCE || (owner !== '' && isGone(owner))) {
      takeAway(file, owner);
      continue;
    }
    if (owner !== '' && !said) {
      say(what + ': process ' + owner.split(' ')[1] + ' is at it; waiting for it. (Its lock: ' + file + ')');
      said = true;
    }
    await new Promise((resolve) => setTimeout(resolve, PAUSE));
  }
}

/** Whoever waits for this process waits for that child of it, too. @param {string} file @param {number} child */
export function shareLock(file, child) {
  writeFileSync(file, ownerOf([process.pid, child]));
}

/** Somebody may have removed it by hand. @param {string} file */
export function releaseLock(file) {
  try {
    unlinkSync(file);
  } catch (_gone) {
    // It is free.
  }
}

/** @param {number[]} pids @returns {string} what a lock says of who has it */
const ownerOf = (pids) => hostname() + ' ' + pids.join(' ');

/** @param {string} owner @returns {boolean} whether all of it were processes of this machine, and have ended */
function isGone(owner) {
  const [host, ...pids] = owner.split(' ');
  return host === hostname() && pids.every(hasEnded);
}

/** @param {string} pid @returns {boolean} */
function hasEnded(pid) {
  try {
    process.kill(Number(pid), 0);
    return false;
  } catch (error) {
    return /** @type {NodeJS.ErrnoException} */ (error).code === 'ESRCH';
  }
}

/** @param {string} file @param {string} owner gone */
function takeAway(file, owner) {
  const aside = file + '.' + process.pid;
  try {
    renameSync(file, aside);
  } catch (_gone) {
    return;
  }
  // Another process may have been quicker, and this be its lock: it gets it back.
  if (textOf(aside) === owner) unlinkSync(aside);
  else renameSync(aside, file);
}

/** @param {string} file @returns {string | null} null when it cannot be read */
function textOf(file) {
  try {
    return readFileSync(file, 'utf8');
  } catch (_missing) {
    return null;
  }
}

/**
 * Locks that this process has, and for how many of its own tasks.
 *
 * @type {Map<string, { tasks: number, taken: Promise<void> }>}
 */
const held = new Map();

/**
 * Does something under a lock. Tasks of one process share it.
 *
 * @template T
 * @param {string} file
 * @param {string} what
 * @param {(line: string) => void} say
 * @param {() => Promise<T>} task
 * @returns {Promise<T>}
 */
export async function withLock(file, what, say, task) {
  const lock = held.get(file) || { tasks: 0, taken: takeLock(file, what, say) };
  held.set(file, lock);
  lock.tasks++;
  try {
    await lock.taken;
    return await task();
  } finally {
    if (--lock.tasks === 0) {
      held.delete(file);
      releaseLock(file);
    }
  }
}
