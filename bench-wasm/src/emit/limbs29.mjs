import { Graph } from './graph.mjs';
import { LIMBS, WIDTH, inverse, split } from './radix29.mjs';

/** @typedef {import('./graph.mjs').Node} Node */

const LAST = LIMBS - 1;
const LIMB_BYTES = 8;

/**
 * out = a·b·R^-1 mod p. R = 2^261, limbs radix 2^29, little-endian.
 * Preconditions: a, b < 2p, limbs < 2^29. Postcondition: out < 1.17p in Fq, < 1.53p in
 * Fr, limbs < 2^29; test/bounds.test.mjs proves it.
 * Lanes: 1. Multiplies: 118 i64.mul. Not constant-time audited.
 *
 * The steps of src/radix/montgomery.rs: a two-level three-way Karatsuba, eight
 * columns removed by 2^-29 mod p, and one Montgomery step.
 *
 * @param {bigint} p an odd prime below 2^254
 * @returns {Graph}
 */
export function limbs29(p) {
  const graph = new Graph('i64');
  const mask = graph.constant((1n << WIDTH) - 1n);
  const width = graph.constant(WIDTH);
  /** @param {Node} x @param {Node} y */
  const add = (x, y) => graph.apply('i64.add', x, y);
  /** @param {Node} x @param {Node} y */
  const sub = (x, y) => graph.apply('i64.sub', x, y);
  /** @param {Node} x @param {Node} y */
  const mul = (x, y) => graph.apply('i64.mul', x, y);
  /** @param {Node} x */
  const low = (x) => graph.apply('i64.and', x, mask);
  /** @param {Node} x */
  const high = (x) => graph.apply('i64.shr_u', x, width);
  /** @param {bigint} x */
  const constants = (x) => split(x).map((limb) => graph.constant(limb));

  const a = Array.from({ length: LIMBS }, (_, i) => graph.load('a', LIMB_BYTES * i));
  const b = Array.from({ length: LIMBS }, (_, i) => graph.load('b', LIMB_BYTES * i));
  const columns = karatsuba(a, b, { add, sub, mul });

  const fold = constants(inverse(1n << WIDTH, p));
  for (let k = 0; k < LAST; k++) {
    const quotient = low(columns[k]);
    columns[k + 1] = add(columns[k + 1], high(columns[k]));
    for (let j = 0; j < LIMBS; j++) columns[k + 1 + j] = add(columns[k + 1 + j], mul(quotient, fold[j]));
  }
  const negatedInverse = (1n << WIDTH) - inverse(p, 1n << WIDTH);
  const quotient = low(mul(columns[LAST], graph.constant(negatedInverse)));
  for (const [j, limb] of constants(p).entries()) columns[LAST + j] = add(columns[LAST + j], mul(quotient, limb));
  let carry = high(columns[LAST]);
  for (let i = 0; i < LAST; i++) {
    const column = add(columns[LIMBS + i], carry);
    graph.store('out', LIMB_BYTES * i, low(column));
    carry = high(column);
  }
  graph.store('out', LIMB_BYTES * LAST, carry);
  return graph;
}

/**
 * Three blocks of three limbs, six block products of six products each.
 *
 * @param {Node[]} a @param {Node[]} b
 * @param {Record<'add' | 'sub' | 'mul', (x: Node, y: Node) => Node>} use
 * @returns {Node[]} column k is the sum of a[i]·b[k-i]; differences on the way wrap and come back
 */
function karatsuba(a, b, { add, sub, mul }) {
  /** @param {Node[]} x @param {Node[]} y */
  const sums = (x, y) => x.map((limb, i) => add(limb, y[i]));
  /** @param {Node[]} x @param {Node[]} y */
  const product = (x, y) => {
    const [p0, p1, p2] = x.map((limb, i) => mul(limb, y[i]));
    /** @param {number} i @param {number} j */
    const cross = (i, j) => mul(add(x[i], x[j]), add(y[i], y[j]));
    return [
      p0,
      sub(sub(cross(0, 1), p0), p1),
      add(sub(sub(cross(0, 2), p0), p2), p1),
      sub(sub(cross(1, 2), p1), p2),
      p2,
    ];
  };
  const [a0, a1, a2] = [a.slice(0, 3), a.slice(3, 6), a.slice(6)];
  const [b0, b1, b2] = [b.slice(0, 3), b.slice(3, 6), b.slice(6)];
  const p0 = product(a0, b0);
  const p1 = product(a1, b1);
  const u = product(sums(a0, a1), sums(b0, b1));
  const z1 = u.map((x, i) => sub(sub(x, p0[i]), p1[i]));
  const p2 = product(a2, b2);
  const v = product(sums(a0, a2), sums(b0, b2));
  const z2 = v.map((x, i) => add(sub(sub(x, p0[i]), p2[i]), p1[i]));
  const x = product(sums(a1, a2), sums(b1, b2));
  const z3 = x.map((y, i) => sub(sub(y, p1[i]), p2[i]));
  const blocks = [p0, z1, z2, z3, p2];
  return Array.from({ length: 2 * LIMBS - 1 }, (_, k) => {
    const parts = blocks.map((block, i) => block[k - 3 * i]).filter(Boolean);
    return parts.slice(1).reduce(add, parts[0]);
  });
}
