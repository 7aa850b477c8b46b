/** How quiet the machine was while something was measured. */

import { readFileSync, readdirSync } from 'node:fs';

/**
 * @typedef {object} Process
 * @property {number} parent
 * @property {number} ticks of processors that it had
 * @property {string} life two processes of one number begin at different times
 */

/**
 * @typedef {object} Look
 * @property {number} all ticks that all processors had
 * @property {number} steal of them, what other machines on the same processors had
 * @property {Map<number, Process>} processes by their numbers
 */

/** A process that lives for less may be missed. */
const EVERY_MS = 2000;

/** @returns {Look} */
function look() {
  const numbers = (/** @type {string} */ text) => text.trim().split(/\s+/).map(Number);
  const cpu = numbers(readFileSync('/proc/stat', 'utf8').split('\n', 1)[0].slice('cpu'.length)).slice(0, 8);
  /** @type {Map<number, Process>} */
  const processes = new Map();
  for (const pid of readdirSync('/proc').map(Number).filter(Boolean)) {
    try {
      // Behind the name, which may have spaces in it, come the fields from 3 on of proc(5).
      const fields = (readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1) ?? '').split(' ');
      processes.set(pid, {
        parent: Number(fields[1]),
        ticks: Number(fields[11]) + Number(fields[12]),
        life: fields[19],
      });
    } catch {
      // It has ended.
    }
  }
  return { all: cpu.reduce((sum, ticks) => sum + ticks, 0), steal: cpu[7], processes };
}

/**
 * @param {Map<number, Process>} processes
 * @param {number} pid
 * @returns {boolean} whether it is this one, or comes from it
 */
function isOwn(processes, pid) {
  for (let at = pid; at > 1; at = processes.get(at)?.parent ?? 0) if (at === process.pid) return true;
  return false;
}

/**
 * Looks at the processors from now on.
 *
 * @param {() => Look} [read]
 * @returns {() => number | null} ends it, and gives the share of the processors' time since then that others had: other
 *   processes, and other machines on the same processors. Null where the operating system is not Linux
 */
export function watchOthers(read = look) {
  if (process.platform !== 'linux') return () => null;
  const before = read();
  const lives = new Map([...before.processes].map(([pid, { life, ticks }]) => [`${pid} ${life}`, ticks]));
  // Of a browser's processes some come from nobody at last: what was once own stays so.
  const own = new Set();
  let others = 0;
  const count = () => {
    const now = read();
    for (const [pid, { life, ticks }] of now.processes) {
      const id = `${pid} ${life}`;
      if (isOwn(now.processes, pid)) own.add(id);
      if (!own.has(id)) others += ticks - (lives.get(id) ?? 0);
      lives.set(id, ticks);
    }
    return now;
  };
  const timer = setInterval(count, EVERY_MS).unref();
  return () => {
    clearInterval(timer);
    const now = count();
    return Math.min(1, (others + now.steal - before.steal) / Math.max(1, now.all - before.all));
  };
}
