/** The house: one room a folder, each importing from rooms before it, and no circle of files anywhere. */

import assert from 'node:assert/strict';
import { cpSync, mkdtempSync, mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, isAbsolute, join, relative, resolve } from 'node:path';
import { after, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { parse } from 'smol-toml';
import { filesIn as sourcesIn } from './stamps.mjs';

/** @typedef {Map<string, Set<string>>} Graph by file, from the root, the files that it imports */

const HARNESS = fileURLToPath(new URL('..', import.meta.url));
const ROOT = fileURLToPath(new URL('../..', import.meta.url));
/** The tests of the crate fqmul, which lib.rs names. */
const TESTS = ['tests/suite/main.rs', 'fuzz/mod.rs'].map((path) => join(ROOT, path));
const manifestIn = (/** @type {string} */ folder) =>
  /** @type {any} */ (parse(readFileSync(join(ROOT, folder, 'Cargo.toml'), 'utf8')));
/** The folder of the sources of each crate of the workspace; the thin ones name that of another. */
const CRATES = new Map(
  ['.', ...manifestIn('.').workspace.members].map((folder) => {
    const { package: crate, lib } = manifestIn(folder);
    return [crate.name, resolve(ROOT, folder, dirname(lib?.path ?? 'src/lib.rs'))];
  }),
);
/** The rooms of src/, in the order in which data flows; after them `pages`, and commands last. */
const ROOMS = [
  'oracle',
  'emit',
  'hashes',
  'proofs',
  'neighbours',
  'batches',
  'ink',
  'setup',
  'upstream',
  'evm',
  'models',
  'measure',
  'engines',
  'stats',
  'result',
  'report',
  'fuzz',
  'command',
];
/** What makes this project's own pages and pictures: it may import from every room of src/, and none from it. */
const PAGES = 'pages';
/** The commands: files of the root, and the page that measures. */
const COMMANDS = /^((web|demo)\/.+\.(mjs|css)|[^/]+\.mjs)$/;
/** `import('./file.mjs')` and `@import` in a type: no import to a bundler, and a way back all the same. */
const TYPE_IMPORT = /(?:import\(|@import \{[^}]*\} from )'(\.[^']+)'/g;

/** @param {string} folder @param {string} ending @returns {string[]} sources in it, from it */
const filesIn = (folder, ending) =>
  sourcesIn(folder)
    .filter((name) => name.endsWith(ending))
    .sort();

/**
 * What JavaScript files import, as esbuild reads them, and what their types come from.
 *
 * @param {string} root
 * @param {string[]} files from there
 * @returns {Promise<Graph>}
 */
async function scriptGraph(root, files) {
  const { metafile } = await build({
    absWorkingDir: root,
    entryPoints: files,
    outdir: 'nowhere',
    write: false,
    bundle: true,
    metafile: true,
    packages: 'external',
    platform: 'node',
    format: 'esm',
    target: 'esnext',
    logLevel: 'silent',
    loader: { '.css': 'empty' },
    plugins: [
      // Vite's `?worker` starts the file before the question mark: no export of it is imported.
      {
        name: 'queries',
        setup: ({ onResolve }) =>
          onResolve({ filter: /\?/ }, ({ path, resolveDir }) => ({
            path: resolve(resolveDir, path.split('?')[0]),
            external: true,
          })),
      },
    ],
  });
  return new Map(
    files.map((file) => {
      const types = [...readFileSync(join(root, file), 'utf8').matchAll(TYPE_IMPORT)].map(([, path]) =>
        relative(root, resolve(root, dirname(file), path)),
      );
      const imports = metafile.inputs[file].imports
        // A file of a package is the package, by whatever path.
        .filter(({ external, path }) => (!external || isAbsolute(path)) && !path.startsWith('node_modules/'))
        .map(({ path }) => (isAbsolute(path) ? relative(root, path) : path))
        // What stands for an npm package of a group is in no room.
        .filter((path) => !path.startsWith('packages/'));
      return [file, new Set([...imports, ...types])];
    }),
  );
}

/**
 * What Rust files name of each other: `crate::a::b`, `super::a` and `self::a`, in `use` and elsewhere. A path that
 * leads to no file leads to the file of the module around it. The crate's root, which lists the modules, is no node;
 * nor is a module's list of its children an edge.
 *
 * @param {string} root folder of lib.rs
 * @returns {Graph}
 */
function rustGraph(root) {
  const files = filesIn(root, '.rs').filter((file) => !['lib.rs', 'main.rs'].includes(file));
  /** @param {string} file @returns {string[]} the path of its module */
  const moduleOf = (file) => file.replace(/(\/mod)?\.rs$/, '').split('/');
  const byModule = new Map(files.map((file) => [moduleOf(file).join('::'), file]));
  /** @param {string[]} path */
  const fileOf = (path) => {
    for (let length = path.length; length > 0; length--) {
      const file = byModule.get(path.slice(0, length).join('::'));
      if (file) return file;
    }
    return undefined;
  };
  return new Map(
    files.map((file) => {
      // Comments and strings say names too; `{a, b::c}` is a path for each.
      const source = readFileSync(join(root, file), 'utf8')
        .replace(/\/\/.*$/gm, '')
        .replace(/"(?:[^"\\]|\\.)*"/g, '""');
      const own = moduleOf(file);
      const found = [...source.matchAll(/\b(crate|self|super(?:::super)*)::((?:\w+::)*)(\w+|\{[^;]*?\}(?=;))/g)];
      const paths = found.flatMap(([, start, middle, end]) => {
        const base = start === 'crate' ? [] : start === 'self' ? own : own.slice(0, -start.split('::').length);
        const heads = [...base, ...middle.split('::').filter(Boolean)];
        return namesOf(end).map((name) => [...heads, ...name]);
      });
      const edges = paths.flatMap((path) => fileOf(path) ?? []);
      return [file, new Set(edges.filter((other) => other !== file))];
    }),
  );
}

/** @param {string} tree `a` or `{a, b::{c, d}}` @returns {string[][]} a path for each leaf */
function namesOf(tree) {
  const trimmed = tree.trim();
  const open = trimmed.indexOf('{');
  if (open < 0)
    return [
      trimmed
        .split(/\s+as\s+/)[0]
        .split('::')
        .map((name) => name.trim()),
    ];
  const heads = trimmed.slice(0, open).split('::').filter(Boolean);
  const parts = [''];
  let depth = 0;
  for (const character of trimmed.slice(open + 1, trimmed.lastIndexOf('}'))) {
    if (character === '{') depth++;
    if (character === '}') depth--;
    if (character === ',' && depth === 0) parts.push('');
    else parts[parts.length - 1] += character;
  }
  return parts
    .filter((part) => part.trim() !== '')
    .flatMap(namesOf)
    .map((names) => [...heads, ...names]);
}

/** @param {Graph} graph @returns {string[][]} circles, one for each way back that a walk meets */
function circlesIn(graph) {
  /** @type {string[][]} */
  const circles = [];
  const done = new Set();
  /** @param {string} file @param {string[]} path */
  const walk = (file, path) => {
    const at = path.indexOf(file);
    if (at >= 0) return void circles.push([...path.slice(at), file]);
    if (done.has(file)) return;
    for (const next of graph.get(file) ?? []) walk(next, [...path, file]);
    done.add(file);
  };
  for (const file of graph.keys()) walk(file, []);
  return circles;
}

/** @param {Graph} graph @returns {string[]} imports from a room that comes later, or of what is in no room */
function waysBack(graph) {
  /** @param {string} file */
  const roomOf = (file) => {
    if (COMMANDS.test(file)) return ROOMS.length + 1;
    const [, room] = /^(?:src\/)?([^/]+)\//.exec(file) ?? [];
    // The package is measured, and imports nothing of the harness.
    if (file.startsWith('../groth16/')) return 0;
    return file.startsWith(`${PAGES}/`) ? ROOMS.length : file.startsWith('src/') ? ROOMS.indexOf(room) : -1;
  };
  return [...graph].flatMap(([file, imports]) =>
    [...imports]
      .filter((other) => roomOf(file) < 0 || roomOf(other) < 0 || roomOf(other) > roomOf(file))
      .map((other) => `${file} imports ${other}`),
  );
}

const scratch = mkdtempSync(join(tmpdir(), 'fqmul-layout-'));
after(() => rmSync(scratch, { recursive: true }));

/** @param {string} name @param {Record<string, string>} files @returns {string} the folder that has them */
function folderWith(name, files) {
  const folder = join(scratch, name);
  for (const [file, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, file)), { recursive: true });
    writeFileSync(join(folder, file), text);
  }
  return folder;
}

const scripts = await scriptGraph(
  HARNESS,
  filesIn(HARNESS, '.mjs').filter((file) => !/^(test|standalone|results)\//.test(file)),
);

test('there is no circle among the files of the harness, types included', () => {
  assert.ok(scripts.size > 100, `${scripts.size} files`);
  assert.deepEqual(circlesIn(scripts), []);
});

test('every file of the harness is in a room, and imports from rooms before it', () => {
  assert.deepEqual(readdirSync(join(HARNESS, 'src')).sort(), [...ROOMS].sort());
  assert.deepEqual(waysBack(scripts), []);
});

test('nothing of src/ imports, runs or names a path of test/', () => {
  const named = filesIn(join(HARNESS, 'src'), '.mjs').filter((file) =>
    /['"`][^'"`\n]*\.\.\/test\//.test(readFileSync(join(HARNESS, 'src', file), 'utf8')),
  );
  assert.deepEqual(named, []);
});

test('a circle and a way back that are made on purpose are found, in imports and in types', async () => {
  const files = {
    'src/stats/a.mjs': "import { b } from './b.mjs';\nexport const a = b;\n",
    'src/stats/b.mjs': "/** @typedef {import('./c.mjs').C} C */\nexport const b = 1;\n",
    'src/stats/c.mjs': "export const c = () => import('./a.mjs');\n",
    'src/oracle/d.mjs': "/** @import { C } from '../stats/b.mjs' */\nexport const d = 1;\n",
    'src/e.mjs': "export { d } from './oracle/d.mjs';\n",
    'src/report/f.mjs': "import { g } from '../../pages/g.mjs';\nexport const f = g;\n",
    'pages/g.mjs': "import { d } from '../src/oracle/d.mjs';\nexport const g = d;\n",
    'pages/h.mjs': "import { i } from '../web/i.mjs';\nexport const h = i;\n",
    'web/i.mjs': "import { g } from '../pages/g.mjs';\nexport const i = g;\n",
  };
  const graph = await scriptGraph(folderWith('scripts', files), Object.keys(files));
  assert.deepEqual(circlesIn(graph), [['src/stats/a.mjs', 'src/stats/b.mjs', 'src/stats/c.mjs', 'src/stats/a.mjs']]);
  assert.deepEqual(waysBack(graph), [
    'src/oracle/d.mjs imports src/stats/b.mjs',
    'src/e.mjs imports src/oracle/d.mjs',
    'src/report/f.mjs imports pages/g.mjs',
    'pages/h.mjs imports web/i.mjs',
  ]);
});

for (const [name, folder] of CRATES)
  test(`there is no circle among the files of the crate ${name}`, () => {
    assert.deepEqual(circlesIn(rustGraph(folder)), []);
  });

test('the crates are those of the workspace, and their files name each other', () => {
  assert.ok(CRATES.size >= 8, [...CRATES.keys()].join());
  for (const name of ['fqmul', 'prover', 'session'])
    assert.ok(
      [...rustGraph(/** @type {string} */ (CRATES.get(name))).values()].some((edges) => edges.size > 2),
      `no file of ${name} names another`,
    );
});

test('no crate has a file of another by its path', () => {
  for (const folder of CRATES.values())
    for (const file of filesIn(folder, '.rs')) {
      const paths = [...readFileSync(join(folder, file), 'utf8').matchAll(/#\[path = "([^"]+)"\]/g)];
      for (const [, path] of paths) {
        const target = resolve(folder, dirname(file), path);
        // The crate's own tests are in it, so that they see what is not public.
        assert.ok(!relative(folder, target).startsWith('..') || TESTS.includes(target), `${folder}/${file}: ${path}`);
      }
    }
});

test('a circle that is made on purpose in a member is found', () => {
  const source = /** @type {string} */ (CRATES.get('session'));
  const copy = join(scratch, 'session');
  cpSync(source, copy, { recursive: true });
  writeFileSync(
    join(copy, 'subject.rs'),
    `${readFileSync(join(source, 'subject.rs'), 'utf8')}\nuse crate::find::find;\n`,
  );
  const circles = circlesIn(rustGraph(copy));
  assert.ok(circles.length > 0);
  assert.ok(circles[0].includes('find.rs') && circles[0].includes('subject.rs'), circles[0].join());
});

test('a circle of Rust files that is made on purpose is found, however it is written', () => {
  const graph = rustGraph(
    folderWith('crate', {
      'lib.rs': 'mod a; mod deep; mod alone;',
      'a.rs': 'use crate::deep::{inner::Thing, other as o};\n// crate::alone::x\npub fn a() {}',
      'deep/mod.rs': 'pub mod inner;\npub mod other;',
      'deep/inner.rs': 'pub struct Thing;\nfn f() { super::super::a::a() }',
      'deep/other.rs': 'pub const S: &str = "crate::a::a";',
      'alone.rs': 'use self::tests::x;\nmod tests { pub fn x() {} }',
    }),
  );
  assert.deepEqual(
    [...graph].map(([file, edges]) => [file, [...edges].sort()]),
    [
      ['a.rs', ['deep/inner.rs', 'deep/other.rs']],
      ['alone.rs', []],
      ['deep/inner.rs', ['a.rs']],
      ['deep/mod.rs', []],
      ['deep/other.rs', []],
    ],
  );
  assert.deepEqual(circlesIn(graph), [['a.rs', 'deep/inner.rs', 'a.rs']]);
});

test('a line of JavaScript has 120 characters at most, or a URL', () => {
  // The formatter leaves comments and strings as long as they are; what is in dist is made from other files.
  const long = filesIn(ROOT, 'js')
    .filter((file) => /^(bench-wasm|groth16)\/(?!dist\/)/.test(file))
    .flatMap((file) =>
      readFileSync(join(ROOT, file), 'utf8')
        .split('\n')
        .flatMap((line, at) => (line.length > 120 && !/https?:\/\//.test(line) ? [`${file}:${at + 1}`] : [])),
    );
  assert.deepEqual(long, []);
});
