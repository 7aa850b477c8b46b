/** Instances of the built modules. */

import { emittedModule } from '../emit/emitted-module.mjs';
import { ALONE, aloneModule } from './alone-module.mjs';
import { EMITTED, EMITTED_IDS, IN_FIELDS, fileName } from '../emit/emitted-rows.mjs';
import { peerModule, poolModule } from '../batches/peer-module.mjs';
import { isPeer, poolOf } from '../batches/peer-rows.mjs';
import { contractsModule } from '../hashes/contracts.mjs';
import { CONTRACTS_BUILD } from '../hashes/contract-rows.mjs';
import { LIBRARIES_BUILD } from '../hashes/library-rows.mjs';
import { fieldOf } from '../oracle/field.mjs';
import { fieldBuild, fieldIn, fieldModule } from './field-module.mjs';
import { peerInField } from './peer-in-field.mjs';
import { neighbourModule } from '../neighbours/neighbour-module.mjs';
import { isNeighbour } from '../neighbours/neighbour-rows.mjs';
import { proverModule } from '../proofs/prover-module.mjs';
import { isProver, proverOf } from '../proofs/prover-rows.mjs';
import { UnsupportedError } from '../proofs/unsupported.mjs';
import { features } from './features.mjs';
import { placesOf } from './places.mjs';

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
 * @param {string} [inField] the kernels that are in that field, too
 * @returns {Promise<LoadedModule>}
 */
export async function instantiateEmitted(read, inField) {
  const other = inField === undefined ? undefined : fieldOf(inField);
  const ids = other ? IN_FIELDS : EMITTED_IDS;
  const modules = new Map(
    await Promise.all(ids.map(async (id) => /** @type {const} */ ([id, await read(fileName(id, other))]))),
  );
  // Only Node has an old V8; whoever names none is as new as the newest.
  const v8 = globalThis.process?.versions?.v8 ? Number.parseInt(process.versions.v8, 10) : Infinity;
  const bytesOf = (/** @type {import('../emit/emitted-rows.mjs').EmittedId} */ id) =>
    /** @type {BufferSource} */ (modules.get(id));
  return emittedModule(bytesOf, v8, other && { field: other, variant: fieldBuild(other.id, EMITTED) });
}

/**
 * A new instance of a build.
 *
 * @param {string} variant built for the web, or the emitted kernels, contracts, libraries, a prover, a neighbour, a
 *   library with sums and transforms, or workers
 * @param {number} [_] which instance of the session it is
 * @param {import('./places.mjs').Artefacts} [artefacts] of the session's plan; without them, what `pkg/` has now
 * @returns {Promise<LoadedModule>}
 * @throws {import('./places.mjs').ReplacedError} when a file is not that of the plan
 */
export async function loadModule(variant, _, artefacts = {}) {
  if (variant === LIBRARIES_BUILD) {
    if (!globalThis.process?.versions?.node) throw new Error(`${variant}: this engine does not find npm packages`);
    // Loaded where it is asked for, since the libraries take longer to load than a kernel does; and by an address, so
    // that they are in no page's script, where one of them would be 3.5 MB.
    const address = new URL('../hashes/libraries.mjs', import.meta.url).href;
    return /** @type {typeof import('../hashes/libraries.mjs')} */ (await import(address)).librariesModule();
  }
  const own = fieldIn(variant);
  if (own?.module === EMITTED) {
    const { locate, readBytes } = placesOf(artefacts);
    return instantiateEmitted((file) => readBytes(locate(`${EMITTED}/${file}`)), own.field);
  }
  if (own && isPeer(own.module)) {
    const { locate, readBytes } = placesOf(artefacts);
    return peerInField(variant, own, locate, readBytes);
  }
  if (own) return fieldModule(await loadModule(own.module, 0, artefacts), own.field);
  const { locate, readBytes } = placesOf(artefacts);
  if (isProver(variant)) {
    assertRuns(proverOf(variant));
    return proverModule(variant, locate, readBytes);
  }
  if (isPeer(variant)) return peerModule(variant, locate, readBytes);
  if (poolOf(variant)) return poolModule(variant, locate, readBytes);
  if (isNeighbour(variant)) return neighbourModule(variant, locate, readBytes);
  const read = (/** @type {string} */ file) => readBytes(locate(`${variant}/${file}`));
  if (variant === EMITTED) return instantiateEmitted(read);
  if (variant === ALONE) return aloneModule(read);
  if (variant === CONTRACTS_BUILD) return contractsModule((id) => read(`${id}.wasm`));
  const glue = locate(`${variant}/fqmul.js`);
  await readBytes(glue); // It is checked, too.
  return instantiate(variant, glue.href, await read('fqmul_bg.wasm'));
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
