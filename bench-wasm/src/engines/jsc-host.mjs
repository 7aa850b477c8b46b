/**
 * A session in JavaScriptCore's shell: the question is the first line of stdin, events are printed
 * as lines of JSON. Bundled and started by jsc.mjs.
 */

import './jsc-globals.mjs';
import { answer } from '../measure/answer.mjs';

let made = 0;

/**
 * The shell imports files only. No policy forbids code from strings there; the number keeps two of the same text apart.
 *
 * @type {import('../models/model.mjs').Compile}
 */
const compile = async (source) => new Function(`return ${source}; // ${made++}`)();

/** @type {any} functions of the shell */
const { preciseTime, print, printErr, quit, readline } = globalThis;

/** @param {(variant: string, instance: number) => Promise<import('../emit/interface.mjs').LoadedModule>} loadModule */
export function main(loadModule) {
  const answered = answer(JSON.parse(readline()), {
    now: () => preciseTime() * 1e9,
    emit: (event) => print(JSON.stringify(event)),
    loadModule,
    compile,
    breathe: () => new Promise((resolve) => setTimeout(resolve, 0)),
  });
  answered.catch((error) => {
    printErr(`${error}\n${error.stack}`);
    quit(1);
  });
}
