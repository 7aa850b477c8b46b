/** A key and a witness, read in pieces from where they are: the files of circom and snarkjs. */

import { KeyError, WitnessError } from './errors.mjs';
import { ELEMENT, integerAt, R } from './json.mjs';
import { release } from './secrets.mjs';
import { sectionsOf } from './sections.mjs';
import { countOf, POINTS } from './shares.mjs';
import { open } from './sources.mjs';

/** @import { Points, Sizes } from './shares.mjs' */
/** @import { Source } from './sources.mjs' */

/** Bytes of a term: matrix, row, variable, coefficient. */
const TERM = 12 + ELEMENT;
/** Bytes that are read at a time, about: so little takes no task of a page longer than a frame. */
const CHUNK = 1 << 20;
/** Where points are looked at to tell how many of a kind are at infinity, and how many in each place. */
const [PLACES, IN_A_PLACE] = [16, 16];
/** The only proof system whose keys are taken, as the file names it. */
const GROTH16 = 1;

/** @typedef {(bytes: Uint8Array) => void | Promise<void>} Take of a piece: it may keep it */

/**
 * @typedef {object} Key
 * @property {() => Promise<Uint8Array>} head section 2
 * @property {() => Promise<Uint8Array>} inputs section 3: the points of the inputs
 * @property {(sizes: Sizes) => void} assertWhole throws where points are missing, or too many
 * @property {(points: Points) => Promise<number>} finite share that is not at infinity, by a sample: more than 0
 * @property {(points: Points, range: [from: number, to: number], take: Take) => Promise<void>} eachOf in pieces
 * @property {(take: Take) => Promise<void>} eachTerm of both matrices, in pieces of whole terms
 * @property {() => Promise<void>} close
 */

/** @param {Source} zkey @param {AbortSignal} [signal] @returns {Promise<Key>} @throws {KeyError} */
export async function keyIn(zkey, signal) {
  const reader = await open(zkey, 'zkey', signal);
  const refused = (/** @type {string} */ message) => new KeyError(message);
  try {
    const section = await sectionsOf(reader, { name: 'key', type: 'zkey', version: 1, refused });
    /** @param {number} number @param {string} what */
    const bytesOf = (number, what) => {
      const { offset, length } = section(number, what);
      return reader.read(offset, length);
    };
    const protocol = await bytesOf(1, 'protocol');
    if (protocol.length < 4 || new DataView(protocol.buffer).getUint32(0, true) !== GROTH16)
      throw new KeyError('the key is not of Groth16');
    /**
     * @param {number} offset
     * @param {number} length
     * @param {number} size of what is not cut in two
     * @param {Take} take
     */
    const inPieces = async (offset, length, size, take) => {
      const most = Math.floor(CHUNK / size) * size;
      for (let at = 0; at < length; at += most) await take(await reader.read(offset + at, Math.min(most, length - at)));
    };
    const sectionOf = (/** @type {Points} */ kind) => {
      const { section: number, size, what } = POINTS.filter(({ points }) => points === kind)[0];
      return { ...section(number, what), size, what };
    };
    return {
      head: async () => bytesOf(2, 'head of the key'),
      inputs: async () => bytesOf(3, 'points of the inputs'),
      assertWhole(sizes) {
        for (const { points } of POINTS) {
          const { length, size, what } = sectionOf(points);
          const more = length - countOf(points, sizes) * size;
          if (more < 0) throw new KeyError(`the key is cut off in its ${what}`);
          if (more > 0) throw new KeyError(`the ${what} of the key have ${more} bytes too many`);
        }
        section(4, 'coefficients');
      },
      async finite(points) {
        const { offset, length, size } = sectionOf(points);
        const count = length / size;
        const most = Math.min(IN_A_PLACE, count);
        const places = Array.from({ length: PLACES }, (_, i) => Math.floor(((count - most) * i) / (PLACES - 1)));
        const looked = await Promise.all(places.map((at) => reader.read(offset + at * size, most * size)));
        const found = looked.flatMap((bytes) =>
          Array.from({ length: most }, (_, i) => bytes.subarray(i * size, (i + 1) * size).some((byte) => byte !== 0)),
        );
        // As if one more were looked at: no kind is dealt as if it took no time.
        return (found.filter(Boolean).length + 1) / (found.length + 1);
      },
      async eachOf(points, [from, to], take) {
        const { offset, size } = sectionOf(points);
        await inPieces(offset + from * size, (to - from) * size, size, take);
      },
      async eachTerm(take) {
        const { offset, length } = section(4, 'coefficients');
        const count = length >= 4 ? new DataView((await reader.read(offset, 4)).buffer).getUint32(0, true) : 0;
        if (length - 4 !== count * TERM) throw new KeyError('the key is cut off in its coefficients');
        await inPieces(offset + 4, length - 4, TERM, take);
      },
      close: () => reader.close(),
    };
  } catch (error) {
    await reader.close();
    throw error;
  }
}

/**
 * @param {Source} wtns
 * @param {Sizes} sizes
 * @param {AbortSignal} [signal]
 * @returns {Promise<Uint8Array>} the values of all variables
 * @throws {WitnessError}
 */
export async function witnessIn(wtns, sizes, signal) {
  const reader = await open(wtns, 'wtns', signal);
  try {
    const refused = (/** @type {string} */ message) => new WitnessError(message);
    const section = await sectionsOf(reader, { name: 'witness', type: 'wtns', version: 2, refused });
    const head = section(1, 'head of the witness');
    if (head.length < 8 + ELEMENT) throw new WitnessError('the witness is cut off in its head');
    const bytes = await reader.read(head.offset, 8 + ELEMENT);
    const words = new DataView(bytes.buffer);
    if (words.getUint32(0, true) !== ELEMENT || integerAt(bytes, 4) !== R)
      throw new WitnessError('the witness is not of BN254: its order is another');
    const { offset, length } = section(2, 'values');
    const count = words.getUint32(4 + ELEMENT, true);
    if (length !== count * ELEMENT) throw new WitnessError('the witness is cut off in its values');
    assertCount(count, sizes);
    const values = await reader.read(offset, length);
    assertValues(values, sizes);
    return values;
  } finally {
    await reader.close();
  }
}

/**
 * @param {Uint8Array} values as a circuit's module computes them; those that are refused are overwritten
 * @param {Sizes} sizes
 * @throws {WitnessError}
 */
export function assertValues(values, sizes) {
  try {
    assertCount(values.length / ELEMENT, sizes);
    if (integerAt(values) !== 1n) throw new WitnessError('the witness is wrong: its first value is not 1');
  } catch (error) {
    release(values);
    throw error;
  }
}

/** @param {number} count @param {Sizes} sizes */
function assertCount(count, { variables }) {
  if (count !== variables)
    throw new WitnessError(
      `the witness is of another circuit: it has ${count} variables, and the key is for ${variables}`,
    );
}
