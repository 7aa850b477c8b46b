/** What is timed in each model, in the words of a report; in the order of its tables. */

import { CURVE_MODELS } from '../measure/tasks.mjs';

/** @typedef {import('../measure/tasks.mjs').Model} Model */

/** How the times of a model are written: as multiples of so many ns, for one of what it times. @typedef {{ unit: 'ns' | 'ms', ns: number, per: string, one: string }} Scale */

/** @param {Model} model @returns {Scale} */
export function scaleOf(model) {
  if (!CURVE_MODELS.includes(model)) return { unit: 'ns', ns: 1, per: 'product', one: 'a product' };
  return { unit: 'ms', ns: 1e6, ...(model === 'msm' ? { per: 'MSM', one: 'an MSM' } : { per: 'pairing', one: 'a pairing' }) };
}

/** @type {Record<Model, { title: string, meaning: string }>} */
export const MODELS = {
  chain: { title: 'dependent products, latency', meaning: 'n products inside wasm, each of which needs the one before it.' },
  stream: { title: 'independent products, throughput', meaning: 'n products over arrays inside wasm, none of which needs another.' },
  call: { title: 'one call a product, no IO', meaning: 'One exported call a product; the operands are already inside wasm.' },
  'call-io': {
    title: 'one call a product, with IO',
    meaning: 'One exported call a product; both operands come from JS as canonical 32-byte values and the product goes back: what a JS caller pays.',
  },
  convert: {
    title: 'bytes to residue and back',
    meaning: 'Canonical bytes to the kernel’s own format and back, without a product: the part of call-io that is not the multiplication.',
  },
  msm: {
    title: 'a multi-scalar multiplication of 2^12 points of G1, by arkworks',
    meaning: 'One MSM of 4096 points in wasm by arkworks’ own code, on a field whose product is the kernel. multi3 is ark-ec 0.4, whose algorithm is another.',
  },
  pairing: {
    title: 'a pairing, by arkworks',
    meaning: 'One pairing of two points in wasm by arkworks’ own code, on a field whose product is the kernel. multi3 is ark-ec 0.4.',
  },
};
