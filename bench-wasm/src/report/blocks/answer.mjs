/** The README’s answer. */

import { againstShipped, answer, answerTable } from '../answer.mjs';
import { readAgain } from '../again.mjs';
import { breakEvenGist } from '../break-even.mjs';
import { limbGist } from '../limb-answer.mjs';
import { escaped, renderTable } from '../markdown.mjs';
import { duels, neighbourGist } from '../neighbours.mjs';
import { proofRatios } from '../proof-answer.mjs';
import { SHIPPED } from '../reading.mjs';
import { batchesAnswer } from './batches.mjs';
import { CALLS, calledIn } from './calls.mjs';
import { LIMB } from './limb.mjs';
import { neighbourRuns } from './neighbours.mjs';
import { COMMAND } from './origin.mjs';
import { PROOF_PART } from './proof.mjs';

/** @typedef {import('../store.mjs').Stored} Stored */

/** What the README's answer is made from: every kernel, what arkworks computes with them, and every engine. */
const ANSWERING = /^(full-\d+|curve|simd128|engines)$/;

/** @param {Stored[]} stored */
export function answerParts(stored) {
  const asked = againstShipped(machinesOf(stored));
  const machines = asked.map(({ label }) => label).join(', ');
  return [
    `A range spans the intervals of 95 % of all CPUs that it was measured on, here ${escaped(machines)}; ` +
      'what was measured on one names it. [Each CPU by itself](docs/results.md#the-answer-of-each-cpu).',
    // What a product is worth to a program comes right behind the product.
    answer(asked)
      .map(({ lead, ranges }) => `- ${lead} ${ranges}`)
      .toSpliced(1, 0, ...wholeProofs(stored))
      .concat(answersElsewhere(stored))
      .join('\n'),
    'Every run also times a kernel against a copy of itself. Where that control was not shown to be equal within ' +
      '2 %, a figure is called blind and is its interval alone.',
    '![Ratio and interval on each engine](docs/answer.svg)',
  ];
}

/** @param {Stored[]} stored @returns {string[]} the answer with the figures of each machine by themselves */
export function machineParts(stored) {
  const asked = againstShipped(machinesOf(stored));
  return [
    answer(asked)
      .map(({ lead, figures }) =>
        [`- ${lead}`, ...figures.map(({ label, text }) => `  - ${label}: ${text}`)].join('\n'),
      )
      .join('\n'),
    `Machines: ${escaped(originsOf(asked).join(', '))}. Made by ${COMMAND}.`,
  ];
}

/** @param {Stored[]} stored @returns {string[]} the drop-ins on every machine, as a table and what it is */
export function dropinParts(stored) {
  const asked = againstShipped(machinesOf(stored));
  return [
    `**Kernels with arkworks' residues, as this crate has them, on Node 20**, times as fast as \`${SHIPPED}\`:`,
    renderTable(answerTable(asked)),
    '`call-io`: a call from JavaScript with its operands; -: not measured. With 95 % all intervals of a machine in ' +
      `one column are right together. Machines: ${escaped(originsOf(asked).join(', '))}.`,
  ];
}

/** @param {import('../answer.mjs').Machine[]} asked @returns {string[]} each machine, and what its figures are of */
const originsOf = (asked) =>
  asked.map(({ label, results: [{ environment, createdAt, plan }] }) => {
    const commit = environment.commit?.slice(0, 8) ?? 'unknown';
    return `${label} (${createdAt.slice(0, 10)}, commit ${commit}, ${plan.rounds} rounds)`;
  });

/** @param {Stored[]} stored @returns {string[]} what the patch is worth to a whole proof, where that was measured */
function wholeProofs(stored) {
  const whole = stored.find(({ part }) => part === PROOF_PART);
  const ratios = whole && proofRatios(whole.result);
  if (!ratios) return [];
  const { patched, batches } = ratios;
  const lanes = batches === '' ? '' : `; with this project’s MSM and NTT in place, too: ${batches}`;
  return [
    '- **A whole Groth16 proof** by arkworks with this product, times as fast as by arkworks 0.6 as published ' +
      `(${whole.machine}; [docs/proof.md](docs/proof.md)): ${patched}${lanes}.`,
  ];
}

/** @param {Stored[]} stored @returns {string[]} what other pages answer, a sentence each, where that was measured */
function answersElsewhere(stored) {
  const [neighbours, ...inFields] = neighbourRuns(stored);
  const limbs = stored.find(({ part }) => part === LIMB);
  const calls = stored.find(({ part }) => part === CALLS);
  const called = calledIn(stored);
  const batches = batchesAnswer(stored);
  const where = (/** @type {Stored} */ { machine }, /** @type {string} */ page) =>
    `(${machine}; [docs/${page}.md](docs/${page}.md))`;
  return [
    ...(batches ? [`${batches.sentence} ${where(batches.run, 'batches')}`] : []),
    ...(neighbours
      ? [
          neighbourGist(
            duels(neighbours.result),
            inFields.map(({ field, result }) => ({ field: String(field), duels: duels(result) })),
          ) + ` ${where(neighbours, 'neighbours')}`,
        ]
      : []),
    ...(limbs ? [`${limbGist(readAgain(limbs.result))} ${where(limbs, 'limb')}`] : []),
    ...(calls && called ? [`${breakEvenGist(called)} ${where(calls, 'javascript')}`] : []),
  ].map((sentence) => `- ${sentence}.`);
}

/**
 * @param {Stored[]} stored
 * @returns {import('../answer.mjs').Machine[]} those of which there is what the answer is made from, the newest first
 */
export function machinesOf(stored) {
  const answering = stored.filter(({ part }) => ANSWERING.test(part));
  const labels = [...new Set(answering.map(({ machine }) => machine))];
  return labels.map((label) => ({
    label,
    // The long runs of every kernel first: of two results that have a row the first counts.
    results: answering
      .filter(({ machine }) => machine === label)
      .sort((a, b) => Number(b.part.startsWith('full')) - Number(a.part.startsWith('full')))
      .map(({ result }) => result),
  }));
}
