/** The demonstration, with a small circuit: both provers prove, and a run can be cancelled. */

import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import axe from '#checks/axe-core';
// @ts-expect-error The package has no types.
import { zKey } from '#proof/snarkjs';
import { buildDemo, serveDemo } from '../demo/build.mjs';
import { onOneThread } from '../src/proofs/snarkjs.mjs';
import { ensureProverPackage } from '../src/setup/prover-package.mjs';
import { ensureToolchain } from '../src/setup/toolchain.mjs';
import { BROWSERS, hasBrowser, openPage } from './browsers.mjs';

const folder = mkdtempSync(join(tmpdir(), 'fqmul-demo-'));
after(() => rmSync(folder, { recursive: true, force: true }));
/** @type {Awaited<ReturnType<typeof serveDemo>>} */
let served;
after(() => served.close());

const bytesOf = (/** @type {string} */ name) =>
  new Uint8Array(readFileSync(new URL(`cases/edge-nopub/${name}`, import.meta.url)));

before(async () => {
  await onOneThread();
  const key = bytesOf('key.zkey');
  const circuit = {
    key,
    calculator: bytesOf('circuit.wasm'),
    verifyingKey: await zKey.exportVerificationKey({ type: 'mem', data: key }),
    input: JSON.parse(new TextDecoder().decode(bytesOf('input.json'))),
  };
  await buildDemo({ proverPackage: await ensureProverPackage({ env: await ensureToolchain() }), circuit }, folder);
  served = await serveDemo(4174, folder);
});

/** In the page. */
const seen = () => ({
  state: document.getElementById('state')?.textContent,
  rows: [...document.querySelectorAll('tbody tr')].map((row) => [...row.children].map((cell) => cell.textContent)),
  answer: document.getElementById('answer')?.textContent,
  width: [document.documentElement.scrollWidth, document.documentElement.clientWidth],
});

for (const browser of BROWSERS)
  test(`both prove in ${browser}, and nothing is too wide`, { timeout: 120_000 }, async (t) => {
    if (!hasBrowser(t, browser)) return;
    const { page, goto, click, waitForSelector, evaluate, resize } = await openPage(t, browser);
    await goto(served.url);
    await waitForSelector('#start:not([disabled])');
    await click('#start');
    await page.waitForFunction(() => document.getElementById('answer')?.textContent, { timeout: 60_000 });
    const { state, rows, answer } = await evaluate(seen);
    assert.equal(state, 'Done. Every proof was verified.');
    assert.match(answer ?? '', /^Here snarkjs takes \d+\.\d times as long as fqmul-groth16\./);
    assert.deepEqual(
      rows.map(([name]) => name),
      ['fqmul-groth16', 'snarkjs'],
    );
    for (const [, ...cells] of rows) for (const cell of cells) assert.match(cell ?? '', /^\d+ ms$/);
    for (const width of [400, 1280]) {
      await resize(width);
      const [all, there] = (await evaluate(seen)).width;
      assert.ok(all <= there, `${all} in ${there}`);
    }
    await page.evaluate(axe.source);
    const { violations } = await page.evaluate(() => /** @type {any} */ (globalThis).axe.run());
    assert.deepEqual(
      violations.map((/** @type {any} */ { id, nodes }) => [id, nodes[0].html]),
      [],
    );
  });

test('a run that is cancelled ends, and the next one works', { timeout: 120_000 }, async (t) => {
  if (!hasBrowser(t, 'chromium')) return;
  const { page, goto, click, waitForSelector, evaluate } = await openPage(t, 'chromium');
  await goto(served.url);
  await waitForSelector('#start:not([disabled])');
  await page.evaluate(() => {
    document.getElementById('start')?.click();
    document.getElementById('cancel')?.click();
  });
  await waitForSelector('#start:not([disabled])');
  assert.match((await evaluate(seen)).state ?? '', /^Cancelled\./);
  await click('#start');
  await page.waitForFunction(() => document.getElementById('answer')?.textContent, { timeout: 60_000 });
});
