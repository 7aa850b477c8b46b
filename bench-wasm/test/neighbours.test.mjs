/** Products of other projects: each is held against BigInt, and one that is wrong is an error row without a time. */

import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { execa } from 'execa';
import { OWN } from '../src/engines/node.mjs';
import { fromData } from '../src/measure/compile.mjs';
import { createPlan } from '../src/measure/plan.mjs';
import { runSession } from '../src/measure/session.mjs';
import { neighboursOf } from '../src/measure/subjects.mjs';
import { createVerifier } from '../src/measure/verify.mjs';
import { neighbourModule } from '../src/neighbours/neighbour-module.mjs';
import { LOOPS, NEIGHBOURS, NEIGHBOUR_IDS, buildOf, fileOf, neighbourOf } from '../src/neighbours/neighbour-rows.mjs';
import { FQ, fieldOf, sameBytes } from '../src/oracle/field.mjs';
import { readResult } from '../src/result/result-file.mjs';
import { plainName } from '../src/engines/names.mjs';
import { withLoops } from '../src/setup/added-loops.mjs';
import { loadModule } from '../src/setup/modules.mjs';
import { readBytes } from '../src/setup/places.mjs';
import { ROOT, SetupError, ensureToolchain } from '../src/setup/toolchain.mjs';

/** @typedef {import('../src/emit/interface.mjs').LoadedModule} LoadedModule */
/** @typedef {import('../src/measure/session.mjs').SessionEvent} SessionEvent */
/** @typedef {import('../src/measure/subjects.mjs').Subjects} Subjects */

const folder = mkdtempSync(join(tmpdir(), 'fqmul-neighbours-'));
after(() => rmSync(folder, { recursive: true }));

/** What has a module, and so a time in an engine with JavaScript. */
const IN_WASM = NEIGHBOURS.filter(({ runs }) => runs !== 'native');
const WASM_IDS = IN_WASM.flatMap(({ id, field }) => (field === FQ.id ? [id] : []));

/** @type {Subjects['kernels']} */
let rows;
before(async () => {
  const env = await ensureToolchain();
  rows = await neighboursOf(FQ.id, { env });
  await neighboursOf('bls12-381-fq', { env });
});

describe('every neighbour', () => {
  for (const { id, field } of IN_WASM)
    test(`${id} multiplies all pairs of edge values, and its loops end with what BigInt expects`, async () => {
      const { exports } = await loadModule(buildOf(id));
      createVerifier(fieldOf(field), 7n)(exports, id, 1);
    });

  test('has a row that says what was compiled, in which release, and where it is timed', () => {
    assert.deepEqual(
      rows.map(({ id }) => id),
      NEIGHBOUR_IDS,
    );
    for (const { id, build, source, sha256, models } of rows) {
      assert.equal(build, buildOf(id));
      assert.match(source, /^(@noble\/)?[\w-]+@\d+\.\d+\.\d+(, (go\d+\.\d+\S*|no Go))?$/, id);
      assert.match(sha256, /^[0-9a-f]{64}$/);
      assert.deepEqual(models, LOOPS);
    }
  });

  test('has no other loops', async () => {
    for (const { id, build } of rows.filter((row) => WASM_IDS.includes(row.id))) {
      const { exports } = await loadModule(build);
      assert.ok('batch' in exports);
      assert.throws(() => exports.batch('add', id, 1n), { name: 'RangeError', message: /has no add, only chain and/ });
    }
  });
});

test('--neighbours has them all beside the chosen kernels, in their models alone', async () => {
  const file = join(folder, 'result.json');
  const size = ['--cases', '300', '--rounds', '1', '--trials', '1', '--seed', '1'];
  const { exitCode, stdout } = await execa(
    process.execPath,
    [join(ROOT, 'bench-wasm/test/short-bench.mjs'), '--neighbours', '--kernels', 'limbs29', ...size, '--json', file],
    { reject: false },
  );
  assert.equal(exitCode, 0);
  assert.match(stdout, new RegExp(`Neighbours: .*[^]*${plainName(OWN)} +any format, in batches +scalar limbs `));
  const { plan, samples, kernels } = readResult(file);
  assert.deepEqual(plan.models, LOOPS);
  assert.deepEqual(plan.kernels, ['multi3-mitigated', 'limbs29', ...NEIGHBOUR_IDS]);
  const timed = samples.filter(({ check }) => check).map(({ kernel, model }) => `${kernel} ${model}`);
  for (const id of WASM_IDS) for (const model of LOOPS) assert.ok(timed.includes(`${id} ${model}`), `${id} ${model}`);
  assert.deepEqual(
    kernels.filter(({ build }) => build.startsWith('neighbour-')).map(({ sha256 }) => sha256),
    rows.map(({ sha256 }) => sha256),
  );
});

test('code for processors is refused where there is JavaScript, and nothing is broken', async () => {
  for (const { id } of NEIGHBOURS.filter(({ runs }) => runs === 'native'))
    await assert.rejects(loadModule(buildOf(id)), { name: 'UnsupportedError', message: new RegExp(`^${id} is `) });
});

test('a neighbour that there is none of is named', () => {
  assert.throws(() => neighbourOf('neighbour-none'), { name: 'RangeError', message: /"neighbour-none"/ });
});

test('a package without the product it had is refused, and says so', async () => {
  const wasmcurves = neighbourOf(buildOf('wasmcurves'));
  const empty = Uint8Array.from([0, 0x61, 0x73, 0x6d, 1, 0, 0, 0]);
  assert.throws(() => withLoops(empty, wasmcurves), new SetupError('wasmcurves does not export f1m_mul.'));
});

describe('a neighbour that is wrong is not timed', () => {
  /**
   * A session of the baseline, all neighbours and one that is replaced.
   *
   * @param {string} id @param {(right: LoadedModule) => LoadedModule | Promise<LoadedModule>} spoil
   */
  async function sessionWith(id, spoil) {
    const { kernels } = await loadModule('baseline');
    const multi3 = kernels.find((kernel) => kernel.id === 'multi3');
    assert.ok(multi3);
    const [plan] = createPlan({
      ...{ engines: [OWN], kernels: [multi3, ...rows], models: [...LOOPS], js: false },
      ...{ cases: 300, trials: 1, rounds: 1, seed: 1, baseline: 'multi3' },
    }).worklist;
    /** @type {SessionEvent[]} */
    const events = [];
    await runSession(plan, {
      now: () => performance.now() * 1e6,
      emit: (event) => events.push(event),
      compile: fromData,
      shortestWarmUpNs: 1,
      load: async (build) => (build === buildOf(id) ? spoil(await loadModule(build)) : loadModule(build)),
    });
    const of = (/** @type {'sample' | 'error'} */ type) =>
      events.flatMap((event) => (event.type === type && 'kernel' in event ? [event] : []));
    const timed = new Set(of('sample').map(({ kernel }) => kernel));
    return {
      timed,
      errors: /** @type {{ kernel: string, model: string, message: string, unsupported?: true }[]} */ (of('error')),
    };
  }

  /** @param {Awaited<ReturnType<typeof sessionWith>>} found @param {string} id @param {RegExp} message */
  function refused({ timed, errors }, id, message) {
    assert.deepEqual(
      errors.flatMap(({ kernel, model, unsupported }) => (unsupported ? [] : [`${kernel} ${model}`])),
      LOOPS.map((model) => `${id} ${model}`),
    );
    for (const error of errors) assert.match(error.message, error.kernel === id ? message : /^not available: /);
    assert.deepEqual(
      [...timed].sort(),
      [...WASM_IDS, 'multi3', 'control-aa', 'control-slow5'].filter((one) => one !== id).sort(),
    );
  }

  test('in a constant of its module', async () => {
    // Its modulus, with one bit of another number in it.
    const modulus = FQ.toBytes(FQ.p);
    const found = await sessionWith('wasmcurves', () =>
      neighbourModule(
        buildOf('wasmcurves'),
        (path) => new URL(`../pkg/${path}`, import.meta.url),
        async (url) => {
          assert.ok(url.pathname.endsWith(fileOf(neighbourOf(buildOf('wasmcurves')))));
          const bytes = await readBytes(url);
          const places = [...bytes.keys()].filter((at) => sameBytes(bytes.slice(at, at + 32), modulus));
          assert.ok(places.length > 0, 'the constant to spoil is not in the module');
          for (const at of places) bytes[at + 8] ^= 1;
          return bytes;
        },
      ),
    );
    refused(found, 'wasmcurves', /^WRONG (PRODUCT|CONVERSION): 0x/);
  });

  for (const id of WASM_IDS)
    test(`in one pair of edge values: ${id}`, async () => {
      const found = await sessionWith(id, ({ exports, ...rest }) => {
        // An object that a constructor returns is what `new` gives.
        const Multiplier = /** @type {any} */ (
          function (/** @type {string} */ kernel) {
            const right = new exports.Multiplier(kernel);
            /** @param {Uint8Array} x @param {Uint8Array} y */
            const mul = (x, y) => {
              const product = right.mul(x, y);
              if (FQ.fromBytes(x) === FQ.p - 1n && FQ.fromBytes(y) === FQ.p - 2n) product[0] ^= 1;
              return product;
            };
            return { mul, convert: right.convert.bind(right), free: right.free.bind(right) };
          }
        );
        return { ...rest, exports: { ...exports, Multiplier } };
      });
      refused(found, id, /^WRONG PRODUCT: 0x/);
    });

  test('in the loop that is timed alone', async () => {
    const found = await sessionWith('halo2curves', ({ exports, ...rest }) => {
      assert.ok('batch' in exports);
      const { batch } = exports;
      return {
        ...rest,
        exports: {
          ...exports,
          batch: (model, kernel, seed) => {
            const right = batch(model, kernel, seed);
            // It does one product less than it is asked for.
            return (n) => right(n > 1 ? n - 1 : n);
          },
        },
      };
    });
    refused(found, 'halo2curves', /^WRONG PRODUCT: chain of 2 with seed/);
  });
});
