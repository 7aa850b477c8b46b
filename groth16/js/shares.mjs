/** Which points each seat has: all kinds in a row, cut where the work of every seat is the same. */

/**
 * @typedef {'a' | 'b' | 'bInG2' | 'c' | 'h'} Points in the order of their sections
 * @typedef {{ variables: number, public: number, rows: number }} Sizes
 * @typedef {Record<Points, [from: number, to: number]>} Share of each kind a range
 */

/** @type {readonly { points: Points, section: number, size: number, what: string }[]} */
export const POINTS = Object.freeze([
  { points: 'a', section: 5, size: 64, what: 'points A' },
  { points: 'b', section: 6, size: 64, what: 'points B in G1' },
  { points: 'bInG2', section: 7, size: 128, what: 'points B in G2' },
  { points: 'c', section: 8, size: 64, what: 'points C' },
  { points: 'h', section: 9, size: 64, what: 'points H' },
]);

/**
 * What a point takes. Those of H go to the first seats: their values come last, from transforms that these seats have.
 */
const WORK = Object.freeze(
  /** @type {[Points, number][]} */ ([
    ['h', 1],
    ['a', 0.75],
    ['b', 0.6],
    ['c', 0.75],
    ['bInG2', 1.6],
  ]),
);
/** What a transform takes for each row. All this was measured on Semaphore's circuits. */
const TRANSFORM = 0.1;
/** Transforms of A, B and C: those of the first seats. */
const TRANSFORMS = 3;

/** @param {Points} points @param {Sizes} sizes @returns {number} how many a key has */
export function countOf(points, { variables, public: publics, rows }) {
  if (points === 'h') return rows;
  return points === 'c' ? variables - publics - 1 : variables;
}

/** @param {Sizes} sizes @param {number} seats @returns {Share[]} */
export function sharesOf(sizes, seats) {
  const transforms = Array.from(
    { length: seats },
    (_, seat) => [0, 1, 2].filter((at) => at % seats === seat).length * TRANSFORM * sizes.rows,
  );
  const all = WORK.reduce((sum, [points, work]) => sum + work * countOf(points, sizes), 0);
  const each = (all + TRANSFORMS * TRANSFORM * sizes.rows) / seats;
  /** @type {Share[]} */
  const shares = transforms.map(() => ({ a: [0, 0], b: [0, 0], bInG2: [0, 0], c: [0, 0], h: [0, 0] }));
  let seat = 0;
  let left = Math.max(0, each - transforms[0]);
  for (const [points, work] of WORK) {
    const count = countOf(points, sizes);
    for (let from = 0; from < count;) {
      const last = seat === seats - 1;
      const to = last ? count : Math.min(count, from + Math.max(0, Math.round(left / work)));
      shares[seat][points] = [from, to];
      left -= (to - from) * work;
      from = to;
      if (from < count) left = Math.max(0, each - transforms[++seat]);
    }
  }
  return shares;
}
