/** The models, one a line and a file each. */

export { add } from './add.mjs';
export { call } from './call.mjs';
export { callAdd } from './call-add.mjs';
export * from './call-batch.mjs';
export { callBigint } from './call-bigint.mjs';
export { callHex } from './call-hex.mjs';
export { callIo } from './call-io.mjs';
export { chain } from './chain.mjs';
export { convert } from './convert.mjs';
export { limbChain } from './limb-chain.mjs';
export { limbStream } from './limb-stream.mjs';
export { msm } from './msm.mjs';
export { pairing } from './pairing.mjs';
export { poseidon } from './poseidon.mjs';
export { poseidonBatch } from './poseidon-batch.mjs';
export { poseidon2 } from './poseidon2.mjs';
export { proof } from './proof.mjs';
export { proofFft } from './proof-fft.mjs';
export { proofG1 } from './proof-g1.mjs';
export { proofG2 } from './proof-g2.mjs';
export { proofLoad } from './proof-load.mjs';
export { sop2 } from './sop2.mjs';
export { square } from './square.mjs';
export { stream } from './stream.mjs';
export { sub } from './sub.mjs';
