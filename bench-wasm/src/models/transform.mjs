/** Transforms over sizes: each is of what the one before left. */

import { ELEMENT_BYTES, FR } from '../oracle/field.mjs';
import { nttAt } from '../oracle/transform.mjs';
import { withDefaults } from './model.mjs';

/** @typedef {import('./model.mjs').Model} Model */
/** @typedef {import('../emit/interface.mjs').Transform} Transform */

/** Values that are looked at. A wrong one is in each value of the next transform, so that few of many are enough. */
const LOOKED_AT = 128;

/** @param {string} id @param {number} log2 of the values @returns {Model} */
const transformModel = (id, log2) =>
  withDefaults({
    id,
    log2,
    title: `a number-theoretic transform of 2^${log2} values`,
    meaning:
      `One forward transform of ${2 ** log2} values of the scalar field, in natural order before and after. A kernel ` +
      'is arkworks’ own algorithm on a field whose product is that kernel; batch-KERNEL is this project’s; the ' +
      'others are libraries.',
    group: 'transforms',
    operation: 'ntt',
    result: 'transform',
    unit: { id: 'ns/ntt', label: 'ms/NTT', ns: 1e6 },
    onDemand: true,
    row: ({ transforms }) => (transforms ? { field: FR.id, ...transforms } : null),
    async task({ exports, kernel, seed, field }) {
      const of = await open(exports, { kernel, log2, seed });
      let times = 0;
      const forward = async (/** @type {number} */ n) => {
        times += n;
        await of.forward(n);
      };
      const wrong = async () => {
        const values = await of.values();
        const k = positionsOf(2 ** log2).find(
          (at) => field.fromBytes(values.subarray(at * ELEMENT_BYTES)) !== nttAt(seed, 2 ** log2, times, at, 1n, field),
        );
        return k === undefined
          ? null
          : `value ${k} of ${id} of seed ${seed}, ${times} times, is not what BigInt expects`;
      };
      for (let i = 0; i < 2; i++) {
        await forward(1);
        const found = await wrong();
        if (found !== null) throw new Error(`WRONG TRANSFORM: ${found}`);
      }
      return { unit: 1, run: forward, check: wrong };
    },
  });

/** @param {number} size @returns {number[]} evenly apart, each lane in turns */
const positionsOf = (size) =>
  Array.from({ length: Math.min(size, LOOKED_AT) }, (_, i) =>
    Math.min(size - 1, Math.floor((i * size) / Math.min(size, LOOKED_AT)) + (size > LOOKED_AT ? i % 2 : 0)),
  );

/**
 * @param {import('./model.mjs').ModuleExports} exports
 * @param {{ kernel: string, log2: number, seed: bigint }} what
 * @returns {Promise<Transform>}
 */
async function open({ openTransform, Ntt }, { kernel, log2, seed }) {
  if (openTransform) return openTransform(kernel, log2, seed);
  if (!Ntt) throw new Error('this build has no transforms');
  const ntt = new Ntt(kernel, log2, seed);
  return {
    forward(times) {
      for (let i = 0; i < times; i++) ntt.forward();
    },
    values: () => ntt.values(),
  };
}

export const nttSizes = [8, 10, 12, 14, 16, 18, 20].map((log2) => transformModel(`ntt-${2 ** log2}`, log2));
