/**
 * One instance of the module: a share of a key, and the parts of a proof that are computed with it. Arrays that a
 * method is given are its own: they are overwritten, since they may be secret.
 */

import { Groth16Error, KeyError, WitnessError } from './errors.mjs';
import { release } from './secrets.mjs';
import { POINTS } from './shares.mjs';

/** @import { Points, Share, Sizes } from './shares.mjs' */

export class Instance {
  #exports;
  /** Where the room is, or 0, and its bytes. */
  #at = 0;
  #length = 0;

  /** @param {WebAssembly.Instance} instance */
  constructor({ exports }) {
    this.#exports = /** @type {any} */ (exports);
  }

  /** The id of the kernel that sums and transforms are on. */
  kernelName() {
    return new TextDecoder().decode(this.#call('kernel'));
  }

  /** @param {Uint8Array} section 2 of a key @returns {Sizes} */
  head(section) {
    const sizes = this.#call('head', section);
    const [variables, publics, rows] = new Uint32Array(sizes.buffer);
    return { variables, public: publics, rows };
  }

  /** A new share, without points. @param {Share} ranges */
  share(ranges) {
    this.#call('share', new Uint8Array(Uint32Array.from(POINTS.flatMap(({ points }) => ranges[points])).buffer));
  }

  /** @param {Points} points @param {Uint8Array} bytes whole points, as the key has them */
  append(points, bytes) {
    this.#call('append', bytes, numberOf(points));
  }

  /** @param {Uint8Array} bytes whole terms */
  terms(bytes) {
    this.#call('terms', bytes);
  }

  /** Frees its share, and what was computed with it. */
  forget() {
    this.#exports.forget();
  }

  /** Where points are missing it throws. */
  whole() {
    this.#call('whole');
  }

  /** Where a point is not on its curve, or not in its subgroup, it throws. */
  check() {
    this.#call('check');
  }

  /** Room for a witness, which is put there in pieces: no copy of the whole is on the way. @param {number} length */
  room(length) {
    [this.#at, this.#length] = [this.#input(length), length];
  }

  /** @param {number} offset in the room @param {Uint8Array} bytes */
  put(offset, bytes) {
    if (this.#at === 0) throw new WitnessError('there is no room for a witness');
    new Uint8Array(this.#exports.memory.buffer, this.#at, this.#length).set(bytes, offset);
    release(bytes);
  }

  /** Of the witness in the room, what points H are multiplied with: it stays until the proof is finished. */
  quotient() {
    this.#call('quotient');
  }

  /** @param {number} from @param {number} to @returns {Uint8Array} those of the rows from `from` to before `to` */
  quotientOf(from, to) {
    return this.#call('quotient_of', undefined, from, to);
  }

  /**
   * @param {Points} points
   * @param {Uint8Array} values of the variables of as many points, or of the rows
   * @param {number} [first] of these points, among the share's
   * @returns {Uint8Array} a point
   */
  sum(points, values, first = 0) {
    return this.#call('sum', values, numberOf(points), first);
  }

  /** @returns {number} bytes of its memory, which never shrinks */
  memory() {
    return this.#exports.memory.buffer.byteLength;
  }

  /**
   * @param {Uint8Array} numbers r and s
   * @param {Record<Points, Uint8Array[]>} sums of all shares
   * @returns {Uint8Array} a proof
   */
  finish(numbers, sums) {
    const ofEach = POINTS.map(({ points }) => sums[points]);
    return this.#call('finish', joined(numbers, ...ofEach.flat()), ...ofEach.map(({ length }) => length));
  }

  /** @param {Uint8Array} inputs section 3 of the key @returns {Uint8Array} what its proofs are verified with */
  verificationKey(inputs) {
    return this.#call('verification_key', inputs);
  }

  /** @param {Uint8Array} key @param {Uint8Array} signals @param {Uint8Array} proof @returns {boolean} */
  verify(key, signals, proof) {
    const count = signals.length / 32;
    return this.#call('verify_proof', joined(proof, signals, key), count)[0] === 1;
  }

  /**
   * @param {string} name
   * @param {Uint8Array} [input]
   * @param {...number} args
   * @returns {Uint8Array} a copy of the result
   */
  #call(name, input, ...args) {
    const module = this.#exports;
    if (input) {
      const at = this.#input(input.length);
      new Uint8Array(module.memory.buffer, at, input.length).set(input);
      release(input);
    }
    const failed = unlessTrapped(() => module[name](...args));
    const result = this.#result();
    if (failed) throw errorOf(result);
    return result;
  }

  /** @param {number} length @returns {number} where the input of the next call goes */
  #input(length) {
    // From 2^31 on an address comes as a negative number.
    const at = this.#exports.input(length) >>> 0;
    this.#at = 0;
    if (at === 0) throw errorOf(this.#result());
    return at;
  }

  #result() {
    const { memory, result, result_length: length } = this.#exports;
    const at = result() >>> 0;
    return new Uint8Array(memory.buffer, at, length()).slice();
  }
}

/** @template T @param {() => T} work @returns {T} @throws {Groth16Error} where the module gives up */
function unlessTrapped(work) {
  try {
    return work();
  } catch (error) {
    if (!(error instanceof WebAssembly.RuntimeError || error instanceof RangeError)) throw error;
    const message = `the module gave up, maybe for lack of memory (${error.message})`;
    throw new Groth16Error('MEMORY', message, { cause: error });
  }
}

/** @param {Points} points */
const numberOf = (points) => POINTS.findIndex((one) => one.points === points);

/** @param {Uint8Array} bytes a word for programs, a space and a sentence */
function errorOf(bytes) {
  const text = new TextDecoder().decode(bytes);
  const [code] = text.split(' ', 1);
  const sentence = text.slice(code.length + 1);
  if (code === 'KEY') return new KeyError(sentence);
  if (code === 'WITNESS' || code === 'UNSATISFIED') return new WitnessError(sentence, code);
  return new Groth16Error(/** @type {import('./errors.mjs').Code} */ (code), sentence);
}

/** @param {WebAssembly.Module | Uint8Array} module or its bytes @returns {Promise<Instance>} */
export async function instantiate(module) {
  const made = /** @type {any} */ (await WebAssembly.instantiate(/** @type {any} */ (module)));
  return new Instance(made.instance ?? made);
}

/** @param {...Uint8Array} parts they are overwritten */
function joined(...parts) {
  const bytes = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    bytes.set(part, at);
    at += part.length;
    release(part);
  }
  return bytes;
}
