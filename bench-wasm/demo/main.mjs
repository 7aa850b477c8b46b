/** The page: the same proof by this project's package and by snarkjs, one after the other. */

import './page.css';
// @ts-ignore It is what was built, by an alias of the bundler.
import { groth16 } from 'fqmul-groth16';
// @ts-expect-error The package has no types.
import { groth16 as snarkjs } from '#proof/snarkjs';

/** Proofs after the first, by each. */
const COUNT = 5;
const ELEMENTS = Object.fromEntries(
  ['start', 'cancel', 'state', 'progress', 'count', 'rows', 'answer', 'engine'].map((id) => [
    id,
    /** @type {HTMLElement} */ (document.getElementById(id)),
  ]),
);
const start = /** @type {HTMLButtonElement} */ (ELEMENTS.start);

/**
 * @typedef {{ signal: AbortSignal, onProgress: (share: number) => void }} ProveOptions
 * @typedef {{ proof: object, publicSignals: string[] }} Proved
 * @typedef {object} Prover
 * @property {string} id
 * @property {string} name
 * @property {(files: Files, options: ProveOptions) => Promise<Proved>} prove
 * @typedef {{ input: Record<string, unknown>, circuit: Uint8Array, key: Uint8Array, verificationKey: any }} Files
 */

/** Of a stage, where it begins and ends in the whole, about. @type {Record<string, [number, number]>} */
const STAGES = { witness: [0.3, 0.45], read: [0, 0.3], transforms: [0.45, 0.5], sums: [0.5, 0.97], proof: [0.97, 1] };

/** @type {Prover[]} */
const PROVERS = [
  {
    id: 'package',
    name: 'fqmul-groth16',
    prove: ({ input, circuit, key }, { signal, onProgress }) =>
      groth16.fullProve(input, circuit, key, {
        signal,
        onProgress(/** @type {{ stage: string, done: number }} */ { stage, done }) {
          const [from, to] = STAGES[stage];
          onProgress(from + done * (to - from));
        },
      }),
  },
  { id: 'snarkjs', name: 'snarkjs', prove: ({ input, circuit, key }) => snarkjs.fullProve(input, circuit, key) },
];

/** @param {string} tag @param {Record<string, string>} [attributes] @param {(Node | string)[]} children */
function element(tag, attributes = {}, ...children) {
  const made = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, value);
  made.append(...children);
  return made;
}

const say = (/** @type {string} */ text) => (ELEMENTS.state.textContent = text);
const ms = (/** @type {number} */ time) => `${Math.round(time)} ms`;

/** Measures how long the page draws nothing at most. @returns {() => number} ends it, in ms */
function watchPauses() {
  let longest = 0;
  let last = performance.now();
  let frame = requestAnimationFrame(function look(now) {
    longest = Math.max(longest, now - last);
    last = now;
    frame = requestAnimationFrame(look);
  });
  return () => {
    cancelAnimationFrame(frame);
    return longest;
  };
}

/** Rows of the table, empty. */
const rows = new Map(
  PROVERS.map(({ id, name }) => {
    const cells = ['first proof', `median of ${COUNT}`, 'longest pause'].map((label) =>
      element('td', { 'data-label': label }, '-'),
    );
    ELEMENTS.rows.append(element('tr', { class: id }, element('th', { scope: 'row' }, name), ...cells));
    return [id, cells];
  }),
);
ELEMENTS.count.textContent = String(COUNT);

/**
 * @param {Prover} prover
 * @param {Files} files
 * @param {AbortSignal} signal
 * @returns {Promise<number>} the median, in ms
 */
async function measure({ id, name, prove }, files, signal) {
  const [first, median, pause] = rows.get(id) ?? [];
  /** @type {number[]} */
  const times = [];
  const pauses = watchPauses();
  for (let i = 0; i <= COUNT; i++) {
    say(`${name}: proof ${i + 1} of ${COUNT + 1}`);
    // Without a value it says that something is going on, which is all that snarkjs tells.
    const progress = /** @type {HTMLProgressElement} */ (element('progress', { 'aria-label': `${name} proves` }));
    ELEMENTS.progress.replaceChildren(progress);
    const began = performance.now();
    const { proof, publicSignals } = await prove(files, { signal, onProgress: (share) => (progress.value = share) });
    times.push(performance.now() - began);
    signal.throwIfAborted();
    if (!(await groth16.verify(files.verificationKey, publicSignals, proof)))
      throw new Error(`${name} gave a proof that is not valid`);
    if (i === 0) first.replaceChildren(ms(times[0]));
  }
  const longest = pauses();
  const rest = times.slice(1).sort((a, b) => a - b);
  const middle = rest[Math.floor(rest.length / 2)];
  median.replaceChildren(ms(middle), element('span', { class: 'bar', 'data-ms': String(middle) }));
  pause.replaceChildren(ms(longest));
  for (const bar of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll('.bar'))) {
    const all = [...document.querySelectorAll('.bar')].map((one) =>
      Number(/** @type {HTMLElement} */ (one).dataset.ms),
    );
    bar.style.width = `${(100 * Number(bar.dataset.ms)) / Math.max(...all)}%`;
  }
  return middle;
}

/** @returns {Promise<Files>} */
async function load() {
  const answer = await fetch('key.zkey');
  const size = Number(answer.headers.get('Content-Length'));
  /** @type {Uint8Array[]} */
  const pieces = [];
  let there = 0;
  for await (const piece of /** @type {any} */ (answer.body)) {
    pieces.push(piece);
    there += piece.length;
    if (size > 0) say(`The key is loaded: ${Math.round((100 * there) / size)} %`);
  }
  const key = new Uint8Array(await new Blob(/** @type {BlobPart[]} */ (pieces)).arrayBuffer());
  const circuit = new Uint8Array(await (await fetch('circuit.wasm')).arrayBuffer());
  const { input, verificationKey } = await (await fetch('circuit.json')).json();
  return { key, circuit, input, verificationKey };
}

/** @param {Files} files */
async function run(files) {
  const ended = new AbortController();
  start.disabled = true;
  ELEMENTS.cancel.hidden = false;
  ELEMENTS.answer.textContent = '';
  ELEMENTS.cancel.onclick = () => {
    ended.abort();
    say('Cancelled. A proof of snarkjs that has begun is still computed: it cannot be ended.');
  };
  try {
    /** @type {number[]} */
    const medians = [];
    for (const prover of PROVERS) medians.push(await measure(prover, files, ended.signal));
    const [own, other] = medians;
    say('Done. Every proof was verified.');
    ELEMENTS.answer.textContent =
      `Here snarkjs takes ${(other / own).toFixed(1)} times as long as fqmul-groth16. One run on one machine: ` +
      'docs/proof.md has medians with their intervals.';
  } catch (error) {
    if (!ended.signal.aborted) say(`It failed: ${error instanceof Error ? error.message : error}`);
  } finally {
    ELEMENTS.cancel.hidden = true;
    ELEMENTS.progress.replaceChildren();
    start.disabled = false;
  }
}

ELEMENTS.engine.textContent = `The package computes with its module "${groth16.backend()}" here, on ${
  navigator.hardwareConcurrency
} threads.`;
const files = await load();
say('Ready.');
start.disabled = false;
start.onclick = () => run(files);
