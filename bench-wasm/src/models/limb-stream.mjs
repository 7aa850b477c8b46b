import { STREAM_SLOTS } from '../oracle/field.mjs';
import { limbModel } from './limb.mjs';

export const limbStream = limbModel({
  id: 'limb-stream',
  title: 'independent products of two limbs, throughput',
  meaning:
    'n products of two limbs inside wasm, none of which needs another, in the way that the kernel multiplies limbs: ' +
    '64 by 64 bits to 128, or in two lanes 29 by 29.',
  gist: 'independent products of limbs',
  run: (exports, kernel, seed, n) => exports.limb_stream(kernel, seed, n),
  slots: () => STREAM_SLOTS,
});
