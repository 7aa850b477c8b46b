// The kernel that a build takes where nobody chooses is the fastest that it has, by committed results.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';

/** @param {string} path from the checkout */
const text = (path) => readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8');
const [node, engines] = ['zen5-node20-1', 'zen5-engines'].map((name) =>
  JSON.parse(text(`bench-wasm/results/${name}.json`)),
);

/** @param {string} list of src/bench/selection.rs */
function order(list) {
  const [, ids] =
    new RegExp(`static ${list}: &\\[&str\\] = &\\[([^\\]]*)\\];`).exec(text('src/bench/selection.rs')) ?? [];
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

/** @param {any} result @param {string} engine @param {string} model @param {string} build */
function fastest(result, engine, model, build) {
  const has = new Set(
    result.kernels
      .filter((/** @type {any} */ row) => BUILDS[build].includes(row.build))
      .map((/** @type {any} */ row) => row.id),
  );
  const rows = result.summary.filter(
    (/** @type {any} */ row) =>
      row.engine.startsWith(engine) && row.model === model && has.has(row.kernel) && row.median,
  );
  assert(rows.length > 3, `${engine} ${model}: ${rows.length} rows`);
  return rows.sort((/** @type {any} */ x, /** @type {any} */ y) => x.median - y.median)[0].kernel;
}

/** @param {any} result @param {string} list @param {string} build */
function chosen(result, list, build) {
  const built = (/** @type {string} */ id) =>
    result.kernels.some((/** @type {any} */ row) => row.id === id && BUILDS[build].includes(row.build));
  return order(list).find(built);
}

for (const build of ['baseline', 'simd128', 'relaxed-simd']) {
  test(`${build}: one product at a time, and batches`, () => {
    assert.equal(chosen(node, 'FASTEST_SINGLE', build), fastest(node, 'node20', 'call-io', build));
    assert.equal(chosen(node, 'FASTEST_BATCH', build), fastest(node, 'node20', 'stream', build));
  });
}

for (const engine of ['bun', 'deno', 'wasmtime']) {
  // Its kernel is timed in loops alone.
  test(`wide-arithmetic on ${engine}: dependent products, and batches`, () => {
    assert.equal(
      chosen(engines, 'FASTEST_SINGLE', 'wide-arithmetic'),
      fastest(engines, engine, 'chain', 'wide-arithmetic'),
    );
    assert.equal(
      chosen(engines, 'FASTEST_BATCH', 'wide-arithmetic'),
      fastest(engines, engine, 'stream', 'wide-arithmetic'),
    );
  });
}
