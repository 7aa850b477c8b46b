/** The stored results: a folder for each machine and commit, a file for each part of the evidence. */

import { existsSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { csvFormatRows } from 'd3-dsv';
import { readResult } from './result-file.mjs';

/** From the root of the checkout. */
export const STORE = 'bench-wasm/results';
export const ENDING = '.json.gz';
/** DATE-CPU-COMMIT, such as 2026-11-22-intel-cascade-lake-0123abcd. */
const FOLDER = /^(\d{4}-\d{2}-\d{2})-([a-z0-9-]+)-([0-9a-f]{8})$/;

/**
 * @typedef {object} Stored
 * @property {string} source path from the root
 * @property {string} folder its name
 * @property {string} machine in words, from the folder's name
 * @property {string} part
 * @property {import('./result.mjs').Result} result
 */

/**
 * @param {string} root of the checkout
 * @returns {Stored[]} the newest folders first, their parts by name
 * @throws {import('./result.mjs').ResultError} when a file cannot be read
 */
export function storedResults(root) {
  const store = join(root, STORE);
  const folders = existsSync(store) ? readdirSync(store).filter((name) => FOLDER.test(name)) : [];
  const stored = folders.map((folder) =>
    readdirSync(join(store, folder))
      .filter((name) => name.endsWith(ENDING))
      .sort()
      .map((name) => ({
        source: `${STORE}/${folder}/${name}`,
        folder,
        machine: machineOf(folder),
        part: name.slice(0, -ENDING.length),
        result: readResult(join(store, folder, name)),
      })),
  );
  const latest = (/** @type {Stored[]} */ parts) =>
    parts.map(({ result }) => result.createdAt).reduce((last, at) => (at > last ? at : last), '');
  return stored.sort((a, b) => (latest(a) < latest(b) ? 1 : -1)).flat();
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
  const store = join(root, STORE);
  const end = `-${cpu}-${commit.slice(0, 8)}`;
  const there = existsSync(store)
    ? readdirSync(store).filter((name) => FOLDER.test(name) && name.slice(10) === end)
    : [];
  return join(store, there.sort()[0] ?? `${date}${end}`);
}

/**
 * Writes what people read of a folder of results: a line for each row, without the samples.
 *
 * @param {string} folder
 */
export function writeSummary(folder) {
  const head = [
    'part',
    'engine',
    'model',
    'kernel',
    'unit',
    'min',
    'median',
    'baseline',
    'ratio',
    'lo',
    'hi',
    'verdict',
  ];
  const rows = readdirSync(folder)
    .filter((name) => name.endsWith(ENDING))
    .sort()
    .flatMap((name) =>
      readResult(join(folder, name)).summary.map(
        ({ engine, model, kernel, unit, min, median, speedup, verdict, error }) => [
          ...[name.slice(0, -ENDING.length), engine, model, kernel, unit, short(min), short(median)],
          speedup?.baseline ?? '',
          speedup && !speedup.blind ? short(speedup.median) : '',
          ...(speedup?.ci95?.map(short) ?? ['', '']),
          error === null ? (verdict ?? '') : 'no time',
        ],
      ),
    );
  writeFileSync(join(folder, 'summary.csv'), `${csvFormatRows([head, ...rows])}\n`);
}

/** @param {number | null} value */
const short = (value) => (value === null ? '' : String(Number(value.toPrecision(4))));
