/** Results as files. */

import { readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
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
  try {
    writeFileSync(unfinished, path.endsWith('.gz') ? gzipSync(text, { level: 9 }) : text);
    renameSync(unfinished, path);
  } catch (error) {
    rmSync(unfinished, { force: true });
    throw error;
  }
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
    return parseResult(textOf(readFileSync(path)));
  } catch (error) {
    throw new ResultError(`${path}: ${error instanceof Error ? error.message : error}`, { cause: error });
  }
}

/** Of a file that is compressed: more than any result has, and little enough for the memory of a reader. */
const MOST_BYTES = 2 ** 28;

/**
 * Whatever the file is called: a browser that downloads `.json.gz` may have unpacked it, and an editor may have saved
 * it as UTF-16.
 *
 * @param {Uint8Array} file
 * @returns {string}
 */
function textOf(file) {
  const compressed = file[0] === 0x1f && file[1] === 0x8b;
  const bytes = compressed ? gunzipSync(file, { maxOutputLength: MOST_BYTES }) : file;
  // Its byte order mark is no part of the text.
  const mark = Buffer.from(bytes.subarray(0, 2)).toString('hex');
  const encoding = { fffe: 'utf-16le', feff: 'utf-16be' }[mark] ?? 'utf-8';
  return new TextDecoder(encoding).decode(bytes);
}
