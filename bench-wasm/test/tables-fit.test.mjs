/** Tables of a terminal: as wide as it is, and one line for what an engine cannot run. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import pc from 'picocolors';
import { parseHTML } from '#charts/linkedom';
import { renderHtml } from '../src/report/html-document.mjs';
import { mergeResults } from '../src/report/merge.mjs';
import { renderResult, writeTable } from '../src/report/terminal.mjs';
import { FAULTS, sampleRun } from './sample-run.mjs';

const COLORS = pc.createColors(false);
const RULE = /^─+$/m;
const LACKING = 'this engine has no relaxed-simd';

/** A run on an engine that cannot run one kernel, and in which another one is wrong. */
const lacking = sampleRun({
  change: (event) =>
    event.type === 'sample' && event.kernel === 'simd'
      ? [{ ...event, type: 'error', message: LACKING, unsupported: true }]
      : FAULTS.change(event),
}).result;

/** @param {string} text @returns {string[][]} lines of each table, its head first */
const tablesIn = (text) =>
  text.split('\n\n').flatMap((block) => {
    const lines = block.split('\n');
    const rule = lines.findIndex((line) => RULE.test(line));
    return rule > 0 ? [[lines[rule - 1], ...lines.slice(rule + 1)]] : [];
  });

for (const room of [70, 80, 120])
  test(`a terminal of ${room} characters has no longer line in a table`, () => {
    const tables = tablesIn(renderResult(lacking, { room, width: room }));
    assert.ok(tables.length > 5);
    for (const [head, ...lines] of tables) {
      for (const line of [head, ...lines]) assert.ok(line.length <= room, `${line.length}: ${line}`);
      const labels = head.trim().split(/ {2,}/);
      assert.equal(new Set(labels).size, labels.length, `two columns of one name: ${head}`);
      assert.ok(
        labels.every((label) => /\p{L}{2}/u.test(label)),
        head,
      );
    }
  });

test('where there is no room the least of the columns go first, and sentences are broken at last', () => {
  const columns = [{ label: 'name' }, { label: 'ratio' }, { label: 'least', spare: 2 }, { label: 'less', spare: 1 }];
  const cells = ['a', '1.00', 'x'.repeat(9), 'y'.repeat(9)].map((text) => ({ text }));
  const written = (/** @type {number} */ room) => writeTable({ caption: '', columns, rows: [{ cells }] }, COLORS, room);
  assert.match(written(40), /^name +ratio +least +less\b/);
  assert.match(written(25), /^name +ratio +less\b/);
  assert.match(written(15), /^name +ratio *\n/);
  const words = 'one two three four five six seven eight';
  const broken = writeTable(
    { caption: '', columns: columns.slice(0, 1), rows: [{ cells: [{ text: words }] }] },
    COLORS,
    20,
  );
  assert.ok(
    broken.split('\n').every((line) => line.length <= 20),
    broken,
  );
  assert.equal(broken.split('\n').slice(2).join(' ').replaceAll(/\s+/g, ' ').trim(), words);
});

test('what an engine cannot run is one line below each table, and what failed is a row with its reason', () => {
  const text = renderResult(lacking);
  const streams = text.split('\n\n').filter((block) => block.startsWith('In-wasm batches, stream'));
  assert.equal(streams.length, 1);
  assert.match(streams[0], new RegExp(`^Not run: SIMD limbs \\(${LACKING}\\)\\.$`, 'm'));
  assert.doesNotMatch(streams[0], /^SIMD limbs /m);
  assert.match(streams[0], /^SIMD drop-in +\S/m, 'a failure keeps its row');
  assert.doesNotMatch(text, /No time for SIMD limbs in/, 'it is said once');
  assert.match(text, /No time for SIMD drop-in in/);
});

test('it is so on the page, in its tables and its charts, and no failure of the run', () => {
  const { document } = parseHTML(renderHtml(mergeResults([{ file: 'lacking.json', result: lacking }])));
  const section = document.querySelector('[id$="-stream"]');
  const names = [...(section?.querySelectorAll('tbody th') ?? [])].map(({ textContent }) => textContent);
  assert.ok(names.includes('SIMD drop-in') && !names.includes('SIMD limbs'));
  const notes = [...(section?.querySelectorAll('.notes > *') ?? [])].map(({ textContent }) => textContent);
  assert.ok(notes.includes(`Not run: SIMD limbs (${LACKING}).`), notes.join('\n'));
  const drawn = [...(section?.querySelectorAll('svg text') ?? [])].map(({ textContent }) => textContent);
  assert.ok(drawn.includes('SIMD drop-in') && !drawn.includes('SIMD limbs'));
  const failed = lacking.summary.filter(({ error }) => error !== null && error !== LACKING).length;
  assert.match(String(document.querySelector('.badges')?.textContent), new RegExp(`${failed} rows without a time`));
});

test('no table of the page has two columns of one name', () => {
  const { document } = parseHTML(renderHtml(mergeResults([{ file: 'run.json', result: sampleRun().result }])));
  const heads = [...document.querySelectorAll('thead tr')].map((row) =>
    [...row.children].map(({ textContent }) => textContent),
  );
  assert.ok(heads.length > 5);
  for (const labels of heads) assert.equal(new Set(labels).size, labels.length, labels.join(', '));
});

test('the page begins with the answer', () => {
  const { document } = parseHTML(renderHtml(mergeResults([{ file: 'run.json', result: sampleRun().result }])));
  assert.equal(document.querySelector('main > *')?.id, 'answer');
  assert.equal(document.querySelector('main > * + *')?.localName, 'nav');
  assert.equal(document.querySelectorAll('header dl, header nav').length, 0);
});
