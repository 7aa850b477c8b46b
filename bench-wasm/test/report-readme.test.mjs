import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { main } from '../report.mjs';
import { sourcesOf, spliceReadme, STORE } from '../src/report/readme.mjs';
import { ResultError } from '../src/report/result.mjs';
import { readResult, writeResult } from '../src/report/result-file.mjs';
import { FAULTS, sampleRun } from './sample-run.mjs';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'fqmul-readme-'));
after(() => rmSync(folder, { recursive: true }));

const README = '# A\n\nbefore $& $1\n\n<!-- results:begin -->\n<!-- results:end -->\n\nafter\n';
const SOURCE = `${STORE}/desk.json`;
const result = sampleRun().result;

test('splicing puts tables and their origin between the markers, touches nothing else, and is idempotent', () => {
  const once = spliceReadme(README, result, SOURCE);
  assert.ok(once.startsWith('# A\n\nbefore $& $1\n\n<!-- results:begin -->\n'));
  assert.ok(once.endsWith('<!-- results:end -->\n\nafter\n'));
  for (const origin of [
    result.command,
    result.environment.cpu,
    'node20 20.20.2',
    'ab12cd34ef56',
    result.createdAt,
    SOURCE,
  ])
    assert.ok(once.includes(origin), origin);
  for (const { kernel } of result.plan.rows) assert.ok(once.includes(`\`${kernel}\``) || kernel === 'noop', kernel);
  for (const { model } of result.plan.rows) assert.ok(once.includes(`**${model}**`), model);
  assert.equal(spliceReadme(once, result, SOURCE), once);
  assert.deepEqual(sourcesOf(once), [SOURCE]);
  assert.deepEqual(sourcesOf(README), []);
});

test('another result gives other tables, and going back gives the first ones', () => {
  const once = spliceReadme(README, result, SOURCE);
  const other = spliceReadme(once, sampleRun({ ...FAULTS, seed: 2 }).result, `${STORE}/other.json`);
  assert.notEqual(other, once);
  assert.match(other, /no time:/);
  assert.equal(spliceReadme(other, result, SOURCE), once);
});

test('no markers, two of them, or in the wrong order: refused', () => {
  for (const [text, message] of /** @type {const} */ ([
    ['# A\n', /no markers "<!-- results:begin -->"/],
    ['<!-- results:begin -->\n', /no markers "<!-- results:end -->"/],
    [README + README, /2 markers/],
    ['<!-- results:end --><!-- results:begin -->', /comes before/],
  ])) {
    assert.throws(
      () => spliceReadme(text, result, SOURCE),
      (error) => error instanceof ResultError && message.test(error.message),
      text,
    );
  }
});

test(
  '--readme takes the newest stored result, then stays with the one it was made from, and refuses what is ' +
    'not stored',
  (t) => {
    t.mock.method(console, 'log', () => {});
    const errors = t.mock.method(console, 'error', () => {});
    const path = join(folder, 'README.md');
    const store = join(folder, STORE);
    writeFileSync(path, README);
    assert.equal(main(['--readme'], { root: folder }), 2);
    assert.match(String(errors.mock.calls[0].arguments[0]), /there is no result in bench-wasm\/results/);

    mkdirSync(store, { recursive: true });
    writeResult(join(store, 'a-new.json'), sampleRun({ createdAt: '2026-02-01T00:00:00Z', seed: 2 }).result);
    writeResult(join(store, 'b-old.json'), sampleRun({ createdAt: '2026-01-01T00:00:00Z' }).result);
    assert.equal(main(['--readme'], { root: folder }), 0);
    assert.deepEqual(sourcesOf(readFileSync(path, 'utf8')), [`${STORE}/a-new.json`]);
    assert.equal(main([join(store, 'b-old.json'), '--readme'], { root: folder }), 0);
    assert.equal(main(['--readme'], { root: folder }), 0);
    const text = readFileSync(path, 'utf8');
    assert.deepEqual(sourcesOf(text), [`${STORE}/b-old.json`]);

    writeResult(join(folder, 'elsewhere.json'), result);
    assert.equal(main([join(folder, 'elsewhere.json'), '--readme'], { root: folder }), 2);
    writeFileSync(path, '# no markers\n');
    assert.equal(main([join(store, 'b-old.json'), '--readme'], { root: folder }), 2);
    assert.match(String(errors.mock.calls.at(-1)?.arguments[0]), /README\.md: the page has no markers/);
  },
);

test('--page does the same for another page, with a link from where it is', (t) => {
  t.mock.method(console, 'log', () => {});
  const errors = t.mock.method(console, 'error', () => {});
  const store = join(folder, STORE);
  mkdirSync(join(folder, 'docs'), { recursive: true });
  mkdirSync(store, { recursive: true });
  writeFileSync(join(folder, 'docs/page.md'), README);
  writeResult(join(store, 'page.json'), result);
  assert.equal(main([join(store, 'page.json'), '--page', 'docs/page.md'], { root: folder }), 0);
  const text = readFileSync(join(folder, 'docs/page.md'), 'utf8');
  assert.ok(text.includes(`(../${STORE}/page.json)`) && text.includes('report -- --page docs/page.md'));
  assert.deepEqual(sourcesOf(text), [`${STORE}/page.json`]);
  assert.equal(main(['--page', 'docs/page.md'], { root: folder }), 0);
  assert.equal(readFileSync(join(folder, 'docs/page.md'), 'utf8'), text);
  assert.equal(main(['--page', 'docs/none.md'], { root: folder }), 2);
  assert.match(String(errors.mock.calls.at(-1)?.arguments[0]), /--page docs\/none\.md: /);
});

test(
  'a page with a matrix apart has there the run on several engines, and its other tables from a run of ' + 'their own',
  () => {
    const page = README.replace('after', '<!-- matrix:begin -->\n<!-- matrix:end -->\n\nafter');
    const several = sampleRun({ engines: ['node20', 'bun'] }).result;
    const both = spliceReadme(spliceReadme(page, several, `${STORE}/several.json`), result, SOURCE);
    const [tables, matrix] = both.split('<!-- matrix:begin -->');
    assert.deepEqual(sourcesOf(both), [SOURCE, `${STORE}/several.json`]);
    assert.ok(tables.includes('**Controls**') && !tables.includes('Kernel by engine'));
    assert.ok(matrix.includes('Kernel by engine') && !matrix.includes('**Controls**'));
    assert.match(matrix, /\*\*[\d.]+\*\* \([\d.]+×\)/, 'the fastest of an engine is marked');
    assert.equal(spliceReadme(both, several, `${STORE}/several.json`), both);
  },
);

for (const page of ['docs/results.md', 'docs/engines.md', 'docs/upstreaming.md'])
  test(`${page} shows the stored results that it names`, () => {
    const text = readFileSync(join(ROOT, page), 'utf8');
    const sources = sourcesOf(text);
    assert.equal(
      sources.length,
      1,
      `${page} names ${sources.join(', ') || 'no result'}: npm --prefix bench-wasm run report -- FILE --page ${page}`,
    );
    for (const source of sources) {
      assert.equal(
        text,
        spliceReadme(text, readResult(join(ROOT, source)), source, page),
        `the page and ${source} differ: npm --prefix bench-wasm run report -- --page ${page}`,
      );
    }
  });
