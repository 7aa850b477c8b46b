/** The table of wasm-opt's levels, of a run whose every number is known. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { wasmOptTable } from '../pages/results.mjs';
import { fakeRow } from './fake-module.mjs';
import { KERNELS, makeRun } from './made-run.mjs';

/** ns a product and bytes of code of multi3. */
const LEVELS = {
  'multi3-in-wasm-opt-off': { ns: 250, code: 4321 },
  'multi3-in-wasm-opt-o4': { ns: 200, code: 1000 },
  'multi3-in-wasm-opt-oz': { ns: 100, code: 987 },
};

test('a row for each level of each kernel that has all, with its size, and its ratio to -O3', () => {
  const [multi3, simd] = KERNELS;
  const twins = Object.entries(LEVELS).map(([id, { code }]) => ({ ...multi3, ...fakeRow({ id }), code }));
  const costs = ['chain', 'stream'].flatMap((model) => [
    ...['multi3', 'control-aa', 'control-slow5', 'simd', 'js', 'js-montgomery'].map((id) => [`${id} ${model}`, 200]),
    ...Object.entries(LEVELS).map(([id, { ns }]) => [`${id} ${model}`, ns]),
  ]);
  const { result } = makeRun({
    rounds: 12,
    models: ['chain', 'stream'],
    kernels: [{ ...multi3, code: 1001 }, simd, ...twins],
    costs: Object.fromEntries(costs),
  });
  const { columns, rows } = wasmOptTable(result);
  assert.deepEqual(
    columns.map(({ label }) => label),
    ['kernel', 'wasm-opt', 'bytes of code', 'chain, Node 20', 'ratio', 'stream, Node 20', 'ratio'],
  );
  assert.deepEqual(
    rows.map(({ cells }) => cells.map(({ text }) => text)),
    [
      ['-O3', '1,001', '200.0', '1'],
      ['off', '4,321', '250.0', '0.80x (0.80-0.80)'],
      ['-O4', '1,000', '200.0', '1.00x (1.00-1.00)†'],
      ['-Oz', '987', '100.0', '2.00x (2.00-2.00)'],
    ].map(([level, code, ...times]) => ['arkworks 0.4', level, code, ...times, ...times]),
  );
});
