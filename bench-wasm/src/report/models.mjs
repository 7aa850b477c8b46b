/** What a product is in each model, in the words of a report; in the order of its tables. */

/** @typedef {import('../measure/tasks.mjs').Model} Model */

/**
 * Batches are timed inside the module, calls from JS.
 *
 * @type {Record<Model, { kind: 'batches' | 'calls', title: string, meaning: string }>}
 */
export const MODELS = {
  chain: { kind: 'batches', title: 'dependent products, latency', meaning: 'n products inside wasm, each of which needs the one before it.' },
  stream: { kind: 'batches', title: 'independent products, throughput', meaning: 'n products over arrays inside wasm, none of which needs another.' },
  square: { kind: 'batches', title: 'independent squarings', meaning: 'n squarings over an array inside wasm, in the kernel’s own format.' },
  add: { kind: 'batches', title: 'independent additions', meaning: 'n additions over arrays inside wasm, in the kernel’s own format.' },
  sub: { kind: 'batches', title: 'independent subtractions', meaning: 'n subtractions over arrays inside wasm, in the kernel’s own format.' },
  sop2: {
    kind: 'batches',
    title: 'independent sums of two products',
    meaning: 'n products inside wasm in sums of two, a·b + c·d, over arrays; the time of a sum is halved, so that it is a time per product.',
  },
  call: { kind: 'calls', title: 'one call a product, no IO', meaning: 'One exported call a product; the operands are already inside wasm.' },
  'call-io': {
    kind: 'calls',
    title: 'one call a product, with IO',
    meaning: 'One exported call a product; both operands come from JS as canonical 32-byte values and the product goes back: what a JS caller pays.',
  },
  convert: {
    kind: 'calls',
    title: 'bytes to residue and back',
    meaning: 'Canonical bytes to the kernel’s own format and back, without a product: the part of call-io that is not the multiplication.',
  },
};
