/** wasm3, an interpreter without SIMD, as a Python library: no registry has its command line. */

import { inThousands } from '../models/in-thousands.mjs';
import { pythonEngine } from './python.mjs';

/** A call of so many takes as long as one of a million in an engine that compiles. */
const MOST_CASES = 20_000;

export const wasm3 = () =>
  pythonEngine({
    id: 'wasm3',
    tier: `interpreter, ${inThousands(MOST_CASES)} products a call at most`,
    there: 'pywasm3-0.5.0.dist-info',
    // It reads a function when that is first called: what it says of instructions alone is no answer.
    features: { 'wide-arithmetic': false },
    mostCases: MOST_CASES,
  });
