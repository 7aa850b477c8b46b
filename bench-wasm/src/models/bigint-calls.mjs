/** What the models have in common whose operands are BigInts of a JS program, and whose products are. */

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
export const bigintModel = ({ size, way, ...words }) =>
  callModel({
    bigint: true,
    onDemand: true,
    size,
    ...words,

    async task({ field, exports, kernel, seed, compile }) {
      const same = (/** @type {bigint} */ a) => a;
      const { source, constants, into } = exports.bigint ?? {
        source: way.source,
        constants: way.target(exports, kernel, size),
        into: same,
      };
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
