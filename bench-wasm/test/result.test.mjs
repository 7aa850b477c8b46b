import assert from 'node:assert/strict';
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { MODEL_IDS } from '../src/models/index.mjs';
import { renderHtml } from '../src/report/html-document.mjs';
import { renderMarkdown } from '../src/report/markdown.mjs';
import { mergeResults } from '../src/report/merge.mjs';
import { findings } from '../src/report/findings.mjs';
import { createResult, ResultError, validateResult } from '../src/result/result.mjs';
import { readResult, writeResult } from '../src/result/result-file.mjs';
import { renderResult } from '../src/report/terminal.mjs';
import { COSTS, ENGINE, makeRun } from './made-run.mjs';

/** @typedef {import('../src/measure/run.mjs').RunEvent} RunEvent */

const folder = mkdtempSync(join(tmpdir(), 'fqmul-'));
after(() => rmSync(folder, { recursive: true }));

test('a result is made of the events, written, and read back the same', () => {
  const { result } = makeRun();
  const rows = result.plan.rows.length;
  assert.equal(result.samples.length, 8 * rows);
  assert.equal(result.summary.length, rows);
  assert.equal(result.partial, false);
  assert.equal(result.environment.clockStepNs, 63.5);
  assert.equal(result.environment.noopNs, 3);
  assert.equal(result.environment.engines[0].noopNs, 3);
  const path = join(folder, 'whole.json');
  writeResult(path, result);
  assert.deepEqual(readResult(path), result);
  assert.deepEqual(readdirSync(folder), ['whole.json'], 'something was left behind');
});

test('the schema is strict: missing, extra and ill-typed fields are named', () => {
  const { result } = makeRun({ models: ['chain'] });
  /** @param {(copy: any) => void} damage @param {RegExp} message */
  const refuses = (damage, message) => {
    const copy = structuredClone(result);
    damage(copy);
    assert.throws(
      () => validateResult(copy),
      (error) => error instanceof ResultError && message.test(error.message),
      String(damage),
    );
    assert.throws(() => writeResult(join(folder, 'never.json'), copy), ResultError);
  };
  refuses((r) => {
    delete r.samples;
  }, /must have required property 'samples'/);
  refuses((r) => {
    r.extra = 1;
  }, /additional properties \(extra\)/);
  refuses((r) => {
    r.samples[3].nanoseconds = 1;
  }, /\/samples\/3 .*\(nanoseconds\)/);
  refuses((r) => {
    r.samples[0].ns = '5';
  }, /\/samples\/0\/ns must be number/);
  refuses((r) => {
    r.samples[0].ns = 0;
  }, /\/samples\/0\/ns must be > 0/);
  refuses((r) => {
    r.samples[0].n = 1.5;
  }, /\/samples\/0\/n must be integer/);
  refuses((r) => {
    r.samples[0].check = 1;
  }, /check must be boolean/);
  refuses((r) => {
    r.samples[0].model = 'warp';
  }, /model must be equal to one of/);
  refuses((r) => {
    r.summary[0].unit = 'ms';
  }, /unit must be equal to one of the allowed values \(ns\/mul, ns\/limb, .*, ns\/proof\)/);
  refuses((r) => {
    r.summary[0].verdict = 'better';
  }, /verdict must be equal to one of/);
  refuses((r) => {
    r.summary[0].ci95 = [1];
  }, /ci95 must NOT have fewer than 2 items/);
  refuses((r) => {
    r.environment.engines = [];
  }, /engines must NOT have fewer than 1 items/);
  refuses((r) => {
    delete r.environment.commit;
  }, /'commit'/);
  refuses((r) => {
    r.kernels[0].sha256 = 'x';
  }, /sha256 must match pattern/);
  refuses((r) => {
    r.createdAt = 'yesterday';
  }, /createdAt must match pattern/);
  assert.ok(!readdirSync(folder).includes('never.json'));
});

test("another schema, no schema and no JSON are refused with the file's name and the reason", () => {
  /** @param {string} name @param {string} text @param {RegExp} message */
  const refuses = (name, text, message) => {
    const path = join(folder, name);
    writeFileSync(path, text);
    assert.throws(
      () => readResult(path),
      (error) => error instanceof ResultError && error.message.startsWith(path) && message.test(error.message),
      name,
    );
    rmSync(path);
  };
  const whole = JSON.stringify(makeRun({ models: ['chain'] }).result);
  refuses(
    'next.json',
    JSON.stringify({ ...JSON.parse(whole), schema: 'fqmul-result-2' }),
    /its schema is "fqmul-result-2", not "fqmul-result-1"/,
  );
  refuses('none.json', '{}', /it names no schema/);
  refuses('null.json', 'null', /it names no schema/);
  refuses('cut.json', whole.slice(0, whole.length / 2), /JSON/);
  refuses('empty.json', '', /JSON/);
  refuses('journal2.jsonl', '{"type":"header","schema":"fqmul-result-2"}\n', /its schema is "fqmul-result-2"/);
  refuses('headless.jsonl', '{"type":"header","sch', /ended before its first line/);
  assert.throws(() => readResult(join(folder, 'absent.json')), /absent\.json.*ENOENT/);
});

test('the journal of a killed run reads as a partial result with all its samples', () => {
  const { header, events } = makeRun();
  const path = join(folder, 'killed.partial.jsonl');
  const lines = [{ type: 'header', ...header }, ...events].map((event) => `${JSON.stringify(event)}\n`);
  // Killed in the third round, in the middle of writing a line.
  const samples = header.plan.rows.length;
  const kept = 1 + 2 * (samples + 3) + 9;
  writeFileSync(path, lines.slice(0, kept).join('') + lines[kept].slice(0, 17));
  const result = readResult(path);
  assert.equal(result.partial, true);
  assert.equal(result.samples.length, 2 * samples + 7);
  assert.deepEqual(result.samples[0], createResult(header, events, { partial: false }).samples[0]);
  assert.match(renderResult(result), /PARTIAL/);
  assert.ok(findings(result)[0].startsWith(`Partial: the run was stopped after ${2 * samples + 7} samples`));
  rmSync(path);
});

test('rows that were planned and never measured are error rows', () => {
  const { result } = makeRun({
    change: (event) => (event.type === 'sample' && event.kernel === 'simd' && event.model === 'stream' ? [] : [event]),
  });
  const row = result.summary.find(({ kernel, model }) => kernel === 'simd' && model === 'stream');
  assert.match(String(row?.error), /not measured/);
  const stopped = makeRun({
    partial: true,
    change: (event) => (event.type === 'sample' && event.model === 'stream' ? [] : [event]),
  }).result;
  assert.match(String(stopped.summary.find(({ model }) => model === 'stream')?.error), /before the run was stopped/);
});

test('an error row shows its reason and no time', () => {
  const message = 'WRONG PRODUCT: 0x1 * 0x2 gave 0x3, not 0x2';
  const { result } = makeRun({
    change: (event) =>
      event.type !== 'sample' || event.kernel !== 'simd'
        ? [event]
        : event.round > 0
          ? []
          : [
              /** @type {RunEvent} */ ({
                type: 'error',
                engine: ENGINE,
                round: 0,
                kernel: 'simd',
                model: event.model,
                message,
              }),
            ],
  });
  validateResult(result);
  const text = renderResult(result);
  assert.equal(
    text.split('\n').filter((line) => line.startsWith('SIMD limbs') && line.includes(message)).length,
    MODEL_IDS.length,
    'one in each model',
  );
  assert.ok(findings(result).includes(`No time for SIMD limbs in ${[...MODEL_IDS].sort().join(', ')}: ${message}.`));
  assert.ok(!findings(result).some((sentence) => /SIMD limbs [\d.]+x/.test(sentence)));
});

test('a lost round is said', () => {
  const { result } = makeRun({
    change: (event) =>
      event.type === 'round' && event.round === 4 && event.state === 'end'
        ? [{ type: 'lost', engine: ENGINE, round: 4, error: 'killed by SIGKILL\nmore' }]
        : [event],
  });
  assert.deepEqual(result.lost, [{ engine: ENGINE, round: 4, error: 'killed by SIGKILL\nmore' }]);
  assert.ok(
    findings(result).includes(
      `Lost: round 5 of 8 on Node 20 did not finish (killed by SIGKILL). Its samples up to then are kept.`,
    ),
  );
});

/** @param {Parameters<typeof makeRun>[0]} options */
const sentences = (options) => findings(makeRun(options).result).join('\n');

test('the reading follows the numbers', () => {
  const text = sentences({});
  assert.match(
    text,
    /In chain \(dependent .*\), against arkworks 0\.4 at 200\.\d ns\/mul: SIMD limbs 4\.0x \(4\.0-4\.0\), faster/,
  );
  assert.match(text, /In stream .*: SIMD limbs 5\.0x \(5\.0-5\.0\), faster/);
  assert.match(
    text,
    /What IO costs, .*: SIMD limbs: 49[89]\.\d ns with it, 80\.0\d? ns without \(6\.2 times\); arkworks 0\.4: \d{3}/,
  );
  assert.match(
    text,
    /from JS with IO, SIMD limbs is 1\.0\dx \(.*\)†? as fast as arkworks 0\.4 \(equivalent\); in stream .* 5\.0x \(/,
  );
  assert.match(text, /the fastest kernel with IO \(SIMD limbs\) is 0\.82x \(.*\) as fast as BigInt \(slower\)/);
  assert.match(text, /A call that does nothing takes 5\.0\d ns/);
  assert.match(text, /The controls passed/);
  assert.match(text, /detects four times in five: 2\.\d % in chain, 2\.\d % in stream/);
  assert.doesNotMatch(text, /undecided|FAILED/i);
});

test('the reading turns round when the numbers do', () => {
  const text = sentences({ costs: { ...COSTS, 'simd stream': 300, 'js stream': 100, 'js call': 1000 } });
  assert.match(text, /In stream .*: BigInt 2\.0+x .*, faster; SIMD limbs 0\.67x .*, slower/);
  assert.match(text, /the fastest kernel with IO \(SIMD limbs\) is 2\.0x .* as fast as BigInt \(faster\)/);
  assert.doesNotMatch(text, /in stream it is 5/);
});

test('undecided rows and controls are said', () => {
  // Two rounds in three slow, for one row: an interval that reaches over 1.
  const jumpy = /** @param {string} kernel */ (kernel) => (/** @type {any} */ event) =>
    event.type === 'sample' && event.kernel === kernel && event.model === 'stream'
      ? [{ ...event, ns: event.ns * (event.round % 2 ? 6 : 4.5) }]
      : [event];
  assert.match(sentences({ change: jumpy('simd') }), /SIMD limbs [\d.]+x \(0\.8\d-1\.1\d\)†, undecided/);
  assert.match(sentences({ change: jumpy('simd') }), /^Undecided: SIMD limbs in stream\./m);
  const open = sentences({
    change: (event) =>
      event.type === 'sample' && event.kernel === 'control-aa' && event.model === 'chain'
        ? [{ ...event, ns: event.ns * (event.round % 2 ? 1.1 : 0.9) }]
        : [event],
  });
  assert.match(open, /Controls that stayed undecided: the same kernel under another name in chain\./);
  assert.doesNotMatch(open, /controls passed/);
});

test('a control that says something false fails loudly', () => {
  const text = sentences({ costs: { ...COSTS, 'control-aa chain': 180, 'control-slow5 stream': 200 } });
  assert.match(text, /CONTROL FAILED in chain: the same kernel under another name \(A\/A\): .*Do not trust/);
  assert.match(text, /CONTROL FAILED in stream: the same kernel with 5 % more work \(5 % slower\)/);
});

test('a row of another field has no verdict in any rendering, and says why', () => {
  const { header, events } = makeRun({ models: ['add'] });
  const adder = { ...header.kernels[1], id: 'adder', field: 'pallas' };
  const others = events.map((event) =>
    event.type === 'sample' && event.kernel === 'simd' ? { ...event, kernel: adder.id } : event,
  );
  const rows = header.plan.rows.map((row) => (row.kernel === 'simd' ? { ...row, kernel: adder.id } : row));
  const planned = { ...header, kernels: [header.kernels[0], adder], plan: { ...header.plan, rows } };
  const result = createResult(planned, others, { partial: false });
  assert.equal(result.summary.find(({ kernel }) => kernel === adder.id)?.verdict, null);
  const report = mergeResults([{ file: 'a.json', result }]);
  for (const text of [renderResult(result), renderMarkdown(report), renderHtml(report)]) {
    assert.match(text, /adder[^]*another field/);
    assert.doesNotMatch(text, /\bnull\b/);
  }
});

test('too few rounds: no interval, no verdict, and the reading says so', () => {
  const text = sentences({ rounds: 3 });
  assert.match(text, /SIMD limbs 5\.0x \(too few rounds\), undecided/);
  assert.match(text, /none in chain \(too few rounds\)/);
});

test('without a baseline there is no comparison, and that is said', () => {
  const { result } = makeRun({
    change: (event) =>
      event.type === 'sample' && event.kernel === 'multi3' && event.model === 'stream'
        ? [{ ...event, check: false }]
        : [event],
  });
  const text = findings(result).join('\n');
  assert.match(
    text,
    new RegExp(`No time for arkworks 0.4 in ${[...MODEL_IDS].sort().join(', ')}: .*checksums in stream are wrong`),
  );
  assert.match(text, /In stream nothing can be compared: arkworks 0\.4 has no time\./);
});

test('the terminal report has the machine, and every row with its ratio and its time', () => {
  const text = renderResult(makeRun().result);
  assert.match(text, /^machine {2}Abacus, 2 cores, Linux 1 x64$/m);
  assert.match(text, /^engine {3}Node 20\.0\.0, turbofan \(tiered up\), --x$/m);
  assert.match(text, /commit aaaaaaaaaaaa/);
  assert.match(text, /seed 3/);
  assert.match(text, /^arkworks 0\.4 +1.* baseline +200\.\d +\d+\.\d +0\.\d+ *$/m);
  // 200 ns against 50.
  assert.match(text, /^SIMD limbs +4\.0x \(4\.0-4\.0\) +faster +50\.0 /m);
  // An addition is no multiplication, and a sum of two products is two.
  for (const [model, unit] of [
    ['stream', 'ns/mul'],
    ['square', 'ns/op'],
    ['add', 'ns/op'],
    ['sub', 'ns/op'],
    ['sop2', 'ns/mul'],
  ]) {
    const [, table] = text.split(new RegExp(`^In-wasm batches, ${model}: `, 'm'));
    assert.ok(table.split('\n')[1].includes(` ${unit} `), `${model}: ${table.split('\n')[1]}`);
    assert.match(table, /^arkworks 0\.4 .* baseline/m);
  }
  assert.deepEqual(
    new Set(
      makeRun()
        .result.summary.filter(({ unit }) => unit === 'ns/op')
        .map(({ model }) => model),
    ),
    new Set(['square', 'add', 'sub']),
  );
  for (const name of [
    ...['arkworks 0.4, no IO', 'arkworks 0.4, IO', 'arkworks 0.4, convert', 'SIMD limbs, no IO', 'SIMD limbs, IO'],
    ...['BigInt', 'empty call'],
  ]) {
    assert.match(text, new RegExp(`^${name} .* [\\d.]+ +± [\\d.]+ % +[\\d,]+ *$`, 'm'), name);
  }
  assert.match(text, /^arkworks 0\.4, no IO +1.* baseline +210\.\d .* 4,7\d\d,\d{3} *$/m);
  assert.match(text, /^A\/A in chain +passed +.* 2\.\d % *\n^5 % slower in chain +passed /m);
  // Colours only where they are asked for.
  assert.ok(!text.includes('\x1b'));
  assert.ok(renderResult(makeRun().result, { color: true }).includes('\x1b[32mfaster'));
});
