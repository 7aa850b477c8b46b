/** What the patches to arkworks gain and cost: for the text of each pull request, and for the page on them. */

import { readFileSync } from 'node:fs';
import { engineNameIn } from '../src/engines/names.mjs';
import { PATCHED_MSM_ROW, PATCHED_ROW } from '../src/measure/patched.mjs';
import { modelOf, modelsIn } from '../src/models/index.mjs';
import { fieldOf } from '../src/oracle/field.mjs';
import { PUBLISHED } from '../src/proofs/prover-rows.mjs';
import { SHIPPED } from '../src/report/findings.mjs';
import { whole } from '../src/report/format.mjs';
import { escaped, renderTable } from '../src/report/markdown.mjs';
import { distinct } from '../src/stats/index.mjs';
import { resummarised } from '../src/result/result.mjs';
import { figures, pivot, words } from '../src/report/table.mjs';
import { commitOf } from '../src/report/tables.mjs';
import { ROOT } from '../src/setup/toolchain.mjs';
import { WEIGHT_FILE, linesOf } from '../src/upstream/weight.mjs';
import { enginesIn, ratioOf, rowIn, timeText } from './engine-tables.mjs';
import { PATCHED as PATCHED_PROVER } from './proof.mjs';
import { bullets, newest, newestOfMachines, notMeasured } from './source.mjs';
import { STORE } from '../src/result/stored-results.mjs';

/** @import { Result } from '../src/result/result.mjs' */
/** @import { Table } from '../src/report/table.mjs' */
/** @import { Weight } from '../src/upstream/weight.mjs' */
/** @import { Stored } from '../src/result/stored-results.mjs' */

/** What is patched, of each row. @type {Record<string, string>} */
const PATCHED = { [PATCHED_ROW]: 'product', [PATCHED_MSM_ROW]: 'product and MSM' };

/** How the parts of the evidence are called that measure the patch. */
export const PATCH = 'upstream-';

/**
 * @typedef {object} Case one figure of a pull request
 * @property {string} what
 * @property {string} part of the evidence
 * @property {string} model
 * @property {string} before kernel
 * @property {string} after kernel
 */

const LOOPS = [
  { what: 'product, each needs the one before', model: 'chain' },
  { what: 'products, independent', model: 'stream' },
];
const PROOF = { what: 'Groth16 proof (Semaphore, depth 20)', part: 'proof', model: 'proof' };

/** @type {Readonly<Record<'wide' | 'product', readonly Case[]>>} */
const CASES = Object.freeze({
  // arkworks 0.4 has the product that the first pull request brings back.
  wide: [...LOOPS, { what: 'sum of two products', model: 'sop2' }].map((one) => {
    return { ...one, part: 'wide', before: 'multi3-mitigated-wide', after: 'multi3-wide' };
  }),
  product: [
    ...LOOPS.map((one) => ({ ...one, part: 'engines', before: SHIPPED, after: 'limbs29-dropin' })),
    { ...PROOF, before: PUBLISHED, after: PATCHED_PROVER },
  ],
});

/** @param {readonly string[]} engines @returns {string | undefined} id */
const newestNode = (engines) =>
  engines.filter((id) => /^node\d+$/.test(id)).sort((a, b) => Number(b.slice(4)) - Number(a.slice(4)))[0];

/**
 * @param {Stored[]} stored
 * @param {readonly Case[]} cases
 * @returns {Table} a row for each figure on the newest Node, Chromium and Firefox
 */
export function beforeAndAfter(stored, cases) {
  const rows = cases.flatMap((one) => {
    const run = newest(stored, one.part);
    if (!run?.result.summary.some(({ kernel }) => kernel === one.before)) return [];
    const result = resummarised(run.result, { baseline: one.before });
    const there = enginesIn(result);
    return [newestNode(there), 'chromium', 'firefox'].flatMap((engine) => {
      const [before, after] = [one.before, one.after].map((id) => rowIn(result, String(engine), id, one.model));
      return before && after ? [{ ...one, engine: engineNameIn(result, String(engine)), before, after }] : [];
    });
  });
  return pivot('Before and after', rows, [
    words('on', ({ engine }) => engine),
    words('what', ({ what }) => what),
    words('unit', ({ model }) => modelOf(model).unit.label),
    figures('before', ({ before }) => timeText(before)),
    figures('after', ({ after }) => timeText(after)),
    figures('times as fast', ({ after }) => ratioOf(after)),
  ]);
}

/** @param {Stored[]} stored @param {readonly Case[]} cases @returns {string} where the figures are from */
function measuredOn(stored, cases) {
  const runs = distinct(cases.map(({ part }) => part)).flatMap((part) => newest(stored, part) ?? []);
  const named = runs.map(({ source }) => `\`${source}\``).join(' and ');
  const day = runs[0]?.result.createdAt.slice(0, 10);
  return `${runs[0]?.machine}, ${day}. Medians, with intervals of 95 %; from ${named} of fqmul.`;
}

/** @returns {Weight} */
const weight = () => JSON.parse(readFileSync(`${ROOT}/${WEIGHT_FILE}`, 'utf8'));

/** @param {number} now @param {number} before bytes */
const inBytes = (now, before) => `${whole(now)} bytes instead of ${whole(before)} (${change(now, before)})`;

/** @param {number} now @param {number} before */
const change = (now, before) => `${now < before ? '-' : '+'}${Math.abs(100 * (now / before - 1)).toFixed(0)} %`;

/** @param {Stored[]} stored @returns {string[]} for the first pull request */
export function wideBlock(stored) {
  const { added, removed } = linesOf('1-wide-arithmetic');
  const [before, after] = weight().modules;
  const everywhere = newest(stored, 'engines')?.result;
  const node = everywhere && newestNode(enginesIn(everywhere));
  const absent = everywhere?.summary.find(({ engine, kernel }) => engine === node && kernel === CASES.wide[0].after);
  return [
    `arkworks 0.6 with the feature on (before), and with the plain product (after), in BN254's \`Fq\`:`,
    renderTable(beforeAndAfter(stored, CASES.wide)),
    measuredOn(stored, CASES.wide) +
      (absent?.error ? ` On ${everywhere && engineNameIn(everywhere, String(node))}: ${absent.error}.` : ''),
    bullets([
      `**Lines**: ${added} added, ${removed} removed.`,
      `**Code size**: a module with one pairing of BN254 and the feature on has ` +
        `${inBytes(Number(after.wide), Number(before.wide))}.`,
    ]),
  ];
}

/** @param {Stored[]} stored @returns {string[]} for the second */
export function productBlock(stored) {
  const { added, removed } = linesOf('2-limbs29');
  const { kernel, cpu, modules } = weight();
  const [before, after] = modules;
  const seconds = modules.map((one) => Math.min(...(one.seconds ?? [])));
  return [
    "arkworks 0.6 as published (before) and with this change (after), in BN254's `Fq` and in a proof on BN254:",
    renderTable(beforeAndAfter(stored, CASES.product)),
    measuredOn(stored, CASES.product),
    bullets([
      `**Lines**: ${added} added and ${removed} removed in files that are there, and ${whole(kernel)} in the new one.`,
      '**Code size**: a module with one pairing of BN254 (`opt-level = 3`, fat LTO, `wasm-opt -O3`) has ' +
        `${inBytes(after.bytes, before.bytes)}.`,
      `**Compile time** of that module with all its crates, from nothing, the least of ${before.seconds?.length}: ` +
        `${seconds[1].toFixed(0)} CPU seconds instead of ${seconds[0].toFixed(0)} ` +
        `(${change(seconds[1], seconds[0])}; ${cpu}).`,
    ]),
  ];
}

/** @param {Stored[]} stored @returns {string[]} for the page on both */
export function patchBlock(stored) {
  const measured = patchRuns(stored);
  if (measured.length === 0) return notMeasured(`${PATCH}fq`);
  const [newestRun, ...others] = [...new Map(measured.map((one) => [one.folder, one])).values()].map(
    ({ folder, result }) => `[${escaped(folder)}](../${STORE}/${folder}) (commit ${escaped(commitOf(result))})`,
  );
  return [
    ...patchTables(measured.filter(({ machine }) => machine === measured[0].machine)).flatMap((table) => [
      `**${table.caption}**, ratio:`,
      renderTable(table),
    ]),
    `Every result was held against BigInt: ${newestRun}.`,
    ...(others.length > 0 ? [`Other CPUs: ${others.join(', ')}.`] : []),
  ];
}

/** @param {Stored[]} stored the newest first @returns {Stored[]} of each part on each machine the newest */
export const patchRuns = (stored) => newestOfMachines(stored.filter(({ part }) => part.startsWith(PATCH)));

/**
 * @param {Stored[]} measured from patchRuns
 * @returns {Table[]} on the newest Node a row a field and CPU, a column a model: what is timed in any field, and
 *   algorithms
 */
export function patchTables(measured) {
  const algorithms = modelsIn('algorithms');
  return [
    { caption: 'A product', isAlgorithm: false },
    { caption: 'What consists of products, on BN254', isAlgorithm: true },
  ].flatMap(({ caption, isAlgorithm }) => {
    const has = (/** @type {string} */ model) => algorithms.includes(model) === isAlgorithm;
    const runs = measured.filter(({ result }) => result.plan.models.some(has));
    const rows = runs.flatMap((run) => {
      const engine = String(newestNode(enginesIn(run.result)));
      const there = Object.keys(PATCHED).filter((kernel) => run.result.kernels.some(({ id }) => id === kernel));
      return there.map((kernel) => ({ ...run, engine, kernel }));
    });
    const models = distinct(runs.flatMap(({ result }) => result.plan.models.filter(has)));
    if (rows.length === 0) return [];
    return pivot(caption, rows, [
      words('field', ({ result }) => fieldIn(result)),
      ...(distinct(rows.map(({ kernel }) => kernel)).length > 1
        ? [words('patched', ({ kernel }) => PATCHED[kernel])]
        : []),
      words('CPU', ({ machine }) => machine),
      words('engine', ({ result, engine }) => engineNameIn(result, engine)),
      ...models.map((model) =>
        figures(model, (/** @type {typeof rows[0]} */ { result, engine, kernel }) =>
          ratioOf(rowIn(result, engine, kernel, model)),
        ),
      ),
    ]);
  });
}

/** @param {Result} result @returns {string} the field of its rows, and how long an element is */
function fieldIn({ kernels }) {
  const { id, words: length } = fieldOf(kernels.find((one) => one.id === PATCHED_ROW)?.field ?? 'fq');
  // The kernels' own field goes without its curve.
  return `${['fq', 'fr'].includes(id) ? `bn254-${id}` : id}, ${length} words`;
}
