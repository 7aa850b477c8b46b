/** Loops over the product of a module that others have published, added to it: nothing else of it is changed. */

// The library behind wasm-opt: it reads a module, extends it and writes it. Nothing is optimised.
import binaryen from 'binaryen';
import { SetupError } from './toolchain.mjs';

/** @typedef {import('../neighbours/neighbour-rows.mjs').Neighbour} Neighbour */

/**
 * The exports that are added, `Loops` of neighbours/pointers.mjs, call the product as any function of the module would.
 *
 * @param {Uint8Array} published
 * @param {Pick<Neighbour, 'id' | 'pointers'>} neighbour
 * @returns {Uint8Array}
 * @throws {SetupError} where it has no such product
 */
export function withLoops(published, { id, pointers }) {
  if (!pointers) throw new TypeError(`neighbour: "${id}" has no product that takes pointers`);
  const { product, result, layout } = pointers;
  const module = binaryen.readBinary(published);
  try {
    // What it was compiled with, it does not always say; every engine has these.
    const { MutableGlobals, BulkMemory, BulkMemoryOpt, SignExt } = binaryen.Features;
    module.setFeatures(module.getFeatures() | MutableGlobals | BulkMemory | BulkMemoryOpt | SignExt);
    const found = module.getExport(product);
    if (!found) throw new SetupError(`${id} does not export ${product}.`);
    const { value: name } = binaryen.getExportInfo(found);
    const { i32, none } = binaryen;
    const get = (/** @type {number} */ index) => module.local.get(index, i32);
    const set = (/** @type {number} */ index, /** @type {number} */ value) => module.local.set(index, value);
    const plus = (/** @type {number} */ index, /** @type {number} */ n) =>
      set(index, module.i32.add(get(index), module.i32.const(n)));
    const block = (/** @type {number[]} */ body) => module.block(null, body);
    const call = (/** @type {number} */ out, /** @type {number} */ a, /** @type {number} */ b) =>
      module.call(name, (result === 'first' ? [out, a, b] : [a, b, out]).map(get), none);
    /** The body, and again while --count is not 0; not at all where it is 0 from the start. */
    const times = (/** @type {number} */ count, /** @type {number[]} */ body) =>
      module.if(get(count), module.loop('again', block([...body, plus(count, -1), module.br_if('again', get(count))])));
    /** @param {string} as @param {{ takes: number, gives?: number, locals?: number }} types @param {number[]} body */
    const add = (as, { takes, gives = none, locals = 0 }, body) => {
      const [params, own] = [takes, locals].map((count) => Array(count).fill(i32));
      module.addFunction(as, binaryen.createType(params), gives, own, module.block(null, body, gives));
      module.addFunctionExport(as, as);
    };

    add('fqmul_product', { takes: 3 }, [call(0, 1, 2)]);
    const [previous, current, steps, swap] = [0, 1, 2, 3];
    add('fqmul_chain', { takes: 3, gives: i32, locals: 1 }, [
      times(steps, [
        call(previous, current, previous),
        set(swap, get(previous)),
        set(previous, get(current)),
        set(current, get(swap)),
      ]),
      get(current),
    ]);
    const [a, b, end, calls, firstA, firstB] = [0, 1, 2, 3, 4, 5];
    add('fqmul_stream', { takes: 4, locals: 2 }, [
      set(firstA, get(a)),
      set(firstB, get(b)),
      times(calls, [
        call(a, a, b),
        plus(a, layout.stride),
        plus(b, layout.stride),
        module.if(module.i32.eq(get(a), get(end)), block([set(a, get(firstA)), set(b, get(firstB))])),
      ]),
    ]);
    if (!module.validate()) throw new SetupError(`${id}: the module is not valid with loops added to it.`);
    return module.emitBinary();
  } finally {
    module.dispose();
  }
}
