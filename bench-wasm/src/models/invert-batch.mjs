import { inverse, inversionModel } from './inversion.mjs';

export const invertBatch = inversionModel({
  id: 'invert-batch',
  title: 'inverses, 1024 at once',
  meaning:
    'n inverses inside wasm over arrays, a = 1/(a - b), of 1024 elements that share one inversion and cost three ' +
    'products each; multi3 and multi3-mitigated by arkworks’ batch_inversion.',
  gist: 'inverses, 1024 at once',
  run: (exports, kernel, seed, n) => exports.invert_batch(kernel, seed, n),
  // Three products each.
  perCase: 1 / 8,
  slots: 1024,
  pass([a, b], n, p) {
    const products = [1n];
    for (let i = 0; i < n; i++) {
      a[i] = a[i] < b[i] ? a[i] - b[i] + p : a[i] - b[i];
      products.push((products[i] * a[i]) % p);
    }
    let rest = inverse(products[n], p);
    for (let i = n - 1; i >= 0; i--) {
      const x = a[i];
      a[i] = (rest * products[i]) % p;
      rest = (rest * x) % p;
    }
  },
});
