/**
 * The benchmark that this one replaces, run again: the two paths in one module, as this project measures them, and the
 * operations of its replica beside them. Builds that module.
 */

import { FQ } from '../oracle/field.mjs';
import { JS } from '../models/js.mjs';
import { JS_CONSTANTS } from '../models/replica.mjs';
import { ensureBuilds } from '../setup/builds.mjs';
import { loadModule } from '../setup/modules.mjs';
import { ensureToolchain, showProgress } from '../setup/toolchain.mjs';
import { recorded } from './recorded.mjs';

/** @typedef {import('../models/model.mjs').Candidate} Candidate */
/** @typedef {import('./subjects.mjs').Subjects} Subjects */

const BUILD = 'published';
/** A kernel of that module; others of its name are timed in a module of their own. @param {string} id */
const inIts = (id) => `${id}-in-simd128`;

/** Its rows: the product of ark-ff 0.4, that of ark-ff 0.6, which has the mitigation, and the product in SIMD. */
export const BEFORE = inIts('multi3');
export const AFTER = inIts('multi3-mitigated');
export const SIMD = 'simd';

/** As it is measured here, and as it was measured there. */
const OURS = ['stream', 'call', 'call-io'];
const THEIRS = ['clocked', 'unclocked', 'clocked-call', 'clocked-call-io'];
export const PUBLISHED_MODELS = Object.freeze([...OURS, ...THEIRS]);
/** Its size: so many cases a trial, and so many trials, which are shared out over so many processes here. */
export const PUBLISHED_SIZE = Object.freeze({ cases: 1_000_000, trials: 100, rounds: 20 });

/** Kernels of the module, with the models that each is timed in. */
const KERNELS = [
  { id: BEFORE, of: 'multi3', models: [...OURS, ...THEIRS] },
  { id: AFTER, of: 'multi3-mitigated', models: [...OURS, ...THEIRS] },
  { id: SIMD, of: 'simd', models: OURS },
];

const OPERATIONS = [
  { id: 'nothing', models: THEIRS, summary: 'nothing' },
  { id: 'i64x2-mul', models: THEIRS, summary: 'one i64x2.mul of two 64-bit numbers' },
  ...['multi3', 'multi3-mitigated'].map((id) => ({
    id: `${id}-converted`,
    models: THEIRS,
    summary: `two numbers taken into the field, and their product by ${id}`,
  })),
  {
    id: 'multi3-moved',
    models: ['clocked'],
    summary: 'a product by multi3 that the compiler has moved before the first reading',
  },
];

/**
 * @returns {Promise<{ registry: Subjects['kernels'], kernels: Candidate[], js: boolean, versions:
 *   Subjects['versions'] }>}
 * @throws {import('../setup/toolchain.mjs').SetupError}
 */
export async function preparePublished() {
  const onProgress = showProgress();
  const env = await ensureToolchain({ onProgress });
  const {
    versions: { rustc, wasmPack, wasmOpt, arkFf },
    builds: [{ sha256 }],
  } = await ensureBuilds([BUILD], { env, onProgress });
  const { kernels: rows } = await loadModule(BUILD);
  const paths = KERNELS.map(({ id, of, models }) => {
    const row = rows.find((one) => one.id === of);
    if (!row) throw new Error(`the build ${BUILD} has no ${of}`);
    return { ...recorded(row), id, of, models, build: BUILD };
  });
  const bare = {
    ...{ form: /** @type {const} */ ('internal'), lanes: 1, limbs: '', radixBits: 64, available: true },
    source: 'this project',
  };
  const operations = OPERATIONS.map((row) => ({ ...bare, ...row, of: row.id, build: BUILD }));
  const scripts = [
    { id: JS, models: ['call', 'call-io'], summary: 'BigInt, (a * b) % p' },
    { id: JS_CONSTANTS, models: ['unclocked', 'clocked-call'], summary: 'BigInt, a * b of two constants' },
  ].map((row) => ({ ...bare, ...row, of: row.id, build: JS, field: FQ.id }));
  const inWasm = [...paths, ...operations];
  return {
    registry: inWasm.map(({ of: _, ...row }) => ({ ...row, sha256 })),
    kernels: [...inWasm, ...scripts],
    js: false,
    versions: { rustc, wasmPack, wasmOpt, arkFf },
  };
}
