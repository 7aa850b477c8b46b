/** Results as files. */

import { readFileSync, renameSync, writeFileSync } from 'node:fs';
import { parseResult, ResultError, validateResult } from './result.mjs';

/** @typedef {import('./result.mjs').Result} Result */

/**
 * Writes the whole file or nothing.
 *
 * @param {string} path
 * @param {Result} result
 */
export function writeResult(path, result) {
  validateResult(result);
  const unfinished = `${path}.unfinished`;
  writeFileSync(unfinished, `${JSON.stringify(result, null, 1)}\n`);
  renameSync(unfinished, path);
}

/**
 * Reads a result file, or the journal that a killed run left.
 *
 * @param {string} path
 * @returns {Result}
 * @throws {ResultError} that names the file and what is wrong with it
 */
export function readResult(path) {
  try {
    return parseResult(readFileSync(path, 'utf8'));
  } catch (error) {
    throw new ResultError(`${path}: ${error instanceof Error ? error.message : error}`, { cause: error });
  }
}
