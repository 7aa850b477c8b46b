/** A worker of a pool: an instance of the crate's module of its own, and operands that come with each sum, or stay. */

/** @typedef {import('./library.mjs').Operands} Operands */
/** @typedef {(kernel: string, points: Uint8Array, scalars: Uint8Array) => Uint8Array} Msm */

/**
 * @typedef {{ start: { glue: string, bytes: Uint8Array }, keep?: undefined, sum?: undefined }
 *   | { start?: undefined, keep: { name: number, operands: Operands }, sum?: undefined }
 *   | { start?: undefined, keep?: undefined, sum: { kernel: string, operands: Operands | number } }} Request
 *   operands that are kept go by their number
 * @typedef {{ bytes: Uint8Array, error?: undefined } | { bytes?: undefined, error: string }} Reply
 */

const NOTHING = new Uint8Array();

/** @type {Msm | undefined} */
let msm;
/** @type {Map<number, Operands>} */
const kept = new Map();

/** @param {Request} request @returns {Promise<Uint8Array>} */
async function answer({ start, keep, sum }) {
  if (start) {
    const exports = await import(/* @vite-ignore */ start.glue);
    exports.initSync({ module: start.bytes });
    msm = exports.msm;
  }
  if (keep) kept.set(keep.name, keep.operands);
  if (!sum) return NOTHING;
  const operands = typeof sum.operands === 'number' ? kept.get(sum.operands) : sum.operands;
  if (!msm || !operands) throw new Error('a sum was asked for before there was a module, and operands');
  return msm(sum.kernel, operands.points, operands.scalars);
}

/** @param {(reply: Reply & { id: number }) => void} send @returns {(request: Request & { id: number }) => void} */
const answering =
  (send) =>
  ({ id, ...request }) =>
    void answer(/** @type {Request} */ (request)).then(
      (bytes) => send({ id, bytes }),
      (error) => send({ id, error: error instanceof Error ? error.message : String(error) }),
    );

if (globalThis.process?.versions?.node) {
  const { parentPort } = await import('node:worker_threads');
  parentPort?.on(
    'message',
    answering((reply) => parentPort.postMessage(reply)),
  );
} else {
  globalThis.onmessage = ({ data }) => answering((reply) => globalThis.postMessage(reply))(data);
}
