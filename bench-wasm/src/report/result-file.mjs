/** Results as files. */

import { readFileSync, renameSync, writeFileSync } from 'node:fs';
import { gunzipSync, gzipSync } from 'node:zlib';
import { parseResult, ResultError, validateResult } from './result.mjs';

/** @import { Result } from './result.mjs' */

/**
 * Writes the whole file or nothing; compressed, if its name ends in .gz.
 *
 * @param {string} path
 * @param {Result} result
 */
export function writeResult(path, result) {
  validateResult(result);
  const unfinished = `${path}.unfinished`;
  const text = `${JSON.stringify(result, null, 1)}\n`;
  writeFileSync(unfinished, path.endsWith('.gz') ? gzipSync(text, { level: 9 }) : text);
  renameSync(unfinished, path);
}

/**
 * Reads a result file, compressed or not, or the journal that a killed run left.
 *
 * @param {string} path
 * @returns {Result}
 * @throws {ResultError} that names the file and what is wrong with it
 */
export function readResult(path) {
  try {
    const bytes = readFileSync(path);
    return parseResult(String(path.endsWith('.gz') ? gunzipSync(bytes) : bytes));
  } catch (error) {
    throw new ResultError(`${path}: ${error instanceof Error ? error.message : error}`, { cause: error });
  }
}
