/** One operation of a kernel in one field, a block of operands at a time, until one is wrong. */

/** Results of a block: about a second. */
const BLOCK = 50_000;

/**
 * @typedef {object} Outcome
 * @property {number} results that were compared
 * @property {number} mismatches among those of the last block; before it there was none
 * @property {string} [first] of the mismatches: its operands, and what is right
 * @property {number} [block] that it is in
 * @property {string} [refused] why there was no answer
 */

/**
 * @param {(request: string) => Promise<string>} ask a program
 * @param {object} options
 * @param {string} options.kernel
 * @param {string} options.field
 * @param {string} options.operation `mul` or one of the registry's
 * @param {string} options.seed
 * @param {number} options.results to compare: products, sums and so on
 * @param {(results: number) => void} [options.onProgress] compared so far
 * @param {AbortSignal} [options.signal] ends it after the block that is under way
 * @returns {Promise<Outcome>}
 */
export async function fuzz(ask, { kernel, field, operation, seed, results, onProgress = () => {}, signal }) {
  let done = 0;
  for (let block = 0; done < results && !signal?.aborted; block++) {
    const count = Math.min(BLOCK, results - done);
    const answer = await ask(`${kernel} ${field} ${operation} ${seed} ${block} ${count}`).catch(
      (error) => error.message,
    );
    const found = /^(\d+) (.*)$/.exec(answer);
    if (!found) return { results: done, mismatches: 0, refused: answer };
    done += count;
    onProgress(done);
    const mismatches = Number(found[1]);
    if (mismatches > 0) return { results: done, mismatches, first: found[2], block };
  }
  return { results: done, mismatches: 0 };
}
