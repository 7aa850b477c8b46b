/** From an order of operations to wasm instructions without a branch. */

import { drop, f64x2, i16x8, i32, i32x4, i64, local, v128 } from 'wasmati';
import { INSTRUCTIONS } from './wide-arithmetic.mjs';

/** @typedef {import('./graph.mjs').Node} Node */
/** @typedef {import('./graph.mjs').Place} Place */
/**
 * `targets` are the variables of the results, null for one that nobody needs.
 *
 * @typedef {{ op: Node['op'], targets: (number | null)[], sources: (number | bigint)[], node: Node }} Step
 */

/** Bytes of a value of vectors, the only ones that are spilled. */
const WIDTH = 16;
/** Operations by which a value without a place has to be needed later, for a store to pay. */
const SPILL_GAIN = 40;

/** @type {Partial<Record<Node['op'], () => void>>} */
const OPERATIONS = {
  'f64x2.add': () => f64x2.add(),
  'f64x2.sub': () => f64x2.sub(),
  'f64x2.fma': () => f64x2.relaxed_madd(),
  'i32x4.add': () => i32x4.add(),
  'i32x4.dot': () => i32x4.dot_i16x8_s(),
  'i32x4.shl16': () => (i32.const(16), i32x4.shl()),
  'i32x4.shl18': () => (i32.const(18), i32x4.shl()),
  'i32x4.shr_s14': () => (i32.const(14), i32x4.shr_s()),
  'i32x4.shr_s18': () => (i32.const(18), i32x4.shr_s()),
  'i32x4.shr_u16': () => (i32.const(16), i32x4.shr_u()),
  'i16x8.sub': () => i16x8.sub(),
  'v128.and': () => v128.and(),
  'v128.or': () => v128.or(),
  'i64.add': () => i64.add(),
  'i64.sub': () => i64.sub(),
  'i64.mul': () => i64.mul(),
  'i64.and': () => i64.and(),
  'i64.shr_u': () => i64.shr_u(),
  'i64.shr_s': () => i64.shr_s(),
};

/**
 * `plus` bytes after a pointer, or an absolute address where there is none.
 *
 * @typedef {{ pointer?: any, plus: number }} Address
 */

/**
 * An order of operations as steps on numbered variables. A value that has a place in memory is
 * loaded when it is used and kept while a register is free; when none is, the one that is needed
 * last is forgotten (Belady 1966). The engine maps variables to registers, and so many fit.
 * With `spills`, a value without a place gets one if it is needed much later than all that have one; without, there are
 * more variables than registers then.
 *
 * @param {Node[]} order without loads
 * @param {number} registers
 * @param {boolean} [spills]
 * @returns {{ steps: Step[], variables: number, pressure: number, spilled: number }} `spilled` are the bytes of values
 *   that got a place
 */
export function allocate(order, registers, spills = false) {
  /** Positions of the uses that are still to come. @type {Map<Node, number[]>} */
  const uses = new Map();
  for (const [at, { args }] of order.entries()) {
    for (const arg of args) if (arg.op !== 'immediate') uses.set(arg, [...(uses.get(arg) ?? []), at]);
  }
  /** @type {Map<Node, number>} */
  const held = new Map();
  /** @type {number[]} */
  const free = [];
  let variables = 0;
  let pressure = 0;
  const variable = () => free.pop() ?? variables++;
  /** @param {Node} node */
  const forget = (node) => {
    free.push(/** @type {number} */ (held.get(node)));
    held.delete(node);
  };
  const nextUse = (/** @type {Node} */ node) => uses.get(node)?.[0] ?? Infinity;
  const last = (/** @type {Node[]} */ nodes) => nodes.reduce((x, y) => (nextUse(y) > nextUse(x) ? y : x));
  /** Places of values that were spilled, and those that are free again. @type {Map<Node, Node>} */
  const homes = new Map();
  /** @type {Place[]} */
  const freePlaces = [];
  let places = 0;
  /** @param {Node} node */
  const spill = (node) => {
    const place = freePlaces.pop() ?? { base: 'spilled', offset: places++ * WIDTH };
    homes.set(node, { ...node, op: 'load', args: [], place });
    const source = /** @type {number} */ (held.get(node));
    steps.push({ op: 'store', targets: [], sources: [source], node: { ...node, op: 'store', args: [node], place } });
  };
  /** @param {Node[]} needed */
  const makeRoom = (needed) => {
    while (held.size >= registers) {
      const there = [...held.keys()].filter((node) => !needed.includes(node));
      const reloadable = there.filter((node) => node.op === 'load' || homes.has(node));
      if (spills && there.length > 0) {
        const latest = last(there);
        if (reloadable.length === 0 || nextUse(latest) > nextUse(last(reloadable)) + SPILL_GAIN) {
          if (!reloadable.includes(latest)) spill(latest);
          forget(latest);
          continue;
        }
      }
      if (reloadable.length === 0) return;
      forget(last(reloadable));
    }
  };
  /** Stages that have begun to write their result, which may be where an operand is. @type {Set<number>} */
  const writing = new Set();
  /** @type {Step[]} */
  const steps = [];
  for (const [at, node] of order.entries()) {
    for (const arg of node.args) {
      if (held.has(arg) || arg.op === 'immediate') continue;
      const home = arg.op === 'load' ? arg : homes.get(arg);
      if (!home) throw new Error(`order: an operand of ${node.op} is not there yet`);
      if (writing.has(arg.stage) && ['a', 'b'].includes(/** @type {any} */ (home.place).base))
        throw new Error('order: an operand is read after a result is written');
      makeRoom(node.args);
      held.set(arg, variable());
      steps.push({ op: 'load', targets: [/** @type {number} */ (held.get(arg))], sources: [], node: home });
    }
    const sources = node.args.map((arg) => arg.immediate ?? /** @type {number} */ (held.get(arg)));
    pressure = Math.max(pressure, held.size);
    for (const arg of new Set(node.args)) {
      const left = uses.get(arg);
      if (!left) continue;
      while (left.length > 0 && left[0] <= at) left.shift();
      if (left.length > 0) continue;
      forget(arg);
      const home = homes.get(arg);
      if (home) freePlaces.push(/** @type {Place} */ (home.place));
    }
    if (node.op === 'store') {
      if (node.place?.base === 'out') writing.add(node.stage);
      steps.push({ op: 'store', targets: [], sources, node });
    } else {
      const targets = (node.high ? [node, node.high] : [node]).map((result) => {
        if (!uses.has(result)) return null;
        makeRoom(node.args);
        held.set(result, variable());
        return /** @type {number} */ (held.get(result));
      });
      steps.push({ op: node.op, targets, sources, node });
    }
  }
  return { steps, variables, pressure, spilled: places * WIDTH };
}

/**
 * Writes the steps into the wasm function being built.
 *
 * @param {Step[]} steps
 * @param {any[]} locals at least as many as `allocate` has variables
 * @param {(node: Node) => Record<string, Address>} places addresses of the bases
 * @param {import('./wide-arithmetic.mjs').WideArithmetic} [wideArithmetic]
 */
export function write(steps, locals, places, wideArithmetic = INSTRUCTIONS) {
  const operations = { ...OPERATIONS, ...wideArithmetic };
  for (const { op, targets, sources, node } of steps) {
    let offset = 0;
    if (node.place) {
      const { pointer, plus } = places(node)[node.place.base];
      if (pointer) local.get(pointer);
      else i32.const(0);
      offset = plus + node.place.offset;
    }
    for (const source of sources) {
      if (typeof source === 'bigint') i64.const(BigInt.asIntN(64, source));
      else local.get(locals[source]);
    }
    const memory = node.type === 'v128' ? v128 : i64;
    if (op === 'load') memory.load({ offset });
    else if (op === 'store') memory.store({ offset });
    else operations[op]?.();
    for (const target of targets.toReversed()) {
      if (target === null) drop();
      else local.set(locals[target]);
    }
  }
}
