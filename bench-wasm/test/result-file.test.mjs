/** Result files of strangers: whatever they hold, they are read or refused by a sentence, and command no terminal. */

import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { gzipSync } from 'node:zlib';
import { csvParse } from 'd3-dsv';
import { renderCsv } from '../src/report/csv.mjs';
import { renderHtml } from '../src/report/html-document.mjs';
import { renderMarkdown } from '../src/report/markdown.mjs';
import { mergeResults } from '../src/report/merge.mjs';
import { ResultError, parseResult } from '../src/result/result.mjs';
import { readResult } from '../src/result/result-file.mjs';
import { renderResult } from '../src/report/terminal.mjs';
import { KERNELS, makeRun } from './made-run.mjs';
import { journalOf, sampleRun } from './sample-run.mjs';

const folder = mkdtempSync(join(tmpdir(), 'fqmul-result-file-'));
after(() => rmSync(folder, { recursive: true }));

const { result } = makeRun({ rounds: 2, models: ['chain', 'call'] });
const TEXT = JSON.stringify(result);

/** @param {string} name @param {Uint8Array} bytes */
function file(name, bytes) {
  const path = join(folder, name);
  writeFileSync(path, bytes);
  return path;
}

/** @param {string} text @param {boolean} [swapped] big-endian */
function utf16(text, swapped = false) {
  const bytes = Buffer.from(`\ufeff${text}`, 'utf16le');
  return swapped ? bytes.swap16() : bytes;
}

test('a byte order mark, UTF-16 and a name that lies: read all the same', () => {
  for (const [name, bytes] of /** @type {[string, Uint8Array][]} */ ([
    ['marked.json', Buffer.from(`\ufeff${TEXT}`)],
    ['little.json', utf16(TEXT)],
    ['big.json', utf16(TEXT, true)],
    ['unpacked.json.gz', Buffer.from(TEXT)],
    ['packed.json', gzipSync(TEXT)],
    ['packed-little.json.gz', gzipSync(utf16(TEXT))],
    ['windows.json', Buffer.from(JSON.stringify(result, null, 1).replaceAll('\n', '\r\n'))],
  ]))
    assert.deepEqual(readResult(file(name, bytes)), parseResult(TEXT), name);
  const journal = journalOf(sampleRun({ rounds: 2 }), 0.5);
  assert.deepEqual(readResult(file('journal.jsonl', Buffer.from(`\ufeff${journal}`))), parseResult(journal));
});

test('what is no result is refused by a sentence that names the file', () => {
  for (const [name, bytes] of /** @type {[string, Uint8Array][]} */ ([
    ['empty.json', Buffer.from('')],
    ['cut.json.gz', gzipSync(TEXT).subarray(0, 200)],
    ['bomb.json.gz', gzipSync(Buffer.alloc(2 ** 29), { level: 1 })],
    ['page.json', Buffer.from('<!doctype html>')],
    ['cut-little.json', utf16(TEXT).subarray(0, 1001)],
  ]))
    assert.throws(
      () => readResult(file(name, bytes)),
      (error) => {
        assert.ok(error instanceof ResultError, name);
        assert.ok(error.message.startsWith(join(folder, name)), error.message);
        assert.ok(!error.message.includes('\n'), error.message);
        return true;
      },
    );
});

/** Of a terminal: its title, its colours, its cursor, and a line that is written over. */
const ESCAPES = ['\x1b]0;title\x07', '\x1b[31m', '\x9b2J', '\x9d', '\b\b', 'wrong\rright', '\x7f', '\x0e'];
/** Control characters but line feeds. */
const CONTROL = /[^\P{Cc}\n]/u;

test('no escape sequence of a result reaches the terminal, nor of a file that is none', () => {
  for (const escape of ESCAPES) {
    const { environment, lost, summary } = result;
    const hostile = {
      ...result,
      command: escape,
      environment: { ...environment, cpu: escape, os: escape, rustc: `\\${escape}` },
      lost: [...lost, { engine: environment.engines[0].id, round: 0, error: escape }],
      summary: summary.map((row, at) => (at === 0 ? { ...row, error: escape } : row)),
    };
    const text = JSON.stringify(hostile);
    const read = parseResult(text);
    assert.doesNotMatch(renderResult(read, { verbose: true }), CONTROL, JSON.stringify(escape));
    assert.ok(!JSON.stringify(read).includes(JSON.stringify(escape).slice(1, -1)), JSON.stringify(escape));
    // The same as bytes, which JSON does not allow.
    for (const bad of [`{"schema":"${escape}"}`, escape]) {
      const path = file('bad.json', Buffer.from(bad));
      assert.throws(
        () => readResult(path),
        (error) => error instanceof ResultError && !CONTROL.test(error.message),
        JSON.stringify(bad),
      );
    }
  }
  // What is no control character stays, and a backslash before one is no escape.
  const harmless = { ...result, command: 'C:\\u001b\\b "é" \u2028\ttab\nline\r\nline 🎉' };
  assert.equal(parseResult(JSON.stringify(harmless)).command, harmless.command);
});

test('no cell of the CSV is a formula', () => {
  for (const formula of ['=cmd|/c calc', '+1', '-1+1', '@SUM(A1)', '\t=1', '=1"\n=2']) {
    const { environment, summary } = result;
    const [engine] = environment.engines;
    const hostile = {
      ...result,
      environment: { ...environment, cpu: formula, engines: [{ ...engine, version: formula }] },
      summary: summary.map((row, at) => (at === 0 ? { ...row, error: formula } : row)),
    };
    const rows = csvParse(renderCsv(mergeResults([{ file: `${formula}.json`, result: hostile }])));
    assert.equal(rows[0].cpu, `'${formula}`);
    assert.ok(rows.some(({ error }) => error === `'${formula}`));
    for (const row of rows)
      for (const [name, cell] of Object.entries(row)) assert.doesNotMatch(cell, /^[=+\-@\t\r]/, name);
  }
});

/** @param {any} value @param {string} [path] @returns {string[]} where whole numbers are */
const wholeNumbers = (value, path = '') =>
  Number.isInteger(value)
    ? [path]
    : value !== null && typeof value === 'object'
      ? Object.entries(value).flatMap(([key, inner]) => wholeNumbers(inner, `${path}/${key}`))
      : [];

test('a count of 999,999,999 is refused or harmless, wherever it stands', () => {
  const HUGE = 999_999_999;
  const small = makeRun({ rounds: 1, models: ['chain'], kernels: [KERNELS[0]] }).result;
  const changed = (/** @type {string[]} */ paths) => {
    const copy = structuredClone({ ...small, plan: { ...small.plan, budgetMs: 1000 } });
    for (const path of paths) {
      const keys = path.split('/').slice(1);
      const last = String(keys.pop());
      keys.reduce((/** @type {any} */ value, key) => value[key], copy)[last] = HUGE;
    }
    return JSON.stringify(copy);
  };
  const paths = wholeNumbers({ ...small, plan: { ...small.plan, budgetMs: 1000 }, kernels: [] });
  const refused = paths.filter((path) => {
    try {
      parseResult(changed([path]));
      return false;
    } catch (error) {
      assert.ok(error instanceof ResultError, path);
      return true;
    }
  });
  assert.deepEqual(refused, ['/plan/rounds']);
  assert.throws(() => parseResult(changed(['/plan/rounds'])), /\/plan\/rounds must be <= 10000/);
  // All others together are rendered in the time and memory of a test.
  const read = parseResult(changed(paths.filter((path) => !refused.includes(path))));
  const merged = mergeResults([{ file: 'huge.json', result: read }]);
  for (const text of [renderResult(read, { verbose: true }), renderMarkdown(merged), renderCsv(merged)])
    assert.ok(text.length < 1e5);
  assert.ok(renderHtml(merged).length < 1e6);
});

test('one row, one round, a clock that stands still: no number that is none', () => {
  /** @type {Parameters<typeof makeRun>[0][]} */
  const runs = [
    { rounds: 1, models: ['chain'], kernels: [KERNELS[0]] },
    { rounds: 1, models: ['call'], kernels: [KERNELS[0]] },
    {
      rounds: 1,
      models: ['chain'],
      change: ({ engine, round, kernel, model, type }) =>
        type === 'sample'
          ? [{ type: 'error', engine, round, kernel, model, message: 'the clock does not advance' }]
          : [],
    },
    // A clock of 1 ms.
    { rounds: 6, models: ['chain'], change: (event) => [event.type === 'sample' ? { ...event, ns: 1e6 } : event] },
  ];
  for (const options of runs) {
    const made = parseResult(JSON.stringify(makeRun(options).result));
    const merged = mergeResults([{ file: 'one.json', result: made }]);
    for (const text of [
      renderResult(made, { verbose: true }),
      renderMarkdown(merged),
      renderCsv(merged),
      renderHtml(merged).replace(/<style[^]*?<\/style>/g, ''),
    ])
      assert.doesNotMatch(text, /NaN|Infinity|undefined/);
  }
});
