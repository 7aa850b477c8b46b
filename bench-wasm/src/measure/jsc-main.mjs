/**
 * A session in JavaScriptCore's shell: the question is the first line of stdin, events are printed
 * as lines of JSON. Bundled and started by engines/jsc.mjs.
 */

import './jsc-globals.mjs';
import { answer } from './answer.mjs';

/** @type {any} functions of the shell */
const { preciseTime, print, printErr, quit, readline } = globalThis;

/** @param {(variant: string, instance: number) => Promise<import('./tasks.mjs').LoadedModule>} loadModule */
export function main(loadModule) {
  const answered = answer(JSON.parse(readline()), {
    now: () => preciseTime() * 1e9,
    emit: (event) => print(JSON.stringify(event)),
    loadModule,
    breathe: () => new Promise((resolve) => setTimeout(resolve, 0)),
  });
  answered.catch((error) => {
    printErr(`${error}\n${error.stack}`);
    quit(1);
  });
}
