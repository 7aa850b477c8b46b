/** The workflows of GitHub: that each of their lines is a command there is, and that none may do more than it must. */

import assert from 'node:assert/strict';
import { accessSync, constants, existsSync, mkdtempSync, readFileSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join, relative } from 'node:path';
import { after, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { execa } from 'execa';
import { parse } from '#checks/yaml';
import { PROGRAMS } from '../src/engines/places.mjs';
import { readResult } from '../src/result/result-file.mjs';
import { PAGE } from '../web/build.mjs';

/**
 * @typedef {object} Step
 * @property {string} [uses]
 * @property {string} [run]
 * @property {string} [if]
 * @property {Record<string, any>} [with]
 * @property {Record<string, string>} [env]
 */
/**
 * @typedef {object} Job
 * @property {string} runs-on
 * @property {number} timeout-minutes
 * @property {Step[]} steps
 * @property {string} [needs]
 * @property {string} [if]
 * @property {Record<string, string>} [permissions]
 * @property {{ 'fail-fast': boolean, matrix: Record<string, string[]> }} [strategy]
 */
/** @typedef {{ on: any, permissions: any, concurrency: any, defaults: any, jobs: Record<string, Job> }} Workflow */

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const HARNESS = fileURLToPath(new URL('..', import.meta.url));
const FAKE = fileURLToPath(new URL('fake-bench.mjs', import.meta.url));
const WORKFLOWS = join(ROOT, '.github/workflows');
const GATE = 'npm --prefix bench-wasm test';

/** @param {string} file @returns {Workflow} */
const workflow = (file) => parse(readFileSync(join(WORKFLOWS, file), 'utf8'));
const [bench, ci] = [workflow('bench.yml'), workflow('ci.yml')];
const { scripts } = JSON.parse(readFileSync(join(HARNESS, 'package.json'), 'utf8'));
const folder = mkdtempSync(join(tmpdir(), 'fqmul-workflows-'));
after(() => rmSync(folder, { recursive: true }));

/** @param {Workflow} workflow */
const stepsOf = ({ jobs }) => Object.values(jobs).flatMap(({ steps }) => steps);
/** @param {Workflow} workflow @returns {string[]} */
const linesOf = (workflow) => stepsOf(workflow).flatMap(({ run }) => run?.trim().split('\n') ?? []);
/** @param {Job} job @param {string} action */
const stepWith = ({ steps }, action) =>
  /** @type {Step} */ (steps.find(({ uses }) => uses?.startsWith(`actions/${action}@`)));

/**
 * @param {string} line `npm --prefix bench-wasm run SCRIPT -- ARGUMENT...`
 * @returns {{ program: string, args: string[] }} what that starts, as the shell and npm read it
 */
function commandIn(line) {
  const [, name, rest = ''] = /^npm --prefix bench-wasm (?:run )?(\w+)(?: -- (.*))?$/.exec(line) ?? [];
  assert.ok(name, `not a script of the harness: ${line}`);
  const program = /&& node (\S+)$/.exec(scripts[name] ?? '')?.[1];
  assert.ok(program, `package.json has no script ${name}: ${line}`);
  return { program, args: (rest.match(/"[^"]*"|\S+/g) ?? []).map((word) => word.replaceAll('"', '')) };
}

/** @param {string[]} args @param {Record<string, string>} env @returns {string[]} with the variables' values */
const expand = (args, env) => args.map((arg) => arg.replace(/\$(\w+)/g, (_, name) => env[name]));

test('the tests know every workflow', () => assert.deepEqual(readdirSync(WORKFLOWS).sort(), ['bench.yml', 'ci.yml']));

test("a push runs what the README says, by the file that anybody's CI can run", () => {
  assert.deepEqual(Object.keys(ci.on), ['push', 'pull_request']);
  assert.deepEqual(linesOf(ci), ['.ci/run']);
  const script = join(ROOT, '.ci/run');
  accessSync(script, constants.X_OK);
  assert.equal(readFileSync(script, 'utf8').trim().split('\n').at(-1), GATE);
  assert.match(readFileSync(join(ROOT, 'README.md'), 'utf8'), new RegExp(`^${GATE} `, 'm'));
  assert.ok(scripts.test);
});

test('CI finds the browsers that it looks for or installs', () => {
  const script = readFileSync(join(ROOT, '.ci/run'), 'utf8');
  const looked = [...script.matchAll(/command -v ([\w-]+)/g)].map(([, name]) => name);
  const installed = /apt-get install .*recommends (.*)$/m.exec(script)?.[1].split(' ') ?? [];
  const known = [PROGRAMS.chromium, PROGRAMS.firefox].flatMap(({ places }) => places.linux ?? []);
  assert.ok(looked.length > 0 && installed.length > 0);
  for (const name of [...looked, ...installed]) assert.ok(known.map((path) => basename(path)).includes(name), name);
});

test('the fleet has its four machines, and none stops another', () => {
  const { strategy, 'runs-on': machine } = bench.jobs.measure;
  assert.deepEqual(strategy?.matrix, {
    runner: ['ubuntu-latest', 'ubuntu-24.04-arm', 'macos-latest', 'windows-latest'],
  });
  assert.equal(machine, '${{ matrix.runner }}');
  assert.equal(strategy?.['fail-fast'], false);
  assert.deepEqual(Object.keys(bench.on), ['workflow_dispatch', 'schedule']);
  assert.match(bench.on.schedule[0].cron, /^\d+ \d+ \* \* \d$/, 'once a week');
});

for (const line of [...linesOf(bench), GATE]) {
  test(`the help has every option of: ${line}`, async () => {
    const { program, args } = commandIn(line);
    const { stdout } = await execa(process.execPath, [program, '--help'], { cwd: HARNESS });
    const known = [...stdout.matchAll(/^ +(--[\w-]+)/gm)].map(([, option]) => option);
    for (const option of args.filter((arg) => arg.startsWith('--'))) assert.ok(known.includes(option), option);
  });
}

test('a machine whose engine dies still gives its result, and the report takes what the machines gave', async () => {
  const [measure, , report] = linesOf(bench).map(commandIn);
  assert.deepEqual([measure.program, report.program], ['index.mjs', 'report.mjs']);
  const step = /** @type {Step} */ (bench.jobs.measure.steps.find(({ run }) => run));
  assert.deepEqual(step.env, { BUDGET: "${{ inputs.budget || '20m' }}", RUNNER: '${{ matrix.runner }}' });
  assert.equal(bench.on.workflow_dispatch.inputs.budget.default, '20m');

  const environment = { npm_lifecycle_event: '', FAKE_MISBEHAVIOUR: 'crash-at-once' };
  const options = { cwd: folder, env: environment, reject: false };
  const [RUNNER] = bench.jobs.measure.strategy?.matrix.runner ?? [];
  const withDefault = expand(measure.args, { BUDGET: '20m', RUNNER });
  // Refused for the two together, so that each of them has been read.
  const refused = await execa(process.execPath, [FAKE, ...withDefault, '--rounds=9'], options);
  assert.match(refused.stderr, /give one of them/);
  const args = [...expand(measure.args, { BUDGET: '1s', RUNNER }), '--models', 'stream'];
  assert.equal((await execa(process.execPath, [FAKE, ...args], options)).exitCode, 1);
  const uploaded = stepWith(bench.jobs.measure, 'upload-artifact');
  assert.equal(uploaded.if, '${{ always() }}');
  const results = join(folder, uploaded.with?.path);
  assert.ok(readResult(join(results, `${RUNNER}.json`)).summary.every(({ error }) => error));

  // Each machine's own name, or one would overwrite another; then all in the folder that the report reads.
  const artifact = uploaded.with?.name.replace('${{ matrix.runner }}', '');
  assert.equal(uploaded.with?.name, `${artifact}\${{ matrix.runner }}`);
  const downloaded = stepWith(bench.jobs.report, 'download-artifact');
  assert.deepEqual(downloaded.with, { pattern: `${artifact}*`, path: 'fleet', 'merge-multiple': true });
  const globbed = report.args.flatMap((arg) =>
    arg === `${downloaded.with?.path}/*` ? readdirSync(results).map((name) => join(results, name)) : [arg],
  );
  const { exitCode, stderr } = await execa(process.execPath, [join(HARNESS, report.program), ...globbed], options);
  assert.equal(exitCode, 0, stderr);
  const published = stepWith(bench.jobs.report, 'upload-pages-artifact').with?.path;
  assert.equal(join(ROOT, published), PAGE);
  assert.ok(existsSync(join(folder, relative(ROOT, PAGE), 'fleet.html')), 'the report is beside the page');
});

test('a machine that fails keeps no other from the report, and a report that fails is not published', () => {
  const { measure, report, publish } = bench.jobs;
  assert.deepEqual([measure.needs, report.needs, publish.needs], [undefined, 'measure', 'report']);
  assert.equal(report.if, '${{ !cancelled() }}');
  assert.equal(publish.if, "${{ !cancelled() && needs.report.result == 'success' }}");
});

for (const [name, workflow] of Object.entries({ bench, ci })) {
  test(`${name}: reads the repository and no more, but for the job that publishes, which runs none of its code`, () => {
    assert.deepEqual(workflow.permissions, { contents: 'read' });
    for (const [id, { permissions, steps }] of Object.entries(workflow.jobs)) {
      assert.deepEqual(permissions, id === 'publish' ? { pages: 'write', 'id-token': 'write' } : undefined, id);
      if (permissions) assert.ok(steps.every(({ run, uses }) => !run && !uses?.includes('checkout')));
      for (const { uses, with: options } of steps)
        if (uses?.includes('/checkout@')) assert.equal(options?.['persist-credentials'], false);
    }
  });

  test(`${name}: every action is GitHub's own, of one version`, () => {
    const used = stepsOf(workflow).flatMap(({ uses }) => uses ?? []);
    assert.ok(used.length > 0);
    for (const action of used) assert.match(action, /^actions\/[a-z/-]+@v\d+\.\d+\.\d+$/);
  });

  test(`${name}: ends, runs once at a time, and by the same shell everywhere`, () => {
    for (const [id, job] of Object.entries(workflow.jobs)) assert.ok(job['timeout-minutes'] <= 120, id);
    assert.ok(workflow.concurrency.group.startsWith(name));
    assert.deepEqual(workflow.defaults, { run: { shell: 'bash' } });
    // What somebody typed into a form is a value, never a piece of a script.
    for (const line of linesOf(workflow)) assert.doesNotMatch(line, /\$\{\{/);
  });
}
