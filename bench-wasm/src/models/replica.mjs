/**
 * The measurement of the benchmark that this one replaces, told again in src/bench/replica.rs: what its models have in
 * common. Their times are of that measurement, and none of them says how fast a product is.
 */

import { Bench } from 'tinybench';
import { splitMix64 } from '../oracle/field.mjs';
import { CALLS_NS } from './calls.mjs';
import { SAME } from './controls.mjs';
import { difference } from './difference.mjs';
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
export const CONSTANT = 2n ** 128n - 1n;

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
export const replicaModel = (model) => ({
  ...model,
  group: 'replicas',
  unit: OPERATION,
  operation: 'replica',
  result: 'outcome',
  controls: [SAME],
  floor: false,
  bigint: false,
  onDemand: true,
  // A kernel of any other run is in none of them.
  row: ({ models }) => (models?.includes(model.id) ? {} : null),
});

/**
 * @param {TaskContext} context
 * @returns {{ replica: Replica, operands: bigint[], wrong: (n: number) => string | null }} the first pair of operands,
 *   and what is wrong with the outcomes of n operations
 */
export function replicaOf({ field, exports, kernel, seed }) {
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
export function replicaLoop(context, perCase, run) {
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
export function clockedCalls(name, call, wrong) {
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
