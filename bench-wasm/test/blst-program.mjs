// A program on blst in wasm: it signs and verifies with public keys in G1, through pointers, as blst's header has it.
import { readFile } from 'node:fs/promises';

/** Of the signatures of Ethereum's validators, without proofs of possession. */
export const DST = 'BLS_SIG_BLS12381G2_XMD:SHA-256_SSWU_RO_NUL_';
/** Bytes of what blst has in memory: six words a coordinate, two of these in G2, three coordinates a point. */
const SCALAR = 32;
const FP = 48;
const P1 = 3 * FP;
const P2 = 6 * FP;

/** @param {string} file of a module */
export async function openBlst(file) {
  const { instance } = await WebAssembly.instantiate(await readFile(file));
  const { memory, ...exports } = /** @type {any} */ (instance.exports);
  const blst = /** @type {Record<string, (...args: number[]) => number>} */ (exports);
  let top = memory.grow(1) * 65536;
  const bytesAt = (/** @type {number} */ at, /** @type {number} */ length) => new Uint8Array(memory.buffer, at, length);
  const place = (/** @type {number} */ length) => {
    const at = top;
    top += length;
    return at;
  };
  const [sk, fps] = [SCALAR, 6 * FP].map(place);
  const [point1, sum1, point2, sum2] = [P1, P1, P2, P2].map(place);
  const [bytes, dst] = [4096, 64].map(place);
  bytesAt(dst, DST.length).set(new TextEncoder().encode(DST));

  /** @param {Uint8Array} written @returns {[at: number, length: number]} */
  const passed = (written) => {
    bytesAt(bytes, written.length).set(written);
    return [bytes, written.length];
  };
  /** The affine point at `at`. @param {1 | 2} group @param {number} at @param {Uint8Array} compressed */
  const read = (group, at, compressed) => {
    const error = blst[`blst_p${group}_uncompress`](at, passed(compressed)[0]);
    if (error) throw new RangeError(`compressed: blst refuses the point with error ${error}`);
  };
  /** @param {1 | 2} group @param {number} at of a point */
  const written = (group, at) => {
    blst[`blst_p${group}_compress`](bytes, at);
    return bytesAt(bytes, group * FP).slice();
  };
  /** @param {1 | 2} group @param {Uint8Array[]} points compressed */
  const sum = (group, [first, ...rest]) => {
    const [one, all] = group === 1 ? [point1, sum1] : [point2, sum2];
    read(group, one, first);
    blst[`blst_p${group}_from_affine`](all, one);
    for (const next of rest) {
      read(group, one, next);
      blst[`blst_p${group}_from_affine`](one, one);
      blst[`blst_p${group}_add_or_double`](all, all, one);
    }
    return written(group, all);
  };
  /** @param {number} at @param {bigint} residue six words */
  const writeFp = (at, residue) => {
    for (let i = 0; i < FP; i++) bytesAt(at, FP)[i] = Number((residue >> BigInt(8 * i)) & 255n);
  };
  const readFp = (/** @type {number} */ at) =>
    bytesAt(at, FP).reduceRight((/** @type {bigint} */ value, byte) => (value << 8n) | BigInt(byte), 0n);

  return {
    /** @param {Uint8Array} ikm at least 32 bytes @returns {Uint8Array} a secret key, little-endian */
    keygen(ikm) {
      blst.blst_keygen(sk, ...passed(ikm), 0, 0);
      return bytesAt(sk, SCALAR).slice();
    },
    /** @param {Uint8Array} secret */
    publicKey(secret) {
      bytesAt(sk, SCALAR).set(secret);
      blst.blst_sk_to_pk_in_g1(point1, sk);
      return written(1, point1);
    },
    /** @param {Uint8Array} secret @param {Uint8Array} message */
    sign(secret, message) {
      bytesAt(sk, SCALAR).set(secret);
      blst.blst_hash_to_g2(point2, ...passed(message), dst, DST.length, 0, 0);
      blst.blst_sign_pk_in_g1(sum2, point2, sk);
      return written(2, sum2);
    },
    /** @param {Uint8Array} key @param {Uint8Array} signature @param {Uint8Array} message */
    verify(key, signature, message) {
      read(1, point1, key);
      read(2, point2, signature);
      return blst.blst_core_verify_pk_in_g1(point1, point2, 1, ...passed(message), dst, DST.length, 0, 0) === 0;
    },
    /** The sum of public keys. @param {Uint8Array[]} keys */
    aggregateKeys: (keys) => sum(1, keys),
    /** The sum of signatures. @param {Uint8Array[]} signatures */
    aggregate: (signatures) => sum(2, signatures),
    /**
     * Sums, differences and products of residues, of the field or of its quadratic extension.
     *
     * @param {'fp_add' | 'fp_sub' | 'fp_mul' | 'fp_sqr' | 'fp2_mul' | 'fp2_sqr'} what
     * @param {bigint[][]} operands the coordinates of one or two
     * @param {boolean} [over] whether the result is written over the first
     * @returns {bigint[]} the coordinates of the result
     */
    compute(what, operands, over = false) {
      const places = operands.map((coordinates, i) => {
        coordinates.forEach((residue, j) => writeFp(fps + (2 * i + j) * FP, residue));
        return fps + 2 * i * FP;
      });
      const out = over ? fps : fps + 4 * FP;
      blst[`blst_${what}`](out, ...places);
      return operands[0].map((_, j) => readFp(out + j * FP));
    },
    /** The residue of any 384 bits. @param {bigint} integer */
    residue(integer) {
      writeFp(fps, integer);
      blst.blst_fp_from_lendian(fps + FP, fps);
      return readFp(fps + FP);
    },
  };
}
