// The kernel that a build takes where nobody chooses is the fastest that it has, by committed results.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { fastestRows } from '../src/stats/index.mjs';
import { mergeResults } from '../src/report/merge.mjs';
import { storedResults } from '../src/result/stored-results.mjs';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const stored = storedResults(ROOT);
const SELECTION = readFileSync(new URL('../../src/bench/selection.rs', import.meta.url), 'utf8');

/** @param {string} list of src/bench/selection.rs */
function order(list) {
  const [, ids] = new RegExp(`static ${list}: &\\[&str\\] = &\\[([^\\]]*)\\];`).exec(SELECTION) ?? [];
  return [...ids.matchAll(/"([^"]+)"/g)].map(([, id]) => id);
}

/**
 * What a build has: its own kernels and those of the builds before it.
 *
 * @type {Record<string, string[]>}
 */
const BUILDS = {
  baseline: ['baseline'],
  simd128: ['baseline', 'simd128'],
  'relaxed-simd': ['baseline', 'simd128', 'relaxed-simd'],
  'wide-arithmetic': ['baseline', 'wide-arithmetic'],
};

/**
 * @param {import('../src/result/stored-results.mjs').Stored} of
 * @param {{ engine: string, model: string, build: string, list: string }} asked
 * @returns {boolean} the kernel that the list gives the build is the fastest, or nothing is shown to beat it
 */
function isFastest({ source, result }, { engine, model, build, list }) {
  const builds = new Map(result.kernels.map((kernel) => [kernel.id, kernel.build]));
  const has = (/** @type {string} */ id) => BUILDS[build].includes(String(builds.get(id)));
  const [series] = mergeResults([{ file: source, result }]).series.filter(({ engine: { id } }) =>
    id.startsWith(engine),
  );
  const rows = series.views
    .find((view) => view.model === model)
    ?.rows.filter(({ kernel, summary }) => has(kernel) && summary.median !== null);
  assert.ok(rows && rows.length > 3, `${source} ${engine} ${model}: ${rows?.length} rows`);
  const chosen = order(list).find(has);
  return fastestRows(rows, result.statistics).some(({ kernel }) => kernel === chosen);
}

for (const build of ['baseline', 'simd128', 'relaxed-simd']) {
  for (const [list, model] of /** @type {const} */ ([
    ['FASTEST_SINGLE', 'call-io'],
    ['FASTEST_BATCH', 'stream'],
  ])) {
    test(`${build}, ${model}: the choice is among the fastest on some CPU`, (t) => {
      const runs = stored.filter(({ part }) => part === 'full-1');
      const where = runs.filter((run) => isFastest(run, { engine: 'node', model, build, list }));
      t.diagnostic(
        `among the fastest on ${where.map(({ machine }) => machine).join(', ') || 'none'} of ${runs.length}`,
      );
      assert.ok(where.length > 0);
    });
  }
}

for (const engine of ['bun', 'deno', 'wasmtime']) {
  // Its kernels are timed in loops alone.
  test(`wide-arithmetic on ${engine}: dependent products, and batches`, () => {
    for (const [list, model] of /** @type {const} */ ([
      ['FASTEST_SINGLE', 'chain'],
      ['FASTEST_BATCH', 'stream'],
    ])) {
      // A run from before a kernel says nothing of it.
      const runs = stored.filter(
        ({ part, result }) =>
          part === 'engines' && order(list).every((id) => result.kernels.some((kernel) => kernel.id === id)),
      );
      assert.ok(
        runs.some((run) => isFastest(run, { engine, model, build: 'wide-arithmetic', list })),
        `${engine} ${model}: ${runs.length} runs`,
      );
    }
  });
}
