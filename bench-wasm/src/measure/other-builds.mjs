/** The scalar kernels once more, in other builds: what a module gains or pays by its features, and by wasm-opt. */

import { ensureAlone } from '../setup/alone.mjs';
import { WASM_OPT_BUILDS, ensureBuilds } from '../setup/builds.mjs';
import { ensureToolchain, showProgress } from '../setup/toolchain.mjs';

/** @typedef {import('./subjects.mjs').Subjects['kernels'][number]} Kernel */
/** @typedef {import('../setup/builds.mjs').VariantName} VariantName */

/** The builds that have the scalar kernels, too. */
export const OTHER_BUILDS = Object.freeze(
  /** @type {VariantName[]} */ (['simd128', 'relaxed-simd', ...Object.keys(WASM_OPT_BUILDS)]),
);

/** @param {string} kernel @param {string} build @returns {string} the id of its row there */
export const idInBuild = (kernel, build) => `${kernel}-in-${build}`;

/**
 * @param {readonly VariantName[]} builds of those
 * @param {readonly Kernel[]} kernels
 * @returns {Promise<(Kernel & { of: string, code: number })[]>} of those that are in the baseline build
 * @throws {import('../setup/toolchain.mjs').SetupError}
 */
export async function rowsInBuilds(builds, kernels) {
  const onProgress = showProgress();
  const env = await ensureToolchain({ onProgress });
  const made = await ensureBuilds([...builds], { env, onProgress });
  const inOthers = made.builds.flatMap(({ variant: build, sha256 }) =>
    kernels
      .filter((kernel) => kernel.build === 'baseline')
      .map(({ curve: _, sums: __, transforms: ___, ...row }) => ({
        ...row,
        id: idInBuild(row.id, build),
        of: row.id,
        build,
        sha256,
      })),
  );
  const codes = await ensureAlone(
    inOthers.map(({ of: id, build }) => ({ id, build })),
    onProgress,
  );
  return inOthers.map((row, i) => ({ ...row, code: codes[i] }));
}
