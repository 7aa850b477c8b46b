/** The pages with figures: spliced in from the stored results, never typed. */

import { modelOf } from '../models/index.mjs';
import { JS } from '../models/js.mjs';
import { readAgain } from './again.mjs';
import { againstShipped, answer, answerTable } from './answer.mjs';
import { additionLines, breakEvenLead, breakEvenLines, breakEvenTable, singleLines } from './break-even.mjs';
import { engineTable, timedIn } from './engine-table.mjs';
import { limbLines, nativeLines, nativeTime } from './limb-answer.mjs';
import { escaped, renderMatrices, renderTable } from './markdown.mjs';
import { gainsTables, measuredGains } from './gains.mjs';
import { inkLines, timeLines } from './hash-answer.mjs';
import { evmTable, ladderTable } from './ladder.mjs';
import { mergeResults } from './merge.mjs';
import { SHIPPED } from './reading.mjs';
import { pool } from './pool.mjs';
import { factsTable, partsTable, proofLines, proofRatios, proofTable } from './proof-answer.mjs';
import { repeatabilityTables } from './repeatability.mjs';
import { ResultError } from './result.mjs';
import { STORE } from './store.mjs';
import { commitOf, controlsTable, engineOf, machineOf, modelTable, sizeOf } from './tables.mjs';

/** @typedef {import('./merge.mjs').Report} Report */
/** @typedef {import('./result.mjs').Result} Result */
/** @typedef {import('./store.mjs').Stored} Stored */

/**
 * @typedef {object} Page
 * @property {string} path from the root of the checkout
 * @property {'answer' | 'results' | 'gains' | 'ladder' | 'proof' | 'calls' | 'limb'} block its name in the two comments
 *   that it stands between
 * @property {string} [part] of which it shows the newest, `full` being full-1 and its repetitions together; without one
 *   it is about all that is stored; `ladder` shows what was counted, beside the times of that part and of the one
 *   on other engines; `proof` has the parts of a proof beside the whole
 */

/** @type {readonly Page[]} */
export const PAGES = Object.freeze([
  { path: 'README.md', block: 'answer' },
  { path: 'docs/results.md', block: 'results', part: 'full' },
  { path: 'docs/engines.md', block: 'results', part: 'engines' },
  { path: 'docs/upstreaming.md', block: 'gains' },
  { path: 'docs/poseidon.md', block: 'ladder', part: 'poseidon' },
  { path: 'docs/poseidon.md', block: 'results', part: 'poseidon' },
  { path: 'docs/proof.md', block: 'proof', part: 'proof' },
  { path: 'docs/javascript.md', block: 'calls', part: 'calls' },
  { path: 'docs/limb.md', block: 'limb', part: 'limb' },
]);
/** The pictures of the answer, of the ladder, of proofs and of the break-even, from the root of the checkout. */
export const PICTURE = 'docs/answer.svg';
export const LADDER_PICTURE = 'docs/poseidon.svg';
export const PROOF_PICTURE = 'docs/proof.svg';
export const BREAK_EVEN_PICTURE = 'docs/break-even.svg';

const PROOF_PART = 'proof';
const COMMAND = '`npm --prefix bench-wasm run report -- --pages`';

/** @type {import('./tables.mjs').ColumnId[]} */
const COLUMNS = ['kernel', 'ops', 'median', 'min', 'mad', 'speedup', 'speedupInterval', 'verdict', 'detects', 'slow'];

/**
 * @param {string} text of the page
 * @param {Page} page
 * @param {Stored[]} stored all results
 * @param {import('../measure/ladder.mjs').Ladder} ladder
 * @returns {string} the page with the figures of these results; all else is as it was
 * @throws {ResultError} when there are no markers, or more than one pair, or nothing is stored for it
 */
export function splice(text, page, stored, ladder) {
  const { begin, end } = between(text, page.block);
  const block = {
    answer: () => answerParts(stored),
    results: () => resultParts(page, stored),
    gains: () => gainsParts(stored),
    ladder: () => ladderParts(page, stored, ladder),
    proof: () => proofParts(page, stored),
    calls: () => callsParts(stored),
    limb: () => limbParts(stored),
  }[page.block]();
  return `${text.slice(0, begin)}\n\n${block.join('\n\n')}\n\n${text.slice(end)}`;
}

/**
 * @param {string} text
 * @param {string} block
 * @returns {{ begin: number, end: number }} the part between its markers
 */
function between(text, block) {
  const markers = { begin: `<!-- ${block}:begin -->`, end: `<!-- ${block}:end -->` };
  for (const marker of Object.values(markers)) {
    const count = text.split(marker).length - 1;
    if (count !== 1)
      throw new ResultError(`the page has ${count === 0 ? 'no' : count} markers "${marker}"; exactly one is needed`);
  }
  const begin = text.indexOf(markers.begin) + markers.begin.length;
  const end = text.indexOf(markers.end);
  if (end < begin) throw new ResultError(`the page's marker "${markers.end}" comes before "${markers.begin}"`);
  return { begin, end };
}

/** @param {Stored[]} stored */
function answerParts(stored) {
  const asked = againstShipped(machinesOf(stored));
  const origins = asked.map(({ label, results: [{ environment, createdAt, plan }] }) => {
    const commit = environment.commit?.slice(0, 8) ?? 'unknown';
    return `${label} (${createdAt.slice(0, 10)}, commit ${commit}, ${plan.rounds} rounds)`;
  });
  return [
    'A figure is followed by its interval of 95 %. Every run also times a kernel against a copy of itself. Where ' +
      'that control was not shown to be equal within 2 %, a figure is called blind and is its interval alone.',
    // What a product is worth to a program comes right behind the product.
    answer(asked)
      .map(({ lead, figures }) =>
        [`- ${lead}`, ...figures.map(({ label, text }) => `  - ${label}: ${text}`)].join('\n'),
      )
      .toSpliced(1, 0, ...wholeProofs(stored))
      .join('\n'),
    renderTable(answerTable(asked)),
    `Times as fast as \`${SHIPPED}\`, on Node 20, by kernels with arkworks' residues. \`chain\`: dependent products; ` +
      '`stream`: independent ones; `sop2`: sums a·b + c·d; `call-io`: a call from JavaScript with its operands; ' +
      '`msm`, `pairing`: those of arkworks; -: not measured. With 95 % all intervals of a machine in one column are ' +
      `right together. Machines: ${escaped(origins.join(', '))}. Made by ${COMMAND}.`,
    `![Ratio and interval on each engine](${PICTURE})`,
  ];
}

/** @param {Stored[]} stored @returns {string[]} what the patch is worth to a whole proof, where that was measured */
function wholeProofs(stored) {
  const whole = stored.find(({ part }) => part === PROOF_PART);
  const ratios = whole && proofRatios(whole.result);
  if (!ratios) return [];
  return [
    `- **A whole Groth16 proof** by arkworks with this product, times as fast as by arkworks 0.6 as published ` +
      `([docs/proof.md](docs/proof.md)):\n  - ${whole.machine}: ${ratios}.`,
  ];
}

/**
 * @param {Stored[]} stored
 * @returns {import('./answer.mjs').Machine[]} the newest first
 */
export function machinesOf(stored) {
  const labels = [...new Set(stored.map(({ machine }) => machine))];
  return labels.map((label) => ({
    label,
    // The long runs of every kernel first: of two results that have a row the first counts.
    results: stored
      .filter(({ machine }) => machine === label)
      .sort((a, b) => Number(b.part.startsWith('full')) - Number(a.part.startsWith('full')))
      .map(({ result }) => result),
  }));
}

/** @param {Page} page @param {Stored[]} stored */
function resultParts({ path, part }, stored) {
  const of = (/** @type {import('./store.mjs').Stored} */ one) =>
    [one.part, one.part.replace(/-\d+$/, '')].includes(`${part}`);
  const folder = stored.find(of)?.folder;
  const found = stored.filter((one) => one.folder === folder && of(one));
  if (found.length === 0) throw new ResultError(`there is no result "${part}" for ${path}`);
  const links = found.map(({ source }) => `[${escaped(source)}](${'../'.repeat(path.split('/').length - 1)}${source})`);
  const [{ source }] = found;
  const [result, ...others] = pool(found.map((one) => one.result));
  if (others.length > 0) throw new ResultError(`${links.join(', ')}: not runs of one plan, for ${path}`);
  const report = mergeResults([{ file: source, result }]);
  return [
    `Made from ${links.join(', ')} by ${COMMAND}, which overwrites what stands here.`,
    ...(result.partial ? ['**Partial: the run was stopped before its plan was done.**'] : []),
    [
      `command: \`${result.command.replaceAll('`', "'")}\``,
      `machine: ${escaped(machineOf(report.series[0]))}`,
      ...report.series.map((one) => `engine: ${escaped(engineOf(one))}`),
      ...(result.environment.absent ?? []).map(({ id, reason }) => `not there: ${escaped(`${id}: ${reason}`)}`),
      `commit: ${escaped(commitOf(result))}`,
      `date: ${result.createdAt}, ${escaped(sizeOf(report.series[0]))}`,
    ]
      .map((line) => `- ${line}`)
      .join('\n'),
    ...repeated(found),
    ...tableParts(report),
  ];
}

/** @param {Stored[]} stored */
function gainsParts(stored) {
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
  ];
}

/** @param {Page} page @param {Stored[]} stored @param {import('../measure/ladder.mjs').Ladder} ladder */
function ladderParts({ part }, stored, ladder) {
  const newest = (/** @type {string | undefined} */ id) => stored.find((one) => one.part === id);
  const timed = newest(part);
  const everywhere = [timed, newest(`${part}-engines`)].filter((one) => one !== undefined);
  const lines = (/** @type {'poseidon' | 'poseidon-batch'} */ model) =>
    everywhere.flatMap((one) => timeLines(one, model));
  const engine = timed?.result.environment.engines[0];
  const times = new Map(
    timed?.result.summary.flatMap(({ kernel, model, median, ...row }) =>
      row.engine === engine?.id && median !== null && model !== 'poseidon-batch' ? [[kernel, median]] : [],
    ),
  );
  const origin = timed
    ? ` The times are medians on ${engine?.id} ${engine?.version}, ${escaped(timed.machine)}, of ` +
      `[${escaped(timed.source)}](../${timed.source}).`
    : '';
  return [
    [
      '- **On a chain that prices instructions, compute with 29-bit limbs** (Stylus, one hash of two elements):',
      ...inkLines(ladder).map((line) => `  - ${line}`),
      ...said('**In Node and in browsers, one hash at a time**', lines('poseidon')),
      ...said('**Independent hashes, such as the leaves of a tree**', lines('poseidon-batch')),
    ].join('\n'),
    `Counted by \`npm --prefix bench-wasm run poseidon\`, with ${escaped(ladder.rustc)} and ` +
      `${escaped(ladder.wasmOpt)}: the same on every machine.${origin} Spliced in by ${COMMAND}.`,
    renderTable(ladderTable(ladder, 'poseidon1', times)),
    renderTable(ladderTable(ladder, 'poseidon2', times)),
    renderTable(evmTable(ladder)),
    `![Gas of one hash at each step](poseidon.svg)`,
  ];
}

/**
 * @param {Stored[]} stored
 * @returns {import('./result.mjs').Result | undefined} the newest run of whole proofs
 */
export const provedIn = (stored) => stored.find(({ part }) => part === PROOF_PART)?.result;

/** @param {Page} page @param {Stored[]} stored */
function proofParts({ part }, stored) {
  const whole = stored.find((one) => one.part === part);
  if (!whole) return ['Not measured yet: `npm --prefix bench-wasm run evidence -- --only proof proof-parts`.'];
  const parts = stored.find((one) => one.part === `${part}-parts`);
  const link = (/** @type {Stored} */ { source }) => `[${escaped(source)}](../${source})`;
  const [series] = mergeResults([{ file: whole.source, result: whole.result }]).series;
  return [
    [
      '- **A proof for Semaphore with a tree of depth 20, in one thread**:',
      ...proofLines(whole.result).map((line) => `  - ${line}`),
    ].join('\n'),
    renderTable(proofTable(whole.result)),
    'A ratio is followed by its interval of 95 %; where the control of the run saw a difference between a prover and ' +
      'itself, or could have missed one of 2 %, the ratio is called blind and is its interval alone. Every proof ' +
      `that was timed was verified. ${escaped(whole.machine)}, ${whole.result.createdAt.slice(0, 10)}, commit ` +
      `${escaped(commitOf(whole.result))}, ${escaped(sizeOf(series))}. Made from ${link(whole)} by ${COMMAND}.`,
    `![Seconds that a proof takes](proof.svg)`,
    ...(parts ? [`The parts apart, of ${link(parts)}:`, renderTable(partsTable(parts.result))] : []),
    renderTable(factsTable(whole.result)),
  ];
}

const CALLS = 'calls';
const LIMB = 'limb';
/** Those of calls that are shown one by one; batches are in the table of the break-even. */
const CALL_MODELS = Object.freeze(['call-io', 'call-bigint', 'call-hex', 'call-add']);
const LIMB_MODELS = Object.freeze(['limb-chain', 'limb-stream', 'chain']);

/**
 * @param {Stored[]} stored
 * @returns {Result | undefined} the newest run of calls with BigInts, against BigInt
 */
export function calledIn(stored) {
  const found = stored.find(({ part }) => part === CALLS)?.result;
  return found && readAgain(found, { baseline: JS });
}

/** @param {Stored} one @returns {string} where its figures are from, as a paragraph */
function originOf({ source, machine, result }) {
  const [series] = mergeResults([{ file: source, result }]).series;
  return (
    'A ratio is followed by its interval of 95 %; where the control of the run saw a difference between a kernel and ' +
    'itself, or could have missed one of 2 %, it is called blind and is its interval alone. Times are medians. ' +
    `${escaped(machine)}, ${result.createdAt.slice(0, 10)}, commit ${escaped(commitOf(result))}, ` +
    `${escaped(sizeOf(series))}. Made from [${escaped(source)}](../${source}) by ${COMMAND}.`
  );
}

/** @param {Result} result @param {readonly string[]} models @returns {string[]} a table of each that was measured */
const engineTables = (result, models) =>
  models
    .filter((model) => timedIn(result, model).length > 0)
    .flatMap((model) => {
      const table = engineTable(result, model);
      return [`**${escaped(table.caption)}**`, renderTable(table)];
    });

/** @param {Stored[]} stored */
function callsParts(stored) {
  const [whole, result] = [stored.find(({ part }) => part === CALLS), calledIn(stored)];
  if (!whole || !result) return ['Not measured yet: `npm --prefix bench-wasm run evidence -- --only calls`.'];
  return [
    [
      `- **${breakEvenLead(result)}** (from how many products a call on WebAssembly is faster, BigInts in and out):`,
      ...breakEvenLines(result).map((line) => `  - ${line}`),
      '- **One product a call**, BigInts in and out:',
      ...singleLines(result).map((line) => `  - ${line}`),
      '- **One addition a call**, operands inside wasm, in the base field of Pallas:',
      ...additionLines(result).map((line) => `  - ${line}`),
    ].join('\n'),
    '![How many times as fast as BigInt, by products a call](break-even.svg)',
    renderTable(breakEvenTable(result)),
    originOf(whole),
    ...engineTables(result, CALL_MODELS),
  ];
}

/** @param {Stored[]} stored */
function limbParts(stored) {
  const whole = stored.find(({ part }) => part === LIMB);
  if (!whole) return ['Not measured yet: `npm --prefix bench-wasm run evidence -- --only limb`.'];
  const native = nativeTime(whole.result);
  return [
    [
      '- **One product of two limbs**, dependent and independent ones:',
      ...limbLines(whole.result).map((line) => `  - ${line}`),
      ...(native === null
        ? []
        : [
            '- **A whole product**, dependent ones. That of ark-ff 0.4, which has 32 products of limbs, takes ' +
              `${native} natively:`,
            ...nativeLines(whole.result).map((line) => `  - ${line}`),
          ]),
    ].join('\n'),
    originOf(whole),
    ...engineTables(readAgain(whole.result), LIMB_MODELS),
  ];
}

/** @param {string} lead @param {string[]} lines */
const said = (lead, lines) =>
  lines.length > 0 ? [`- ${lead}, Poseidon1:`, ...lines.map((line) => `  - ${line}`)] : [];

/** @param {Stored[]} found runs of one plan @returns {string[]} whether they say the same, if there are several */
function repeated(found) {
  if (found.length < 2) return [];
  const report = mergeResults(found.map(({ source, result }) => ({ file: source, result: readAgain(result) })));
  return repeatabilityTables(report).flatMap((table) => [
    '### Do the runs say the same?',
    `${table.caption}. The tables after this one are made of the rounds of all of them.`,
    renderTable(table),
    ...(table.notes?.length ? [table.notes.map((note) => `- ${escaped(note)}`).join('\n')] : []),
  ]);
}

/** @param {Report} report */
function tableParts(report) {
  // Every engine's tables would bury the page: the first has them here, all have the matrix.
  const [first, ...others] = report.series;
  return [
    ...renderMatrices(report, '###'),
    ...(others.length > 0 ? [`### On ${first.engine.id}`] : []),
    ...first.views.flatMap((view) => [
      `**${view.model}**: ${modelOf(view.model).title}`,
      renderTable(modelTable(view, first, COLUMNS)),
    ]),
    `**Controls**: what the run could see`,
    renderTable(controlsTable(first)),
  ];
}
