/** The machine and the checkout that a result comes from. */

import { readFileSync } from 'node:fs';
import { arch, cpus, release, type } from 'node:os';
import { fileURLToPath } from 'node:url';
import { execa } from 'execa';

/**
 * @returns {{ cpu: string, cpuFeatures: string[], cores: number, os: string, arch: string }}
 */
export function machine() {
  const processors = cpus();
  return {
    cpu: processors[0]?.model.trim() || 'unknown',
    cpuFeatures: cpuFeatures(),
    cores: Math.max(1, processors.length),
    os: `${type()} ${release()}`,
    arch: arch(),
  };
}

/**
 * Names of the CPU's features, sorted. Only Linux says them without a tool.
 *
 * @param {string} [path]
 * @returns {string[]}
 */
export function cpuFeatures(path = '/proc/cpuinfo') {
  try {
    const found = /^(?:flags|Features)\s*:\s*(.*)$/m.exec(readFileSync(path, 'utf8'));
    return found ? found[1].trim().split(/\s+/).sort() : [];
  } catch {
    return [];
  }
}

/** @returns {Promise<{ commit: string | null, dirty: boolean | null }>} nulls outside a git checkout */
export async function checkout() {
  const git = execa({ cwd: fileURLToPath(new URL('../../..', import.meta.url)) });
  try {
    const [head, status] = await Promise.all([git`git rev-parse HEAD`, git`git status --porcelain`]);
    return { commit: head.stdout, dirty: status.stdout !== '' };
  } catch {
    return { commit: null, dirty: null };
  }
}

/**
 * Keeps this process, and all that it starts from now on, on one CPU: every engine is then
 * measured on the same core, and none is moved between two.
 *
 * @param {number} cpu
 * @throws {Error} that says why, where the operating system does not
 */
export async function pin(cpu) {
  if (type() !== 'Linux') throw new Error(`${type()} has no taskset`);
  const { failed, shortMessage, stderr } = await execa(
    'taskset',
    ['--all-tasks', '--cpu-list', '--pid', String(cpu), String(process.pid)],
    { reject: false },
  );
  if (failed) throw new Error(stderr?.trim().split('\n')[0] || shortMessage);
}
