/** What the models have in common that loop inside a module: one clock pair around many operations. */

import { difference } from './difference.mjs';
import { withDefaults } from './model.mjs';

/** @typedef {import('./model.mjs').Loop} Loop */
/** @typedef {import('./model.mjs').Model} Model */

/**
 * @param {Omit<Model, 'operation' | 'result' | 'controls' | 'unit' | 'task'> & Partial<Model> & { loop: Loop }} words
 * @returns {Model & { loop: Loop }}
 */
export function loopModel(words) {
  const task = async (/** @type {import('./model.mjs').TaskContext} */ context) => batches(words, context);
  return { ...withDefaults({ bigint: true, ...words, task }), loop: words.loop };
}

/**
 * @param {Pick<Model, 'id'> & { loop: Loop }} model
 * @param {import('./model.mjs').ModuleExports} exports
 * @param {string} kernel id in the module
 * @param {bigint} seed of the operands
 * @returns {import('../emit/interface.mjs').Batch}
 */
export function batchOf({ id, loop }, exports, kernel, seed) {
  if ('batch' in exports) return exports.batch(id, kernel, seed);
  return (n) => {
    const checksum = loop.run(exports, kernel, seed, n);
    return () => checksum;
  };
}

/**
 * A batch of n operations, as exported calls of the run's cases each (the last may have fewer).
 *
 * @param {Pick<Model, 'id'> & { loop: Loop }} model
 * @param {import('./model.mjs').TaskContext} context
 * @returns {import('./model.mjs').Task}
 */
function batches(model, { field, exports, kernel, lanes, seed, cases, work, expected }) {
  const { counts, perCase, closedForm } = model.loop;
  const most = counts * Math.ceil((perCase * cases) / counts);
  /** @param {number} n */
  const calls = (n) =>
    Array.from(
      { length: Math.ceil(n / most) },
      (_, i) => counts * Math.ceil(Math.round(work * Math.min(most, n - i * most)) / counts),
    );
  const batch = batchOf(model, exports, kernel, seed);
  /** @type {(() => Uint8Array)[]} */
  let checksums = [];
  return {
    unit: most,
    run(n) {
      checksums = calls(n).map(batch);
    },
    check(n) {
      for (const [i, count] of calls(n).entries()) {
        const key = `${field.id} ${model.id} ${lanes} ${seed} ${count}`;
        if (!expected.has(key)) expected.set(key, closedForm(field, seed, count, lanes));
        const wrong = difference(field, checksums[i](), expected.get(key));
        if (wrong) return `${model.id} of ${count} with seed ${seed} ${wrong}`;
      }
      return null;
    },
  };
}
