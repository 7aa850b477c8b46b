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

/** What a point takes that is not at infinity, and transforms for each row. Measured with 2^12 to 2^18 rows. */
const WORK = Object.freeze(/** @type {Record<Points, number>} */ ({ h: 1, a: 1, b: 1, c: 1, bInG2: 3.2 }));
const TRANSFORMS = 0.64;

/** @param {Points} points @param {Sizes} sizes @returns {number} how many a key has */
export function countOf(points, { variables, public: publics, rows }) {
  if (points === 'h') return rows;
  return points === 'c' ? variables - publics - 1 : variables;
}

/**
 * The same work for every seat. The first one transforms, and has as many of the points H as it can, whose values it
 * has then; the others have the same number of what is left of them, and something else to do before.
 *
 * @param {Sizes} sizes
 * @param {number} seats
 * @param {number} finite share of the points B that are not at infinity, from 0 to 1
 * @returns {Share[]}
 */
export function sharesOf(sizes, seats, finite) {
  const work = { ...WORK, b: WORK.b * finite, bInG2: WORK.bInG2 * finite };
  const kinds = /** @type {Points[]} */ (Object.keys(WORK));
  const all = kinds.reduce((sum, points) => sum + work[points] * countOf(points, sizes), TRANSFORMS * sizes.rows);
  const left = Array.from({ length: seats }, (_, seat) => all / seats - (seat === 0 ? TRANSFORMS * sizes.rows : 0));
  const shares = left.map(() => /** @type {Share} */ ({ a: [0, 0], b: [0, 0], bInG2: [0, 0], c: [0, 0], h: [0, 0] }));
  /** @param {Points} points @param {(seat: number) => number} most work of a seat for them */
  const deal = (points, most) => {
    const count = countOf(points, sizes);
    let from = 0;
    for (const [seat, share] of shares.entries()) {
      const last = seat === seats - 1;
      const to = last ? count : Math.min(count, from + Math.max(0, Math.round(most(seat) / work[points])));
      share[points] = [from, to];
      left[seat] -= (to - from) * work[points];
      from = to;
    }
  };
  const ofFirst = Math.min(left[0], work.h * sizes.rows);
  deal('h', (seat) => (seat === 0 ? ofFirst : (work.h * sizes.rows - ofFirst) / (seats - 1)));
  for (const points of kinds.slice(1)) deal(points, (seat) => left[seat]);
  return shares;
}
