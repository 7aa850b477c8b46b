/** TypeScript's compiler on a program that a test writes. */

import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { execa } from 'execa';

const TSC = fileURLToPath(new URL('../packages/checks/node_modules/typescript/bin/tsc', import.meta.url));

/**
 * @param {string} file
 * @param {string[]} [options] beside those that all have
 * @returns {Promise<{ file: string, line: number, message: string }[]>} what it says against it; file: from that one's
 *   folder
 */
export async function complaintsOn(file, options = []) {
  const args = ['--strict', '--noEmit', '--types', '', '--pretty', 'false', '--ignoreConfig', ...options, file];
  const { stdout, exitCode } = await execa(process.execPath, [TSC, ...args], { cwd: dirname(file), reject: false });
  const found = [...stdout.matchAll(/^(.*?)\((\d+),\d+\): (error .*)$/gm)].map(([, name, line, message]) => ({
    file: name,
    line: Number(line),
    message,
  }));
  // A complaint of its options has no file.
  if ((exitCode === 0) !== (found.length === 0)) throw new Error(`tsc ended with ${exitCode}: ${stdout}`);
  return found;
}
