import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { csvParse } from 'd3-dsv';
import { parseHTML } from '#charts/linkedom';
import { main } from '../report.mjs';
import { distributionChart, MOST_DOTS, ratioChart, timeChart } from '../src/report/charts.mjs';
import { MODEL_IDS } from '../src/models/index.mjs';
import { renderCsv } from '../src/report/csv.mjs';
import { noiseNotes } from '../src/report/format.mjs';
import { renderHtml } from '../src/report/html-document.mjs';
import { renderMarkdown } from '../src/report/markdown.mjs';
import { repeatabilityTables } from '../src/report/repeatability.mjs';
import { kernelName } from '../src/report/names.mjs';
import { mergeResults } from '../src/report/merge.mjs';
import { ResultError } from '../src/result/result.mjs';
import { writeResult } from '../src/result/result-file.mjs';
import { FAULTS, journalOf, sampleRun } from './sample-run.mjs';

/** @typedef {import('../src/result/result.mjs').Result} Result */

const REPORT = fileURLToPath(new URL('../report.mjs', import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'fqmul-report-'));
after(() => rmSync(folder, { recursive: true }));

const whole = sampleRun().result;
const faulty = sampleRun({
  ...FAULTS,
  seed: 2,
  cpu: 'Abacus <b>3000</b> & "sons" | `x`',
  header: { command: "npm run bench -- --seed '```' </code>" },
}).result;
const laptop = sampleRun({
  seed: 3,
  cpu: 'Pocket',
  engines: ['node20', 'bun'],
  slower: { simd: 1.5 },
  createdAt: '2026-03-02T03:04:05.678Z',
}).result;

/** @param {Result[]} results */
const merged = (...results) =>
  mergeResults(results.map((result, at) => ({ file: `results/machine-${at}.json`, result })));

/** @type {Map<string, string>} */
const pages = new Map();
/** @type {Result[]} */
const known = [];
/** The page of these results, made once: it takes seconds. @param {Result[]} results */
function page(...results) {
  const key = results.map((one) => (known.includes(one) ? known.indexOf(one) : known.push(one) - 1)).join();
  const html = pages.get(key) ?? renderHtml(merged(...results));
  pages.set(key, html);
  return html;
}

/** @param {string} html */
const parsed = (html) => parseHTML(html).document;

/** @param {Result} result */
const errorRows = (result) =>
  result.summary.flatMap(({ error, ...row }) => (error === null ? [] : [{ ...row, error }]));

/**
 * Runs the command as somebody who types it in a folder.
 *
 * @param {string[]} args
 * @param {{ cwd?: string, env?: Record<string, string> }} [options]
 */
function type(args, { cwd = folder, env = {} } = {}) {
  const { status, stdout, stderr } = spawnSync(process.execPath, [REPORT, ...args], {
    cwd,
    encoding: 'utf8',
    env: { ...process.env, npm_lifecycle_event: '', NO_COLOR: '1', ...env },
  });
  return { status, stdout, stderr };
}

/**
 * The same without a process, which takes a second each.
 *
 * @param {import('node:test').TestContext} t
 * @param {string[]} args
 */
async function call(t, args) {
  /** @type {string[]} */
  const written = [];
  const keep = (/** @type {unknown} */ text) => written.push(String(text)) > 0;
  const mocks = [
    t.mock.method(console, 'log', () => {}),
    t.mock.method(console, 'error', keep),
    t.mock.method(process.stderr, 'write', keep),
  ];
  const { npm_lifecycle_event: event, INIT_CWD: typedIn } = process.env;
  Object.assign(process.env, { npm_lifecycle_event: 'report', INIT_CWD: folder });
  try {
    return { status: await main(args), stderr: written.join('') };
  } finally {
    Object.assign(process.env, { npm_lifecycle_event: event ?? '', INIT_CWD: typedIn ?? '' });
    for (const { mock } of mocks) mock.restore();
  }
}

test('every row that was planned is in the HTML: with its time, or with the reason why it has none', () => {
  for (const result of [whole, faulty]) {
    const document = parsed(page(result));
    for (const { kernel, model } of result.plan.rows) {
      const section = document.querySelector(`[id$="-node20-${model}"]`);
      const row = [...(section?.querySelectorAll('table.model tbody tr') ?? [])].find(
        (line) => line.querySelector('th')?.textContent === kernelName(kernel),
      );
      assert.ok(row, `${kernel} in ${model} has no row`);
      const { error, median } = result.summary.find((one) => one.kernel === kernel && one.model === model) ?? {};
      const said = String(row.textContent);
      assert.ok(
        error
          ? said.includes(error) && said.includes('no time')
          : said.includes(Number(median).toFixed(Number(median) < 10 ? 2 : 1)),
        `${kernel} in ${model}: ${said}`,
      );
    }
    assert.ok(errorRows(result).every(({ error }) => String(document.body.textContent).includes(error)));
  }
  // Two kernels, one of which is wrong in one model, and then in all.
  assert.equal(errorRows(faulty).length, 2 * MODEL_IDS.length);
});

test('a table says its noise once, and that of its quieter half where one control was loud', () => {
  const noted = (/** @type {[number, number][]} */ ...controls) =>
    noiseNotes(controls.map((noise) => ({ ci95: /** @type {[number, number]} */ ([2, 3]), noise })));
  assert.deepEqual(noted(), []);
  assert.deepEqual(noted([0.97, 1.02], [0.97, 1.02]), ['Noise 0.97-1.02.']);
  const [loud] = noted([0.5, 1.8], [0.97, 1.02], [0.96, 1.01]);
  assert.match(loud, /^Noise 0\.50-1\.80, for half of the figures 0\.96-1\.02\.$/);
});

test('the no-op is a floor, not a kernel that is faster', () => {
  const rows = [...parsed(page(whole)).querySelectorAll('table.model tr')].filter(
    (row) => row.querySelector('th')?.textContent === 'empty call',
  );
  assert.equal(rows.length, 1);
  assert.match(String(rows[0].textContent), /floor/);
  assert.doesNotMatch(String(rows[0].textContent), /faster|[\d.]x/);
});

test('every row is in the charts of its model, with its verdict as a word', () => {
  for (const result of [whole, faulty]) {
    const document = parsed(page(result));
    for (const { kernel, model } of result.plan.rows) {
      const { verdict, error } = result.summary.find((row) => row.kernel === kernel && row.model === model) ?? {};
      const judged = !kernel.startsWith('control-') && kernel !== 'noop';
      const word = error ? 'no time' : kernel === 'multi3' ? 'baseline' : String(verdict);
      for (const width of ['wide', 'narrow']) {
        const [ratios, ...others] = [...document.querySelectorAll(`[id$="-node20-${model}"] figure svg.${width}`)].map(
          (svg) => [...svg.querySelectorAll('text')].map(({ textContent }) => String(textContent)),
        );
        assert.equal(ratios.includes(kernelName(kernel)), judged, `${kernel} in ${model}`);
        assert.ok(
          others.every((texts) => texts.includes(kernelName(kernel))),
          `${kernel} in ${model}`,
        );
        // The words are written in the order of the names.
        if (judged)
          assert.match(
            ratios.filter((text) => /^(faster|slower|equivalent|undecided|baseline|no time)\b/.test(text))[
              ratios
                .filter((text) => result.plan.rows.some((row) => kernelName(row.kernel) === text))
                .indexOf(kernelName(kernel))
            ],
            new RegExp(`^${word}`),
          );
      }
    }
  }
});

test('the HTML loads nothing, runs nothing, and takes no string of a result for markup', () => {
  for (const report of [merged(whole), merged(faulty), merged(faulty, laptop)]) {
    const html = renderHtml(report);
    const document = parsed(html);
    assert.equal(
      document.querySelectorAll('script, link, img, iframe, object, embed, base, image, use, style[src], b').length,
      0,
    );
    assert.match(
      String(document.querySelector('meta[http-equiv="Content-Security-Policy"]')?.getAttribute('content')),
      /^default-src 'none'/,
    );
    for (const element of document.querySelectorAll('*')) {
      for (const { name, value } of element.attributes) {
        assert.ok(
          !/^on/i.test(name) && !/^(src|srcset|action|poster|background|xlink:href)$/i.test(name),
          `${element.localName} ${name}`,
        );
        if (name === 'href') assert.match(value, /^#/);
        if (name !== 'xmlns' && !name.startsWith('aria-'))
          assert.ok(!/https?:|url\(/i.test(value), `${element.localName} ${name}="${value}"`);
      }
    }
    assert.ok(!/https?:|url\(|@import/i.test(String(document.querySelector('style')?.textContent)));
  }
  const text = String(parsed(page(faulty)).body.textContent);
  for (const literal of ['<script>alert("1")</script>', 'Abacus <b>3000</b> & "sons"', '</code>'])
    assert.ok(text.includes(literal), literal);
});

test('the HTML is readable without seeing it: captions, scopes, names, anchors, one level after the other', () => {
  for (const report of [merged(faulty), merged(whole, laptop)]) {
    const document = parsed(renderHtml(report));
    const ids = [...document.querySelectorAll('[id]')].map(({ id }) => id);
    assert.equal(new Set(ids).size, ids.length, 'an id is used twice');
    for (const link of document.querySelectorAll('a'))
      assert.ok(ids.includes(String(link.getAttribute('href')).slice(1)), String(link.getAttribute('href')));
    for (const element of document.querySelectorAll('[aria-labelledby]'))
      assert.ok(ids.includes(String(element.getAttribute('aria-labelledby'))));
    for (const head of document.querySelectorAll('th')) assert.match(String(head.getAttribute('scope')), /^(row|col)$/);
    for (const table of document.querySelectorAll('table')) assert.ok(table.querySelector('caption')?.textContent);
    for (const figure of document.querySelectorAll('figure')) {
      assert.ok(figure.querySelector('figcaption')?.textContent);
      assert.deepEqual(
        [...figure.querySelectorAll('svg')].map((svg) => svg.getAttribute('class')),
        ['wide', 'narrow'],
      );
    }
    for (const svg of document.querySelectorAll('svg')) {
      assert.equal(svg.getAttribute('role'), 'img');
      assert.ok(svg.getAttribute('aria-label') && svg.getAttribute('aria-description'));
    }
    const levels = [...document.querySelectorAll('h1, h2, h3, h4')].map(({ localName }) => Number(localName[1]));
    assert.ok(
      levels.every((level, at) => (at === 0 ? level === 1 : level <= levels[at - 1] + 1)),
      levels.join(' '),
    );
  }
});

test('every sample of a row that has a time is a dot of the distribution, and of the samples over time', () => {
  const document = parsed(page(faulty));
  for (const model of faulty.plan.models) {
    const charts = [...document.querySelectorAll(`[id$="-node20-${model}"] figure svg.wide`)];
    assert.equal(charts.length, 3);
    const timed = faulty.summary.filter((row) => row.model === model && row.error === null).map(({ kernel }) => kernel);
    const samples = faulty.samples.filter((sample) => sample.model === model && timed.includes(sample.kernel)).length;
    assert.deepEqual(
      charts.slice(1).map((svg) => svg.querySelectorAll('circle').length),
      [samples, samples],
      model,
    );
  }
});

test('charts: a row each, the verdict in words, numbers beyond all bounds, none at all, and very many', () => {
  const { document } = parseHTML('<!doctype html><html><body></body></html>');
  const words = { label: 'l', description: 'd' };
  for (const canvas of [
    { document, width: 896, compact: false },
    { document, width: 350, compact: true },
  ]) {
    const ratios = ratioChart(
      canvas,
      [
        { name: 'far', median: 1e4, ci95: [9e3, 1.1e4], tone: 'faster', text: 'faster 10000x', detail: '' },
        {
          name: 'near',
          median: 0.001,
          ci95: null,
          tone: 'undecided',
          text: 'undecided 0.001x',
          detail: 'too few rounds',
        },
        { name: 'none', median: null, ci95: null, tone: 'error', text: 'no time', detail: '', note: 'a reason' },
      ],
      { threshold: 0.02, axis: 'speed-up', ...words },
    );
    const said = [...ratios.querySelectorAll('text')].map(({ textContent }) => textContent);
    for (const text of ['far', 'near', 'none', 'faster 10000x', 'undecided 0.001x', 'no time', 'a reason', '1x'])
      assert.ok(said.includes(text), text);

    const empty = [{ name: 'none', error: 'a reason', samples: [] }];
    for (const svg of [distributionChart(canvas, empty, words), timeChart(canvas, empty, { rounds: 1, ...words })]) {
      assert.ok([...svg.querySelectorAll('text')].some(({ textContent }) => textContent === 'a reason'));
      assert.ok(!/NaN|Infinity|undefined/.test(svg.outerHTML));
    }
    const equal = [
      {
        name: 'flat',
        error: null,
        samples: Array.from({ length: 5 }, (_, at) => ({ round: 0, at: at / 5, value: 7 })),
      },
    ];
    for (const svg of [distributionChart(canvas, equal, words), timeChart(canvas, equal, { rounds: 1, ...words })])
      assert.ok(!/NaN|Infinity|undefined/.test(svg.outerHTML));
    // More than any stack takes as arguments; the one far out is never thinned away.
    const many = Array.from({ length: 300_000 }, (_, at) => ({
      round: 0,
      at: at / 300_000,
      value: at === 12_345 ? 1e6 : 100 + (at % 7),
    }));
    for (const svg of [
      distributionChart(canvas, [{ name: 'many', error: null, samples: many }], words),
      timeChart(canvas, [{ name: 'many', error: null, samples: many }], { rounds: 1, ...words }),
    ]) {
      const dots = svg.querySelectorAll('circle').length;
      assert.ok(dots > MOST_DOTS / 2 && dots <= MOST_DOTS + 1, String(dots));
    }
    assert.ok(
      [
        ...distributionChart(canvas, [{ name: 'many', error: null, samples: many }], words).querySelectorAll('circle'),
      ].some((dot) => dot.getAttribute('r') === '2.6' || dot.parentElement?.getAttribute('r') === '2.6'),
    );
  }
});

test('what draws the charts runs in a browser: nothing that it imports is of Node', () => {
  /** @type {Set<string>} */
  const seen = new Set();
  /** @param {URL} file */
  const walk = (file) => {
    if (seen.has(file.href)) return;
    seen.add(file.href);
    for (const [, name] of readFileSync(file, 'utf8').matchAll(/^(?:import|export)\s[^'"(]*?['"]([^'"]+)['"]/gm)) {
      assert.ok(!name.startsWith('node:') && name !== 'linkedom', `${file.pathname} imports ${name}`);
      if (name.startsWith('.')) walk(new URL(name, file));
    }
  };
  for (const name of ['charts', 'html-elements', 'tables', 'across', 'outline', 'html'])
    walk(new URL(`../src/report/${name}.mjs`, import.meta.url));
  assert.ok(seen.size > 10, 'the walk found no imports');
});

test('markdown names every kernel and every reason, and nothing of a result is markup in it', () => {
  const text = renderMarkdown(merged(faulty));
  for (const { kernel } of faulty.plan.rows) assert.ok(text.includes(`| ${kernelName(kernel)} `), kernel);
  const plain = text.replaceAll(/\\([\\|`*_<>[\]~#])/g, '$1');
  for (const { kernel, error } of errorRows(faulty)) {
    assert.ok(
      plain
        .split('\n')
        .some((line) => line.startsWith(`| ${kernelName(kernel)} `) && line.includes(`**no time:** ${error}`)),
      `${kernel}: ${error}`,
    );
  }
  assert.ok(!/(?<!\\)<script/.test(text) && !/(?<!\\)<b>/.test(text));
  assert.ok(text.includes("````sh\nnpm run bench -- --seed '```' </code>\n````"));
  // A table has as many cells in every line as it has columns.
  for (const block of text.split('\n\n').filter((part) => part.startsWith('|'))) {
    const widths = block
      .trim()
      .split('\n')
      .map((line) => line.replaceAll('\\|', '').split('|').length);
    assert.equal(new Set(widths).size, 1, block);
  }
});

test('CSV has a line for each sample and for each row that never had one, and parses back', () => {
  for (const results of [[whole], [faulty], [whole, laptop]]) {
    const report = merged(...results);
    const lines = csvParse(renderCsv(report));
    const untaken = results.flatMap((result) => errorRows(result).filter(({ samples }) => samples === 0));
    assert.equal(lines.length, results.reduce((sum, { samples }) => sum + samples.length, 0) + untaken.length);
    const taken = lines.filter(({ ns }) => ns !== '');
    /** @param {any} sample @returns {string} */
    const key = ({ engine, kernel, model, round, order, n, ns, check }) =>
      [engine, kernel, model, round, order, n, ns, check].join(' ');
    assert.deepEqual(taken.map(key).sort(), results.flatMap(({ samples }) => samples.map(key)).sort());
    for (const line of taken) assert.equal(Number(line.nsPerProduct), Number(line.ns) / Number(line.n));
    for (const result of results) {
      for (const { kernel, model, error } of errorRows(result))
        assert.ok(
          lines.some((line) => line.kernel === kernel && line.model === model && line.error === error),
          `${kernel} ${model}`,
        );
    }
    assert.equal(new Set(lines.map(({ run }) => run)).size, results.length);
  }
});

test('a journal of a killed run renders as partial everywhere', async (t) => {
  const path = join(folder, 'killed.partial.jsonl');
  writeFileSync(path, journalOf(sampleRun({ seed: 5 }), 0.4));
  const { status, stderr } = await call(t, [
    'killed.partial.jsonl',
    '--html',
    'killed.html',
    '--markdown',
    'killed.md',
    '--csv',
    'killed.csv',
  ]);
  assert.equal(status, 0, stderr);
  assert.match(
    String(parsed(readFileSync(join(folder, 'killed.html'), 'utf8')).querySelector('.badges')?.textContent),
    /partial: stopped after \d+ samples/,
  );
  assert.match(readFileSync(join(folder, 'killed.md'), 'utf8'), /\*\*partial/);
  assert.ok(csvParse(readFileSync(join(folder, 'killed.csv'), 'utf8')).length > 300);
  assert.match(type(['killed.partial.jsonl']).stdout, /PARTIAL/);
});

test('several machines are one report: a row each, ratios and no times side by side', () => {
  const report = merged(whole, laptop);
  assert.deepEqual(
    report.series.map(({ label }) => label),
    ['machine-0', 'machine-1 Node 20', 'machine-1 Bun 20.20'],
  );
  const document = parsed(renderHtml(report));
  /** @param {string} selector @returns {string[][]} */
  const cells = (selector) =>
    [...document.querySelectorAll(`${selector} tbody tr`)].map((line) =>
      [...line.children].map(({ textContent }) => String(textContent)),
    );
  const runs = cells('table.runs');
  assert.deepEqual(
    runs.map(([run]) => run),
    report.series.map(({ label }) => label),
  );
  assert.deepEqual(
    runs.map(([, machine]) => machine.split(' ')[0]),
    ['Abacus', 'Pocket', 'Pocket'],
  );

  const tables = [...document.querySelectorAll('table.across')];
  assert.equal(tables.length, MODEL_IDS.length);
  for (const table of tables) {
    assert.deepEqual(
      [...table.querySelectorAll('tbody th')].map(({ textContent }) => textContent),
      report.series.map(({ label }) => label),
    );
    assert.ok(!/\bns\b/.test(String(table.textContent)), 'times stand side by side');
  }
  const stream = String(
    tables.find((table) => /^stream/.test(String(table.querySelector('caption')?.textContent)))?.textContent,
  );
  assert.match(stream, /faster in all 3/);
  assert.match(String(document.querySelector('#reading')?.textContent), /not comparable and are not compared/);
  const markdown = renderMarkdown(report);
  assert.match(markdown, /not comparable and are not compared/);
  for (const { label } of report.series) assert.ok(markdown.includes(`| ${label} `), label);
});

test('runs of one file name are told apart by their folders, and those of one folder by a number', () => {
  const label = (/** @type {string[]} */ ...files) =>
    mergeResults(
      files.map((file, at) => ({
        file,
        result: { ...whole, createdAt: `2026-03-0${at + 1}T00:00:00.000Z` },
      })),
    ).runs.map((run) => run.label);
  assert.deepEqual(label('results/2026-01-02-a/full-1.json.gz', 'results/b/full-1.json.gz', 'curve.json'), [
    'a/full-1',
    'b/full-1',
    'curve',
  ]);
  assert.deepEqual(label('a/full-1.json', 'a/full-1.partial.jsonl'), ['a/full-1', 'a/full-1 (2)']);
});

test('a verdict that another run reverses is said to differ; an undecided one contradicts nothing', () => {
  const reversed = sampleRun({ seed: 4, slower: { simd: 5 }, createdAt: '2026-04-02T03:04:05.678Z' }).result;
  const few = sampleRun({ seed: 6, rounds: 4, trials: 12, createdAt: '2026-05-02T03:04:05.678Z' }).result;
  const said = String(parsed(page(whole, reversed, few)).querySelector('#reading .reading')?.textContent);
  assert.match(said, /the verdicts contradict one another in \d+ \((?:[^)]*, )?SIMD limbs in chain/);
  assert.match(said, /^Of \d+ rows that several runs have, \d+ have one verdict in all of them/);
});

test(
  'runs on one machine and engine say of every two kernels whether they say the same again; of other ' +
    'machines nothing is said',
  () => {
    const again = sampleRun({ seed: 7, createdAt: '2026-06-02T03:04:05.678Z' }).result;
    /** @param {import('../src/report/merge.mjs').Report} report @param {string} model */
    const line = (report, model) =>
      repeatabilityTables(report)[0]
        .rows.map(({ cells }) => cells.map(({ text, detail }) => (detail ? `${text}, ${detail}` : text)))
        .find(([name]) => name === model);
    // The seven kernels of the made-up run are all more than 5 % apart in chain: 21 pairs, 6 of them with multi3.
    const all = [
      '21, 6 with arkworks 0.4',
      '21, 6 with arkworks 0.4',
      '0, 0 with arkworks 0.4',
      '0, 0 with arkworks 0.4',
      '21, 6 with arkworks 0.4',
    ];
    assert.deepEqual(line(merged(whole, again), 'chain'), ['chain', ...all]);
    // simd at 5 times its time loses to the four that it beat, BigInt excepted, and no interval of its six pairs is
    // where it was.
    const reversed = sampleRun({ seed: 4, slower: { simd: 5 }, createdAt: '2026-04-02T03:04:05.678Z' }).result;
    const report = merged(whole, reversed);
    assert.deepEqual(line(report, 'chain'), [
      'chain',
      '21, 6 with arkworks 0.4',
      '17, 5 with arkworks 0.4',
      '0, 0 with arkworks 0.4',
      '4, 1 with arkworks 0.4',
      '15, 5 with arkworks 0.4',
    ]);
    const [{ notes }] = repeatabilityTables(report);
    assert.ok(
      notes?.some((note) =>
        /^chain: arkworks 0\.4 against SIMD limbs, .*: slower in 1, faster in 1; the intervals do not overlap$/.test(
          note,
        ),
      ),
      notes?.join('\n'),
    );
    for (const text of [
      String(parsed(renderHtml(report)).querySelector('main')?.textContent),
      renderMarkdown(report),
    ]) {
      assert.match(text, /Said again: all pairs of kernels of a model, verdicts and intervals of 2 runs on Node 20/);
      assert.match(text, /chain: arkworks 0\.4 against SIMD limbs/);
    }
    assert.deepEqual(repeatabilityTables(merged(whole, laptop)), []);
    assert.ok(!renderMarkdown(merged(whole, laptop)).includes('Said again'));
  },
);

test('runs that cannot stand together are refused with a reason', () => {
  /** @param {any[]} results @param {RegExp} message */
  const refuses = (results, message) =>
    assert.throws(
      () => merged(...results),
      (error) => error instanceof ResultError && message.test(error.message),
      String(message),
    );
  refuses([], /no result/);
  refuses([whole, whole], /machine-1\.json: the same run as results\/machine-0\.json/);
  refuses(
    [whole, { ...laptop, statistics: { ...laptop.statistics, baseline: 'simd' } }],
    /machine-1\.json: its ratios are to simd, those of results\/machine-0\.json to multi3;/,
  );
  refuses(
    [whole, { ...laptop, statistics: { ...laptop.statistics, threshold: 0.05 } }],
    /machine-1\.json: its verdicts are at a threshold of 0\.05/,
  );
});

test('the command: bad input is one line that names the file, exit code 2, and nothing is written', async (t) => {
  writeResult(join(folder, 'good.json'), whole);
  writeFileSync(join(folder, 'old.json'), JSON.stringify({ ...whole, schema: 'fqmul-result-0' }));
  writeFileSync(join(folder, 'cut.json'), JSON.stringify(whole).slice(0, 5000));
  mkdirSync(join(folder, 'a-folder'), { recursive: true });
  /** @param {string[]} args @param {RegExp} message */
  const refuses = async (args, message) => {
    const { status, stderr } = await call(t, args);
    assert.equal(status, 2, `${args.join(' ')}: ${stderr}`);
    assert.match(stderr, message);
    assert.doesNotMatch(stderr, /^\s+at /m, 'a stack trace');
    assert.ok(!existsSync(join(folder, 'never')));
  };
  await refuses([], /name at least one result file/);
  await refuses(['absent.json', '--html', 'never'], /^error: .*absent\.json: .*ENOENT/);
  await refuses(['a-folder', '--html', 'never'], /^error: .*a-folder: .*EISDIR/);
  await refuses(['cut.json', '--csv', 'never'], /^error: .*cut\.json: .*JSON/);
  await refuses(
    ['good.json', 'old.json', '--markdown', 'never'],
    /^error: .*old\.json: .*its schema is "fqmul-result-0", not "fqmul-result-1"/,
  );
  await refuses(['good.json', './good.json'], /^error: \.\/good\.json: the same run as good\.json/);
  await refuses(
    ['good.json', '--pdf', 'never'],
    /unknown option '--pdf'\nThere are: --html, --markdown, --csv, --pages, --baseline, --where, --threshold, /,
  );
  await refuses(['good.json', '--html'], /argument missing/);
  await refuses(['good.json', '--html', 'a-folder'], /^error: --html a-folder: cannot be written: .*EISDIR/);
  await refuses(['good.json', '--csv', 'good.json/x'], /^error: --csv good\.json\/x: cannot be written/);
  await refuses(['good.json', '--csv', 'good.json'], /^error: --csv good\.json: would overwrite a result/);
  await refuses(
    ['good.json', '--baseline', 'nope'],
    /^error: good\.json: the run has no nope to compare with; it has multi3/,
  );
  await refuses(['good.json', '--threshold', '0'], /A percentage from 0\.1 to 50/);
});

test('the command: without an output it prints the tables; paths are those of the folder it was typed in', () => {
  writeResult(join(folder, 'good.json'), whole);
  writeResult(join(folder, 'laptop.json'), laptop);
  const one = type(['good.json']);
  assert.equal(one.status, 0, one.stderr);
  assert.match(one.stdout, /In-wasm batches[^]*arkworks 0\.6[^]*Reading/);
  const two = type(['good.json', 'laptop.json']);
  assert.equal(two.status, 0, two.stderr);
  for (const part of ['== good', '== laptop', '== across runs', '| laptop Bun 20.20 '])
    assert.ok(two.stdout.includes(part), part);
  // npm --prefix changes the folder, and says in INIT_CWD where it was called.
  const typed = type(['good.json', '--html', 'typed/here.html'], {
    cwd: tmpdir(),
    env: { npm_lifecycle_event: 'report', INIT_CWD: folder },
  });
  assert.equal(typed.status, 0, typed.stderr);
  assert.ok(existsSync(join(folder, 'typed', 'here.html')));
  assert.match(typed.stdout, /^html +typed\/here\.html$/m);
});
