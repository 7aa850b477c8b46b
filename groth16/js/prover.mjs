/** A key that is kept, and proofs with it. */

import {
  abortedBy,
  closed,
  Groth16Error,
  InputError,
  outOfRange,
  throwIfAborted,
  WitnessError,
  wrongType,
} from './errors.mjs';
import { assertValues, keyIn, witnessIn } from './files.mjs';
import { ELEMENT, integerAt, proofOf, R, signalsOf } from './json.mjs';
import { seatsFor } from './seats.mjs';
import { release } from './secrets.mjs';
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

/** Elements that a seat is sent at a time, and points that it sums in a call: each takes some 400 bytes meanwhile. */
const AT_ONCE = 1 << 16;

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
  #closed = new AbortController();
  /** One proof after the other. */
  #last = Promise.resolve();

  /**
   * @param {Loaded} loaded
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
    const { prover } = await opened(zkey, options);
    return prover;
  }

  /**
   * A proof by a prover that is not kept. Its witness is computed while the module and the key are loaded.
   *
   * @param {Record<string, unknown>} input
   * @param {Source} circuitWasm
   * @param {Source} zkey
   * @param {Options} [options]
   * @returns {Promise<Proved>}
   */
  static async fullProve(input, circuitWasm, zkey, options = {}) {
    const { prover, values } = await opened(zkey, options, (seats, signal) =>
      calculated(input, circuitWasm, seats, signal),
    );
    try {
      return await prover.#proveCalculated(async () => /** @type {Uint8Array} */ (values), {});
    } finally {
      await prover.close();
    }
  }

  /**
   * @param {Source} wtns
   * @param {Omit<Options, 'threads'>} [options]
   * @returns {Promise<Proved>}
   */
  prove(wtns, options = {}) {
    return this.#alone(options, async (own, seats, signal) => {
      const values = await witnessIn(wtns, this.#sizes, signal);
      return this.#proveValues(seats, values, own);
    });
  }

  /**
   * @param {Record<string, unknown>} input
   * @param {Source} circuitWasm
   * @param {Omit<Options, 'threads'>} [options]
   * @returns {Promise<Proved>}
   */
  fullProve(input, circuitWasm, options = {}) {
    return this.#proveCalculated((seats, signal) => calculated(input, circuitWasm, seats, signal), options);
  }

  /**
   * @param {Calculate} values
   * @param {Omit<Options, 'threads'>} options
   */
  #proveCalculated(values, options) {
    return this.#alone(options, async (own, seats, signal) => {
      own.onProgress?.({ stage: 'witness', done: 0 });
      const all = await values(seats, signal);
      assertValues(all, this.#sizes);
      own.onProgress?.({ stage: 'witness', done: 1 });
      return this.#proveValues(seats, all, own);
    });
  }

  /** The key and what was computed with it are gone. */
  async close() {
    leave(this.#seats);
    this.#seats = [];
    this.#closed.abort();
  }

  /**
   * @template T
   * @param {Omit<Options, 'threads'>} options
   * @param {(options: Options, seats: Seat[], signal: AbortSignal) => Promise<T>} act signal: that nobody waits for it
   * @returns {Promise<T>}
   */
  #alone(options, act) {
    const before = this.#last;
    const result = (async () => {
      const own = { ...this.#options, ...optionsOf(options) };
      throwIfAborted(own.signal);
      // Until it is its turn it has no seats that could be ended.
      await aborting(own.signal, [], before);
      if (this.#seats.length === 0) throw new Groth16Error('CLOSED', 'the prover is closed');
      const seats = this.#seats;
      const ended = new AbortController();
      try {
        const work = act(own, seats, ended.signal);
        return await aborting(own.signal, seats, aborting(this.#closed.signal, seats, work, closed));
      } catch (error) {
        // Nobody knows where its workers were.
        if (own.signal?.aborted) this.#seats = [];
        throw error;
      } finally {
        ended.abort();
      }
    })();
    this.#last = Promise.allSettled([before, result]).then(() => {});
    return result;
  }

  /**
   * Every seat's sums. The first seat transforms before; sums of the points H, whose values come from that, are the
   * last of every seat.
   *
   * @param {Seat[]} seats
   * @param {Uint8Array} values of all variables
   * @param {Options['onProgress']} onProgress
   * @returns {Promise<Record<Points, Uint8Array[]>>}
   */
  async #sum(seats, values, onProgress) {
    const { variables, public: publics } = this.#sizes;
    const [first] = seats;
    /** @type {Record<Points, Uint8Array[]>} */
    const sums = { a: [], b: [], bInG2: [], c: [], h: [] };
    const all = POINTS.reduce((sum, { points }) => sum + countOf(points, this.#sizes), 0);
    let done = 0;

    /** @returns {Promise<Uint8Array[]>} what each seat's points H are multiplied with; the first one keeps its own */
    const transform = async () => {
      await first.call('room', values.length);
      for (const [at, end] of pieces(0, variables)) await first.call('put', at * ELEMENT, part(values, at, end));
      await first.call('quotient');
      onProgress?.({ stage: 'transforms', done: 1 });
      // At once: it has sums of its own to do then.
      return Promise.all(
        this.#shares.map(({ h: [from, to] }, at) => first.call('quotientOf', from, at === 0 ? from : to)),
      );
    };
    const transformed = transform();
    transformed.catch(() => {});

    /**
     * @param {Seat} seat
     * @param {Points} points
     * @param {Share} share
     * @param {(at: number, end: number) => Uint8Array | Promise<Uint8Array>} [valuesOf] a copy of those of points; by
     *   default the variables' of the same numbers
     */
    const sum = async (seat, points, share, valuesOf = (at, end) => part(values, at, end)) => {
      const [from, to] = share[points];
      for (const [at, end] of pieces(from, to)) {
        sums[points].push(await seat.call('sum', points, await valuesOf(at, end), at - from));
        done += end - at;
        onProgress?.({ stage: 'sums', done: done / all });
      }
    };
    const ended = await Promise.allSettled(
      this.#shares.map(async (share, at) => {
        const seat = seats[at];
        if (seat === first) await transformed;
        for (const points of /** @type {const} */ (['a', 'b', 'bInG2'])) await sum(seat, points, share);
        // The first point C is of the first variable that is neither the one nor public.
        await sum(seat, 'c', share, (at, end) => part(values, publics + 1 + at, publics + 1 + end));
        const own = (await transformed)[at];
        const [before] = share.h;
        await sum(seat, 'h', share, (at, end) =>
          seat === first ? first.call('quotientOf', at, end) : part(own, at - before, end - before),
        );
      }),
    );
    await transformed.then(
      (all) => all.forEach(release),
      () => {},
    );
    // No seat is left with half of a proof when the next one begins.
    for (const one of ended) if (one.status === 'rejected') throw one.reason;
    return sums;
  }

  /**
   * @param {Seat[]} seats
   * @param {Uint8Array} values of all variables; they are overwritten
   * @param {Options} options
   * @returns {Promise<Proved>}
   */
  async #proveValues(seats, values, { onProgress, check = 'witness' }) {
    const [first] = seats;
    const { public: publics } = this.#sizes;
    try {
      const publicSignals = signalsOf(part(values, 1, publics + 1));
      onProgress?.({ stage: 'transforms', done: 0 });
      const sums = await this.#sum(seats, values, onProgress);
      const proof = await first.call('finish', numbers(), sums);
      if (check !== 'none') {
        const signals = part(values, 1, publics + 1);
        if (!(await first.call('verify', this.#verificationKey.slice(), signals, proof.slice())))
          throw new WitnessError('the witness does not satisfy the circuit of the key', 'UNSATISFIED');
      }
      onProgress?.({ stage: 'proof', done: 1 });
      return { proof: proofOf(proof), publicSignals };
    } finally {
      release(values);
    }
  }
}

/** @param {number} from @param {number} to @returns {[from: number, to: number][]} of at most as many at once */
const pieces = (from, to) =>
  Array.from({ length: Math.ceil((to - from) / AT_ONCE) }, (_, i) => {
    const at = from + i * AT_ONCE;
    return [at, Math.min(to, at + AT_ONCE)];
  });

/** @param {Uint8Array | undefined} elements @param {number} from @param {number} to @returns {Uint8Array} a copy */
const part = (elements, from, to) => /** @type {Uint8Array} */ (elements).slice(from * ELEMENT, to * ELEMENT);

/** @param {Seat[]} seats */
const leave = (seats) => seats.forEach((seat) => seat.leave());

/**
 * @template T
 * @param {AbortSignal | undefined} signal
 * @param {Seat[]} seats that end when it is aborted
 * @param {Promise<T>} work
 * @param {(signal: AbortSignal) => Groth16Error} [reason]
 * @returns {Promise<T>}
 */
async function aborting(signal, seats, work, reason = abortedBy) {
  if (!signal) return work;
  /** @type {() => void} */
  let heard = () => {};
  const aborted = new Promise((_, reject) => {
    heard = () => {
      seats.forEach((seat) => seat.end());
      reject(reason(signal));
    };
    if (signal.aborted) heard();
    else signal.addEventListener('abort', heard, { once: true });
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

/**
 * @param {Options} [options] none where it is null, as snarkjs takes it
 * @returns {Options}
 * @throws {RangeError | TypeError}
 */
function optionsOf(options) {
  if (typeof (options ?? {}) !== 'object') throw wrongType('options: an object is needed');
  const { threads, check, signal, onProgress } = options ?? {};
  if (threads !== undefined && !(Number.isInteger(threads) && threads >= 1 && threads <= 1024))
    throw outOfRange('threads: a whole number from 1 to 1024 is needed');
  if (check !== undefined && !['key', 'witness', 'none'].includes(check))
    throw outOfRange("check: 'key', 'witness' or 'none' is needed");
  if (signal !== undefined && !(signal instanceof AbortSignal)) throw wrongType('signal: an AbortSignal is needed');
  if (onProgress !== undefined && typeof onProgress !== 'function') throw wrongType('onProgress: a function is needed');
  return options ?? {};
}

/** @typedef {(seats: Seat[], signal: AbortSignal) => Promise<Uint8Array>} Calculate a witness */

/**
 * @param {Source} zkey
 * @param {Options} options
 * @param {Calculate} [calculate] before seats have the module and the key
 * @returns {Promise<{ prover: Prover, values?: Uint8Array }>}
 */
async function opened(zkey, options, calculate) {
  const own = optionsOf(options);
  throwIfAborted(own.signal);
  const starting = seatsFor(own.threads);
  const ended = new AbortController();
  /** @type {Promise<Uint8Array> | undefined} */
  let calculating;
  try {
    const seats = await aborting(own.signal, [], starting);
    calculating = calculate?.(seats, ended.signal);
    const both = Promise.all([load(zkey, seats, own, ended.signal), calculating]);
    const [loaded, values] = await aborting(own.signal, seats, both);
    return { prover: new Prover(loaded, own), values };
  } catch (error) {
    starting.then(leave, () => {});
    calculating?.then(release, () => {});
    throw error;
  } finally {
    ended.abort();
  }
}

/**
 * @param {Record<string, unknown>} input
 * @param {Source} circuitWasm
 * @param {Seat[]} seats
 * @param {AbortSignal} signal
 * @returns {Promise<Uint8Array>} the values of all variables
 */
async function calculated(input, circuitWasm, seats, signal) {
  if (typeof input !== 'object' || input === null) throw wrongType('input: an object of signals is needed');
  const wasm = await readWhole(circuitWasm, 'circuitWasm', signal);
  try {
    // The first seat has more to load.
    return await seats[seats.length - 1].call('calculate', wasm, input);
  } catch (error) {
    // A function, say: no worker can be sent one.
    if (/** @type {any} */ (error)?.name !== 'DataCloneError') throw error;
    throw new InputError('input: it has a value that is no integer', { cause: error });
  }
}

/**
 * What a seat is asked is sent while it is still at the question before: no answer is on the way when it has nothing to
 * do, and no more than two pieces of a key are.
 *
 * @param {Seat} seat
 * @returns {{ call: (method: string, ...args: any[]) => Promise<void>, answered: () => Promise<void> }} call waits for
 *   the answer to the question before, and answered for that to the last one
 */
function oneAhead(seat) {
  /** @type {Promise<void>} */
  let last = Promise.resolve();
  return {
    call(method, ...args) {
      const before = last;
      last = seat.call(method, ...args);
      last.catch(() => {});
      return before;
    },
    answered: () => last,
  };
}

/**
 * @typedef {{ seats: Seat[], shares: Share[], sizes: Sizes, verificationKey: Uint8Array }} Loaded
 *
 * @param {Source} zkey
 * @param {Seat[]} seats
 * @param {Options} options
 * @param {AbortSignal} signal
 * @returns {Promise<Loaded>}
 */
async function load(zkey, seats, { onProgress, check }, signal) {
  const key = await keyIn(zkey, signal);
  try {
    const head = await key.head();
    const [first] = seats;
    const sizes = await first.call('head', head.slice());
    key.assertWhole(sizes);
    // One seat has all of them.
    const finite = seats.length > 1 ? await key.finite('b') : 1;
    const shares = sharesOf(sizes, seats.length, finite);

    const all = POINTS.reduce((sum, { points, size }) => sum + countOf(points, sizes) * size, 0);
    let done = 0;
    /** @param {Seat} seat @param {number} at */
    const loadShare = async (seat, at) => {
      const { call, answered } = oneAhead(seat);
      if (seat !== first) await call('head', head.slice());
      await call('share', shares[at]);
      for (const { points } of POINTS)
        await key.eachOf(points, shares[at][points], async (bytes) => {
          done += bytes.length;
          await call('append', points, bytes);
          onProgress?.({ stage: 'read', done: (0.8 * done) / all });
        });
      await call('whole');
      await answered();
    };
    const loadTerms = async () => {
      const { call, answered } = oneAhead(first);
      await key.eachTerm((bytes) => call('terms', bytes));
      await answered();
    };
    const loadVerificationKey = async () => first.call('verificationKey', await key.inputs());
    const [verificationKey] = await Promise.all([loadVerificationKey(), ...seats.map(loadShare), loadTerms()]);
    if (check === 'key') await Promise.all(seats.map((seat) => seat.call('check')));
    onProgress?.({ stage: 'read', done: 1 });
    return { seats, shares, sizes, verificationKey };
  } finally {
    await key.close();
  }
}
