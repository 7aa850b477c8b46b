/** A prover behind what a module of the crate exports. */

import { instantiate } from '../../../groth16/js/instance.mjs';
import { bareExports } from '../emit/bare.mjs';
import { arkworksIn } from './arkworks.mjs';
import { nativeProver } from './native-prover.mjs';
import { moduleProver, packageProver } from './package-prover.mjs';
import { UnsupportedError } from './unsupported.mjs';
import {
  PROVER_PACKAGE,
  PUBLISHED,
  SNARKJS_SCRIPT,
  buildOf,
  filesOf,
  moduleFile,
  packageModule,
  programFile,
  proverOf,
} from './prover-rows.mjs';

/** @typedef {import('../emit/interface.mjs').Prover} Prover */

/**
 * A prover whose script is loaded when it is first asked for something: the time of a first proof has that in it.
 *
 * @param {() => Promise<Prover>} load
 * @returns {Prover}
 */
function whenAsked(load) {
  /** @type {Promise<Prover> | undefined} */
  let loaded;
  const prover = () => (loaded ??= load());
  return {
    compute: async (part) => (await prover()).compute(part),
    wrong: async (part) => (await prover()).wrong(part),
  };
}

/**
 * @param {string} variant
 * @param {(path: string) => URL} locate a file of pkg/
 * @param {(url: URL) => Promise<Uint8Array<ArrayBuffer>>} readBytes
 * @returns {Promise<import('../emit/interface.mjs').LoadedModule>}
 */
export async function proverModule(variant, locate, readBytes) {
  const { runs, kept, threads, module: own } = proverOf(variant);
  const read = (/** @type {string} */ path) => readBytes(locate(path));
  const filesFor = async (/** @type {string} */ id) => {
    const { key, witness, circuit } = filesOf(id);
    return {
      key: await read(key),
      witness: await read(witness),
      circuit: /** @type {import('./prover-rows.mjs').Circuit} */ (
        JSON.parse(new TextDecoder().decode(await read(circuit)))
      ),
    };
  };
  const file = runs === 'wasm' ? moduleFile(variant) : own && packageModule(own);
  const module = file ? await WebAssembly.compile(await read(file)) : null;
  const inPackage = (/** @type {string} */ path) => locate(`${PROVER_PACKAGE}/${path}`);
  /** @type {Record<import('./prover-rows.mjs').ProverRow['runs'], (id: string) => Promise<Prover>>} */
  const open = {
    wasm: async (id) => arkworksIn(/** @type {WebAssembly.Module} */ (module), await filesFor(id)),
    native: async (id) => {
      const { key, witness } = filesOf(id);
      const { circuit } = await filesFor(id);
      const program = programFile(variant);
      await read(program); // It is checked.
      return nativeProver({ program: locate(program), key: locate(key), witness: locate(witness) }, circuit);
    },
    module: async (id) =>
      moduleProver(await instantiate(/** @type {WebAssembly.Module} */ (module)), await filesFor(id)),
    package: async (id) => {
      const files = await filesFor(id);
      const verifier = async () =>
        arkworksIn(await WebAssembly.compile(await read(moduleFile(buildOf(PUBLISHED)))), files);
      return whenAsked(() => packageProver(inPackage, files, { threads, verifier }));
    },
    // Its proofs are another each time: arkworks verifies them, too.
    snarkjs: async (id) => {
      if (threads !== 1 && 'Bun' in globalThis) throw new UnsupportedError('its workers did not answer in Bun');
      const files = await filesFor(id);
      const verifier = async () =>
        arkworksIn(await WebAssembly.compile(await read(moduleFile(buildOf(PUBLISHED)))), files);
      // By an address, so that it is in no page's script but those that prove with it: a page has it as one script.
      const own = globalThis.process?.versions?.node ? new URL('snarkjs.mjs', import.meta.url) : locate(SNARKJS_SCRIPT);
      return whenAsked(async () => {
        const { snarkjsProver } = /** @type {typeof import('./snarkjs.mjs')} */ (await import(own.href));
        return snarkjsProver(files, verifier, { kept, threads });
      });
    },
  };
  return { variant, kernels: [], exports: { ...bareExports(variant), openProver: open[runs] } };
}
