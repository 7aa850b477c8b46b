/**
 * Bodies of functions from one wasm module into another: what is emitted takes the place of what rustc compiled, behind
 * all that would order its instructions anew. wasm-opt alone makes `fma-pair-emitted` a third slower.
 */

import { ByteReader, HEAD, sectionsOf, unsignedBytes } from './byte-reader.mjs';

/** Section ids of the binary format. */
const CUSTOM = 0;
const IMPORT = 2;
const EXPORT = 7;
const CODE = 10;
/** Of the custom section `name`: the names of functions. */
const FUNCTION_NAMES = 1;

/** How many functions are imported, which come before all others. @param {Uint8Array} content */
function importedFunctions(content) {
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

/** The bodies that a module exports, by name. @param {Uint8Array} module @returns {Map<string, Uint8Array>} */
function exported(module) {
  const found = sectionsOf(module);
  const content = (/** @type {number} */ id) => found.find((section) => section.id === id)?.content;
  const imports = content(IMPORT);
  const imported = imports ? importedFunctions(imports) : 0;
  const code = bodies(/** @type {Uint8Array} */ (content(CODE)));
  const reader = new ByteReader(/** @type {Uint8Array} */ (content(EXPORT)));
  const names = reader.entries(() => ({ name: reader.name(), kind: reader.byte(), index: reader.unsigned() }));
  return new Map(names.filter(({ kind }) => kind === 0).map(({ name, index }) => [name, code[index - imported]]));
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
 * @throws {RangeError} where it has some, but not each of them once
 */
export function graft(module, emitted, placeOf) {
  const found = sectionsOf(module);
  const names = found
    .filter(({ id }) => id === CUSTOM)
    .map(({ content }) => new ByteReader(content))
    .filter((reader) => reader.name() === 'name')
    .flatMap((reader) => functionNames(reader.bytes.subarray(reader.at)));
  const imports = found.find(({ id }) => id === IMPORT);
  const imported = imports ? importedFunctions(imports.content) : 0;
  const places = [...exported(emitted)].map(([name, body]) => ({
    name,
    body,
    at: names.filter((one) => placeOf(name).test(one.name)).map(({ index }) => index - imported),
  }));
  if (places.every(({ at }) => at.length === 0)) return null;
  for (const { name, at } of places) {
    if (at.length !== 1) throw new RangeError(`graft: the module has ${at.length} functions for "${name}", not one`);
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
