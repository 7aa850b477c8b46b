/** The standing record: what the next idea must beat, and the limits that are known of a product. */

import { ns } from '../src/report/format.mjs';
import { titled } from '../src/report/markdown.mjs';
import { mergeResults } from '../src/report/merge.mjs';
import { recordTable } from '../src/report/record.mjs';
import { bullets, link, newestOfMachines, notMeasured, originOf } from './source.mjs';

/** @import { Stored } from '../src/result/stored-results.mjs' */

/**
 * @typedef {object} Limit
 * @property {string} machine as the folders of results name it, in words
 * @property {readonly string[]} kernels that consist of these operations and of more
 * @property {string} operations in markdown
 * @property {number} cycles
 * @property {number} products that these operations make
 * @property {number} gigahertz of the machine while it was measured
 * @property {string} source in docs/
 */

/** The loop of the first limit took 73 cycles or about 21 ns, which is the clock of both. */
const ZEN_4 = Object.freeze({ machine: 'AMD EPYC Zen 4', gigahertz: 73 / 21 });

/** @type {readonly Limit[]} */
export const LIMITS = Object.freeze([
  {
    ...ZEN_4,
    kernels: ['multi3-wide', 'wide', 'wide-lazy', 'wide-pair', 'wide-emitted'],
    operations:
      '32 `mulx`, each with two pairs of `add` and `adc`, in a loop of nothing else; a product can come a little ' +
      'below that, since its first rows add less',
    cycles: 73,
    products: 1,
    source: 'experiments.md#wide-arithmetic',
  },
  {
    ...ZEN_4,
    kernels: ['fma-pair', 'fma-pair-dropin', 'fma-pair-emitted'],
    operations:
      '117 fused multiply-adds and as many additions make two products, and the core does 2.8 of them in a cycle',
    cycles: 84,
    products: 2,
    source: 'experiments.md#sums-and-transforms',
  },
]);

/** @param {Limit} limit @returns {number} ns a product */
export const limitNs = ({ cycles, products, gigahertz }) => cycles / products / gigahertz;

/**
 * @param {string} machine
 * @param {string} kernel
 * @returns {number | null} ns a product; null where nobody has found out
 */
export function limitOf(machine, kernel) {
  const limit = LIMITS.find((one) => one.machine === machine && one.kernels.includes(kernel));
  return limit ? limitNs(limit) : null;
}

/** The part of the evidence: every engine. */
const PART = 'engines';

/** @param {Stored[]} stored @returns {string[]} of the newest run of every engine, and where those of other CPUs are */
export function recordBlock(stored) {
  const [run, ...others] = newestOfMachines(stored.filter(({ part }) => part === PART));
  if (!run) return notMeasured(PART);
  const report = mergeResults([{ file: run.source, result: run.result }]);
  const limits = LIMITS.filter(({ machine }) => machine === run.machine);
  return [
    ...titled(recordTable(report, report.runs[0], (kernel) => limitOf(run.machine, kernel))),
    originOf(run),
    ...(limits.length > 0 ? ['The limits that are known:', bullets(limits.map(limitLine))] : []),
    ...(others.length > 0 ? [`The same for other CPUs: ${others.map(link).join(', ')}.`] : []),
  ];
}

/** @param {Limit} limit @returns {string} in markdown */
function limitLine(limit) {
  const { machine, kernels, operations, cycles, products, source } = limit;
  const all = `${cycles} cycles${products > 1 ? ` for ${products}` : ''}`;
  const ids = kernels.map((id) => `\`${id}\``).join(', ');
  const where = `[${source.split('#')[0]}](${source})`;
  return `${machine}, ${ids}: ${ns(limitNs(limit))} ns a product, ${all}. ${operations} (${where}).`;
}
