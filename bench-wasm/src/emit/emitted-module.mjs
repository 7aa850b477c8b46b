/**
 * Emitted modules behind the interface of the Rust modules, so that one code path verifies and
 * times both. Operands and checksums are converted here, in BigInt, and never inside what is timed:
 * `batch` splits preparation, the loop, and the reading of its result.
 *
 * Works in every engine that has WebAssembly.
 */

import { STREAM_SLOTS } from '../oracle/field.mjs';
import { ARRAYS, slots } from './layout.mjs';
import { inverse } from './balanced.mjs';
import { EMITTED, EMITTED_IDS, IN_FIELDS, ROWS, formatIn, kernelRow } from './emitted-rows.mjs';

/** @typedef {import('../oracle/field.mjs').Field} Field */
/** @typedef {import('./interface.mjs').Batch} Batch */
/** @typedef {import('./emitted-rows.mjs').EmittedId} EmittedId */

/**
 * @typedef {object} Loops the exports of a module written by loops.mjs
 * @property {WebAssembly.Memory} memory
 * @property {(out: number, a: number, b: number) => void} operation
 * @property {(previous: number, current: number, steps: number) => number} chain
 * @property {(calls: number) => void} stream
 * @property {(calls: number) => void} [stream_v8_11] the same for V8 up to 11, where another order is faster
 * @property {() => number} [fused]
 */

/** One kernel in an instance of its own. */
export class EmittedKernel {
  /** @type {Record<string, (seed: bigint) => (n: number) => () => bigint[]>} */
  #batches = {
    chain: (seed) => this.#chain(seed),
    stream: (seed) => this.#stream(seed),
    add: (seed) => this.#stream(seed),
  };

  /**
   * @param {EmittedId} id
   * @param {BufferSource} bytes of the module
   * @param {object} [options]
   * @param {Field} [options.field] the one that the module was written for, if it is not its row's
   * @param {number} [options.v8] major version of the engine's V8, Infinity for another engine
   * @throws {WebAssembly.CompileError}
   * @throws {RangeError} where the kernel needs a fused relaxed_madd, and this engine's is not
   */
  constructor(id, bytes, { field = ROWS[id].field, v8 = Infinity } = {}) {
    const loops = /** @type {Loops} */ (
      /** @type {unknown} */ (new WebAssembly.Instance(new WebAssembly.Module(bytes)).exports)
    );
    if (loops.fused && loops.fused() !== 1) {
      throw new RangeError(`kernel: "${id}" needs a fused relaxed_madd; this engine rounds twice (unfused)`);
    }
    const { models } = ROWS[id];
    const format = formatIn(id, field);
    this.id = id;
    this.field = field;
    this.format = format;
    this.models = models;
    this.loops = loops;
    this.loop = (v8 <= 11 && loops.stream_v8_11) || loops.stream;
    this.memory = new Uint8Array(loops.memory.buffer);
    this.view = new DataView(loops.memory.buffer);
    this.radix = (1n << BigInt(format.radixBits)) % field.p;
    this.inverse = inverse(this.radix, field.p);
    /** Bytes of one array of `stream`. */
    this.arrayBytes = slots(format) * format.bytes;
    // Three elements behind the arrays.
    this.x = ARRAYS + 2 * this.arrayBytes;
    this.y = this.x + format.bytes;
    this.z = this.y + format.bytes;
    // And three that stay: what `step` changes, by what, and where to.
    this.held = this.z + format.bytes;
    this.factor = this.held + format.bytes;
    this.spare = this.factor + format.bytes;
  }

  /** @param {number} at @param {bigint[]} lanes canonical; one is for all lanes */
  #write(at, lanes) {
    const {
      format,
      field: { p },
    } = this;
    const residues = lanes.map((x) => (x * this.radix) % p);
    format.write(this.view, at, residues, p);
  }

  /**
   * @param {number} at
   * @param {DataView} [view]
   * @param {number} [count] of the lanes, all by default
   * @returns {bigint[]} canonical, one a lane
   */
  #read(at, view = this.view, count = this.format.lanes) {
    const { p } = this.field;
    return this.format.read(view, at, count).map((x) => (((x * this.inverse) % p) + p) % p);
  }

  /** What is in memory now, whatever runs later. @param {number} at @param {number} bytes */
  #copy(at, bytes) {
    return new DataView(this.loops.memory.buffer.slice(at, at + bytes));
  }

  /** @param {bigint} seed */
  #chain(seed) {
    const {
      format: { bytes, lanes },
      loops,
      memory,
      x,
      y,
      z,
    } = this;
    const operands = this.field.operands(seed, lanes, 2);
    this.#write(
      x,
      operands.map((pair) => pair[0]),
    );
    this.#write(
      y,
      operands.map((pair) => pair[1]),
    );
    const start = memory.slice(x, z);
    return (/** @type {number} */ n) => {
      memory.set(start, x);
      const current = loops.chain(x, y, Math.floor(n / lanes));
      const rest = n % lanes;
      if (rest > 0) loops.operation(z, current, current === y ? x : y);
      const [end, last] = [this.#copy(current, bytes), this.#copy(z, bytes)];
      return () => {
        const next = rest > 0 ? this.#read(0, last) : [];
        return this.#read(0, end).map((value, lane) => (lane < rest ? next[lane] : value));
      };
    };
  }

  /** @param {bigint} seed */
  #stream(seed) {
    const {
      arrayBytes,
      format,
      format: { bytes, lanes },
      loops,
      memory,
      z,
    } = this;
    const operands = this.field.operands(seed, STREAM_SLOTS, 2);
    const count = slots(format);
    for (let array = 0; array < 2; array++) {
      for (let slot = 0; slot < count; slot++) {
        const values = operands.slice(slot * lanes, (slot + 1) * lanes).map((pair) => pair[array]);
        this.#write(ARRAYS + (array * count + slot) * bytes, values);
      }
    }
    const start = memory.slice(ARRAYS, ARRAYS + 2 * arrayBytes);
    return (/** @type {number} */ n) => {
      memory.set(start, ARRAYS);
      const calls = Math.floor(n / lanes);
      this.loop(calls);
      const slot = ARRAYS + (calls % count) * bytes;
      const rest = n % lanes;
      if (rest > 0) loops.operation(z, slot, slot + arrayBytes);
      const [end, last] = [this.#copy(ARRAYS, arrayBytes), this.#copy(z, bytes)];
      return () => {
        const values = Array.from({ length: count }, (_, i) => this.#read(i * bytes, end)).flat();
        if (rest > 0) values.splice((calls % count) * lanes, rest, ...this.#read(0, last).slice(0, rest));
        return values;
      };
    };
  }

  /**
   * @param {string} model
   * @param {bigint} seed
   * @returns {Batch}
   * @throws {RangeError} for a model that the kernel's row does not have
   */
  batch(model, seed) {
    const prepare = this.models.includes(model) ? this.#batches[model] : undefined;
    if (!prepare) throw new RangeError(`kernel: "${this.id}" has no ${model}, only ${this.models.join(' and ')}`);
    const prepared = prepare(seed);
    return (n) => {
      const result = prepared(n);
      return () => this.field.toBytes(this.field.fold(result()));
    };
  }

  /**
   * @param {bigint[]} a canonical
   * @param {bigint[]} b as many
   * @returns {bigint[]} a[i] op b[i], neighbours side by side in the lanes of one call; canonical
   */
  results(a, b) {
    const {
      format: { lanes },
      x,
      y,
      z,
    } = this;
    const all = [];
    for (let i = 0; i < a.length; i += lanes) {
      this.#write(x, a.slice(i, i + lanes));
      this.#write(y, b.slice(i, i + lanes));
      this.loops.operation(z, x, y);
      all.push(...this.#read(z, this.view, Math.min(lanes, a.length - i)));
    }
    return all;
  }

  /** a op b. @param {Uint8Array} a @param {Uint8Array} b */
  apply(a, b) {
    const [result] = this.results([this.field.fromBytes(a)], [this.field.fromBytes(b)]);
    return this.field.toBytes(result);
  }

  /** Operands for `step`, which stay in memory. @param {Uint8Array} a @param {Uint8Array} b */
  set(a, b) {
    this.#write(this.held, [this.field.fromBytes(a)]);
    this.#write(this.factor, [this.field.fromBytes(b)]);
  }

  /** a = a op b; into another place, since a kernel may write limbs before it has read all. */
  step() {
    const { held, spare } = this;
    this.loops.operation(spare, held, this.factor);
    this.held = spare;
    this.spare = held;
  }

  /** What `step` has made of a. */
  last() {
    return this.field.toBytes(this.#read(this.held, this.view, 1)[0]);
  }

  /** Into the kernel's format and back. @param {Uint8Array} a */
  convert(a) {
    this.#write(this.x, [this.field.fromBytes(a)]);
    return this.field.toBytes(this.#read(this.x, this.view, 1)[0]);
  }
}

/**
 * All emitted kernels as one module. Each is compiled when it is asked for: one that the engine
 * refuses is an error of its own.
 *
 * @param {(id: EmittedId) => BufferSource} bytesOf
 * @param {number} v8 major version of the engine's V8, Infinity for another engine
 * @param {{ field: Field, variant: string }} [other] than that of its rows, and the build of the kernel in it
 * @returns {import('./interface.mjs').LoadedModule<import('./interface.mjs').ScriptModule>}
 */
export function emittedModule(bytesOf, v8, other) {
  const ids = other ? IN_FIELDS : EMITTED_IDS;
  /** @type {Map<string, EmittedKernel>} */
  const kernels = new Map();
  /** @param {string} id */
  const find = (id) => {
    const known = ids.find((it) => it === id);
    if (!known) throw new RangeError(`kernel: "${id}" is not emitted; there are ${ids.join(', ')}`);
    const kernel = kernels.get(id) ?? new EmittedKernel(known, bytesOf(known), { v8, field: other?.field });
    kernels.set(id, kernel);
    return kernel;
  };

  class Multiplier {
    /** @param {string} id */
    constructor(id) {
      this.kernel = find(id);
    }

    /** @param {Uint8Array} a @param {Uint8Array} b */
    mul(a, b) {
      return this.kernel.apply(a, b);
    }

    /** @param {Uint8Array} a @param {Uint8Array} b */
    set(a, b) {
      this.kernel.set(a, b);
    }

    step() {
      this.kernel.step();
    }

    // A kernel has one operation, and the adders' is this.
    add() {
      this.kernel.step();
    }

    product() {
      return this.kernel.last();
    }

    /** @param {Uint8Array} a */
    convert(a) {
      return this.kernel.convert(a);
    }

    free() {}
  }

  return {
    variant: other?.variant ?? EMITTED,
    kernels: ids.map((id) => kernelRow(id, other?.field)),
    exports: {
      batch: (model, id, seed) => find(id).batch(model, seed),
      Multiplier,
      noop() {},
    },
  };
}
