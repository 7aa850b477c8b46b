/** A key that is kept, and proofs with it. */

import { abortedBy, Groth16Error, throwIfAborted, WitnessError } from './errors.mjs';
import { assertValues, keyIn, witnessIn } from './files.mjs';
import { ELEMENT, integerAt, proofOf, R, signalsOf } from './json.mjs';
import { seatsFor } from './seats.mjs';
import { countOf, POINTS, sharesOf } from './shares.mjs';
import { readWhole } from './sources.mjs';

/** @import { Points, Share, Sizes } from './shares.mjs' */
/** @import { Proof } from './json.mjs' */
/** @import { Seat } from './seats.mjs' */
/** @import { Source } from './sources.mjs' */

/**
 * @typedef {'read' | 'witness' | 'transforms' | 'sums' | 'proof'} Stage
 * @typedef {object} Options
 * @property {number} [threads] workers; the machine's by default
 * @property {AbortSignal} [signal] ends it
 * @property {(progress: { stage: Stage, done: number }) => void} [onProgress] done: the share of the stage, to 1
 * @property {'key' | 'witness' | 'none'} [check] `witness` by default: the proof is verified before it is given. `key`:
 *   every point of the key is checked, too, once, which takes as long as a proof. `none`: a wrong witness gives a wrong
 *   proof
 * @typedef {{ proof: Proof, publicSignals: string[] }} Proved
 */

export class Prover {
  /** @type {Seat[]} */
  #seats;
  /** @type {Share[]} */
  #shares;
  /** @type {Sizes} */
  #sizes;
  /** @type {Uint8Array} */
  #verificationKey;
  /** @type {Options} */
  #options;
  /** One proof after the other. */
  #last = Promise.resolve();

  /**
   * @param {{ seats: Seat[], shares: Share[], sizes: Sizes, verificationKey: Uint8Array }} loaded
   * @param {Options} options
   */
  constructor({ seats, shares, sizes, verificationKey }, options) {
    this.#seats = seats;
    this.#shares = shares;
    this.#sizes = sizes;
    this.#verificationKey = verificationKey;
    this.#options = options;
  }

  /** @param {Source} zkey @param {Options} [options] */
  static async open(zkey, options = {}) {
    assertOptions(options);
    throwIfAborted(options.signal);
    const seats = await seatsFor(options.threads);
    try {
      return new Prover(await aborting(options.signal, seats, load(zkey, seats, options)), options);
    } catch (error) {
      leave(seats);
      throw error;
    }
  }

  /**
   * @param {Source} wtns
   * @param {Omit<Options, 'threads'>} [options]
   * @returns {Promise<Proved>}
   */
  prove(wtns, options = {}) {
    return this.#alone(options, async (own) => {
      const values = await witnessIn(wtns, this.#sizes);
      return this.#proveValues(values, own);
    });
  }

  /**
   * @param {Record<string, unknown>} input
   * @param {Source} circuitWasm
   * @param {Omit<Options, 'threads'>} [options]
   * @returns {Promise<Proved>}
   */
  fullProve(input, circuitWasm, options = {}) {
    return this.#alone(options, async (own) => {
      own.onProgress?.({ stage: 'witness', done: 0 });
      const wasm = await readWhole(circuitWasm, 'circuitWasm');
      const values = await this.#seats[0].call('calculate', wasm, input);
      assertValues(values, this.#sizes);
      own.onProgress?.({ stage: 'witness', done: 1 });
      return this.#proveValues(values, own);
    });
  }

  /** Ends its workers: the key and what was computed with it are gone. */
  async close() {
    leave(this.#seats);
    this.#seats = [];
  }

  /**
   * @template T
   * @param {Omit<Options, 'threads'>} options
   * @param {(options: Options) => Promise<T>} act
   * @returns {Promise<T>}
   */
  #alone(options, act) {
    const own = { ...this.#options, ...options };
    const result = this.#last.then(async () => {
      assertOptions(own);
      throwIfAborted(own.signal);
      if (this.#seats.length === 0) throw new Groth16Error('CLOSED', 'the prover is closed');
      const seats = this.#seats;
      try {
        return await aborting(own.signal, seats, act(own));
      } catch (error) {
        // Nobody knows where its workers were.
        if (own.signal?.aborted) this.#seats = [];
        throw error;
      }
    });
    this.#last = result.then(
      () => {},
      () => {},
    );
    return result;
  }

  /**
   * Every seat's sums, those of the points H last: their values come from the transforms.
   *
   * @param {Uint8Array} values of all variables
   * @param {Promise<Uint8Array[]>} onCoset the three polynomials; they are overwritten
   * @param {Options['onProgress']} onProgress
   * @returns {Promise<Record<Points, Uint8Array[]>>}
   */
  async #sum(values, onCoset, onProgress) {
    const first = this.#sizes.public + 1;
    /** @type {Record<Points, Uint8Array[]>} */
    const sums = { a: [], b: [], bInG2: [], c: [], h: [] };
    const isThere = (/** @type {[number, number]} */ [from, to]) => from < to;
    const count = this.#shares.flatMap((share) => Object.values(share).filter(isThere)).length;
    let done = 0;
    /** @param {Points} points @param {Promise<Uint8Array>} sum */
    const take = async (points, sum) => {
      sums[points].push(await sum);
      onProgress?.({ stage: 'sums', done: ++done / count });
    };
    /** One sum after the other: what a seat does not need yet is copied later. @param {Seat} seat @param {Share} share */
    const ofSeat = async (seat, share) => {
      for (const points of /** @type {const} */ (['a', 'b', 'bInG2', 'c'])) {
        if (!isThere(share[points])) continue;
        const [from, to] = share[points].map((i) => (i + (points === 'c' ? first : 0)) * ELEMENT);
        await take(points, seat.call('sum', points, values.slice(from, to)));
      }
      const polynomials = await onCoset;
      if (!isThere(share.h)) return;
      const [from, to] = share.h.map((i) => i * ELEMENT);
      await take('h', seat.call('sumOfRows', ...polynomials.map((all) => all.slice(from, to))));
    };
    await Promise.all(this.#shares.map((share, at) => ofSeat(this.#seats[at], share)));
    for (const all of await onCoset) all.fill(0);
    return sums;
  }

  /**
   * @param {Uint8Array} values of all variables; they are overwritten
   * @param {Options} options
   * @returns {Promise<Proved>}
   */
  async #proveValues(values, { onProgress, check = 'witness' }) {
    const seats = this.#seats;
    const [first, second, third] = [0, 1, 2].map((at) => seats[at % seats.length]);
    const { public: publics } = this.#sizes;
    try {
      const publicSignals = signalsOf(values.slice(ELEMENT, (publics + 1) * ELEMENT));
      onProgress?.({ stage: 'transforms', done: 0 });
      const [a, b] = await Promise.all([
        first.call('evaluate', 'a', values.slice()),
        second.call('evaluate', 'b', values.slice()),
      ]);
      const onCoset = Promise.all([
        first.call('coset', a.slice()),
        second.call('coset', b.slice()),
        third.call('cosetOfProducts', a, b),
      ]);
      const sums = this.#sum(values, onCoset, onProgress);
      // Whichever fails first is told.
      sums.catch(() => {});
      await onCoset;
      onProgress?.({ stage: 'transforms', done: 1 });
      const proof = await first.call('finish', numbers(), await sums);
      if (check !== 'none') {
        const signals = values.slice(ELEMENT, (publics + 1) * ELEMENT);
        if (!(await first.call('verify', this.#verificationKey.slice(), signals, proof.slice())))
          throw new WitnessError('the witness does not satisfy the circuit of the key', 'UNSATISFIED');
      }
      onProgress?.({ stage: 'proof', done: 1 });
      return { proof: proofOf(proof), publicSignals };
    } finally {
      values.fill(0);
    }
  }
}

/** @param {Seat[]} seats */
const leave = (seats) => seats.forEach((seat) => seat.leave());

/**
 * @template T
 * @param {AbortSignal | undefined} signal
 * @param {Seat[]} seats that are left when it is aborted
 * @param {Promise<T>} work
 * @returns {Promise<T>}
 */
async function aborting(signal, seats, work) {
  if (!signal) return work;
  /** @type {() => void} */
  let heard = () => {};
  const aborted = new Promise((_, reject) => {
    heard = () => {
      leave(seats);
      reject(abortedBy(signal));
    };
    signal.addEventListener('abort', heard, { once: true });
  });
  work.catch(() => {});
  try {
    return await /** @type {Promise<T>} */ (Promise.race([work, aborted]));
  } finally {
    signal.removeEventListener('abort', heard);
  }
}

/** r and s: 32 bytes each, below the order. */
function numbers() {
  const bytes = new Uint8Array(2 * ELEMENT);
  for (const at of [0, ELEMENT])
    do {
      crypto.getRandomValues(bytes.subarray(at, at + ELEMENT));
      // The order has 254 bits.
      bytes[at + ELEMENT - 1] &= 0x3f;
    } while (integerAt(bytes, at) >= R);
  return bytes;
}

/** @param {Options} options */
function assertOptions({ threads, check, signal, onProgress }) {
  if (threads !== undefined && !(Number.isInteger(threads) && threads >= 1 && threads <= 1024))
    throw new RangeError('threads: a whole number from 1 to 1024 is needed');
  if (check !== undefined && !['key', 'witness', 'none'].includes(check))
    throw new RangeError("check: 'key', 'witness' or 'none' is needed");
  if (signal !== undefined && !(signal instanceof AbortSignal)) throw new TypeError('signal: an AbortSignal is needed');
  if (onProgress !== undefined && typeof onProgress !== 'function')
    throw new TypeError('onProgress: a function is needed');
}

/**
 * @param {Source} zkey
 * @param {Seat[]} seats
 * @param {Options} options
 */
async function load(zkey, seats, { onProgress, check }) {
  const key = await keyIn(zkey);
  try {
    const head = await key.head();
    const [sizes] = await Promise.all(seats.map((seat) => seat.call('head', head.slice())));
    key.assertWhole(sizes);
    const verificationKey = await seats[0].call('verificationKey', await key.inputs());
    const shares = sharesOf(sizes, seats.length);
    await Promise.all(seats.map((seat, at) => seat.call('share', shares[at])));

    const all = POINTS.reduce((sum, { points, size }) => sum + countOf(points, sizes) * size, 0);
    let done = 0;
    /** @param {Seat} seat @param {number} at */
    const loadShare = async (seat, at) => {
      for (const { points } of POINTS)
        await key.eachOf(points, shares[at][points], async (bytes) => {
          done += bytes.length;
          await seat.call('append', points, bytes);
          onProgress?.({ stage: 'read', done: (0.8 * done) / all });
        });
      await seat.call('whole');
    };
    // Terms of A for the first seat, those of B for the second.
    const [first, second] = seats;
    const loadTerms = key.eachTerm(async (bytes) => {
      if (second) await Promise.all([first.call('terms', 'a', bytes.slice()), second.call('terms', 'b', bytes)]);
      else await first.call('terms', 'both', bytes);
    });
    await Promise.all([...seats.map(loadShare), loadTerms]);
    if (check === 'key') await Promise.all(seats.map((seat) => seat.call('check')));
    onProgress?.({ stage: 'read', done: 1 });
    return { seats, shares, sizes, verificationKey };
  } finally {
    await key.close();
  }
}
