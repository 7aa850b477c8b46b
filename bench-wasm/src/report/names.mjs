/** What people call the rows of a table: kernels, provers, libraries. Ids are for code, files and the command line. */

import { hasWorkers } from '../engines/names.mjs';
import { asksForThreads } from '../proofs/prover-rows.mjs';

/** Rows whose id is no name; what is not here is called by its id, as packages are. */
const NAMES = new Map(
  Object.entries({
    multi3: 'arkworks 0.4',
    'multi3-mitigated': 'arkworks 0.6',
    limbs29: 'scalar limbs',
    'limbs29-dropin': 'scalar drop-in',
    'limbs29-emitted': 'emitted scalar limbs',
    simd: 'SIMD limbs',
    'simd-dropin': 'SIMD drop-in',
    'dot14-emitted': 'emitted dot product',
    fma: 'FMA pair',
    'fma-pair': 'FMA pair',
    'fma-pair-dropin': 'FMA drop-in',
    'fma-pair-emitted': 'emitted FMA pair',
    'fma-single': 'FMA single',
    wide: 'wide words',
    'wide-lazy': 'lazy wide words',
    'wide-pair': 'pair of wide words',
    'wide-emitted': 'emitted wide words',
    'add29-emitted': 'emitted addition',
    js: 'BigInt',
    'js-montgomery': 'BigInt by Montgomery',
    'js-constants': 'BigInt constants',
    'i64x2-mul': 'one i64x2.mul',
    noop: 'empty call',
    'control-aa': 'A/A control',
    'control-slow5': '5 % slower control',
    ark: 'arkworks 0.6',
    'ark-0.4.2': 'arkworks 0.4',
    'ark-0.5.0': 'arkworks 0.5',
    'ark-0.6.0': 'arkworks 0.6',
    groth16: 'fqmul-groth16, all threads',
    'groth16-1': 'fqmul-groth16, one thread',
    'groth16-2': 'fqmul-groth16, two threads',
    'snarkjs-threads': 'snarkjs, all threads',
    mcl: 'mcl-wasm',
    taceo: 'taceo-ark-algebra',
    'light-poseidon-0.2': 'light-poseidon 0.2',
    'light-poseidon-0.5': 'light-poseidon 0.5',
  }),
);

/** What an id may end with, and what is said behind the name of the rest, the longest first. */
const ENDINGS = Object.freeze(
  /** @type {const} */ ([
    [/-1-worker-kept$/, ', one worker, operands kept'],
    [/-1-worker$/, ', one worker'],
    [/-(\d+)-workers-kept$/, ', $1 workers, operands kept'],
    [/-(\d+)-workers$/, ', $1 workers'],
    [/-in-([\w-]+)$/, ', $1 build'],
    [/-sop(\d)$/, ', sums of $1'],
    [/-wide$/, ' in wide arithmetic'],
    [/-pallas$/, ' of Pallas'],
    [/-converted$/, ', converted'],
    [/-moved$/, ', moved out'],
    [/-dense$/, ', dense'],
    [/-sparse$/, ', sparse'],
    [/-kept$/, ', kept'],
    [/-native$/, ', native'],
  ]),
);
/** What an id may begin with, and what is said before the name of the rest. */
const BEGINNINGS = Object.freeze(
  /** @type {const} */ ([
    [/^batch(?:es)?-/, 'this project, '],
    [/^poseidon([12])-/, 'Poseidon$1, '],
  ]),
);
const PATCHED = /^(ark.*)-patched(-msm)?$/;

/** @param {string} id of a row @returns {string} such as arkworks 0.6, FMA pair or patched arkworks 0.6 */
export function kernelName(id) {
  const known = NAMES.get(id);
  if (known !== undefined) return known;
  const [, patched, msm] = PATCHED.exec(id) ?? [];
  if (patched !== undefined) return `patched ${kernelName(patched)}${msm ? ', its MSM too' : ''}`;
  for (const [beginning, said] of BEGINNINGS) {
    const found = beginning.exec(id);
    if (found) return found[0].replace(beginning, said) + kernelName(id.slice(found[0].length));
  }
  for (const [ending, said] of ENDINGS) {
    const found = ending.exec(id);
    if (found) return kernelName(id.slice(0, found.index)) + found[0].replace(ending, said);
  }
  return id;
}

/** What is said of a row that asks for all threads and gets the one that it is on. */
export const IN_PLACE = 'in place, one thread';

/** @param {{ kernel: string, engine: string }} row @returns {boolean} whether its engine has no thread but its own */
export const isInPlace = ({ kernel, engine }) => asksForThreads(kernel) && !hasWorkers(engine);

/** @param {{ kernel: string, engine: string }} row @returns {string} its name on that engine */
export const rowName = (row) =>
  isInPlace(row) ? kernelName(row.kernel).replace('all threads', IN_PLACE) : kernelName(row.kernel);
