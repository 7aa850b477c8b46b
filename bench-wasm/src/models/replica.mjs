/**
 * The measurement of the benchmark that this one replaces, repeated in src/bench/replica.rs. Its times are those of
 * that way to measure: none of them says how fast a product is.
 */

import { Bench } from 'tinybench';
import { splitMix64 } from '../oracle/field.mjs';
import { CALLS_NS } from './calls.mjs';
import { difference } from './difference.mjs';
import { withDefaults } from './model.mjs';
import { OPERATION } from './units.mjs';

/** @typedef {import('./model.mjs').Model} Model */
/** @typedef {import('./model.mjs').Task} Task */
/** @typedef {import('./model.mjs').TaskContext} TaskContext */
/** @typedef {import('../emit/interface.mjs').Replica} Replica */

/** Pairs of operands that a loop goes through. */
const PAIRS = 128;

/** JavaScript's own row: its product of two constants, with no modulus. */
export const JS_CONSTANTS = 'js-constants';
/** Both of them, as the benchmark that is told again has them. */
const CONSTANT = 2n ** 128n - 1n;

/**
 * What an operation gives, of two operands of 64 bits each.
 *
 * @type {Record<string, (a: bigint, b: bigint, p: bigint) => bigint>}
 */
const VALUES = {
  nothing: (a) => a,
  // The same in both lanes of 64 bits.
  'i64x2-mul': (a, b) => BigInt.asUintN(64, a * b) * (1n + (1n << 64n)),
  multi3: product,
  'multi3-moved': product,
  'multi3-converted': product,
  'multi3-mitigated': product,
  'multi3-mitigated-converted': product,
};

/** @param {bigint} a @param {bigint} b @param {bigint} p */
function product(a, b, p) {
  return (a * b) % p;
}

/**
 * @param {Pick<Model, 'id' | 'title' | 'meaning' | 'short' | 'task'>} model
 * @returns {Model}
 */
const replicaModel = (model) =>
  withDefaults({
    ...model,
    group: 'replicas',
    unit: OPERATION,
    operation: 'replica',
    result: 'outcome',
    onDemand: true,
    // A kernel of any other run is in none of them.
    row: ({ models }) => (models?.includes(model.id) ? {} : null),
  });

/**
 * @param {TaskContext} context
 * @returns {{ replica: Replica, operands: bigint[], wrong: (n: number) => string | null }} the first pair of operands,
 *   and what is wrong with the outcomes of n operations
 */
function replicaOf({ field, exports, kernel, seed }) {
  if (!exports.Replica) throw new Error('this build has no replica');
  const replica = new exports.Replica(kernel, seed);
  const next = splitMix64(seed);
  const pairs = Array.from({ length: PAIRS }, () => [next(), next()]);
  const values = pairs.map(([a, b]) => VALUES[kernel](a, b, field.p));
  return {
    replica,
    operands: pairs[0],
    wrong: (n) =>
      difference(field, replica.checksum(), field.fold(values.map((value, pair) => (pair < n ? value : 0n)))),
  };
}

/**
 * A loop in wasm, held against BigInt before it is timed and after each batch.
 *
 * @param {TaskContext} context
 * @param {number} perCase operations of a batch for each case of the run
 * @param {(replica: Replica, n: number) => number | null} run gives the ms that it read itself, if it did
 * @returns {Task}
 */
function replicaLoop(context, perCase, run) {
  const { replica, wrong } = replicaOf(context);
  /** @type {number | null} */
  let ms = null;
  for (const n of [1, PAIRS - 1, 3 * PAIRS]) {
    ms = run(replica, n);
    refuse(wrong(n), context.kernel);
  }
  return {
    unit: Math.ceil(context.cases * perCase),
    run(n) {
      ms = run(replica, n);
    },
    check: wrong,
    ...(ms !== null && { reading: () => Number(ms) * 1e6 }),
  };
}

/**
 * Calls as tinybench times them: a pair of readings around each.
 *
 * @param {string} name
 * @param {() => unknown} call
 * @param {() => string | null} wrong with what the last call gave
 * @returns {Task}
 */
function clockedCalls(name, call, wrong) {
  call();
  refuse(wrong(), name);
  let ns = 0;
  return {
    unit: 1,
    shortestNs: CALLS_NS,
    run(n) {
      const bench = new Bench({ iterations: n, time: 0, warmup: false, throws: true });
      bench.add(name, call, { async: false });
      bench.runSync();
      const [{ latency }] = /** @type {import('tinybench').TaskResultCompleted[]} */ (bench.results);
      ns = latency.mean * n * 1e6;
    },
    reading: () => ns,
    check: wrong,
  };
}

/** @param {string | null} wrong @param {string} name */
function refuse(wrong, name) {
  if (wrong !== null) throw new Error(`WRONG OUTCOME: ${name} ${wrong}`);
}

export const clocked = replicaModel({
  id: 'clocked',
  title: 'a pair of clock readings around each operation, in wasm',
  meaning:
    'n operations inside wasm, each between two readings of the clock, which are calls out of it: the sum of what ' +
    'passed between two.',
  short: 'clocked',
  task: async (context) => replicaLoop(context, 1 / 4, (replica, n) => replica.clocked(n)),
});

export const unclocked = replicaModel({
  id: 'unclocked',
  title: 'the same operations, one pair of clock readings around all of them',
  meaning: 'n of the operations of `clocked` in one call into wasm, and of BigInt’s product in a loop of JavaScript.',
  short: 'unclocked',
  task: async (context) =>
    context.kernel === JS_CONSTANTS
      ? constants(context)
      : replicaLoop(context, 1 / 10, (replica, n) => {
          replica.batch(n);
          return null;
        }),
});

/** @param {import('./model.mjs').TaskContext} context @returns {Promise<import('./model.mjs').Task>} */
async function constants({ field, cases, compile }) {
  const loop = await compile(
    `(n) => { const a = ${CONSTANT}n, b = ${CONSTANT}n; let c; for (let i = 0; i < n; i++) c = a * b; return c; }`,
  );
  const reduced = CONSTANT % field.p;
  let last = 0n;
  return {
    unit: Math.ceil(cases / 10),
    run(n) {
      last = loop(n);
    },
    check: () => difference(field, field.toBytes(last % field.p), field.mul(reduced, reduced)),
  };
}

export const clockedCall = replicaModel({
  id: 'clocked-call',
  title: 'a pair of clock readings around each call, no IO',
  meaning:
    'One call an operation, each between two readings of tinybench’s clock: the sum of what passed between two. ' +
    'Operands are inside wasm, or constants of JavaScript.',
  short: 'clocked, no IO',
  async task(context) {
    const { field, kernel, compile } = context;
    if (kernel === JS_CONSTANTS) {
      // It is given back, or an engine would have nothing to multiply for.
      const product = await compile(`() => ${CONSTANT}n * ${CONSTANT}n`);
      const reduced = CONSTANT % field.p;
      return clockedCalls(kernel, product, () =>
        difference(field, field.toBytes(product() % field.p), field.mul(reduced, reduced)),
      );
    }
    const { replica, wrong } = replicaOf(context);
    return clockedCalls(
      kernel,
      () => replica.call(),
      () => wrong(1),
    );
  },
});

export const clockedCallIo = replicaModel({
  id: 'clocked-call-io',
  title: 'a pair of clock readings around each call, with IO',
  meaning:
    'As clocked-call, and the operands come from JavaScript, as BigInts of 64 bits, which the call takes into the ' +
    'field. The outcome stays in wasm.',
  short: 'clocked, IO',
  async task(context) {
    const {
      replica,
      operands: [a, b],
      wrong,
    } = replicaOf(context);
    return clockedCalls(
      context.kernel,
      () => replica.call_io(a, b),
      () => wrong(1),
    );
  },
});
