/** What a kernel costs before its first product. */

import { escaped, renderTable } from '../markdown.mjs';
import { mergeResults } from '../merge.mjs';
import { startTable } from '../start.mjs';
import { commitOf, sizeOf } from '../tables.mjs';
import { COMMAND } from './origin.mjs';

/** @typedef {import('../store.mjs').Stored} Stored */

const START_PART = 'start';

/** @param {Stored[]} stored */
export function startParts(stored) {
  const found = stored.find(({ part }) => part === START_PART);
  if (!found) return ['Not measured yet: `npm --prefix bench-wasm run evidence -- --only start` does.'];
  const { result, machine, source } = found;
  const [series] = mergeResults([{ file: source, result }]).series;
  return [
    renderTable(startTable(result)),
    'The median and, with its interval of 95 %, how many times as long as `multi3` it takes. ' +
      `${escaped(machine)}, ${result.createdAt.slice(0, 10)}, commit ${escaped(commitOf(result))}, ` +
      `${escaped(sizeOf(series))}. Made from [${escaped(source)}](../${source}) by ${COMMAND}.`,
  ];
}
