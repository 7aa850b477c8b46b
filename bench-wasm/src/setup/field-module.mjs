/** Fields of arkworks, each behind the exports of a module of its own: one code path verifies and times all. */

import { EMITTED } from '../emit/emitted-rows.mjs';
import { multiplierOn } from '../emit/multiplier.mjs';

/** The build that has them. */
export const FIELDS_BUILD = 'work';
/** The kernel that they are all of: ark-ff 0.6, whatever is inside of it. */
export const FIELD_KERNEL = 'multi3-mitigated';
/** The same with arkworks' product patched, and with its product and its MSM. */
export const PATCHED_BUILD = 'work-patched';
export const PATCHED_MSM_BUILD = 'work-patched-msm';

/**
 * @param {string} field id
 * @param {string} [module] the build that has it
 * @returns {string} what rows in that field are loaded from, as a build
 */
export const fieldBuild = (field, module = FIELDS_BUILD) => `${module}-in-${field}`;

/**
 * @param {string} build
 * @returns {{ module: string, field: string } | null} what it is of; null for a build that is none of these
 */
export function fieldIn(build) {
  const module = [FIELDS_BUILD, PATCHED_BUILD, PATCHED_MSM_BUILD, EMITTED].find((name) =>
    build.startsWith(`${name}-in-`),
  );
  return module === undefined ? null : { module, field: build.slice(fieldBuild('', module).length) };
}

/**
 * @param {import('../emit/interface.mjs').LoadedModule} module of that build
 * @param {string} field id
 * @returns {import('../emit/interface.mjs').LoadedModule<import('../emit/interface.mjs').ScriptModule>}
 */
export function fieldModule({ variant, exports, kernels }, field) {
  /** @param {string} kernel */
  const loopsOf = (kernel) => {
    if (!exports.FieldLoops) throw new Error('this build has no fields');
    if (kernel !== FIELD_KERNEL) throw new Error(`fields are those of ${FIELD_KERNEL}, not of ${kernel}`);
    return new exports.FieldLoops(field);
  };

  return {
    variant: fieldBuild(field, variant),
    kernels,
    exports: {
      batch(model, kernel, seed) {
        const loops = loopsOf(kernel);
        return (n) => {
          const checksum = loops.run(model, seed, n);
          return () => checksum;
        };
      },
      Multiplier: multiplierOn(loopsOf),
      noop: exports.noop,
    },
  };
}
