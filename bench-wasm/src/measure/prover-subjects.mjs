/** The provers there are to measure: builds them, and has each prove what is to be proved. */

import { fileURLToPath } from 'node:url';
import { execa } from 'execa';
import { isCold, modelsIn } from '../models/index.mjs';
import { PROVERS, PUBLISHED, buildOf } from '../proofs/prover-rows.mjs';
import { ensureCircuit } from '../setup/circuits.mjs';
import { features } from '../setup/features.mjs';
import { ensureProver } from '../setup/provers.mjs';
import { SetupError, toolVersions } from '../setup/toolchain.mjs';
import { VERSION, patchedIn } from '../upstream/crates.mjs';
import { leavePatched } from '../upstream/patch.mjs';
import { cratesOf } from '../upstream/patches.mjs';

/** @typedef {import('../setup/toolchain.mjs').Environment} Environment */
/** @typedef {import('../setup/toolchain.mjs').OnProgress} OnProgress */
/** @typedef {import('../setup/circuits.mjs').Files} Files */
/** @typedef {import('../setup/circuits.mjs').StoredCircuit} StoredCircuit */

const HIGH_WATER = fileURLToPath(new URL('high-water-main.mjs', import.meta.url));
/** @typedef {import('../proofs/prover-rows.mjs').ProverRow} ProverRow */
/** Of what people call, which is not measured by parts; from nothing as they call it, on all threads. */
const CALLED = ['proof', 'proof-open'];
const [COLD, WARM] = [true, false].map((is) => modelsIn('proofs').filter((id) => isCold(id) === is));

/** @param {ProverRow} row @returns {string[]} */
function modelsOf({ runs, threads }) {
  if (runs !== 'snarkjs' && runs !== 'package') return WARM;
  return threads === undefined ? [...CALLED, ...COLD] : CALLED;
}

/**
 * @typedef {object} ProverFacts what is known of a prover without a clock
 * @property {number | null} bytes of its module or program; null of a package
 * @property {number | null} memory bytes of wasm memory after a proof, or of the native process at most
 * @property {number | null} process bytes of a fresh process of Node at most, that proves once; null where the prover
 *   is not in it, or lacks what it needs
 */

/** @typedef {import('./subjects.mjs').Subjects['kernels'][number] & { prover: ProverFacts }} ProverKernel */

/**
 * @typedef {object} Provers
 * @property {ProverKernel[]} kernels
 * @property {{ kernel: string, message: string }[]} unbuilt
 * @property {StoredCircuit} circuit
 * @property {import('./subjects.mjs').Subjects['versions']} versions
 */

/**
 * @param {object} choice
 * @param {() => Promise<Files>} choice.files of what is to be proved
 * @param {readonly string[]} choice.ids of rows; the published one is always there
 * @param {string | null} choice.given the folder of patched crates, instead of what this project patches
 * @param {{ env: Environment, onProgress: OnProgress, prove?: typeof highWater }} context prove: tests have another
 * @returns {Promise<Provers>}
 * @throws {import('../proofs/arkworks.mjs').ProofError} where the key or the witness is wrong
 * @throws {SetupError}
 */
export async function prepareProvers({ files, ids, given }, { env, onProgress, prove = highWater }) {
  const rows = PROVERS.filter(({ id }) => id === PUBLISHED || ids.includes(id));
  /** @type {Map<string, { sha256: string, bytes: number | null }>} */
  const built = new Map();
  /** @type {Provers['unbuilt']} */
  const unbuilt = [];
  /** @type {StoredCircuit | undefined} */
  let circuit;
  for (const row of rows) {
    const { id } = row;
    try {
      const patched = row.patches.length > 0 ? await patchedFor(row, given, { env, onProgress }) : undefined;
      built.set(id, await ensureProver(row, { env, onProgress, patched }));
    } catch (error) {
      if (!(error instanceof SetupError) || id === PUBLISHED) throw error;
      console.error(`\n${id}: ${error.message}\n`);
      unbuilt.push({ kernel: id, message: `does not build: ${error.message.split('\n')[0]}` });
    }
    // As soon as there is a prover to say what is wrong with them.
    if (id === PUBLISHED) circuit = await ensureCircuit(await files(), { onProgress });
  }
  if (!circuit) throw new Error(`there is no ${PUBLISHED} among the provers`);

  /** @type {ProverKernel[]} */
  const kernels = [];
  for (const row of rows.filter(({ id }) => built.has(id))) {
    const { id, runs, source, summary } = row;
    const { sha256, bytes } = /** @type {{ sha256: string, bytes: number | null }} */ (built.get(id));
    let memory;
    try {
      memory = await prove(id, circuit.id, { runs, onProgress });
    } catch (error) {
      if (!(error instanceof SetupError) || id === PUBLISHED) throw error;
      console.error(`\n${id}: ${error.message}\n`);
      unbuilt.push({ kernel: id, message: error.message });
      continue;
    }
    kernels.push({
      ...{ id, form: /** @type {const} */ ('internal'), lanes: 1, limbs: '', radixBits: 256, available: true },
      build: buildOf(id),
      models: modelsOf(row),
      summary,
      source,
      sha256,
      prover: { bytes, ...memory },
    });
  }
  const { rustc, wasmPack, wasmOpt } = await toolVersions(env);
  return { kernels, unbuilt, circuit, versions: { rustc, wasmPack, wasmOpt, arkFf: ['0.5.0', '0.6.0'] } };
}

/**
 * @param {import('../proofs/prover-rows.mjs').ProverRow} row
 * @param {string | null} given the folder of those of the newest version, instead of what this project patches
 * @param {import('../upstream/crates.mjs').Context} context
 * @returns {Promise<import('../setup/provers.mjs').Patched>}
 */
export async function patchedFor({ arkworks = VERSION, patches }, given, context) {
  const crates = cratesOf(arkworks, patches).map(([name]) => name);
  if (given !== null && arkworks === VERSION) return { folder: given, crates };
  // In one place for all commands: what is compiled of them is compiled once.
  const folder = patchedIn(arkworks);
  await leavePatched(folder, context, arkworks);
  return { folder, crates };
}

/**
 * @param {string} id
 * @param {string} circuit
 * @param {{ runs: import('../proofs/prover-rows.mjs').ProverRow['runs'], onProgress: OnProgress }} context
 * @returns {Promise<Pick<ProverFacts, 'memory' | 'process'>>}
 * @throws {SetupError} where it does not prove this circuit
 */
export async function highWater(id, circuit, { runs, onProgress }) {
  const what = `memory of a proof by ${id}`;
  onProgress({ what, state: 'start' });
  const flags = features()['relaxed-simd'] ? [] : ['--experimental-wasm-relaxed-simd'];
  const { failed, stdout, stderr, shortMessage } = await execa(
    process.execPath,
    [...flags, HIGH_WATER, buildOf(id), circuit],
    { reject: false },
  );
  onProgress({ what, state: failed ? 'failed' : 'done' });
  if (failed) throw new SetupError(`does not prove: ${(stderr || String(shortMessage)).split('\n')[0]}`);
  const { prover, process: own } = JSON.parse(stdout);
  return { memory: prover, process: runs === 'native' ? null : own };
}
