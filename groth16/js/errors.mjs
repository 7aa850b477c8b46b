/** Why something is not proved. Every message is a sentence, and `code` is a word for programs. */

/**
 * @typedef {'KEY' | 'WITNESS' | 'UNSATISFIED' | 'INPUT' | 'CIRCUIT' | 'JSON' | 'SOURCE' | 'MEMORY' | 'ABORTED' |
 *   'CLOSED' | 'UNSUPPORTED'} Code
 */

/** Of errors that are JavaScript's own: an argument is of a wrong type, or out of its range. */
const ARGUMENT = /** @type {const} */ ({ code: 'ARGUMENT' });

/** @param {string} message */
export const wrongType = (message) => Object.assign(new TypeError(message), ARGUMENT);

/** @param {string} message */
export const outOfRange = (message) => Object.assign(new RangeError(message), ARGUMENT);

export class Groth16Error extends Error {
  /** @param {Code} code @param {string} message @param {ErrorOptions} [options] */
  constructor(code, message, options) {
    super(message, options);
    this.name = 'Groth16Error';
    /** @type {Code} */
    this.code = code;
  }
}

/** The key is no file of Groth16 over BN254, or is not whole. */
export class KeyError extends Groth16Error {
  /** @param {string} message @param {ErrorOptions} [options] */
  constructor(message, options) {
    super('KEY', message, options);
    this.name = 'KeyError';
  }
}

/** The witness is no file over BN254, is not whole, is of another circuit, or does not satisfy its own. */
export class WitnessError extends Groth16Error {
  /** @param {string} message @param {'WITNESS' | 'UNSATISFIED'} [code] @param {ErrorOptions} [options] */
  constructor(message, code = 'WITNESS', options = undefined) {
    super(code, message, options);
    this.name = 'WitnessError';
  }
}

/** A signal is missing, unknown, or of another size; or the circuit refuses the input. */
export class InputError extends Groth16Error {
  /** @param {string} message @param {ErrorOptions} [options] */
  constructor(message, options) {
    super('INPUT', message, options);
    this.name = 'InputError';
  }
}

/** @param {AbortSignal | undefined} signal @throws {Groth16Error} where it is aborted */
export function throwIfAborted(signal) {
  if (signal?.aborted) throw abortedBy(signal);
}

/** @param {AbortSignal} signal */
export const abortedBy = (signal) => new Groth16Error('ABORTED', 'the proof was aborted', { cause: signal.reason });

export const closed = () => new Groth16Error('CLOSED', 'the prover was closed');

/** @param {{ name: string, code: any, message: string }} error as a worker sends it */
export function errorFrom({ name, code, message }) {
  if (name === 'KeyError') return new KeyError(message);
  if (name === 'WitnessError') return new WitnessError(message, code);
  if (name === 'InputError') return new InputError(message);
  return code ? new Groth16Error(code, message) : new Error(message);
}
