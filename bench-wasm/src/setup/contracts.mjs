/** The builds of contracts/: a hash each, on a product each, as contracts are built. */

import { copyFile, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { CONTRACTS, CONTRACTS_BUILD } from '../hashes/contract-rows.mjs';
import { PACKAGES, artefact } from './artefacts.mjs';
import { WASM, compile, inputsOf } from './cargo.mjs';
import { runTool, toolVersions } from './toolchain.mjs';

/**
 * A contract's own, and what a chain lacks is left out: SIMD, a stack of 1 MiB, and the table index of five bytes that
 * the linker leaves room for, which is an instruction of reference types.
 */
const RUSTFLAGS =
  '-C target-feature=-simd128 -C link-arg=-zstack-size=16384 -C link-arg=--compress-relocations -C strip=debuginfo';
const SOURCES = 'bench-wasm/contracts/src';
/** Of the workspace. */
const PROFILES = { release: 'contract', speed: 'release' };
/** For speed, as the published step says. Features are the module's own. */
const WASM_OPT = ['-O3'];

/**
 * @param {import('./cargo.mjs').Context} context
 * @returns {Promise<Map<string, Uint8Array<ArrayBuffer>>>} the modules by id
 * @throws {import('./toolchain.mjs').SetupError} when a tool fails; its output is in the message
 */
export async function ensureContracts(context) {
  const { env, onProgress } = context;
  const inputs = {
    ...(await inputsOf(crateOf(CONTRACTS[0]), env)),
    contracts: CONTRACTS.map((contract) => ({ id: contract.id, optimised: contract.optimised, ...crateOf(contract) })),
    wasmOpt: [(await toolVersions(env)).wasmOpt, ...WASM_OPT],
  };
  const { folder } = await artefact(CONTRACTS_BUILD, inputs, async (place) => {
    for (const contract of CONTRACTS) {
      const made = await compile(crateOf(contract), context);
      const ready = join(place, `${contract.id}.wasm`);
      if (contract.optimised)
        await runTool('wasm-opt', [...WASM_OPT, made, '-o', ready], {
          what: `optimise ${contract.id}`,
          env,
          onProgress,
        });
      else await copyFile(made, ready);
    }
  });
  return new Map(
    await Promise.all(
      CONTRACTS.map(async ({ id }) => {
        const module = new Uint8Array(await readFile(join(PACKAGES, folder, `${id}.wasm`)));
        return /** @type {const} */ ([id, module]);
      }),
    ),
  );
}

/** @param {import('../hashes/contract-rows.mjs').Contract} contract @returns {import('./cargo.mjs').Crate} */
function crateOf({ hash, product, profile }) {
  return {
    ...{ name: `contract-${hash}-${product}`, crate: 'contracts', kind: 'cdylib', target: WASM },
    profile: PROFILES[profile],
    // A panic names its file, whose length is the contract's.
    rustflags: `${RUSTFLAGS} --cfg hash="${hash}" --cfg product="${product}" --remap-path-prefix=${SOURCES}=src`,
  };
}
