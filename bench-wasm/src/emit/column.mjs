/** Columns of products of balanced limbs in f64 lanes. */

/** @typedef {import('./graph.mjs').Graph} Graph */
/** @typedef {import('./graph.mjs').Node} Node */
/** An integer that is held in f64 lanes. @typedef {{ node: Node, bound: bigint }} Value */

const EXACT = 1n << 53n;

/** In the middle of a binade in which doubles are the multiples of 2^width. @param {bigint} width */
export const magicOf = (width) => 3n << (width + 51n);

/** @param {bigint} bound @param {bigint} limit @param {string} otherwise */
export function within(bound, limit, otherwise) {
  if (bound > limit) throw new RangeError(`bounds: ${otherwise}: ${bound} > ${limit}`);
}

/**
 * A column of products of limbs with `width` bits. `high` is a multiple of 2^width of magnitude at most `reach`, and
 * `start` beside it; `low` is the sum of the rests, at most `rests` in magnitude, less what `magic` is in the column
 * above where `offset` says so. A carry from the column below, whose high part has `magic` in it, then is one
 * operation.
 */
export class Column {
  /** @type {Node | null} */
  high = null;
  /** @type {Node | null} */
  low = null;
  reach = 0n;
  rests = 0n;

  /**
   * @param {Graph} graph
   * @param {bigint} width
   * @param {boolean} offset
   * @param {bigint} [start] magic by default, or another multiple of 2^width
   */
  constructor(graph, width, offset, start = magicOf(width)) {
    this.graph = graph;
    this.width = width;
    this.offset = offset;
    this.start = start;
    this.magic = magicOf(width);
    this.half = 1n << (width - 1n);
  }

  /**
   * The column += x·y: of h' = fl(x·y + h) the rest, x·y + (h - h'), is exact.
   *
   * @param {Value} x @param {Value} y
   * @param {Column} [other] whose low part takes the rest
   */
  multiply(x, y, other = this) {
    const { graph } = this;
    const begun = this.high;
    const before = begun ?? graph.constant(this.start);
    this.#reaches(x.bound * y.bound + this.half);
    this.high = graph.apply('f64x2.fma', x.node, y.node, before);
    // The first one takes the offset along.
    const from = begun === null && this.offset ? graph.constant(this.start - this.#offset()) : before;
    const less = graph.apply('f64x2.sub', from, this.high);
    const rest = graph.apply('f64x2.fma', x.node, y.node, less);
    other.low = other.low ? graph.apply('f64x2.add', other.low, rest) : rest;
    other.#more(this.half);
  }

  /** Whether there is room for x·y. @param {Value} x @param {Value} y */
  fits(x, y) {
    return this.reach + x.bound * y.bound + this.half <= this.magic / 3n;
  }

  /**
   * The column += x·y, and what is above a digit of at most 2^width is taken out of its low part: two operations less
   * than the product and settle(), but the high part is rounded twice.
   *
   * @param {Value} x @param {Value} y
   */
  multiplyAndSettle(x, y) {
    const { graph } = this;
    const [before, low] = [this.#high(), this.#low()];
    this.#reaches(x.bound * y.bound + this.rests + 2n * this.half);
    this.high = graph.apply('f64x2.add', graph.apply('f64x2.fma', x.node, y.node, before), low);
    this.#more(2n * this.half);
    const rest = graph.apply('f64x2.fma', x.node, y.node, graph.apply('f64x2.sub', before, this.high));
    this.low = graph.apply('f64x2.add', low, rest);
    this.rests = 2n * this.half;
  }

  /** @param {Column} other @returns {Column} both: of their starts one is left, or none, and of their offsets one */
  plus(other) {
    const { graph } = this;
    if (this.offset && other.offset) throw new Error('two columns with an offset');
    const start = this.start + other.start;
    const sum = new Column(graph, this.width, this.offset || other.offset, start);
    let high = this.#high();
    if (start > this.magic) {
      high = graph.apply('f64x2.sub', high, graph.constant(this.magic));
      sum.start = other.start;
    }
    sum.high = graph.apply('f64x2.add', high, other.#high());
    sum.low = graph.apply('f64x2.add', this.#low(), other.#low());
    sum.#reaches(this.reach + other.reach);
    sum.#more(this.rests + other.rests);
    return sum;
  }

  /** The low part += what the column below is above it. @param {Column} below its low part is a digit, or 0 */
  carry(below) {
    const { graph } = this;
    const above = this.offset ? below.#high() : graph.apply('f64x2.sub', below.#high(), graph.constant(this.magic));
    this.low = graph.apply('f64x2.fma', above, this.#scale(), this.#low());
    this.offset = false;
    this.#more(below.reach >> this.width);
  }

  /** The low part += x / 2^width, where x is a multiple of 2^width. @param {Value} x */
  shift({ node, bound }) {
    this.low = this.graph.apply('f64x2.fma', node, this.#scale(), this.#low());
    this.#more(bound >> this.width);
  }

  /** Takes what is above a balanced digit out of the low part. */
  settle() {
    const { graph } = this;
    const [before, low] = [this.#high(), this.#low()];
    this.#reaches(this.rests + this.half);
    this.high = graph.apply('f64x2.add', before, low);
    this.low = graph.apply('f64x2.sub', low, graph.apply('f64x2.sub', this.high, before));
    this.rests = this.half;
  }

  /**
   * The balanced digit of both low parts; the rest goes into this high part. The sum may be too large to be exact: then
   * only what is taken is rounded.
   *
   * @param {Column} other @returns {Value}
   */
  digitWith(other) {
    const { graph } = this;
    const before = this.#high();
    const bound = this.rests + other.rests;
    const slack = bound > EXACT ? 2n : 0n;
    within(bound, 2n * EXACT, 'a sum rounds by more than one');
    within(this.rests + this.half + slack, EXACT, 'a digit rounds');
    this.#reaches(bound + this.half + slack);
    const sum = graph.apply('f64x2.add', other.#low(), this.#low());
    this.high = graph.apply('f64x2.add', before, sum);
    const taken = graph.apply('f64x2.sub', this.high, before);
    const node = slack
      ? graph.apply('f64x2.add', graph.apply('f64x2.sub', other.#low(), taken), this.#low())
      : graph.apply('f64x2.sub', sum, taken);
    return { node, bound: this.half + slack };
  }

  /** What was added has cancelled to products of limbs, of `reach` at most. @param {bigint} reach */
  isProduct(reach) {
    this.reach = reach + this.rests;
  }

  /** @returns {Column} the same, which stays when this one is carried into */
  copy() {
    const { high, low, reach, rests } = this;
    return Object.assign(new Column(this.graph, this.width, this.offset, this.start), { high, low, reach, rests });
  }

  /** Whether so many products more have no room beside an offset. @param {number} products */
  crowded(products) {
    return this.offset && this.rests + BigInt(products) * this.half + this.#offset() > EXACT;
  }

  /** @returns {Value} */
  digit() {
    if (this.offset) throw new Error('a column without a carry is no digit');
    return { node: this.#low(), bound: this.rests };
  }

  /** What is above the digit, in units of 2^width. @returns {Value} */
  above() {
    const node = this.graph.apply('f64x2.fma', this.#high(), this.#scale(), this.graph.constant(-this.#offset()));
    return { node, bound: this.reach >> this.width };
  }

  #high() {
    return /** @type {Node} */ (this.high);
  }

  #low() {
    return /** @type {Node} */ (this.low);
  }

  #scale() {
    return this.graph.constant(1 / Number(1n << this.width));
  }

  /** `magic` in the column above. */
  #offset() {
    return this.magic >> this.width;
  }

  /** @param {bigint} bound */
  #reaches(bound) {
    this.reach += bound;
    within(this.reach, this.magic / 3n, 'a column leaves its binade');
  }

  /** @param {bigint} bound */
  #more(bound) {
    this.rests += bound;
    within(this.rests + (this.offset ? this.#offset() : 0n), EXACT, 'a low part rounds');
  }
}

/**
 * x·y mod 2^width, balanced.
 *
 * @param {Graph} graph
 * @param {bigint} width
 * @param {Value} x
 * @param {Value} y
 * @returns {Value}
 */
export function lowOf(graph, width, x, y) {
  const column = new Column(graph, width, false);
  column.multiply(x, y);
  return column.digit();
}

/**
 * quotient·p0 + x, a multiple of 2^width: what a Montgomery step has to carry out of its column.
 *
 * @param {Graph} graph
 * @param {bigint} width
 * @param {Value} quotient
 * @param {Value} p0 the lowest limb of the modulus
 * @param {Value} x
 * @returns {Value}
 */
export function removedBy(graph, width, quotient, p0, x) {
  const bound = quotient.bound * p0.bound + x.bound;
  within(bound, EXACT << width, 'a multiple of the base rounds');
  return { node: graph.apply('f64x2.fma', quotient.node, p0.node, x.node), bound };
}
