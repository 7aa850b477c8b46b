/** The README’s answer, and the same of each machine by itself. */

import { againstShipped, answer, answerTable } from '../src/report/answer.mjs';
import { duels } from '../src/report/duels.mjs';
import { SHIPPED } from '../src/report/findings.mjs';
import { escaped, renderTable } from '../src/report/markdown.mjs';
import { CALLS, breakEvenGist, calledIn } from './calls.mjs';
import { LIMB, limbGist } from './limb-products.mjs';
import { msmAndNttGist } from './msm-and-ntt.mjs';
import { otherProjectsGist, otherProjectsRuns } from './other-projects.mjs';
import { PROOF, proofRatios } from './proof.mjs';
import { COMMAND, bullets, newest } from './source.mjs';

/** @import { Machine } from '../src/report/answer.mjs' */
/** @import { Stored } from './stored-results.mjs' */

/** What the README's answer is made from: every kernel, what arkworks computes with them, and every engine. */
const ANSWERING = /^(full-\d+|curve|simd128|engines)$/;

/** @param {Stored[]} stored */
export function answerBlock(stored) {
  const asked = askedIn(stored);
  const machines = asked.map(({ label }) => label).join(', ');
  return [
    `A range spans the intervals of 95 % of all CPUs that it was measured on, here ${escaped(machines)}; ` +
      'what was measured on one names it. [Each CPU by itself](docs/results.md#the-answer-of-each-cpu).',
    // What a product is worth to a program comes right behind the product.
    bullets(
      answer(asked)
        .map(({ lead, ranges }) => `${lead} ${ranges}`)
        .toSpliced(1, 0, ...wholeProofs(stored))
        .concat(answersElsewhere(stored)),
    ),
    '![Ratio and interval on each engine](docs/answer.svg)',
  ];
}

/** @param {Stored[]} stored @returns {string[]} the answer with the figures of each machine by themselves */
export function machinesBlock(stored) {
  const asked = askedIn(stored);
  return [
    answer(asked)
      .map(({ lead, figures }) =>
        [`- ${lead}`, ...figures.map(({ label, text }) => `  - ${label}: ${text}`)].join('\n'),
      )
      .join('\n'),
    `Machines: ${escaped(originsOf(asked))}. Made by ${COMMAND}.`,
  ];
}

/** @param {Stored[]} stored @returns {string[]} the drop-ins on every machine, as a table and what it is */
export function dropinTable(stored) {
  const asked = askedIn(stored);
  return [
    `**Kernels with arkworks' residues, as this crate has them, on Node 20**, ratio to \`${SHIPPED}\`:`,
    renderTable(answerTable(asked)),
    '`call-io`: a call from JavaScript with its operands; -: not measured. With 95 % all intervals of a machine in ' +
      `one column are right together. Machines: ${escaped(originsOf(asked))}.`,
  ];
}

/**
 * @param {Stored[]} stored
 * @returns {Machine[]} those of which there is what the answer is made from, the newest first, against what is shipped
 */
export function askedIn(stored) {
  const answering = stored.filter(({ part }) => ANSWERING.test(part));
  const labels = [...new Set(answering.map(({ machine }) => machine))];
  return againstShipped(
    labels.map((label) => ({
      label,
      // The long runs of every kernel first: of two results that have a row the first counts.
      results: answering
        .filter(({ machine }) => machine === label)
        .sort((a, b) => Number(b.part.startsWith('full')) - Number(a.part.startsWith('full')))
        .map(({ result }) => result),
    })),
  );
}

/** @param {Machine[]} asked @returns {string} each machine, and what its figures are of */
const originsOf = (asked) =>
  asked
    .map(({ label, results: [{ environment, createdAt, plan }] }) => {
      const commit = environment.commit?.slice(0, 8) ?? 'unknown';
      return `${label} (${createdAt.slice(0, 10)}, commit ${commit}, ${plan.rounds} rounds)`;
    })
    .join(', ');

/** @param {Stored} run @param {string} page @returns {string} */
const seen = ({ machine }, page) => `(${machine}; [docs/${page}.md](docs/${page}.md))`;

/** @param {Stored[]} stored @returns {string[]} what the patch is worth to a whole proof, where that was measured */
function wholeProofs(stored) {
  const whole = newest(stored, PROOF);
  const ratios = whole && proofRatios(whole.result);
  if (!ratios) return [];
  const { patched, batches } = ratios;
  const own = batches === '' ? '' : `; with this project’s MSM and NTT in place, too: ${batches}`;
  return [
    '**A whole Groth16 proof** by arkworks with this product, ratio to arkworks 0.6 as published ' +
      `${seen(whole, 'proof')}: ${patched}${own}.`,
  ];
}

/** @param {Stored[]} stored @returns {string[]} what other pages answer, a sentence each, where that was measured */
function answersElsewhere(stored) {
  const [others, ...inFields] = otherProjectsRuns(stored);
  const limbs = newest(stored, LIMB);
  const calls = newest(stored, CALLS);
  const batches = msmAndNttGist(stored);
  return [
    batches && `${batches.sentence} ${seen(batches.run, 'batches')}`,
    others &&
      otherProjectsGist(
        duels(others.result),
        inFields.map(({ field, result }) => ({ field: String(field), duels: duels(result) })),
      ) + ` ${seen(others, 'neighbours')}`,
    limbs && `${limbGist(limbs.result)} ${seen(limbs, 'why')}`,
    calls && `${breakEvenGist(calledIn(calls))} ${seen(calls, 'why')}`,
  ].flatMap((sentence) => (sentence ? [`${sentence}.`] : []));
}
