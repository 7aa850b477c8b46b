/**
 * What all engines have in common that run no JavaScript: they run the program of
 * standalone/session. An engine of this kind is a description of its own, in a file of its own.
 */

import { existsSync, readFileSync } from 'node:fs';
import { access, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { execa } from 'execa';
import { EMITTED, fileName, needsOf } from '../emit/emitted-rows.mjs';
import { modelsIn } from '../models/index.mjs';
import { StandaloneRound, askProgram } from '../measure/standalone-round.mjs';
import { isNeighbour, neighbourOf, whereRuns } from '../neighbours/neighbour-rows.mjs';
import { UnsupportedError } from '../proofs/unsupported.mjs';
import { PACKAGES, sha256 } from '../setup/artefacts.mjs';
import { ReplacedError } from '../setup/places.mjs';
import { WASI_BUILDS, ensurePrograms, programPath } from '../setup/programs.mjs';
import { ensureToolchain, showProgress } from '../setup/toolchain.mjs';
import { featureModules } from '../setup/features.mjs';
import { PATIENCE, unlessSilent } from '../measure/deadline.mjs';

/** @typedef {import('../setup/features.mjs').Features} Features */

/** What needs no caller. */
const LOOPS = Object.freeze([...modelsIn('batches'), ...modelsIn('limbs')]);
/** Of an emitted kernel: what the program that is linked to it packs. */
const MOST_LANES = 2;

/**
 * @typedef {object} Standalone
 * @property {string} id
 * @property {string[]} flags
 * @property {string} tier
 * @property {() => Promise<{ version: string, features: Partial<Features> }>} probe rejects with the
 *   reason when it is not there
 * @property {Readonly<Record<string, string>>} programs by build of the kernels, the program that has them
 * @property {Readonly<Record<string, string>>} [others] by what else is timed, as a build, the program that has it: one
 *   that cannot be made costs its own rows and no others
 * @property {(...files: string[]) => [string, ...string[]]} command that runs a program, and where it links, one with
 *   the module of an emitted kernel
 * @property {boolean} [links] whether that command can, so that emitted kernels are timed
 * @property {Record<string, string>} [env] on top of this process's
 * @property {NonNullable<import('../measure/run.mjs').Engine['install']>} install
 * @property {string} [get] how to get it, where its install is not all
 * @property {number} [mostCases] products of one call, where more would take too long
 */

/** For a runtime: each build of the kernels has a program of its own, named like what the runtime needs for it. */
export const WASI_PROGRAMS = Object.freeze(Object.fromEntries(WASI_BUILDS.map((name) => [name, name])));

/**
 * @param {Standalone} runtime
 * @returns {import('../measure/run.mjs').Engine}
 */
export function standaloneEngine(runtime) {
  const { id, flags, tier, probe, programs, command, links = false, env, install, mostCases = Infinity } = runtime;
  const { get = `npm run engines -- install ${id}` } = runtime;
  /** @type {Record<string, string>} */
  const others = { ...runtime.others, ...(links && { [EMITTED]: EMITTED }) };
  const fixed = { id, flags, tier, get };
  /** @type {string | null} */
  let unbuilt = null;
  /** @type {ReturnType<typeof probe> | undefined} */
  let known;
  const probed = () => (known ??= probe());
  /** What was built, by program. @type {Map<string, { file: string, sha256: string }>} */
  const built = new Map();
  /** @param {string} program @returns {string} its file, unless it is another than was built */
  const fileOf = (program) => {
    const { file, sha256: expected } = built.get(program) ?? { file: programPath(program), sha256: null };
    const path = relative(PACKAGES, file);
    if (expected !== null && !existsSync(file)) throw new ReplacedError(path, 'was removed');
    if (expected !== null && sha256(readFileSync(file)) !== expected) throw new ReplacedError(path);
    return file;
  };
  /** Why a program of `others` is not there. @type {Map<string, Error>} */
  const without = new Map();
  return {
    id,
    install,

    async prepare(builds = []) {
      // Nobody waits for a program that nothing can run.
      const known = await probed().catch(() => null);
      if (!known) return;
      const onProgress = showProgress();
      try {
        const wanted = Object.entries(programs).flatMap(([build, program]) =>
          lacks(known.features, build) ? [] : [program],
        );
        const made = await ensurePrograms([...new Set(wanted)], {
          env: await ensureToolchain({ onProgress }),
          onProgress,
        });
        for (const [name, one] of made) built.set(name, one);
        const asked = new Set(
          Object.entries(others).flatMap(([build, program]) => (builds.includes(build) ? program : [])),
        );
        for (const program of asked)
          await ensurePrograms([program], { env: await ensureToolchain({ onProgress }), onProgress }).then(
            (made) => built.set(program, /** @type {{ file: string, sha256: string }} */ (made.get(program))),
            (error) => without.set(program, error),
          );
      } catch (error) {
        unbuilt = messageOf(error);
      }
    },

    async describe() {
      try {
        const { version, features } = await probed();
        // The one of most SIMD: it knows whether relaxed_madd is fused, if it has been built.
        const most = Object.entries(programs).findLast(
          ([build]) => build !== 'wide-arithmetic' && !lacks(features, build),
        );
        const program = command(programPath(/** @type {[string, string]} */ (most)[1]));
        const { clockStepNs, fused } = await unlessSilent(PATIENCE, {}, ({ signal }) =>
          askProgram(program, { env, signal }),
        );
        // Nobody has asked it where the program is not built yet.
        const known = features['relaxed-simd'] === false || fused !== null ? { fused } : {};
        return {
          ...fixed,
          version,
          features: { ...features, ...known },
          clockStepNs,
          available: unbuilt === null,
          reason: unbuilt,
        };
      } catch (error) {
        return { ...fixed, version: '', clockStepNs: null, available: false, reason: messageOf(error), features: {} };
      }
    },

    async run(plan, { onEvent, signal }) {
      const { features } = await probed();
      const round = new StandaloneRound({ ...plan, cases: Math.min(plan.cases, mostCases) }, onEvent);
      /** By command, the rows of a process. @type {Map<string, { run: [string, ...string[]], rows: number[] }>} */
      const shares = new Map();
      /** @param {string} program @param {number} index of a row that this process has */
      const share = (program, index) => {
        const { build, of, instance } = plan.rows[index];
        const linked = build === EMITTED ? [emittedFile(plan, /** @type {any} */ (of))] : [];
        const run = command(fileOf(program), ...linked);
        const key = `${run.join(' ')} ${instance}`;
        shares.set(key, { run, rows: [...(shares.get(key)?.rows ?? []), index] });
      };
      for (const [index, { build, model, of, lanes }] of plan.rows.entries()) {
        if (!LOOPS.includes(model)) round.fail(index, 'this engine has no JavaScript to call from', true);
        else if (build in others) {
          const program = others[build];
          const error = without.get(program);
          if (error) round.fail(index, `not available: ${messageOf(error)}`, error instanceof UnsupportedError);
          else if (build === EMITTED && lacks(features, needsOf(of) ?? ''))
            round.fail(index, `this engine has no ${needsOf(of)}`, true);
          else if (build === EMITTED && lanes > MOST_LANES)
            round.fail(index, `not available: the program that it is linked to packs ${MOST_LANES} lanes`, true);
          else share(program, index);
        } else if (isNeighbour(build)) round.fail(index, `not available: ${whereRuns(neighbourOf(build))}`, true);
        else if (lacks(features, build)) round.fail(index, `this engine has no ${build}`, true);
        else if (!(build in programs)) round.fail(index, `this engine has no ${build} kernels`, true);
        else share(programs[build], index);
      }
      try {
        // One after the other: while one warms up, no other runs.
        for (const { run, rows } of shares.values()) await round.start(run, { rows, env, signal });
        await round.take();
      } finally {
        await round.stop();
      }
    },
  };
}

/**
 * @param {import('../measure/plan.mjs').SessionPlan} plan
 * @param {import('../emit/emitted-rows.mjs').EmittedId} id
 * @returns {string} its module
 */
function emittedFile({ artefacts }, id) {
  const emitted = artefacts?.[EMITTED];
  const file = join(PACKAGES, emitted?.folder ?? EMITTED, fileName(id));
  if (emitted && sha256(readFileSync(file)) !== emitted.files[fileName(id)])
    throw new ReplacedError(relative(PACKAGES, file));
  return file;
}

/**
 * The version that a program says, and what it says of a module for each proposal.
 *
 * @param {string} id
 * @param {object} program
 * @param {string} program.file
 * @param {string[]} program.version arguments
 * @param {(module: string) => string[]} program.validate arguments that make it read a module
 * @param {() => string} [program.said] its version, where it does not say it itself
 * @param {(result: { failed: boolean, stderr: string }) => boolean} [program.takes] whether the module was
 *   valid; by default, when that did not fail
 * @param {Record<string, string>} [program.env]
 * @param {string} [program.there] a file without which the engine is not installed
 * @returns {Promise<{ version: string, features: Partial<Features> }>} rejects with the reason when it is not there
 */
export async function probeRuntime(
  id,
  { file, version, said, validate, takes = ({ failed }) => !failed, env, there = file },
) {
  await access(there).catch(() => {
    throw new Error(`not installed; npm run engines -- install ${id}`);
  });
  const run = execa({ env, reject: false, timeout: PATIENCE.silence });
  const { failed, stdout, shortMessage = '' } = await run(file, version);
  if (failed) throw new Error(shortMessage);
  const folder = await mkdtemp(join(tmpdir(), 'fqmul-features-'));
  try {
    const features = await Promise.all(
      Object.entries(featureModules()).map(async ([name, bytes]) => {
        const module = join(folder, `${name}.wasm`);
        await writeFile(module, bytes);
        return [name, takes(await run(file, validate(module)))];
      }),
    );
    return {
      version: said?.() ?? /\d+\.\d+\.\d+\S*/.exec(stdout)?.[0] ?? stdout,
      features: Object.fromEntries(features),
    };
  } finally {
    await rm(folder, { recursive: true });
  }
}

/**
 * @param {Partial<Features>} features
 * @param {string} build
 * @returns {boolean} whether it needs what the engine has been seen not to have
 */
function lacks(features, build) {
  return /** @type {Record<string, boolean | null>} */ (features)[build] === false;
}

/** @param {unknown} error */
function messageOf(error) {
  return error instanceof Error ? error.message : String(error);
}
