/** What is proved: circuits of Semaphore with the keys that it is used with, or a key and a witness of one's own. */

import { existsSync } from 'node:fs';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
// @ts-expect-error The package has no types.
import { groth16, wtns, zKey } from '#proof/snarkjs';
import { FR } from '../oracle/field.mjs';
import { ProofError, arkworksIn } from '../proofs/arkworks.mjs';
import { assertForm } from '../proofs/files.mjs';
import { proofFromBytes } from '../proofs/json.mjs';
import { PUBLISHED, buildOf, bytesOf, filesOf, moduleFile } from '../proofs/prover-rows.mjs';
import { onOneThread } from '../proofs/snarkjs.mjs';
import { PACKAGES, artefact, sha256 } from './artefacts.mjs';
import { ROOT, SetupError, runTool } from './toolchain.mjs';

/** @typedef {import('./toolchain.mjs').OnProgress} OnProgress */

/** Published with their keys: 109 MB, of which a circuit is six. */
const PACKAGE = { name: '@zk-kit/semaphore-artifacts', version: '4.13.0' };
const FOLDER = join(ROOT, '.tools/circuits');
/** sha256 of the key, the calculator of witnesses and the verifying key of each depth of the tree. */
const PUBLISHED_FILES = /** @type {const} */ ({
  10: {
    zkey: 'f644af6753be9d48454d8f9bb74bf2e9a416dd7d1a704c3cf1d50e535969a19a',
    wasm: '1e9e1e3ad9917164bc96c751e32fae724400b92063f5a2cfd22ca64674bf4f96',
    json: 'ca34afcbb281cd180a4ee553023d3f020440d519f5d093ebde97e26c09c0842d',
  },
  20: {
    zkey: '33f9a067a80c7daf90e085449073613a9559a1904dd40aeb6d603afb7988c2cc',
    wasm: '6f71e55586929e520e76027ebe067daac8b41e2f4b8057313a5fd0304e1e44ee',
    json: '6fda771369c19517c8f7575cb9f1d18a8846e46baa1dc0c032bac9492c29559e',
  },
  32: {
    zkey: '2e5f7a9f880c337134ee4c7fc4e53573813b4c9c6ae46221c0b56e7992304650',
    wasm: '528333d1247f585d33c5a40f46053fb7f8b1f5b8b8fa29118abfc47a60921dc5',
    json: '3c0fd8c30c15df4db6970c0dfac35a3ac8d566ed5924072c9852ee566d4a90ae',
  },
});
/** Depths of Semaphore's tree of members: its circuits have domains of 2^12, 2^13 and 2^14. */
export const DEPTHS = Object.freeze(Object.keys(PUBLISHED_FILES).map(Number));
/** Times that the witness is calculated: the median counts. */
const CALCULATIONS = 5;

/**
 * @typedef {object} Files of what is to be proved
 * @property {string} id
 * @property {Uint8Array} key
 * @property {Uint8Array} witness
 * @property {number | null} witnessMs how long the calculator took for it; null where it was there
 * @property {unknown} [verifyingKey] that was published with the key
 */

/**
 * @typedef {import('../proofs/prover-rows.mjs').Circuit &
 *   { witnessMs: number | null, keyBytes: number, inputs: string }} StoredCircuit
 */

/**
 * @typedef {object} Published a circuit as it is published, and an input for a member that is made up: any secret and
 *   any siblings do, for the root of the tree is what comes out
 * @property {Uint8Array} key
 * @property {Uint8Array} calculator circom's module
 * @property {any} verifyingKey
 * @property {ReturnType<typeof inputOf>} input
 */

/**
 * A circuit of Semaphore.
 *
 * @param {number} depth one of DEPTHS
 * @param {{ onProgress?: OnProgress, folder?: string }} context folder: into which npm fetches them
 * @returns {Promise<Published>}
 * @throws {SetupError} when it cannot be fetched, or is not what was published
 */
export async function publishedCircuit(depth, { onProgress = () => {}, folder = FOLDER }) {
  const place = join(folder, 'node_modules', PACKAGE.name);
  if (!existsSync(join(place, `semaphore-${depth}.zkey`))) {
    await mkdir(folder, { recursive: true });
    await runTool('npm', ['install', '--prefix', folder, `${PACKAGE.name}@${PACKAGE.version}`], {
      what: `get ${PACKAGE.name}, 109 MB`,
      env: process.env,
      onProgress,
    });
  }
  const hashes = PUBLISHED_FILES[/** @type {keyof typeof PUBLISHED_FILES} */ (depth)];
  /** @param {keyof typeof hashes} ending */
  const file = async (ending) => {
    const path = join(place, `semaphore-${depth}.${ending}`);
    const bytes = await readFile(path);
    if (sha256(bytes) !== hashes[ending])
      throw new SetupError(`${path} is not the file that was published: its sha256 is another.`, {
        hint: `Remove ${folder}, and it is fetched again.`,
      });
    return new Uint8Array(bytes);
  };
  const [key, calculator, json] = [await file('zkey'), await file('wasm'), await file('json')];
  return { key, calculator, verifyingKey: JSON.parse(new TextDecoder().decode(json)), input: inputOf(depth) };
}

/**
 * The same with its witness.
 *
 * @param {number} depth one of DEPTHS
 * @param {{ onProgress?: OnProgress, folder?: string }} context as that of {@link publishedCircuit}
 * @returns {Promise<Files>}
 * @throws {SetupError} as {@link publishedCircuit}
 */
export async function semaphore(depth, { onProgress = () => {}, folder = FOLDER }) {
  const { key, calculator, verifyingKey, input } = await publishedCircuit(depth, { onProgress, folder });
  const id = `semaphore-${depth}`;
  const what = `calculate the witness of ${id}`;
  onProgress({ what, state: 'start' });
  const { witness, ms } = await calculate(input, calculator);
  onProgress({ what, state: 'done' });
  return { id, key, witness, witnessMs: ms, verifyingKey };
}

/** @param {number} depth */
function inputOf(depth) {
  const [secret, message, scope, ...siblings] = FR.operands(20n, depth + 3, 1).map(([value]) => value);
  return {
    // Below the order of the group on Baby Jubjub, which has 251 bits.
    secret: secret >> 4n,
    merkleProofLength: depth,
    merkleProofIndex: 5,
    merkleProofSiblings: siblings,
    message,
    scope,
  };
}

/**
 * @param {object} input
 * @param {Uint8Array} calculator circom's wasm module
 * @returns {Promise<{ witness: Uint8Array, ms: number }>}
 */
async function calculate(input, calculator) {
  const times = [];
  /** @type {{ type: 'mem', data?: Uint8Array }} */
  let target = { type: 'mem' };
  for (let i = 0; i < CALCULATIONS; i++) {
    target = { type: 'mem' };
    const start = performance.now();
    await wtns.calculate(input, { type: 'mem', data: calculator }, target);
    times.push(performance.now() - start);
  }
  times.sort((a, b) => a - b);
  return { witness: /** @type {Uint8Array} */ (target.data), ms: times[Math.floor(CALCULATIONS / 2)] };
}

/**
 * Puts a circuit where engines find it, with what is expected of every prover: what arkworks as published computes. Its
 * key and witness are looked at whole, and its proof is verified by arkworks and by snarkjs.
 *
 * @param {Files} files
 * @param {{ onProgress?: OnProgress, packages?: string }} context
 * @returns {Promise<StoredCircuit>}
 * @throws {ProofError} that says what is wrong with the key or the witness
 */
export async function ensureCircuit(files, { onProgress = () => {}, packages = PACKAGES } = {}) {
  const { id, key, witness, witnessMs } = files;
  const [name] = filesOf(id).circuit.split('/');
  const module = await readFile(join(PACKAGES, moduleFile(buildOf(PUBLISHED))));
  const what = `prove ${id}, and verify the proof`;
  const { folder } = await artefact(
    name,
    { id, key: sha256(key), witness: sha256(witness), prover: sha256(module) },
    async (place) => {
      onProgress({ what, state: 'start' });
      try {
        const { expected, verifyingKey, publicSignals } = await proved(module, files);
        await writeFile(join(place, 'key.zkey'), key);
        await writeFile(join(place, 'witness.wtns'), witness);
        const circuit = { id, verifyingKey, publicSignals, expected };
        await writeFile(join(place, 'circuit.json'), `${JSON.stringify(circuit, null, 2)}\n`);
        onProgress({ what, state: 'done' });
      } catch (error) {
        onProgress({ what, state: 'failed' });
        throw error;
      }
    },
    { packages },
  );
  const stored = JSON.parse(await readFile(join(packages, folder, 'circuit.json'), 'utf8'));
  return { ...stored, witnessMs, keyBytes: key.length };
}

/**
 * A key and a witness of one's own, before anything is built for them: snarkjs proves with them, which needs no build.
 *
 * @param {Files} files
 * @param {{ onProgress?: OnProgress, packages?: string }} [context]
 * @throws {ProofError} that says what is wrong with them
 */
export async function assertProvable(files, { onProgress = () => {}, packages = PACKAGES } = {}) {
  assertForm(files);
  const [key, witness] = [files.key, files.witness].map((data) => ({ type: 'mem', data }));
  // What was right once is not asked again.
  await artefact(
    'provable',
    { key: sha256(key.data), witness: sha256(witness.data) },
    async (place) => {
      const what = 'prove by snarkjs';
      onProgress({ what, state: 'start' });
      try {
        const { proof, publicSignals } = await groth16.prove(key, witness, undefined, { singleThread: true });
        await onOneThread();
        if (!(await groth16.verify(await zKey.exportVerificationKey(key), publicSignals, proof)))
          throw new ProofError(
            'the proof is not valid: the witness does not satisfy the circuit of the key, or the key is wrong',
          );
        await writeFile(join(place, 'proof.json'), `${JSON.stringify(proof)}\n`);
        onProgress({ what, state: 'done' });
      } catch (error) {
        onProgress({ what, state: 'failed' });
        if (error instanceof ProofError) throw error;
        throw new ProofError(`snarkjs cannot prove with them: ${error instanceof Error ? error.message : error}`);
      }
    },
    { packages },
  );
}

/**
 * @param {Uint8Array<ArrayBuffer>} module
 * @param {Files} files
 */
async function proved(module, { key, witness, verifyingKey: published }) {
  const prover = await arkworksIn(await WebAssembly.compile(module), { key, witness });
  prover.check();
  /** @type {Record<string, string>} */
  const expected = {};
  for (const part of /** @type {const} */ (['fft', 'g1', 'g2', 'proof'])) {
    await prover.compute(part);
    expected[part] = prover.result();
  }
  const proof = bytesOf(expected.proof);
  prover.verify(proof);

  await onOneThread();
  const verifyingKey = await zKey.exportVerificationKey({ type: 'mem', data: key });
  if (published && !sameVerifyingKey(published, verifyingKey))
    throw new ProofError('the key is not that of the verifying key that was published with it');
  /** @type {bigint[]} */
  const values = await wtns.exportJson({ type: 'mem', data: witness });
  const publicSignals = values.slice(1, 1 + verifyingKey.nPublic).map(String);
  if (!(await groth16.verify(verifyingKey, publicSignals, proofFromBytes(proof))))
    throw new ProofError('snarkjs does not verify the proof of arkworks');
  return { expected, verifyingKey, publicSignals };
}

/** @param {any} published @param {any} exported */
const sameVerifyingKey = (published, exported) =>
  ['vk_alpha_1', 'vk_beta_2', 'vk_gamma_2', 'vk_delta_2', 'IC'].every(
    (name) => JSON.stringify(published[name]) === JSON.stringify(exported[name]),
  );
