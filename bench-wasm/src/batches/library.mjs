/** What sums and transforms, whoever does. Types alone. */

/** @typedef {{ points: Uint8Array, scalars: Uint8Array }} Operands 64 bytes a point, 32 a scalar, as many of both */

/**
 * @typedef {object} Library
 * @property {(operands: Operands) => Promise<import('../emit/interface.mjs').Sum>} sum
 * @property {(values: Uint8Array) => Promise<import('../emit/interface.mjs').Transform>} [transform] of 32 bytes each
 */

export {};
