/** What wasm-opt is worth to a product. */

import { escaped, renderTable } from '../markdown.mjs';
import { wasmOptTable } from '../wasm-opt.mjs';
import { originOf } from './origin.mjs';

/** @typedef {import('./page.mjs').Page} Page */
/** @typedef {import('../store.mjs').Stored} Stored */

/** @param {Page} page @param {Stored[]} stored */
export function wasmOptParts({ part }, stored) {
  const found = stored.find((one) => one.part === part);
  if (!found) return [`Not measured yet: \`npm --prefix bench-wasm run evidence -- --only ${part}\` does.`];
  const table = wasmOptTable(found.result);
  return [`**${escaped(table.caption)}**`, renderTable(table), originOf(found)];
}
