/** Adding a model, or an engine, is one new file and one line: done here in a copy, and then used. */

import assert from 'node:assert/strict';
import { appendFileSync, cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { execa } from 'execa';

const HARNESS = fileURLToPath(new URL('..', import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'fqmul-toys-'));
after(() => rmSync(folder, { recursive: true }));
const COPY = join(folder, 'bench-wasm');
for (const name of ['index.mjs', 'report.mjs', 'package.json', 'pages', 'schema', 'src', 'test'])
  cpSync(join(HARNESS, name), join(COPY, name), { recursive: true });
for (const name of ['node_modules', 'packages']) symlinkSync(join(HARNESS, name), join(COPY, name));
// The rows of the package load its JavaScript.
symlinkSync(join(HARNESS, '..', 'groth16'), join(folder, 'groth16'));

/** What the copies differ in: a file, and a line of a list. */
const TOYS = [
  {
    list: 'src/models/list.mjs',
    line: "export { into } from './into.mjs';\n",
    file: 'src/models/into.mjs',
    text: `import { callModel, operandsOf } from './calls.mjs';

export const into = callModel({
  id: 'into',
  title: 'operands into the module',
  meaning: 'Two operands of 32 bytes go into the module, and nothing is done with them.',
  short: 'in',
  bigint: true,

  async task(context) {
    const { field, exports, kernel } = context;
    const [a, b] = operandsOf(context).map((value) => field.toBytes(value));
    const multiplier = new exports.Multiplier(kernel);
    return {
      unit: 1,
      run(n) {
        for (let i = 0; i < n; i++) multiplier.set(a, b);
      },
      check: () => (field.fromBytes(multiplier.product()) === field.fromBytes(a) ? null : 'it did not arrive'),
    };
  },
});
`,
  },
  {
    list: 'src/engines/list.mjs',
    line: "export { toy } from './toy.mjs';\n",
    file: 'src/engines/toy.mjs',
    text: `import { LOADER, SESSION } from './node.mjs';
import { processEngine } from './process.mjs';

export const toy = ({ loader = LOADER }) =>
  processEngine({
    id: 'toy',
    get: 'it is here',
    executable: process.execPath,
    version: '1.2.3',
    args: [SESSION],
    flags: [],
    tier: 'a toy',
    loader,
  });
`,
  },
];
for (const { list, line, file, text } of TOYS) {
  writeFileSync(join(COPY, file), text, { flag: 'wx' });
  appendFileSync(join(COPY, list), line);
}

/** @param {string} program @param {string[]} args */
const run = (program, ...args) =>
  execa(process.execPath, [join(COPY, program), ...args], {
    cwd: folder,
    env: { npm_lifecycle_event: '', NO_COLOR: '1' },
    reject: false,
  });

test('the command line offers them', async () => {
  const help = await run('index.mjs', '--help');
  assert.match(help.stdout.replace(/\s+/g, ' '), /only these models: chain, stream, .*call, call-io, convert, into/);
  const unknown = await run('test/fake-bench.mjs', '--engines', 'netscape4');
  assert.match(unknown.stderr, /no engine "netscape4"\. There are: node\d+, .*\btoy\b/);
});

test('they are planned, verified, timed, stored, and in every table', async () => {
  const asked = ['--engines', 'toy', '--models', 'into,chain', '--cases', '300', '--trials', '6', '--rounds', '6'];
  const { exitCode, stdout, stderr } = await run('test/fake-bench.mjs', ...asked, '--seed', '1', '--json', 'toys.json');
  assert.equal(exitCode, 0, stderr);
  assert.match(stdout, /^engine {3}toy 1\.2\.3, a toy$/m);
  for (const name of ['arkworks 0.6, in', 'SIMD limbs, in', 'BigInt'])
    assert.match(stdout, new RegExp(`^${name} .* [\\d.]+ +± [\\d.]+ % +[\\d,]+$`, 'm'), name);

  const { samples, summary } = JSON.parse(readFileSync(join(folder, 'toys.json'), 'utf8'));
  const of = (/** @type {any} */ { engine, model }) => engine === 'toy' && model === 'into';
  // Both kernels, BigInt and the control.
  assert.equal(samples.filter(of).length, 4 * 6);
  assert.ok(samples.filter(of).every((/** @type {any} */ { check }) => check));
  assert.deepEqual(new Set(summary.filter(of).map((/** @type {any} */ { unit }) => unit)), new Set(['ns/mul']));

  const report = await run('report.mjs', 'toys.json', '--markdown', 'toys.md', '--html', 'toys.html');
  assert.equal(report.exitCode, 0, report.stderr);
  assert.match(readFileSync(join(folder, 'toys.md'), 'utf8'), /## into: operands into the module\n[^]*\| SIMD limbs /);
  assert.match(readFileSync(join(folder, 'toys.html'), 'utf8'), /id="run1-toy-into"/);
});
