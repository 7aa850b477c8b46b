/** The sums and transforms that are measured beside those of the crate: other libraries, and a pool of workers. */

import { namedBuilds } from '../emit/named-builds.mjs';

/** @typedef {'sums' | 'transforms'} Work */

/**
 * @typedef {object} Peer
 * @property {string} id
 * @property {'wasm' | 'native' | 'script'} runs the crate batches/, which has the algorithms of taceo in wasm and of
 *   arkworks natively, or a package from npm
 * @property {readonly Work[]} does
 * @property {string} package of the registry that it comes from
 * @property {string} [field] the id of the one whose curve its sums are over, where that is not BN254's alone
 * @property {string} summary
 */

/** @type {readonly Peer[]} in the order of the tables */
export const PEERS = Object.freeze([
  {
    ...{ id: 'ark-native', runs: 'native', does: ['sums', 'transforms'], package: 'ark-ec' },
    summary: 'ark-ec and ark-poly 0.6 natively: a program beside the engine, asked by a line and answered by a line',
  },
  {
    ...{ id: 'taceo', runs: 'wasm', does: ['sums', 'transforms'], package: 'taceo-ark-algebra' },
    summary:
      'taceo-ark-algebra in wasm, on the field of ark-ff 0.6: batch-affine buckets, transforms without reordering',
  },
  {
    ...{ id: 'ffjavascript', runs: 'script', does: ['sums', 'transforms'], package: 'ffjavascript' },
    summary: 'G1.multiExpAffine and Fr.fft of ffjavascript on one thread, as snarkjs has them',
  },
  {
    ...{ id: 'mcl', runs: 'script', does: ['sums'], package: 'mcl-wasm' },
    summary: 'mclBnG1_mulVec of mcl-wasm on its curve BN_SNARK1, its operands in its memory',
  },
  {
    ...{ id: 'montgomery-msm', runs: 'script', does: ['sums'], package: 'montgomery', field: 'bls12-381-fq' },
    summary: 'msm of montgomery, over the curve of BLS12-381 alone: batch-affine buckets in wasm',
  },
]);

export const { buildOf: peerBuild, isOne: isPeer, rowOf: peerOf } = namedBuilds('peer', PEERS);

/** @param {Peer} peer @returns {string} in pkg/, its module, its program, or its script for any engine */
export const fileOf = ({ id, runs }) => `${peerBuild(id)}/${id}${{ wasm: '.wasm', native: '', script: '.mjs' }[runs]}`;

/** @param {string} kernel @returns {string} the id of the rows of this project's algorithms on it */
export const batchOn = (kernel) => `batch-${kernel}`;

/**
 * @typedef {object} Pool workers with a module instance each, between which the points are split
 * @property {number} workers
 * @property {boolean} kept whether each keeps its operands from sum to sum; else they are sent with every sum
 * @property {string} module the build of the crate that each has
 */

const POOL = /^workers-(\d+)(-kept)?-of-(.+)$/;

/** The pools, without their module. */
export const POOLS = Object.freeze(
  [1, 2].flatMap((workers) => [false, true].map((kept) => Object.freeze({ workers, kept }))),
);

/** @param {Pool} pool @returns {string} the name of its module */
export const poolBuild = ({ workers, kept, module }) => `workers-${workers}${kept ? '-kept' : ''}-of-${module}`;

/** @param {string} variant @returns {Pool | null} null for a build that is none of these */
export function poolOf(variant) {
  const [, workers, kept, module] = POOL.exec(variant) ?? [];
  return module === undefined ? null : { workers: Number(workers), kept: kept !== undefined, module };
}

/** @param {Omit<Pool, 'module'>} pool @returns {string} what the id of a row says of it, behind that of the kernel's */
export const inPool = ({ workers, kept }) => `-${workers}-worker${workers > 1 ? 's' : ''}${kept ? '-kept' : ''}`;

/** In pkg/, the script of each worker. */
export const WORKER_SCRIPT = 'batches-worker/worker.mjs';
