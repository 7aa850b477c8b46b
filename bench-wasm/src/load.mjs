/** Instances of the built modules. */

/** @typedef {import('./measure/tasks.mjs').LoadedModule} LoadedModule */

/** Instances made so far in this process. */
let instances = 0;

/**
 * A module of its own: no state is shared with any other instance. The glue keeps its instance in
 * module-level variables, and an engine evaluates a module again under each new URL.
 *
 * Works in every engine that has `import()`.
 *
 * @param {string} variant
 * @param {string} glueUrl of the JavaScript that wasm-bindgen wrote for the web
 * @param {BufferSource} bytes of the wasm module
 * @returns {Promise<LoadedModule>}
 */
export async function instantiate(variant, glueUrl, bytes) {
  const exports = await import(`${glueUrl}?instance=${++instances}`);
  exports.initSync({ module: bytes });
  return { variant, exports, kernels: JSON.parse(exports.kernels()) };
}

/**
 * A new instance of bench-wasm/pkg/<variant>, read from the file system.
 *
 * @param {string} variant built for the web
 * @returns {Promise<LoadedModule>}
 */
export async function loadModule(variant) {
  const { readFile } = await import('node:fs/promises');
  const directory = new URL(`../pkg/${variant}/`, import.meta.url);
  const bytes = await readFile(new URL('fqmul_bg.wasm', directory));
  return instantiate(variant, new URL('fqmul.js', directory).href, bytes);
}
