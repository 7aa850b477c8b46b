/** The emitted kernels against BigInt: what fuzz/answer.rs is for the registry, with the same conversation. */

import { emit } from '../emit/kernels.mjs';
import { EmittedKernel } from '../emit/emitted-module.mjs';
import { EMITTED, EMITTED_IDS, ROWS, fieldsOf } from '../emit/emitted-rows.mjs';
import { CALLS } from '../emit/wide-arithmetic.mjs';
import { features } from '../setup/features.mjs';
import { operands } from './operands.mjs';

/** @typedef {import('../emit/emitted-rows.mjs').EmittedId} EmittedId */
/** @typedef {import('../oracle/field.mjs').Field} Field */

/** @param {EmittedId} id */
const namesOf = (id) => fieldsOf(id).map((field) => field.id);

/** What a kernel does: its product or its addition. @param {EmittedId} id */
const operationOf = (id) => (ROWS[id].models.includes('add') ? 'add' : 'mul');

/**
 * The module as this engine runs it: without wide arithmetic it is the same kernel but for those instructions.
 *
 * @param {EmittedId} id
 * @param {Field} [field] that of its row by default
 */
export const emitHere = (id, field) =>
  /** @type {Uint8Array<ArrayBuffer>} */ (emit(id, field, features()['wide-arithmetic'] ? undefined : CALLS));

/**
 * @param {(id: EmittedId, field: Field) => EmittedKernel} [load]
 * @returns {(request: string) => string} answers `kernels`, and `KERNEL FIELD OPERATION SEED BLOCK COUNT`
 */
export function emittedAnswer(load = (id, field) => new EmittedKernel(id, emitHere(id, field), { field })) {
  /** @type {Map<string, EmittedKernel>} */
  const kernels = new Map();
  return (request) => {
    if (request === 'kernels')
      return EMITTED_IDS.map((id) => [id, EMITTED, operationOf(id), namesOf(id).join('+')].join()).join(' ');
    const [word, name, operation, ...numbers] = request.split(' ');
    const [seed, block, count] = numbers.map(Number);
    const id = EMITTED_IDS.find((known) => known === word);
    if (!id) return `unknown kernel: ${word}`;
    const field = fieldsOf(id).find((one) => one.id === name);
    if (!field) return `field: ${id} is for ${namesOf(id).join(', ')} only`;
    if (operation !== operationOf(id)) return `operation: ${id} has ${operationOf(id)} only`;
    try {
      const key = `${id} ${name}`;
      const kernel = kernels.get(key) ?? load(id, field);
      kernels.set(key, kernel);
      return compared(kernel, operation, operands(kernel.field, kernel.format.radixBits, seed, block), count);
    } catch (error) {
      return /** @type {Error} */ (error).message;
    }
  };
}

/**
 * @param {EmittedKernel} kernel
 * @param {'mul' | 'add'} operation
 * @param {() => [bigint, bigint]} next
 * @param {number} count
 * @returns {string} how many results are wrong, and the first of them
 */
function compared(kernel, operation, next, count) {
  const { p } = kernel.field;
  const pairs = Array.from({ length: count }, next);
  const results = kernel.results(
    pairs.map(([a]) => a),
    pairs.map(([, b]) => b),
  );
  let mismatches = 0;
  let first = '';
  for (const [i, [a, b]] of pairs.entries()) {
    const expected = (operation === 'mul' ? a * b : a + b) % p;
    if (results[i] === expected) continue;
    if (mismatches++ === 0)
      first = `${hex(a)} ${operation === 'mul' ? '*' : '+'} ${hex(b)} is ${hex(expected)}, not ${hex(results[i])}`;
  }
  return `${mismatches} ${first}`;
}

/** @param {bigint} x */
const hex = (x) => `0x${x.toString(16)}`;
