/** Sums and transforms: what of a fast product is left in them. */

import { batchesGist, largestOf, peerFailures, survivalTable, workersTable } from '../batches.mjs';
import { engineTable } from '../engine-table.mjs';
import { escaped, renderTable } from '../markdown.mjs';
import { COUNTED, sizeLines, sizedIn, sizesTable } from '../sizes.mjs';
import { originOf } from './origin.mjs';

/** @typedef {import('../result.mjs').Result} Result */
/** @typedef {import('../store.mjs').Stored} Stored */

/** The parts of the evidence. */
export const BATCH_PARTS = Object.freeze({
  sums: 'msm',
  elsewhere: 'msm-engines',
  transforms: 'ntt',
  sizes: 'sizes',
  workers: 'workers',
});
/** In docs/, the picture of each family. */
export const SIZE_PICTURES = Object.freeze(
  /** @type {const} */ ({ sizes: 'sizes-stream.svg', sums: 'sizes-msm.svg', transforms: 'sizes-ntt.svg' }),
);

/** @param {Stored[]} stored @param {keyof typeof BATCH_PARTS} what @returns {Stored | undefined} the newest */
export const batchRun = (stored, what) => stored.find(({ part }) => part === BATCH_PARTS[what]);

/**
 * @param {Stored[]} stored
 * @returns {{ sentence: string, run: Stored } | null} one sentence in markdown, of the engines that have timed both
 */
export function batchesAnswer(stored) {
  const runs = /** @type {const} */ (['sums', 'transforms']).flatMap((work) => {
    const run = batchRun(stored, work);
    const model = run && largestOf(run.result, work);
    return run && model ? [{ run, model }] : [];
  });
  const engines = runs
    .map(({ run }) => run.result.environment.engines.map(({ id }) => id))
    .reduce((both, ids) => both?.filter((id) => ids.includes(id)) ?? ids, /** @type {string[] | null} */ (null));
  const said = runs.flatMap(({ run, model }) => batchesGist(run.result, model, engines ?? []) ?? []);
  return said.length > 0
    ? { sentence: `**In batches, times as fast as arkworks**: ${said.join('; ')}`, run: runs[0].run }
    : null;
}

/** @param {Stored[]} stored */
export function batchesParts(stored) {
  const parts = [
    ...workParts(batchRun(stored, 'sums'), 'sums', 'A multi-scalar multiplication'),
    ...workParts(batchRun(stored, 'elsewhere'), 'sums', 'A multi-scalar multiplication, on other engines'),
    ...workParts(batchRun(stored, 'transforms'), 'transforms', 'A number-theoretic transform'),
    ...sizeParts(stored),
    ...workerParts(stored),
  ];
  return parts.length > 0
    ? parts
    : [`Not measured yet: \`npm --prefix bench-wasm run evidence -- --only ${Object.values(BATCH_PARTS).join(' ')}\`.`];
}

/** @param {Stored | undefined} run @param {'sums' | 'transforms'} work @param {string} words */
function workParts(run, work, words) {
  const model = run && largestOf(run.result, work);
  if (!run || !model) return [];
  const { result } = run;
  const gist = batchesGist(
    result,
    model,
    result.environment.engines.map(({ id }) => id),
  );
  const failures = peerFailures(result);
  return [
    `## ${words}`,
    ...(gist ? [`Times as fast as arkworks, ${gist}.`] : []),
    ...[survivalTable(result, model), engineTable(result, model)].flatMap((table) => [
      `**${escaped(table.caption)}**`,
      renderTable(table),
    ]),
    ...(failures.length > 0 ? [failures.map((failure) => `- no time: ${escaped(failure)}`).join('\n')] : []),
    originOf(run),
  ];
}

/** @param {Stored[]} stored */
function sizeParts(stored) {
  const run = batchRun(stored, 'sizes');
  if (!run) return [];
  const families = /** @type {const} */ (['sizes', 'sums', 'transforms']).filter(
    (family) => sizedIn(run.result, family).length > 0,
  );
  return [
    ...families.flatMap((family) => [
      `## By size, ns a ${COUNTED[family].each}`,
      ...(family === 'sizes'
        ? [
            sizeLines(run.result)
              .map((line) => `- ${line}`)
              .join('\n'),
          ]
        : []),
      `![ns a ${COUNTED[family].each}, by the number of ${COUNTED[family].of}; bars are intervals of 95 % of the ` +
        `median](${SIZE_PICTURES[family]})`,
      renderTable(sizesTable(run.result, family)),
    ]),
    originOf(run),
  ];
}

/** @param {Stored[]} stored */
function workerParts(stored) {
  const run = batchRun(stored, 'workers');
  const model = run && largestOf(run.result, 'sums');
  if (!run || !model) return [];
  const table = workersTable(run.result, model);
  return ['## In workers', `**${escaped(table.caption)}**`, renderTable(table), originOf(run)];
}
