/** The floor of the call models: an exported call that does nothing. */

import { CALLS_NS } from './calls.mjs';

/** The id of its row. */
export const NOOP = 'noop';

/**
 * @param {Pick<import('../emit/interface.mjs').ModuleExports, 'noop'>} exports
 * @returns {import('./model.mjs').Task}
 */
export function noopTask({ noop }) {
  return {
    unit: 1,
    shortestNs: CALLS_NS,
    run(n) {
      for (let i = 0; i < n; i++) noop();
    },
    check: () => null,
  };
}
