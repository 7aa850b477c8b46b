/** The product of two limbs. */

import { readAgain } from '../again.mjs';
import { limbLines, nativeLines, nativeTime } from '../limb-answer.mjs';
import { engineTables, originOf } from './origin.mjs';

/** @typedef {import('../store.mjs').Stored} Stored */

export const LIMB = 'limb';

const LIMB_MODELS = Object.freeze(['limb-chain', 'limb-stream', 'chain']);

/** @param {Stored[]} stored */
export function limbParts(stored) {
  const whole = stored.find(({ part }) => part === LIMB);
  if (!whole) return ['Not measured yet: `npm --prefix bench-wasm run evidence -- --only limb`.'];
  const native = nativeTime(whole.result);
  return [
    [
      '- **One product of two limbs**, dependent and independent ones:',
      ...limbLines(whole.result).map((line) => `  - ${line}`),
      ...(native === null
        ? []
        : [
            '- **A whole product**, dependent ones. That of ark-ff 0.4, which has 32 products of limbs, takes ' +
              `${native} natively:`,
            ...nativeLines(whole.result).map((line) => `  - ${line}`),
          ]),
    ].join('\n'),
    originOf(whole),
    ...engineTables(readAgain(whole.result), LIMB_MODELS),
  ];
}
