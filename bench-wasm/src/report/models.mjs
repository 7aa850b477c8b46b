/** What is timed in each model, in the words of a report; in the order of its tables. */

import { unitOf } from '../stats/index.mjs';

/** @typedef {import('../measure/tasks.mjs').Model} Model */

/**
 * How the times of a model are written: as multiples of so many ns, for one of what it times.
 *
 * @typedef {{ unit: 'ns' | 'ms', ns: number, per: string, one: string }} Scale
 */

/** @param {Model} model @returns {Scale} */
export function scaleOf(model) {
  if (MODELS[model].kind !== 'curves')
    return {
      unit: 'ns',
      ns: 1,
      ...(unitOf(model) === 'ns/mul'
        ? { per: 'product', one: 'a product' }
        : { per: 'operation', one: 'an operation' }),
    };
  return {
    unit: 'ms',
    ns: 1e6,
    ...(model === 'msm' ? { per: 'MSM', one: 'an MSM' } : { per: 'pairing', one: 'a pairing' }),
  };
}

/**
 * Batches are timed inside the module, calls from JS; curves are arkworks' algorithms.
 *
 * @type {Record<Model, { kind: 'batches' | 'calls' | 'curves', title: string, meaning: string }>}
 */
export const MODELS = {
  chain: {
    kind: 'batches',
    title: 'dependent products, latency',
    meaning: 'n products inside wasm, each of which needs the one before it.',
  },
  stream: {
    kind: 'batches',
    title: 'independent products, throughput',
    meaning: 'n products over arrays inside wasm, none of which needs another.',
  },
  square: {
    kind: 'batches',
    title: 'independent squarings',
    meaning: 'n squarings over an array inside wasm, in the kernel’s own format.',
  },
  add: {
    kind: 'batches',
    title: 'independent additions',
    meaning:
      'n additions over arrays inside wasm, in the kernel’s own format; a row whose name ends in a field adds in that one.',
  },
  sub: {
    kind: 'batches',
    title: 'independent subtractions',
    meaning: 'n subtractions over arrays inside wasm, in the kernel’s own format.',
  },
  sop2: {
    kind: 'batches',
    title: 'independent sums of two products',
    meaning:
      'n products inside wasm in sums of two, a·b + c·d, over arrays; the time of a sum is halved, so that it is a time per product.',
  },
  call: {
    kind: 'calls',
    title: 'one call a product, no IO',
    meaning: 'One exported call a product; the operands are already inside wasm.',
  },
  'call-io': {
    kind: 'calls',
    title: 'one call a product, with IO',
    meaning:
      'One exported call a product; both operands come from JS as canonical 32-byte values and the product goes back: what a JS caller pays.',
  },
  convert: {
    kind: 'calls',
    title: 'bytes to residue and back',
    meaning:
      'Canonical bytes to the kernel’s own format and back, without a product: the part of call-io that is not the multiplication.',
  },
  msm: {
    kind: 'curves',
    title: 'a multi-scalar multiplication of 2^12 points of G1, by arkworks',
    meaning:
      'One MSM of 4096 points in wasm by arkworks’ own code, on a field whose product is the kernel. multi3 is ark-ec 0.4, whose algorithm is another.',
  },
  pairing: {
    kind: 'curves',
    title: 'a pairing, by arkworks',
    meaning:
      'One pairing of two points in wasm by arkworks’ own code, on a field whose product is the kernel. multi3 is ark-ec 0.4.',
  },
};
