/** Orders of a graph's operations: any order in which operands come before their users is right. */

/** @typedef {import('./graph.mjs').Node} Node */

const PLACED_LATER = ['load', 'immediate', 'high'];

/**
 * The operations in the order of their creation. Loads are placed when registers are known, and high words come with
 * their low ones.
 *
 * @param {import('./graph.mjs').Graph} graph
 * @param {number} [stage] of that stage only
 * @returns {Node[]}
 */
export function asWritten(graph, stage) {
  return graph.nodes.filter(
    ({ op, stage: own }) => !PLACED_LATER.includes(op) && (stage === undefined || own === stage),
  );
}

/**
 * Two sequences as one, evenly mixed in pieces of `grain` operations. Coarse pieces need fewer
 * loads, since a piece uses few values; fine ones leave the processor more to do at once.
 *
 * @param {Node[]} x
 * @param {Node[]} y
 * @param {number} grain
 * @returns {Node[]}
 */
export function interleave(x, y, grain) {
  const [xs, ys] = [pieces(x, grain), pieces(y, grain)];
  const mixed = [];
  for (let i = 0, j = 0; i < xs.length || j < ys.length;) {
    const first = j === ys.length || (i < xs.length && i * ys.length <= j * xs.length);
    mixed.push(...(first ? xs[i++] : ys[j++]));
  }
  return mixed;
}

/**
 * `count` lines at a time, of each in turn as many as `grain` operations whose operands are there.
 *
 * @param {Node[]} nodes
 * @param {number} count
 * @param {number} grain
 * @returns {Node[]}
 */
export function abreast(nodes, count, grain) {
  /** @type {Map<number, Node[]>} */
  const lines = new Map();
  for (const node of nodes) lines.set(node.line, [...(lines.get(node.line) ?? []), node]);
  const waiting = [...lines.values()];
  const missing = new Set(nodes);
  const isReady = (/** @type {Node} */ { args }) => args.every((arg) => !missing.has(arg));
  /** @type {Node[][]} */
  let active = [];
  /** @type {Node[]} */
  const order = [];
  while (missing.size > 0) {
    active.push(...waiting.splice(0, count - active.length));
    const before = order.length;
    for (const line of active)
      for (let i = 0; i < grain && line.length > 0 && isReady(line[0]); i++) {
        const node = /** @type {Node} */ (line.shift());
        missing.delete(node);
        order.push(node);
      }
    // All wait for a line that has not begun.
    if (order.length === before) active.push(...waiting.splice(0, 1));
    active = active.filter(({ length }) => length > 0);
  }
  return order;
}

/** @param {Node[]} nodes @param {number} size */
function pieces(nodes, size) {
  return Array.from({ length: Math.ceil(nodes.length / size) }, (_, i) => nodes.slice(i * size, (i + 1) * size));
}
