/** What a module exports as `Multiplier`, on a product of two values as bytes. */

/** @typedef {import('./interface.mjs').Multiplier} Multiplier */

/**
 * @param {(kernel: string) => Pick<Multiplier, 'mul' | 'convert'> & Partial<Pick<Multiplier, 'free'>>} open the kernel
 *   of that id
 * @returns {new (kernel: string) => Multiplier}
 */
export const multiplierOn = (open) =>
  class {
    /** @type {Uint8Array} */
    accumulator = new Uint8Array();
    /** @type {Uint8Array} */
    factor = new Uint8Array();

    /** @param {string} kernel */
    constructor(kernel) {
      this.kernel = open(kernel);
    }

    /** @param {Uint8Array} a @param {Uint8Array} b */
    mul(a, b) {
      return this.kernel.mul(a, b);
    }

    /** @param {Uint8Array} a @param {Uint8Array} b */
    set(a, b) {
      this.accumulator = a;
      this.factor = b;
    }

    step() {
      this.accumulator = this.kernel.mul(this.accumulator, this.factor);
    }

    product() {
      return this.accumulator;
    }

    /** @param {Uint8Array} a */
    convert(a) {
      return this.kernel.convert(a);
    }

    free() {
      this.kernel.free?.();
    }
  };
