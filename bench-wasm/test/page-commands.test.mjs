/**
 * Every command of the pages, typed as it stands there, at its smallest size (FQMUL_SMALLEST), with real builds. They
 * are read out of the pages: a new one is typed too, and one with a word in it that stands for something unknown fails.
 */

import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import {
  cpSync,
  existsSync,
  mkdirSync,
  readFileSync,
  readdirSync,
  realpathSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { execa } from 'execa';
import { parse } from 'smol-toml';
import { ROOT, ensureToolchain } from '../src/setup/toolchain.mjs';
import { copyCrate, publishedCrates } from '../src/upstream/crates.mjs';
import { keyOf, witnessOf } from './made-circuit.mjs';
import { commandsIn, commandsOfPages, placeholderIn } from './page-commands.mjs';

const HARNESS = join(ROOT, 'bench-wasm');
/** Where `npm test -- --all` leaves a wasm-pack. */
const TOOLS = join(ROOT, '.tools/bin');
/** A command says nothing for so long only where it hangs. */
const SILENCE_MS = 10 * 60_000;

/** The same each time: cargo compiles arkworks again in another place. A space is in it, as in those of readers. */
const scratch = join(realpathSync(tmpdir()), 'fqmul pages', ROOT.replaceAll(/\W+/g, '-'));
/** arkworks as its repository has it, and where it waits while a command changes a copy. */
const [ALGEBRA, KEPT] = ['algebra', 'kept'].map((name) => join(scratch, name));
/** The checkout by another way, which a reader may take: what is beside it and in it is a test's, and not theirs. */
const HERE = join(scratch, 'checkout');
/** A copy, for commands that change files of git's. */
const CLONE = join(scratch, 'clone');
/** A group of packages, as packages/ has them, in which nothing is installed yet. */
const GROUP = join(scratch, 'group');
const [MODULE, RESULT] = ['double.wat', 'result.json'];

/** What stands in commands for what a reader has, and what it is here. @type {[RegExp, string][]} */
const READERS = [
  [/\bFILE(?:\.\.\.|\b)/g, RESULT],
  [/\bMODULE --call EXPORT\b/g, `${MODULE} --call double`],
  [/--cpu NAME\b/g, '--cpu some-cpu'],
  [/--where ID\b/g, '--where product'],
  // The field that docs/upstreaming.md names: what is built for its command serves these, too.
  [/--field NAME\b/g, '--field pallas'],
  [/^npm install --save-exact NAME\b/g, 'npm install --save-exact picocolors'],
];

/** @param {string} command of a page @returns {string} with what a reader has in it */
const forReaders = (command) => READERS.reduce((text, [what, mine]) => text.replaceAll(what, mine), command);

/** What a reader has, without what the npm and the test runner around this have put there. */
const env = {
  ...Object.fromEntries(
    Object.entries(process.env).filter(([name]) => !/^(npm_|NODE_TEST_|INIT_CWD$|FQMUL_)/i.test(name)),
  ),
  FQMUL_SMALLEST: '1',
  // `cargo doc --open` opens the page in it.
  BROWSER: 'true',
  PATH: [
    ...String(process.env.PATH)
      .split(delimiter)
      .filter((folder) => !/\bnode_modules\b/.test(folder)),
    TOOLS,
  ].join(delimiter),
};

/** @param {string} program */
const onPath = (program) =>
  String(env.PATH)
    .split(delimiter)
    .some((folder) => existsSync(join(folder, program)));

/** @param {string} command @returns {string} the same, however it is typed */
const meaning = (command) =>
  forReaders(command)
    .replace('--silent ', '')
    .replace('--prefix bench-wasm ', '')
    .replace(/^npm run test\b/, 'npm test');

/** @type {Map<string, { command: string, pages: string[] }>} */
const commands = new Map();
for (const { command, pages } of commandsOfPages(ROOT)) {
  const before = commands.get(meaning(command));
  if (before) before.pages.push(...pages);
  else commands.set(meaning(command), { command, pages });
}

/** What makes that which others need, such as a result; what compiles; and what wants to find all that compiled. */
const FIRST = [/ engines -- install /, / run bench$/];
const COMPILES = /^cargo | run (?:fuzz|poseidon|upstream|compare|proof|build|demo)\b/;
const LAST = /^npm pack | run (?:prune|evidence)\b| --pages\b/;

/** @param {string} command @returns {string} the folder in which a reader types it */
function folderOf(command) {
  if (/^(?:wasm-pack|cargo) /.test(command)) return ROOT;
  // They empty node_modules, which the tests beside this one import from.
  if (/^npm (?:ci|install)\b/.test(command)) return GROUP;
  const folder = /\brun (?:evidence|report -- .*--pages)\b/.test(command) ? CLONE : HERE;
  return /^npm pack | --prefix (?:bench-wasm|groth16) /.test(command) ? folder : join(folder, 'bench-wasm');
}

/**
 * Types a command in a shell. One that serves a page is asked for the page, and told to end.
 *
 * @param {string} command
 * @param {string} cwd
 * @returns {Promise<{ code: number | null, output: string }>}
 */
async function typed(command, cwd) {
  const child = spawn(command, { shell: true, cwd, env, detached: true, stdio: ['ignore', 'pipe', 'pipe'] });
  const end = (/** @type {NodeJS.Signals} */ signal) => process.kill(-Number(child.pid), signal);
  let output = '';
  let served = false;
  const hangs = setTimeout(() => end('SIGKILL'), SILENCE_MS);
  /** @type {Promise<void>} */
  let page = Promise.resolve();
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk) => {
      output += chunk;
      hangs.refresh();
      const [, url] = /^open +(http\S+)$/m.exec(output) ?? [];
      if (!url || served) return;
      served = true;
      page = fetch(url)
        .then(async (answer) => assert.match(await answer.text(), /<html/))
        .finally(() => end('SIGINT'));
      page.catch(() => {});
    });
  const code = await new Promise((resolve, reject) => child.on('error', reject).on('close', resolve));
  clearTimeout(hangs);
  await page;
  return { code: served ? 0 : code, output };
}

before(async () => {
  mkdirSync(scratch, { recursive: true });
  clear();
  mkdirSync(HERE);
  for (const name of ['bench-wasm', 'groth16']) symlinkSync(join(ROOT, name), join(HERE, name));
  writeFileSync(
    join(HERE, MODULE),
    '(module (func (export "double") (result i32) (i32.add (i32.const 4) (i32.const 4))))',
  );
  writeFileSync(join(HERE, 'my.zkey'), await keyOf(20));
  writeFileSync(join(HERE, 'my.wtns'), witnessOf(3n, 20));
  mkdirSync(GROUP);
  for (const name of ['package.json', 'package-lock.json'])
    cpSync(join(HARNESS, 'packages/ink', name), join(GROUP, name));
  // A reader's program.
  mkdirSync(join(scratch, 'my-program/src'), { recursive: true });
  const arkworks = ['[dependencies]', 'ark-ff = { version = "0.6.0", default-features = false }', ''].join('\n');
  writeFileSync(
    join(scratch, 'my-program/Cargo.toml'),
    `[package]\nname = "my-program"\nedition = "2024"\n\n${arkworks}`,
  );
  cpSync(join(ROOT, 'Cargo.lock'), join(scratch, 'my-program/Cargo.lock'));
  writeFileSync(join(scratch, 'my-program/src/lib.rs'), '');
  if (!existsSync(ALGEBRA)) await makeAlgebra();
  await clone();
});

after(clear);

/** Removes all but arkworks, which is as it was. */
function clear() {
  if (existsSync(KEPT)) {
    rmSync(ALGEBRA, { recursive: true, force: true });
    renameSync(KEPT, ALGEBRA);
  }
  for (const name of readdirSync(scratch))
    if (join(scratch, name) !== ALGEBRA) rmSync(join(scratch, name), { recursive: true });
}

/** Of the crates as they are published, each where the repository has it. */
async function makeAlgebra() {
  const crates = Object.entries({
    'ark-ff': 'ff',
    'ark-ff-asm': 'ff-asm',
    'ark-ff-macros': 'ff-macros',
    'ark-ec': 'ec',
    'ark-poly': 'poly',
    'ark-serialize': 'serialize',
    'ark-serialize-derive': 'serialize-derive',
    'ark-bn254': 'curves/bn254',
  });
  const published = await publishedCrates(
    crates.map(([name]) => name),
    { env: await ensureToolchain() },
  );
  const staged = `${ALGEBRA}.made`;
  for (const [name, folder] of crates) await copyCrate(String(published.get(name)), join(staged, folder));
  renameSync(staged, ALGEBRA);
}

/** The checkout as it is, committed, with what was built in it. */
async function clone() {
  const git = execa({ cwd: ROOT, env, extendEnv: false });
  await git`git clone --quiet --no-checkout ${ROOT} ${CLONE}`;
  const { stdout } = await git`git ls-files -z --cached --others --exclude-standard`;
  for (const file of stdout.split('\0').filter((path) => path && existsSync(join(ROOT, path)))) {
    mkdirSync(dirname(join(CLONE, file)), { recursive: true });
    cpSync(join(ROOT, file), join(CLONE, file));
  }
  const groups = readdirSync(join(HARNESS, 'packages')).map((name) => `packages/${name}/node_modules`);
  for (const modules of ['node_modules', ...groups])
    if (existsSync(join(HARNESS, modules))) symlinkSync(join(HARNESS, modules), join(CLONE, 'bench-wasm', modules));
  symlinkSync(join(ROOT, '.tools'), join(CLONE, '.tools'));
  const inClone = execa({ cwd: CLONE, env, extendEnv: false });
  await inClone`git add --all`;
  await inClone`git -c user.name=test -c user.email=test@test commit --quiet --allow-empty --message ${'as it is'}`;
}

/** What was built since, and nothing that a command before this one changed. */
async function renew() {
  const git = execa({ cwd: CLONE, env, extendEnv: false });
  await git`git reset --quiet --hard`;
  await git`git clean --quiet -d --force`;
  const packages = join(CLONE, 'bench-wasm/pkg');
  rmSync(packages, { recursive: true, force: true });
  // Builds are found by what they were made from, which is the same there.
  cpSync(join(HARNESS, 'pkg'), packages, { recursive: true, preserveTimestamps: true, verbatimSymlinks: true });
}

/** What is looked at beside the exit code. @type {[RegExp, (output: string, cwd: string) => void][]} */
const SEEN = [
  [/^npm pack /, (_, cwd) => assert.ok(readdirSync(cwd).some((name) => /^fqmul-groth16-.*\.tgz$/.test(name)))],
  [/ run compare$/, (output) => assert.doesNotMatch(output, /does not build/)],
  [/ run (?:web|demo)$/, (output) => assert.doesNotMatch(output, /\[plugin |warning/i)],
  [/ --html report\.html/, (_, cwd) => assert.match(readFileSync(join(cwd, 'report.html'), 'utf8'), /<svg/)],
  [
    / --into .* --manifest /,
    () => {
      const config = /** @type {any} */ (parse(readFileSync(join(scratch, 'my-program/.cargo/config.toml'), 'utf8')));
      assert.ok(Object.values(config.patch['crates-io']).some((one) => one.package === 'ark-ff'));
    },
  ],
];

describe('a command is read from a page', () => {
  test('out of blocks and sentences, without comments, prompts and what is no command', () => {
    const page = [
      'Type `npm run a`, or `npm run\nb -- -x`, and not `engines -- list`; ``npm run c``.',
      '```sh',
      'npm run d  # for 45 seconds; `npm run e`',
      '  $ cargo doc',
      'cd x && npm run f',
      '```',
      '| `wasm-pack build` | npm run g |',
    ].join('\n');
    assert.deepEqual(
      commandsIn(page).map(({ command, line }) => `${line} ${command}`),
      ['1 npm run a', '1 npm run b -- -x', '2 npm run c', '4 npm run d', '5 cargo doc', '8 wasm-pack build'],
    );
  });

  test('and a word that stands for something is seen', () => {
    for (const command of ['npm run a -- FILE', 'npm run a -- FILE...', 'npm run a --x NAME', 'cargo doc <path>'])
      assert.notEqual(placeholderIn(command), null, command);
    for (const command of ['npm run a -- bn254::Fr', 'npm run a -- ../algebra', 'X=1 npm run a'])
      assert.equal(placeholderIn(command), null, command);
  });

  test('and what it stands for is known here', () => {
    for (const { command, pages } of commands.values())
      assert.equal(placeholderIn(forReaders(command)), null, `${pages.join(', ')}: ${command}`);
  });
});

describe('typed', () => {
  const all = [...commands.values()];
  test('there are commands in the pages', () => assert.ok(all.length > 20));
  test('what is looked at is of a command', () => {
    for (const [which] of SEEN)
      assert.ok(
        all.some(({ command }) => which.test(forReaders(command))),
        String(which),
      );
  });
  /** @type {string | undefined} */
  let result;

  const first = FIRST.flatMap((kind) => all.filter(({ command }) => kind.test(command)));
  const last = all.filter(({ command }) => LAST.test(command));
  const rest = all.filter((one) => !first.includes(one) && !last.includes(one));
  // Cargo's own first: at the end the Rust tests are compiled where it compiles.
  const cargos = (/** @type {{ command: string }} */ { command }) => Number(command.startsWith('cargo '));
  const compiling = rest.filter(({ command }) => COMPILES.test(command)).sort((a, b) => cargos(b) - cargos(a));
  for (const one of first) type(one);
  // Rust's last step of a build keeps one core busy.
  describe('side by side', { concurrency: 2 }, () => {
    describe('what compiles', { concurrency: 1 }, () => compiling.forEach(type));
    describe('what does not', { concurrency: 1 }, () => rest.filter((one) => !compiling.includes(one)).forEach(type));
  });
  for (const one of last) type(one);

  /** @param {{ command: string, pages: string[] }} command */
  function type({ command, pages }) {
    const skip =
      command.startsWith('wasm-pack ') && !onPath('wasm-pack') && 'no wasm-pack; npm test -- --all makes one';
    test(command, { skip }, async () => {
      const given = forReaders(command);
      const cwd = folderOf(given);
      if (cwd.startsWith(CLONE)) await renew();
      if (given.includes(RESULT) && !existsSync(join(cwd, RESULT))) cpSync(String(result), join(cwd, RESULT));

      const changes = given.includes(' --checkout ../algebra');
      if (changes) {
        renameSync(ALGEBRA, KEPT);
        cpSync(KEPT, ALGEBRA, { recursive: true });
      }
      let { code, output } = await typed(given, cwd);
      // Where this is another Node than the one that it asks for, it says how to get that, and a reader does.
      const [, needed] = /not installed; (npm run engines -- install node\d+)\b/.exec(code === 0 ? '' : output) ?? [];
      if (needed !== undefined) {
        const got = await typed(needed, join(HERE, 'bench-wasm'));
        assert.equal(got.code, 0, got.output);
        if (cwd.startsWith(CLONE)) await renew();
        ({ code, output } = await typed(given, cwd));
      }
      if (changes) {
        rmSync(ALGEBRA, { recursive: true });
        renameSync(KEPT, ALGEBRA);
      }
      const said = `${pages.join(', ')}: ${given}\nexit code ${code}\n${output.slice(-5000)}`;
      // A page that names a command, and not what to do with it: the command says what it needs.
      const named = code === 2 && !given.includes(' -- ') && /^error: /m.test(output);
      assert.ok(code === 0 || named, said);
      for (const [which, look] of SEEN) if (which.test(given)) look(output, cwd);
      // Results that nobody asked for by --json lie where those of users are.
      const [, path] = /^result {3}(\S.*)$/m.exec(output) ?? [];
      if (path === undefined || cwd.startsWith(CLONE)) return;
      const file = join(realpathSync(cwd), path);
      if (result === undefined) cpSync(file, (result = join(scratch, RESULT)));
      rmSync(file, { force: true });
    });
  }
});
