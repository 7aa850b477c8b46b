/** What a product (or addition) is in each model, in the words of a report; in the order of its tables. */

/** @typedef {import('../measure/tasks.mjs').Model} Model */

/** @type {Record<Model, { title: string, meaning: string }>} */
export const MODELS = {
  chain: { title: 'dependent products, latency', meaning: 'n products inside wasm, each of which needs the one before it.' },
  stream: { title: 'independent products, throughput', meaning: 'n products over arrays inside wasm, none of which needs another.' },
  add: { title: 'independent additions, throughput', meaning: 'n additions over arrays inside wasm, none of which needs another; a row whose name ends in a field adds in that one.' },
  call: { title: 'one call a product, no IO', meaning: 'One exported call a product; the operands are already inside wasm.' },
  'call-io': {
    title: 'one call a product, with IO',
    meaning: 'One exported call a product; both operands come from JS as canonical 32-byte values and the product goes back: what a JS caller pays.',
  },
  convert: {
    title: 'bytes to residue and back',
    meaning: 'Canonical bytes to the kernel’s own format and back, without a product: the part of call-io that is not the multiplication.',
  },
};
