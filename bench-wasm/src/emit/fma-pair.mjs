import { Graph } from './graph.mjs';
import { centred, inverse } from './balanced.mjs';
import { BASE, HALF, LIMBS, RADIX_BITS, WIDTH, split } from './radix51.mjs';

/** @typedef {import('./graph.mjs').Node} Node */

/** An integer, or a column's high part, held in f64 lanes. @typedef {{ node: Node, bound: bigint }} Value */

/**
 * The high part of a column: `node` is MAGIC plus a multiple of 2^51 of magnitude at most `reach`.
 * @typedef {{ node: Node, reach: bigint }} Chain
 */

/** In the middle of [2^103, 2^104), where doubles are the multiples of 2^51. */
const MAGIC = 3n << 102n;
const ROOM = 1n << 102n;
const EXACT = 1n << 53n;
/** Low digits that are folded; quotients remove the other low columns. */
const FOLDED = 3;
/** What a chain holds beside products: low parts that were settled. */
const SPARE = 32n * HALF;
const LIMB_BYTES = 16;

/** The operations that the product is made of; each proves, as it is built, that it is exact. */
class Arithmetic {
  /** @param {Graph} graph */
  constructor(graph) {
    this.graph = graph;
  }

  /** @param {bigint} value @returns {Value} */
  constant(value) {
    return { node: this.graph.constant(value), bound: value < 0n ? -value : value };
  }

  /** @returns {Chain} */
  chain() {
    return { node: this.graph.constant(MAGIC), reach: 0n };
  }

  /**
   * chain += x·y but for its low part, which is returned: h' = fl(x·y + h), and x·y + (h - h') is
   * the rounding error, at most half of 2^51 while h' stays where doubles are 2^51 apart.
   *
   * @param {Chain} chain @param {Value} x @param {Value} y @returns {Value}
   */
  product(chain, x, y) {
    const { graph } = this;
    const before = chain.node;
    chain.reach += x.bound * y.bound + HALF;
    within(chain.reach, ROOM, 'a column leaves its binade');
    chain.node = graph.apply('f64x2.fma', x.node, y.node, before);
    const less = graph.apply('f64x2.sub', before, chain.node);
    return { node: graph.apply('f64x2.fma', x.node, y.node, less), bound: HALF };
  }

  /** @param {Value | null} x @param {Value} y @returns {Value} */
  add(x, y) {
    if (x === null) return y;
    const bound = x.bound + y.bound;
    within(bound, EXACT, 'a sum rounds');
    return { node: this.graph.apply('f64x2.add', x.node, y.node), bound };
  }

  /** x + what the chain holds, in units of 2^51. @param {Chain} chain @param {Value} x @returns {Value} */
  carry({ node, reach }, x) {
    const { graph } = this;
    const above = graph.apply('f64x2.sub', node, graph.constant(MAGIC));
    return this.shift({ node: above, bound: reach }, x);
  }

  /** x / 2^51 + y, where x is a multiple of 2^51. @param {Value} x @param {Value} y @returns {Value} */
  shift(x, y) {
    const bound = (x.bound >> WIDTH) + y.bound;
    within(bound, EXACT, 'a sum rounds');
    return { node: this.graph.apply('f64x2.fma', x.node, this.graph.constant(1 / Number(BASE)), y.node), bound };
  }

  /** What the chain holds, in units of 2^51, alone. @param {Chain} chain @returns {Value} */
  top({ node, reach }) {
    const { graph } = this;
    const scale = graph.constant(1 / Number(BASE));
    return { node: graph.apply('f64x2.fma', node, scale, graph.constant(-(MAGIC >> WIDTH))), bound: reach >> WIDTH };
  }

  /**
   * The balanced digit of x; the rest of x goes into the chain.
   *
   * @param {Chain} chain @param {Value} x @returns {Value}
   */
  settle(chain, x) {
    const { graph } = this;
    chain.reach += x.bound + HALF;
    within(chain.reach, ROOM, 'a column leaves its binade');
    const before = chain.node;
    chain.node = graph.apply('f64x2.add', before, x.node);
    const taken = graph.apply('f64x2.sub', chain.node, before);
    return { node: graph.apply('f64x2.sub', x.node, taken), bound: HALF };
  }

  /**
   * The same of x + y, which may be too large for an exact sum: only what is taken is rounded.
   *
   * @param {Chain} chain @param {Value} x @param {Value} y @returns {Value}
   */
  digit(chain, x, y) {
    const { graph } = this;
    if (x.bound + y.bound <= EXACT) return this.settle(chain, this.add(x, y));
    const bound = HALF + 2n;
    within(x.bound + y.bound, 2n * EXACT, 'a sum rounds by more than one');
    within(y.bound + bound, EXACT, 'a digit rounds');
    chain.reach += x.bound + y.bound + bound;
    within(chain.reach, ROOM, 'a column leaves its binade');
    const before = chain.node;
    chain.node = graph.apply('f64x2.add', before, graph.apply('f64x2.add', x.node, y.node));
    const taken = graph.apply('f64x2.sub', chain.node, before);
    return { node: graph.apply('f64x2.add', graph.apply('f64x2.sub', x.node, taken), y.node), bound };
  }

  /** x·y mod 2^51, balanced. @param {Value} x @param {Value} y @returns {Value} */
  low(x, y) {
    return this.product(this.chain(), x, y);
  }

  /**
   * What the chain holds, over 2^51 and times `factor`, but for a rounding.
   *
   * @param {Chain} chain @param {number} factor @param {bigint} bound that of the product @returns {Value}
   */
  scaled({ node }, factor, bound) {
    const { graph } = this;
    const less = graph.constant(-Number(MAGIC) * factor);
    return { node: graph.apply('f64x2.fma', node, graph.constant(factor), less), bound };
  }

  /**
   * The number that is x·y mod 2^51 and nearest to -z, but for a rounding of x·y + z.
   *
   * @param {Value} x @param {Value} y @param {Value} z @returns {Value}
   */
  lowAt(x, y, z) {
    const { graph } = this;
    const sum = x.bound * y.bound + z.bound;
    const rounding = roundingOf(sum);
    within(sum + rounding + HALF, ROOM, 'a quotient leaves its binade');
    const magic = graph.constant(MAGIC);
    const high = graph.apply('f64x2.add', graph.apply('f64x2.fma', x.node, y.node, z.node), magic);
    const less = graph.apply('f64x2.sub', magic, high);
    return { node: graph.apply('f64x2.fma', x.node, y.node, less), bound: HALF + rounding + z.bound };
  }

  /**
   * x·y + z where that is a multiple of 2^51: then it is a double.
   *
   * @param {Value} x
   * @param {Value} y
   * @param {Value} z
   * @returns {Value}
   */
  cancelled(x, y, z) {
    const bound = x.bound * y.bound + z.bound;
    within(bound, EXACT << WIDTH, 'a multiple of the base rounds');
    return { node: this.graph.apply('f64x2.fma', x.node, y.node, z.node), bound };
  }
}

/** @param {bigint} bound @param {bigint} limit @param {string} otherwise */
function within(bound, limit, otherwise) {
  if (bound > limit) throw new RangeError(`bounds: ${otherwise}: ${bound} > ${limit}`);
}

/** @param {bigint} p @returns {{ folds: bigint[], negatedInverse: bigint }} what digits are worth, -p^-1 mod 2^51 */
function constantsOf(p) {
  const folds = Array.from({ length: FOLDED }, (_, k) => centred(inverse(1n << (WIDTH * BigInt(FOLDED - k)), p), p));
  return { folds, negatedInverse: centred(-inverse(p, BASE), BASE) };
}

/**
 * The constants in the order of radix51.rs, in which Rust keeps them. The last two are of a centred quotient.
 *
 * @param {bigint} p
 * @returns {(number | bigint)[]}
 */
function constantsOfRust(p) {
  const { folds, negatedInverse } = constantsOf(p);
  const [head, modulus] = [[MAGIC, 1 / Number(BASE), -(MAGIC >> WIDTH)], split(p)];
  const scale = scaleOf(p);
  return [...head, ...folds.flatMap(split), ...modulus, negatedInverse, scale, -Number(MAGIC) * scale];
}

/** 1/p in units of the highest limb. @param {bigint} p */
const scaleOf = (p) => 1 / Number(split(p)[LIMBS - 1]);

/**
 * The constants as Rust keeps them in memory: a graph has one place for two that are the same.
 *
 * @param {bigint} p
 * @returns {Uint8Array}
 */
export const poolOfRust = (p) =>
  new Uint8Array(Float64Array.from(constantsOfRust(p).flatMap((x) => [Number(x), Number(x)])).buffer);

/** |x·y·R^-1| where |x| and |y| are at most `value`. @param {bigint} p @param {bigint} value */
function productOf(p, value) {
  const folded = constantsOf(p).folds.reduce(
    (sum, c, k) => sum + HALF * ((abs(c) << (3n * WIDTH)) + (1n << (WIDTH * BigInt(k)))),
    0n,
  );
  return (value * value + folded + HALF * p * ((1n << (3n * WIDTH)) + (1n << (4n * WIDTH)))) / (1n << RADIX_BITS) + 1n;
}

/**
 * V: |x| <= V gives |x·y·R^-1| <= V, the fixed point of the bound on the product's value.
 *
 * @param {bigint} p
 * @returns {bigint | null} null where there is none
 */
function closed(p) {
  // V²/R and what the reduction leaves of 0 are V together: a square equation, which may have no root.
  if (4n * productOf(p, 0n) > 1n << RADIX_BITS) return null;
  let value = p / 2n;
  for (;;) {
    within(value, 2n * p, 'the range of values does not close');
    const next = productOf(p, value);
    if (next <= value) return value;
    value = next + (next >> 30n);
  }
}

/** What is lost where a number of at most this magnitude becomes a double. @param {bigint} bound */
const roundingOf = (bound) => 1n << BigInt(Math.max(0, bound.toString(2).length - 54));

/** What the quotient may be off where it is centred: 2^-5 of 2^51. */
const OFF = BASE >> 5n;
/** What the highest limb may be more than the value's. */
const SLACK = 16n;

/**
 * Operands and products where the second quotient is centred: up to half of p, and 2^-5 of p for what the quotient is
 * off.
 *
 * @param {bigint} p
 */
const aroundZero = (p) => ({ top: ((17n * split(p)[LIMBS - 1]) >> 5n) + SLACK, centred: true });

/** @param {bigint} x */
const abs = (x) => (x < 0n ? -x : x);

/** Products that have room in a chain of their own. @param {Chain} chain @param {Value} x @param {Value} y */
const fits = ({ reach }, x, y) => reach + x.bound * y.bound + SPARE <= ROOM;

/**
 * What operands are.
 *
 * @typedef {object} Operands
 * @property {bigint} top the largest highest limb, also of the product
 * @property {boolean} centred whether the second quotient is the one that takes the product nearest to 0
 * @property {boolean} [shared] whether the graph shall be right for other primes, which may need column 4 to be settled
 */

/**
 * Operands as Rust's `fma-pair` takes them (`src/radix/product51.rs`): |a|, |b| <= p, the highest limb at most 16 more
 * than p's, or, where a product of such would be more than p, around 0.
 *
 * @param {bigint} p
 * @returns {Operands}
 */
export function operandsOfRust(p) {
  const operands = productOf(p, p) <= p ? { top: split(p)[LIMBS - 1] + SLACK, centred: false } : aroundZero(p);
  return { ...operands, shared: true };
}

/**
 * Operands in the range of products.
 *
 * @param {bigint} p
 * @returns {Operands}
 */
export function operandsOf(p) {
  const value = closed(p);
  return value === null ? aroundZero(p) : { top: (value >> (WIDTH * 4n)) + 2n, centred: false };
}

/**
 * out = a·b·R^-1 mod p in each of two lanes. R = 2^255, limbs radix 2^51, f64, little-endian.
 * Preconditions: |a|, |b| <= V (0.67p for BN254's moduli, 17/32 p where the second quotient is centred, or what
 * `operands` says), limbs at most 2^50 + 8 in magnitude.
 * Postcondition: the same of out. Lanes: 2. Multiplies: 48 limb products, a square 39 or 40, two FMA each.
 * Exact: every step throws, while the graph is built, unless its bounds show that nothing is
 * rounded but what is meant to be; test/bounds.test.mjs proves it again from the graph. Needs relaxed_madd to be fused.
 * Not constant-time audited.
 *
 * Columns 0 to 4 of the product become balanced digits. The low three are folded: digit k is worth
 * 2^(51(k-3)) mod p three columns higher. Two Montgomery steps with -p^-1 mod 2^51 remove columns 3
 * and 4, which keeps the value below V without a correction. The columns above are the result.
 *
 * Of a prime above about 2^254 no V closes. Then the second quotient q is centred. It is known mod 2^51, and the result
 * is nearly H·2^153 + q·p/2^51, where H is the high part of column 8 of the product. So the q nearest to -H·2^204/p
 * brings it nearest to 0.
 *
 * Source: Emmart, Zheng, Weems, "Faster Modular Exponentiation Using Double Precision Floating
 * Point Arithmetic on the GPU", ARITH 2018, for exact products by FMA; here high parts add up in
 * the FMAs themselves.
 *
 * @param {bigint} p an odd prime; RangeError if the bounds do not hold for it
 * @param {object} options
 * @param {boolean} options.overlapped whether product and reduction are two stages
 * @param {boolean} [options.square] a·a
 * @param {Operands} [options.operands]
 * @returns {Graph}
 */
export function fmaPair(p, { overlapped, square = false, operands = operandsOf(p) }) {
  const { folds, negatedInverse } = constantsOf(p);
  const graph = new Graph('v128');
  const use = new Arithmetic(graph);
  const bounds = Array.from({ length: LIMBS }, (_, i) => (i < LIMBS - 1 ? HALF + 8n : operands.top));
  /** @param {string} base @param {number} i @returns {Value} */
  const limb = (base, i) => ({ node: graph.load(base, LIMB_BYTES * i), bound: bounds[i] });
  /** Limb i of a and limb j of the other operand. @param {number} i @param {number} j @returns {[Value, Value]} */
  const limbs = (i, j) => [limb('a', i), limb(square ? 'a' : 'b', j)];
  const { centred, shared = false } = operands;
  for (const constant of constantsOfRust(p).slice(0, centred ? undefined : -2)) graph.constant(constant);
  const fold = folds.map((c) => split(c).map((digit) => use.constant(digit)));
  const modulus = split(p).map((digit) => use.constant(digit));
  const inverse = use.constant(negatedInverse);
  /** What the centred quotient is at most beside what is mod 2^51: H is a square of highest limbs. */
  const centre = centred ? (operands.top * operands.top) / modulus[LIMBS - 1].bound + SLACK : 0n;

  /** Of the product: columns 0 to 4 as balanced digits. @type {Value[]} */
  const lows = [];
  /** @type {Chain[]} */
  const chains = [];
  /** Products for which a column had no room. @type {[number, number][][]} */
  const late = [];
  /** @type {Value[]} */
  const quotients = [];
  /** The chain below a column that becomes a limb. @type {Chain | null} */
  let below = null;

  /**
   * Whether a column's reduction goes on where the product stopped: a high one with room for it. The others begin anew.
   *
   * @param {number} k
   */
  const goesOn = (k) => {
    if (k <= LIMBS) return false;
    const digits = [...fold.map((limbs) => limbs[k - FOLDED]), modulus[k - FOLDED]];
    const last = (HALF + (centred ? OFF : 1n) + centre) * (modulus[k - FOLDED - 1]?.bound ?? 0n) + HALF;
    const reduced = digits.reduce((sum, digit) => sum + (HALF + 1n) * (digit?.bound ?? 0n) + HALF, last);
    return chains[k].reach + reduced + SPARE <= ROOM;
  };

  /** @param {number} k */
  const multiply = (k) => {
    const chain = (chains[k] = use.chain());
    late[k] = [];
    /** @type {Value | null} */
    let low = null;
    const last = square ? Math.floor(k / 2) : Math.min(k, LIMBS - 1);
    for (let i = Math.max(0, k - LIMBS + 1); i <= last; i++) {
      const [x, y] = limbs(i, k - i);
      const twice = square && 2 * i < k;
      if (twice && fits(chain, { ...x, bound: 2n * x.bound }, y)) {
        low = use.add(low, use.product(chain, use.add(x, x), y));
        continue;
      }
      // Of a product that counts twice there may be room for one.
      for (let times = twice ? 2 : 1; times > 0; times--) {
        if (fits(chain, x, y)) low = use.add(low, use.product(chain, x, y));
        else late[k].push([i, k - i]);
      }
    }
    let sum = /** @type {Value} */ (low);
    if (k > 0 && !goesOn(k - 1)) sum = use.carry(chains[k - 1], sum);
    // Of a square column 1 is one product, whose low part is a digit but for what is carried into it.
    lows[k] = k > (square ? 1 : 0) && k < LIMBS ? use.settle(chain, sum) : sum;
  };

  /**
   * The low part of column 4, settled where the centred quotient would be off by too much.
   *
   * @param {Chain} chain
   * @param {Value} low
   */
  const digitOf = (chain, low) =>
    shared || roundingOf(low.bound * inverse.bound + centre) > OFF ? use.settle(chain, low) : low;

  /** The centred quotient of column 4. @param {Value} digit */
  const nearest = (digit) => use.lowAt(digit, inverse, use.scaled(chains[2 * LIMBS - 2], scaleOf(p), centre));

  /** @param {number} k */
  const reduce = (k) => {
    const chain = goesOn(k) ? chains[k] : use.chain();
    // What is known early comes first: nothing then waits behind it.
    /** @type {Value | null} */
    let low = k < LIMBS ? lows[k] : null;
    // A digit that is 0 has no product.
    for (const [i, j] of late[k]) low = use.add(low, use.product(chain, ...limbs(i, j)));
    for (const [i, digits] of fold.entries()) {
      const digit = digits[k - FOLDED];
      if (digit?.bound) low = use.add(low, use.product(chain, lows[i], digit));
    }
    for (const [i, quotient] of quotients.entries()) {
      const digit = modulus[k - FOLDED - i];
      if (digit?.bound) low = use.add(low, use.product(chain, quotient, digit));
    }
    let sum = /** @type {Value} */ (low);
    if (k < LIMBS) {
      const last = centred && k === LIMBS - 1;
      if (last) sum = digitOf(chain, sum);
      const quotient = last ? nearest(sum) : use.low(sum, inverse);
      quotients.push(quotient);
      const above = use.carry(chain, lows[k + 1]);
      lows[k + 1] = use.shift(use.cancelled(quotient, modulus[0], sum), above);
    } else {
      if (below) sum = use.carry(below, sum);
      below = chain;
      const digit = use.digit(chain, lows[k], sum);
      within(digit.bound, bounds[k - LIMBS], 'a limb of the product');
      graph.store('out', LIMB_BYTES * (k - LIMBS), digit.node);
    }
  };

  for (let k = 0; k < 2 * LIMBS - 1; k++) multiply(k);
  if (overlapped) graph.stage = 1;
  for (let k = FOLDED; k < 2 * LIMBS - 1; k++) reduce(k);
  graph.store('out', LIMB_BYTES * (LIMBS - 1), use.top(/** @type {any} */ (below)).node);
  return graph;
}
