/** What people call an engine, and what it can do for them; ids are for code, files and the command line. */

/** Engines whose id is no name. @type {Readonly<Record<string, string>>} */
const NAMES = Object.freeze({
  bun: 'Bun',
  chromium: 'Chromium',
  deno: 'Deno',
  firefox: 'Firefox',
  graalwasm: 'GraalWasm',
  jsc: 'jsc',
  native: 'native code',
  'native-asm': 'native assembly',
  'wasm2c-clang': 'wasm2c by clang',
  'wasm2c-gcc': 'wasm2c by gcc',
  'wasmer-cranelift': 'Wasmer by Cranelift',
  'wasmer-singlepass': 'Wasmer by Singlepass',
  wasmtime: 'Wasmtime',
});
/** How a Node is run. @type {Readonly<Record<string, string>>} */
const WAYS = Object.freeze({
  liftoff: ' with its baseline compiler',
  ignition: ' interpreting JavaScript',
  arm64: ' on arm64',
});
/** Where the second number of a version tells releases apart. */
const BY_MINOR = new Set(['bun', 'deno', 'jsc']);
/** The one that is past its end of life. */
const OLD = 'node20';
/** A shell that starts no workers: what asks for threads there gets the one it is on. */
const WITHOUT_WORKERS = new Set(['jsc']);

/** @typedef {{ id: string, version: string }} Named */

/** @param {string} id @returns {string} what it is called, without a version */
export function plainName(id) {
  const [, major, way] = /^node(\d+)(?:-(\w+))?$/.exec(id) ?? [];
  return major ? `Node ${major}${WAYS[way] ?? ''}` : (NAMES[id] ?? id);
}

/** @param {Named} engine @returns {string} such as Node 26, Chromium 156 or Safari’s engine (jsc 2.50) */
export function engineName({ id, version }) {
  const name = plainName(id);
  if (name.startsWith('Node ') || id.startsWith('native') || !/^\d/.test(version)) return name;
  const [major, minor] = version.split(/[.\s]/);
  const short = `${name} ${BY_MINOR.has(id) ? `${major}.${minor}` : major}`;
  if (id === 'jsc') return `Safari’s engine (${short})`;
  return id in NAMES && !name.includes(' by ') ? short : name;
}

/** @param {Named} engine @returns {string} the same, and whether it is past its end of life */
export const headlineName = (engine) => `${engineName(engine)}${engine.id === OLD ? ', past its end of life' : ''}`;

/** @param {Named} engine @returns {string} with the whole version */
export function fullName({ id, version }) {
  const name = plainName(id);
  return /^Node \d+$/.test(name) && version !== '' ? `Node ${version}` : `${name} ${version}`.trim();
}

/** @param {{ environment: { engines: readonly Named[] } }} result @param {string} id @returns {string} */
export const engineNameIn = ({ environment: { engines } }, id) =>
  engineName(engines.find((one) => one.id === id) ?? { id, version: '' });

/** @param {string} id @returns {boolean} whether a program there can have several threads */
export const hasWorkers = (id) => !WITHOUT_WORKERS.has(id);

/**
 * @param {readonly Named[]} engines
 * @returns {string[]} ids of what people run: browsers, the newest Node, and last the one past its end of life
 */
export function headlineEngines(engines) {
  const nodes = engines.flatMap(({ id }) => (/^node\d+$/.test(id) && id !== OLD ? [id] : [])).sort();
  const asked = ['chromium', 'firefox', 'jsc', nodes.at(-1), OLD];
  return asked.flatMap((id) => (engines.some((one) => one.id === id) ? [String(id)] : []));
}
