/** The batch models written out as their definition says, operation by operation. */

import { splitMix64 } from '../src/oracle/field.mjs';

/**
 * @param {import('../src/oracle/field.mjs').Field} field
 * @param {bigint} seed
 * @param {number} n
 * @param {number} lanes
 */
export function chainLoop(field, seed, n, lanes) {
  const element = field.generator(seed);
  /** @type {[bigint, bigint][]} */
  const pairs = [];
  for (let lane = 0; lane < lanes; lane++) pairs.push([element(), element()]);
  for (let i = 0; i < n; i++) {
    const pair = pairs[i % lanes];
    [pair[0], pair[1]] = [pair[1], (pair[1] * pair[0]) % field.p];
  }
  return field.fold(pairs.map(([, last]) => last));
}

/**
 * @param {import('../src/oracle/field.mjs').Field} field
 * @param {bigint} seed
 * @param {number} n
 */
export function streamLoop(field, seed, n) {
  const element = field.generator(seed);
  const a = [];
  const b = [];
  for (let slot = 0; slot < 128; slot++) {
    a.push(element());
    b.push(element());
  }
  for (let i = 0; i < n; i++) a[i % 128] = (a[i % 128] * b[i % 128]) % field.p;
  return field.fold(a);
}

/** Values of a slot, slots, and what a turn counts for. @type {Record<string, [number, number, number]>} */
const SHAPES = {
  square: [1, 128, 1],
  add: [2, 128, 1],
  sub: [2, 128, 1],
  sop2: [4, 64, 2],
  sop3: [6, 42, 3],
  sop4: [8, 32, 4],
};

/**
 * @param {import('../src/oracle/field.mjs').Field} field
 * @param {string} operation
 * @param {bigint} seed
 * @param {number} n
 */
export function operationLoop(field, operation, seed, n) {
  const { p } = field;
  const element = field.generator(seed);
  const [values, slots, products] = SHAPES[operation];
  const drawn = Array.from({ length: slots }, () => Array.from({ length: values }, element));
  for (let i = 0; i < n / products; i++) {
    const slot = drawn[i % slots];
    const [a, b, c, d, e, f, g, h] = slot;
    if (operation === 'square') slot[0] = (a * a) % p;
    if (operation === 'add') slot[0] = (a + b) % p;
    if (operation === 'sub') slot[0] = (a - b + p) % p;
    if (operation === 'sop2') slot[0] = (a * b + c * d) % p;
    if (operation === 'sop3') slot[0] = (a * b + c * d + e * f) % p;
    if (operation === 'sop4') slot[0] = (a * b + c * d + e * f + g * h) % p;
  }
  return field.fold(drawn.map(([a]) => a));
}

/**
 * @param {import('../src/oracle/field.mjs').Field} field
 * @param {bigint} seed
 * @param {number} n
 * @param {number} slots
 */
export function inverseLoop(field, seed, n, slots) {
  const { p } = field;
  const drawn = field.operands(seed, slots, 2);
  for (let i = 0; i < n; i++) {
    const slot = drawn[i % slots];
    slot[0] = field.pow(slot[0] - slot[1] + p, p - 2n);
  }
  return field.fold(drawn.map(([a]) => a));
}

/**
 * @param {import('../src/oracle/field.mjs').Field} field
 * @param {bigint} seed
 * @param {number} n
 * @param {{ width: number, slots: number }} limbs bits of each, and how many pairs take turns
 */
export function limbLoop(field, seed, n, { width, slots }) {
  const next = splitMix64(seed);
  const highest = 2n ** BigInt(width - 1);
  const states = Array.from({ length: slots }, () => {
    const a = next() % (2n * highest);
    return { a: a < highest ? a + highest : a, x: next() % (2n * highest), carry: 0n };
  });
  for (let i = 0; i < n; i++) {
    const state = states[i % slots];
    const sum = state.a * state.x + state.carry;
    state.x = sum % (2n * highest);
    state.carry = sum / (2n * highest);
  }
  return field.fold(states.map(({ x, carry }) => x + 2n * highest * carry));
}
