/** A small circuit with a key of its own, made in seconds, for what needs no real one. */

// @ts-expect-error The package has no types.
import { curves, powersOfTau, zKey } from '#proof/snarkjs';
import { FR } from '../src/oracle/field.mjs';
import { onOneThread } from '../src/proofs/snarkjs.mjs';

/** Bytes of an element. */
const SIZE = 32;

/** @param {...number} values @returns {Uint8Array} little-endian, 4 bytes each */
export const u32 = (...values) => new Uint8Array(Uint32Array.from(values).buffer);

/** @param {(Uint8Array | readonly number[])[]} parts */
export const joined = (...parts) => Uint8Array.from(parts.flatMap((part) => [...part]));

/** Of the field itself, which is no element of it. @param {bigint} value @returns {Uint8Array} */
export const number = (value) => Uint8Array.from({ length: SIZE }, (_, i) => Number((value >> BigInt(8 * i)) & 0xffn));

/**
 * @param {string} kind
 * @param {number} version
 * @param {[number, Uint8Array][]} sections
 */
export const fileOf = (kind, version, sections) =>
  joined(
    new TextEncoder().encode(kind),
    u32(version, sections.length),
    ...sections.map(([id, bytes]) => joined(u32(id, bytes.length, 0), bytes)),
  );

/** @param {Uint8Array} file @returns {{ kind: string, version: number, sections: [number, Uint8Array][] }} */
export function sectionsOf(file) {
  const view = new DataView(file.buffer, file.byteOffset, file.length);
  /** @type {[number, Uint8Array][]} */
  const sections = [];
  for (let at = 12; at < file.length;) {
    const length = view.getUint32(at + 4, true);
    sections.push([view.getUint32(at, true), file.slice(at + 12, at + 12 + length)]);
    at += 12 + length;
  }
  return { kind: new TextDecoder().decode(file.subarray(0, 4)), version: view.getUint32(4, true), sections };
}

/** The values of x, x^2 + 1, (x^2 + 1)^2 + 2 and so on. @param {bigint} x @param {number} steps */
function valuesOf(x, steps) {
  const values = [x];
  for (let i = 1; i <= steps; i++) values.push((values[i - 1] ** 2n + BigInt(i)) % FR.p);
  return values;
}

/**
 * Of the variables 1, the last value, x and all values between: a step is a constraint, v·v = w - i.
 *
 * @param {number} steps
 * @returns {Uint8Array} a file as circom writes it
 */
function constraintsOf(steps) {
  const wire = (/** @type {number} */ value) => (value === steps ? 1 : value + 2);
  const combination = (/** @type {[number, bigint][]} */ terms) =>
    joined(u32(terms.length), ...terms.map(([at, coefficient]) => joined(u32(at), number(coefficient))));
  const constraints = Array.from({ length: steps }, (_, step) =>
    joined(
      combination([[wire(step), 1n]]),
      combination([[wire(step), 1n]]),
      combination([
        [0, FR.p - BigInt(step + 1)],
        [wire(step + 1), 1n],
      ]),
    ),
  );
  const wires = steps + 2;
  const head = joined(u32(SIZE), number(FR.p), u32(wires, 1, 0, 1, wires, 0, steps));
  const labels = joined(...Array.from({ length: wires }, (_, label) => u32(label, 0)));
  return fileOf('r1cs', 1, [
    [1, head],
    [2, joined(...constraints)],
    [3, labels],
  ]);
}

/** @param {bigint} x @param {number} steps @returns {bigint[]} all variables: 1, the public one, and the others */
export function wiresOf(x, steps) {
  const values = valuesOf(x, steps);
  return [1n, /** @type {bigint} */ (values.at(-1)), ...values.slice(0, -1)];
}

/** @param {bigint} x @param {number} steps @returns {Uint8Array} the file of the witness */
export const witnessOf = (x, steps) => witnessFile(wiresOf(x, steps));

/** @param {bigint[]} wires @param {bigint} [prime] */
export const witnessFile = (wires, prime = FR.p) =>
  fileOf('wtns', 2, [
    [1, joined(u32(SIZE), number(prime), u32(wires.length))],
    [2, joined(...wires.map(number))],
  ]);

/**
 * @param {number} steps
 * @returns {Promise<Uint8Array>} the file of a key, from a ceremony of one
 */
export async function keyOf(steps) {
  await onOneThread();
  const curve = await curves.getCurveFromName('bn128');
  const power = Math.ceil(Math.log2(steps + 2));
  const memory = () => /** @type {{ type: 'mem', data?: Uint8Array }} */ ({ type: 'mem' });
  const [start, powers, prepared, first, key] = Array.from({ length: 5 }, memory);
  await powersOfTau.newAccumulator(curve, power, start);
  await powersOfTau.beacon(start, powers, 'test', '01'.repeat(SIZE), 10);
  await powersOfTau.preparePhase2(powers, prepared);
  await zKey.newZKey({ type: 'mem', data: constraintsOf(steps) }, prepared, first);
  await zKey.beacon(first, key, 'test', '02'.repeat(SIZE), 10);
  return /** @type {Uint8Array} */ (key.data);
}
