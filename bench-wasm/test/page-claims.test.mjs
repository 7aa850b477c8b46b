// What a page claims of a kernel or an engine is generated, or links to what it is taken from.
import assert from 'node:assert/strict';
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { BLOCKS } from '../pages/blocks.mjs';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
/** Attempts, each with its CPU and engine, of which no result is stored. */
const NOTEBOOK = 'docs/experiments.md';
const PAGES = ['README.md', ...readdirSync(join(ROOT, 'docs')).map((name) => `docs/${name}`)].filter(
  (page) => page.endsWith('.md') && page !== NOTEBOOK,
);

const NAMES =
  /`(multi3|limbs29|simd|fma-|wide)[\w.-]*`|\b(Chromium|Firefox|Safari|jsc|Node \d+|Bun|Deno|V8|wasmtime|BigInt)\b/;
const CLAIMS =
  /\b(faster|fastest|slower|slowest|best|wins?|won|loses?|lost|beats?|times as (fast|long)|[\d.]+x|in \d+ of \d+)\b/i;
/** Of how many, where it is not a figure. */
const COUNTS =
  /\b(on|in|by|but) (all|every|each|no|none of the) (other )?(engines?|browsers?|CPUs?)\b|\bevery engine here\b/i;
/** The fastest batch of a row is what is measured, and no claim. */
const TERMS = /\bfastest batch(es)?\b/g;

/** @param {string} text of a page @returns {string[]} sentences of a person that claim something without a link */
function claimsIn(text) {
  const typed = text.replaceAll(/<!-- (\S+):begin -->[^]*?<!-- \1:end -->/g, '').replaceAll(/```[^]*?```/g, '');
  return typed
    .split(/\n\s*\n|\n(?=[-|#])|(?<=[.:;?!]\)?)\s+(?=[A-Z`*[])/)
    .map((sentence) => sentence.replaceAll(/\s+/g, ' '))
    .filter(
      (sentence) => COUNTS.test(sentence) || (NAMES.test(sentence) && CLAIMS.test(sentence.replaceAll(TERMS, ''))),
    )
    .filter((sentence) => !sentence.includes(']('));
}

test('what is claimed of a kernel or an engine is generated, or links to what it is taken from', () => {
  const found = PAGES.flatMap((page) =>
    claimsIn(readFileSync(join(ROOT, page), 'utf8')).map((claim) => `${page}: ${claim}`),
  );
  assert.deepEqual(found, []);
});

test('a claim is found, and what is generated, linked or no claim is not', () => {
  const { block } = BLOCKS[0];
  for (const text of [
    '`limbs29` wins on all engines.',
    'It is right. On Firefox\nit is 2.5x as fast.',
    '- SIMD is the best\n- In Node 26 it was faster in 3 of 5 runs',
    'It gains on all engines.',
    '| SIMD | every engine here but one |',
  ])
    assert.equal(claimsIn(text).length, 1, text);
  for (const text of [
    `<!-- ${block}:begin -->\n\`limbs29\` wins.\n<!-- ${block}:end -->`,
    '`limbs29` is faster on V8 ([engines.md](engines.md)).',
    'The fastest batch of `multi3` is divided by that of the row.',
    '```sh\nbench `simd` faster\n```',
    'BigInt is what every kernel is checked against.',
  ])
    assert.deepEqual(claimsIn(text), [], text);
});
