/** wasm2go, which turns a module into Go. It has wide arithmetic, as Go has a product of 128 bits, and no SIMD. */

import { wasm2go as translator } from '../setup/translators.mjs';
import { translatedEngine } from './translated.mjs';

/** @returns {import('../measure/run.mjs').Engine} */
export const wasm2go = () =>
  translatedEngine({
    id: 'wasm2go',
    translator: translator(),
    tier: 'go',
    get: 'npm run engines -- install wasm2go',
    programs: { baseline: 'wasm2go', 'wide-arithmetic': 'wasm2go-wide' },
  });
