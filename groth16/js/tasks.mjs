/** What a seat is asked for, in a worker or in place: the methods of an instance, and a witness. */

import { calculate } from './calculator.mjs';

/** @import { Instance } from './instance.mjs' */

/**
 * @param {Instance | null} instance a witness needs none
 * @param {string} method
 * @param {any[]} args
 */
export function perform(instance, method, args) {
  return method === 'calculate'
    ? calculate(/** @type {any} */ (args[0]), args[1])
    : /** @type {any} */ (instance)[method](...args);
}

/** @param {unknown} value @returns {ArrayBuffer[]} what is moved with it and not copied */
export const moved = (value) => (value instanceof Uint8Array ? [/** @type {ArrayBuffer} */ (value.buffer)] : []);
