/** Products of other projects natively: each is held against BigInt, and one that is wrong or not there says so. */

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { before, describe, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { execa } from 'execa';
import { native } from '../src/engines/native.mjs';
import { standaloneEngine } from '../src/engines/standalone.mjs';
import { PATCHED_ROW, PUBLISHED_ROW } from '../src/measure/patched.mjs';
import { createPlan } from '../src/measure/plan.mjs';
import { neighboursOf } from '../src/measure/subjects.mjs';
import { LOOPS, NEIGHBOURS, buildOf } from '../src/neighbours/neighbour-rows.mjs';
import { FIELD_KERNEL, PATCHED_BUILD, fieldBuild } from '../src/setup/field-module.mjs';
import { loadModule } from '../src/setup/modules.mjs';
import { EXE, ROOT, ensureToolchain, lockedVersions } from '../src/setup/toolchain.mjs';
import { GO, goVersion } from '../src/setup/programs.mjs';

/** @typedef {import('../src/measure/run.mjs').Engine} Engine */
/** @typedef {import('../src/measure/session.mjs').SessionEvent} SessionEvent */
/** @typedef {import('../src/measure/plan.mjs').SessionPlan} SessionPlan */
/** @typedef {import('../src/models/model.mjs').Candidate} Candidate */

const CRATES = NEIGHBOURS.flatMap(({ id, runs }) => (runs === 'crate' ? [id] : []));
const SIX_WORDS = 'bls12-381-fq';

/** @type {Awaited<ReturnType<typeof ensureToolchain>>} */
let env;
/** @type {string | null} */
let go;
/** @type {Candidate[]} */
let products;
/** @type {Candidate[]} */
let sixWords;
before(async () => {
  env = await ensureToolchain();
  go = await goVersion(env);
  const { kernels } = await loadModule('baseline');
  const ours = kernels.filter(({ id }) => ['multi3', 'limbs29-dropin'].includes(id));
  products = [...ours, ...(await neighboursOf('fq', { env }))];
  const [multi3] = ours;
  const arkworks = Object.entries({ [PUBLISHED_ROW]: undefined, [PATCHED_ROW]: PATCHED_BUILD }).map(([id, module]) => ({
    ...{ ...multi3, id, of: FIELD_KERNEL, field: SIX_WORDS, build: fieldBuild(SIX_WORDS, module) },
  }));
  sixWords = [...arkworks, ...(await neighboursOf(SIX_WORDS, { env }))];
});

/** @param {Candidate[]} kernels @param {string} [baseline] @returns {SessionPlan} */
const planOf = (kernels, baseline) =>
  createPlan({
    ...{ engines: ['x'], kernels, models: [...LOOPS], js: false, baseline },
    ...{ cases: 3000, trials: 1, rounds: 1, seed: 5 },
  }).worklist[0];

/** @param {Engine} engine @param {SessionPlan} plan */
async function measured(engine, plan) {
  /** @type {SessionEvent[]} */
  const events = [];
  await engine.prepare?.(plan.rows.map(({ build }) => build));
  await engine.run(plan, { onEvent: (event) => events.push(event) });
  const timed = events.flatMap((event) =>
    event.type === 'sample' && event.check ? [`${event.kernel} ${event.model}`] : [],
  );
  const errors = events.filter((event) => event.type === 'error');
  assert.deepEqual(
    [...timed, ...errors.map(({ kernel, model }) => `${kernel} ${model}`)].sort(),
    plan.rows.map(({ kernel, model }) => `${kernel} ${model}`).sort(),
    'every row has a time or a reason',
  );
  return errors;
}

/** @param {Awaited<ReturnType<typeof measured>>} errors @param {Record<string, string>} reasons by kernel */
function refused(errors, reasons) {
  assert.deepEqual(
    errors.map(({ kernel, model, message }) => `${kernel} ${model}: ${message}`).sort(),
    Object.entries(reasons)
      .flatMap(([kernel, reason]) => LOOPS.map((model) => `${kernel} ${model}: ${reason}`))
      .sort(),
  );
  assert.ok(
    errors.every(({ unsupported }) => unsupported),
    'nothing is broken',
  );
}

const published = (/** @type {string} */ id) => `not available: ${id} is published for engines that run JavaScript`;
const NO_ASSEMBLY =
  'not available: blst is for engines that run JavaScript, and natively assembly, for the engine native-asm';
const SCRIPTS = Object.fromEntries(['wasmcurves', 'mcl-wasm', 'noble-curves'].map((id) => [id, published(id)]));
const WITHOUT_GO = { 'gnark-crypto': 'not available: Go is not installed (https://go.dev/dl)' };
/** What there is to run: the assembly where this machine can. */
const ENGINES = native();

for (const engine of ENGINES)
  test(`${engine.id}: every neighbour that is there is measured, beside the kernels, and checked here`, async (t) => {
    if (engine.id !== 'native' && process.arch !== 'x64') return t.skip('arkworks has assembly for x86-64');
    refused(await measured(engine, planOf(products)), { ...SCRIPTS, ...(go === null ? WITHOUT_GO : {}) });
  });

for (const engine of ENGINES)
  test(`${engine.id}: arkworks in a field of six words, and blst where assembly is`, async (t) => {
    if (engine.id !== 'native' && process.arch !== 'x64') return t.skip('arkworks has assembly for x86-64');
    refused(await measured(engine, planOf(sixWords, PUBLISHED_ROW)), {
      [PATCHED_ROW]: 'this engine has no work-patched-in-bls12-381-fq kernels',
      montgomery: published('montgomery'),
      ...(engine.id === 'native' ? { blst: NO_ASSEMBLY } : {}),
    });
  });

test('without Go its product says so, and the others are measured', async () => {
  const path = process.env.PATH ?? '';
  const withoutGo = [];
  for (const folder of path.split(delimiter)) {
    const { failed } = await execa(join(folder, `go${EXE}`), ['version'], { reject: false });
    if (failed) withoutGo.push(folder);
  }
  process.env.PATH = withoutGo.join(delimiter);
  try {
    refused(await measured(native()[0], planOf(products)), { ...SCRIPTS, ...WITHOUT_GO });
  } finally {
    process.env.PATH = path;
  }
});

describe('a neighbour that is wrong is not timed', () => {
  /**
   * @param {string} id
   * @param {'product' | 'conversion' | 'omission' | 'checksum'} how it is spoilt
   */
  async function errorsWith(id, how) {
    const spoilt = fileURLToPath(new URL('spoilt-program.mjs', import.meta.url));
    const [multi3, ...rest] = products;
    const engine = standaloneEngine({
      ...{ id: 'spoilt', flags: [], tier: '', install: async () => {}, programs: { baseline: 'native' } },
      others: {
        ...Object.fromEntries(CRATES.map((one) => [buildOf(one), 'neighbours'])),
        [buildOf('gnark-crypto')]: 'gnark-crypto',
      },
      probe: async () => ({ version: '', features: {} }),
      command: (program) => [process.execPath, spoilt, program, id, how],
    });
    return measured(engine, planOf([multi3, ...rest.filter((row) => row.id === id || row.id === CRATES[0])]));
  }

  for (const id of [...CRATES, 'gnark-crypto'])
    for (const [how, message] of /** @type {const} */ ([
      ['product', /^WRONG PRODUCT: 0x\w+ \* 0x\w+ gave 0x\w+, not 0x\w+$/],
      ['conversion', /^WRONG CONVERSION: 0x\w+ came back as 0x\w+$/],
      ['omission', /^its products were not all shown$/],
      ['checksum', /^WRONG PRODUCT: (chain|stream) of 1 with seed 24301 gave the bytes/],
    ]))
      // The others take the same way through the program.
      if (how === 'product' || ['gnark-crypto', 'halo2curves'].includes(id))
        test(`${how}: ${id}`, async (t) => {
          if (id === 'gnark-crypto' && go === null) return t.skip('Go is not installed');
          const errors = await errorsWith(id, how);
          assert.deepEqual(
            errors.map(({ kernel, model }) => `${kernel} ${model}`),
            LOOPS.map((model) => `${id} ${model}`),
          );
          for (const error of errors) assert.match(error.message, message);
        });
});

test('natively and in wasm the same releases are measured: there is one of each', () => {
  const lock = readFileSync(join(ROOT, 'Cargo.lock'), 'utf8');
  for (const id of CRATES) assert.equal(lockedVersions(lock, id).length, 1, id);
});

test('the program in Go is formatted, and its own checker finds nothing', async (t) => {
  if (go === null) return t.skip('Go is not installed');
  const context = { cwd: GO, env, extendEnv: false };
  assert.equal((await execa('gofmt', ['-l', '.'], context)).stdout, '');
  await execa('go', ['vet', '.'], context);
});
