/**
 * The multiplication that needs no wasm, `(a * b) % p` on BigInt, behind the same
 * exports as the wasm module, so that one code path times both.
 */

/**
 * @param {import('../field.mjs').Field} field
 * @returns {import('./tasks.mjs').LoadedModule}
 */
export function createJsModule(field) {
  const { p } = field;

  // Making operands in BigInt costs as much as a thousand products. In wasm it is
  // cheap; here it is done once, or it would count as multiplication time.
  /** @type {Map<string, [bigint, bigint][]>} */
  const operands = new Map();
  /** @param {string} model @param {bigint} seed @param {() => [bigint, bigint][]} make */
  const once = (model, seed, make) => {
    const key = `${model} ${seed}`;
    let value = operands.get(key);
    if (!value) operands.set(key, (value = make()));
    return value;
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
      chain(_kernel, seed, n) {
        let [[x, y]] = once('chain', seed, () => field.chainOperands(seed, 1));
        for (let i = 0; i < n; i++) {
          const z = (y * x) % p;
          x = y;
          y = z;
        }
        return field.toBytes(y);
      },

      stream(_kernel, seed, n) {
        const pairs = once('stream', seed, () => field.streamOperands(seed));
        const a = pairs.map((pair) => pair[0]);
        const b = pairs.map((pair) => pair[1]);
        const slots = a.length;
        for (let done = 0; done < n; done += slots) {
          const end = Math.min(slots, n - done);
          for (let i = 0; i < end; i++) a[i] = (a[i] * b[i]) % p;
        }
        return field.toBytes(field.fold(a));
      },

      Multiplier,
      noop() {},
    },
  };
}
