/**
 * The oracle of the two hashes of two elements on BigInt: Poseidon, as circomlib has it, and Poseidon2, as
 * openzeppelin-crypto has it. Both work on a state of three elements of BN254's scalar field, in rounds: add constants,
 * take fifth powers, multiply by a matrix. A full round takes the fifth power of all three elements, a partial round of
 * the first alone; partial rounds stand in the middle, and half of the full rounds on either side.
 *
 * No constant is copied: they are drawn here as the papers say, from one generator that is seeded by the parameters.
 * Sources: Poseidon https://eprint.iacr.org/2019/458, appendix F; Poseidon2 https://eprint.iacr.org/2023/323.
 */

import { FR } from './field.mjs';

/** @typedef {bigint[]} State three elements */
/** @typedef {bigint[][]} Matrix its rows */
/**
 * @typedef {object} Permutation
 * @property {number} fullRounds
 * @property {number} partialRounds
 * @property {State[]} constants of each round, what is added to the three elements
 * @property {Matrix} full of the full rounds
 * @property {Matrix} partial of the partial rounds
 */

const { p } = FR;
const BITS = 254;
const WIDTH = 3;
const FULL_ROUNDS = 8;
const FIELD_IS_PRIME = 1;

/** @param {(i: number) => bigint} element @returns {State} */
const stateOf = (element) => Array.from({ length: WIDTH }, (_, i) => element(i));

/**
 * The generator: a shift register of 80 bits as in the cipher Grain, of whose bits every second one is taken, and only
 * where the one before it is set.
 *
 * @param {{ sbox: number, partialRounds: number }} parameters sbox: the number that stands for the fifth power
 * @returns {() => bigint} the next number of 254 bits
 */
function grain({ sbox, partialRounds }) {
  const seed = [
    [FIELD_IS_PRIME, 2],
    [sbox, 4],
    [BITS, 12],
    [WIDTH, 12],
    [FULL_ROUNDS, 10],
    [partialRounds, 10],
  ].map(([value, width]) => value.toString(2).padStart(width, '0'));
  const bits = [...seed.join(''), ...'1'.repeat(30)].map(Number);
  const step = () => {
    const first = bits.length - 80;
    const bit =
      bits[first + 62] ^ bits[first + 51] ^ bits[first + 38] ^ bits[first + 23] ^ bits[first + 13] ^ bits[first];
    bits.push(bit);
    return bit;
  };
  for (let i = 0; i < 160; i++) step();
  const taken = () => {
    while (step() === 0) step();
    return step();
  };
  return () => BigInt(`0b${Array.from({ length: BITS }, taken).join('')}`);
}

/** @param {() => bigint} next @returns {bigint} the next number that is below p */
function elementOf(next) {
  for (;;) {
    const value = next();
    if (value < p) return value;
  }
}

/** @param {number} round @param {number} partialRounds */
const isFull = (round, partialRounds) => round < FULL_ROUNDS / 2 || round >= FULL_ROUNDS / 2 + partialRounds;

/** @returns {Permutation} */
function poseidonParameters() {
  const partialRounds = 57;
  const next = grain({ sbox: 0, partialRounds });
  const constants = Array.from({ length: FULL_ROUNDS + partialRounds }, () => stateOf(() => elementOf(next)));
  // The matrix follows them: 1 / (x_i + y_j), a Cauchy matrix.
  const [xs, ys] = [stateOf(next), stateOf(next)];
  const matrix = xs.map((x) => ys.map((y) => FR.inverse(x + y)));
  return { fullRounds: FULL_ROUNDS, partialRounds, constants, full: matrix, partial: matrix };
}

/** @returns {Permutation} */
function poseidon2Parameters() {
  const partialRounds = 56;
  const next = grain({ sbox: 0, partialRounds });
  return {
    fullRounds: FULL_ROUNDS,
    partialRounds,
    // A partial round adds to the first element alone.
    constants: Array.from({ length: FULL_ROUNDS + partialRounds }, (_, round) =>
      stateOf((i) => (i === 0 || isFull(round, partialRounds) ? elementOf(next) : 0n)),
    ),
    full: [
      [2n, 1n, 1n],
      [1n, 2n, 1n],
      [1n, 1n, 2n],
    ],
    partial: [
      [2n, 1n, 1n],
      [1n, 2n, 1n],
      [1n, 1n, 3n],
    ],
  };
}

/**
 * @param {() => Permutation} draw
 * @returns {() => Permutation} drawn when they are first needed, which takes 10 ms: most sessions hash nothing
 */
function drawnOnce(draw) {
  /** @type {Permutation | undefined} */
  let drawn;
  return () => (drawn ??= Object.freeze(draw()));
}

/** The parameters of the two. */
export const ofPoseidon1 = drawnOnce(poseidonParameters);
export const ofPoseidon2 = drawnOnce(poseidon2Parameters);

/** @param {Matrix} matrix @param {State} state @returns {State} */
const multiply = (matrix, state) => matrix.map((row) => row.reduce((sum, m, i) => sum + m * state[i], 0n) % p);

/** @param {State} state @param {Permutation} permutation @returns {State} after all rounds */
const rounds = (state, { constants, partialRounds, full, partial }) =>
  constants.reduce((before, added, round) => {
    const whole = isFull(round, partialRounds);
    const powers = before.map((x, i) => (whole || i === 0 ? FR.pow(x + added[i], 5n) : x + added[i]));
    return multiply(whole ? full : partial, powers);
  }, state);

/** @param {State} state @returns {State} Poseidon2's permutation: before its rounds the state is multiplied once */
export const permute2 = (state) => rounds(multiply(ofPoseidon2().full, state), ofPoseidon2());

/** @param {bigint} a @param {bigint} b @returns {bigint} Poseidon of two elements: the first of the state */
export const poseidon1 = (a, b) => rounds([0n, a, b], ofPoseidon1())[0];

/**
 * @param {bigint} a
 * @param {bigint} b
 * @returns {bigint} Poseidon2 of two elements: a sponge whose first element is never shown, so the second of the state
 */
export const poseidon2 = (a, b) => permute2([0n, a, b])[1];

/** Pairs that a batch hashes in turns. */
const SLOTS = 8;

/** @typedef {(a: bigint, b: bigint) => bigint} Hash */

/**
 * @param {Hash} hash
 * @param {bigint} seed of x0 and x1
 * @param {number} n
 * @returns {bigint} the last of n hashes, each of the two values before it, the newer one first
 */
export function hashChain(hash, seed, n) {
  let [[previous, current]] = FR.operands(seed, 1, 2);
  for (let i = 0; i < n; i++) [previous, current] = [current, hash(current, previous)];
  return current;
}

/**
 * @param {Hash} hash
 * @param {bigint} seed of a0, b0, a1, ...
 * @param {number} n a multiple of eight
 * @returns {bigint} the fold of all a, after n times a = hash(a, b), slot after slot and pass after pass
 */
export function hashBatch(hash, seed, n) {
  const last = FR.operands(seed, SLOTS, 2).map(([first, b]) => {
    let a = first;
    for (let i = 0; i < n / SLOTS; i++) a = hash(a, b);
    return a;
  });
  return FR.fold(last);
}
