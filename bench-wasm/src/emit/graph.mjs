/**
 * A straight-line computation as a graph of operations: first what is computed, then, in another
 * file, in which order. Values are v128 or i64; operands that live in memory (inputs, constants)
 * are `load` nodes, which may be loaded as often as the order makes it cheap.
 */

/**
 * @typedef {'f64x2.add' | 'f64x2.sub' | 'f64x2.fma' | 'i32x4.add' | 'i32x4.dot' | 'i32x4.shl16' |
 *   'i32x4.shl18' | 'i32x4.shr_s14' | 'i32x4.shr_s18' | 'i32x4.shr_u16' | 'i16x8.sub' | 'v128.and' |
 *   'v128.or' | 'i64.add' | 'i64.sub' | 'i64.mul' | 'i64.and' | 'i64.shr_u' | 'i64.shr_s'} Operation of
 *   shifts the distance is part of the name
 *
 * @typedef {'i64.mul_wide_u' | 'i64.add128'} WideOperation of a result of two words, of which the node is the low one
 */

/**
 * @typedef {object} Place an address: a pointer that the surrounding loop holds, plus bytes
 * @property {string} base the pointer's name; `pool` is the constants' address, known when emitting
 * @property {number} offset bytes
 */

/**
 * @typedef {object} Node
 * @property {number} stage
 * @property {number} line
 * @property {'v128' | 'i64'} type of its value and operands
 * @property {Operation | WideOperation | 'high' | 'load' | 'store' | 'immediate'} op `high` is the other word of its
 *   argument, which computes both
 * @property {Node[]} args
 * @property {Place | null} place of a load or store
 * @property {bigint} [immediate] the value of an i64 that is part of the instruction that uses it
 * @property {Node} [high] of a result of two words, the other one
 */

const POOL = 'pool';

export class Graph {
  /** @type {Node[]} */
  nodes = [];
  /** Of the nodes that are made next: 0 or 1. */
  stage = 0;
  /** And part of which sequence they are, such as a column's: several may be computed side by side. */
  line = 0;
  /** Where values of stage 0 are left for stage 1. @type {Map<Node, number>} */
  #crossed = new Map();
  /** @type {Map<string, Node>} */
  #loads = new Map();
  /** The pool's index of every constant. @type {Map<string, number>} */
  #constants = new Map();

  /**
   * @param {'v128' | 'i64'} type of every value
   * @param {'f64' | 'i32'} [lane] of a vector's constants
   */
  constructor(type, lane = 'f64') {
    this.type = type;
    this.lane = lane;
    this.bytes = type === 'v128' ? 16 : 8;
  }

  /** @param {Node['op']} op @param {Node[]} args @param {Place | null} [place] @returns {Node} */
  #node(op, args, place = null) {
    const node = {
      stage: this.stage,
      line: this.line,
      type: this.type,
      op,
      args: args.map((arg) => this.#here(arg)),
      place,
    };
    this.nodes.push(node);
    return node;
  }

  /**
   * The value in the present stage. One of the stage before is left in memory as soon as it is there.
   *
   * @param {Node} node
   */
  #here(node) {
    if (node.stage === this.stage || node.op === 'load' || node.op === 'immediate') return node;
    let offset = this.#crossed.get(node);
    if (offset === undefined) {
      this.#crossed.set(node, (offset = this.#crossed.size * this.bytes));
      const store = { ...node, op: /** @type {const} */ ('store'), args: [node], place: { base: 'scratch', offset } };
      this.nodes.splice(this.nodes.indexOf(node) + 1, 0, store);
    }
    return this.load('scratch', offset);
  }

  /** @param {Operation} op @param {...Node} args */
  apply(op, ...args) {
    return this.#node(op, args);
  }

  /** @param {WideOperation} op @param {...Node} args @returns {[Node, Node]} low word and high word */
  applyWide(op, ...args) {
    const low = this.#node(op, args);
    low.high = this.#node('high', [low]);
    return [low, low.high];
  }

  /** @param {string} base @param {number} offset @returns {Node} always the same for a place in a stage */
  load(base, offset) {
    const key = `${base === POOL ? '' : this.stage} ${base} ${offset}`;
    let node = this.#loads.get(key);
    if (!node) this.#loads.set(key, (node = this.#node('load', [], { base, offset })));
    return node;
  }

  /** @param {string} base @param {number} offset @param {Node} value */
  store(base, offset, value) {
    this.#node('store', [value], { base, offset });
  }

  /**
   * A scalar constant becomes part of the instruction; a vector comes from memory, since engines
   * build a `v128.const` anew at every use.
   *
   * @param {number | bigint} value the same in every lane
   * @returns {Node}
   */
  constant(value) {
    if (this.type === 'i64') {
      const node = this.#node('immediate', []);
      node.immediate = BigInt(value);
      return node;
    }
    const key = String(value);
    let index = this.#constants.get(key);
    if (index === undefined) this.#constants.set(key, (index = this.#constants.size));
    return this.load(POOL, index * this.bytes);
  }

  /** The pool's contents. @returns {Uint8Array} */
  pool() {
    const view = new DataView(new ArrayBuffer(this.#constants.size * this.bytes));
    for (const [key, index] of this.#constants) {
      const at = index * this.bytes;
      if (this.lane === 'f64') for (const lane of [0, 8]) view.setFloat64(at + lane, Number(key), true);
      else for (const lane of [0, 4, 8, 12]) view.setInt32(at + lane, Number(key), true);
    }
    return new Uint8Array(view.buffer);
  }
}
