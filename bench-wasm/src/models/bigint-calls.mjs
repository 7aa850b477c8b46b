/** Calls whose operands are BigInts of a JS program, and whose products are: one of a product, and of a batch. */

import { edgeValues } from '../oracle/vectors.mjs';
import { CALLS_NS, callModel } from './calls.mjs';

/** @typedef {import('./model.mjs').Model} Model */
/** @typedef {import('../oracle/field.mjs').Field} Field */

/**
 * A way into a module and back. `target` makes what is called there; `source` is that of a function of the target,
 * which gives one of two arrays of as many BigInts as a batch has, that makes as[i] = as[i]·bs[i].
 *
 * @typedef {object} Way
 * @property {(exports: import('./model.mjs').ModuleExports, kernel: string, size: number) => unknown} target
 * @property {string} source
 */

/** @param {string} source */
const turnsOf = (source) => `(target, as, bs, turns) => {
  const multiply = (${source})(target);
  for (let turn = 0; turn < turns; turn++) multiply(as, bs);
}`;

/**
 * @param {Pick<Model, 'id' | 'title' | 'meaning' | 'short'> & Partial<Model> & { size: number, way: Way }} words size:
 *   products of a batch
 * @returns {Model}
 */
const bigintModel = ({ size, way, ...words }) =>
  callModel({
    bigint: true,
    onDemand: true,
    size,
    ...words,

    async task({ field, exports, kernel, seed, compile }) {
      const {
        source,
        constants,
        into = (/** @type {bigint} */ a) => a,
      } = exports.bigint ?? { source: way.source, constants: way.target(exports, kernel, size) };
      /** @type {(target: unknown, as: bigint[], bs: bigint[], turns: number) => void} */
      const multiply = await compile(turnsOf(source));
      verify(field, size, into, (as, bs) => multiply(constants, as, bs, 1));

      const pairs = field.operands(seed, size, 2);
      const bs = pairs.map(([, b]) => into(b));
      /** @type {bigint[]} */
      let as = [];
      return {
        unit: size,
        shortestNs: CALLS_NS,
        prepare() {
          as = pairs.map(([a]) => into(a));
        },
        run: (n) => multiply(constants, as, bs, Math.ceil(n / size)),
        check(n) {
          const turns = BigInt(n / size);
          const wrong = pairs.findIndex(([a, b], i) => as[i] !== into(field.mul(a, field.pow(b, turns))));
          return wrong < 0 ? null : `product ${wrong} of a batch of ${size} gave ${as[wrong]}`;
        },
      };
    },
  });

/**
 * All ordered pairs of edge values by the code that will be timed, which no other verification calls.
 *
 * @param {Field} field
 * @param {number} size of a batch; the last is filled up with zeros
 * @param {(a: bigint) => bigint} into from an element to what is multiplied
 * @param {(as: bigint[], bs: bigint[]) => void} multiply as[i] = as[i]·bs[i]
 * @throws {Error} that says what is wrong
 */
function verify(field, size, into, multiply) {
  const values = edgeValues(field);
  const pairs = values.flatMap((a) => values.map((b) => [a, b]));
  for (let start = 0; start < pairs.length; start += size) {
    const batch = Array.from({ length: size }, (_, i) => pairs[start + i] ?? [0n, 0n]);
    const products = batch.map(([a]) => into(a));
    multiply(
      products,
      batch.map(([, b]) => into(b)),
    );
    for (const [i, [a, b]] of batch.entries()) {
      const right = into(field.mul(a, b));
      if (products[i] !== right) throw new Error(`WRONG PRODUCT: ${a} * ${b} gave ${products[i]}, not ${right}`);
    }
  }
}

/**
 * BigInts as 64-bit words of wasm memory, and products from there: the fastest way that was found. A BigUint64Array
 * takes what it is given modulo 2^64 by itself.
 *
 * @type {Way}
 */
const WORDS = {
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

export const callBigint = bigintModel({
  id: 'call-bigint',
  title: 'one call a product, BigInt in and out',
  meaning:
    'One exported call a product of two BigInts, which go into wasm memory as 64-bit words, and whose product comes ' +
    'back as a BigInt: what a JS program pays whose numbers are BigInts.',
  short: 'BigInt',
  montgomery: true,
  size: 1,
  way: WORDS,
});

export const callBatch = [2, 4, 8, 16, 32, 64].map((size) =>
  bigintModel({
    id: `call-batch-${size}`,
    title: `one call for ${size} products, BigInt in and out`,
    meaning:
      `One exported call for ${size} independent products of two BigInts each, as in call-bigint, which is one of ` +
      'one; per product.',
    short: `batches of ${size}`,
    size,
    way: WORDS,
  }),
);

export const callHex = bigintModel({
  id: 'call-hex',
  title: 'one call a product, BigInt in and out by hexadecimal digits',
  meaning:
    'One exported call a product of two BigInts, which become bytes by way of their hexadecimal digits, and whose ' +
    'product comes back the same way.',
  short: 'hex',
  size: 1,
  way: {
    target: (exports, kernel) => new exports.Multiplier(kernel),
    source: `(multiplier) => {
      const bytesOf = (value) => {
        const hex = value.toString(16).padStart(64, '0');
        const bytes = new Uint8Array(32);
        for (let i = 0; i < 32; i++) bytes[31 - i] = parseInt(hex.slice(2 * i, 2 * i + 2), 16);
        return bytes;
      };
      const valueOf = (bytes) => {
        let hex = '';
        for (let i = 31; i >= 0; i--) hex += bytes[i].toString(16).padStart(2, '0');
        return BigInt('0x' + hex);
      };
      return (as, bs) => {
        for (let i = 0; i < as.length; i++) as[i] = valueOf(multiplier.mul(bytesOf(as[i]), bytesOf(bs[i])));
      };
    }`,
  },
});
