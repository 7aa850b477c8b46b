/** Where a figure of a page comes from: its file, its rows and how it is made of them. */

import { QUESTIONS } from '../src/report/answer.mjs';
import { distinct } from '../src/stats/index.mjs';
import { ResultError } from '../src/result/result.mjs';
import { whereOf } from './answer.mjs';
import { BLOCKS } from './blocks.mjs';

/** @import { Ladder } from '../src/measure/ladder.mjs' */
/** @import { Stored } from '../src/result/stored-results.mjs' */

const FORMULA = [
  'a ratio   2.5x (2.3-2.7): median over the rounds of (fastest batch of the baseline / fastest batch of the row), and',
  '          the order statistics around it that hold all of a table together with 95 % (src/stats/interval.mjs)',
  'a time    median over the samples of the row, in the unit of its model',
];

/** @param {(typeof BLOCKS)[number]} block @returns {string} such as docs/results.md#record */
const idOf = ({ path, block }) => `${path}#${block}`;

/**
 * @param {string} id of a row of the answer, or PAGE#BLOCK
 * @param {Stored[]} stored
 * @param {Ladder} ladder
 * @returns {string} made again from what is stored
 * @throws {ResultError} of another id
 */
export function where(id, stored, ladder) {
  const row = whereOf(stored, id);
  if (row.length > 0) return row.join('\n');
  const block = BLOCKS.find((one) => idOf(one) === id);
  if (!block) {
    const known = [...QUESTIONS.map((one) => one.id), ...BLOCKS.map(idOf)].join('\n  ');
    throw new ResultError(`there is no figure "${id}"; there are\n  ${known}`);
  }
  const text = block.make(stored, ladder).join('\n\n');
  const files = filesIn(text).map((file) => `file      ${file}`);
  return [...files, ...FORMULA, 'rows      by kernel, engine and model, in the tables:', '', text].join('\n');
}

/** @param {string} text in markdown @returns {string[]} the results that it links to */
export const filesIn = (text) => distinct(text.match(/bench-wasm\/results\/[\w./-]*\w/g) ?? []);
