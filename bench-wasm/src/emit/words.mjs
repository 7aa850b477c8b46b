/** Unsigned digits, little-endian, in words of 64 bits. */

/**
 * @param {bigint} width of a digit in bits, at most 64
 * @param {number} count of the digits; R = 2^(width·count)
 */
export function unsignedRadix(width, count) {
  /** @param {bigint} x 0 .. R-1 @returns {bigint[]} digits in 0 .. 2^width-1 */
  const split = (x) => Array.from({ length: count }, (_, i) => BigInt.asUintN(Number(width), x >> (width * BigInt(i))));
  /** @type {import('./layout.mjs').Format} */
  const format = {
    limbs: `${count}x${width}`,
    lanes: 1,
    radixBits: Number(width) * count,
    bytes: 8 * count,
    write(view, at, [residue]) {
      for (const [i, digit] of split(residue).entries()) view.setBigUint64(at + 8 * i, digit, true);
    },
    read(view, at) {
      const digits = Array.from({ length: count }, (_, i) => view.getBigUint64(at + 8 * i, true));
      return [digits.reduceRight((x, digit) => (x << width) + digit, 0n)];
    },
  };
  return { split, format };
}
