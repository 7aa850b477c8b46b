/** Arrays with a witness in them, or with what was computed of it. */

/**
 * Overwrites an array, which nobody reads any more, and frees its memory now: where many are as large as a witness, a
 * collector would come late.
 *
 * @param {Uint8Array} bytes
 */
export function release(bytes) {
  bytes.fill(0);
  // Engines of 2023 and before have no transfer.
  if (bytes.length === bytes.buffer.byteLength) /** @type {any} */ (bytes.buffer).transfer?.(0);
}
