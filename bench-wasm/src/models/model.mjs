/** What a model is; the models are listed in list.mjs, a line each. */

import { SAME } from './controls.mjs';
import { PRODUCT } from './units.mjs';

/** @typedef {import('../emit/interface.mjs').ModuleExports} ModuleExports */
/** @typedef {import('../oracle/field.mjs').Field} Field */

/**
 * Loops of the product inside a module, over arrays of other sizes, of the products of limbs that it is made of, of
 * another operation there, of inversions, calls from JS, algorithms of arkworks, sums and transforms over sizes: the
 * order of the tables, with hashes and proofs behind them, and the measurement of the benchmark before this one.
 *
 * @typedef {'batches' | 'sizes' | 'limbs' | 'operations' | 'inversions' | 'calls' | 'algorithms' | 'sums' |
 *   'transforms' | 'hashes' | 'proofs' | 'replicas'} Group
 */

/**
 * @typedef {object} Model
 * @property {string} id the same word on the command line, in results and in tables
 * @property {Group} group
 * @property {string} title
 * @property {string} meaning what a sample is
 * @property {string} [gist] the few words after its name where a report is read out; one without is in tables only
 * @property {string} [short] beside a kernel's name, in a table of several models
 * @property {import('./units.mjs').Unit} unit
 * @property {string} operation whose results are verified before anything is timed; `product` unless it is another
 * @property {string} result what comes out, where it is said to be wrong
 * @property {readonly import('./controls.mjs').Control[]} controls that stand beside its kernels
 * @property {boolean} [floor] whether a call that does nothing has a row too
 * @property {boolean} [bigint] whether BigInt has a row too
 * @property {boolean} [montgomery] whether BigInt has one more, by Montgomery's product instead of a division
 * @property {boolean} [onDemand] measured only where it is named
 * @property {boolean} [cold] a sample is the first thing that a process or a page does, once in each: such rows are
 *   compared with each other, and have no baseline
 * @property {(kernel: Candidate) => Partial<Row> | null} [row] how a kernel is
 *   timed in it, null where it is not; without it, in the kernel's own build, if its registry has the model
 * @property {number} [size] products of one call, where operands and products are BigInts
 * @property {number} [log2] of the points of a sum, the values of a transform, the elements of an array, where the
 *   model is one of many that differ in it
 * @property {Loop} [loop] of a model that loops inside a module
 * @property {(context: TaskContext) => Promise<Task>} task
 */

/**
 * A kernel to be measured; `of` is its id in its module, where that is another one; `curve` the sha256 of the module
 * with arkworks' algorithms on it, if there is one, and `curveBuild` that module, where it is not the usual one;
 * `hashes` the build of each hash that it computes; `code` the bytes of a module's code that has nothing else;
 * `sums` and `transforms` where its algorithms over sizes are.
 *
 * @typedef {import('../emit/interface.mjs').KernelRow & { of?: string, curve?: string, curveBuild?: string, hashes?:
 *   Record<string, string>, code?: number, sums?: Place, transforms?: Place }} Candidate
 *
 * @typedef {{ build: string, of: string, field?: string }} Place a module, the id of what is called in it, and the
 *   field where it is not the usual one
 */

/**
 * @typedef {object} Row one line of a result table
 * @property {string} kernel the row's id
 * @property {string} model
 * @property {string} of the kernel that is called in the module
 * @property {string} build the variant it is called in, or that of BigInt
 * @property {string} field id
 * @property {number} instance rows with another number have a module instance of their own
 * @property {number} lanes
 * @property {number} work products done for each one reported
 */

/**
 * @typedef {object} Loop n operations in one call into a module
 * @property {number} counts a call does a multiple of these
 * @property {number} perCase operations of a batch for each case of the run
 * @property {(exports: import('../emit/interface.mjs').RustExports, kernel: string, seed: bigint, n: number) =>
 *   Uint8Array} run
 * @property {(field: Field, seed: bigint, n: number, lanes: number) => bigint} closedForm its checksum, by a way that
 *   is not a loop
 * @property {(field: Field, seed: bigint) => import('../emit/interface.mjs').Batch} [bigint] the same loop on BigInt,
 *   of a model in which that has a row
 * @property {(field: Field, seed: bigint) => import('../emit/interface.mjs').Batch} [montgomery] the same on residues
 */

/**
 * @typedef {object} Task
 * @property {() => void} [prepare] before the clock starts
 * @property {(n: number) => void | Promise<void>} run n operations; the timed part
 * @property {(n: number) => string | null | Promise<string | null>} check after the clock: null when the batch of n
 *   ended with the value that is expected, else what is wrong
 * @property {() => number} [reading] ns that the batch says it took, of a way to measure that is itself looked at
 * @property {number} unit a timed batch is a whole number of units
 * @property {number} [shortestNs] how long a timed batch lasts at least, where what the clock needs is not enough
 */

/**
 * @typedef {object} TaskContext
 * @property {Field} field
 * @property {ModuleExports} exports
 * @property {string} kernel id in the module
 * @property {number} lanes
 * @property {bigint} seed of the operands
 * @property {number} cases products of one in-wasm batch
 * @property {number} work products done for each one that is reported; 1 but for a control
 * @property {Map<string, any>} expected values known so far; rows of a session share it
 * @property {Compile} compile
 */

/**
 * Makes a function of its source, as code of its own.
 *
 * Closures of one function share what an engine learns of it. In one loop for all rows the call would be to any of
 * several classes, one for each module (and BigInt's), and its machine code would depend on which rows the engine met
 * first: another in each process, and none that a program with one multiplier has.
 *
 * @typedef {(source: string) => Promise<any>} Compile
 */

/**
 * What most models have. The only control is A/A: 5 % more of one call, hash or MSM is no whole number of them.
 *
 * @param {Omit<Model, 'unit' | 'operation' | 'result' | 'controls'> & Partial<Model>} words
 * @returns {Model}
 */
export const withDefaults = (words) => ({
  unit: PRODUCT,
  operation: 'product',
  result: 'product',
  controls: [SAME],
  ...words,
});

/** Bytes of a wrong result that are shown: an element. */
const SHOWN = 32;

/**
 * A task that computes the same again and again. The first result is checked before anything is timed, and then every
 * result of each batch.
 *
 * @param {object} computation
 * @param {() => Uint8Array} computation.compute
 * @param {(got: Uint8Array) => boolean} computation.right
 * @param {string} computation.wrong what to say of a wrong result
 * @param {string} [computation.result] its name there
 * @param {number} [computation.unit] operations of one computation
 * @returns {Task}
 */
export function repeated({ compute, right, wrong, result = 'PRODUCT', unit = 1 }) {
  if (!right(compute())) throw new Error(`WRONG ${result}: ${wrong}`);
  /** @type {Uint8Array[]} */
  let results = [];
  return {
    unit,
    run(n) {
      results = Array.from({ length: Math.ceil(n / unit) }, compute);
    },
    check() {
      const at = results.findIndex((got) => !right(got));
      if (at < 0) return null;
      const digits = Array.from(results[at].subarray(0, SHOWN), (byte) => byte.toString(16).padStart(2, '0')).join('');
      // Whether it is the comparison, this one result or the code that is wrong: it may never come again.
      const again = right(results[at])
        ? 'the same bytes compared again are right'
        : `computed again it is ${right(compute()) ? 'right' : 'wrong'}`;
      return `${wrong}: result ${at + 1} of ${results.length} is the bytes ${digits}; ${again}`;
    },
  };
}
