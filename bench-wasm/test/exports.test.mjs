/**
 * The exported functions of the real modules: bad input is refused by name and does no harm, and
 * every kernel of every variant agrees with BigInt.
 */

import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { tmpdir } from 'node:os';
import { after, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { runInNewContext } from 'node:vm';
import { features } from '../src/setup/features.mjs';
import { FQ } from '../src/oracle/field.mjs';
import { loadModule } from '../src/setup/modules.mjs';
import { MODELS, modelOf, modelsIn } from '../src/models/index.mjs';
import { stream } from '../src/models/stream.mjs';
import { edgeValues, orderedPairs } from '../src/oracle/vectors.mjs';
import { chainLoop, operationLoop, streamLoop } from './plain-loops.mjs';
import { complaintsOn } from './tsc.mjs';

const { p } = FQ;
/** @type {any} */
const wasm = createRequire(import.meta.url)('../pkg/nodejs/fqmul.js');
/** @type {import('../src/emit/interface.mjs').KernelRow[]} */
const registry = JSON.parse(wasm.kernels());
const ids = registry.filter(({ available }) => available).map(({ id }) => id);
const two = FQ.toBytes(2n);
const three = FQ.toBytes(3n);

/** Sums of products, and how many of them each has. */
const SUMS = new Map([
  ['sop2', 2],
  ['sop3', 3],
  ['sop4', 4],
]);

/** The next good call after a bad one. */
function stillWorks() {
  for (const id of ids) assert.equal(FQ.fromBytes(wasm.mul(id, two, three)), 6n, id);
}

test('where there is no room it is said, and the module works on', async () => {
  const folder = new URL('../pkg/baseline/', import.meta.url);
  const glue = await import(`${new URL('fqmul.js', folder)}?full`);
  const { memory } = glue.initSync({ module: readFileSync(new URL('fqmul_bg.wasm', folder)) });
  // The allocator has a page then, in which names of kernels have room.
  glue.mul('limbs29', two, three);
  // Pages that nobody writes to take no memory.
  for (let pages = 1 << 14; pages > 0;)
    try {
      memory.grow(pages);
    } catch {
      pages >>= 1;
    }
  const [points, scalars] = [new Uint8Array(64 << 16), new Uint8Array(32 << 16)];
  for (const call of [
    () => new glue.Arrays('limbs29', 20, 1n),
    () => new glue.Ntt('limbs29', 20, 1n),
    () => new glue.Msm('limbs29', 18, 1n),
    () => new glue.Pairs('multi3', 1 << 16),
    () => glue.ntt('limbs29', scalars, false),
    () => glue.msm('limbs29', points, scalars),
  ]) {
    assert.throws(call, (error) => error instanceof RangeError && /memory|bytes/.test(error.message), String(call));
    assert.equal(FQ.fromBytes(glue.mul('limbs29', two, three)), 6n, String(call));
  }
});

test('the registry has the rows and fields that everything else relies on', () => {
  for (const id of ['multi3', 'multi3-mitigated', 'simd', 'simd-dropin']) assert.ok(ids.includes(id), id);
  for (const row of registry) {
    assert.deepEqual(Object.keys(row).sort(), [
      'available',
      'build',
      'fields',
      'form',
      'fused',
      'id',
      'lanes',
      'limbs',
      'models',
      'multiplies',
      'radixBits',
      'source',
      'summary',
    ]);
    assert.ok(['dropin', 'internal'].includes(row.form));
    assert.ok([1, 2].includes(row.lanes));
    assert.ok(['baseline', 'simd128', 'relaxed-simd', 'wide-arithmetic'].includes(row.build));
    assert.ok(row.models?.every((model) => MODELS.some(({ id }) => id === model)) ?? true, row.id);
  }
  assert.equal(new Set(registry.map(({ id }) => id)).size, registry.length);
});

/** Values that are no Uint8Array, whatever they look like. */
const NOT_BYTES = [
  undefined,
  null,
  5,
  5n,
  true,
  'x',
  'x'.repeat(32),
  {},
  { length: -1 },
  { length: 32 },
  { [Symbol.toStringTag]: 'Uint8Array', length: 32 },
  [],
  [...new Array(31).fill(0), 256],
  new Uint32Array(32),
  new Float64Array(32),
  new Uint8ClampedArray(32),
  new DataView(new ArrayBuffer(32)),
  new ArrayBuffer(32),
  () => {},
  Symbol('s'),
];
/** Those of them that have no length: what is timed reads anything else as bytes. */
const WITHOUT_LENGTH = [undefined, null, 5, 5n, {}, new DataView(new ArrayBuffer(32)), Symbol('s'), true];
/** Uint8Arrays that are no element. */
const NOT_ELEMENTS = [
  new Uint8Array(0),
  new Uint8Array(31),
  new Uint8Array(33),
  new Uint8Array(64),
  FQ.toBytes(p),
  FQ.toBytes(p + 1n),
  FQ.toBytes(2n ** 254n),
  FQ.toBytes(2n ** 256n - 1n),
];

/**
 * Every exported function that takes elements, as a function of the bad one alone.
 *
 * @typedef {[string, string, (bad: any) => unknown]} ElementArgument
 */
const OF_PEOPLE = /** @type {ElementArgument[]} */ (
  [
    ...ids.map((id) => [`mul ${id}`, (/** @type {any} */ a, /** @type {any} */ b) => wasm.mul(id, a, b)]),
    ...['mul_multi3', 'mul_simd', 'mul_best'].map((name) => [name, wasm[name]]),
  ].flatMap(([name, call]) => [
    [name, 'a', (/** @type {any} */ bad) => call(bad, two)],
    [name, 'b', (/** @type {any} */ bad) => call(two, bad)],
  ])
);
const TIMED = ids.flatMap((id) => {
  const multiplier = new wasm.Multiplier(id);
  after(() => multiplier.free());
  return /** @type {ElementArgument[]} */ ([
    [`Multiplier.mul ${id}`, 'a', (bad) => multiplier.mul(bad, two)],
    [`Multiplier.mul ${id}`, 'b', (bad) => multiplier.mul(two, bad)],
    [`Multiplier.set ${id}`, 'a', (bad) => multiplier.set(bad, two)],
    [`Multiplier.set ${id}`, 'b', (bad) => multiplier.set(two, bad)],
    [`Multiplier.convert ${id}`, 'a', (bad) => multiplier.convert(bad)],
  ]);
});

for (const [name, argument, call] of OF_PEOPLE) {
  test(`${name}: refuses an ${argument} of another type, then works`, () => {
    for (const [i, bad] of NOT_BYTES.entries()) {
      assert.throws(
        () => call(bad),
        (error) => error instanceof TypeError && error.message.startsWith(`${argument}: `),
        `value ${i}, ${typeof bad}`,
      );
    }
    stillWorks();
  });
}

for (const [name, , call] of TIMED) {
  test(`${name}: what has no length fails in the glue, then works`, () => {
    for (const bad of WITHOUT_LENGTH) assert.throws(() => call(bad), Error, String(typeof bad));
    stillWorks();
  });
}

for (const [name, argument, call] of [...OF_PEOPLE, ...TIMED]) {
  test(`${name}: refuses an ${argument} that is no element, then works`, () => {
    for (const bad of NOT_ELEMENTS) {
      assert.throws(
        () => call(bad),
        (error) => error instanceof RangeError && error.message.startsWith(`${argument}: `),
        `${bad.length} bytes`,
      );
    }
    stillWorks();
  });
}

test('a Uint8Array of another realm, and a Buffer, are Uint8Arrays', () => {
  const foreign = runInNewContext('Uint8Array.of(2, ...new Array(31).fill(0))');
  for (const id of ids) assert.equal(FQ.fromBytes(wasm.mul(id, foreign, Buffer.from(three))), 6n, id);
});

test('the types refuse what the functions refuse', async (t) => {
  const declared = fileURLToPath(new URL('../pkg/nodejs/fqmul', import.meta.url));
  const folder = mkdtempSync(join(tmpdir(), 'fqmul-types-'));
  t.after(() => rmSync(folder, { recursive: true }));
  const file = join(folder, 'misused.ts');
  const lines = [
    "mul('limbs29', one, one); stream('simd', 1n, 5); stream_of('simd', 'sop3', 1n, 3);" +
      "msm_of('vesta', 'simd', one, one); ntt_of('vesta-fq', 'simd', one, true); mul_of('vesta-fq', 'simd', one, one);",
    'mul(1, one, one);',
    "mul('multi4', one, one);",
    "mul('limbs29', [1], one);",
    "mul('limbs29', 'x', one);",
    "chain('limbs29', 1, 5);",
    "stream('limbs29', 1n, '5');",
    "stream_of('limbs29', 'mul', 1n, 2);",
    'mul_best(one, null);',
    'new Multiplier(5);',
    "msm_of('secp256k1', 'limbs29', one, one);",
    "ntt_of('bn254-fq', 'limbs29', one, false);",
    "mul_of('pallas', 'limbs29', one, one);",
  ];
  const names = 'Multiplier, chain, msm_of, mul, mul_best, mul_of, ntt_of, stream, stream_of';
  const head = `import { ${names} } from ${JSON.stringify(declared)};\nconst one = new Uint8Array(32);\n`;
  writeFileSync(file, head + lines.join('\n'));
  const wrong = (await complaintsOn(file, ['--target', 'esnext'])).map(({ file, line, message }) => {
    assert.equal(file, 'misused.ts', `the declarations themselves are wrong: ${message}`);
    return line - head.split('\n').length;
  });
  assert.deepEqual([...new Set(wrong)], lines.map((_, i) => i).slice(1));
});

test('an element at the very end of the range is accepted', () => {
  for (const id of ids) assert.equal(FQ.fromBytes(wasm.mul(id, FQ.toBytes(p - 1n), FQ.toBytes(p - 1n))), 1n);
});

test('a view into a larger buffer is read where it is', () => {
  const wide = new Uint8Array(100).fill(255);
  wide.set(two, 7);
  for (const id of ids) assert.equal(FQ.fromBytes(wasm.mul(id, wide.subarray(7, 39), three)), 6n);
});

/** @type {[string, (kernel: any) => unknown][]} */
const KERNEL_ARGUMENTS = [
  ['mul', (kernel) => wasm.mul(kernel, two, three)],
  ['chain', (kernel) => wasm.chain(kernel, 1n, 1)],
  ['stream', (kernel) => wasm.stream(kernel, 1n, 1)],
  ['stream_of', (kernel) => wasm.stream_of(kernel, 'square', 1n, 1)],
  ['Multiplier', (kernel) => new wasm.Multiplier(kernel)],
];

for (const [name, call] of KERNEL_ARGUMENTS) {
  test(`${name}: refuses a bad kernel, then works`, () => {
    for (const bad of ['', 'simd ', 'SIMD', 'nope', '\0', 'multi3\0', '𝒮', 'x'.repeat(100_000)]) {
      assert.throws(
        () => call(bad),
        (error) => error instanceof RangeError && error.message.startsWith('kernel: '),
        JSON.stringify(bad).slice(0, 20),
      );
    }
    for (const bad of [undefined, null, 5, 1n, {}, [], two, Symbol('s')]) {
      assert.throws(
        () => call(bad),
        (error) => error instanceof TypeError && error.message.startsWith('kernel: '),
        typeof bad,
      );
    }
    stillWorks();
  });
}

test('stream_of: refuses a bad operation by name, then works', () => {
  for (const bad of ['', 'mul', 'SQUARE', 'add ', 'sop2\0', 'x'.repeat(100_000)]) {
    assert.throws(
      () => wasm.stream_of('multi3', bad, 1n, 2),
      (error) =>
        error instanceof RangeError &&
        error.message.startsWith('operation: ') &&
        modelsIn('operations').every((name) => error.message.includes(name)),
      JSON.stringify(bad).slice(0, 20),
    );
  }
  for (const bad of [undefined, null, 5, 1n, {}, [], two, Symbol('s')]) {
    assert.throws(
      () => wasm.stream_of('multi3', bad, 1n, 2),
      (error) =>
        error instanceof TypeError &&
        error.message.startsWith('operation: ') &&
        modelsIn('operations').every((name) => error.message.includes(name)),
      typeof bad,
    );
  }
  stillWorks();
});

test('stream_of: so many products as are no whole number of sums are refused', () => {
  for (const id of ids) {
    for (const [sum, products] of SUMS) {
      for (const n of [1, products - 1, products + 1, products * 2 ** 29 + 1]) {
        assert.throws(
          () => wasm.stream_of(id, sum, 1n, n),
          (error) => error instanceof RangeError && error.message.startsWith('n: '),
          `${id} ${sum} ${n}`,
        );
      }
    }
  }
  stillWorks();
});

test('the message about an unknown kernel names the known ones', () => {
  assert.throws(
    () => wasm.mul('nope', two, three),
    (error) => error instanceof Error && ids.every((id) => error.message.includes(id)),
  );
});

/** @type {[string, string, (seed: any, n: any) => unknown][]} */
const BATCHES = [
  ...ids.flatMap(
    (id) =>
      /** @type {[string, string, (seed: any, n: any) => unknown][]} */ ([
        [`chain ${id}`, 'n', (seed, n) => wasm.chain(id, seed, n)],
        [`stream ${id}`, 'n', (seed, n) => wasm.stream(id, seed, n)],
        ...modelsIn('operations')
          .filter((operation) => !SUMS.has(operation))
          .map((operation) => [
            `stream_of ${id} ${operation}`,
            'n',
            (/** @type {any} */ seed, /** @type {any} */ n) => wasm.stream_of(id, operation, seed, n),
          ]),
      ]),
  ),
  ['bench_multi3', 'cases', (seed, n) => wasm.bench_multi3(seed, n)],
  ['bench_simd', 'cases', (seed, n) => wasm.bench_simd(seed, n)],
];

for (const [name, count, call] of BATCHES) {
  test(`${name}: refuses a bad ${count} and a bad seed, then works`, () => {
    for (const bad of [0, -0, 2 ** 32, 2 ** 53, 1.5, NaN, Infinity, -Infinity, -1, -(2 ** 31)]) {
      assert.throws(
        () => call(1n, bad),
        (error) => error instanceof RangeError && error.message.startsWith(`${count}: `),
        String(bad),
      );
    }
    for (const bad of [undefined, null, '5', 5n, {}, [], [5], true, Symbol('s')]) {
      assert.throws(
        () => call(1n, bad),
        (error) => error instanceof TypeError && error.message.startsWith(`${count}: `),
        typeof bad,
      );
    }
    for (const bad of [-1n, 2n ** 64n, 2n ** 80n, -(2n ** 63n)]) {
      assert.throws(
        () => call(bad, 1),
        (error) => error instanceof RangeError && error.message.startsWith('seed: '),
        String(bad),
      );
    }
    for (const bad of [undefined, null, 1, 1.5, '1', {}, [], Symbol('s')]) {
      assert.throws(
        () => call(bad, 1),
        (error) => error instanceof TypeError && error.message.startsWith('seed: '),
        typeof bad,
      );
    }
    assert.ok(call(2n ** 64n - 1n, 1) instanceof Uint8Array);
    stillWorks();
  });
}

test('bench_multi3 and bench_simd are the stream batches of their kernels', () => {
  for (const n of [1, 2, 129, 1000]) {
    assert.deepEqual(wasm.bench_multi3(77n, n), FQ.toBytes(stream.loop.closedForm(FQ, 77n, n, 1)));
    assert.deepEqual(wasm.bench_simd(77n, n), FQ.toBytes(stream.loop.closedForm(FQ, 77n, n, 1)));
  }
});

test('a multiplier keeps its operands: set, step, product', () => {
  for (const id of ids) {
    const multiplier = new wasm.Multiplier(id);
    for (const [a, b] of [
      [5n, 7n],
      [p - 1n, p - 2n],
      [0n, 9n],
      [1n, 1n],
    ]) {
      multiplier.set(FQ.toBytes(a), FQ.toBytes(b));
      assert.equal(FQ.fromBytes(multiplier.product()), a, `${id}: the accumulator starts as a`);
      for (let steps = 1; steps <= 20; steps++) {
        multiplier.step();
        assert.equal(FQ.fromBytes(multiplier.product()), FQ.mul(a, FQ.pow(b, BigInt(steps))), `${id} after ${steps}`);
      }
    }
    // A product with other operands in between must not disturb them.
    multiplier.set(two, three);
    multiplier.mul(FQ.toBytes(p - 1n), FQ.toBytes(11n));
    multiplier.convert(FQ.toBytes(13n));
    multiplier.step();
    assert.equal(FQ.fromBytes(multiplier.product()), 6n, id);
    multiplier.free();
  }
});

test('a multiplier adds to what it keeps', () => {
  for (const id of ids) {
    const multiplier = new wasm.Multiplier(id);
    multiplier.set(FQ.toBytes(p - 2n), three);
    for (let sums = 1n; sums <= 20n; sums++) {
      multiplier.add();
      assert.equal(FQ.fromBytes(multiplier.product()), (p - 2n + 3n * sums) % p, `${id} after ${sums}`);
    }
    multiplier.free();
  }
});

test('pairs: products in place, whatever their number, and none where a value is not below p', () => {
  const random = FQ.generator(77n);
  for (const id of ids) {
    for (const n of [1, 2, 3, 64]) {
      const pairs = new wasm.Pairs(id, n);
      const values = Array.from({ length: 2 * n }, random);
      const words = new BigUint64Array(new Uint8Array(values.flatMap((value) => [...FQ.toBytes(value)])).buffer);
      pairs.words().set(words);
      assert.equal(pairs.words().length, 8 * n);
      /** @param {number} at @returns {bigint} the element there */
      const read = (at) => FQ.fromBytes(new Uint8Array(pairs.words().slice(4 * at, 4 * at + 4).buffer));
      assert.equal(pairs.mul(), n, id);
      for (let i = 0; i < n; i++) {
        assert.equal(read(2 * i), FQ.mul(values[2 * i], values[2 * i + 1]), `${id} ${i} of ${n}`);
        assert.equal(read(2 * i + 1), values[2 * i + 1], `${id}: the factor stays`);
      }
      const before = pairs.words().slice();
      const last = n - 1;
      before.set(new BigUint64Array(FQ.toBytes(p).buffer), 8 * last + 4);
      pairs.words().set(before);
      assert.equal(pairs.mul(), last, `${id}: the index of the pair with p in it`);
      assert.deepEqual(pairs.words().slice(), before, `${id}: and nothing is multiplied`);
      pairs.free();
    }
  }
  stillWorks();
});

test('pairs: a bad kernel or number is refused by name', () => {
  for (const bad of [0, -1, 1.5, NaN, 65537, 2 ** 32, Infinity])
    assert.throws(
      () => new wasm.Pairs('multi3', bad),
      (error) => error instanceof RangeError && error.message.startsWith('n: '),
      String(bad),
    );
  for (const bad of [undefined, null, '5', 5n, {}])
    assert.throws(
      () => new wasm.Pairs('multi3', /** @type {any} */ (bad)),
      (error) => error instanceof TypeError && error.message.startsWith('n: '),
      typeof bad,
    );
  assert.throws(() => new wasm.Pairs(/** @type {any} */ ('nope'), 1), /^RangeError: kernel: /);
  assert.equal(new wasm.Pairs('multi3', 65536).words().length, 8 * 65536);
  stillWorks();
});

test('pairs: a view that is kept when they are freed can do no harm', () => {
  for (const n of [1, 2, 100, 1000]) {
    const pairs = new wasm.Pairs('multi3', n);
    const words = pairs.words();
    pairs.free();
    words.fill(2n ** 64n - 1n);
    const [again, other] = [new wasm.Pairs('multi3', n), new wasm.Pairs('multi3', n)];
    words.fill(2n ** 64n - 1n);
    // They are of the next pairs, or of none: values that are not below p, which multiply nothing.
    assert.ok([0, n].includes(again.mul()));
    other.words().fill(1n);
    stillWorks();
    again.free();
    other.free();
  }
});

test('limb products: what there is none of is refused, and names those that there are', () => {
  for (const loop of [wasm.limb_chain, wasm.limb_stream]) {
    assert.throws(() => loop('limbs29', 1n, 5), /^RangeError: kernel: .*multi3, multi3-mitigated, simd/);
    assert.throws(() => loop('multi3', 1n, 0), /^RangeError: n: /);
    assert.throws(() => loop('multi3', -1n, 5), /^RangeError: seed: /);
  }
  stillWorks();
});

test('inversions: what there is none of is refused, and names those that there are', () => {
  for (const loop of [wasm.invert, wasm.invert_batch]) {
    assert.throws(() => loop('simd-dropin', 1n, 5), /^RangeError: kernel: .*multi3, multi3-mitigated, limbs29, simd/);
    assert.throws(() => loop('multi3', 1n, 0), /^RangeError: n: /);
    assert.throws(() => loop('multi3', -1n, 5), /^RangeError: seed: /);
  }
  stillWorks();
});

test('the module works after thousands of refusals: nothing leaks, nothing is poisoned', () => {
  for (let i = 0; i < 20_000; i++) {
    assert.throws(() => wasm.mul('simd', new Uint8Array(31), two));
    assert.throws(() => new wasm.Multiplier('nope'));
  }
  stillWorks();
});

/**
 * What one variant gets wrong, in words; empty when all of it is right. Runs wherever the variant
 * runs, so it knows no test runner.
 *
 * @param {Omit<import('../src/emit/interface.mjs').LoadedModule, 'exports'> & { exports: any }} module
 */
function mistakes({ exports, kernels, variant }) {
  const wrong = [];
  const random = FQ.generator(2026n);
  const edges = orderedPairs(FQ, edgeValues(FQ));
  const randoms = Array.from({ length: 2000 }, () => {
    const [x, y] = [random(), random()];
    return { a: FQ.toBytes(x), b: FQ.toBytes(y), product: FQ.toBytes(FQ.mul(x, y)) };
  });
  for (const { id, lanes, available } of kernels) {
    if (!available) continue;
    const multiplier = new exports.Multiplier(id);
    for (const { a, b, product } of [...edges, ...randoms]) {
      const got = FQ.fromBytes(multiplier.mul(a, b));
      if (got !== FQ.fromBytes(product))
        wrong.push(`${variant} ${id}: ${FQ.fromBytes(a)} * ${FQ.fromBytes(b)} gave ${got}`);
    }
    for (const value of edgeValues(FQ)) {
      if (FQ.fromBytes(multiplier.convert(FQ.toBytes(value))) !== value)
        wrong.push(`${variant} ${id}: convert ${value}`);
    }
    multiplier.free();
    // Both lanes and all slots, with different values in each: swapped lanes change the checksum.
    for (const seed of [0n, 1n, 2n ** 64n - 1n, 0x123456789abcdefn]) {
      for (const n of [1, 2, 3, 127, 128, 129, 1000]) {
        if (FQ.fromBytes(exports.chain(id, seed, n)) !== chainLoop(FQ, seed, n, lanes))
          wrong.push(`${variant} ${id}: chain ${seed} ${n}`);
        if (FQ.fromBytes(exports.stream(id, seed, n)) !== streamLoop(FQ, seed, n))
          wrong.push(`${variant} ${id}: stream ${seed} ${n}`);
        for (const operation of modelsIn('operations')) {
          const count = n * Number(modelOf(operation).loop?.counts);
          if (FQ.fromBytes(exports.stream_of(id, operation, seed, count)) !== operationLoop(FQ, operation, seed, count))
            wrong.push(`${variant} ${id}: ${operation} ${seed} ${count}`);
        }
      }
    }
  }
  return wrong;
}

test('nodejs build: every kernel agrees with BigInt', () => {
  assert.deepEqual(mistakes({ variant: 'nodejs', exports: wasm, kernels: registry }), []);
});

const variants = [...new Set(registry.map(({ build }) => build))];
for (const variant of ['baseline', ...variants.filter((build) => build !== 'baseline')]) {
  test(`${variant} build: every kernel it has agrees with BigInt`, async (t) => {
    if (/** @type {Record<string, boolean | null>} */ (features())[variant] === false) {
      const who = 'engines-run.test.mjs has the engines that do';
      const reason = variant === 'relaxed-simd' ? 'Node 20 needs --experimental-wasm-relaxed-simd' : who;
      t.skip(`this process has no ${variant}: ${reason}`);
      return;
    }
    const module = await loadModule(variant);
    assert.ok(
      module.kernels.filter(({ build }) => build === variant).every(({ available }) => available),
      'a kernel is missing from its own build',
    );
    assert.deepEqual(mistakes(module), []);
  });
}
