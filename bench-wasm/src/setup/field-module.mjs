/**
 * Fields of arkworks and of this project's kernels, each behind the exports of a module of its own: one code path
 * verifies and times all. So are the sums and the transforms over them.
 */

import { PEERS, peerBuild } from '../batches/peer-rows.mjs';
import { EMITTED } from '../emit/emitted-rows.mjs';
import { multiplierOn } from '../emit/multiplier.mjs';
import { fieldOf } from '../oracle/field.mjs';
import { bytesOfSum, curveOver } from '../oracle/sums.mjs';
import { bytesOfNtt } from '../oracle/transform.mjs';

/** The build that has them. */
export const FIELDS_BUILD = 'work';
/** The kernel of those of arkworks: ark-ff 0.6, whatever is inside of it. */
export const FIELD_KERNEL = 'multi3-mitigated';
/** The same with arkworks' product patched, and with its product and its MSM. */
export const PATCHED_BUILD = 'work-patched';
export const PATCHED_MSM_BUILD = 'work-patched-msm';
/** Builds with SIMD, which have this project's kernels. */
export const SIMD_BUILDS = /** @type {const} */ (['simd128', 'relaxed-simd']);
/** The build with wide arithmetic, which has one of them. */
export const WIDE_BUILD = /** @type {const} */ ('wide-arithmetic');
/**
 * @param {string} field id
 * @returns {import('../batches/peer-rows.mjs').Peer[]} arkworks natively, which has sums and transforms, and a library
 *   of that field's curve
 */
export const peersIn = (field) => PEERS.filter((peer) => peer.runs === 'native' || peer.field === field);
const OWN_MODULES = [FIELDS_BUILD, PATCHED_BUILD, PATCHED_MSM_BUILD, EMITTED, ...SIMD_BUILDS, WIDE_BUILD];
const MODULES = [...OWN_MODULES, ...PEERS.map(({ id }) => peerBuild(id))];

/** @param {string} field id @returns {string} as exports over other fields name it */
export const exportedField = (field) =>
  ({ fq: 'bn254-fq', fr: 'bn254-fr', pallas: 'pallas-fq', vesta: 'vesta-fq' })[field] ?? field;

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
  const module = MODULES.find((name) => build.startsWith(`${name}-in-`));
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
    if (kernel !== FIELD_KERNEL && exports.KernelLoops) return new exports.KernelLoops(field, kernel);
    if (!exports.FieldLoops) throw new Error('this build has no fields');
    return new exports.FieldLoops(field);
  };
  /** @param {string} kernel @param {Uint8Array} points @param {Uint8Array} scalars */
  const sumOf = (kernel, points, scalars) => {
    const curve = curveOver(field)?.id ?? '';
    if (kernel !== FIELD_KERNEL && exports.CurveSum) return new exports.CurveSum(curve, kernel, points, scalars);
    if (!exports.ArkworksSum) throw new Error('this build has no sums');
    return new exports.ArkworksSum(curve, points, scalars);
  };
  /** @param {string} kernel @param {Uint8Array} values */
  const transformOf = (kernel, values) => {
    const id = exportedField(field);
    if (kernel !== FIELD_KERNEL && exports.FieldTransform) return new exports.FieldTransform(id, kernel, values);
    if (!exports.ArkworksTransform) throw new Error('this build has no transforms');
    return new exports.ArkworksTransform(id, values);
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
      async openSum(kernel, log2, seed) {
        const { points, scalars } = operandsIn(field, log2, seed);
        const sum = sumOf(kernel, points, scalars);
        return { sum: () => sum.sum() };
      },
      async openTransform(kernel, log2, seed) {
        const transform = transformOf(kernel, bytesOfNtt(seed, 2 ** log2, fieldOf(field)));
        return {
          forward(times) {
            for (let i = 0; i < times; i++) transform.forward();
          },
          values: () => transform.values(),
        };
      },
      noop: exports.noop,
    },
  };
}

/** Operands by what they are of: rows of a session share them. @type {Map<string, ReturnType<typeof bytesOfSum>>} */
const known = new Map();

/**
 * @param {string} field id of the coordinates
 * @param {number} log2 of the points
 * @param {bigint} seed
 * @returns {ReturnType<typeof bytesOfSum>}
 * @throws {Error} where no curve over it is known
 */
export function operandsIn(field, log2, seed) {
  const curve = curveOver(field);
  if (!curve) throw new Error(`no curve over ${field} is known`);
  const key = `${curve.id} ${log2} ${seed}`;
  const operands = known.get(key) ?? bytesOfSum(curve, seed, 2 ** log2);
  known.set(key, operands);
  return operands;
}
