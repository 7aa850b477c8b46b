/** How quiet the machine was while something was measured. */

import { readFileSync } from 'node:fs';

/** Of all processors, in ticks: what they had, what they were busy for, and what this process and its children used. */
function ticks() {
  const numbers = (/** @type {string} */ text) => text.trim().split(/\s+/).map(Number);
  const [user, nice, system, idle, iowait, irq, softirq, steal] = numbers(
    readFileSync('/proc/stat', 'utf8').split('\n', 1)[0].slice('cpu'.length),
  );
  const busy = user + nice + system + irq + softirq + steal;
  // Behind the name, which may have spaces in it: the fields 14 to 17 of proc(5).
  const own = readFileSync('/proc/self/stat', 'utf8').split(') ').at(-1) ?? '';
  const [utime, stime, cutime, cstime] = numbers(own).slice(11, 15);
  return { all: busy + idle + iowait, busy, own: utime + stime + cutime + cstime };
}

/**
 * Looks at the processors from now on.
 *
 * @param {() => { all: number, busy: number, own: number }} [read]
 * @returns {() => number | null} share of the processors' time since then that others had: other processes, and other
 *   machines on the same processors. What a child used counts as own once the child has ended. Null where the operating
 *   system is not Linux.
 */
export function watchOthers(read = ticks) {
  if (process.platform !== 'linux') return () => null;
  const before = read();
  return () => {
    const now = read();
    const others = now.busy - before.busy - (now.own - before.own);
    return Math.max(0, others / Math.max(1, now.all - before.all));
  };
}
