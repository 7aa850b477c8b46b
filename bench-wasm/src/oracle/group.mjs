/** The group of a curve y^2 = x^3 + b on BigInt, by its definition. */

/** @typedef {[bigint, bigint]} Point affine x and y; the point at infinity is null */

/**
 * @param {import('./field.mjs').Field} field of the coordinates
 * @returns {{
 *   add: (a: Point | null, b: Point | null) => Point | null;
 *   multiply: (point: Point | null, scalar: bigint) => Point | null;
 * }}
 *   multiply is by doubling and adding, of a scalar that is at least 0
 */
export function groupOver(field) {
  const { p } = field;
  /** @param {bigint} x */
  const mod = (x) => ((x % p) + p) % p;

  /** @param {Point | null} a @param {Point | null} b @returns {Point | null} a + b */
  function add(a, b) {
    if (!a || !b) return a ?? b;
    const [[x1, y1], [x2, y2]] = [a, b];
    if (x1 === x2 && mod(y1 + y2) === 0n) return null;
    const [rise, run] = x1 === x2 ? [3n * x1 * x1, 2n * y1] : [y2 - y1, x2 - x1];
    const slope = mod(rise * field.inverse(mod(run)));
    const x = mod(slope * slope - x1 - x2);
    return [x, mod(slope * (x1 - x) - y1)];
  }

  /** @param {Point | null} point @param {bigint} scalar */
  function multiply(point, scalar) {
    let sum = null;
    for (let double = point, s = scalar; s > 0n; s >>= 1n, double = add(double, double)) {
      if (s & 1n) sum = add(sum, double);
    }
    return sum;
  }

  return { add, multiply };
}
