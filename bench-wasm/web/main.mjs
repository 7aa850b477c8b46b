/** The page: loads everything it will need, says what this browser can do, runs, draws, compares. */

import '../src/report/report.css';
import './page.css';
import { clockTime, Estimate } from '../src/measure/estimate.mjs';
import { BASELINE, createPlan } from '../src/measure/plan.mjs';
import { shortestBatch } from '../src/measure/clock.mjs';
import { MODEL_IDS, modelOf } from '../src/models/index.mjs';
import { JS } from '../src/models/js.mjs';
import { fullName } from '../src/engines/names.mjs';
import { Elements } from '../src/report/html-elements.mjs';
import { ns } from '../src/report/format.mjs';
import { kernelName } from '../src/report/names.mjs';
import { createResult, parseResult, SCHEMA, validateResult } from '../src/result/result.mjs';
import { defaults } from '../src/stats/index.mjs';
import { addressOf, choicesOf } from './choices.mjs';
import { comparison } from './comparison.mjs';
import { environmentOf } from './environment.mjs';
import { drawResult, interimResult } from './results.mjs';
import { ask, runRounds } from './rounds.mjs';

/** @typedef {import('./build.mjs').Manifest} Manifest */
/** @typedef {import('./choices.mjs').Choices} Choices */
/** @typedef {import('./worker.mjs').Modules} Modules */
/** @typedef {import('../src/result/result.mjs').Result} Result */
/** @typedef {Awaited<ReturnType<typeof environmentOf>>} Environment */

/** @typedef {{ features: import('../src/setup/features.mjs').Features, clockStepNs: number | null }} Description */

/** ms between two looks of the page at the run, and two sentences for those who listen. */
const [LOOK, SENTENCE] = [250, 15_000];
/** A step with which the shortest batches are long enough, ns. */
const FINE_STEP = 50_000;
/** Bytes of a file that is read. */
const LARGEST_FILE = 100e6;

const STAGES = { verify: 'verifying', 'warm up': 'warming up,', measure: 'timing', check: 'checking' };

const ui = new Elements(document);
/** @template {HTMLElement} [T=HTMLElement] @param {string} id @returns {T} */
const byId = (id) => /** @type {T} */ (document.getElementById(id));
const [form, facts, now, said, alertLine, results] = ['form', 'facts', 'now', 'said', 'alert', 'results'].map((id) =>
  byId(id),
);
const [start, stop] = /** @type {HTMLButtonElement[]} */ (['start', 'stop'].map((id) => byId(id)));
const download = /** @type {HTMLAnchorElement} */ (byId('download'));
const progress = /** @type {HTMLProgressElement} */ (byId('progress'));

/**
 * The last result of this page, and the file that it is held against.
 *
 * @type {{ result: Result | null, file: { name: string, result: Result } | null }}
 */
const shown = { result: null, file: null };

/** @param {string} text nothing to complain of, if empty */
function complain(text) {
  alertLine.hidden = text === '';
  alertLine.textContent = text;
}

/** @param {unknown} error */
const messageOf = (error) => (error instanceof Error ? error.message : String(error));

/** @param {string} path @returns {Promise<Response>} asked for again each time: an old module would be another one */
async function fetched(path) {
  const response = await fetch(new URL(path, document.baseURI), { cache: 'no-cache' });
  if (!response.ok) throw new Error(`${path}: ${response.status} ${response.statusText}`);
  return response;
}

/** @returns {Promise<{ manifest: Manifest, modules: Modules }>} all that a run needs */
async function load() {
  /** @type {Manifest} */
  const manifest = await (await fetched('subjects.json')).json();
  const modules = await Promise.all(
    Object.entries(manifest.files).map(async ([variant, names]) => {
      const files = await Promise.all(
        names.map(
          async (name) =>
            /** @type {const} */ ([
              name,
              new Uint8Array(await (await fetched(`pkg/${variant}/${name}`)).arrayBuffer()),
            ]),
        ),
      );
      return /** @type {const} */ ([variant, Object.fromEntries(files)]);
    }),
  );
  return { manifest, modules: Object.fromEntries(modules) };
}

/**
 * @param {Environment} environment
 * @param {Description} description
 * @param {import('./proof.mjs').Proof} proof
 */
function showBrowser({ engine, cores, os, arch }, { features, clockStepNs }, proof) {
  const refused = proof.refused.map((line) => line.split('\n')[0]);
  facts.classList.remove('loading');
  facts.replaceChildren(
    ui.facts('facts', [
      ['Browser', fullName(engine)],
      [
        'Machine',
        `${cores} ${cores === 1 ? 'core' : 'cores'}, ${os}${arch === 'unknown' ? '' : ` ${arch}`}; ` +
          'a browser does not name the processor',
      ],
      ['SIMD', simdIn(features)],
      ['Clock', clockIs(clockStepNs)],
      [
        'Best here',
        proof.kernel === null
          ? `no kernel gave the right product: ${proof.refused.join('; ')}`
          : `${kernelName(proof.kernel)}, from the build ${proof.build}: the crate’s own choice for single products ` +
            'in what this browser can do, made before any measurement. It has just multiplied two elements, and ' +
            `BigInt agrees.${refused.length > 0 ? ` Passed over: ${refused.join('; ')}.` : ''}`,
      ],
    ]),
  );
}

/** @param {Description['features']} features */
function simdIn(features) {
  if (!features.simd128)
    return 'None: only the scalar kernels can run here; the others are on a line below each table.';
  if (!features['relaxed-simd']) return 'Yes, but no relaxed SIMD: the FMA kernels cannot run here.';
  if (!features.fused)
    return (
      'Yes, but relaxed_madd rounds twice (unfused): FMA kernels would be wrong here, so they refuse and ' +
      'are not timed.'
    );
  return 'Yes, and relaxed SIMD with fused multiply-add: every kernel can run.';
}

/** @param {number | null} step ns */
function clockIs(step) {
  if (step === null) return 'It does not advance: nothing can be timed.';
  const size = `A step of ${ns(step / 1000)} µs`;
  const batches = `at least ${ns(shortestBatch(step) / 1e6)} ms each`;
  if (step <= FINE_STEP) return `${size}: fine; batches last ${batches}.`;
  const why = globalThis.crossOriginIsolated
    ? 'the browser keeps it coarse'
    : 'the page was served without COOP and COEP';
  return `${size}: coarse (${why}). Batches are made longer, ${batches}, and the run takes longer.`;
}

/** @param {Choices} choices @param {Manifest} manifest */
function fillForm(choices, { kernels }) {
  /**
   * @param {string} type
   * @param {string} name
   * @param {string} value
   * @param {boolean} checked
   * @param {string} title
   * @param {string} detail
   * @param {boolean} [code]
   */
  const option = (type, name, value, checked, title, detail, code = false) =>
    ui.make(
      'label',
      {},
      ui.make('input', {
        type,
        name,
        value,
        ...(checked && { checked: '' }),
        ...(name === 'kernels' && value === BASELINE && { disabled: '' }),
      }),
      ui.make('span', {}, ui.make(code ? 'code' : 'span', {}, title), ui.make('small', {}, detail)),
    );
  const names = /** @type {Record<string, string>} */ ({ quick: 'Quick', full: 'Full', custom: 'As the address says' });
  byId('sizes').append(
    ...Object.entries(choices.sizes).map(([id, { cases, trials, rounds }]) =>
      option(
        'radio',
        'size',
        id,
        id === choices.size,
        names[id],
        `${rounds} ${rounds === 1 ? 'round' : 'rounds'}, each in a fresh worker; ${trials} ` +
          `${trials === 1 ? 'sample' : 'samples'} a row of ${cases.toLocaleString('en')} products or more`,
      ),
    ),
  );
  byId('models').append(
    ...MODEL_IDS.map((id) =>
      option('checkbox', 'models', id, choices.models.includes(id), id, modelOf(id).title, true),
    ),
  );
  byId('kernels').append(
    ...kernels.map(({ id, summary }) =>
      option('checkbox', 'kernels', id, choices.kernels.includes(id), id, summary, true),
    ),
    option('checkbox', 'kernels', JS, choices.kernels.includes(JS), JS, '(a * b) % p on BigInt', true),
  );
  byId('seed').setAttribute('value', String(choices.seed));
}

/** @param {Choices} choices those that the form was filled with @returns {Choices} */
function chosen(choices) {
  const data = new FormData(/** @type {HTMLFormElement} */ (form));
  const models = data.getAll('models');
  const kernels = data.getAll('kernels');
  const seed = /** @type {HTMLInputElement} */ (byId('seed')).valueAsNumber;
  return {
    ...choices,
    size: String(data.get('size')),
    models: MODEL_IDS.filter((id) => models.includes(id)),
    kernels: [BASELINE, ...kernels.map(String)],
    seed,
  };
}

/**
 * @param {Choices} choices
 * @param {{ manifest: Manifest, environment: Environment, description: Description }} context
 */
function planOf(choices, { manifest, environment, description }) {
  const { kernels: registry, versions, commit, dirty } = manifest;
  const { engine, ...machine } = environment;
  const js = choices.kernels.includes(JS);
  const size = choices.sizes[choices.size];
  const { seed } = choices;
  const plan = createPlan({
    engines: [engine.id],
    kernels: registry.filter(({ id }) => choices.kernels.includes(id)),
    models: choices.models,
    js,
    ...size,
    seed,
  });
  /** @type {import('../src/result/result.mjs').Header} */
  const header = {
    schema: SCHEMA,
    createdAt: new Date().toISOString(),
    command: addressOf(choices, `${location.origin}${location.pathname}`),
    plan: {
      seed,
      ...size,
      engines: [engine.id],
      models: plan.models,
      kernels: js ? [...plan.kernels, JS] : plan.kernels,
      rows: plan.rows.map(({ kernel, model }) => ({ kernel, model })),
    },
    statistics: { ...defaults, baseline: BASELINE },
    environment: {
      ...machine,
      engines: [{ ...engine, features: description.features, clockStepNs: null, noopNs: null }],
      ...versions,
      commit,
      dirty,
      clockStepNs: null,
      noopNs: null,
    },
    kernels: registry,
  };
  return { plan, header };
}

/**
 * @param {Choices} choices
 * @param {{ manifest: Manifest, modules: Modules, environment: Environment, description: Description }} context
 */
async function measure(choices, context) {
  const { plan, header } = planOf(choices, context);
  const stopping = new AbortController();
  const estimate = new Estimate({ engines: 1, rounds: plan.rounds }, () => performance.now());
  let what = 'starting';
  let share = 0;
  let spoken = 0;
  let wasHidden = document.hidden;
  const look = () => {
    const { finished } = estimate.rounds;
    const total = plan.rounds;
    const sentence = `Round ${Math.min(finished + 1, total)} of ${total}`;
    const left = estimate.left === null ? '' : `, ${clockTime(estimate.left)} left`;
    progress.value = (finished + share) / total;
    now.textContent =
      `${sentence}${left}: ` +
      `${what}${wasHidden ? '. The page was in the background, where browsers slow it down.' : ''}`;
    if (performance.now() - spoken < SENTENCE) return;
    spoken = performance.now();
    said.textContent = `${sentence}${left}.`;
  };
  const onHide = () => {
    wasHidden ||= document.hidden;
  };
  const end = () => stopping.abort();
  const fields = form.querySelectorAll('fieldset, #seed');

  complain('');
  shown.result = null;
  byId('comparison').replaceChildren();
  for (const field of fields) field.toggleAttribute('disabled', true);
  start.hidden = true;
  download.hidden = true;
  stop.hidden = false;
  stop.focus();
  stop.addEventListener('click', end);
  document.addEventListener('visibilitychange', onHide);
  drawResult(ui, results, interimResult(header, []), { finished: false });
  look();
  const timer = setInterval(look, LOOK);
  // A phone that goes to sleep stops measuring.
  const awake = await navigator.wakeLock?.request('screen').catch(() => undefined);

  try {
    const events = await runRounds(plan, {
      modules: context.modules,
      signal: stopping.signal,
      onEvent(event) {
        estimate.update(event);
        if (event.type === 'progress') {
          what = `${STAGES[event.stage]} ${event.what}`;
          share = event.stage === 'measure' ? event.done / event.total : 0;
        } else if (event.type === 'round') {
          share = 0;
        }
      },
      async afterRound(soFar) {
        drawResult(ui, results, interimResult(header, soFar), { finished: false });
        // Painted before the next round starts, so that nothing of it is timed.
        await new Promise((resolve) => setTimeout(resolve, 50));
      },
    });
    const complete =
      events.filter(({ type }) => type === 'round').length ===
      2 * plan.worklist.length - events.filter(({ type }) => type === 'lost').length;
    const result = validateResult(createResult(header, events, { partial: !complete }));
    shown.result = result;
    offer(result);
    drawResult(ui, results, result, { finished: true });
    progress.value = complete ? 1 : progress.value;
    const wrong = [
      ...new Set(
        result.summary.flatMap(({ kernel, error }) => (error?.startsWith('WRONG') ? [kernelName(kernel)] : [])),
      ),
    ];
    if (wrong.length > 0) complain(`Wrong in this browser, and not timed: ${wrong.join(', ')}.`);
    now.textContent =
      `${complete ? 'Done' : 'Stopped'}: ${result.samples.length.toLocaleString('en')} samples, every ` +
      'checksum compared with ' +
      `BigInt’s.${wasHidden ? ' The page was in the background meanwhile, where browsers slow it down.' : ''}`;
    said.textContent = now.textContent;
    compare();
  } catch (error) {
    complain(`The run failed: ${messageOf(error)}`);
    now.textContent = 'Failed.';
  } finally {
    clearInterval(timer);
    await awake?.release();
    stop.removeEventListener('click', end);
    document.removeEventListener('visibilitychange', onHide);
    for (const field of fields) field.toggleAttribute('disabled', false);
    const focused = document.activeElement === stop;
    stop.hidden = true;
    start.hidden = false;
    // Who reads the charts meanwhile stays there.
    if (focused) start.focus({ preventScroll: true });
  }
}

/** @param {Result} result */
function offer(result) {
  if (download.href) URL.revokeObjectURL(download.href);
  download.href = URL.createObjectURL(new Blob([`${JSON.stringify(result, null, 1)}\n`], { type: 'application/json' }));
  download.download = `fqmul-${result.environment.engines[0].id}-${result.createdAt.replaceAll(':', '-')}.json`;
  download.hidden = false;
}

/** @param {string} text about the file @param {string} [kind] its class */
function answer(text, kind = '') {
  const line = byId('compare-said');
  line.className = kind;
  line.textContent = text;
}

/** @param {string} name of a file @param {unknown} error */
const refuse = (name, error) =>
  answer(
    `${name} cannot be compared: ${messageOf(error)}. Choose a result that this page or npm run bench has saved.`,
    'notice',
  );

/** Shows the run of this page against the file, once there are both. */
function compare() {
  const { result, file } = shown;
  if (!file) return;
  answer(
    result ? `${file.name} of ${file.result.createdAt}` : `${file.name} is read; the next run will be held against it.`,
  );
  if (!result) return;
  try {
    byId('comparison').replaceChildren(
      ...comparison(ui, { before: file.result, name: file.name, now: result }).filter((part) => part !== null),
    );
  } catch (error) {
    refuse(file.name, error);
  }
}

/** @param {File | undefined} file */
async function receive(file) {
  if (!file) return;
  byId('comparison').replaceChildren();
  shown.file = null;
  try {
    if (file.size > LARGEST_FILE) throw new Error('it is too large to be a result');
    shown.file = { name: file.name, result: parseResult(await file.text()) };
    compare();
  } catch (error) {
    refuse(file.name, error instanceof SyntaxError ? 'it is not JSON' : error);
  }
}

function acceptFiles() {
  const input = /** @type {HTMLInputElement} */ (byId('file'));
  input.addEventListener('change', () => receive(input.files?.[0]));
  const over = (/** @type {DragEvent} */ event, /** @type {boolean} */ is) => {
    event.preventDefault();
    document.body.classList.toggle('over', is);
  };
  document.addEventListener('dragover', (event) => over(event, true));
  document.addEventListener('dragleave', (event) => over(event, false));
  document.addEventListener('drop', (event) => {
    over(event, false);
    receive(event.dataTransfer?.files[0]);
    byId('compare').scrollIntoView();
  });
}

async function main() {
  acceptFiles();
  try {
    const [{ manifest, modules }, environment] = await Promise.all([
      load(),
      environmentOf(/** @type {any} */ (navigator)),
    ]);
    /** @type {Description} */
    const description = await ask({ describe: true }, { modules });
    showBrowser(environment, description, await ask({ prove: true }, { modules }));
    const { choices, complaints } = choicesOf(
      new URLSearchParams(location.search),
      manifest.kernels.map(({ id }) => id),
      crypto.getRandomValues(new Uint32Array(1))[0],
    );
    complain(complaints.length > 0 ? `Not as the address says: ${complaints.join('; ')}.` : '');
    fillForm(choices, manifest);
    form.addEventListener('submit', (event) => {
      event.preventDefault();
      const asked = chosen(choices);
      if (asked.models.length === 0) complain('Choose at least one model.');
      else measure(asked, { manifest, modules, environment, description });
    });
    now.textContent = 'Ready. Everything is here: the page needs no network from now on.';
    said.textContent = 'Ready.';
    start.disabled = false;
  } catch (error) {
    const without =
      typeof WebAssembly === 'undefined' ? 'This browser has no WebAssembly, so nothing can be measured. ' : '';
    complain(`${without}The page could not start: ${messageOf(error)}`);
    now.textContent = 'Not ready.';
  }
}

await main();
