/**
 * Loops of products over arrays, for modules of Rust that have others in their places (`src/radix/loops51.rs`):
 * functions of six i32, (out, a, b, n, constants, scratch), which use no memory but what these point to.
 *
 * The reduction of an element runs between the products of the next, as in `fma-pair-emitted`. The constants are those
 * of a prime in the order of the graph's pool. Graphs of one prime serve every prime of its form (`Form` of
 * `src/radix/radix51.rs`), which test/bounds.test.mjs proves.
 */

import binaryen from 'binaryen';
import { Module, func, i32, importMemory, local, v128 } from 'wasmati';
import { FQ, fieldOf } from '../oracle/field.mjs';
import { fmaPair, operandsOfRust } from './fma-pair.mjs';
import { repeat, when } from './loops.mjs';
import { asWritten, interleave } from './order.mjs';
import { FORMAT } from './radix51.mjs';
import { allocate, write } from './straight-line.mjs';

/** @typedef {import('./graph.mjs').Node} Node */

/** What x86-64 leaves to values, of 16. */
const REGISTERS = 15;
/** Instructions of a stage before one of the other: found by measuring on V8 14. */
const GRAIN = 16;
/** Of one of the two scratch areas. */
const SCRATCH_BYTES = 1024;

/**
 * @typedef {object} Loop
 * @property {boolean} centred whether it is for primes whose second quotient is centred
 * @property {boolean} square of an element instead of a product of two
 * @property {boolean} down from the last element to the first
 */

/** @param {Pick<Loop, 'centred' | 'square'>} loop */
export function graphOf({ centred, square }) {
  const { p } = centred ? fieldOf('bls12-381-fr') : FQ;
  return fmaPair(p, { overlapped: true, square, operands: operandsOfRust(p) });
}

/** The functions by the names of those in whose places they are put. @type {Readonly<Record<string, Loop>>} */
export const LOOPS = Object.freeze({
  products_up: { centred: false, square: false, down: false },
  products_down: { centred: false, square: false, down: true },
  squares: { centred: false, square: true, down: false },
  centred_products_up: { centred: true, square: false, down: false },
  centred_products_down: { centred: true, square: false, down: true },
  centred_squares: { centred: true, square: true, down: false },
});

/** @param {Loop} loop */
function emitLoop(loop) {
  const { square, down } = loop;
  const graph = graphOf(loop);
  const [head, tail] = [asWritten(graph, 0), asWritten(graph, 1)];
  const [begin, both, end] = [head, interleave(tail, head, GRAIN), tail].map((order) => allocate(order, REGISTERS));
  const values = Math.max(begin.variables, both.variables, end.variables);
  const crossing = graph.nodes.filter(({ op, place }) => op === 'store' && place?.base === 'scratch').length;
  if (crossing * 16 > SCRATCH_BYTES) throw new RangeError(`scratch: ${crossing} values do not fit`);
  const signature = { in: [i32, i32, i32, i32, i32, i32], locals: [i32, i32, ...Array(values).fill(v128)], out: [] };
  return /** @type {any} */ (func)(
    signature,
    (/** @type {any[]} */ [out, a, b, n, pool, scratch], /** @type {any[]} */ [full, swap, ...locals]) => {
      // Pointers are to the element being reduced, or, from the last to the first, to the one before it in memory.
      const [next, here] = down ? [0, FORMAT.bytes] : [FORMAT.bytes, 0];
      /** @param {number} plus @param {any} area */
      const places = (plus, area) => ({
        pool: { pointer: pool, plus: 0 },
        scratch: { pointer: area, plus: 0 },
        out: { pointer: out, plus },
        a: { pointer: a, plus },
        b: { pointer: b, plus },
      });
      /** @param {number} bytes */
      const advance = (bytes) => {
        for (const pointer of square ? [out, a] : [out, a, b]) local.set(pointer, i32.add(pointer, bytes));
      };
      const stages = [places(next, scratch), places(here, full)];
      when(n, () => {
        if (down) {
          // To one before the last: a factor is no immediate of an address.
          for (const pointer of square ? [out, a] : [out, a, b]) {
            local.set(pointer, i32.add(pointer, i32.mul(i32.sub(n, 1), FORMAT.bytes)));
          }
        }
        write(begin.steps, locals, () => places(0, scratch));
        local.set(full, i32.add(scratch, SCRATCH_BYTES));
        const turn = () => {
          local.set(swap, full);
          local.set(full, scratch);
          local.set(scratch, swap);
        };
        turn();
        if (down) advance(-FORMAT.bytes);
        local.set(n, i32.sub(n, 1));
        when(n, () => {
          repeat(n, () => {
            write(both.steps, locals, (/** @type {Node} */ node) => stages[node.stage]);
            turn();
            advance(down ? -FORMAT.bytes : FORMAT.bytes);
          });
        });
        write(end.steps, locals, () => stages[1]);
      });
    },
  );
}

/**
 * A module that exports those of a form. Binaryen writes it again as it is, but for the types of its blocks: wasmati
 * numbers them, and the numbers would be those of this module.
 *
 * @param {boolean} centred
 * @returns {Uint8Array}
 */
export function emitProducts(centred) {
  const memory = importMemory({ min: 1 });
  const loops = Object.entries(LOOPS).filter(([, loop]) => loop.centred === centred);
  const exports = Object.fromEntries(loops.map(([name, loop]) => [name, emitLoop(loop)]));
  const bytes = /** @type {any} */ (Module)({ memory, exports }).toBytes();
  const { SIMD128, RelaxedSIMD, MVP } = binaryen.Features;
  // Its types do not know the features.
  return /** @type {any} */ (binaryen).readBinary(bytes, MVP | SIMD128 | RelaxedSIMD).emitBinary();
}
