import { limbModel } from './limb.mjs';

export const limbChain = limbModel({
  id: 'limb-chain',
  title: 'dependent products of two limbs, latency',
  meaning:
    'n products of two limbs inside wasm, each of which needs the one before it, in the way that the kernel ' +
    'multiplies limbs: 64 by 64 bits to 128, or in two lanes 29 by 29.',
  gist: 'dependent products of limbs',
  run: (exports, kernel, seed, n) => exports.limb_chain(kernel, seed, n),
  slots: (lanes) => lanes,
});
