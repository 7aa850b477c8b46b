/**
 * A module made of BigInt that can be wrong or slow on purpose, with a clock that moves only
 * when a product is computed: timing logic is tested without waiting for time.
 */

import { FQ } from '../src/oracle/field.mjs';
import { chainLoop, inverseLoop, limbLoop, operationLoop, streamLoop } from './plain-loops.mjs';

/** @typedef {import('../src/emit/interface.mjs').KernelRow} KernelRow */
/** @typedef {import('../src/emit/interface.mjs').LoadedModule} LoadedModule */

/**
 * @typedef {object} FakeKernel
 * @property {string} id
 * @property {number} [lanes]
 * @property {string} [build]
 * @property {boolean} [available]
 * @property {string[]} [models] it is timed in
 * @property {number} [nsPerProduct] by the fake clock
 * @property {(a: bigint, b: bigint) => bigint | null} [wrong] another product, or null for the right one
 * @property {(model: string, n: number) => boolean} [wrongBatch] whether this batch's checksum is spoilt
 * @property {(model: string, n: number) => void} [onBatch]
 */

/** A clock that is moved by hand; each look at it costs `readNs`. */
export class FakeClock {
  time = 0;
  stopped = false;

  /** @param {{ step?: number, readNs?: number }} [options] ns */
  constructor({ step = 1, readNs = 10 } = {}) {
    this.step = step;
    this.readNs = readNs;
  }

  now = () => {
    if (!this.stopped) this.time += this.readNs;
    return Math.floor(this.time / this.step) * this.step;
  };
}

/**
 * @param {FakeKernel} kernel
 * @returns {KernelRow}
 */
export function fakeRow({ id, lanes = 1, build = 'baseline', available = true, models }) {
  return {
    id,
    form: 'dropin',
    lanes,
    limbs: '4x64',
    radixBits: 256,
    build,
    available,
    models: models ?? null,
    summary: `fake ${id}`,
    source: 'test',
  };
}

/**
 * @param {FakeKernel[]} kernels
 * @param {{ clock?: FakeClock, variant?: string }} [options] without a clock the time is real
 * @returns {LoadedModule & { calls: string[] }} `calls` names every batch and multiplier asked for
 */
export function fakeModule(kernels, { clock, variant = 'baseline' } = {}) {
  /** @type {string[]} */
  const calls = [];
  /** @param {string} id */
  const find = (id) => {
    const kernel = kernels.find((k) => k.id === id);
    if (!kernel || kernel.available === false) throw new RangeError(`kernel: ${id} is not here`);
    return kernel;
  };
  /** @param {FakeKernel} kernel @param {number} products */
  const spend = ({ nsPerProduct = 1000 }, products) => {
    if (clock && !clock.stopped) clock.time += products * nsPerProduct;
  };
  /** @param {FakeKernel} kernel @param {bigint} a @param {bigint} b */
  const product = (kernel, a, b) => {
    spend(kernel, 1);
    return kernel.wrong?.(a, b) ?? FQ.mul(a, b);
  };
  /** @param {string} model @param {(kernel: FakeKernel, seed: bigint, n: number) => bigint} checksum */
  const batch =
    (model, checksum) =>
    /** @param {string} id @param {bigint} seed @param {number} n */
    (id, seed, n) => {
      const kernel = find(id);
      calls.push(`${model} ${id} ${n}`);
      kernel.onBatch?.(model, n);
      spend(kernel, n);
      const value = checksum(kernel, seed, n);
      return FQ.toBytes(kernel.wrongBatch?.(model, n) ? (value + 1n) % FQ.p : value);
    };

  class Multiplier {
    accumulator = 0n;
    factor = 0n;

    /** @param {string} id */
    constructor(id) {
      this.kernel = find(id);
      calls.push(`multiplier ${id}`);
    }

    /** @param {Uint8Array} a @param {Uint8Array} b */
    mul(a, b) {
      return FQ.toBytes(product(this.kernel, FQ.fromBytes(a), FQ.fromBytes(b)));
    }

    /** @param {Uint8Array} a @param {Uint8Array} b */
    set(a, b) {
      this.accumulator = FQ.fromBytes(a);
      this.factor = FQ.fromBytes(b);
    }

    step() {
      this.accumulator = product(this.kernel, this.accumulator, this.factor);
    }

    add() {
      spend(this.kernel, 1);
      this.accumulator = (this.accumulator + this.factor) % FQ.p;
    }

    product() {
      return FQ.toBytes(this.accumulator);
    }

    /** @param {Uint8Array} a */
    convert(a) {
      spend(this.kernel, 1);
      return a.slice();
    }

    free() {}
  }

  return {
    variant,
    kernels: kernels.map(fakeRow),
    calls,
    exports: {
      mul: (id, a, b) => new Multiplier(id).mul(a, b),
      chain: batch('chain', ({ lanes = 1 }, seed, n) => chainLoop(FQ, seed, n, lanes)),
      stream: batch('stream', (_kernel, seed, n) => streamLoop(FQ, seed, n)),
      stream_of: (id, operation, seed, n) => batch(operation, () => operationLoop(FQ, operation, seed, n))(id, seed, n),
      invert: batch('invert', (_kernel, seed, n) => inverseLoop(FQ, seed, n, 128)),
      invert_batch: batch('invert-batch', (_kernel, seed, n) => inverseLoop(FQ, seed, n, 1024)),
      limb_chain: batch('limb-chain', ({ lanes = 1 }, seed, n) =>
        limbLoop(FQ, seed, n, { width: lanes === 1 ? 64 : 29, slots: lanes }),
      ),
      limb_stream: batch('limb-stream', ({ lanes = 1 }, seed, n) =>
        limbLoop(FQ, seed, n, { width: lanes === 1 ? 64 : 29, slots: 128 }),
      ),
      Multiplier,
      noop() {
        if (clock) clock.time += 5;
      },
    },
  };
}
