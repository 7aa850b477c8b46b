/** wasm2c, which turns a module into C, and what gcc and clang make of that. The SIMD of later releases is not used. */

import { wasm2c as translator } from '../setup/translators.mjs';
import { translatedEngine } from './translated.mjs';

/** @returns {import('../measure/run.mjs').Engine[]} */
export const wasm2c = () => [engine('gcc'), engine('clang')];

/** @param {'gcc' | 'clang'} compiler */
function engine(compiler) {
  const id = `wasm2c-${compiler}`;
  return translatedEngine({
    id,
    translator: translator(compiler),
    tier: compiler,
    get: `Debian: apt-get install wabt ${compiler}; then npm run engines -- install ${id}`,
    programs: { baseline: id },
  });
}
