/**
 * The oracle: prime-field arithmetic on BigInt, the operand generator that the
 * wasm module repeats, and the checksum that every batch must return.
 *
 * Nothing here depends on an engine, and nothing here is a kernel: a kernel is
 * right when it agrees with this file.
 */

const MASK64 = (1n << 64n) - 1n;
/** Bits of a generated candidate; a 254-bit value is below p about three times in four. */
const TOP_WORD_MASK = (1n << 62n) - 1n;
/** Independent accumulators of a `stream` batch. */
export const STREAM_SLOTS = 128;
/** Bytes of an element at the boundary: little-endian, canonical. */
export const ELEMENT_BYTES = 32;

/** @typedef {'square' | 'add' | 'sub' | 'sop2'} Operation what is timed beside the product, in loops like `stream` */

/**
 * What one slot of an operation's loop holds, and what it ends with after so many turns.
 *
 * @typedef {object} Slot
 * @property {number} slots
 * @property {number} values drawn for each; the first one changes
 * @property {number} counts what one turn counts for: a sum of two products for two
 * @property {(field: Field, values: bigint[], turns: bigint) => bigint} last
 */

/** @type {Readonly<Record<Operation, Slot>>} */
export const OPERATIONS = {
  // a^(2^k). The exponent is reduced by Fermat, which holds for units only.
  square: {
    slots: STREAM_SLOTS,
    values: 1,
    counts: 1,
    last: (field, [a], k) => (a === 0n ? 0n : field.pow(a, power(2n, k, field.p - 1n))),
  },
  add: { slots: STREAM_SLOTS, values: 2, counts: 1, last: ({ p }, [a, b], k) => (a + b * k) % p },
  sub: { slots: STREAM_SLOTS, values: 2, counts: 1, last: ({ p }, [a, b], k) => (a + (p - b) * k) % p },
  // a = a·b + c·d, k times: a·b^k + c·d·(1 + b + ... + b^(k-1)). Four arrays of half as many slots fill the same
  // memory.
  sop2: {
    slots: STREAM_SLOTS / 2,
    values: 4,
    counts: 2,
    last(field, [a, b, c, d], k) {
      const { p } = field;
      const powered = field.pow(b, k);
      const series = b === 1n ? k % p : field.mul(powered + p - 1n, field.pow(b + p - 1n, p - 2n));
      return (a * powered + c * d * series) % p;
    },
  },
};

/**
 * SplitMix64 (Steele, Lea, Flood 2014): 64-bit words from a 64-bit seed.
 *
 * @param {bigint} seed 0 .. 2^64-1
 * @returns {() => bigint} the next word, 0 .. 2^64-1
 */
export function splitMix64(seed) {
  let state = seed;
  return () => {
    state = (state + 0x9e3779b97f4a7c15n) & MASK64;
    let z = state;
    z = ((z ^ (z >> 30n)) * 0xbf58476d1ce4e5b9n) & MASK64;
    z = ((z ^ (z >> 27n)) * 0x94d049bb133111ebn) & MASK64;
    return z ^ (z >> 31n);
  };
}

/**
 * F(n) and F(n+1) modulo m, by fast doubling.
 *
 * @param {bigint} n at least 0
 * @param {bigint} m modulus, at least 1
 * @returns {[bigint, bigint]}
 */
export function fibonacciPair(n, m) {
  if (n === 0n) return [0n, 1n % m];
  const [a, b] = fibonacciPair(n >> 1n, m);
  const even = (a * (2n * b - a + m)) % m;
  const odd = (a * a + b * b) % m;
  return n & 1n ? [odd, (even + odd) % m] : [even, odd];
}

/**
 * base^exponent modulo m; 0^0 = 1.
 *
 * @param {bigint} base at least 0
 * @param {bigint} exponent at least 0
 * @param {bigint} m modulus, at least 2
 */
function power(base, exponent, m) {
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
   * @param {bigint} p an odd prime of at most 254 bits, or little above 2^254: operands are generated below that
   */
  constructor(id, p) {
    this.id = id;
    this.p = p;
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

  /**
   * @param {bigint} value 0 .. 2^256-1 (not reduced: tests need values >= p too)
   * @returns {Uint8Array} 32 bytes, little-endian
   */
  toBytes(value) {
    const bytes = new Uint8Array(ELEMENT_BYTES);
    const view = new DataView(bytes.buffer);
    for (let word = 0; word < 4; word++) {
      view.setBigUint64(8 * word, (value >> BigInt(64 * word)) & MASK64, true);
    }
    return bytes;
  }

  /**
   * @param {Uint8Array} bytes 32 bytes, little-endian
   * @returns {bigint} 0 .. 2^256-1
   */
  fromBytes(bytes) {
    const view = new DataView(bytes.buffer, bytes.byteOffset, ELEMENT_BYTES);
    let value = 0n;
    for (let word = 3; word >= 0; word--) {
      value = (value << 64n) | view.getBigUint64(8 * word, true);
    }
    return value;
  }

  /**
   * The operand generator: 254-bit candidates of four words each, those >= p thrown away.
   *
   * @param {bigint} seed 0 .. 2^64-1
   * @returns {() => bigint} the next element
   */
  generator(seed) {
    const next = splitMix64(seed);
    return () => {
      for (;;) {
        let value = next() | (next() << 64n) | (next() << 128n);
        value |= (next() & TOP_WORD_MASK) << 192n;
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
   * Start values of a `chain` batch: [x0, x1] for each lane.
   *
   * @param {bigint} seed
   * @param {number} lanes 1 or 2
   * @returns {[bigint, bigint][]}
   */
  chainOperands(seed, lanes) {
    const element = this.generator(seed);
    return Array.from({ length: lanes }, () => [element(), element()]);
  }

  /**
   * Operands of a `stream` batch: [a, b] for each slot.
   *
   * @param {bigint} seed
   * @returns {[bigint, bigint][]}
   */
  streamOperands(seed) {
    const element = this.generator(seed);
    return Array.from({ length: STREAM_SLOTS }, () => [element(), element()]);
  }

  /**
   * Checksum of n chained products x[i+1] = x[i] * x[i-1], in closed form: the
   * lane's last value is x0^F(n) * x1^F(n+1) with Fibonacci numbers mod p-1.
   *
   * @param {bigint} seed
   * @param {number} n products in all, shared out over the lanes
   * @param {number} lanes 1 or 2
   */
  chain(seed, n, lanes) {
    return this.fold(
      this.chainOperands(seed, lanes).map(([x0, x1], lane) => {
        const products = shareOf(n, lanes, lane);
        // Fermat's exponent reduction holds for units only, and 0 stays 0 once it is a factor.
        if (x1 === 0n || (x0 === 0n && products > 0)) return 0n;
        const [f, g] = fibonacciPair(BigInt(products), this.p - 1n);
        return this.mul(this.pow(x0, f), this.pow(x1, g));
      }),
    );
  }

  /**
   * Checksum of n independent products over the slots, a *= b in turn: a * b^k in closed form.
   *
   * @param {bigint} seed
   * @param {number} n products in all
   */
  stream(seed, n) {
    return this.fold(
      this.streamOperands(seed).map(([a, b], slot) => this.mul(a, this.pow(b, BigInt(shareOf(n, STREAM_SLOTS, slot))))),
    );
  }

  /**
   * Values of an operation's batch, drawn slot by slot.
   *
   * @param {Operation} operation
   * @param {bigint} seed
   * @returns {bigint[][]}
   */
  operationValues(operation, seed) {
    const { slots, values } = OPERATIONS[operation];
    const element = this.generator(seed);
    return Array.from({ length: slots }, () => Array.from({ length: values }, element));
  }

  /**
   * Checksum of n independent operations over the slots, each in turn, in closed form.
   *
   * @param {Operation} operation
   * @param {bigint} seed
   * @param {number} n operations in all; products where the operation is a sum of them, then even
   */
  streamOf(operation, seed, n) {
    const { slots, counts, last } = OPERATIONS[operation];
    return this.fold(
      this.operationValues(operation, seed).map((values, slot) =>
        last(this, values, BigInt(shareOf(n / counts, slots, slot))),
      ),
    );
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

/** BN254's base field. */
export const FQ = new Field('fq', 0x30644e72e131a029b85045b68181585d97816a916871ca8d3c208c16d87cfd47n);
/** BN254's scalar field. */
export const FR = new Field('fr', 0x30644e72e131a029b85045b68181585d2833e84879b9709143e1f593f0000001n);
/** The base field of Pallas, 255 bits. */
export const PALLAS = new Field('pallas', 0x40000000000000000000000000000000224698fc094cf91b992d30ed00000001n);
