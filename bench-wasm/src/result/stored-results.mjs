/** The stored results: a folder for each machine and commit, a file for each part of the evidence. */

import { existsSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { csvFormatRows } from 'd3-dsv';
import { ResultError } from './result.mjs';
import { readResult } from './result-file.mjs';

/** @import { Ladder } from '../measure/ladder.mjs' */
/** @import { Result } from './result.mjs' */

/** From the root of the checkout. */
export const STORE = 'bench-wasm/results';
/** From the root of the checkout: the counted figures have no machine and no commit, and a test counts them again. */
export const LADDER_FILE = `${STORE}/ladder.json`;
export const ENDING = '.json.gz';
/** DATE-CPU-COMMIT, such as 2026-11-22-intel-cascade-lake-0123abcd. */
const FOLDER = /^(\d{4}-\d{2}-\d{2})-([a-z0-9-]+)-([0-9a-f]{8})$/;

/**
 * @typedef {object} Stored
 * @property {string} source path from the root
 * @property {string} folder its name
 * @property {string} machine in words, from the folder's name
 * @property {string} part
 * @property {Result} result
 */

/** @param {string} root of the checkout @returns {Ladder} @throws {ResultError} when there is none */
export function readLadder(root) {
  try {
    return JSON.parse(readFileSync(join(root, LADDER_FILE), 'utf8'));
  } catch (error) {
    throw new ResultError(`${LADDER_FILE}: ${error instanceof Error ? error.message : error}`);
  }
}

/** @param {string} root of the checkout @returns {string[]} names of the folders of results */
const foldersIn = (root) => {
  const store = join(root, STORE);
  return existsSync(store) ? readdirSync(store).filter((name) => FOLDER.test(name)) : [];
};

/** @param {string} folder @returns {{ part: string, name: string, result: Result }[]} by name, by today's rules */
const resultsIn = (folder) =>
  readdirSync(folder)
    .filter((name) => name.endsWith(ENDING))
    .sort()
    .map((name) => ({
      ...{ name, part: name.slice(0, -ENDING.length), result: readResult(join(folder, name)) },
    }));

/** Of a run that ended a folder has at least this share of the parts that the one with the most has, and the last. */
const WHOLE = 0.75;
/** The last part, which most rows of the answer are made from: a run that was cut off lacks it. */
const LAST = 'engines';

/**
 * @param {string} root of the checkout
 * @returns {Stored[]} the newest folders first, and behind them those of machines on which no run ended, which fill
 *   gaps; their parts by name
 * @throws {import('./result.mjs').ResultError} when a file cannot be read
 */
export function storedResults(root) {
  const folders = foldersIn(root).map((folder) =>
    resultsIn(join(root, STORE, folder)).map(({ name, part, result }) => ({
      source: `${STORE}/${folder}/${name}`,
      machine: machineOf(folder),
      ...{ folder, part, result },
    })),
  );
  // Of evidence that stored no part yet there is an empty one.
  const stored = folders.filter(({ length }) => length > 0);
  const latest = (/** @type {Stored[]} */ parts) =>
    parts.map(({ result }) => result.createdAt).reduce((last, at) => (at > last ? at : last), '');
  const most = Math.max(0, ...stored.map(({ length }) => length));
  const isWhole = (/** @type {Stored[]} */ parts) =>
    parts.length >= WHOLE * most && parts.some(({ part }) => part === LAST);
  const whole = new Set(stored.filter(isWhole).map(([{ machine }]) => machine));
  const ended = (/** @type {Stored[]} */ [{ machine }]) => Number(whole.has(machine));
  return stored.sort((a, b) => ended(b) - ended(a) || (latest(a) < latest(b) ? 1 : -1)).flat();
}

/** @param {string} folder */
function machineOf(folder) {
  const [, , cpu] = /** @type {RegExpExecArray} */ (FOLDER.exec(folder));
  return cpu
    .split('-')
    .map((word) => (['amd', 'epyc'].includes(word) ? word.toUpperCase() : word[0].toUpperCase() + word.slice(1)))
    .join(' ');
}

/**
 * @param {string} root of the checkout
 * @param {{ cpu: string, commit: string, date: string }} of date: of today, if the folder is not there yet
 * @returns {string} path of the folder for results of this commit on this CPU
 */
export function folderFor(root, { cpu, commit, date }) {
  const end = `-${cpu}-${commit.slice(0, 8)}`;
  const [there] = foldersIn(root)
    .filter((name) => name.slice(10) === end)
    .sort();
  return join(root, STORE, there ?? `${date}${end}`);
}

/**
 * Writes what people read of a folder of results: a line for each row, without the samples.
 *
 * @param {string} folder
 */
export function writeSummary(folder) {
  const head = 'part,engine,model,kernel,unit,min,median,baseline,ratio,lo,hi,verdict'.split(',');
  const rows = resultsIn(folder).flatMap(({ part, result }) =>
    result.summary.map(({ engine, model, kernel, unit, min, median, speedup, verdict, error }) => [
      ...[part, engine, model, kernel, unit, short(min), short(median)],
      speedup?.baseline ?? '',
      short(speedup?.median ?? null),
      ...(speedup?.ci95?.map(short) ?? ['', '']),
      error === null ? (verdict ?? '') : 'no time',
    ]),
  );
  writeFileSync(join(folder, 'summary.csv'), `${csvFormatRows([head, ...rows])}\n`);
}

/** @param {number | null} value */
const short = (value) => (value === null ? '' : String(Number(value.toPrecision(4))));
