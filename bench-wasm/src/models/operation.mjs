/** What a kernel does beside its product, in loops like `stream`; each operation is verified by itself. */

import { loopModel } from './loop.mjs';
import { overSlots } from './slots.mjs';

/**
 * @param {Pick<import('./model.mjs').Model, 'id' | 'title' | 'meaning' | 'result' | 'unit'> &
 *   { perCase: number } & import('./slots.mjs').Slots} operation id: as the module's `stream_of` knows it
 */
export const operationModel = ({ id, title, meaning, result, unit, perCase, ...slots }) =>
  loopModel({
    id,
    group: 'operations',
    title,
    meaning,
    result,
    unit,
    operation: id,
    loop: { perCase, run: (exports, kernel, seed, n) => exports.stream_of(kernel, id, seed, n), ...overSlots(slots) },
  });

/** Operations for each case of the run: what costs about a product takes a quarter of its time. */
export const AS_A_PRODUCT = 1 / 4;
/** An addition is some ten times as fast; still many times what it costs to draw the operands. */
export const AS_A_SUM = 2;
