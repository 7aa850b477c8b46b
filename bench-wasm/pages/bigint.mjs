/** Whether wasm multiplies faster than JavaScript's BigInt: on each engine of the newest runs on all engines. */

import { engineNameIn } from '../src/engines/names.mjs';
import { JS } from '../src/models/js.mjs';
import { escaped } from '../src/report/markdown.mjs';
import { kernelName } from '../src/report/names.mjs';
import { ResultError, resummarised } from '../src/result/result.mjs';
import { distinct, isControl, ratioIn } from '../src/stats/index.mjs';
import { byTime } from './engine-tables.mjs';
import { bullets, newestOfMachines } from './source.mjs';

/** @import { Verdict } from '../src/stats/index.mjs' */
/** @import { Stored } from '../src/result/stored-results.mjs' */

/** The part of the evidence. */
const EVERY_ENGINE = 'engines';
/** The two paths of the benchmark before this one. */
const PATHS = ['multi3', 'simd'];
/** @type {Record<Verdict, string>} */
const VERDICTS = {
  faster: 'faster than BigInt',
  slower: 'slower than BigInt',
  equivalent: 'neither is shown',
  undecided: 'neither is shown',
};

/** @typedef {ReturnType<typeof againstBigInt>[number]} OnEngine */

/**
 * @param {Stored} run
 * @returns of each engine independent products by both paths against BigInt's, and the kernel that is the fastest when
 *   called for one product with its operands, against BigInt's products, each of which needs the one before
 */
function againstBigInt({ machine, result }) {
  const against = resummarised(result, { baseline: JS });
  const timed = against.summary.filter(({ median }) => median !== null);
  return timed
    .filter(({ kernel, model }) => kernel === JS && model === 'stream')
    .map(({ engine }) => {
      const rows = timed.filter((row) => row.engine === engine);
      const [fastest] = byTime(rows).filter(
        ({ model, kernel }) => model === 'call-io' && kernel !== JS && !isControl(kernel),
      );
      const versus = fastest && ratioIn(against, fastest, { engine, kernel: JS, model: 'chain' });
      return {
        ...{ machine, engine: engineNameIn(result, engine) },
        paths: PATHS.map((id) => rows.find(({ kernel, model }) => kernel === id && model === 'stream')),
        single: versus,
      };
    });
}

/**
 * @param {OnEngine[]} all
 * @param {string} what
 * @param {(one: OnEngine) => Verdict | null | undefined} verdictOf
 * @returns {string} what they say together, an engine on a machine being one case
 */
function lineOf(all, what, verdictOf) {
  const judged = all.flatMap((one) => {
    const verdict = verdictOf(one);
    return verdict ? [{ ...one, said: VERDICTS[verdict] }] : [];
  });
  // Named is an engine whose verdict is the same on all CPUs.
  const differs = (/** @type {string} */ engine) =>
    distinct(judged.flatMap((one) => (one.engine === engine ? [one.said] : []))).length > 1;
  const parts = distinct(Object.values(VERDICTS)).flatMap((said) => {
    const some = judged.filter((one) => one.said === said);
    if (some.length === 0) return [];
    const named = distinct(some.flatMap(({ engine }) => (differs(engine) ? [] : [engine])));
    const where = some.length < judged.length && named.length > 0 ? ` (${named.join(', ')})` : '';
    return [`${said} in ${some.length} of ${judged.length}${where}`];
  });
  return `${what}: ${parts.join('; ')}.`;
}

/** @param {Stored[]} stored */
export function bigIntBlock(stored) {
  const found = newestOfMachines(
    stored.filter(({ part, result }) => part === EVERY_ENGINE && result.plan.rows.some(({ kernel }) => kernel === JS)),
  );
  if (found.length === 0) throw new ResultError(`there is no result "${EVERY_ENGINE}" with BigInt in it`);
  const all = found.flatMap(againstBigInt);
  return [
    bullets([
      ...PATHS.map((id, at) =>
        lineOf(all, `Independent products by ${kernelName(id)}`, ({ paths }) => paths[at]?.verdict),
      ),
      lineOf(
        all,
        'A call for a single product with its operands, by the kernel that is the fastest at it',
        ({ single }) => single?.verdict,
      ),
    ]),
    'An engine on a CPU is one case; named is an engine whose verdict is the same on all CPUs. Against ' +
      '`(a * b) % p` on BigInt in the same engine; a call, operands in and product out, against dependent products. ' +
      `Made from ${found.map(({ machine, source }) => `[${escaped(machine)}](../${source})`).join(', ')}.`,
  ];
}
