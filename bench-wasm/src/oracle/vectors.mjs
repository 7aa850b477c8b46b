/**
 * Operands that break multipliers: the ends of the field, and the places where a
 * limb fills up or a carry is born, for every limb width that a kernel uses.
 */

/** Limb widths in use: 9x29, 5x51, 5x52 and 4x64 bits, and of six words 13x30 and 6x64. */
const LIMB_BITS = { 4: [29, 51, 52, 64], 6: [30, 64] };
/** Montgomery radices in use: 5x51, 4x64 and 9x29 bits, and of six words 6x64 and 13x30. */
const RADIX_BITS = { 4: [255, 256, 261], 6: [384, 390] };

/**
 * 0, 1, 2, p-1, (p±1)/2, R mod p, 2^(w i) with both neighbours, and all their negatives;
 * 2^(w i) - 1 is the value whose lowest i limbs are all ones.
 *
 * @param {import('./field.mjs').Field} field
 * @returns {bigint[]} distinct, in 0 .. p-1
 */
export function edgeValues({ p, words }) {
  const shape = words > 4 ? 6 : 4;
  const values = new Set([0n, 1n, 2n, p - 1n, p - 2n, (p - 1n) / 2n, (p + 1n) / 2n]);
  const bits = p.toString(2).length;
  const powers = RADIX_BITS[shape].map((w) => (1n << BigInt(w)) % p);
  for (const w of LIMB_BITS[shape]) {
    for (let i = w; i < bits; i += w) powers.push(1n << BigInt(i));
  }
  for (const power of powers) {
    for (const x of [power - 1n, power, power + 1n]) {
      values.add(x % p);
      values.add((p - (x % p)) % p);
    }
  }
  return [...values];
}

/**
 * @typedef {{ a: Uint8Array, b: Uint8Array, product: Uint8Array }} ProductVector
 */

/**
 * Every ordered pair of the values with its product.
 *
 * @param {import('./field.mjs').Field} field
 * @param {bigint[]} values in 0 .. p-1
 * @returns {ProductVector[]}
 */
export function orderedPairs(field, values) {
  const bytes = values.map((x) => field.toBytes(x));
  return values.flatMap((x, i) =>
    values.map((y, j) => ({ a: bytes[i], b: bytes[j], product: field.toBytes(field.mul(x, y)) })),
  );
}
