/**
 * What the meter must know of a WebAssembly module, read from its bytes. A tool that reads a module into a tree and
 * writes it again prices its own writing: wabt, for one, leaves out an `else` with nothing behind it.
 */

import { ByteReader, FUNCTION_TYPE, VALUE_TYPES } from '../emit/byte-reader.mjs';
import { InkError } from './error.mjs';

/** @typedef {{ params: string[], results: string[] }} Signature */
/** @typedef {{ module: string, name: string, type: number }} Import of a function */
/** @typedef {{ name: string, kind: number, index: number }} Export */
/** @typedef {{ id: number, start: number, from: number, end: number }} Section start: its id, from: its contents */
/** @typedef {{ count: number, type: string }} Locals */
/** @typedef {{ start: number, locals: Locals[], from: number, end: number }} Body start: its locals, from: its code */
/** @typedef {{ count: number, bytes: number }} Segments bytes of the entries */

/**
 * @typedef {object} Binary
 * @property {Uint8Array} bytes
 * @property {Uint8Array<ArrayBuffer>} deployed the bytes without custom sections, which no chain takes
 * @property {Section[]} sections
 * @property {Signature[]} types
 * @property {Import[]} imports
 * @property {number[]} functions the type of each function that is not imported
 * @property {Body[]} bodies
 * @property {number} table entries that its tables start with
 * @property {number | undefined} pages that its memory starts with, if it has one
 * @property {number} globals
 * @property {Export[]} exports
 * @property {boolean} starts whether it has a start function
 * @property {Segments} elements
 * @property {Segments} data
 * @property {Map<number, string>} names of functions, where its name section has one
 */

export const SECTION = {
  custom: 0,
  type: 1,
  import: 2,
  function: 3,
  table: 4,
  memory: 5,
  global: 6,
  export: 7,
  start: 8,
  element: 9,
  code: 10,
  data: 11,
};
export const KIND = { function: 0, memory: 2, global: 3 };

const MAGIC = [0x00, 0x61, 0x73, 0x6d, 0x01, 0x00, 0x00, 0x00];
const FUNCTION_NAMES = 1;
const IMPORTED = ['function', 'table', 'memory', 'global', 'tag'];

/** A place in the bytes of a module that somebody gave. */
export class Cursor extends ByteReader {
  /** @param {string} part */
  endsIn(part) {
    return new InkError(`the module ends in the middle of ${part}.`);
  }
}

/**
 * @param {Uint8Array} bytes
 * @returns {Binary}
 */
export function readBinary(bytes) {
  if (MAGIC.some((byte, at) => bytes[at] !== byte)) throw new InkError('this is no WebAssembly module of version 1.');
  /** @type {Binary} */
  const binary = {
    bytes,
    deployed: new Uint8Array(),
    sections: [],
    types: [],
    imports: [],
    functions: [],
    bodies: [],
    table: 0,
    pages: undefined,
    globals: 0,
    exports: [],
    starts: false,
    elements: { count: 0, bytes: 0 },
    data: { count: 0, bytes: 0 },
    names: new Map(),
  };
  const cursor = new Cursor(bytes, MAGIC.length, bytes.length);
  while (cursor.at < bytes.length) {
    const start = cursor.at;
    const id = cursor.byte();
    const size = cursor.unsigned();
    const end = cursor.at + size;
    // Not `end > bytes.length`: a size of very many bytes is no number.
    if (!(end <= bytes.length)) throw new InkError('the module ends in the middle of a section.');
    binary.sections.push({ id, start, from: cursor.at, end });
    readSection(binary, id, new Cursor(bytes, cursor.at, end));
    cursor.at = end;
  }
  if (binary.functions.length !== binary.bodies.length)
    throw new InkError(`the module says ${binary.functions.length} functions and has ${binary.bodies.length}.`);
  const deployed = binary.sections.filter(({ id }) => id !== SECTION.custom);
  binary.deployed = new Uint8Array(
    Buffer.concat([bytes.subarray(0, MAGIC.length), ...deployed.map(({ start, end }) => bytes.subarray(start, end))]),
  );
  return binary;
}

/** @param {Binary} binary @param {number} id @param {Cursor} cursor at the section's contents */
function readSection(binary, id, cursor) {
  switch (id) {
    case SECTION.custom:
      if (cursor.name() === 'name') readNames(binary, cursor);
      break;
    case SECTION.type:
      binary.types = cursor.entries(() => readSignature(cursor));
      break;
    case SECTION.import:
      binary.imports = cursor.entries(() => readImport(cursor));
      break;
    case SECTION.function:
      binary.functions = cursor.entries(() => cursor.unsigned());
      break;
    case SECTION.table:
      binary.table = cursor.entries(() => readTable(cursor)).reduce((sum, entries) => sum + entries, 0);
      break;
    case SECTION.memory:
      binary.pages = readMemory(cursor);
      break;
    case SECTION.global:
      binary.globals = cursor.unsigned();
      break;
    case SECTION.export:
      binary.exports = cursor.entries(() => ({
        name: cursor.name(),
        kind: cursor.byte(),
        index: cursor.unsigned(),
      }));
      break;
    case SECTION.start:
      binary.starts = true;
      break;
    case SECTION.element:
      binary.elements = readSegments(cursor);
      break;
    case SECTION.data:
      binary.data = readSegments(cursor);
      break;
    case SECTION.code:
      binary.bodies = cursor.entries(() => readBody(cursor));
      break;
  }
}

/** @param {Cursor} cursor @returns {Signature} */
function readSignature(cursor) {
  const form = cursor.byte();
  if (form !== FUNCTION_TYPE) throw new InkError(`a type of form ${hex(form)}: Stylus takes types of functions only.`);
  const value = () => readType(cursor);
  return { params: cursor.entries(value), results: cursor.entries(value) };
}

/** @param {Cursor} cursor @returns {string} */
function readType(cursor) {
  const type = cursor.byte();
  return VALUE_TYPES.get(type) ?? hex(type);
}

/** @param {Cursor} cursor @returns {Import} */
function readImport(cursor) {
  const module = cursor.name();
  const name = cursor.name();
  const kind = cursor.byte();
  if (kind !== KIND.function)
    throw new InkError(
      `the import ${module}.${name} is a ${IMPORTED[kind] ?? hex(kind)}: Stylus takes functions only.`,
    );
  return { module, name, type: cursor.unsigned() };
}

/** @param {Cursor} cursor @returns {number} the entries that it starts with */
function readTable(cursor) {
  const type = readType(cursor);
  const limits = cursor.byte();
  if (type !== 'funcref' || limits > 1)
    throw new InkError(`a table of ${type}: Stylus takes tables of functions only.`);
  const entries = cursor.unsigned();
  cursor.skip(limits);
  return entries;
}

/** @param {Cursor} cursor @returns {Segments} */
function readSegments(cursor) {
  const count = cursor.unsigned();
  // Entry follows entry to the section's end: their lengths add up to what is behind their number.
  return { count, bytes: cursor.end - cursor.at };
}

/** @param {Cursor} cursor @returns {number | undefined} */
function readMemory(cursor) {
  const memories = cursor.entries(() => {
    const limits = cursor.byte();
    if (limits > 1) throw new InkError('the memory is shared, or of 64 bits: Stylus takes neither.');
    const pages = cursor.unsigned();
    cursor.skip(limits);
    return pages;
  });
  if (memories.length > 1) throw new InkError(`${memories.length} memories: Stylus takes one.`);
  return memories[0];
}

/** @param {Cursor} cursor @returns {Body} */
function readBody(cursor) {
  const size = cursor.unsigned();
  const start = cursor.at;
  const end = start + size;
  if (!(end <= cursor.end)) throw new InkError('the module ends in the middle of a function.');
  const body = new Cursor(cursor.bytes, start, end);
  const locals = body.entries(() => ({ count: body.unsigned(), type: readType(body) }));
  cursor.at = end;
  return { start, locals, from: body.at, end };
}

/**
 * @template T
 * @param {Binary} binary
 * @param {number} id of a section
 * @param {(cursor: Cursor) => T} read one entry
 * @returns {T[]}
 */
function readEntries({ bytes, sections }, id, read) {
  const section = sections.find((one) => one.id === id);
  if (!section) return [];
  const cursor = new Cursor(bytes, section.from, section.end);
  return cursor.entries(() => read(cursor));
}

/** @param {Binary} binary which Stylus validates: an initial value is one constant @returns {string[]} types */
export const globalTypes = (binary) =>
  readEntries(binary, SECTION.global, (cursor) => {
    const type = readType(cursor);
    cursor.take(2); // Whether it changes, and the instruction.
    if (type === 'f32' || type === 'f64') cursor.take(type === 'f32' ? 4 : 8);
    else cursor.skip();
    cursor.byte(); // The end.
    return type;
  });

/** @param {Binary} binary which Stylus validates: an offset is one constant */
export const refuseElementExpressions = (binary) =>
  readEntries(binary, SECTION.element, (cursor) => {
    const kind = cursor.unsigned();
    if (kind > 3) throw new InkError('Stylus refuses reference types: an element segment has expressions.');
    if (kind === 2) cursor.skip(); // Its table.
    if (kind % 2 === 0) {
      cursor.byte(); // The offset's instruction.
      cursor.skip();
      cursor.byte(); // Its end.
    }
    if (kind > 0) cursor.byte(); // Functions.
    cursor.skip(cursor.unsigned());
  });

/** @param {Binary} binary @param {Cursor} cursor */
function readNames(binary, cursor) {
  try {
    while (cursor.at < cursor.end) {
      const about = cursor.byte();
      const size = cursor.unsigned();
      const end = cursor.at + size;
      if (about === FUNCTION_NAMES)
        binary.names = new Map(cursor.entries(() => /** @type {const} */ ([cursor.unsigned(), cursor.name()])));
      cursor.at = end;
    }
  } catch {
    // By the standard, a malformed name section does not make a module invalid.
  }
}

/** @param {Uint8Array} bytes @param {Section} section of entries @returns {[count: number, entries: Uint8Array]} */
export function entriesOf(bytes, { from, end }) {
  const cursor = new Cursor(bytes, from, end);
  const count = cursor.unsigned();
  return [count, bytes.subarray(cursor.at, end)];
}

/** @param {number} byte */
export const hex = (byte) => `0x${byte.toString(16).padStart(2, '0')}`;

/** @param {Binary} binary @param {number} index among all functions, imported ones first @returns {string} */
export function functionName({ names, exports }, index) {
  return (
    names.get(index) ??
    exports.find(({ kind, index: exported }) => kind === KIND.function && exported === index)?.name ??
    `function ${index}`
  );
}

/** @param {Binary} binary @param {number} index among all functions, imported ones first @returns {Signature} */
export function signatureOf({ types, imports, functions }, index) {
  return types[index < imports.length ? imports[index].type : functions[index - imports.length]];
}
