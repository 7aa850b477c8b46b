/** Fields of arkworks, each behind the exports of a module of its own: one code path verifies and times all. */

/** The build that has them. */
export const FIELDS_BUILD = 'work';
const PREFIX = `${FIELDS_BUILD}-in-`;

/** @param {string} field id @returns {string} what rows in that field are loaded from, as a build */
export const fieldBuild = (field) => `${PREFIX}${field}`;

/** @param {string} build @returns {string | null} the field that it is of; null for a build that is none of these */
export const fieldIn = (build) => (build.startsWith(PREFIX) ? build.slice(PREFIX.length) : null);

/**
 * @param {import('../emit/interface.mjs').LoadedModule} module of that build
 * @param {string} field id
 * @returns {import('../emit/interface.mjs').LoadedModule<import('../emit/interface.mjs').ScriptModule>}
 */
export function fieldModule({ exports, kernels }, field) {
  /** @param {string} kernel */
  const loopsOf = (kernel) => {
    if (!exports.FieldLoops) throw new Error('this build has no fields');
    return new exports.FieldLoops(field, kernel);
  };

  class Multiplier {
    /** @type {Uint8Array} */
    accumulator = new Uint8Array();
    /** @type {Uint8Array} */
    factor = new Uint8Array();

    /** @param {string} kernel */
    constructor(kernel) {
      this.loops = loopsOf(kernel);
    }

    /** @param {Uint8Array} a @param {Uint8Array} b */
    mul(a, b) {
      return this.loops.mul(a, b);
    }

    /** @param {Uint8Array} a @param {Uint8Array} b */
    set(a, b) {
      this.accumulator = a;
      this.factor = b;
    }

    step() {
      this.accumulator = this.loops.mul(this.accumulator, this.factor);
    }

    product() {
      return this.accumulator;
    }

    /** @param {Uint8Array} a */
    convert(a) {
      return this.loops.convert(a);
    }

    free() {
      this.loops.free();
    }
  }

  return {
    variant: fieldBuild(field),
    kernels,
    exports: {
      batch(model, kernel, seed) {
        const loops = loopsOf(kernel);
        return (n) => {
          const checksum = loops.run(model, seed, n);
          return () => checksum;
        };
      },
      Multiplier,
      noop: exports.noop,
    },
  };
}
