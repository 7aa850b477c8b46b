/** The models: a file each, or each family of models. */

export { msm, pairing } from './algorithm.mjs';
export { callBatch, callBigint, callHex } from './bigint-calls.mjs';
export { call, callAdd, callIo, convert } from './byte-calls.mjs';
export { chain } from './chain.mjs';
export { firstProduct } from './first-product.mjs';
export { poseidon, poseidon2, poseidonBatch } from './hashing.mjs';
export { invert, invertBatch } from './inversion.mjs';
export { limbChain, limbStream } from './limb.mjs';
export { add, sop2, sop3, sop4, square, sub } from './operations.mjs';
export { proof, proofCold, proofFft, proofG1, proofG2, proofLoad, proofOpen } from './proof.mjs';
export { clocked, clockedCall, clockedCallIo, unclocked } from './replica.mjs';
export { streamSizes } from './sized-stream.mjs';
export { stream } from './stream.mjs';
export { msmSizes } from './sum.mjs';
export { nttSizes } from './transform.mjs';
