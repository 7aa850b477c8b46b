/** BigInt without a division, behind the same exports as a wasm module: residues stay BigInts between products. */

import { FQ } from '../oracle/field.mjs';
import { modelOf, MODELS } from './index.mjs';
import { JS } from './js.mjs';
import { residuesOf } from './residues.mjs';

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

/**
 * @param {import('../oracle/field.mjs').Field} field
 * @returns {import('../emit/interface.mjs').LoadedModule}
 */
export function createMontgomeryModule(field) {
  const residues = residuesOf(field);
  const { p, bits, shift, inverse, into, from } = residues;
  /** @type {Map<string, import('../emit/interface.mjs').Batch>} */
  const batches = new Map();

  /** @param {bigint} a @param {bigint} b */
  const multiply = (a, b) => {
    const product = a * b;
    const reduced = (product + BigInt.asUintN(bits, BigInt.asUintN(bits, product) * inverse) * p) >> shift;
    return reduced < p ? reduced : reduced - p;
  };

  class Multiplier {
    accumulator = 0n;
    factor = 0n;

    /** @param {Uint8Array} a @param {Uint8Array} b */
    mul(a, b) {
      return field.toBytes(from(multiply(into(field.fromBytes(a)), into(field.fromBytes(b)))));
    }

    /** @param {Uint8Array} a @param {Uint8Array} b */
    set(a, b) {
      this.accumulator = into(field.fromBytes(a));
      this.factor = into(field.fromBytes(b));
    }

    step() {
      this.accumulator = multiply(this.accumulator, this.factor);
    }

    product() {
      return field.toBytes(from(this.accumulator));
    }

    /** @param {Uint8Array} a */
    convert(a) {
      return field.toBytes(from(into(field.fromBytes(a))));
    }

    free() {}
  }

  return {
    variant: JS,
    kernels: [],
    exports: {
      loops: MODELS.flatMap(({ id, loop }) => (loop?.montgomery ? [id] : [])),
      batch(model, _kernel, seed) {
        const { loop } = modelOf(model);
        if (!loop?.montgomery) throw new RangeError(`model: "${model}" has no loop on BigInt residues`);
        const key = `${model} ${seed}`;
        const batch = batches.get(key) ?? loop.montgomery(field, seed);
        batches.set(key, batch);
        return batch;
      },
      bigint: { source: SOURCE, constants: residues, into },
      Multiplier,
      noop() {},
    },
  };
}
