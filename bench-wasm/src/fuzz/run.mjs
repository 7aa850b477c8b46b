/** Products of one kernel, a block of operands at a time, until one is wrong. */

/** Products of a block: less than a second. */
const BLOCK = 50_000;

/**
 * @typedef {object} Outcome
 * @property {number} products that were compared
 * @property {number} mismatches among those of the last block; before it there was none
 * @property {string} [first] of the mismatches: what to multiply, and what is right
 * @property {number} [block] that it is in
 * @property {string} [refused] why there was no answer
 */

/**
 * @param {(request: string) => Promise<string>} ask a program
 * @param {object} options
 * @param {string} options.kernel
 * @param {string} options.seed
 * @param {number} options.products
 * @param {(products: number) => void} [options.onProgress] compared so far
 * @param {AbortSignal} [options.signal] ends it after the block that is under way
 * @returns {Promise<Outcome>}
 */
export async function fuzz(ask, { kernel, seed, products, onProgress = () => {}, signal }) {
  let done = 0;
  for (let block = 0; done < products && !signal?.aborted; block++) {
    const count = Math.min(BLOCK, products - done);
    const answer = await ask(`${kernel} ${seed} ${block} ${count}`).catch((error) => error.message);
    const found = /^(\d+) (.*)$/.exec(answer);
    if (!found) return { products: done, mismatches: 0, refused: answer };
    done += count;
    onProgress(done);
    const mismatches = Number(found[1]);
    if (mismatches > 0) return { products: done, mismatches, first: found[2], block };
  }
  return { products: done, mismatches: 0 };
}
