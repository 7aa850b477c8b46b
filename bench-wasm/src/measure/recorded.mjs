/** A row of a module's registry, as results have it. */

/**
 * Without what is the engine's or the module's own, and has no place in a result.
 *
 * @template {Pick<import('../emit/interface.mjs').KernelRow, 'fused' | 'multiplies' | 'fields'>} Row
 * @param {Row} row
 * @returns {Omit<Row, 'fused' | 'multiplies' | 'fields'>}
 */
export const recorded = ({ fused: _, multiplies: __, fields: ___, ...row }) => row;
