// Kernel by engine: the numbers are recomputed here from the raw samples.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseHTML } from '#charts/linkedom';
import { renderHtml } from '../src/report/html-document.mjs';
import { renderMarkdown } from '../src/report/markdown.mjs';
import { matrixTables, refusals } from '../src/report/matrix.mjs';
import { kernelName } from '../src/report/names.mjs';
import { mergeResults } from '../src/report/merge.mjs';
import { sampleRun } from './sample-run.mjs';

const ENGINES = ['node20', 'bun', 'native', 'native-asm'];
const NAMES = ['Node 20', 'Bun 20.20', 'native code', 'native assembly'];
const UNFUSED = 'unfused on this engine';

/**
 * bun cannot run simd, native code is twice as fast, with assembly four times in multi3, and only multi3 and
 * simd-dropin are drop-ins.
 */
const { result } = sampleRun({
  engines: ENGINES,
  header: {
    kernels: sampleRun().header.kernels.map((row) => ({
      ...row,
      form: ['multi3', 'simd-dropin'].includes(row.id) ? 'dropin' : 'internal',
    })),
  },
  change(event) {
    if (event.type !== 'sample') return [event];
    const { engine, round, kernel, model } = event;
    if (kernel === 'simd' && engine === 'bun')
      return [{ type: 'error', engine, round, kernel, model, message: UNFUSED }];
    const faster = engine === 'native' ? 2 : engine === 'native-asm' && kernel === 'multi3' ? 4 : 1;
    return [{ ...event, ns: Math.round(event.ns / faster) }];
  },
});
const report = mergeResults([{ file: 'desk.json', result }]);

/** @param {string} engine @param {string} kernel @param {string} model */
const nsOf = (engine, kernel, model) =>
  Math.min(
    ...result.samples
      .filter((it) => it.engine === engine && it.kernel === kernel && it.model === model)
      .map(({ ns, n }) => ns / n),
  );

test('a matrix has every kernel on every engine, with its time, and the error where there is none', () => {
  const [chain, stream, ...rest] = matrixTables(report, report.runs[0]);
  const models = [chain, stream].map(({ caption }) => caption.split(':')[0]);
  assert.deepEqual([...models, rest.length], ['chain', 'stream', 0]);
  assert.deepEqual(
    stream.columns.slice(1).map(({ label }) => label),
    NAMES,
  );
  const { rows } = stream;
  assert.deepEqual(
    rows.map(({ cells }) => cells[0].text),
    ['arkworks 0.4', 'arkworks 0.6', 'scalar limbs', 'SIMD limbs', 'SIMD drop-in', 'BigInt'],
  );
  for (const {
    cells: [{ text: name }, ...cells],
  } of rows) {
    const kernel = String(result.plan.rows.find((row) => kernelName(row.kernel) === name)?.kernel);
    for (const [at, cell] of cells.entries()) {
      if (kernel === 'simd' && ENGINES[at] === 'bun') assert.deepEqual([cell.text, cell.tone], ['-', 'none']);
      else
        assert.ok(
          Math.abs(Number(cell.text) - nsOf(ENGINES[at], kernel, 'stream')) <= 0.05,
          `${kernel} on ${ENGINES[at]}`,
        );
    }
  }
  const best = ENGINES.map((_, at) => rows.filter(({ cells }) => cells[at + 1].best).map(({ cells }) => cells[0].text));
  // multi3 with assembly is four times as fast as without, and so is simd: nobody can tell them apart.
  assert.deepEqual(best, [['SIMD limbs'], ['scalar limbs'], ['SIMD limbs'], ['arkworks 0.4', 'SIMD limbs']]);
});

test('why a kernel has no time is said once', () => {
  assert.deepEqual(refusals(report, report.runs[0]), [`Bun 20.20: no time for SIMD limbs: ${UNFUSED}`]);
});

test('reports show the matrix of a run on several engines, and only of such a run', () => {
  const alone = mergeResults([{ file: 'one.json', result: sampleRun().result }]);
  const { document } = parseHTML(renderHtml(report));
  const section = document.querySelector('#matrix');
  for (const text of [...NAMES, UNFUSED]) assert.ok(section?.textContent?.includes(text), text);
  assert.equal(section?.querySelectorAll('table.matrix').length, 3);
  assert.equal(parseHTML(renderHtml(alone)).document.querySelector('#matrix'), null);
  assert.match(renderMarkdown(report), /## Kernel by engine\n[^]*\*\*The fastest kernel[^]*\*\*stream: ns/);
  assert.doesNotMatch(renderMarkdown(alone), /Kernel by engine|The fastest kernel/);
});
