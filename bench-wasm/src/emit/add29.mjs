import { Graph } from './graph.mjs';
import { LIMBS, WIDTH, split } from './radix29.mjs';

const LIMB_BYTES = 8;

/**
 * out = a + b mod p, canonical. Limbs radix 2^29, little-endian.
 * Preconditions: a, b < p < 2^260, limbs < 2^29. Postcondition: out < p, limbs < 2^29.
 * Lanes: 1. Multiplies: none.
 *
 * a + b - p with signed carries; the sign of the last says whether p was too much, and is the mask
 * with which p comes back. No branch, no table.
 *
 * @param {bigint} p
 */
export function add29(p) {
  const graph = new Graph('i64');
  const mask = graph.constant((1n << WIDTH) - 1n);
  const width = graph.constant(WIDTH);
  const limbs = split(p);
  if (p >> (WIDTH * BigInt(LIMBS) - 1n)) throw new RangeError('p: at most 260 bits');
  /** @typedef {import('./graph.mjs').Node} Node */

  /** Normalised limbs of the sum of columns, and the last column with the carry into it. @param {Node[]} columns */
  const normalise = ([first, ...columns]) => {
    let last = first;
    const digits = [graph.apply('i64.and', first, mask)];
    for (const column of columns) {
      last = graph.apply('i64.add', column, graph.apply('i64.shr_s', last, width));
      digits.push(graph.apply('i64.and', last, mask));
    }
    return { digits, last };
  };

  const { digits: less, last } = normalise(
    limbs.map((limb, i) => {
      const sum = graph.apply('i64.add', graph.load('a', LIMB_BYTES * i), graph.load('b', LIMB_BYTES * i));
      return graph.apply('i64.sub', sum, graph.constant(limb));
    }),
  );
  const negative = graph.apply('i64.shr_s', last, width);
  const { digits: restored } = normalise(
    limbs.map((limb, i) => graph.apply('i64.add', less[i], graph.apply('i64.and', negative, graph.constant(limb)))),
  );
  for (let i = 0; i < LIMBS; i++) graph.store('out', LIMB_BYTES * i, restored[i]);
  return graph;
}
