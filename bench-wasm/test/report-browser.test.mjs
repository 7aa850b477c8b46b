import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { pathToFileURL } from 'node:url';
import { renderHtml } from '../src/report/html-document.mjs';
import { mergeResults } from '../src/report/merge.mjs';
import { kernelName } from '../src/report/names.mjs';
import { hasBrowser, openPage } from './browsers.mjs';
import { FAULTS, sampleRun } from './sample-run.mjs';

const folder = mkdtempSync(join(tmpdir(), 'fqmul-page-'));
after(() => rmSync(folder, { recursive: true }));

const faulty = sampleRun({ ...FAULTS, seed: 2 }).result;
const laptop = sampleRun({
  seed: 3,
  cpu: 'A CPU with a name that is long enough to break whatever can break @ 3.70GHz',
  engines: ['node20', 'bun'],
  createdAt: '2026-03-02T03:04:05.678Z',
}).result;
const PAGES = {
  'one run': mergeResults([{ file: 'one.json', result: sampleRun().result }]),
  'a run with errors': mergeResults([{ file: 'faulty.json', result: faulty }]),
  'two machines': mergeResults([
    { file: 'a-file-name-that-is-rather-long-2026-01-02T03-04-05.678Z.json', result: faulty },
    { file: 'laptop.json', result: laptop },
  ]),
};

/** In the page: what is wrong with what is seen. */
function lookForFlaws() {
  /** @type {string[]} */
  const flaws = [];
  const seen = (/** @type {Element} */ element) => element.checkVisibility();
  const { clientWidth, scrollWidth } = document.documentElement;
  if (scrollWidth > clientWidth) flaws.push(`the page is ${scrollWidth} px wide, the window ${clientWidth}`);
  for (const element of document.body.querySelectorAll('*')) {
    if (!seen(element) || element.closest('.scroll > *, pre > *, svg > *, .skip')) continue;
    const { left, right } = element.getBoundingClientRect();
    if (right > clientWidth + 1 || left < -1)
      flaws.push(`${element.localName}.${element.className} reaches from ${left} to ${right}`);
  }
  for (const figure of [...document.querySelectorAll('figure')].filter(seen)) {
    const drawings = [...figure.querySelectorAll('svg')].filter(seen);
    if (drawings.length !== 1) flaws.push(`${drawings.length} drawings of a figure are seen`);
    for (const svg of drawings) {
      const name = svg.getAttribute('aria-label');
      const frame = svg.getBoundingClientRect();
      const scale = frame.width / svg.viewBox.baseVal.width;
      if (scale < 0.99) flaws.push(`${name} is shrunk to ${scale}`);
      const texts = [...svg.querySelectorAll('text')]
        .filter(({ textContent }) => textContent !== '')
        .map((text) => ({ said: text.textContent, box: text.getBoundingClientRect() }));
      for (const { said, box } of texts) {
        if (
          box.left < frame.left - 1 ||
          box.right > frame.right + 1 ||
          box.top < frame.top - 1 ||
          box.bottom > frame.bottom + 1
        )
          flaws.push(`${name}: "${said}" is cut off`);
      }
      for (const [at, a] of texts.entries()) {
        for (const b of texts.slice(at + 1)) {
          // Line boxes may touch; letters that overlap share more than that.
          const across = Math.min(a.box.right, b.box.right) - Math.max(a.box.left, b.box.left);
          const down = Math.min(a.box.bottom, b.box.bottom) - Math.max(a.box.top, b.box.top);
          if (across > 1 && down > 4) flaws.push(`${name}: "${a.said}" and "${b.said}" overlap`);
        }
      }
    }
  }
  return flaws;
}

test(
  'in a browser the report asks for nothing, names every kernel, and fits a desk and a phone',
  { timeout: 240_000 },
  async (t) => {
    if (!hasBrowser(t, 'chromium')) return;
    const { page, complaints, resize } = await openPage(t, 'chromium');
    /** @type {string[]} */
    const requests = [];
    page.on('request', (request) => requests.push(request.url()));
    for (const [name, report] of Object.entries(PAGES)) {
      const path = join(folder, `${name}.html`);
      writeFileSync(path, renderHtml(report));
      for (const width of [1280, 390]) {
        for (const colorScheme of /** @type {const} */ (['light', 'dark'])) {
          const what = `${name} at ${width} px, ${colorScheme}`;
          await resize(width);
          await page.emulateMediaFeatures([{ name: 'prefers-color-scheme', value: colorScheme }]);
          requests.length = 0;
          await page.goto(pathToFileURL(path).href);
          assert.deepEqual(complaints, [], what);
          assert.deepEqual(requests, [pathToFileURL(path).href], what);

          const text = await page.evaluate(() => document.body.innerText);
          const kernels = new Set(report.runs.flatMap(({ result }) => result.plan.kernels));
          for (const name of [...kernels].map(kernelName)) {
            const words = name.replaceAll('.', '\\.');
            assert.ok(new RegExp(`(?<![\\w-])${words}(?![\\w-])`).test(text), `${what}: ${name} is not seen`);
          }
          for (const { summary } of report.runs.flatMap(({ result }) => result)) {
            for (const { kernel, model, error } of summary)
              assert.ok(error === null || text.includes(error), `${what}: why ${kernel} in ${model} has no time`);
          }

          // Folded runs are checked too.
          await page.evaluate(() =>
            document.querySelectorAll('details').forEach((details) => {
              details.open = true;
            }),
          );
          assert.deepEqual(await page.evaluate(lookForFlaws), [], what);
          const [ink, paper] = await page.evaluate(() => [
            getComputedStyle(document.body).color,
            getComputedStyle(document.body).backgroundColor,
          ]);
          const brightness = (/** @type {string} */ color) => Number(/\d+/.exec(color)?.[0]);
          assert.ok(
            colorScheme === 'dark'
              ? brightness(paper) < 60 && brightness(ink) > 180
              : brightness(paper) > 200 && brightness(ink) < 60,
            `${what}: ${ink} on ${paper}`,
          );
        }
      }
    }
  },
);

test(
  'without a mouse: the skip link comes first, and every table can be reached and scrolled',
  { timeout: 60_000 },
  async (t) => {
    if (!hasBrowser(t, 'chromium')) return;
    const { page } = await openPage(t, 'chromium', { width: 390 });
    const path = join(folder, 'keys.html');
    writeFileSync(path, renderHtml(PAGES['one run']));
    await page.goto(pathToFileURL(path).href);
    await page.keyboard.press('Tab');
    assert.equal(await page.evaluate(() => document.activeElement?.className), 'skip');
    const box = await (await page.$('.skip'))?.boundingBox();
    assert.ok(box && box.x >= 0 && box.y >= 0, 'the skip link is not seen when it has the focus');
    await page.keyboard.press('Enter');
    assert.equal(new URL(page.url()).hash, '#answer');

    let [reached, scrolled] = [0, false];
    for (let presses = 0; presses < 100; presses++) {
      await page.keyboard.press('Tab');
      const at = await page.evaluate(() => ({
        scroll: document.activeElement?.className === 'scroll',
        wide: Number(document.activeElement?.scrollWidth) > Number(document.activeElement?.clientWidth),
        end: document.activeElement === document.body,
      }));
      if (at.end) break;
      if (!at.scroll) continue;
      reached++;
      if (at.wide && !scrolled) {
        scrolled = true;
        await page.keyboard.press('ArrowRight');
        await page.waitForFunction(() => Number(document.activeElement?.scrollLeft) > 0);
      }
    }
    assert.equal(reached, (await page.$$('.scroll')).length);
    assert.ok(scrolled, 'no table is wider than the page');
  },
);
