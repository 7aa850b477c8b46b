/** The machine and the checkout that a result comes from. */

import { spawnSync } from 'node:child_process';
import { readFileSync, realpathSync } from 'node:fs';
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
 * Where an operating system says what its processor has, and how it is read. Windows says it nowhere.
 *
 * @type {Partial<Record<NodeJS.Platform, { said: () => string, read: (said: string) => string[] }>>}
 */
const FEATURES = {
  linux: {
    said: () => readFileSync('/proc/cpuinfo', 'utf8'),
    read: (said) => /^(?:flags|Features)\s*:(.*)$/m.exec(said)?.[1].split(/\s+/) ?? [],
  },
  // Of Intel two lists, of Apple's own a line each with a 1 or a 0; of what a processor does not know, nothing.
  darwin: {
    said: () =>
      spawnSync('sysctl', ['machdep.cpu.features', 'machdep.cpu.leaf7_features', 'hw.optional.arm'], {
        encoding: 'utf8',
      }).stdout,
    read: (said) => [
      ...[...said.matchAll(/^machdep\.cpu\.\w+:(.*)$/gm)].flatMap(([, names]) => names.toLowerCase().split(/\s+/)),
      ...[...said.matchAll(/^hw\.optional\.arm\.(\w+): 1$/gm)].map(([, name]) => name.toLowerCase()),
    ],
  },
};

/**
 * Names of the processor's features, sorted; none where the operating system does not say them.
 *
 * @param {object} [machine] this one by default
 * @param {NodeJS.Platform} [machine.platform]
 * @param {() => string} [machine.said] what its operating system says
 * @returns {string[]}
 */
export function cpuFeatures({ platform = process.platform, said = FEATURES[platform]?.said } = {}) {
  try {
    const names = FEATURES[platform]?.read(said?.() ?? '') ?? [];
    return names.filter(Boolean).sort();
  } catch {
    return [];
  }
}

const NOT_MEASURED = ['bench-wasm/results', 'docs', 'README.md', 'patches/*/PULL_REQUEST.md'];

/**
 * What is measured is not made of the results that are stored in the checkout, nor of the pages that are made of them.
 *
 * @param {string} [root] of the checkout
 * @returns {Promise<{ commit: string | null, dirty: boolean | null }>} nulls outside a git checkout, also where the
 *   files of this project lie in another project's repository
 */
export async function checkout(root = fileURLToPath(new URL('../../..', import.meta.url))) {
  // A hook of git's names the repository that it is of.
  const env = Object.fromEntries(Object.entries(process.env).filter(([name]) => !name.startsWith('GIT_')));
  const git = execa({ cwd: root, env, extendEnv: false });
  try {
    const { stdout: top } = await git`git rev-parse --show-toplevel`;
    if (realpathSync(top) !== realpathSync(root)) return { commit: null, dirty: null };
    const [head, status] = await Promise.all([
      git`git rev-parse HEAD`,
      git`git status --porcelain -- . ${NOT_MEASURED.map((path) => `:(exclude)${path}`)}`,
    ]);
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
