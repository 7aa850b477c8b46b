/** The loops of a kernel as a wasm module: what the harness times, and nothing else. */

import {
  Module,
  br_if,
  f64x2,
  func,
  i32,
  i64,
  i64x2,
  if_,
  local,
  loop,
  memory as createMemory,
  select,
  v128,
} from 'wasmati';
import { ARRAYS, POOL, SCRATCH, SPILLED, slots } from './layout.mjs';
import { abreast, asWritten, interleave } from './order.mjs';
import { allocate, write } from './straight-line.mjs';

/** @typedef {import('./graph.mjs').Graph} Graph */
/** @typedef {import('./graph.mjs').Node} Node */
/** @typedef {import('./straight-line.mjs').Address} Address */
/** @typedef {import('wasmati').Local} Local */
/** @typedef {{ in: any[], locals?: any[], out: any[] }} Signature */

/** wasmati types every local by its place; the number of these depends on the kernel. */
const define = /** @type {(signature: Signature, body: (args: Local[], locals: Local[]) => void) => any} */ (
  /** @type {unknown} */ (func)
);

/** Of one of the two scratch areas. */
const SCRATCH_BYTES = (SPILLED - SCRATCH) / 2;

/** 1 + 2^-27, 1 - 2^-27, -1 and their sum of product: -2^-54, but 0 where the product is rounded. */
const FUSED = [1 + 2 ** -27, 1 - 2 ** -27, -1, -(2 ** -54)];

/**
 * @typedef {object} Order of a stream
 * @property {number} grain of the overlap
 * @property {[count: number, grain: number]} [lines] so many at a time, in turns of so many operations; one after the
 *   other by default
 */

/**
 * @typedef {object} Loops
 * @property {Graph} operation out = a op b
 * @property {{ graph: Graph, orders: Record<string, Order> }} [overlapped] the same in two stages: a
 *   stream then runs the second stage of an element between the instructions of the first stage of
 *   the next. The streams by their names
 * @property {import('./layout.mjs').Format} format
 * @property {number} registers how many values are held at once, if the order allows
 * @property {boolean} [spills] whether the module spills values, and leaves no more of them to the engine
 * @property {import('./wide-arithmetic.mjs').WideArithmetic} [wideArithmetic] its instructions by default
 */

/**
 * A module with
 * - `operation(out, a, b)`: once, on packed elements; out may be a or b;
 * - `chain(previous, current, steps)`: current op previous, written over previous, and the two
 *   change places; returns the address of the newest;
 * - `stream(calls)`: a[i] = a[i] op b[i] over the arrays of layout.mjs, slot after slot; overlapped,
 *   one for each grain;
 * - `read(at)` and `write(at, word)`: a word of the memory, for a program in wasm that the module is linked to;
 * - `fused()`, where there is a relaxed_madd: 1 if it rounds once;
 * - `memory`.
 *
 * @param {Loops} loops
 * @returns {Uint8Array}
 */
export function emitLoops({ operation, overlapped, format, registers, spills, wideArithmetic }) {
  const vectors = operation.type === 'v128';
  const fuses = operation.nodes.some(({ op }) => op === 'f64x2.fma');
  const { memory, pools, test } = memoryImage(overlapped ? [operation, overlapped.graph] : [operation]);
  const arrayBytes = slots(format) * format.bytes;
  const values = (/** @type {number} */ count) => Array(count).fill(vectors ? v128 : i64);
  /** @param {any} pointer @returns {Address} */
  const at = (pointer) => ({ pointer, plus: 0 });
  /** @param {Graph} graph @param {Address} out @param {Address} a @param {Address} b */
  const places = (graph, out, a, b) => ({
    pool: { plus: pools.get(graph) ?? POOL },
    scratch: { plus: SCRATCH },
    spilled: { plus: SPILLED },
    out,
    a,
    b,
  });
  /** @param {Graph} graph @param {Local} slot of array a */
  const placesOf = (graph, slot) => places(graph, at(slot), at(slot), { pointer: slot, plus: arrayBytes });

  /** @param {Node[]} order */
  const allocated = (order) => {
    const { spilled, ...allocation } = allocate(order, registers, spills);
    if (SPILLED + spilled > ARRAYS) throw new RangeError(`spills: ${spilled} bytes do not fit`);
    return allocation;
  };
  const { steps: once, variables } = allocated(asWritten(operation));

  const single = define({ in: [i32, i32, i32], locals: values(variables), out: [] }, ([out, a, b], locals) => {
    write(once, locals, () => places(operation, at(out), at(a), at(b)), wideArithmetic);
  });

  const chain = define(
    { in: [i32, i32, i32], locals: [i32, ...values(variables)], out: [i32] },
    ([previous, current, steps], [swap, ...locals]) => {
      when(steps, () => {
        repeat(steps, () => {
          write(once, locals, () => places(operation, at(previous), at(current), at(previous)), wideArithmetic);
          local.set(swap, previous);
          local.set(previous, current);
          local.set(current, swap);
        });
      });
      local.get(current);
    },
  );

  /** To the next slot; from the last to the first. @param {any} slot */
  const advance = (slot) => {
    local.set(slot, i32.add(slot, format.bytes));
    i32.const(ARRAYS);
    local.get(slot);
    i32.eq(slot, ARRAYS + arrayBytes);
    select();
    local.set(slot);
  };

  const simpleStream = () =>
    define({ in: [i32], locals: [i32, ...values(variables)], out: [] }, ([calls], [slot, ...locals]) => {
      local.set(slot, i32.const(ARRAYS));
      when(calls, () => {
        repeat(calls, () => {
          write(once, locals, () => placesOf(operation, slot), wideArithmetic);
          advance(slot);
        });
      });
    });

  /** @param {Graph} graph @param {Order} order */
  const overlappedStream = (graph, { grain, lines }) => {
    const [head, tail] = [0, 1]
      .map((stage) => asWritten(graph, stage))
      .map((nodes) => (lines ? abreast(nodes, ...lines) : nodes));
    const [begin, both, end] = [head, interleave(tail, head, grain), tail].map(allocated);
    const most = Math.max(begin.variables, both.variables, end.variables);
    return define(
      { in: [i32], locals: [i32, i32, i32, i32, ...values(most)], out: [] },
      ([calls], [slot, next, full, empty, ...locals]) => {
        // Two scratch areas change places: one is filled for the next element while the other is read.
        const stages = [
          { ...placesOf(graph, next), scratch: { pointer: empty, plus: SCRATCH } },
          { ...placesOf(graph, slot), scratch: { pointer: full, plus: SCRATCH } },
        ];
        const placesIn = (/** @type {Node} */ node) => stages[node.stage];
        when(calls, () => {
          local.set(slot, i32.const(ARRAYS));
          local.set(next, i32.const(ARRAYS));
          write(begin.steps, locals, placesIn);
          local.set(calls, i32.sub(/** @type {any} */ (calls), 1));
          when(calls, () => {
            repeat(calls, () => {
              advance(/** @type {any} */ (next));
              local.set(full, empty);
              local.set(empty, i32.sub(SCRATCH_BYTES, /** @type {any} */ (empty)));
              write(both.steps, locals, placesIn);
              local.set(slot, next);
            });
          });
          local.set(full, empty);
          write(end.steps, locals, placesIn);
        });
      },
    );
  };

  const read = define({ in: [i32], out: [i64] }, ([at]) => {
    local.get(at);
    i64.load({});
  });
  const write64 = define({ in: [i32, i64], out: [] }, ([at, word]) => {
    local.get(at);
    local.get(word);
    i64.store({});
  });

  const fused = define({ in: [], out: [i32] }, () => {
    const [x, y, z, sum] = FUSED.map((_, i) => () => (i32.const(0), v128.load({ offset: test + 16 * i })));
    x();
    y();
    z();
    f64x2.relaxed_madd();
    sum();
    f64x2.eq();
    i64x2.all_true();
  });

  const streams = overlapped
    ? Object.fromEntries(
        Object.entries(overlapped.orders).map(([name, order]) => [name, overlappedStream(overlapped.graph, order)]),
      )
    : { stream: simpleStream() };
  return Module({
    exports: { operation: single, chain, ...streams, read, write: write64, memory, ...(fuses ? { fused } : {}) },
  }).toBytes();
}

/**
 * The module's memory with every graph's constants in it.
 *
 * @param {Graph[]} graphs
 */
function memoryImage(graphs) {
  /** @type {Map<Graph, number>} */
  const pools = new Map();
  /** @type {number[]} */
  const image = [];
  for (const graph of graphs) {
    const pool = graph.pool();
    // Two of the same constants share them.
    const same = graphs.find((other) => pools.has(other) && Buffer.compare(other.pool(), pool) === 0);
    pools.set(graph, same ? Number(pools.get(same)) : POOL + image.length);
    if (!same) image.push(...pool);
  }
  const test = POOL + image.length;
  image.push(...new Uint8Array(Float64Array.from(FUSED.flatMap((x) => [x, x])).buffer));
  if (POOL + image.length > SCRATCH) throw new RangeError(`pool: ${image.length} bytes of constants do not fit`);
  return { memory: createMemory({ min: 1 }, image), pools, test };
}

/** @param {any} count @param {() => void} body if count is not zero */
export function when(count, body) {
  local.get(count);
  if_({}, body);
}

/** The body, and again while --count is not zero. @param {any} count @param {() => void} body */
export function repeat(count, body) {
  loop({}, (top) => {
    body();
    local.tee(count, i32.sub(count, 1));
    br_if(top);
  });
}
