/** The two batch models written out as their definition says, product by product. */

/**
 * @param {import('../src/field.mjs').Field} field
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
 * @param {import('../src/field.mjs').Field} field
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
