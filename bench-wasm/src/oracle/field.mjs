/**
 * The oracle: prime-field arithmetic on BigInt, and the operand generator that
 * the wasm module repeats.
 *
 * Nothing here depends on an engine, and nothing here is a kernel: a kernel is
 * right when it agrees with this file.
 */

const MASK64 = (1n << 64n) - 1n;
/** Independent accumulators of a `stream` batch. */
export const STREAM_SLOTS = 128;
/** Bytes of an element of four words at the boundary: little-endian, canonical. */
export const ELEMENT_BYTES = 32;

/**
 * SplitMix64 (Steele, Lea, Flood 2014): 64-bit words from a 64-bit seed.
 *
 * @param {bigint} seed 0 .. 2^64-1
 * @returns {() => bigint} the next word, 0 .. 2^64-1
 */
export function splitMix64(seed) {
  let state = seed;
  // Of BigInt.asUintN engines make one instruction, of a mask a BigInt.
  return () => {
    state = BigInt.asUintN(64, state + 0x9e3779b97f4a7c15n);
    let z = state;
    z = BigInt.asUintN(64, (z ^ (z >> 30n)) * 0xbf58476d1ce4e5b9n);
    z = BigInt.asUintN(64, (z ^ (z >> 27n)) * 0x94d049bb133111ebn);
    return z ^ (z >> 31n);
  };
}

/**
 * base^exponent modulo m; 0^0 = 1.
 *
 * @param {bigint} base at least 0
 * @param {bigint} exponent at least 0
 * @param {bigint} m modulus, at least 2
 */
export function power(base, exponent, m) {
  let result = 1n;
  let square = base % m;
  for (let e = exponent; e > 0n; e >>= 1n) {
    if (e & 1n) result = (result * square) % m;
    square = (square * square) % m;
  }
  return result;
}

/** A prime field. All values are BigInt in 0 .. p-1, except where bytes are said. */
export class Field {
  /**
   * @param {string} id as it appears in names, e.g. `fq`
   * @param {bigint} p an odd prime
   */
  constructor(id, p) {
    this.id = id;
    this.p = p;
    const bits = p.toString(2).length;
    /** 64-bit words of an element. */
    this.words = Math.ceil(bits / 64);
    /** The bits of p in the highest word: a candidate that is cut to them is below p at least every other time. */
    this.topMask = MASK64 >> BigInt(64 * this.words - bits);
  }

  /** @param {bigint} a @param {bigint} b */
  mul(a, b) {
    return (a * b) % this.p;
  }

  /**
   * base^exponent; 0^0 = 1.
   *
   * @param {bigint} base
   * @param {bigint} exponent at least 0
   */
  pow(base, exponent) {
    return power(base, exponent, this.p);
  }

  /** By Euclid's algorithm, in a fifth of the time of a power; of 0 it is 0. @param {bigint} a at least 0 */
  inverse(a) {
    let [divisor, rest, before, now] = [this.p, a % this.p, 0n, 1n];
    while (rest !== 0n) {
      const quotient = divisor / rest;
      [divisor, rest] = [rest, divisor - quotient * rest];
      [before, now] = [now, before - quotient * now];
    }
    return before < 0n ? before + this.p : before;
  }

  /**
   * @param {bigint} value as many words as p has (not reduced: tests need values >= p too)
   * @returns {Uint8Array} 8 bytes a word, little-endian
   */
  toBytes(value) {
    const bytes = new Uint8Array(8 * this.words);
    const view = new DataView(bytes.buffer);
    for (let word = 0; word < this.words; word++) {
      view.setBigUint64(8 * word, (value >> BigInt(64 * word)) & MASK64, true);
    }
    return bytes;
  }

  /**
   * @param {Uint8Array} bytes 8 bytes a word, little-endian
   * @returns {bigint}
   */
  fromBytes(bytes) {
    const view = new DataView(bytes.buffer, bytes.byteOffset, 8 * this.words);
    let value = 0n;
    for (let word = this.words - 1; word >= 0; word--) {
      value = (value << 64n) | view.getBigUint64(8 * word, true);
    }
    return value;
  }

  /**
   * The operand generator: candidates of as many bits as p, those >= p thrown away.
   *
   * @param {bigint} seed 0 .. 2^64-1
   * @returns {() => bigint} the next element
   */
  generator(seed) {
    const next = splitMix64(seed);
    return () => {
      for (;;) {
        let value = 0n;
        for (let word = 0; word < this.words; word++) {
          const bits = word + 1 < this.words ? next() : next() & this.topMask;
          value |= bits << BigInt(64 * word);
        }
        if (value < this.p) return value;
      }
    };
  }

  /**
   * One number of many, in order, so that swapped or repeated results do not cancel.
   *
   * @param {Iterable<bigint>} values
   */
  fold(values) {
    let accumulator = 0n;
    for (const x of values) accumulator = (2n * accumulator + x) % this.p;
    return accumulator;
  }

  /**
   * Operands of a batch, drawn slot by slot.
   *
   * @param {bigint} seed
   * @param {number} slots lanes of a `chain`, slots of a `stream`
   * @param {number} values of each
   * @returns {bigint[][]}
   */
  operands(seed, slots, values) {
    const element = this.generator(seed);
    return Array.from({ length: slots }, () => Array.from({ length: values }, element));
  }
}

/**
 * How many of n turns go to one of `parts` that take turns in order.
 *
 * @param {number} n
 * @param {number} parts
 * @param {number} index 0 .. parts-1
 */
export function shareOf(n, parts, index) {
  return Math.floor(n / parts) + (index < n % parts ? 1 : 0);
}

/** @param {Uint8Array} x @param {Uint8Array} y */
export function sameBytes(x, y) {
  if (x.length !== y.length) return false;
  for (let i = 0; i < x.length; i++) if (x[i] !== y[i]) return false;
  return true;
}

/** BN254's base field. */
export const FQ = new Field('fq', 0x30644e72e131a029b85045b68181585d97816a916871ca8d3c208c16d87cfd47n);
/** BN254's scalar field. */
export const FR = new Field('fr', 0x30644e72e131a029b85045b68181585d2833e84879b9709143e1f593f0000001n);
/** The base field of Pallas, 255 bits. */
export const PALLAS = new Field('pallas', 0x40000000000000000000000000000000224698fc094cf91b992d30ed00000001n);

/** The order of Pallas, which is the base field of Vesta. */
const VESTA = new Field('vesta', 0x40000000000000000000000000000000224698fc0994a8dd8c46eb2100000001n);
const BLS12_381_FQ = new Field(
  'bls12-381-fq',
  0x1a0111ea397fe69a4b1ba7b6434bacd764774b84f38512bf6730d2a0f6b0f6241eabfffeb153ffffb9feffffffffaaabn,
);
const BLS12_381_FR = new Field('bls12-381-fr', 0x73eda753299d7d483339d80809a1d80553bda402fffe5bfeffffffff00000001n);
const BLS12_377_FQ = new Field(
  'bls12-377-fq',
  0x01ae3a4617c510eac63b05c06ca1493b1a22d9f300f5138f1ef3622fba094800170b5d44300000008508c00000000001n,
);
const BLS12_377_FR = new Field('bls12-377-fr', 0x12ab655e9a2ca55660b44d1e5c37b00159aa76fed00000010a11800000000001n);
const SECP256K1_FQ = new Field('secp256k1-fq', 2n ** 256n - 2n ** 32n - 977n);
const SECP256K1_FR = new Field('secp256k1-fr', 0xfffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141n);

/** Those that something is timed in. */
export const FIELDS = Object.freeze([
  FQ,
  FR,
  BLS12_381_FQ,
  BLS12_381_FR,
  BLS12_377_FQ,
  BLS12_377_FR,
  PALLAS,
  VESTA,
  SECP256K1_FQ,
  SECP256K1_FR,
]);

/**
 * @param {string} id
 * @returns {Field}
 * @throws {RangeError}
 */
export function fieldOf(id) {
  const field = FIELDS.find((one) => one.id === id);
  if (!field) throw new RangeError(`field: there is no "${id}"; there are ${FIELDS.map((one) => one.id).join(', ')}`);
  return field;
}
