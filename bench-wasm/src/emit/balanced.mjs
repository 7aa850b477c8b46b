/** Balanced digits in f64 lanes: every digit but the last is at most half the base in magnitude. */

/** The representative of x mod p with the smallest magnitude. @param {bigint} x @param {bigint} p */
export function centred(x, p) {
  const r = ((x % p) + p) % p;
  return 2n * r > p ? r - p : r;
}

/** x^-1 mod m. @param {bigint} x a unit @param {bigint} m @returns {bigint} 0 .. m-1 */
export function inverse(x, m) {
  let [r0, r1] = [m, ((x % m) + m) % m];
  let [s0, s1] = [0n, 1n];
  while (r1 !== 0n) {
    const q = r0 / r1;
    [r0, r1, s0, s1] = [r1, r0 - q * r1, s1, s0 - q * s1];
  }
  return ((s0 % m) + m) % m;
}

/**
 * @param {bigint} x
 * @param {number} limbs
 * @param {bigint} width of a limb, in bits
 * @returns {bigint[]} that many digits, of which the last takes what is left
 */
export function digitsOf(x, limbs, width) {
  const digits = [];
  for (let i = 1; i < limbs; i++) {
    const digit = BigInt.asIntN(Number(width), x);
    digits.push(digit);
    x = (x - digit) >> width;
  }
  return [...digits, x];
}

/**
 * Lane l has its limbs in f64 lane l of as many vectors.
 *
 * @param {number} limbs
 * @param {bigint} width
 * @returns {import('./layout.mjs').Format}
 */
export const formatOf = (limbs, width) => ({
  limbs: `${limbs}x${width}`,
  lanes: 2,
  radixBits: limbs * Number(width),
  bytes: 16 * limbs,
  write(view, at, residues, p) {
    const digits = residues.map((residue) => digitsOf(centred(residue, p), limbs, width).map(Number));
    for (let lane = 0; lane < 2; lane++)
      for (const [i, digit] of (digits[lane] ?? digits[0]).entries())
        view.setFloat64(at + 16 * i + 8 * lane, digit, true);
  },
  read(view, at, count) {
    return Array.from({ length: count }, (_, lane) => {
      const digits = Array.from({ length: limbs }, (_, i) => BigInt(view.getFloat64(at + 16 * i + 8 * lane, true)));
      return digits.reduceRight((x, digit) => (x << width) + digit, 0n);
    });
  },
});
