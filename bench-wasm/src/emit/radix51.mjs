/**
 * Radix 2^51 with balanced digits, the constants of a modulus in it, and the limits inside which
 * 53-bit floating point is exact.
 */

export const WIDTH = 51n;
export const LIMBS = 5;
export const BASE = 1n << WIDTH;
/** Half the base: the largest magnitude of a balanced digit. */
export const HALF = BASE >> 1n;
/** log2 of the Montgomery radix. */
export const RADIX_BITS = WIDTH * BigInt(LIMBS);

/**
 * x as balanced digits: all but the last in -2^50 .. 2^50-1, the last takes what is left.
 *
 * @param {bigint} x
 * @returns {bigint[]} LIMBS digits
 */
export function split(x) {
  const digits = [];
  for (let i = 1; i < LIMBS; i++) {
    const digit = BigInt.asIntN(Number(WIDTH), x);
    digits.push(digit);
    x = (x - digit) >> WIDTH;
  }
  return [...digits, x];
}

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

/** Lane l has its limbs in f64 lane l of five vectors. @type {import('./layout.mjs').Format} */
export const FORMAT = {
  limbs: `${LIMBS}x${WIDTH}`,
  lanes: 2,
  radixBits: Number(RADIX_BITS),
  bytes: 16 * LIMBS,
  write(view, at, residues, p) {
    for (const [lane, residue] of residues.entries()) {
      for (const [i, limb] of split(centred(residue, p)).entries()) {
        view.setFloat64(at + 16 * i + 8 * lane, Number(limb), true);
      }
    }
  },
  read(view, at) {
    return [0, 8].map((lane) => {
      const digits = Array.from({ length: LIMBS }, (_, i) => BigInt(view.getFloat64(at + 16 * i + lane, true)));
      return digits.reduceRight((x, digit) => (x << WIDTH) + digit, 0n);
    });
  },
};
