/**
 * A module whose product takes pointers into its memory, and to which loops were added. Operands are converted here, on
 * BigInt, and never inside what is timed.
 */

import { STREAM_SLOTS, fieldOf, power } from '../oracle/field.mjs';

/** @typedef {import('../oracle/field.mjs').Field} Field */
/** @typedef {import('./neighbour-rows.mjs').Product} Product */
/** @typedef {import('./neighbour-rows.mjs').Layout} Layout */
/** @typedef {import('./neighbour-rows.mjs').Pointers} Pointers */

/**
 * @typedef {object} Loops what is added to a module, under names that it has none of
 * @property {(out: number, a: number, b: number) => void} fqmul_product once
 * @property {(previous: number, current: number, steps: number) => number} fqmul_chain current · previous, written over
 *   previous, and the two change places; the address of the newest
 * @property {(a: number, b: number, end: number, calls: number) => void} fqmul_stream a[i] = a[i] · b[i], slot after
 *   slot; end is that of the array a, from where it begins again
 */

const PAGE = 65536;

/**
 * @param {WebAssembly.Module} module
 * @param {{ field: string, pointers: Pointers }} neighbour
 * @returns {Promise<Product>}
 */
export async function productByPointers(module, { field: id, pointers: { layout, pages, start = [] } }) {
  const field = fieldOf(id);
  const own = pages === undefined ? null : new WebAssembly.Memory({ initial: pages });
  const { exports } = await WebAssembly.instantiate(module, own ? { env: { memory: own } } : {});
  const loops = /** @type {Loops} */ (/** @type {unknown} */ (exports));
  const memory = own ?? /** @type {WebAssembly.Memory} */ (exports.memory);
  for (const [name, ...args] of start) {
    const status = /** @type {(...args: number[]) => number | void} */ (exports[name])(...args);
    if (status) throw new Error(`${name}(${args.join(', ')}) gave ${status}`);
  }

  const { stride } = layout;
  const arrayBytes = STREAM_SLOTS * stride;
  // Pages that are nobody else's.
  const a = memory.grow(Math.ceil((2 * arrayBytes) / PAGE)) * PAGE;
  const b = a + arrayBytes;
  const residues = residuesIn(field, layout, new DataView(memory.buffer));
  const bytes = new Uint8Array(memory.buffer);

  /**
   * Operands that are written once, and copied for each batch.
   *
   * @param {(readonly [at: number, x: bigint])[]} operands
   * @returns {() => void}
   */
  const prepared = (operands) => {
    for (const [at, x] of operands) residues.write(at, x);
    const before = bytes.slice(a, b + arrayBytes);
    return () => bytes.set(before, a);
  };
  /** The array a as it is now, whatever runs later. */
  const result = () => {
    const copy = residuesIn(field, layout, new DataView(memory.buffer.slice(a, b + arrayBytes)));
    return (/** @type {number} */ at) => copy.read(at - a);
  };

  /** @type {Record<import('./neighbour-rows.mjs').LoopId, (seed: bigint) => import('../emit/interface.mjs').Batch>} */
  const batches = {
    chain(seed) {
      const [[x0, x1]] = field.operands(seed, 1, 2);
      const restore = prepared([
        [a, x0],
        [b, x1],
      ]);
      return (n) => {
        restore();
        // Addresses are unsigned, and JS is given signed ones.
        const newest = loops.fqmul_chain(a, b, n) >>> 0;
        const read = result();
        return () => field.toBytes(field.fold([read(newest)]));
      };
    },
    stream(seed) {
      const slots = field.operands(seed, STREAM_SLOTS, 2);
      const restore = prepared(
        slots.flatMap(([x, y], i) => [
          /** @type {const} */ ([a + i * stride, x]),
          [b + i * stride, y],
        ]),
      );
      return (n) => {
        restore();
        loops.fqmul_stream(a, b, b, n);
        const read = result();
        return () => field.toBytes(field.fold(slots.map((_, i) => read(a + i * stride))));
      };
    },
  };

  return {
    mul(x, y) {
      residues.write(a, field.fromBytes(x));
      residues.write(b, field.fromBytes(y));
      loops.fqmul_product(a + stride, a, b);
      return field.toBytes(residues.read(a + stride));
    },
    convert(x) {
      residues.write(a, field.fromBytes(x));
      return field.toBytes(residues.read(a));
    },
    batch: (model, seed) => batches[model](seed),
  };
}

/**
 * @param {Field} field
 * @param {Layout} layout
 * @param {DataView} view
 */
function residuesIn({ p }, { limbs, bits, word }, view) {
  const radix = power(2n, BigInt(limbs * bits), p);
  const inverse = power(radix, p - 2n, p);
  const width = BigInt(bits);
  const mask = (1n << width) - 1n;
  return {
    /** @param {number} at @param {bigint} x canonical, 0 .. p-1 */
    write(at, x) {
      const residue = (x * radix) % p;
      for (let i = 0; i < limbs; i++) {
        const limb = (residue >> (width * BigInt(i))) & mask;
        if (word === 8) view.setBigUint64(at + 8 * i, limb, true);
        else view.setUint32(at + 4 * i, Number(limb), true);
      }
    },
    /** @param {number} at @returns {bigint} canonical, whatever multiple of p the residue has in it */
    read(at) {
      let residue = 0n;
      for (let i = 0; i < limbs; i++) {
        const limb = word === 8 ? view.getBigUint64(at + 8 * i, true) : BigInt(view.getUint32(at + 4 * i, true));
        residue += limb << (width * BigInt(i));
      }
      return (residue * inverse) % p;
    },
  };
}
