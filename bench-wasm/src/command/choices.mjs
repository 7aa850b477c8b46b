/** What there is to choose from, a line each. */

import { EMITTED } from '../emit/emitted-rows.mjs';
import { ANSWER } from '../measure/plan.mjs';
import { MODELS, MODEL_IDS } from '../models/index.mjs';
import { JS } from '../models/js.mjs';
import { NEIGHBOURS } from '../neighbours/neighbour-rows.mjs';
import { kernelName } from '../report/names.mjs';
import { tableOf } from './print-table.mjs';

/** @typedef {import('../setup/builds.mjs').VariantName} VariantName */

/** What tells a build from the others. @type {Record<VariantName | 'emitted', string>} */
const BUILDS = {
  baseline: 'scalar code',
  simd128: 'SIMD of 128 bits',
  'relaxed-simd': 'SIMD with fused multiply-add',
  'wide-arithmetic': 'an instruction for 64x64-bit products',
  [EMITTED]: 'kernels written by instruction, a module each',
  nodejs: 'what wasm-pack makes for Node',
  published: 'the two paths of the benchmark that this one replaces, for --as-published',
  work: "arkworks' MSM and pairing, and hashes",
  'wasm-opt-off': 'baseline without wasm-opt',
  'wasm-opt-o4': 'baseline by wasm-opt -O4',
  'wasm-opt-oz': 'baseline by wasm-opt -Oz',
};

/**
 * @param {readonly { id: string, build: string, summary: string }[]} kernels of the registry
 * @param {readonly import('../measure/run.mjs').Engine[]} engines the first is the one that runs this
 * @param {readonly string[]} others builds that time the scalar kernels, too
 * @returns {Promise<string>} tables
 */
export async function choices(kernels, engines, others) {
  const one = (/** @type {string} */ id, /** @type {readonly string[]} */ usual) => (usual.includes(id) ? '*' : '');
  const described = await Promise.all(engines.map((engine) => engine.describe()));
  const here = described.map(({ id, version, tier, available, reason }, at) => [
    at === 0 ? '*' : '',
    id,
    available ? `${version}, ${tier}` : String(reason).split('\n')[0],
  ]);
  /** @type {[string[], string[][]][]} */
  const tables = [
    [
      ['', 'kernel', 'called', 'build', 'what it is'],
      [
        ...[...kernels, { id: JS, build: '', summary: '(a * b) % p on BigInt' }].map(({ id, build, summary }) => [
          one(id, ANSWER.kernels) || '+',
          ...[id, kernelName(id), build, summary],
        ]),
        ...NEIGHBOURS.map(({ id, summary }) => ['', id, kernelName(id), '--neighbours', summary]),
      ],
    ],
    [
      ['', 'model', 'what is timed'],
      MODELS.map(({ id, title }) => [one(id, ANSWER.models) || one(id, MODEL_IDS).replace('*', '+'), id, title]),
    ],
    [['', 'engine', 'what is here'], here],
    [
      ['', 'build', 'what it is'],
      Object.entries(BUILDS).map(([id, what]) => ['', id, others.includes(id) ? `${what} (--also-in)` : what]),
    ],
  ];
  return [
    ...tables.map(([labels, rows]) => tableOf(labels, rows, () => false)),
    '* is measured without options, + with --all, and what has no mark where it is asked for.',
  ].join('\n\n');
}
