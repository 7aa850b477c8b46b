import assert from 'node:assert/strict';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { extname, join } from 'node:path';
import { after, before, test } from 'node:test';
// The rules of accessibility that browsers' own audits use.
import axe from '#checks/axe-core';
import { FQ } from '../src/oracle/field.mjs';
import { prepareSubjects } from '../src/measure/subjects.mjs';
import { plainName } from '../src/engines/names.mjs';
import { times } from '../src/report/format.mjs';
import { kernelName } from '../src/report/names.mjs';
import { parseResult } from '../src/result/result.mjs';
import { ISOLATION, buildPage } from '../web/build.mjs';
import { addressOf, choicesOf } from '../web/choices.mjs';
import { environmentOf } from '../web/environment.mjs';
import { BROWSERS, hasBrowser, openPage } from './browsers.mjs';
import { sampleRun } from './sample-run.mjs';

const TYPES = /** @type {Record<string, string>} */ ({
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.wasm': 'application/wasm',
  '.json': 'application/json',
});
/** Few rows, and as many rounds as an interval needs. */
const SMALL = 'seed=7&cases=300&trials=6&rounds=6&models=chain,stream,call-io&kernels=multi3-mitigated,simd,js';
/** Limb 4 of p in radix 2^29, as the SIMD kernels keep it: in each of four 32-bit lanes. */
const CONSTANT = Buffer.from(new Uint32Array(4).fill(Number((FQ.p >> 116n) & (2n ** 29n - 1n))).buffer);

const folder = mkdtempSync(join(tmpdir(), 'fqmul-web-'));
after(() => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }));
const built = join(folder, 'page');

before(
  async () => {
    await buildPage({ ...(await prepareSubjects()), commit: null, dirty: null }, built);
  },
  { timeout: 600_000 },
);

/**
 * The page in a folder of a site.
 *
 * @param {import('node:test').TestContext} t
 * @param {{ isolated?: boolean, spoil?: (path: string, body: Buffer) => void }} [how]
 * @returns {Promise<{ url: string, requests: string[], close: () => void }>} requests as they come
 */
async function serve(t, { isolated = true, spoil } = {}) {
  /** @type {string[]} */
  const requests = [];
  const server = createServer(({ url = '/' }, response) => {
    requests.push(url);
    const { pathname } = new URL(url, 'http://localhost');
    const path = pathname.endsWith('/') ? `${pathname}index.html` : pathname;
    const file = join(built, path.replace(/^\/in\/a\/folder\//, ''));
    if (!path.startsWith('/in/a/folder/') || !existsSync(file)) return response.writeHead(404).end();
    const body = readFileSync(file);
    spoil?.(path, body);
    response
      .writeHead(200, {
        'Content-Type': TYPES[extname(file)] ?? 'application/octet-stream',
        ...(isolated && ISOLATION),
      })
      .end(body);
  });
  await new Promise((resolve, reject) => server.once('error', reject).listen(0, '127.0.0.1', () => resolve(null)));
  const close = () => {
    server.closeAllConnections();
    server.close();
  };
  t.after(close);
  const { port } = /** @type {import('node:net').AddressInfo} */ (server.address());
  return { url: `http://127.0.0.1:${port}/in/a/folder/`, requests, close };
}

const READY = '#start:not([disabled]):not([hidden])';
const FINISHED = '#download:not([hidden])';

/** In the page: what is too wide for it. */
function tooWide() {
  const { clientWidth, scrollWidth } = document.documentElement;
  return [...document.body.querySelectorAll('*')]
    .filter((element) => element.checkVisibility() && !element.closest('.scroll > *, pre > *, svg > *, .skip'))
    .filter((element) => element.getBoundingClientRect().right > clientWidth + 1)
    .map((element) => `${element.localName}#${element.id}.${element.className}`)
    .concat(scrollWidth > clientWidth ? [`the page: ${scrollWidth} in ${clientWidth}`] : []);
}

/** In the page. */
const seenText = () => document.body.innerText;

/** In the page. */
const progressSoFar = () => /** @type {HTMLProgressElement} */ (document.getElementById('progress')).value;

/** In the page: sums up what jumps, from the loading on, in a browser that tells. */
function watchShifts() {
  const shifts = { total: 0 };
  Object.assign(globalThis, { shifts });
  if (!PerformanceObserver.supportedEntryTypes.includes('layout-shift')) return;
  new PerformanceObserver((list) => {
    // What follows a click is expected.
    for (const entry of /** @type {any[]} */ (list.getEntries()))
      if (!entry.hadRecentInput) shifts.total += entry.value;
  }).observe({ type: 'layout-shift', buffered: true });
}

/** In the page. @returns {number} */
const shiftsSoFar = () => /** @type {any} */ (globalThis).shifts.total;

/** In the page: where the charts of the second model are in the window. */
const placeOfCharts = () =>
  document.querySelector('#results section[id$="-stream"]')?.getBoundingClientRect().top ?? NaN;

/** In the page. @param {string} name @param {string} text */
function dropFile(name, text) {
  const dataTransfer = new DataTransfer();
  dataTransfer.items.add(new File([text], name, { type: 'application/json' }));
  document.body.dispatchEvent(new DragEvent('drop', { bubbles: true, cancelable: true, dataTransfer }));
}

/** In the page, after axe: what it finds wrong. */
async function violations() {
  /** @type {import('#checks/axe-core').AxeResults} */
  const found = await /** @type {any} */ (globalThis).axe.run();
  return found.violations.flatMap(({ id, nodes }) => nodes.map(({ target }) => `${id}: ${target.join(' ')}`));
}

for (const id of BROWSERS) {
  test(
    `${id}: a run without a network ends with a valid result, which a file is held against`,
    { timeout: 180_000 },
    async (t) => {
      if (!hasBrowser(t, id)) return;
      const page = await openPage(t, id);
      const { url, requests, close } = await serve(t);
      await page.goto(`${url}?${SMALL}`);
      await page.waitForSelector(READY, { timeout: 60_000 });
      assert.equal(await page.evaluate(() => crossOriginIsolated), true);
      assert.match(
        await page.evaluate(seenText),
        /Best here\s+(?:scalar limbs|scalar drop-in|FMA drop-in), from the build/,
      );
      assert.ok(requests.some((path) => path.endsWith('.wasm')));
      // Whatever is asked for from now on fails, in the server and in the console.
      const loaded = requests.length;
      close();

      await page.resize(390);
      await page.evaluate(watchShifts);
      await page.click('#start');
      await page.waitForSelector('#stop:not([hidden])');
      await page.waitForSelector('#results:not(.pending) svg.narrow');
      // Who reads the charts is neither sent away from them nor are they.
      await page.evaluate(() =>
        document.querySelector('#results section[id$="-stream"]')?.scrollIntoView({ behavior: 'instant' }),
      );
      const place = await page.evaluate(placeOfCharts);
      await page.waitForSelector(FINISHED, { timeout: 150_000 });
      assert.equal(requests.length, loaded);
      assert.ok(Math.abs((await page.evaluate(placeOfCharts)) - place) < 2, 'what is read moves when the run ends');
      const shift = await page.evaluate(shiftsSoFar);
      assert.ok(shift < 0.1, `the page jumps while the charts fill: ${shift}`);
      t.diagnostic(`layout shift ${shift.toFixed(4)}`);
      assert.equal(await page.evaluate(progressSoFar), 1);

      const result = parseResult(await page.download('#download'));
      assert.equal(result.partial, false);
      assert.deepEqual(
        result.environment.engines.map(({ id: engine }) => engine),
        [id],
      );
      assert.match(result.environment.engines[0].version, /^\d+\./);
      assert.match(result.command, /\?seed=7&cases=300&/);
      assert.deepEqual(
        { seed: result.plan.seed, cases: result.plan.cases, trials: result.plan.trials, rounds: result.plan.rounds },
        { seed: 7, cases: 300, trials: 6, rounds: 6 },
      );
      assert.deepEqual(result.plan.kernels, ['multi3-mitigated', 'simd', 'js']);
      assert.deepEqual(result.lost, []);
      assert.deepEqual(
        result.summary.filter(({ error }) => error !== null),
        [],
      );
      assert.ok(result.samples.every(({ check }) => check));
      for (const kernel of ['multi3-mitigated', 'simd', 'js', 'control-aa', 'control-slow5']) {
        for (const model of ['chain', 'stream']) {
          assert.equal(
            result.samples.filter((sample) => sample.kernel === kernel && sample.model === model).length,
            6,
            `${kernel} ${model}`,
          );
        }
      }
      const text = await page.evaluate(seenText);
      const row = result.summary.find(({ kernel, model }) => kernel === 'simd' && model === 'chain');
      assert.ok(
        row?.speedup && text.includes(times(row.speedup)) && text.includes(String(row?.verdict)),
        'the verdict is not seen',
      );

      const path = join(folder, `${id}-before.json`);
      writeFileSync(path, JSON.stringify({ ...result, createdAt: '2026-01-02T03:04:05Z' }));
      await page.chooseFile('#file', path);
      await page.waitForSelector('#comparison table');
      const rows = await page.evaluate(() =>
        [...document.querySelectorAll('#comparison tbody tr')].map((row) =>
          [...row.children].map((cell) => cell.textContent),
        ),
      );
      const [, , change, , engine, of] =
        rows.find(([kernel, model]) => kernel === 'SIMD limbs' && model === 'stream') ?? [];
      assert.deepEqual([change.split(' ')[0], engine, of], ['1.00x', plainName(id), 'ratio to arkworks 0.6']);

      for (const width of [390, 1280]) {
        await page.resize(width);
        assert.deepEqual(await page.evaluate(tooWide), [], `${width} px`);
      }
      assert.deepEqual(page.complaints, []);
    },
  );

  test(
    `${id}: a kernel that multiplies wrongly is caught and shown, and the others are timed`,
    { timeout: 180_000 },
    async (t) => {
      if (!hasBrowser(t, id)) return;
      const page = await openPage(t, id);
      let spoilt = 0;
      const { url } = await serve(t, {
        isolated: false,
        spoil(path, body) {
          if (!path.endsWith('/simd128/fqmul_bg.wasm')) return;
          for (let at = body.indexOf(CONSTANT); at >= 0; at = body.indexOf(CONSTANT, at + 1)) {
            body[at] ^= 1;
            spoilt++;
          }
        },
      });
      await page.goto(`${url}?seed=1&cases=300&trials=1&rounds=1&models=chain&kernels=multi3-mitigated,simd`);
      await page.waitForSelector(READY, { timeout: 60_000 });
      assert.ok(spoilt > 0);
      assert.match(await page.evaluate(seenText), /coarse \(the page was served without COOP and COEP\)/);
      await page.click('#start');
      await page.waitForSelector(FINISHED, { timeout: 150_000 });
      const { summary, samples } = parseResult(await page.download('#download'));
      assert.match(String(summary.find(({ kernel }) => kernel === 'simd')?.error), /^WRONG PRODUCT/);
      assert.deepEqual(
        samples.filter(({ kernel }) => kernel === 'simd'),
        [],
      );
      assert.equal(summary.find(({ kernel }) => kernel === 'multi3-mitigated')?.error, null);
      const text = await page.evaluate(seenText);
      assert.match(text, /Wrong in this browser, and not timed: SIMD limbs\./);
      assert.match(text, /no time: WRONG PRODUCT/);
      // The wrong product is a number without a space to break it at.
      for (const width of [390, 1280]) {
        await page.resize(width);
        assert.deepEqual(await page.evaluate(tooWide), [], `${width} px`);
      }
      assert.deepEqual(page.complaints, []);
    },
  );
}

test(
  'firefox without relaxed SIMD: the page says so, uses another kernel, and what cannot run is on a line below',
  { timeout: 180_000 },
  async (t) => {
    if (!hasBrowser(t, 'firefox')) return;
    const page = await openPage(t, 'firefox', { preferences: { 'javascript.options.wasm_relaxed_simd': false } });
    const { url } = await serve(t);
    await page.goto(`${url}?seed=1&cases=300&trials=1&rounds=1&models=chain&kernels=multi3-mitigated,fma-pair`);
    await page.waitForSelector(READY, { timeout: 60_000 });
    const text = await page.evaluate(seenText);
    assert.match(text, /no relaxed SIMD: the FMA kernels cannot run here/);
    assert.match(text, /Best here\s+(?!FMA|emitted FMA)[\w ]+, from the build simd128/);
    await page.click('#start');
    await page.waitForSelector(FINISHED, { timeout: 150_000 });
    const { summary } = parseResult(await page.download('#download'));
    assert.equal(summary.find(({ kernel }) => kernel === 'fma-pair')?.error, 'this engine has no relaxed-simd');
    assert.match(await page.evaluate(seenText), /^Not run: FMA pair \(this engine has no relaxed-simd\)\.$/m);
    assert.equal(summary.find(({ kernel }) => kernel === 'multi3-mitigated')?.error, null);
    assert.deepEqual(page.complaints, []);
  },
);

/** What V8 does without on a CPU that lacks the instructions; why each kernel that needs them has no time. */
const LACKING = [
  {
    name: 'a fused multiply-add',
    jsFlags: '--no-enable-fma3',
    says: /relaxed_madd rounds twice \(unfused\): FMA kernels would be wrong here, so they refuse and are not timed/,
    best: /Best here\s+scalar limbs, from the build relaxed-simd/,
    refused: { 'fma-pair': 'unfused on this engine', 'fma-pair-emitted': 'unfused on this engine' },
    timed: ['multi3-mitigated', 'limbs29', 'simd'],
  },
  {
    name: 'SIMD',
    jsFlags: '--no-enable-sse4-1',
    says: /None: only the scalar kernels can run here/,
    best: /Best here\s+scalar limbs, .* baseline.*relaxed-simd: does not load here; simd128: does not load here\./,
    refused: {
      'fma-pair': 'this engine has no relaxed-simd',
      'fma-pair-emitted': 'this engine has no relaxed-simd',
      simd: 'this engine has no simd128',
    },
    timed: ['multi3-mitigated', 'limbs29'],
  },
];

for (const { name, jsFlags, says, best, refused, timed } of LACKING) {
  test(
    `chromium without ${name}: the page says so, uses the scalar kernel, and what would be wrong is refused`,
    { timeout: 180_000 },
    async (t) => {
      if (!hasBrowser(t, 'chromium')) return;
      if (process.arch !== 'x64') return t.skip('every CPU of this architecture has it');
      const page = await openPage(t, 'chromium', { jsFlags });
      const { url } = await serve(t);
      await page.goto(
        `${url}?seed=1&cases=300&trials=1&rounds=1&models=chain&kernels=${[...timed, ...Object.keys(refused)].join()}`,
      );
      await page.waitForSelector(READY, { timeout: 60_000 });
      const before = await page.evaluate(seenText);
      assert.match(before, says);
      assert.match(before, best);
      await page.click('#start');
      await page.waitForSelector(FINISHED, { timeout: 150_000 });
      const { summary, samples } = parseResult(await page.download('#download'));
      const text = await page.evaluate(seenText);
      for (const [kernel, reason] of Object.entries(refused)) {
        const error = String(summary.find((row) => row.kernel === kernel)?.error);
        assert.ok(error.includes(reason), `${kernel}: ${error}`);
        assert.match(text, new RegExp(`^Not run: .*\\b${kernelName(kernel)}\\b.*${reason}`, 'm'));
      }
      assert.deepEqual(
        [...new Set(samples.map(({ kernel }) => kernel))].filter((kernel) => !kernel.startsWith('control')).sort(),
        [...timed].sort(),
      );
      assert.deepEqual(page.complaints, []);
    },
  );
}

for (const colorScheme of /** @type {const} */ (['light', 'dark'])) {
  for (const width of [1280, 390]) {
    test(
      `at ${width} px, ${colorScheme}: nothing is wrong for anybody before, during and after a run, and nothing jumps`,
      { timeout: 180_000 },
      async (t) => {
        if (!hasBrowser(t, 'chromium')) return;
        const page = await openPage(t, 'chromium', { colorScheme });
        await page.resize(width);
        const { url } = await serve(t);
        // More rounds than anyone waits for.
        await page.goto(
          `${url}?seed=7&cases=300&trials=400&rounds=200&models=chain,stream&` +
            'kernels=multi3-mitigated,multi3-wide,simd,js',
        );
        await page.waitForSelector(READY, { timeout: 60_000 });
        await page.evaluate(watchShifts);
        await page.evaluate(/** @type {() => void} */ (new Function(axe.source)));
        const unfold = () =>
          document.querySelectorAll('details').forEach((details) => {
            details.open = true;
          });
        const flaws = async () => [...(await page.evaluate(violations)), ...(await page.evaluate(tooWide))];

        await page.click('#more summary');
        const broken = join(folder, 'broken.json');
        writeFileSync(broken, '?');
        await page.chooseFile('#file', broken);
        await page.waitForSelector('#compare-said.notice');
        assert.deepEqual(await flaws(), [], 'before');

        await page.click('#start');
        await page.waitForSelector(`#results:not(.pending) svg.${width < 768 ? 'narrow' : 'wide'}`);
        assert.deepEqual(await flaws(), [], 'during');
        const progress = await page.evaluate(progressSoFar);
        assert.ok(progress > 0 && progress < 1, `progress ${progress}`);
        assert.equal(await page.evaluate(() => document.activeElement?.id), 'stop');
        const shift = await page.evaluate(shiftsSoFar);
        assert.ok(shift < 0.1, `the page jumps while the charts fill: ${shift}`);
        t.diagnostic(`layout shift ${shift.toFixed(4)}`);

        await page.press('Enter');
        await page.waitForSelector(FINISHED);
        const path = join(folder, `${width}-${colorScheme}.json`);
        writeFileSync(
          path,
          JSON.stringify({ ...parseResult(await page.download('#download')), createdAt: '2026-01-02T03:04:05Z' }),
        );
        await page.chooseFile('#file', path);
        await page.waitForSelector('#comparison table');
        await page.evaluate(unfold);
        assert.deepEqual(await flaws(), [], 'after');
        assert.deepEqual(page.complaints, []);
      },
    );
  }
}

test('a run that is stopped keeps what it has, and a new one starts afresh', { timeout: 180_000 }, async (t) => {
  if (!hasBrowser(t, 'chromium')) return;
  const page = await openPage(t, 'chromium');
  const { url } = await serve(t);
  await page.goto(`${url}?seed=1&cases=300&trials=400&rounds=200&models=chain&kernels=multi3-mitigated,limbs29`);
  await page.waitForSelector(READY, { timeout: 60_000 });
  await page.click('#start');
  await page.waitForSelector('#results:not(.pending) figure svg', { timeout: 60_000 });
  await page.click('#stop');
  await page.waitForSelector(FINISHED);
  await page.waitForSelector(READY);
  // Who works by keyboard is not sent back to the top.
  assert.equal(await page.evaluate(() => document.activeElement?.id), 'start');
  const result = parseResult(await page.download('#download'));
  assert.equal(result.partial, true);
  assert.ok(result.samples.length > 0 && result.samples.every(({ check, round }) => check && round < 200));
  assert.match(await page.evaluate(seenText), /partial: stopped after \d+ samples/);
  // From the download, which has the focus by now.
  await page.press('Shift+Tab');
  await page.press('Enter');
  await page.waitForSelector('#results.pending');
  await page.press('Enter');
  await page.waitForSelector(FINISHED);
  const empty = parseResult(await page.download('#download'));
  assert.equal(empty.partial, true);
  assert.ok(
    empty.summary.every(({ error, samples }) => samples > 0 || error === 'not measured before the run was stopped'),
  );
  assert.deepEqual(page.complaints, []);
});

test(
  'a dropped file of another engine is put side by side, and a broken one is refused in words',
  { timeout: 180_000 },
  async (t) => {
    if (!hasBrowser(t, 'chromium')) return;
    const page = await openPage(t, 'chromium');
    const { url } = await serve(t);
    await page.goto(`${url}?seed=1&cases=300&trials=1&rounds=1&models=chain&kernels=multi3-mitigated,limbs29&rounds=x`);
    await page.waitForSelector(READY, { timeout: 60_000 });
    mkdirSync(join(folder, 'files'), { recursive: true });
    const broken = join(folder, 'files', 'broken.json');
    writeFileSync(broken, '{"schema": "fqmul-result-1"}');
    await page.chooseFile('#file', broken);
    await page.waitForSelector('#compare-said:not(:empty)');
    assert.match(
      await page.evaluate(seenText),
      /broken\.json cannot be compared: not a valid fqmul-result-1.*\. Choose a result/,
    );

    await page.click('#start');
    await page.waitForSelector(FINISHED, { timeout: 150_000 });
    const drop = async (/** @type {string} */ name, /** @type {string[]} */ engines) => {
      await page.page.evaluate(dropFile, name, JSON.stringify(sampleRun({ engines }).result));
      await page.waitForSelector('#comparison table');
      return page.evaluate(seenText);
    };
    assert.match(await drop('node.json', ['node20']), /That run was on Node 20, this one on Chromium/);
    assert.match(
      await drop('both.json', ['node20', 'chromium']),
      /Of the file only the rows on Chromium \d+ are compared, none on Node 20\./,
    );
    assert.equal(
      (await page.evaluate(() => document.getElementById('comparison')?.textContent))?.split('Node 20').length,
      2,
      'a row of another engine is compared',
    );
    assert.deepEqual(page.complaints, []);
  },
);

test('what a browser says of itself becomes an engine and a machine, and what it does not say is unknown', async () => {
  const hints = {
    platform: 'Android',
    platformVersion: '14.0.0',
    architecture: 'arm',
    bitness: '64',
    model: 'Pixel 7',
    fullVersionList: [
      { brand: 'Not)A;Brand', version: '8.0.0.0' },
      { brand: 'Chromium', version: '140.0.1.2' },
      { brand: 'Google Chrome', version: '140.0.1.3' },
    ],
  };
  const phone = await environmentOf({
    userAgent: 'Mozilla/5.0 Chrome/140.0.0.0',
    hardwareConcurrency: 8,
    userAgentData: { brands: [], getHighEntropyValues: async () => hints },
  });
  assert.deepEqual(phone, {
    engine: { id: 'chrome', version: '140.0.1.3', flags: [], tier: 'as the browser tiers up' },
    cpu: 'unknown (Pixel 7)',
    cpuFeatures: [],
    cores: 8,
    os: 'Android 14.0.0',
    arch: 'arm64',
  });
  const agents = /** @type {[string, string, string, string][]} */ ([
    ['Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0', 'firefox 140.0', 'Linux', 'x64'],
    [
      'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) ' +
        'Version/18.5 Safari/605.1.15',
      'safari 18.5',
      'macOS 10.15.7',
      'unknown',
    ],
    [
      'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) ' +
        'CriOS/137.0.7151.51 Mobile/15E148 Safari/604.1',
      'safari-chrome 137.0.7151.51',
      'iOS 18.5',
      'unknown',
    ],
    [
      'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/137.0.0.0 ' +
        'Safari/537.36 Edg/137.0.0.0',
      'edge 137.0.0.0',
      'Windows 10.0',
      'x64',
    ],
    ['something else', 'browser unknown', 'unknown', 'unknown'],
  ]);
  for (const [userAgent, engine, os, arch] of agents) {
    const found = await environmentOf({ userAgent });
    assert.deepEqual(
      [`${found.engine.id} ${found.engine.version}`, found.os, found.arch, found.cpu, found.cores],
      [engine, os, arch, 'unknown', 1],
      userAgent,
    );
  }
});

test('an address fills in the form, asks the same again, and what it cannot have is said', () => {
  const ids = ['multi3-mitigated', 'limbs29', 'simd'];
  const asked = new URLSearchParams('seed=5&cases=300&trials=2&rounds=6&models=stream,chain&kernels=simd');
  const { choices, complaints } = choicesOf(asked, ids, 9);
  assert.deepEqual(complaints, []);
  assert.deepEqual(choices.sizes[choices.size], { cases: 300, trials: 6, rounds: 6 });
  assert.deepEqual(
    [choices.seed, choices.models, choices.kernels],
    [5, ['chain', 'stream'], ['multi3-mitigated', 'simd']],
  );
  const again = choicesOf(new URL(addressOf(choices, 'http://localhost/')).searchParams, ids, 1);
  assert.deepEqual(again, { choices, complaints: [] });

  const wrong = choicesOf(new URLSearchParams('seed=-1&rounds=0&models=chain,walk&kernels=multi4'), ids, 9);
  assert.equal(wrong.complaints.length, 4);
  assert.deepEqual(
    [wrong.choices.seed, wrong.choices.models, wrong.choices.kernels],
    [9, ['chain'], ['multi3-mitigated', 'limbs29', 'simd', 'js']],
  );
});
