/** BigInt without a division, behind the same exports as a wasm module: residues stay BigInts between products. */

import { multiplierOn } from '../emit/multiplier.mjs';
import { FQ } from '../oracle/field.mjs';
import { MODELS } from './index.mjs';
import { JS, loopsOn } from './js.mjs';
import { residuesOf } from './residues.mjs';

/** @import { LoadedModule } from '../emit/interface.mjs' */
/** @import { Field } from '../oracle/field.mjs' */

/** The id of its rows, and of its module. */
export const MONTGOMERY = 'js-montgomery';

/** @param {string} field id @returns {string} the id of the rows, and of the module, in that field */
export const montgomeryIn = (field) => (field === FQ.id ? MONTGOMERY : `${MONTGOMERY}-${field}`);

/** Products of pairs, from Residues. */
const SOURCE = `({ p, bits, shift, inverse }) => (as, bs) => {
  for (let i = 0; i < as.length; i++) {
    const product = as[i] * bs[i];
    const quotient = BigInt.asUintN(bits, BigInt.asUintN(bits, product) * inverse);
    const reduced = (product + quotient * p) >> shift;
    as[i] = reduced < p ? reduced : reduced - p;
  }
}`;

/** @param {Field} field @returns {LoadedModule} */
export function createMontgomeryModule(field) {
  const residues = residuesOf(field);
  const { into, from, reduce } = residues;
  const residueOf = (/** @type {Uint8Array} */ bytes) => into(field.fromBytes(bytes));
  return {
    variant: JS,
    kernels: [],
    exports: {
      loops: MODELS.flatMap(({ id, loop }) => (loop?.montgomery ? [id] : [])),
      batch: loopsOn(field, 'montgomery', 'BigInt residues'),
      bigint: { source: SOURCE, constants: residues, into },
      Multiplier: multiplierOn(() => ({
        mul: (a, b) => field.toBytes(from(reduce(residueOf(a) * residueOf(b)))),
        convert: (a) => field.toBytes(from(residueOf(a))),
      })),
      noop() {},
    },
  };
}
