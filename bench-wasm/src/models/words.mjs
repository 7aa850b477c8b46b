/**
 * BigInts as 64-bit words of wasm memory, and products from there: the fastest way that was found. A BigUint64Array
 * takes what it is given modulo 2^64 by itself.
 *
 * @type {import('./bigint-calls.mjs').Way}
 */
export const WORDS = {
  target(exports, kernel, size) {
    if (!exports.Pairs) throw new Error('this build has no pairs');
    return new exports.Pairs(kernel, size);
  },
  source: `(pairs) => {
    const words = pairs.words();
    return (as, bs) => {
      for (let i = 0, at = 0; i < as.length; i++, at += 8) {
        const a = as[i];
        const b = bs[i];
        words[at] = a;
        words[at + 1] = a >> 64n;
        words[at + 2] = a >> 128n;
        words[at + 3] = a >> 192n;
        words[at + 4] = b;
        words[at + 5] = b >> 64n;
        words[at + 6] = b >> 128n;
        words[at + 7] = b >> 192n;
      }
      if (pairs.mul() !== as.length) throw new RangeError('a value is not below p');
      for (let i = 0, at = 0; i < as.length; i++, at += 8)
        as[i] = (((((words[at + 3] << 64n) | words[at + 2]) << 64n) | words[at + 1]) << 64n) | words[at];
    };
  }`,
};
