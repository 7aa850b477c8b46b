/** Sums and transforms over sizes: the oracle, the models, the libraries and workers beside them, and the page. */

import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { pathToFileURL } from 'node:url';
import { poolOfWorkers, split } from '../src/batches/pool.mjs';
import {
  PEERS,
  POOLS,
  WORKER_SCRIPT,
  fileOf,
  inPool,
  peerBuild,
  poolBuild,
  poolOf,
} from '../src/batches/peer-rows.mjs';
import { fromData } from '../src/measure/compile.mjs';
import { modelOf, modelsIn } from '../src/models/index.mjs';
import {
  G1,
  POINT_BYTES,
  addPoints,
  bytesOfMsm,
  expectedMsm,
  multiplyPoint,
  operandsOf,
  pointBytes,
} from '../src/oracle/curve.mjs';
import { ELEMENT_BYTES, FQ, FR, fieldOf } from '../src/oracle/field.mjs';
import { groupOver } from '../src/oracle/group.mjs';
import { bytesOfSum, curveOver, expectedSum, operandsOf as operandsOver } from '../src/oracle/sums.mjs';
import { bytesOfNtt } from '../src/oracle/transform.mjs';
import { UnsupportedError } from '../src/proofs/unsupported.mjs';
import { PACKAGES } from '../src/setup/artefacts.mjs';
import { ensureBatches } from '../src/setup/batches.mjs';
import { fieldBuild } from '../src/setup/field-module.mjs';
import { loadModule } from '../src/setup/modules.mjs';
import { ensureToolchain } from '../src/setup/toolchain.mjs';
import { fakeModule } from './fake-module.mjs';

/** @typedef {import('../src/oracle/field.mjs').Field} Field */

const SEED = 7n;
/** Small enough for BigInt, and for each path of an algorithm. */
const SMALL = { sums: 'msm-256', transforms: 'ntt-256', sizes: 'stream-256' };

before(async () => ensureBatches({ env: await ensureToolchain() }));

/** @param {string} model @param {object} exports @param {string} [kernel] @param {Field} [field] */
const taskOf = (model, exports, kernel = 'fake', field = model === SMALL.transforms ? FR : FQ) =>
  modelOf(model).task({
    ...{
      field,
      exports: /** @type {any} */ (exports),
      kernel,
      lanes: 1,
      seed: SEED,
      cases: 1,
      work: 1,
    },
    ...{ expected: new Map(), compile: fromData },
  });

/** @param {Uint8Array} bytes @param {number} [at] @returns {Uint8Array} with one bit changed */
const spoilt = (bytes, at = 3) => bytes.with(at, bytes[at] ^ 1);

describe('the operands of an MSM', () => {
  const COUNT = 16;
  const { points, scalars } = bytesOfMsm(SEED, COUNT);
  const point = (/** @type {number} */ i) => points.subarray(i * POINT_BYTES, (i + 1) * POINT_BYTES);

  test('are (a + i·d)·G1, and the scalars that the seed draws after them', () => {
    const { a, passes, scalars: drawn } = operandsOf(SEED, COUNT);
    const [{ first: d }] = passes;
    for (let i = 0; i < COUNT; i++) {
      const expected = multiplyPoint(G1, (a + BigInt(i) * d) % FR.p);
      assert.deepEqual(point(i), expected && pointBytes(expected), `point ${i}`);
      assert.equal(FR.fromBytes(scalars.subarray(i * ELEMENT_BYTES)), drawn[i]);
    }
  });

  test('have the sum that is expected, one by one', () => {
    /** @type {import('../src/oracle/curve.mjs').Point | null} */
    let sum = null;
    for (let i = 0; i < COUNT; i++) {
      const [x, y] = [0, ELEMENT_BYTES].map((at) => FQ.fromBytes(point(i).subarray(at)));
      sum = addPoints(sum, multiplyPoint([x, y], FR.fromBytes(scalars.subarray(i * ELEMENT_BYTES))));
    }
    assert.deepEqual(sum && pointBytes(sum), expectedMsm(SEED, COUNT));
  });

  test('are a walk over another curve: sums of two points are seldom the same', () => {
    const curve = /** @type {import('../src/oracle/sums.mjs').Curve} */ (curveOver('pallas'));
    const { field, generator } = curve;
    const { add, multiply } = groupOver(field);
    const count = 16;
    const walked = bytesOfSum(curve, SEED, count);
    const { a, scalars: drawn } = operandsOver(curve, SEED, count);
    const coordinate = (/** @type {number} */ at) => field.fromBytes(walked.points.subarray(at * ELEMENT_BYTES));
    /** @type {import('../src/oracle/curve.mjs').Point[]} */
    const affine = Array.from({ length: count }, (_, i) => [coordinate(2 * i), coordinate(2 * i + 1)]);
    assert.deepEqual(affine[0], multiply(generator, a));
    assert.equal(new Set(affine.map(String)).size, count);
    // In a progression most are: there are 2·count - 1 sums.
    const pairs = affine.flatMap((left, i) => affine.slice(0, i).map((right) => String(add(left, right)?.[0])));
    assert.ok(new Set(pairs).size > 0.9 * pairs.length, `${new Set(pairs).size} of ${pairs.length}`);
    const sum = affine.reduce((all, one, i) => add(all, multiply(one, drawn[i])), /** @type {any} */ (null));
    assert.deepEqual(
      Buffer.from(expectedSum(curve, SEED, count)),
      Buffer.concat(sum.map((/** @type {bigint} */ x) => field.toBytes(x))),
    );
  });

  test('are split among workers without one that is lost or twice there', () => {
    for (const workers of [1, 2, 3, 5]) {
      const shares = split({ points, scalars }, workers);
      for (const part of /** @type {const} */ (['points', 'scalars']))
        assert.deepEqual(Buffer.concat(shares.map((share) => share[part])), Buffer.from({ points, scalars }[part]));
    }
  });
});

describe('the families', () => {
  test('go over sizes, a model each', () => {
    assert.deepEqual(
      modelsIn('sums'),
      [8, 10, 12, 14, 16, 18].map((log2) => `msm-${2 ** log2}`),
    );
    assert.deepEqual(
      modelsIn('transforms'),
      [8, 10, 12, 14, 16, 18, 20].map((log2) => `ntt-${2 ** log2}`),
    );
    assert.deepEqual(
      modelsIn('sizes'),
      [8, 10, 12, 14, 16, 18, 20, 22].map((log2) => `stream-${2 ** log2}`),
    );
    for (const id of [...modelsIn('sums'), ...modelsIn('transforms'), ...modelsIn('sizes')])
      assert.equal(id.split('-')[1], String(2 ** Number(modelOf(id).log2)));
  });

  test('a wrong sum is not timed, and one in the middle of a batch is found', async () => {
    const right = expectedMsm(SEED, 256);
    await assert.rejects(
      taskOf(SMALL.sums, { openSum: async () => ({ sum: () => spoilt(right) }) }),
      /^Error: WRONG PRODUCT: msm-256 of seed 7 is not what BigInt expects$/,
    );
    let calls = 0;
    const task = await taskOf(SMALL.sums, {
      openSum: async () => ({ sum: () => (++calls === 3 ? spoilt(right) : right) }),
    });
    await task.run(3);
    assert.match(String(await task.check(3)), /^msm-256 of seed 7 is not/);
    await task.run(2);
    assert.equal(await task.check(2), null);
  });

  test('sums are asked of the class that a build has', async () => {
    const right = expectedMsm(SEED, 256);
    /** @type {unknown[][]} */
    const asked = [];
    class Msm {
      /** @param {unknown[]} args */
      constructor(...args) {
        asked.push(['Msm', ...args]);
      }

      sum = () => right;
    }
    class Curve {
      /** @param {unknown[]} args */
      constructor(...args) {
        asked.push(['Curve', ...args]);
      }

      msm = () => right;
    }
    await taskOf(SMALL.sums, { Msm });
    await taskOf(SMALL.sums, { Msm, Curve });
    assert.deepEqual(asked, [
      ['Msm', 'fake', 8, SEED],
      ['Curve', 'fake', SEED, 8],
    ]);
    await assert.rejects(taskOf(SMALL.sums, {}), /this build has no sums/);
    await assert.rejects(taskOf(SMALL.transforms, {}), /this build has no transforms/);
    await assert.rejects(taskOf(SMALL.sizes, {}), /this build has no arrays/);
  });

  test('a wrong transform is not timed', async () => {
    const { transform } = await libraryOf('taceo');
    const of = await transform(bytesOfNtt(SEED, 256));
    const wrong = { forward: of.forward, values: () => spoilt(of.values()) };
    await assert.rejects(
      taskOf(SMALL.transforms, { openTransform: async () => wrong }),
      /^Error: WRONG TRANSFORM: value 0 of ntt-256 of seed 7, 1 times, is not what BigInt expects$/,
    );
  });

  test('a value that was wrong before a transform is in what is looked at after it', async () => {
    const { transform } = await libraryOf('taceo');
    for (const place of [1, 77, 255]) {
      const of = await transform(spoilt(bytesOfNtt(SEED, 256), place * ELEMENT_BYTES));
      await assert.rejects(
        taskOf(SMALL.transforms, { openTransform: async () => of }),
        /^Error: WRONG TRANSFORM: value \d+ of ntt-256/,
      );
    }
  });

  test('passes over arrays are counted, and a wrong one is found', async () => {
    /** @param {number} [wrongPass] */
    const arraysOf = (wrongPass) =>
      class {
        /** @param {string} _ @param {number} log2 @param {bigint} seed */
        constructor(_, log2, seed) {
          const drawn = FQ.operands(seed, Math.min(2 ** log2, 256), 2);
          this.slots = Array.from({ length: 2 ** log2 }, (__, i) => [...drawn[i % drawn.length]]);
          this.done = 0;
        }

        multiply(/** @type {number} */ passes) {
          for (let i = 0; i < passes; i++) {
            for (const slot of this.slots) slot[0] = FQ.mul(slot[0], slot[1]);
            if (++this.done === wrongPass) this.slots[5][0] = 1n;
          }
        }

        checksum = () => FQ.toBytes(FQ.fold(this.slots.map(([a]) => a)));
      };
    for (const model of ['stream-256', 'stream-1024']) {
      const task = await taskOf(model, { Arrays: arraysOf() });
      assert.equal(task.unit, 2 ** Number(modelOf(model).log2));
      await task.run(3 * task.unit);
      assert.equal(await task.check(3 * task.unit), null, model);
      const wrong = await taskOf(model, { Arrays: arraysOf(3) });
      await wrong.run(3 * wrong.unit);
      assert.match(String(await wrong.check(3 * wrong.unit)), /of seed 7 after 4 passes gave 0x/);
      await assert.rejects(taskOf(model, { Arrays: arraysOf(1) }), /^Error: WRONG PRODUCT: /);
    }
  });
});

/** @param {string} id of a peer @returns {Promise<any>} */
async function libraryOf(id) {
  const { exports } = await loadModule(peerBuild(id));
  return {
    exports,
    transform: async (/** @type {Uint8Array} */ values) => {
      const { libraryOfCrate } = await import('../src/batches/crate-library.mjs');
      const { readFileSync } = await import('node:fs');
      const [peer] = PEERS.filter((one) => one.id === id);
      const module = await WebAssembly.compile(readFileSync(join(PACKAGES, fileOf(peer))));
      return libraryOfCrate(module, POINT_BYTES).transform?.(values);
    },
  };
}

describe('the libraries', () => {
  for (const { id, does, field } of PEERS)
    for (const work of does)
      test(`${id}: its ${work} are what BigInt expects`, async () => {
        const build = peerBuild(id);
        const { exports } = await loadModule(field === undefined ? build : fieldBuild(field, build));
        const task = await taskOf(SMALL[work], exports, id, field === undefined ? undefined : fieldOf(field));
        await task.run(2);
        assert.equal(await task.check(2), null);
      });

  test('ones that are given what is wrong say so', async () => {
    const { points, scalars } = bytesOfMsm(SEED, 2);
    const { libraryOfCrate } = await import('../src/batches/crate-library.mjs');
    const { nativeLibrary } = await import('../src/batches/native-library.mjs');
    const { readFileSync } = await import('node:fs');
    const file = (/** @type {string} */ id) => join(PACKAGES, fileOf(PEERS.filter((one) => one.id === id)[0]));
    for (const library of [
      libraryOfCrate(await WebAssembly.compile(readFileSync(file('taceo'))), POINT_BYTES),
      nativeLibrary(pathToFileURL(file('ark-native'))),
    ]) {
      await assert.rejects(library.sum({ points: spoilt(points), scalars }), /a point is not on its curve/);
      await assert.rejects(
        library.sum({ points, scalars: scalars.fill(255, 0, 32) }),
        /an element is not below its prime/,
      );
      await assert.rejects(
        library.sum({ points: points.subarray(0, 64), scalars: scalars.subarray(32, 32) }),
        /^Error: 1 points and 0 scalars$/,
      );
      await assert.rejects(Promise.resolve(library.transform?.(bytesOfNtt(SEED, 3))), /3 values are no power of two/);
    }
  });

  test('one that has no transforms, and one that is none, are named', async () => {
    const { exports } = await libraryOf('mcl');
    await assert.rejects(taskOf(SMALL.transforms, exports), /mcl has no transforms/);
    await assert.rejects(loadModule('peer-none'), /^RangeError: variant: there is no peer "peer-none"/);
  });

  test('native ones are not for a page, and not broken there', async () => {
    const { nativeLibrary } = await import('../src/batches/native-library.mjs');
    const library = nativeLibrary(new URL('http://localhost/pkg/x'));
    await assert.rejects(library.sum({ points: new Uint8Array(), scalars: new Uint8Array() }), UnsupportedError);
  });
});

describe('workers', () => {
  const folder = mkdtempSync(join(tmpdir(), 'fqmul-workers-'));
  after(() => rmSync(folder, { recursive: true }));
  const script = pathToFileURL(join(PACKAGES, WORKER_SCRIPT));
  const oracle = (/** @type {string} */ name) =>
    JSON.stringify(new URL(`../src/oracle/${name}.mjs`, import.meta.url).href);
  /** A module whose sum is by BigInt, or fails. */
  const glue = join(folder, 'glue.mjs');
  writeFileSync(
    glue,
    `import { addPoints, multiplyPoint, pointBytes } from ${oracle('curve')};
import { FQ, FR } from ${oracle('field')};
let started = false;
export const initSync = ({ module }) => { started = module.length === 3; };
export function msm(kernel, points, scalars) {
  if (!started) throw new Error('it is not started');
  if (kernel !== 'fake') throw new RangeError('kernel: unknown');
  let sum = null;
  for (let i = 0; i < scalars.length / 32; i++) {
    const point = [FQ.fromBytes(points.subarray(64 * i)), FQ.fromBytes(points.subarray(64 * i + 32))];
    sum = addPoints(sum, multiplyPoint(point, FR.fromBytes(scalars.subarray(32 * i))));
  }
  return pointBytes(sum);
}
`,
  );
  const module = { glue: pathToFileURL(glue).href, bytes: new Uint8Array(3) };

  for (const workers of [1, 2, 3])
    for (const kept of [false, true])
      test(`${workers} of them, operands ${kept ? 'kept' : 'sent'}: the sum of all, again and again`, async () => {
        const pool = await poolOfWorkers(workers, script, module);
        // Two at the same time do not mix up what is kept.
        const [few, more] = await Promise.all([4, 7].map((count) => pool.sum('fake', operands(count), kept)));
        for (let i = 0; i < 2; i++) {
          assert.deepEqual(Buffer.from(await few.sum()), Buffer.from(sumOf(4)));
          assert.deepEqual(Buffer.from(await more.sum()), Buffer.from(sumOf(7)));
        }
      });

  test('one that fails says why', async () => {
    const pool = await poolOfWorkers(2, script, module);
    const sum = await pool.sum('none', operands(4), false);
    await assert.rejects(Promise.resolve(sum.sum()), /^Error: kernel: unknown$/);
    await assert.rejects(poolOfWorkers(1, script, { ...module, glue: 'file:///none.mjs' }), /none\.mjs/);
  });

  test('a row of them names its module, and is read from it again', () => {
    for (const pool of POOLS) {
      assert.deepEqual(poolOf(poolBuild({ ...pool, module: 'relaxed-simd' })), { ...pool, module: 'relaxed-simd' });
      assert.equal(poolOf('relaxed-simd'), null);
    }
    assert.deepEqual(POOLS.map(inPool), ['-1-worker', '-1-worker-kept', '-2-workers', '-2-workers-kept']);
  });
});

/** @param {number} count of points, any */
function operands(count) {
  const { points, scalars } = bytesOfMsm(SEED, 8);
  return { points: points.subarray(0, count * POINT_BYTES), scalars: scalars.subarray(0, count * ELEMENT_BYTES) };
}

/** @param {number} count @returns {Uint8Array} */
function sumOf(count) {
  const { a, passes, scalars } = operandsOf(SEED, 8);
  const [{ first: d }] = passes;
  const factor = scalars.slice(0, count).reduce((sum, scalar, i) => (sum + scalar * (a + BigInt(i) * d)) % FR.p, 0n);
  return pointBytes(/** @type {import('../src/oracle/curve.mjs').Point} */ (multiplyPoint(G1, factor)));
}

test('where the baseline has no row, the command says so', async () => {
  const { main } = await import('../index.mjs');
  const kernels = [{ id: 'multi3' }, { id: 'multi3-mitigated' }];
  const { kernels: rows } = fakeModule(kernels);
  /** @type {string[]} */
  const said = [];
  const error = console.error;
  console.error = (...words) => said.push(words.join(' '));
  try {
    const prepare = async () => ({
      kernels: rows.map((row) => ({ ...row, sha256: 'f'.repeat(64) })),
      versions: { rustc: null, wasmPack: null, wasmOpt: null, arkFf: [] },
    });
    const code = await main(['--models', 'ntt-256', '--rounds', '6', '--json', join(tmpdir(), 'none.json')], {
      prepare: /** @type {any} */ (prepare),
    });
    assert.equal(code, 2);
  } finally {
    console.error = error;
  }
  assert.match(said.join('\n'), /error: the plan has no ntt-256 of multi3-mitigated, which every row is compared with/);
});
