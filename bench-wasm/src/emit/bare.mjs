/** What a module exports that has none of the product: hashes of other libraries, provers. */

/**
 * @param {string} variant
 * @returns {import('./interface.mjs').ScriptExports & Pick<import('./interface.mjs').CommonExports, 'Multiplier' |
 *   'noop'>}
 */
export const bareExports = (variant) => ({
  batch(model) {
    throw new RangeError(`model: ${variant} have no "${model}"`);
  },
  Multiplier: /** @type {any} */ (
    function () {
      throw new RangeError(`kernel: ${variant} have none`);
    }
  ),
  noop() {},
});
