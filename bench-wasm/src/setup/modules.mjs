/** Instances of the built modules. */

import { emittedModule } from '../emit/emitted-module.mjs';
import { ALONE, aloneModule } from './alone-module.mjs';
import { EMITTED, EMITTED_IDS, fileName } from '../emit/emitted-rows.mjs';
import { peerModule, poolModule } from '../batches/peer-module.mjs';
import { isPeer, poolOf } from '../batches/peer-rows.mjs';
import { contractsModule } from '../hashes/contracts.mjs';
import { CONTRACTS_BUILD } from '../hashes/contract-rows.mjs';
import { LIBRARIES_BUILD } from '../hashes/library-rows.mjs';
import { fieldIn, fieldModule } from './field-module.mjs';
import { neighbourModule } from '../neighbours/neighbour-module.mjs';
import { isNeighbour } from '../neighbours/neighbour-rows.mjs';
import { proverModule } from '../proofs/prover-module.mjs';
import { isProver, proverOf } from '../proofs/prover-rows.mjs';
import { UnsupportedError } from '../proofs/unsupported.mjs';
import { features } from './features.mjs';

/** @typedef {import('../emit/interface.mjs').LoadedModule} LoadedModule */

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
 * The emitted kernels, in instances of their own.
 *
 * @param {(file: string) => Promise<BufferSource>} read a file of bench-wasm/pkg/emitted
 * @returns {Promise<LoadedModule>}
 */
export async function instantiateEmitted(read) {
  const modules = new Map(
    await Promise.all(EMITTED_IDS.map(async (id) => /** @type {const} */ ([id, await read(fileName(id))]))),
  );
  // Only Node has an old V8; whoever names none is as new as the newest.
  const v8 = globalThis.process?.versions?.v8 ? Number.parseInt(process.versions.v8, 10) : Infinity;
  return emittedModule((id) => /** @type {BufferSource} */ (modules.get(id)), v8);
}

/**
 * A new instance of bench-wasm/pkg/<variant>.
 *
 * @param {string} variant built for the web, or the emitted kernels, contracts, libraries, a prover, a neighbour, a
 *   library with sums and transforms, or workers
 * @returns {Promise<LoadedModule>}
 */
export async function loadModule(variant) {
  if (variant === LIBRARIES_BUILD) {
    if (!globalThis.process?.versions?.node) throw new Error(`${variant}: this engine does not find npm packages`);
    // Loaded where it is asked for, since the libraries take longer to load than a kernel does; and by an address, so
    // that they are in no page's script, where one of them would be 3.5 MB.
    const address = new URL('../hashes/libraries.mjs', import.meta.url).href;
    return /** @type {typeof import('../hashes/libraries.mjs')} */ (await import(address)).librariesModule();
  }
  const own = fieldIn(variant);
  if (own) return fieldModule(await loadModule(own.module), own.field);
  const locate = (/** @type {string} */ path) => new URL(`../../pkg/${path}`, import.meta.url);
  if (isProver(variant)) {
    assertRuns(proverOf(variant));
    return proverModule(variant, locate, readBytes);
  }
  if (isPeer(variant)) return peerModule(variant, locate, readBytes);
  if (poolOf(variant)) return poolModule(variant, locate, readBytes);
  if (isNeighbour(variant)) return neighbourModule(variant, locate, readBytes);
  const directory = new URL(`../../pkg/${variant}/`, import.meta.url);
  if (variant === EMITTED) return instantiateEmitted((file) => readBytes(new URL(file, directory)));
  if (variant === ALONE) return aloneModule((file) => readBytes(new URL(file, directory)));
  if (variant === CONTRACTS_BUILD) return contractsModule((id) => readBytes(new URL(`${id}.wasm`, directory)));
  const bytes = await readBytes(new URL('fqmul_bg.wasm', directory));
  return instantiate(variant, new URL('fqmul.js', directory).href, bytes);
}

/**
 * @param {import('../proofs/prover-rows.mjs').ProverRow} prover
 * @throws {UnsupportedError} where the engine has not its instructions, or has them unfused
 */
function assertRuns({ variant }) {
  if (variant !== 'relaxed-simd') return;
  const has = features();
  if (!has[variant]) throw new UnsupportedError(`this engine has no ${variant}`);
  if (!has.fused) throw new UnsupportedError('unfused on this engine');
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
