/** The product of two limbs. */

import { readAgain } from '../again.mjs';
import { limbLines, nativeLines } from '../limb-answer.mjs';
import { engineTables, originOf } from './origin.mjs';

/** @typedef {import('../store.mjs').Stored} Stored */

export const LIMB = 'limb';

const LIMB_MODELS = Object.freeze(['limb-chain', 'limb-stream']);

/** @param {Stored[]} stored */
export function limbParts(stored) {
  const whole = stored.find(({ part }) => part === LIMB);
  if (!whole) return ['Not measured yet: `npm --prefix bench-wasm run evidence -- --only limb`.'];
  const engines = stored.find(({ part, folder }) => part === 'engines' && folder === whole.folder);
  const native = engines ? nativeLines(engines.result) : [];
  return [
    [
      '- **One product of two limbs**, dependent and independent ones:',
      ...limbLines(whole.result).map((line) => `  - ${line}`),
      ...(native.length > 0
        ? [
            '- **A whole product of ark-ff 0.4**, which consists of 32 of them, dependent ones:',
            ...native.map((line) => `  - ${line}`),
          ]
        : []),
    ].join('\n'),
    originOf(whole),
    ...engineTables(readAgain(whole.result), LIMB_MODELS),
  ];
}
