/**
 * The prover of groth16/: its module by itself, on one thread and with the r and s that all have, so that its parts are
 * measured and its proof has the bytes of arkworks'; and the package as people call it.
 */

import { keyIn, witnessIn } from '../../../groth16/js/files.mjs';
import { POINTS, countOf } from '../../../groth16/js/shares.mjs';
import { ELEMENT_BYTES, FR } from '../oracle/field.mjs';
import { ProofError, expectedOf } from './arkworks.mjs';
import { bytesFromProof } from './json.mjs';
import { RANDOMNESS, hexOf } from './prover-rows.mjs';
import { UnsupportedError } from './unsupported.mjs';

/** @typedef {import('../emit/interface.mjs').Prover} Prover */
/** @typedef {import('../emit/interface.mjs').ProofPart} ProofPart */
/** @typedef {import('./prover-rows.mjs').Circuit} Circuit */
/** @typedef {(path: string) => URL} Locate a file of the package */
/** @import { Instance } from '../../../groth16/js/instance.mjs' */
/** @import { Points } from '../../../groth16/js/shares.mjs' */

/** Where arkworks' prover looks at the polynomial of the quotient. */
const POINT = 7n;

/**
 * @typedef {object} Own what the module says beside
 * @property {() => string} result of what was computed last, as hexadecimal digits
 * @property {() => string} kernel
 * @property {() => void} check throws where a point of the key is wrong
 * @property {(proof: Uint8Array) => boolean} verify
 */

/**
 * @param {Instance} instance of the package's module; a key in it is replaced
 * @param {{ key: Uint8Array, witness: Uint8Array, circuit?: Pick<Circuit, 'expected'> }} files without a circuit
 *   nothing is known of what it computes
 * @returns {Promise<Prover & Own>}
 * @throws {ProofError} that says what is wrong with the files
 */
export async function moduleProver(instance, { key, witness, circuit }) {
  /** @type {Uint8Array} */
  const none = new Uint8Array();
  let [values, quotient, verificationKey, last] = [none, none, none, none];
  let [publics, rows] = [0, 0];

  async function load() {
    const file = await keyIn(key);
    const sizes = instance.head(await file.head());
    [publics, rows] = [sizes.public, sizes.rows];
    verificationKey = instance.verificationKey(await file.inputs());
    file.assertWhole(sizes);
    const count = (/** @type {Points} */ points) => /** @type {[number, number]} */ ([0, countOf(points, sizes)]);
    const all = { a: count('a'), b: count('b'), bInG2: count('bInG2'), c: count('c'), h: count('h') };
    instance.share(all);
    for (const { points } of POINTS) await file.eachOf(points, all[points], (bytes) => instance.append(points, bytes));
    instance.whole();
    await file.eachTerm((bytes) => instance.terms(bytes));
    values = await witnessIn(witness, sizes);
  }

  /** @param {number} [from] the first variable */
  const valuesFrom = (from = 0) => values.slice(from * ELEMENT_BYTES);

  function transforms() {
    instance.room(values.length);
    instance.put(0, valuesFrom());
    instance.quotient();
    quotient = instance.quotientOf(0, rows);
  }

  const inG1 = () => ({
    h: [instance.sum('h', quotient.slice())],
    c: [instance.sum('c', valuesFrom(publics + 1))],
    a: [instance.sum('a', valuesFrom())],
    b: [instance.sum('b', valuesFrom())],
  });
  const inG2 = () => ({ bInG2: [instance.sum('bInG2', valuesFrom())] });

  /** @type {Record<ProofPart, () => void | Promise<void>>} */
  const parts = {
    async open() {
      await load();
      parts.proof();
    },
    load,
    fft() {
      transforms();
      last = quotient;
    },
    g1() {
      if (quotient.length === 0) transforms();
      last = joined(Object.values(inG1()).flat());
    },
    g2: () => void ([last] = inG2().bInG2),
    proof() {
      transforms();
      last = instance.finish(joined(RANDOMNESS), { ...inG1(), ...inG2() });
    },
  };
  /** @template T @param {() => T | Promise<T>} work @returns {Promise<T>} */
  const refusing = async (work) => {
    try {
      return await work();
    } catch (error) {
      throw new ProofError(error instanceof Error ? error.message : String(error));
    }
  };
  await refusing(load);
  let computed = /** @type {ProofPart} */ ('load');
  const result = () => hexOf(computed === 'fft' ? FR.toBytes(evaluated(last)) : last);
  const compute = (/** @type {ProofPart} */ part) => {
    computed = part;
    return refusing(parts[part]);
  };
  return {
    compute,
    async wrong(part) {
      // What is loaded is right if what is computed from it is.
      if (part === 'load') await compute('fft');
      const expected = expectedOf(circuit, part);
      return result() === expected ? null : `${part} gave ${result()}, not ${expected}`;
    },
    result,
    kernel: () => instance.kernelName(),
    check: () => instance.check(),
    verify(proof) {
      const signals = values.slice(ELEMENT_BYTES, (publics + 1) * ELEMENT_BYTES);
      return instance.verify(verificationKey.slice(), signals, proof.slice());
    },
    memory: () => instance.memory(),
  };
}

/** @param {Uint8Array} coefficients @returns {bigint} of the polynomial, its value */
function evaluated(coefficients) {
  let value = 0n;
  for (let at = coefficients.length - ELEMENT_BYTES; at >= 0; at -= ELEMENT_BYTES)
    value = (value * POINT + FR.fromBytes(coefficients.subarray(at, at + ELEMENT_BYTES))) % FR.p;
  return value;
}

/** @param {readonly Uint8Array[]} parts */
const joined = (parts) => Uint8Array.from(parts.flatMap((part) => [...part]));

/**
 * The package. Its key and workers are kept from proof to proof.
 *
 * @param {Locate} locate
 * @param {{ key: Uint8Array, witness: Uint8Array, circuit: Circuit }} files
 * @param {{ threads?: number, verifier: () => Promise<Pick<import('./arkworks.mjs').Arkworks, 'verify'>> }} options
 * @returns {Promise<Prover & { end: () => void }>} it throws an UnsupportedError where the engine lacks what it needs
 */
export async function packageProver(locate, { key, witness, circuit }, { threads, verifier }) {
  const { groth16 } = /** @type {typeof import('../../../groth16/index.mjs')} */ (
    await import(locate('dist/index.mjs').href)
  );
  /** @template T @param {Promise<T>} work */
  const supported = (work) =>
    work.catch((error) => {
      throw error.code === 'UNSUPPORTED' ? new UnsupportedError(error.message) : error;
    });
  /** @type {ReturnType<typeof groth16.open> | undefined} */
  let opened;
  /** @type {ReturnType<typeof verifier> | undefined} */
  let arkworks;
  /** @type {Awaited<ReturnType<typeof groth16.prove>> | null} */
  let proved = null;
  return {
    async compute(part) {
      if (part === 'proof') {
        opened ??= supported(groth16.open(key, { threads }));
        proved = await (await opened).prove(witness);
      } else if (part === 'open') proved = await supported(groth16.prove(key, witness, { threads }));
      else throw new RangeError(`part: the package has no "${part}"`);
    },
    async wrong() {
      if (proved === null) return 'there is no proof';
      const { proof, publicSignals } = proved;
      if (!(await groth16.verify(circuit.verifyingKey, publicSignals, proof))) return 'it does not verify its proof';
      if (String(publicSignals) !== String(circuit.publicSignals)) return `it has the public signals ${publicSignals}`;
      arkworks ??= verifier();
      (await arkworks).verify(bytesFromProof(proof));
      return null;
    },
    end: () => void opened?.then((prover) => prover.close()),
  };
}
