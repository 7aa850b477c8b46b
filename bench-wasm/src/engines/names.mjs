/** What people call an engine; ids are for code and files. */

/** @type {Readonly<Record<string, string>>} */
const NAMES = Object.freeze({ chromium: 'Chromium', firefox: 'Firefox', bun: 'Bun', deno: 'Deno' });
/** The one that is past its end of life. */
const OLD = 'node20';

/** @param {{ id: string, version: string }} engine @returns {string} */
export function engineName({ id, version }) {
  const [major, minor] = version.split('.');
  const [, node] = /^node(\d+)$/.exec(id) ?? [];
  if (node) return `Node ${node}${id === OLD ? ', past its end of life' : ''}`;
  if (id === 'jsc') return `Safari’s engine (jsc ${major}.${minor})`;
  return id in NAMES ? `${NAMES[id]} ${['bun', 'deno'].includes(id) ? `${major}.${minor}` : major}` : id;
}

/**
 * @param {readonly { id: string, version: string }[]} engines
 * @returns {string[]} ids of what people run: browsers, the newest Node, and last the one past its end of life
 */
export function headlineEngines(engines) {
  const nodes = engines.flatMap(({ id }) => (/^node\d+$/.test(id) && id !== OLD ? [id] : [])).sort();
  const asked = ['chromium', 'firefox', 'jsc', nodes.at(-1), OLD];
  return asked.flatMap((id) => (engines.some((one) => one.id === id) ? [String(id)] : []));
}
