/** Calls of a module whose operands are already inside it, or are canonical bytes of JS. */

import { CALLS_NS, callModel, operandsOf } from './calls.mjs';
import { difference } from './difference.mjs';
import { OPERATION } from './units.mjs';

/** @import { Field } from '../oracle/field.mjs' */
/** @import { Model } from './model.mjs' */

/**
 * @param {'step' | 'add'} method of a multiplier, by which its accumulator changes
 * @param {(field: Field, operands: bigint[], n: bigint) => bigint} last what the accumulator is after n calls
 * @returns {Model['task']}
 */
const inWasm = (method, last) => async (context) => {
  const { field, exports, kernel, compile } = context;
  const operands = operandsOf(context);
  const [a, b] = operands.map((value) => field.toBytes(value));
  const multiplier = new exports.Multiplier(kernel);
  if (!multiplier[method]) throw new Error(`this build does not ${method} a call at a time`);
  const loop = await compile(`(multiplier, n) => { for (let i = 0; i < n; i++) multiplier.${method}(); }`);
  return {
    unit: 1,
    shortestNs: CALLS_NS,
    prepare: () => multiplier.set(a, b),
    run: (n) => loop(multiplier, n),
    check: (n) => difference(field, multiplier.product(), last(field, operands, BigInt(n))),
  };
};

/**
 * @param {string} call of a multiplier, which gives the next bytes
 * @param {(field: Field, operands: bigint[], n: bigint) => bigint} last the value after n calls
 * @returns {Model['task']}
 */
const byBytes = (call, last) => async (context) => {
  const { field, exports, kernel, compile } = context;
  const operands = operandsOf(context);
  const [start, factor] = operands.map((value) => field.toBytes(value));
  const multiplier = new exports.Multiplier(kernel);
  const loop = await compile(`(multiplier, bytes, factor, n) => {
    for (let i = 0; i < n; i++) bytes = multiplier.${call};
    return bytes;
  }`);
  let value = start;
  return {
    unit: 1,
    shortestNs: CALLS_NS,
    prepare() {
      value = start;
    },
    run(n) {
      value = loop(multiplier, value, factor, n);
    },
    check: (n) => difference(field, value, last(field, operands, BigInt(n))),
  };
};

export const call = callModel({
  id: 'call',
  title: 'one call a product, no IO',
  meaning: 'One exported call a product; the operands are already inside wasm.',
  short: 'no IO',
  floor: true,
  bigint: true,
  task: inWasm('step', (field, [a, b], n) => field.mul(a, field.pow(b, n))),
});

export const callAdd = callModel({
  id: 'call-add',
  title: 'one call an addition, no IO',
  meaning:
    'One exported call an addition; the operands are already inside wasm. A row whose name ends in a field adds in ' +
    'that one.',
  short: 'add',
  unit: OPERATION,
  operation: 'add',
  result: 'sum',
  bigint: true,
  onDemand: true,
  // The models of a kernel that adds and does nothing else are `add`.
  row: ({ models }) => ((models?.includes('add') ?? true) ? {} : null),
  task: inWasm('add', ({ p }, [a, b], n) => (a + b * n) % p),
});

export const callIo = callModel({
  id: 'call-io',
  title: 'one call a product, with IO',
  meaning:
    'One exported call a product; both operands come from JS as canonical 32-byte values and the product goes back: ' +
    'what a JS caller pays.',
  short: 'IO',
  task: byBytes('mul(bytes, factor)', (field, [a, b], n) => field.mul(a, field.pow(b, n))),
});

export const convert = callModel({
  id: 'convert',
  title: 'bytes to residue and back',
  meaning:
    'Canonical bytes to the kernel’s own format and back, without a product: the part of call-io that is not the ' +
    'multiplication.',
  short: 'convert',
  result: 'conversion',
  task: byBytes('convert(bytes)', (_, [a]) => a),
});
