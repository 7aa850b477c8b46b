/** A witness by the wasm that circom 2 makes of a circuit. Its exports are public: docs.circom.io. */

import { Groth16Error, InputError } from './errors.mjs';
import { held } from './held.mjs';
import { bytesOf, ELEMENT, R } from './json.mjs';

/** @import { Source } from './sources.mjs' */

/** Words of 32 bits of an element. */
const WORDS = ELEMENT / 4;

/** What the calculator's exception handler means by its numbers. */
const REASONS = Object.freeze([
  null,
  'it knows no such signal',
  'it was given too many signals',
  'a signal was set twice',
  'a constraint or an assertion of the circuit does not hold',
  'it has not enough memory',
  'an array of an input signal has not so many values',
]);

/**
 * @typedef {bigint | number | string | boolean} Scalar
 * @typedef {Record<string, unknown>} Input by the name of each signal a number, or nested lists of numbers
 */

/**
 * @param {Uint8Array} wasm
 * @param {Input} input
 * @returns {Promise<Uint8Array>} all values, 32 bytes each, little-endian: they are secret
 * @throws {InputError | Groth16Error}
 */
export async function calculate(wasm, input) {
  let said = '';
  /** @type {any} */
  let calculator;
  const message = () => {
    let text = '';
    for (let code = calculator.getMessageChar(); code !== 0; code = calculator.getMessageChar())
      text += String.fromCharCode(code);
    return text;
  };
  const runtime = {
    /** @param {number} code */
    exceptionHandler(code) {
      throw new InputError(
        `the circuit refuses the input: ${REASONS[code] ?? `exception ${code}`}${said && ` (${said.trim()})`}`,
      );
    },
    printErrorMessage: () => void (said += `${message()}\n`),
    // Logs of a circuit are not for whoever proves.
    writeBufferMessage: () => void message(),
    showSharedRWMemory() {},
    error() {},
    log() {},
  };
  try {
    const { instance } = await held(WebAssembly.instantiate(/** @type {BufferSource} */ (wasm), { runtime }));
    calculator = instance.exports;
  } catch (error) {
    throw new Groth16Error('CIRCUIT', 'circuitWasm: it is no module of circom 2', { cause: error });
  }
  if (typeof calculator.getWitnessSize !== 'function' || typeof calculator.setInputSignal !== 'function')
    throw new Groth16Error('CIRCUIT', 'circuitWasm: it is no module of circom 2');
  const values = Object.entries(input).map(
    ([name, value]) => /** @type {[string, bigint[]]} */ ([name, flat(name, value)]),
  );
  try {
    assertField(calculator);
    calculator.init(0);
    setInput(calculator, values);
    return witnessOf(calculator);
  } catch (error) {
    if (error instanceof Groth16Error) throw error;
    throw new Groth16Error('CIRCUIT', `circuitWasm: it gave up (${error})`, { cause: error });
  } finally {
    // It is not asked again, and what it computed is secret.
    if (calculator.memory) new Uint8Array(calculator.memory.buffer).fill(0);
  }
}

/** @param {any} calculator @param {[name: string, values: bigint[]][]} input */
function setInput(calculator, input) {
  let set = 0;
  for (const [name, values] of input) {
    const [high, low] = hashOf(name);
    const size = calculator.getInputSignalSize(high, low);
    if (size < 1 && values.length > 0) throw new InputError(`input: the circuit has no signal "${name}"`);
    if (values.length !== size)
      throw new InputError(`input: the signal "${name}" has ${size} values, and ${values.length} are given`);
    for (const [at, each] of values.entries()) {
      write(calculator, each);
      calculator.setInputSignal(high, low, at);
      set++;
    }
  }
  const needed = calculator.getInputSize();
  if (set < needed) throw new InputError(`input: ${set} of ${needed} values of the circuit's signals are given`);
}

/** @param {any} calculator */
function witnessOf(calculator) {
  const count = calculator.getWitnessSize();
  const witness = new Uint8Array(count * ELEMENT);
  const view = new DataView(witness.buffer);
  for (let i = 0; i < count; i++) {
    calculator.getWitness(i);
    for (let word = 0; word < WORDS; word++)
      view.setUint32(i * ELEMENT + 4 * word, calculator.readSharedRWMemory(word), true);
  }
  return witness;
}

/** @param {any} calculator @throws {Groth16Error} where it is of another curve */
function assertField(calculator) {
  const words = calculator.getFieldNumLen32();
  calculator.getRawPrime();
  let prime = 0n;
  for (let word = words - 1; word >= 0; word--)
    prime = (prime << 32n) | BigInt(calculator.readSharedRWMemory(word) >>> 0);
  if (words !== WORDS || prime !== R) throw new Groth16Error('CIRCUIT', 'circuitWasm: the circuit is not over BN254');
}

/** @param {any} calculator @param {bigint} value */
function write(calculator, value) {
  const words = new DataView(bytesOf(value).buffer);
  for (let word = 0; word < WORDS; word++) calculator.writeSharedRWMemory(word, words.getUint32(4 * word, true));
}

/**
 * @param {string} name
 * @param {unknown} value
 * @returns {bigint[]}
 * @throws {InputError} also where a list is in itself, for which the stack is too small
 */
function flat(name, value) {
  try {
    return Array.isArray(value) ? value.flat(Infinity).map(elementOf) : [elementOf(value)];
  } catch (error) {
    throw new InputError(`input: the signal "${name}" has a value that is no integer`, { cause: error });
  }
}

/** @param {unknown} value @returns {bigint} below the order @throws where it is no integer, and no text of one */
function elementOf(value) {
  // Of an empty text and of a date JavaScript makes integers, too.
  if (typeof value === 'object' || String(value).trim() === '') throw new TypeError('it is no integer');
  const number = BigInt(/** @type {any} */ (value)) % R;
  return number < 0n ? number + R : number;
}

/**
 * The name of a signal as the calculator has it: FNV-1a of 64 bits.
 *
 * @param {string} name
 * @returns {[high: number, low: number]}
 */
function hashOf(name) {
  let hash = 0xcbf29ce484222325n;
  for (const byte of new TextEncoder().encode(name)) hash = BigInt.asUintN(64, (hash ^ BigInt(byte)) * 0x100000001b3n);
  return [Number(hash >> 32n), Number(hash & 0xffffffffn)];
}
