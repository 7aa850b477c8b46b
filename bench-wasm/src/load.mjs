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
 * A new instance of bench-wasm/pkg/<variant>.
 *
 * @param {string} variant built for the web
 * @returns {Promise<LoadedModule>}
 */
export async function loadModule(variant) {
  const directory = new URL(`../pkg/${variant}/`, import.meta.url);
  const bytes = await readBytes(new URL('fqmul_bg.wasm', directory));
  return instantiate(variant, new URL('fqmul.js', directory).href, bytes);
}

/**
 * A file of the checkout, from the file system or from the server that this module came from.
 *
 * @param {URL} url
 * @returns {Promise<Uint8Array<ArrayBuffer>>}
 */
export async function readBytes(url) {
  if (url.protocol === 'file:') {
    const { readFile } = await import('node:fs/promises');
    return readFile(url);
  }
  const response = await fetch(url);
  if (!response.ok) throw new Error(`${url}: ${response.status} ${response.statusText}`);
  return new Uint8Array(await response.arrayBuffer());
}
