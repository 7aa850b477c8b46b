/** What the patch to arkworks gains. */

import { gainsTables, measuredGains } from '../gains.mjs';
import { escaped, renderTable } from '../markdown.mjs';
import { STORE } from '../store.mjs';
import { commitOf } from '../tables.mjs';
import { dropinParts } from './answer.mjs';
import { COMMAND } from './origin.mjs';

/** @typedef {import('../store.mjs').Stored} Stored */

/** @param {Stored[]} stored */
export function gainsParts(stored) {
  const measured = measuredGains(stored);
  if (measured.length === 0) return ['Not measured yet: `npm --prefix bench-wasm run evidence` does.'];
  const runs = [...new Map(measured.map((one) => [one.folder, one])).values()].map(({ folder, result }) => {
    const { rounds } = result.plan;
    return `[${escaped(folder)}](../${STORE}/${folder}) (commit ${escaped(commitOf(result))}, ${rounds} rounds)`;
  });
  return [
    ...gainsTables(measured).flatMap((table) => [`**${table.caption}**, times as fast:`, renderTable(table)]),
    'A ratio is followed by its interval of 95 %; where the control of the run could have missed a difference of ' +
      '2 %, or saw one between a row and itself, it is called blind and is its interval alone. `chain`: dependent ' +
      'products; `stream`: independent ones; `sop2`: sums a·b + c·d. Every result was held against BigInt. Made from ' +
      `${runs.join(', ')} by ${COMMAND}.`,
    ...dropinParts(stored),
  ];
}
