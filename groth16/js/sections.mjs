/** The files of circom and snarkjs: a type, a version and sections. Only their heads are read here. */

/** @import { Reader } from './sources.mjs' */

/**
 * @typedef {object} Section
 * @property {number} offset of its first byte
 * @property {number} length
 */

/** Bytes before the first section: type, version, count. And before each: its number and its length. */
const [HEAD, SECTION_HEAD] = [12, 12];
/** More sections than any file has. */
const MOST_SECTIONS = 1000;
/** What a file is that begins so. */
const MISTAKEN = Object.entries({
  '\x1f\x8b': 'it is compressed by gzip',
  vers: 'it may be a pointer of Git LFS; git lfs pull fetches the file',
  '<': 'it is a page of HTML or XML',
});

/**
 * @param {Reader} reader
 * @param {object} file
 * @param {string} file.name for messages: key
 * @param {string} file.type its first four bytes
 * @param {number} file.version
 * @param {(message: string) => Error} file.refused
 * @returns {Promise<(number: number, what: string) => Section>} finds one, and throws where it is not there, or twice
 */
export async function sectionsOf(reader, { name, type, version, refused }) {
  const words = await wordsAt(reader, 0, HEAD);
  const given = words ? String.fromCharCode(...new Uint8Array(words.buffer, 0, 4)) : '';
  if (given !== type) {
    const [, what] = MISTAKEN.find(([begin]) => given.startsWith(begin)) ?? ['', `it does not begin with "${type}"`];
    throw refused(`the ${name} is no .${type} file: ${what}`);
  }
  const view = /** @type {DataView<ArrayBuffer>} */ (words);
  const found = view.getUint32(4, true);
  if (found !== version) throw refused(`the ${name} is of version ${found}; version ${version} is needed`);
  const count = view.getUint32(8, true);
  if (count > MOST_SECTIONS) throw refused(`the ${name} says that it has ${count} sections`);
  /** @type {Map<number, Section[]>} */
  const sections = new Map();
  let offset = HEAD;
  for (let i = 0; i < count; i++) {
    const head = await wordsAt(reader, offset, SECTION_HEAD);
    if (!head) throw refused(`the ${name} is cut off: it has ${i} of ${count} sections`);
    const [number, bytes] = [head.getUint32(0, true), head.getBigUint64(4, true)];
    offset += SECTION_HEAD;
    const there = reader.size - offset;
    if (bytes > there)
      throw refused(`the ${name} is cut off: its section ${number} has ${bytes} bytes, and ${there} are there`);
    const length = Number(bytes);
    sections.set(number, [...(sections.get(number) ?? []), { offset, length }]);
    offset += length;
  }
  if (offset < reader.size) throw refused(`the ${name} has ${reader.size - offset} bytes after its last section`);
  return (number, what) => {
    const [one, ...more] = sections.get(number) ?? [];
    if (!one) throw refused(`the ${name} has no section ${number} (${what})`);
    if (more.length > 0) throw refused(`the ${name} has its section ${number} (${what}) twice`);
    return one;
  };
}

/**
 * @param {Reader} reader
 * @param {number} offset
 * @param {number} length
 * @returns {Promise<DataView<ArrayBuffer> | null>} null where the file ends before
 */
async function wordsAt(reader, offset, length) {
  if (offset + length > reader.size) return null;
  const bytes = await reader.read(offset, length);
  return new DataView(/** @type {ArrayBuffer} */ (bytes.buffer), bytes.byteOffset, length);
}
