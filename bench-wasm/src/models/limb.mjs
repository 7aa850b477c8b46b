/** Products of limbs: the same step, in a chain or in slots. */

import { STREAM_SLOTS, power, shareOf, splitMix64 } from '../oracle/field.mjs';
import { loopModel } from './loop.mjs';

/** @typedef {import('./model.mjs').Model} Model */

/** Those whose products of limbs differ. */
const KERNELS = Object.freeze(['multi3', 'multi3-mitigated', 'multi3-wide', 'simd']);
/** A limb product takes a small part of a product's time. */
const PER_CASE = 8;

/** @param {number} lanes @returns {bigint} bits of a limb: what multiplies two at once multiplies limbs of 29 */
const widthIn = (lanes) => (lanes === 1 ? 64n : 29n);

/**
 * @param {Pick<Model, 'id' | 'title' | 'meaning' | 'gist'> & { run: import('./model.mjs').Loop['run'], slots:
 *   (lanes: number) => number }} words slots: how many states take turns
 */
const limbModel = ({ run, slots, ...words }) =>
  loopModel({
    ...words,
    group: 'limbs',
    operation: 'limb',
    result: 'limb product',
    unit: { id: 'ns/limb', label: 'ns/limb product', ns: 1 },
    bigint: false,
    onDemand: true,
    row: ({ id }) => (KERNELS.includes(id) ? {} : null),
    loop: {
      counts: 1,
      perCase: PER_CASE,
      run,
      // A step takes x and c to the low and the high limb of a·x + c, and so multiplies the state x + 2^w·c by a
      // modulo a·2^w - 1.
      closedForm(field, seed, n, lanes) {
        const next = splitMix64(seed);
        const width = widthIn(lanes);
        const count = slots(lanes);
        const states = Array.from({ length: count }, (_, slot) => {
          const a = BigInt.asUintN(Number(width), next()) | (1n << (width - 1n));
          const x = BigInt.asUintN(Number(width), next());
          const modulus = (a << width) - 1n;
          return (power(a, BigInt(shareOf(n, count, slot)), modulus) * x) % modulus;
        });
        return field.fold(states);
      },
    },
  });

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
