/** What a block stands on. Types alone; the pages are listed in pages.mjs, a line each. */

/**
 * @typedef {object} Page
 * @property {string} path from the root of the checkout
 * @property {string} block its name in the two comments that it stands between
 * @property {string} [part] of which it shows the newest, `full` being full-1 and its repetitions together; without one
 *   it is about all that is stored; `ladder` shows what was counted, beside the times of that part and of the one
 *   on other engines; `proof` has the parts of a proof beside the whole, `neighbours` another field beside BN254's
 */

export {};
