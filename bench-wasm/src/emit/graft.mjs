/**
 * Bodies of functions from one wasm module into another: what is emitted takes the place of what rustc compiled, behind
 * all that would order its instructions anew. wasm-opt alone makes `fma-pair-emitted` a third slower.
 */

import { ByteReader, FUNCTION_TYPE, HEAD, VALUE_TYPES, sectionsOf, unsignedBytes } from './byte-reader.mjs';

/** Section ids of the binary format. */
const CUSTOM = 0;
const TYPE = 1;
const IMPORT = 2;
const FUNCTION = 3;
const EXPORT = 7;
const CODE = 10;
/** Of the custom section `name`: the names of functions. */
const FUNCTION_NAMES = 1;

/** @typedef {ReturnType<typeof sectionsOf>} Sections */

/** @param {Sections} sections @param {number} id @returns {Uint8Array | undefined} */
const contentOf = (sections, id) => sections.find((section) => section.id === id)?.content;

/** How many functions are imported, which come before all others. @param {Sections} sections */
function importedFunctions(sections) {
  const content = contentOf(sections, IMPORT);
  if (!content) return 0;
  const reader = new ByteReader(content);
  const limits = () => {
    const bounded = reader.byte() & 1;
    reader.unsigned();
    if (bounded) reader.unsigned();
  };
  const kinds = reader.entries(() => {
    reader.take();
    reader.take();
    const kind = reader.byte();
    if (kind === 0) reader.unsigned();
    else if (kind === 1) void (reader.byte(), limits());
    else if (kind === 2) limits();
    else if (kind === 3) reader.take(2);
    else throw new RangeError(`graft: an import of kind ${kind} is not known`);
    return kind;
  });
  return kinds.filter((kind) => kind === 0).length;
}

/** @param {Uint8Array} content @returns {Uint8Array[]} the bodies of a code section */
function bodies(content) {
  const reader = new ByteReader(content);
  return reader.entries(() => reader.take());
}

/**
 * The types of the functions that a module defines, in words: `(i32, i32) -> ()`.
 *
 * @param {Sections} sections
 * @returns {string[]}
 */
function functionTypes(sections) {
  const types = new ByteReader(/** @type {Uint8Array} */ (contentOf(sections, TYPE)));
  const value = () => {
    const byte = types.byte();
    const name = VALUE_TYPES.get(byte);
    if (!name) throw new RangeError(`graft: a value type ${byte} is not known`);
    return name;
  };
  const words = types.entries(() => {
    const head = types.byte();
    if (head !== FUNCTION_TYPE) throw new RangeError(`graft: a type of kind ${head} is not known`);
    const [params, results] = [types.entries(value), types.entries(value)];
    return `(${params.join(', ')}) -> (${results.join(', ')})`;
  });
  const functions = new ByteReader(/** @type {Uint8Array} */ (contentOf(sections, FUNCTION)));
  return functions.entries(() => words[functions.unsigned()]);
}

/**
 * The functions that a module exports.
 *
 * @param {Uint8Array} module
 * @returns {{ name: string, body: Uint8Array, type: string }[]}
 */
function exported(module) {
  const found = sectionsOf(module);
  const imported = importedFunctions(found);
  const code = bodies(/** @type {Uint8Array} */ (contentOf(found, CODE)));
  const types = functionTypes(found);
  const reader = new ByteReader(/** @type {Uint8Array} */ (contentOf(found, EXPORT)));
  const names = reader.entries(() => ({ name: reader.name(), kind: reader.byte(), index: reader.unsigned() }));
  return names
    .filter(({ kind }) => kind === 0)
    .map(({ name, index }) => ({ name, body: code[index - imported], type: types[index - imported] }));
}

/** The indices of functions by their names. @param {Uint8Array} content of a custom section, behind its name */
function functionNames(content) {
  const reader = new ByteReader(content);
  while (reader.at < content.length) {
    const [id, names] = [reader.byte(), new ByteReader(reader.take())];
    if (id === FUNCTION_NAMES) {
      return names.entries(() => ({ index: names.unsigned(), name: names.name() }));
    }
  }
  return [];
}

/**
 * The module with the bodies of `emitted`'s exports in the places of functions of the same type.
 *
 * @param {Uint8Array} module with names of functions
 * @param {Uint8Array} emitted whose functions use nothing but arguments, locals and memory 0
 * @param {(name: string) => RegExp} placeOf the name of the function whose place an export takes
 * @returns {Uint8Array | null} null where the module has none of these functions
 * @throws {RangeError} where it has some, but not each of them once, or one of another type
 */
export function graft(module, emitted, placeOf) {
  const found = sectionsOf(module);
  const names = found
    .filter(({ id }) => id === CUSTOM)
    .map(({ content }) => new ByteReader(content))
    .filter((reader) => reader.name() === 'name')
    .flatMap((reader) => functionNames(reader.bytes.subarray(reader.at)));
  const imported = importedFunctions(found);
  const places = exported(emitted).map(({ name, ...own }) => ({
    name,
    ...own,
    at: names.filter((one) => placeOf(name).test(one.name)).map(({ index }) => index - imported),
  }));
  if (places.every(({ at }) => at.length === 0)) return null;
  const types = functionTypes(found);
  for (const { name, at, type } of places) {
    if (at.length !== 1) throw new RangeError(`graft: the module has ${at.length} functions for "${name}", not one`);
    const there = types[at[0]];
    if (there !== type)
      throw new RangeError(`graft: "${name}" is ${type}, and the function whose place it takes is ${there}`);
  }
  const parts = found.flatMap(({ id, content }) => {
    let bytes = content;
    if (id === CODE) {
      const code = bodies(content);
      for (const { at, body } of places) code[at[0]] = body;
      bytes = joined([bytesOf(code.length), ...code.flatMap((body) => [bytesOf(body.length), body])]);
    }
    return [Uint8Array.of(id), bytesOf(bytes.length), bytes];
  });
  return joined([module.subarray(0, HEAD), ...parts]);
}

/** @param {Uint8Array[]} parts */
const joined = (parts) => new Uint8Array(Buffer.concat(parts));

/** @param {number} value as an unsigned LEB128 */
const bytesOf = (value) => Uint8Array.from(unsignedBytes(value));
