// What people read has names, and no ids: every table of the pages, and of a report.
import assert from 'node:assert/strict';
import { basename } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { parseHTML } from '#charts/linkedom';
import { BLOCKS } from '../pages/blocks.mjs';
import { PICTURES } from '../pages/pictures.mjs';
import { engineName, fullName, hasWorkers, headlineName } from '../src/engines/names.mjs';
import { renderHtml } from '../src/report/html-document.mjs';
import { mergeResults } from '../src/report/merge.mjs';
import { isInPlace, kernelName, rowName } from '../src/report/names.mjs';
import { renderResult } from '../src/report/terminal.mjs';
import { readLadder, storedResults } from '../src/result/stored-results.mjs';
import { VERSIONS, patchedIn } from '../src/upstream/crates.mjs';
import { sampleRun } from './sample-run.mjs';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const STORED = storedResults(ROOT);
/** It quotes the tables of the benchmark before this one. */
const QUOTES = 'published';

/** Ids that are no words of English, of engines and of rows that have another name. */
const IDS = [
  ...new Set(
    STORED.flatMap(({ result }) => [
      ...result.environment.engines.filter((engine) => engineName(engine) !== engine.id).map(({ id }) => id),
      ...[...result.kernels.map(({ id }) => id), ...result.plan.rows.map(({ kernel }) => kernel)].filter(
        (id) => !kernelName(id).includes(id),
      ),
    ]),
  ),
].filter((id) => /[-\d]|^(bun|chromium|deno|firefox)$/.test(id));

/** @param {string} text @returns {string[]} ids in it that are not set as code */
const idsIn = (text) => {
  const plain = text.replaceAll(/`[^`]*`|\]\([^)]*\)|\[[^\]]*\/[^\]]*\]/g, '');
  return IDS.filter((id) => new RegExp(`(?<![\\w./-])${id.replaceAll('.', '\\.')}(?![\\w-])`).test(plain));
};

test('an id is found, and names, code and files are not', () => {
  for (const id of ['node26', 'fma-pair', 'multi3', 'chromium', 'snarkjs-threads']) assert.ok(IDS.includes(id), id);
  assert.deepEqual(idsIn('| fma-pair | 1.5x |'), ['fma-pair']);
  assert.deepEqual(idsIn('node26: 3 ns'), ['node26']);
  assert.deepEqual(idsIn('`fma-pair` in [a/node26](b/node26.json) on Node 26, FMA pair'), []);
});

test('the tables and the lists of the pages print names', () => {
  const ladder = readLadder(ROOT);
  for (const { path, block, make } of BLOCKS.filter((one) => one.block !== QUOTES)) {
    const text = make(STORED, ladder).join('\n\n');
    const lines = text.split('\n').filter((line) => /^( *- |\||\*\*)/.test(line));
    for (const line of lines) assert.deepEqual(idsIn(line), [], `${path}#${block}: ${line}`);
  }
});

test('the pictures print names', () => {
  for (const { path, draw } of PICTURES) {
    const texts = [...parseHTML(String(draw(STORED))).document.querySelectorAll('text')];
    assert.ok(texts.length > 5);
    for (const { textContent } of texts) assert.deepEqual(idsIn(String(textContent)), [], path);
  }
});

test('a report prints names in its tables and charts, and ids where it lists the kernels', () => {
  const { result } = sampleRun();
  const { document } = parseHTML(renderHtml(mergeResults([{ file: 'run.json', result }])));
  for (const code of document.querySelectorAll('code, footer')) code.remove();
  const read = [...document.querySelectorAll('th, td, caption, text, li')].filter((one) => !one.closest('.kernels'));
  assert.ok(read.length > 100);
  for (const { textContent } of read) assert.deepEqual(idsIn(String(textContent)), []);
  const tables = renderResult(result).split('\n\n').slice(1).join('\n\n');
  assert.deepEqual(idsIn(tables), []);
});

test('names follow from ids, and what has none keeps its id', () => {
  for (const [id, name] of Object.entries({
    'multi3-mitigated': 'arkworks 0.6',
    'multi3-wide': 'arkworks 0.4 in wide arithmetic',
    'limbs29-sop3': 'scalar limbs, sums of 3',
    'batch-fma-pair-2-workers-kept': 'this project, FMA pair, 2 workers, operands kept',
    'batch-fma-pair-1-worker': 'this project, FMA pair, one worker',
    'ark-0.6.0-patched-msm-native': 'patched arkworks 0.6, its MSM too, native',
    'multi3-in-simd128': 'arkworks 0.4, simd128 build',
    'poseidon1-limbs29': 'Poseidon1, scalar limbs',
    halo2curves: 'halo2curves',
  }))
    assert.equal(kernelName(id), name);
  // Of a program's arkworks the row that is patched is named by where it lies.
  assert.deepEqual(
    VERSIONS.map((version) => kernelName(`ark-${basename(patchedIn(version))}`)),
    ['patched arkworks 0.6', 'patched arkworks 0.5', 'patched arkworks 0.4'],
  );
  for (const [id, version, name, full] of [
    ['node26', '26.10.0', 'Node 26', 'Node 26.10.0'],
    ['node20-liftoff', '20.20.2', 'Node 20 with its baseline compiler', 'Node 20 with its baseline compiler 20.20.2'],
    ['jsc', '2.50.6-1', 'Safari’s engine (jsc 2.50)', 'jsc 2.50.6-1'],
    ['bun', '1.4.5', 'Bun 1.4', 'Bun 1.4.5'],
    ['chromium', '156.0.8078.79', 'Chromium 156', 'Chromium 156.0.8078.79'],
    ['wasm2c-gcc', '1.0.32 (gcc 12.2.0)', 'wasm2c by gcc', 'wasm2c by gcc 1.0.32 (gcc 12.2.0)'],
    ['native', '1.95.0', 'native code', 'native code 1.95.0'],
    ['wasm3', '', 'wasm3', 'wasm3'],
  ])
    assert.deepEqual([engineName({ id, version }), fullName({ id, version })], [name, full]);
  assert.equal(headlineName({ id: 'node20', version: '20.20.2' }), 'Node 20, past its end of life');
});

test('what asks for all threads has one where there are no workers', () => {
  assert.equal(rowName({ kernel: 'groth16', engine: 'firefox' }), 'fqmul-groth16, all threads');
  assert.equal(rowName({ kernel: 'groth16', engine: 'jsc' }), 'fqmul-groth16, in place, one thread');
  assert.equal(rowName({ kernel: 'snarkjs-threads', engine: 'jsc' }), 'snarkjs, in place, one thread');
  for (const kernel of ['groth16-1', 'snarkjs', 'ark-0.6.0']) assert.ok(!isInPlace({ kernel, engine: 'jsc' }), kernel);
  // The stored times agree: where there are no workers, one thread takes as long as all.
  const alone = STORED.flatMap(({ result: { summary, environment } }) =>
    environment.engines.flatMap(({ id: engine }) => {
      const [all, one] = ['groth16', 'groth16-1'].map(
        (kernel) => summary.find((row) => row.engine === engine && row.kernel === kernel && row.model === 'proof')?.min,
      );
      return all && one && environment.cores > 1 ? [{ engine, ratio: one / all }] : [];
    }),
  );
  assert.ok(alone.some(({ engine }) => engine === 'jsc') && alone.some(({ engine }) => engine === 'firefox'));
  for (const { engine, ratio } of alone) assert.equal(ratio < 1.1, !hasWorkers(engine), `${engine}: ${ratio}`);
});
