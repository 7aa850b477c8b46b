/**
 * The multiplication that needs no wasm, `(a * b) % p` on BigInt, and the addition, behind the same
 * exports as the wasm module, so that one code path times both.
 */

import { OPERATIONS, STREAM_SLOTS } from '../oracle/field.mjs';

/** Products between two looks at how many are left. */
const STRIDE = 128;

// The loops are functions of their own that are called often: an engine then optimises them
// whole, not one long loop from somewhere in its middle, a batch later than the warm-up ended.

/**
 * @param {bigint[]} last the two newest values of the chain; advanced
 * @param {number} n
 * @param {bigint} p
 */
function chainSteps(last, n, p) {
  let [x, y] = last;
  for (let i = 0; i < n; i++) {
    const z = (y * x) % p;
    x = y;
    y = z;
  }
  last[0] = x;
  last[1] = y;
}

/**
 * @param {bigint[]} a multiplied by b, slot by slot
 * @param {bigint[]} b
 * @param {number} n slots, from the first
 * @param {bigint} p
 */
function streamPass(a, b, n, p) {
  for (let i = 0; i < n; i++) a[i] = (a[i] * b[i]) % p;
}

/**
 * The same for each other operation, over the arrays of its values.
 *
 * @type {Record<import('../oracle/field.mjs').Operation, (arrays: bigint[][], n: number, p: bigint) => void>}
 */
const OPERATION_PASSES = {
  square([a], n, p) {
    for (let i = 0; i < n; i++) a[i] = (a[i] * a[i]) % p;
  },
  add([a, b], n, p) {
    for (let i = 0; i < n; i++) {
      const sum = a[i] + b[i];
      a[i] = sum >= p ? sum - p : sum;
    }
  },
  sub([a, b], n, p) {
    for (let i = 0; i < n; i++) {
      const difference = a[i] - b[i];
      a[i] = difference < 0n ? difference + p : difference;
    }
  },
  sop2([a, b, c, d], n, p) {
    for (let i = 0; i < n; i++) a[i] = (a[i] * b[i] + c[i] * d[i]) % p;
  },
};

/**
 * @param {import('../oracle/field.mjs').Field} field
 * @returns {import('./tasks.mjs').LoadedModule}
 */
export function createJsModule(field) {
  const { p } = field;

  // Making operands in BigInt costs as much as a thousand products. In wasm it is
  // cheap; here it is done once, or it would count as multiplication time.
  /** @type {Map<string, bigint[][]>} */
  const operands = new Map();
  /** @param {string} model @param {bigint} seed @param {() => bigint[][]} make */
  const once = (model, seed, make) => {
    const key = `${model} ${seed}`;
    let value = operands.get(key);
    if (!value) operands.set(key, (value = make()));
    return value;
  };

  /** @param {typeof streamPass} pass @param {bigint} seed @param {number} n */
  const overSlots = (pass, seed, n) => {
    const pairs = once('stream', seed, () => field.streamOperands(seed));
    const a = pairs.map((pair) => pair[0]);
    const b = pairs.map((pair) => pair[1]);
    for (let done = 0; done < n; done += STREAM_SLOTS) pass(a, b, Math.min(STREAM_SLOTS, n - done), p);
    return field.toBytes(field.fold(a));
  };

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
    variant: 'js',
    kernels: [],
    exports: {
      mul: (_kernel, a, b) => new Multiplier().mul(a, b),

      chain(_kernel, seed, n) {
        const last = [...once('chain', seed, () => field.chainOperands(seed, 1))[0]];
        for (let done = 0; done < n; done += STRIDE) chainSteps(last, Math.min(STRIDE, n - done), p);
        return field.toBytes(last[1]);
      },

      stream: (_kernel, seed, n) => overSlots(streamPass, seed, n),

      stream_of(_kernel, operation, seed, n) {
        const { slots, values, counts } = OPERATIONS[operation];
        const drawn = once(operation, seed, () => field.operationValues(operation, seed));
        const arrays = Array.from({ length: values }, (_, i) => drawn.map((slot) => slot[i]));
        const pass = OPERATION_PASSES[operation];
        for (let left = n / counts; left > 0; left -= slots) pass(arrays, Math.min(slots, left), p);
        return field.toBytes(field.fold(arrays[0]));
      },

      Multiplier,
      noop() {},
    },
  };
}
