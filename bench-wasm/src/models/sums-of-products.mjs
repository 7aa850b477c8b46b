import { STREAM_SLOTS } from '../oracle/field.mjs';
import { AS_A_PRODUCT, operationModel } from './operation.mjs';
import { PRODUCT } from './units.mjs';

/**
 * @param {string} id
 * @param {string} terms products of a sum, as a word
 * @param {string} formula
 * @param {(arrays: bigint[][], n: number, p: bigint) => void} pass
 */
const sumsOfProducts = (id, terms, formula, pass) => {
  const counts = Number(id.slice('sop'.length));
  return operationModel({
    id,
    title: `independent sums of ${terms} products`,
    meaning:
      `n products inside wasm in sums of ${terms}, ${formula}, over arrays; the time of a sum is divided by ` +
      `${terms}, so that it is a time per product.`,
    result: 'sum of products',
    unit: PRODUCT,
    perCase: AS_A_PRODUCT,
    // All arrays together fill the memory that two fill in `stream`.
    slots: Math.floor(STREAM_SLOTS / counts),
    values: 2 * counts,
    counts,
    // a = a·b + s, k times: a·b^k + s·(1 + b + ... + b^(k-1)).
    last(field, [a, b, ...others], k) {
      const { p } = field;
      const s = others.reduce((sum, x, i) => (i % 2 === 0 ? sum + x * others[i + 1] : sum), 0n);
      const powered = field.pow(b, k);
      const series = b === 1n ? k % p : field.mul(powered + p - 1n, field.pow(b + p - 1n, p - 2n));
      return (a * powered + s * series) % p;
    },
    pass,
  });
};

export const sop2 = sumsOfProducts('sop2', 'two', 'a·b + c·d', ([a, b, c, d], n, p) => {
  for (let i = 0; i < n; i++) a[i] = (a[i] * b[i] + c[i] * d[i]) % p;
});

/** Measured where it is named: what it says more than `sop2` is how the share of a reduction goes on falling. */
export const sop3 = {
  ...sumsOfProducts('sop3', 'three', 'a·b + c·d + e·f', ([a, b, c, d, e, f], n, p) => {
    for (let i = 0; i < n; i++) a[i] = (a[i] * b[i] + c[i] * d[i] + e[i] * f[i]) % p;
  }),
  onDemand: true,
};

export const sop4 = {
  ...sumsOfProducts('sop4', 'four', 'a·b + c·d + e·f + g·h', ([a, b, c, d, e, f, g, h], n, p) => {
    for (let i = 0; i < n; i++) a[i] = (a[i] * b[i] + c[i] * d[i] + e[i] * f[i] + g[i] * h[i]) % p;
  }),
  onDemand: true,
};
