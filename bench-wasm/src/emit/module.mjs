/**
 * An emitted module behind the interface of the Rust modules, so that one code path verifies and
 * times both. Operands and checksums are converted here, in BigInt, and never inside what is timed:
 * `batch` splits preparation, the loop, and the reading of its result.
 *
 * Works in every engine that has WebAssembly.
 */

import { ARRAYS, slots } from './layout.mjs';
import { inverse } from './radix51.mjs';
import { ROWS } from './rows.mjs';

/** @typedef {import('../field.mjs').Field} Field */
/** @typedef {import('./rows.mjs').EmittedId} EmittedId */

/**
 * @typedef {object} Loops the exports of a module written by loops.mjs
 * @property {WebAssembly.Memory} memory
 * @property {(out: number, a: number, b: number) => void} operation
 * @property {(previous: number, current: number, steps: number) => number} chain
 * @property {(calls: number) => void} stream
 * @property {() => number} [fused]
 */

/** Residues in a module's memory. */
class Elements {
  /**
   * @param {DataView} view
   * @param {import('./layout.mjs').Format} format
   * @param {Field} field
   */
  constructor(view, format, field) {
    this.view = view;
    this.format = format;
    this.p = field.p;
    this.radix = (1n << BigInt(format.radixBits)) % field.p;
    this.inverse = inverse(this.radix, field.p);
  }

  /** @param {number} at @param {bigint[]} lanes canonical; one is for all lanes */
  write(at, lanes) {
    const residues = Array.from({ length: this.format.lanes }, (_, i) => ((lanes[i] ?? lanes[0]) * this.radix) % this.p);
    this.format.write(this.view, at, residues, this.p);
  }

  /** @param {number} at @returns {bigint[]} canonical, one a lane */
  read(at) {
    return this.format.read(this.view, at).map((x) => (((x * this.inverse) % this.p) + this.p) % this.p);
  }
}

/**
 * @typedef {object} EmittedExports beside what every module has
 * @property {boolean} fused whether relaxed_madd rounds once here; true where it is not used
 * @property {(model: 'chain' | 'stream', kernel: string, seed: bigint) => (n: number) => () => Uint8Array} batch
 *   prepares operands; then does n operations, as often as it is called; what that returns computes
 *   the checksum, whenever it suits
 * @property {(a: bigint[], b: bigint[]) => bigint[]} results a[i] op b[i], neighbours side by side in
 *   the lanes of one call; canonical
 */

/**
 * @param {EmittedId} id
 * @param {Field} field the one that the module was written for
 * @param {WebAssembly.Module} module
 * @returns {import('../measure/tasks.mjs').LoadedModule & { exports: EmittedExports }}
 */
export function wrapEmitted(id, field, module) {
  const loops = /** @type {Loops} */ (/** @type {unknown} */ (new WebAssembly.Instance(module).exports));
  const { format, summary, source } = ROWS[id];
  const { lanes, limbs, radixBits } = format;
  const fused = loops.fused ? loops.fused() === 1 : true;
  const elements = new Elements(new DataView(loops.memory.buffer), format, field);
  const singles = ARRAYS + 2 * slots(format) * format.bytes;
  /** Addresses of three elements that no other user has. */
  const reserve = () => {
    const first = released.pop() ?? singles + 3 * format.bytes * reserved++;
    return [first, first + format.bytes, first + 2 * format.bytes];
  };
  /** @type {number[]} */
  const released = [];
  let reserved = 0;
  const [x, y, z] = reserve();

  /** What is in memory now, whatever runs later. @param {number} at @param {number} bytes */
  const copy = (at, bytes) => new Elements(new DataView(loops.memory.buffer.slice(at, at + bytes)), format, field);

  /** @param {string} kernel */
  const check = (kernel) => {
    if (kernel !== id) throw new RangeError(`kernel: "${kernel}" is not in this module, which has ${id}`);
    if (!fused) throw new RangeError(`kernel: "${id}" needs a fused relaxed_madd, and this engine's is not`);
  };

  /** @type {Record<'chain' | 'stream', (seed: bigint) => (n: number) => () => bigint[]>} */
  const batches = {
    chain(seed) {
      const operands = field.chainOperands(seed, lanes);
      return (n) => {
        elements.write(x, operands.map((pair) => pair[0]));
        elements.write(y, operands.map((pair) => pair[1]));
        const current = loops.chain(x, y, Math.floor(n / lanes));
        const rest = n % lanes;
        if (rest > 0) loops.operation(z, current, current === y ? x : y);
        const [end, last] = [copy(current, format.bytes), copy(z, format.bytes)];
        return () => {
          const next = rest > 0 ? last.read(0) : [];
          return end.read(0).map((value, lane) => (lane < rest ? next[lane] : value));
        };
      };
    },

    stream(seed) {
      const operands = field.streamOperands(seed);
      const count = slots(format);
      for (let array = 0; array < 2; array++) {
        for (let slot = 0; slot < count; slot++) {
          const values = operands.slice(slot * lanes, (slot + 1) * lanes).map((pair) => pair[array]);
          elements.write(ARRAYS + (array * count + slot) * format.bytes, values);
        }
      }
      const memory = new Uint8Array(loops.memory.buffer);
      const bytes = count * format.bytes;
      const start = memory.slice(ARRAYS, ARRAYS + 2 * bytes);
      return (n) => {
        memory.set(start, ARRAYS);
        const calls = Math.floor(n / lanes);
        loops.stream(calls);
        const slot = ARRAYS + (calls % count) * format.bytes;
        const rest = n % lanes;
        if (rest > 0) loops.operation(z, slot, slot + bytes);
        const [end, last] = [copy(ARRAYS, bytes), copy(z, format.bytes)];
        return () => {
          const values = Array.from({ length: count }, (_, i) => end.read(i * format.bytes)).flat();
          if (rest > 0) values.splice((calls % count) * lanes, rest, ...last.read(0).slice(0, rest));
          return values;
        };
      };
    },
  };

  /** @type {EmittedExports['batch']} */
  const batch = (model, kernel, seed) => {
    check(kernel);
    const prepared = batches[model](seed);
    return (n) => {
      const result = prepared(n);
      return () => field.toBytes(field.fold(result()));
    };
  };

  class Multiplier {
    /** @param {string} kernel */
    constructor(kernel) {
      check(kernel);
      const [accumulator, factor, other] = reserve();
      this.x = accumulator;
      this.y = factor;
      this.z = other;
      elements.write(this.x, [1n]);
      elements.write(this.y, [1n]);
    }

    /** @param {Uint8Array} a @param {Uint8Array} b */
    mul(a, b) {
      elements.write(this.z, [field.fromBytes(b)]);
      const at = this.z;
      elements.write(z, [field.fromBytes(a)]);
      loops.operation(at, z, at);
      return field.toBytes(elements.read(at)[0]);
    }

    /** @param {Uint8Array} a @param {Uint8Array} b */
    set(a, b) {
      elements.write(this.x, [field.fromBytes(a)]);
      elements.write(this.y, [field.fromBytes(b)]);
    }

    step() {
      loops.operation(this.x, this.x, this.y);
    }

    product() {
      return field.toBytes(elements.read(this.x)[0]);
    }

    /** @param {Uint8Array} a */
    convert(a) {
      elements.write(this.z, [field.fromBytes(a)]);
      return field.toBytes(elements.read(this.z)[0]);
    }

    free() {
      released.push(this.x);
    }
  }

  /** @type {EmittedExports['results']} */
  const results = (a, b) => {
    check(id);
    const all = [];
    for (let i = 0; i < a.length; i += lanes) {
      elements.write(x, a.slice(i, i + lanes));
      elements.write(y, b.slice(i, i + lanes));
      loops.operation(z, x, y);
      all.push(...elements.read(z));
    }
    return all.slice(0, a.length);
  };

  return {
    variant: 'emitted',
    kernels: [{ id, form: 'internal', lanes, limbs, radixBits, build: 'emitted', available: fused, summary, source }],
    exports: {
      fused,
      batch,
      results,
      chain: (kernel, seed, n) => batch('chain', kernel, seed)(n)(),
      stream: (kernel, seed, n) => batch('stream', kernel, seed)(n)(),
      stream_of(kernel, operation) {
        throw new RangeError(`operation: "${operation}" is not in the module of ${kernel}`);
      },
      Multiplier,
      mul(kernel, a, b) {
        const multiplier = new Multiplier(kernel);
        try {
          return multiplier.mul(a, b);
        } finally {
          multiplier.free();
        }
      },
      noop() {},
    },
  };
}
