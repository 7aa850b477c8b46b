/** Whether wasm multiplies faster than JavaScript's BigInt: on each engine of the newest runs on all engines. */

import { JS } from '../models/js.mjs';
import { isControl, ratio } from '../stats/index.mjs';
import { readAgain } from './again.mjs';
import { interval, times } from './reading.mjs';

/** @typedef {import('./result.mjs').Result} Result */
/** @typedef {import('./store.mjs').Stored} Stored */
/** @typedef {import('./tables.mjs').Table} Table */
/** @typedef {import('../stats/index.mjs').SummaryRow} SummaryRow */

/** Its two paths. */
const PATHS = ['multi3', 'simd'];
/** @type {Record<import('../stats/verdict.mjs').Verdict, string>} */
const WORDS = {
  faster: 'faster than BigInt',
  slower: 'slower than BigInt',
  equivalent: 'neither, as far as was shown,',
  undecided: 'neither, as far as was shown,',
};

/**
 * @typedef {object} OnEngine
 * @property {string} machine
 * @property {string} engine
 * @property {(SummaryRow | undefined)[]} paths independent products of each, against BigInt's
 * @property {{ kernel: string, versus: import('../stats/index.mjs').Ratio } | null} single the fastest kernel, called
 *   for one product with its operands, against BigInt's products, each of which needs the one before
 */

/**
 * @param {Stored[]} stored the newest first
 * @param {string} part on all engines
 * @returns {Stored[]} of each machine the newest
 */
export function everyEngine(stored, part) {
  const found = stored.filter((one) => one.part === part && one.result.plan.rows.some(({ kernel }) => kernel === JS));
  return found.filter(({ machine }, at) => found.findIndex((one) => one.machine === machine) === at);
}

/** @param {Stored[]} found @returns {OnEngine[]} */
export function againstJavaScript(found) {
  return found.flatMap(({ machine, result }) => {
    const { summary, samples, statistics } = readAgain(result, { baseline: JS });
    const engines = summary.filter(
      ({ kernel, model, median }) => kernel === JS && model === 'stream' && median !== null,
    );
    return engines.map(({ engine }) => {
      const rows = summary.filter((row) => row.engine === engine && row.median !== null);
      const [fastest] = rows
        .filter(({ model, kernel }) => model === 'call-io' && kernel !== JS && !isControl(kernel))
        .sort((a, b) => Number(a.median) - Number(b.median));
      const versus =
        fastest &&
        ratio(
          samples,
          { engine, kernel: fastest.kernel, model: 'call-io' },
          { engine, kernel: JS, model: 'chain' },
          statistics,
        );
      return {
        machine,
        engine,
        paths: PATHS.map((id) => rows.find(({ kernel, model }) => kernel === id && model === 'stream')),
        single: versus ? { kernel: fastest.kernel, versus } : null,
      };
    });
  });
}

/** @param {OnEngine[]} all @returns {string[]} what they say together, an engine on a machine being one case */
export function javaScriptLines(all) {
  /**
   * @param {string} what
   * @param {(one: OnEngine) => import('../stats/verdict.mjs').Verdict | null | undefined} verdictOf
   */
  const line = (what, verdictOf) => {
    const judged = all.flatMap((one) => {
      const verdict = verdictOf(one);
      return verdict ? [{ ...one, word: WORDS[verdict] }] : [];
    });
    const wordsOf = (/** @type {string} */ engine) =>
      new Set(judged.flatMap((one) => (one.engine === engine ? [one.word] : [])));
    const said = [...new Set(Object.values(WORDS))].flatMap((word) => {
      const some = judged.filter((one) => one.word === word);
      // The CPU is named where it makes a difference.
      const named = new Set(
        some.map(({ engine, machine }) => (wordsOf(engine).size > 1 ? `${engine} on ${machine}` : engine)),
      );
      if (some.length === 0) return [];
      const where = some.length < judged.length ? ` (${[...named].join(', ')})` : '';
      return [`${word} in ${some.length} of ${judged.length}${where}`];
    });
    return `${what}: ${said.join('; ')}.`;
  };
  return [
    ...PATHS.map((id, at) => line(`Independent products by \`${id}\``, ({ paths }) => paths[at]?.verdict)),
    line(
      'A call for a single product with its operands, by the kernel that is the fastest at it',
      ({ single }) => single?.versus.verdict,
    ),
  ];
}

/** @param {OnEngine[]} all @returns {Table} */
export const javaScriptTable = (all) => ({
  caption: 'Times as fast as BigInt',
  columns: [
    { label: 'engine' },
    { label: 'CPU' },
    ...PATHS.map((id) => ({ label: `${id}, independent products`, numeric: true })),
    { label: 'one product a call, with IO', numeric: true },
  ],
  rows: all.map(({ engine, machine, paths, single }) => ({
    cells: [
      { text: engine },
      { text: machine },
      ...paths.map((row) => ({ text: row?.speedup ? times(row.speedup) : '-' })),
      single?.versus.ci95 ? { text: interval(single.versus.ci95), detail: single.kernel } : { text: '-' },
    ],
  })),
});
