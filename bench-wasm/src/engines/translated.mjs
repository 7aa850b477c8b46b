/** Engines that turn a module into source code of another language, compiled ahead of time for this processor. */

import { ensurePrograms } from '../setup/programs.mjs';
import { SetupError, ensureToolchain } from '../setup/toolchain.mjs';
import { NOT_INSTALLED } from './engine.mjs';
import { standaloneEngine } from './standalone.mjs';

/**
 * @param {object} engine
 * @param {string} engine.id
 * @param {import('../setup/translators.mjs').Translator} engine.translator
 * @param {string} engine.tier
 * @param {string} engine.get
 * @param {Readonly<Record<string, string>>} engine.programs by build of the kernels, what is made of them; it has no
 *   other build
 * @returns {import('../measure/run.mjs').Engine}
 */
export function translatedEngine({ id, translator: { flags, versions, fetch }, tier, get, programs }) {
  const has = (/** @type {string} */ build) => build in programs;
  const features = {
    ...{ simd128: has('simd128'), 'relaxed-simd': has('relaxed-simd') },
    'wide-arithmetic': has('wide-arithmetic'),
  };
  const there = () =>
    versions().catch((error) => {
      throw new SetupError(`${NOT_INSTALLED}: ${error.message}; ${get}`);
    });
  return standaloneEngine({
    ...{ id, flags: [...flags], tier, get, programs },
    async probe() {
      const [own, ...compiler] = Object.values(await there()).map((line) => /\d+\.\d+\.\d+/.exec(line)?.[0]);
      return { version: `${own} (${tier} ${compiler})`, features };
    },
    command: (file) => [file],
    async install(onProgress) {
      await fetch?.(onProgress);
      await there();
      const env = await ensureToolchain({ onProgress });
      await ensurePrograms(Object.values(programs), { env, onProgress });
    },
  });
}
