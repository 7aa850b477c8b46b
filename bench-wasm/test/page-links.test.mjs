// A link of a page leads to a file of the checkout, and to a heading of it.
import assert from 'node:assert/strict';
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const KIB = 1024;

const docs = readdirSync(join(ROOT, 'docs')).filter((name) => name.endsWith('.md'));
const requests = readdirSync(join(ROOT, 'patches')).map((folder) => `patches/${folder}/PULL_REQUEST.md`);
const PAGES = ['README.md', 'CONTRIBUTING.md', ...docs.map((name) => `docs/${name}`), ...requests];

/** @param {string} page @returns {string} */
const textOf = (page) => readFileSync(join(ROOT, page), 'utf8');

/** @param {string} text of a page @returns {string[]} what a link says behind # to get to each heading */
const anchorsIn = (text) =>
  [...text.matchAll(/^#+ (.+)$/gm)].map(([, heading]) =>
    heading
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N}_\- ]/gu, '')
      .replaceAll(' ', '-'),
  );

test('every link within the repository leads somewhere', () => {
  let followed = 0;
  for (const page of PAGES) {
    for (const [, link] of textOf(page).matchAll(/\]\((?!\w+:)([^)\s]+)\)/g)) {
      const [path, anchor] = link.split('#');
      const file = path === '' ? page : join(dirname(page), path);
      assert.ok(existsSync(join(ROOT, file)), `${page}: ${link}`);
      if (anchor) assert.ok(anchorsIn(textOf(file)).includes(anchor), `${page}: ${link}`);
      followed++;
    }
  }
  assert.ok(followed > 50, `${followed} links`);
});

test('every result that a page names is in the repository', () => {
  let named = 0;
  for (const page of PAGES)
    for (const [file] of textOf(page).matchAll(/bench-wasm\/results\/\d[\w-]+(?:\/[\w-]+\.json\.gz)?/g)) {
      assert.ok(existsSync(join(ROOT, file)), `${page}: ${file}`);
      named++;
    }
  assert.ok(named > 10, `${named} results`);
});

test('a page of docs/ is read in one go, and all of them in an hour', () => {
  const sizes = docs.map((name) => ({ name, bytes: Buffer.byteLength(textOf(`docs/${name}`)) }));
  for (const { name, bytes } of sizes) assert.ok(bytes <= 30 * KIB, `${name}: ${bytes} bytes`);
  const all = sizes.reduce((sum, { bytes }) => sum + bytes, 0);
  assert.ok(all <= 190 * KIB, `${all} bytes`);
});
