/**
 * Ways to make a function of its source, as a module of its own: what an engine learns of one is not mixed with what it
 * learns of another. The number keeps engines that cache by text from joining two. A host chooses the way that its
 * engine has; none of them is `eval`, which the policy of a page forbids.
 */

/** @typedef {import('../models/model.mjs').Compile} Compile */

let made = 0;

/** @param {string} source of a function, a constant of a model */
const moduleOf = (source) => `export default ${source}; // ${made++}`;

/**
 * For programs that import `data:` URLs: Node, Bun, Deno. In base64, which has no dot: Bun takes what follows the last
 * one for the extension of a file, and gives the URL instead of the module.
 *
 * @type {Compile}
 */
export async function fromData(source) {
  const { default: compiled } = await import(`data:text/javascript;base64,${btoa(moduleOf(source))}`);
  return compiled;
}

/** For browsers, whose pages may import what they have made themselves. @type {Compile} */
export async function fromBlob(source) {
  const url = URL.createObjectURL(new Blob([moduleOf(source)], { type: 'text/javascript' }));
  try {
    const { default: compiled } = await import(/* @vite-ignore */ url);
    return compiled;
  } finally {
    URL.revokeObjectURL(url);
  }
}
