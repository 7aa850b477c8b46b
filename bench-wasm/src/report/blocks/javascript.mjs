/** WebAssembly against BigInt, on every engine that is stored. */

import { againstJavaScript, everyEngine, javaScriptLines, javaScriptTable } from '../javascript.mjs';
import { escaped, renderTable } from '../markdown.mjs';
import { ResultError } from '../result.mjs';
import { COMMAND } from './origin.mjs';

/** @typedef {import('./page.mjs').Page} Page */
/** @typedef {import('../store.mjs').Stored} Stored */

/** @param {Page} page @param {Stored[]} stored */
export function javaScriptParts({ path, part }, stored) {
  const found = everyEngine(stored, `${part}`);
  if (found.length === 0) throw new ResultError(`there is no result "${part}" with BigInt in it for ${path}`);
  const all = againstJavaScript(found);
  const links = found.map(({ source }) => `[${escaped(source)}](../${source})`);
  return [
    javaScriptLines(all)
      .map((line) => `- ${line}`)
      .join('\n'),
    renderTable(javaScriptTable(all)),
    'Times as fast as `(a * b) % p` on BigInt in the same engine, with the interval of 95 %; the last column is a ' +
      'call of the kernel that is named, operands in and product out, against dependent products of BigInt. Made ' +
      `from ${links.join(', ')} by ${COMMAND}.`,
  ];
}
