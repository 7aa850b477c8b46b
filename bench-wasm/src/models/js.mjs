/**
 * The field that needs no wasm: `(a * b) % p` on BigInt, and each model's loop on it, behind the same exports as a wasm
 * module, so that one code path times both.
 */

import { FQ } from '../oracle/field.mjs';
import { modelOf } from './index.mjs';

/** @import { LoadedModule } from '../emit/interface.mjs' */
/** @import { Field } from '../oracle/field.mjs' */

/** The id of its rows, and of its module. */
export const JS = 'js';

/** BigInt is the slowest by far, and needs no long batch: its operands are made before the clock starts. */
export const JS_CASES = 1 / 4;

/** Products of pairs. */
const SOURCE = `({ p }) => (as, bs) => {
  for (let i = 0; i < as.length; i++) as[i] = (as[i] * bs[i]) % p;
}`;

/** @param {string} field id @returns {string} the id of the rows, and of the module, of BigInt in that field */
export const jsIn = (field) => (field === FQ.id ? JS : `${JS}-${field}`);

/**
 * The loops of the models on BigInt. Making operands in BigInt costs as much as a thousand products: it is done once
 * for each seed, or it would count as multiplication time.
 *
 * @param {Field} field
 * @param {'bigint' | 'montgomery'} way of the loops
 * @param {string} on in words
 * @returns {import('../emit/interface.mjs').ScriptExports['batch']}
 */
export function loopsOn(field, way, on) {
  /** @type {Map<string, import('../emit/interface.mjs').Batch>} */
  const batches = new Map();
  return (model, _kernel, seed) => {
    const prepare = modelOf(model).loop?.[way];
    if (!prepare) throw new RangeError(`model: "${model}" has no loop on ${on}`);
    const key = `${model} ${seed}`;
    const batch = batches.get(key) ?? prepare(field, seed);
    batches.set(key, batch);
    return batch;
  };
}

/** @param {Field} field @returns {LoadedModule} */
export function createJsModule(field) {
  const { p } = field;

  class Multiplier {
    accumulator = 0n;
    factor = 0n;

    /** @param {Uint8Array} a @param {Uint8Array} b */
    mul(a, b) {
      return field.toBytes((field.fromBytes(a) * field.fromBytes(b)) % p);
    }

    /** @param {Uint8Array} a @param {Uint8Array} b */
    set(a, b) {
      this.accumulator = field.fromBytes(a);
      this.factor = field.fromBytes(b);
    }

    step() {
      this.accumulator = (this.accumulator * this.factor) % p;
    }

    add() {
      const sum = this.accumulator + this.factor;
      this.accumulator = sum < p ? sum : sum - p;
    }

    product() {
      return field.toBytes(this.accumulator);
    }

    /** @param {Uint8Array} a */
    convert(a) {
      return field.toBytes(field.fromBytes(a));
    }

    free() {}
  }

  return {
    variant: JS,
    kernels: [],
    exports: {
      batch: loopsOn(field, 'bigint', 'BigInt'),
      bigint: { source: SOURCE, constants: { p }, into: (a) => a },
      Multiplier,
      noop() {},
    },
  };
}
