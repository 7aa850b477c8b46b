/** What one sample of each model does, and the value it must end with. */

import { expectedMsm, expectedPairing, fq12FromTower, sameFq12 } from '../oracle/curve.mjs';
import { OPERATIONS } from '../oracle/field.mjs';
import { convertLoop, mulLoop, stepLoop } from './loops.mjs';
import { sameBytes } from './verify.mjs';

/** @typedef {import('../oracle/field.mjs').Operation} Operation */

/**
 * @typedef {object} Multiplier one product a call, operands kept on the module's side
 * @property {(a: Uint8Array, b: Uint8Array) => Uint8Array} mul
 * @property {(a: Uint8Array, b: Uint8Array) => void} set
 * @property {() => void} step
 * @property {() => Uint8Array} product
 * @property {(a: Uint8Array) => Uint8Array} convert
 * @property {() => void} free
 */

/**
 * @typedef {object} Curve arkworks on one kernel, with the operands of a seed
 * @property {() => Uint8Array} msm
 * @property {() => Uint8Array} pairing
 * @property {() => Uint8Array} base
 */

/**
 * @typedef {object} ModuleExports what the harness calls in a module
 * @property {(kernel: string, a: Uint8Array, b: Uint8Array) => Uint8Array} mul
 * @property {(kernel: string, seed: bigint, n: number) => Uint8Array} chain
 * @property {(kernel: string, seed: bigint, n: number) => Uint8Array} stream
 * @property {(kernel: string, operation: Operation, seed: bigint, n: number) => Uint8Array} stream_of
 * @property {(model: BatchModel, kernel: string, seed: bigint) => (n: number) => () => Uint8Array} [batch]
 *   the same as chain, stream and stream_of in three parts, of a module that is prepared, and read, by
 *   JS: prepares operands; then does n operations, the part to be timed; then gives the checksum
 * @property {new (kernel: string) => Multiplier} Multiplier
 * @property {() => void} noop
 * @property {new (kernel: string, seed: bigint) => Curve} [Curve] only in the build `curve`
 * @property {() => string} [curves] ids of the kernels that have one, as JSON
 */

/**
 * @typedef {object} KernelRow a row of the module's registry
 * @property {string} id
 * @property {'dropin' | 'internal'} form
 * @property {number} lanes products computed at once
 * @property {string} limbs
 * @property {number} radixBits
 * @property {string} build the variant it is timed from
 * @property {boolean} available whether this module has it
 * @property {string} [field] that it computes in; `fq` by default
 * @property {boolean | null} [fused] whether the engine that runs this fuses relaxed_madd; null
 *   where the kernel is right either way
 * @property {Model[] | null} [models] it is timed in; null where it is timed in all of MODEL_IDS
 * @property {string} summary
 * @property {string} source
 */

/** @typedef {{ variant: string, exports: ModuleExports, kernels: KernelRow[] }} LoadedModule */

/**
 * @typedef {object} Task
 * @property {() => void} [prepare] before the clock starts
 * @property {(n: number) => void} run n products (calls, MSMs, pairings); the timed part
 * @property {(n: number) => string | null} check after the clock: null when the batch of n ended
 *   with the value BigInt expects, else what is wrong
 * @property {number} unit a timed batch is a whole number of units
 * @property {number} [shortestNs] how long a timed batch lasts at least, where what the clock needs is not enough
 */

/**
 * @typedef {object} TaskContext
 * @property {import('../oracle/field.mjs').Field} field
 * @property {ModuleExports} exports
 * @property {string} kernel id in the module
 * @property {number} lanes
 * @property {bigint} seed of the operands
 * @property {number} cases products of one in-wasm batch
 * @property {number} work products done for each one that is reported; 1 but for a control
 * @property {Map<string, any>} expected values known so far; rows of a session share it
 */

/** @typedef {'chain' | 'stream' | Operation} BatchModel */
/** @typedef {BatchModel | 'call' | 'call-io' | 'convert' | 'msm' | 'pairing'} Model */

/** Of calls from JS. Most leave garbage behind: a batch is like the next one when it holds many collections. */
const CALLS_NS = 20e6;

/**
 * Operations of one batch for each case of the run: what costs about a product takes a quarter of the time, and an
 * addition, some
 * ten times as fast, still many times what it costs to draw the operands.
 *
 * @type {Record<Operation, number>}
 */
const OPERATIONS_PER_CASE = { square: 1 / 4, add: 2, sub: 2, sop2: 1 / 4 };

/** @type {Record<Model, (context: TaskContext) => Task>} */
const MODELS = {
  chain: (context) =>
    inWasmBatch(context, 'chain', {
      run: (n) => context.exports.chain(context.kernel, context.seed, n),
      closedForm: (n) => context.field.chain(context.seed, n, context.lanes),
    }),

  stream: (context) =>
    inWasmBatch(context, 'stream', {
      run: (n) => context.exports.stream(context.kernel, context.seed, n),
      closedForm: (n) => context.field.stream(context.seed, n),
    }),

  square: (context) => operationBatch(context, 'square'),
  add: (context) => operationBatch(context, 'add'),
  sub: (context) => operationBatch(context, 'sub'),
  sop2: (context) => operationBatch(context, 'sop2'),

  call({ field, exports, kernel, seed }) {
    const [a, b] = operands(field, seed);
    const multiplier = new exports.Multiplier(kernel);
    const loop = stepLoop();
    return {
      unit: 1,
      shortestNs: CALLS_NS,
      prepare: () => multiplier.set(field.toBytes(a), field.toBytes(b)),
      run: (n) => loop(multiplier, n),
      check: (n) => difference(field, multiplier.product(), field.mul(a, field.pow(b, BigInt(n)))),
    };
  },

  'call-io'({ field, exports, kernel, seed }) {
    const [a, b] = operands(field, seed);
    const multiplier = new exports.Multiplier(kernel);
    const loop = mulLoop();
    const factor = field.toBytes(b);
    let product = field.toBytes(a);
    return {
      unit: 1,
      shortestNs: CALLS_NS,
      prepare() {
        product = field.toBytes(a);
      },
      run(n) {
        product = loop(multiplier, product, factor, n);
      },
      check: (n) => difference(field, product, field.mul(a, field.pow(b, BigInt(n)))),
    };
  },

  convert({ field, exports, kernel, seed }) {
    const [a] = operands(field, seed);
    const multiplier = new exports.Multiplier(kernel);
    const loop = convertLoop();
    let value = field.toBytes(a);
    return {
      unit: 1,
      shortestNs: CALLS_NS,
      run(n) {
        value = loop(multiplier, value, n);
      },
      check: () => difference(field, value, a),
    };
  },

  msm({ exports, kernel, seed, expected }) {
    const curve = curveOf(exports, kernel, seed);
    const point = once(expected, `msm ${seed}`, () => expectedMsm(seed));
    return repeated(
      () => curve.msm(),
      (got) => sameBytes(got, point),
      `msm of seed ${seed}`,
    );
  },

  pairing({ exports, kernel, seed, expected }) {
    const curve = curveOf(exports, kernel, seed);
    const base = curve.base();
    const value = once(expected, `pairing ${seed} ${base}`, () => expectedPairing(seed, base));
    return repeated(
      () => curve.pairing(),
      (got) => sameFq12(fq12FromTower(got), value),
      `pairing of seed ${seed}`,
    );
  },
};

/** Models of a kernel's own operations, in the order of the tables. @type {readonly Model[]} */
export const MODEL_IDS = Object.freeze(
  /** @type {Model[]} */ (['chain', 'stream', ...Object.keys(OPERATIONS), 'call', 'call-io', 'convert']),
);

/** Models whose unit of work is a whole algorithm of arkworks on a kernel's field. */
export const CURVE_MODELS = Object.freeze(/** @type {Model[]} */ (['msm', 'pairing']));

/** Models of the product that loop inside the module. */
export const BATCH_MODELS = Object.freeze(/** @type {Model[]} */ (['chain', 'stream']));

/** Models of what a kernel does beside its product; they loop inside the module too. */
export const OPERATION_MODELS = Object.freeze(/** @type {Operation[]} */ (Object.keys(OPERATIONS)));

/** Models of the product, in a loop or in single calls. */
export const PRODUCT_MODELS = Object.freeze(
  MODEL_IDS.filter((model) => !OPERATION_MODELS.some((operation) => operation === model)),
);

/**
 * @param {Model} model
 * @param {TaskContext} context
 * @returns {Task}
 */
export function createTask(model, context) {
  return MODELS[model](context);
}

/**
 * The floor of the call models: an exported call that does nothing.
 *
 * @param {ModuleExports} exports
 * @returns {Task}
 */
export function createNoopTask({ noop }) {
  return {
    unit: 1,
    shortestNs: CALLS_NS,
    run(n) {
      for (let i = 0; i < n; i++) noop();
    },
    check: () => null,
  };
}

/**
 * A batch of n products, as exported calls of `cases` products each (the last may have fewer).
 *
 * @param {TaskContext & { counts?: number }} context counts: a call does a multiple of these
 * @param {BatchModel} model
 * @param {{ run: (n: number) => Uint8Array, closedForm: (n: number) => bigint }} batch
 * @returns {Task}
 */
function inWasmBatch(
  { field, exports, kernel, lanes, seed, cases, work, expected, counts = 1 },
  model,
  { run, closedForm },
) {
  /** @param {number} n */
  const calls = (n) =>
    Array.from(
      { length: Math.ceil(n / cases) },
      (_, i) => counts * Math.ceil(Math.round(work * Math.min(cases, n - i * cases)) / counts),
    );
  const batch =
    exports.batch?.(model, kernel, seed) ??
    ((/** @type {number} */ n) => {
      const checksum = run(n);
      return () => checksum;
    });
  /** @type {(() => Uint8Array)[]} */
  let checksums = [];
  return {
    unit: cases,
    run(n) {
      checksums = calls(n).map(batch);
    },
    check(n) {
      for (const [i, count] of calls(n).entries()) {
        const value = once(expected, `${field.id} ${model} ${lanes} ${seed} ${count}`, () => closedForm(count));
        const wrong = difference(field, checksums[i](), value);
        if (wrong) return `${model} of ${count} with seed ${seed} ${wrong}`;
      }
      return null;
    },
  };
}

/**
 * @param {TaskContext} context
 * @param {Operation} operation
 * @returns {Task}
 */
function operationBatch(context, operation) {
  const { field, exports, kernel, seed } = context;
  const { counts } = OPERATIONS[operation];
  const cases = counts * Math.ceil((OPERATIONS_PER_CASE[operation] * context.cases) / counts);
  return inWasmBatch({ ...context, cases, counts, lanes: 1 }, operation, {
    run: (n) => exports.stream_of(kernel, operation, seed, n),
    closedForm: (n) => field.streamOf(operation, seed, n),
  });
}

/** @param {ModuleExports} exports @param {string} kernel @param {bigint} seed @returns {Curve} */
function curveOf({ Curve }, kernel, seed) {
  if (!Curve) throw new Error('this build has no curves');
  return new Curve(kernel, seed);
}

/**
 * A batch of n times the same, each of whose results is looked at; one before any is timed.
 *
 * @param {() => Uint8Array} compute
 * @param {(got: Uint8Array) => boolean} right
 * @param {string} what
 * @returns {Task}
 * @throws {Error} when the first is wrong
 */
function repeated(compute, right, what) {
  const wrong = `${what} is not what BigInt expects`;
  if (!right(compute())) throw new Error(`WRONG PRODUCT: ${wrong}`);
  /** @type {Uint8Array[]} */
  let results = [];
  return {
    unit: 1,
    run(n) {
      results = Array.from({ length: n }, compute);
    },
    check: () => (results.every(right) ? null : wrong),
  };
}

/**
 * @template T
 * @param {Map<string, any>} known
 * @param {string} key
 * @param {() => T} compute
 * @returns {T}
 */
function once(known, key, compute) {
  if (!known.has(key)) known.set(key, compute());
  return known.get(key);
}

/** @param {import('../oracle/field.mjs').Field} field @param {bigint} seed @returns {[bigint, bigint]} */
function operands(field, seed) {
  return field.chainOperands(seed, 1)[0];
}

/**
 * @param {import('../oracle/field.mjs').Field} field
 * @param {Uint8Array} got
 * @param {bigint} expected
 */
function difference(field, got, expected) {
  if (sameBytes(got, field.toBytes(expected))) return null;
  return `gave 0x${field.fromBytes(got).toString(16)}, not 0x${expected.toString(16)}`;
}
