/**
 * Whether the products and the MSM of the patches are in a module. Products are seen whatever was stripped from it and
 * however it was optimised: the patch has a modulus in limbs of 29 bits or 30, and arkworks as it is published has it
 * in words of 64 alone. They are constants of the code, or of the data where code was compiled for size. An MSM is seen
 * by the file that its panics name.
 */

import { FIELDS } from '../oracle/field.mjs';
import { madeBy } from './patches.mjs';

/** @typedef {import('../oracle/field.mjs').Field} Field */

/** Bits of a limb, by the words of an element. @type {Record<number, number>} */
const LIMB_BITS = { 4: 29, 6: 30 };
/** Smaller constants are anywhere. */
const LEAST = 1n << 16n;
/** In ark-ec's src/. */
const PUBLISHED_MSM = 'scalar_mul/variable_base/mod.rs';

/** @param {Uint8Array} bytes @returns {boolean} whether they begin as a module does */
export const isModule = (bytes) => Buffer.from(bytes.subarray(0, 4)).equals(Buffer.from('\0asm'));

/**
 * @param {Uint8Array} bytes of a module
 * @returns {{ field: string, patched: boolean }[]} the fields whose modulus it has, of those that are known
 */
export function fieldsIn(bytes) {
  const module = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  return FIELDS.map(({ id, p, words }) => ({
    field: id,
    isThere: has(module, split(p, 64)),
    patched: has(module, split(p, LIMB_BITS[words])),
  }))
    .filter(({ isThere, patched }) => isThere || patched)
    .map(({ field, patched }) => ({ field, patched }));
}

/**
 * @param {Uint8Array} bytes of a module
 * @returns {{ patched: boolean } | null} null where it has no MSM of arkworks, or where no panic names a file
 */
export function msmIn(bytes) {
  const module = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const names = (/** @type {string} */ file) =>
    [file, file.replaceAll('/', '\\')].some((path) => module.includes(path));
  const [, made] = /** @type {RegExpExecArray} */ (/^ec\/src\/(.*)$/.exec(madeBy('msm').made));
  if (names(made)) return { patched: true };
  return names(PUBLISHED_MSM) ? { patched: false } : null;
}

/** @param {bigint} value @param {number} width @returns {bigint[]} its limbs, the lowest first */
const split = (value, width) =>
  value === 0n ? [] : [BigInt.asUintN(width, value), ...split(value >> BigInt(width), width)];

/** @param {Buffer} module @param {bigint[]} limbs */
const has = (module, limbs) =>
  limbs.filter(isTelling).every((limb) => module.includes(i64Const(limb))) || module.includes(inData(limbs));

/** A power of two, or one less, is a shift or a mask. @param {bigint} limb */
const isTelling = (limb) => limb >= LEAST && (limb & (limb - 1n)) !== 0n && (limb & (limb + 1n)) !== 0n;

/** @param {bigint} value 0 .. 2^64-1 @returns {Buffer} the instruction, with its operand in signed LEB128 */
function i64Const(value) {
  const bytes = [0x42];
  for (let rest = BigInt.asIntN(64, value); ; rest >>= 7n) {
    const low = Number(rest & 0x7fn);
    const isLast = rest >= -64n && rest < 64n;
    bytes.push(isLast ? low : low | 0x80);
    if (isLast) return Buffer.from(bytes);
  }
}

/**
 * @param {bigint[]} limbs
 * @returns {Buffer} an array of 64-bit numbers, up to the first that is zero: zeros may be left out of data
 */
function inData(limbs) {
  const end = limbs.indexOf(0n);
  return Buffer.from(BigUint64Array.from(end < 0 ? limbs : limbs.slice(0, end)).buffer);
}
