/** What Node, Deno and Bun have beside what pages have. An import would be looked for by bundlers for pages. */

/**
 * @typedef {{
 *   'node:fs/promises': typeof import('node:fs/promises'),
 *   'node:os': typeof import('node:os'),
 *   'node:worker_threads': typeof import('node:worker_threads'),
 *   'node:zlib': typeof import('node:zlib'),
 * }} Modules
 */

/** @template {keyof Modules} Name @param {Name} name @returns {Modules[Name] | null} null in a page */
export const builtIn = (name) =>
  typeof process === 'object' && typeof process.getBuiltinModule === 'function'
    ? /** @type {any} */ (process.getBuiltinModule(name) ?? null)
    : null;
