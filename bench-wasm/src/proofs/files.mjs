/**
 * A key and a witness as files, looked at before anything is built: whatever is wrong with their form is said here.
 * Points that are others and values that do not satisfy the circuit are left to a proof.
 */

import { ELEMENT_BYTES, FQ, FR } from '../oracle/field.mjs';
import { ProofError } from './arkworks.mjs';

/** Bytes before the sections, before each of them, and of a point in either group. */
const [HEAD, SECTION_HEAD, G1, G2] = [12, 12, 64, 128];
/** A coefficient: matrix, row and variable, and its value. */
const TERM_HEAD = 12;
const TERM = TERM_HEAD + ELEMENT_BYTES;
/** The number of the only proof system whose keys are taken. */
const GROTH16 = 1;

/** What a file is that begins so. */
const MISTAKEN = Object.entries({
  '\x1f\x8b': 'it is compressed by gzip; gunzip it',
  'version https://git-lfs': 'it is a pointer of Git LFS; git lfs pull fetches the file',
  '<': 'it is a page of HTML',
});

/**
 * @param {{ key: Uint8Array, witness: Uint8Array }} files
 * @throws {ProofError} that says what is wrong with one of them
 */
export function assertForm({ key, witness }) {
  assertWitness(witness, assertKey(key));
}

/** @param {Uint8Array} bytes @returns {number} variables of its circuit */
function assertKey(bytes) {
  const section = sectionsOf('key', 'zkey', 1, bytes);
  const protocol = section(1, 'protocol', 4).getUint32(0, true);
  if (protocol !== GROTH16)
    throw new ProofError(`the key is not of Groth16: its protocol has the number ${protocol}, not ${GROTH16}`);
  const counts = 2 * (4 + ELEMENT_BYTES);
  const head = section(2, 'head of the key', counts + 12 + 3 * (G1 + G2));
  assertPrime('key', 'prime', head, { at: 0, p: FQ.p });
  assertPrime('key', 'order', head, { at: 4 + ELEMENT_BYTES, p: FR.p });
  const [variables, open, domain] = [0, 4, 8].map((at) => head.getUint32(counts + at, true));
  const inputs = open + 1;
  if (inputs > variables) throw new ProofError(`the key has ${open} public variables, of ${variables} in all`);
  assertBelow('key', 'head of the key', head, { at: counts + 12, end: counts + 12 + 3 * (G1 + G2), p: FQ.p });
  for (const [number, name, length] of /** @type {[number, string, number][]} */ ([
    [3, 'points of the inputs', inputs * G1],
    [5, 'points A', variables * G1],
    [6, 'points B in G1', variables * G1],
    [7, 'points B in G2', variables * G2],
    [8, 'points C', (variables - inputs) * G1],
    [9, 'points H', domain * G1],
  ]))
    assertBelow('key', name, section(number, name, length), { p: FQ.p });

  const terms = section(4, 'coefficients');
  const count = terms.byteLength < 4 ? 1 : terms.getUint32(0, true);
  section(4, 'coefficients', 4 + count * TERM);
  let last = 0;
  for (let at = 4; at < terms.byteLength; at += TERM) {
    const [matrix, row, variable] = [0, 4, 8].map((by) => terms.getUint32(at + by, true));
    if (matrix > 1 || row >= domain || variable >= variables)
      throw new ProofError(
        `the key has a coefficient of matrix ${matrix}, row ${row}, variable ${variable}, which is none`,
      );
    assertBelow('key', 'coefficients', terms, { at: at + TERM_HEAD, end: at + TERM, p: FR.p });
    last = Math.max(last, row + 1);
  }
  if (last < inputs)
    throw new ProofError(
      `the key has ${inputs} inputs, and coefficients of ${last} rows: one for each input is needed`,
    );
  // snarkjs has two rows at least: of a circuit without a constraint or a public value the second is empty.
  if (domain !== Math.max(2, 2 ** Math.ceil(Math.log2(last))))
    throw new ProofError(`the key is for ${domain} rows, and has coefficients of ${last}`);
  return variables;
}

/** @param {Uint8Array} bytes @param {number} needed variables */
function assertWitness(bytes, needed) {
  const section = sectionsOf('witness', 'wtns', 2, bytes);
  const head = section(1, 'head of the witness', 8 + ELEMENT_BYTES);
  assertPrime('witness', 'order', head, { at: 0, p: FR.p });
  const variables = head.getUint32(4 + ELEMENT_BYTES, true);
  if (variables !== needed)
    throw new ProofError(
      `the witness is of another circuit: it has ${variables} variables, and the key is for ${needed}`,
    );
  const values = section(2, 'values', variables * ELEMENT_BYTES);
  assertBelow('witness', 'values', values, { p: FR.p });
  if (integerAt(values, 0) !== 1n) throw new ProofError('the witness is wrong: its first value is not 1');
}

/**
 * @param {string} file
 * @param {string} kind
 * @param {number} version
 * @param {Uint8Array} bytes
 * @returns {(number: number, name: string, length?: number) => DataView} the section of a number, of that length
 */
function sectionsOf(file, kind, version, bytes) {
  const begin = String.fromCharCode(...bytes.subarray(0, 64));
  if (!begin.startsWith(kind)) {
    const [, why] = MISTAKEN.find(([own]) => begin.startsWith(own)) ?? ['', `it does not begin with "${kind}"`];
    throw new ProofError(`the ${file} is no .${kind} file: ${why}`);
  }
  if (bytes.length < HEAD) throw new ProofError(`the ${file} is cut off in its head`);
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  const found = view.getUint32(4, true);
  if (found !== version) throw new ProofError(`the ${file} is of version ${found}; version ${version} is needed`);
  /** @type {[number, DataView][]} */
  const sections = [];
  let at = HEAD;
  for (let left = view.getUint32(8, true); left > 0; left--) {
    if (at + SECTION_HEAD > bytes.length) throw new ProofError(`the ${file} is cut off in its head`);
    const [number, length] = [view.getUint32(at, true), view.getBigUint64(at + 4, true)];
    at += SECTION_HEAD;
    const there = bytes.length - at;
    if (length > there)
      throw new ProofError(`the ${file} is cut off: its section ${number} has ${length} bytes, and ${there} are there`);
    sections.push([number, new DataView(bytes.buffer, bytes.byteOffset + at, Number(length))]);
    at += Number(length);
  }
  if (at < bytes.length) throw new ProofError(`the ${file} has ${bytes.length - at} bytes after its last section`);
  return (number, name, length) => {
    const own = sections.filter(([one]) => one === number);
    if (own.length === 0) throw new ProofError(`the ${file} has no section ${number} (${name})`);
    if (own.length > 1) throw new ProofError(`the ${file} has its section ${number} (${name}) twice`);
    const [[, section]] = own;
    const many = section.byteLength - (length ?? section.byteLength);
    if (many < 0) throw new ProofError(`the ${file} is cut off in its ${name}`);
    // What follows the head of a file of a newer tool is not read.
    if (many > 0 && !/head|protocol/.test(name))
      throw new ProofError(`the ${name} of the ${file} have ${many} bytes too many`);
    return section;
  };
}

/** @param {string} file @param {string} name @param {DataView} head @param {{ at: number, p: bigint }} field */
function assertPrime(file, name, head, { at, p }) {
  if (head.getUint32(at, true) !== ELEMENT_BYTES || integerAt(head, at + 4) !== p)
    throw new ProofError(`the ${file} is not of BN254: its ${name} is another`);
}

/**
 * @param {string} file
 * @param {string} name
 * @param {DataView} section
 * @param {{ at?: number, end?: number, p: bigint }} range
 */
function assertBelow(file, name, section, { at = 0, end = section.byteLength, p }) {
  // Almost every value is seen to be below by its highest bits.
  const top = Number(p >> 224n);
  for (; at + ELEMENT_BYTES <= end; at += ELEMENT_BYTES)
    if (section.getUint32(at + 28, true) >= top && integerAt(section, at) >= p)
      throw new ProofError(
        `the ${file} has a value in its ${name} that is not below the ${p === FQ.p ? 'prime' : 'order'}`,
      );
}

/** @param {DataView} view @param {number} at @returns {bigint} */
const integerAt = (view, at) =>
  [24, 16, 8, 0].reduce((value, by) => (value << 64n) | view.getBigUint64(at + by, true), 0n);
