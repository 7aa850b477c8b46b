/** A proof as snarkjs has it, and as bytes. */

import { ELEMENT_BYTES, FQ } from '../oracle/field.mjs';

/**
 * @typedef {object} JsonProof
 * @property {string[]} pi_a
 * @property {string[][]} pi_b
 * @property {string[]} pi_c
 * @property {string} protocol
 * @property {string} curve
 */

/**
 * @param {Uint8Array} bytes coordinates of A, B and C
 * @returns {JsonProof}
 */
export function proofFromBytes(bytes) {
  const [ax, ay, bx0, bx1, by0, by1, cx, cy] = Array.from({ length: 8 }, (_, i) =>
    String(FQ.fromBytes(bytes.subarray(i * ELEMENT_BYTES, (i + 1) * ELEMENT_BYTES))),
  );
  return {
    pi_a: [ax, ay, '1'],
    pi_b: [
      [bx0, bx1],
      [by0, by1],
      ['1', '0'],
    ],
    pi_c: [cx, cy, '1'],
    protocol: 'groth16',
    curve: 'bn128',
  };
}

/** @param {JsonProof} proof @returns {Uint8Array} */
export const bytesFromProof = ({ pi_a: a, pi_b: b, pi_c: c }) =>
  Uint8Array.from(
    [...a.slice(0, 2), ...b.slice(0, 2).flat(), ...c.slice(0, 2)].flatMap((text) => [...FQ.toBytes(BigInt(text))]),
  );
