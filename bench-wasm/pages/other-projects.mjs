/** The products of other projects beside this one’s. */

import { duelTable, duels, isNative, isTheirs, nativeLines, wasmLines } from '../src/report/duels.mjs';
import { escaped, renderTable } from '../src/report/markdown.mjs';
import { failuresIn } from './engine-tables.mjs';
import { bullets, newest, notMeasured, originOf } from './source.mjs';

/** @import { Duel } from '../src/report/duels.mjs' */
/** @import { Result } from '../src/report/result.mjs' */
/** @import { Stored } from './stored-results.mjs' */

/** The part of the evidence; those in other fields go on with the name of the field. */
const PART = 'neighbours';

/**
 * @param {Stored[]} stored
 * @returns {(Stored & { field: string | null })[]} the run of the product, where there is one, and those of the same
 *   machine and commit in other fields, which they name
 */
export function otherProjectsRuns(stored) {
  const product = newest(stored, PART);
  const others = stored.filter(({ folder, part }) => folder === product?.folder && part.startsWith(`${PART}-`));
  return product
    ? [{ ...product, field: null }, ...others.map((one) => ({ ...one, field: one.part.slice(PART.length + 1) }))]
    : [];
}

/**
 * @param {Duel[]} duels
 * @param {{ field: string, duels: Duel[] }[]} [fields] in which others have a product, too
 * @returns {string} one sentence in markdown: a loss first
 */
export function otherProjectsGist(duels, fields = []) {
  const [all, natively] = [duels.filter((duel) => !isNative(duel)), duels.filter(isNative)];
  const [won, lost] = /** @type {const} */ (['faster', 'slower']).map((verdict) => withVerdict(all, verdict).length);
  return (
    `**Against other projects' products**: ${lost > 0 ? `slower in ${lost}, ` : ''}the best here is shown to be ` +
    `faster than the best other that can be installed in ${won} of ${all.length} comparisons` +
    (lost > 0 ? '' : ', and slower in none') +
    (natively.length > 0
      ? '; natively, where others have assembly, slower in ' +
        `${withVerdict(natively, 'slower').length} of ${natively.length}`
      : '') +
    fields.map(inField).join('')
  );
}

/** @param {Duel[]} duels @param {'faster' | 'slower'} verdict */
const withVerdict = (duels, verdict) => duels.filter(({ ratio }) => ratio.verdict === verdict);

/** @param {{ field: string, duels: Duel[] }} of whose comparisons are of another field than the sentence */
function inField({ field, duels }) {
  const all = duels.filter((duel) => !isNative(duel));
  if (all.length === 0) return '';
  const lost = withVerdict(all, 'slower');
  const winners = [...new Set(lost.map(({ other }) => `\`${other.kernel}\``))].join(', ');
  return (
    `; in the field ${field}, faster in ${withVerdict(all, 'faster').length} of ${all.length}, and ` +
    (lost.length > 0 ? `slower than ${winners} in ${lost.length}` : 'slower in none')
  );
}

/** @param {Result} result @returns {string[]} why a product of others has no time */
export function failuresOfOthers(result) {
  const theirs = result.kernels.filter(isTheirs).map(({ id }) => id);
  return failuresIn(result, (kernel) => theirs.includes(kernel));
}

/** @param {Stored[]} stored */
export function otherProjectsBlock(stored) {
  const runs = otherProjectsRuns(stored);
  if (runs.length === 0) return notMeasured(PART);
  return runs.flatMap((run) => {
    const all = duels(run.result);
    const failures = failuresOfOthers(run.result);
    return [
      ...(run.field === null ? [] : [`### In the field ${run.field}`]),
      bullets([...nativeLines(run.result, all), ...wasmLines(all)]),
      ...(all.length > 0 ? [renderTable(duelTable(all))] : []),
      originOf(run, 'The interval is as wide as if every row of one side were compared with every row of the other.'),
      ...(failures.length > 0 ? [bullets(failures.map((failure) => `no time: ${escaped(failure)}`))] : []),
    ];
  });
}
