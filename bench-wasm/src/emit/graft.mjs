/**
 * Bodies of functions from one wasm module into another: what is emitted takes the place of what rustc compiled, behind
 * all that would order its instructions anew. wasm-opt alone makes `fma-pair-emitted` a third slower.
 */

/** Section ids of the binary format. */
const CUSTOM = 0;
const IMPORT = 2;
const EXPORT = 7;
const CODE = 10;
/** Of the custom section `name`: the names of functions. */
const FUNCTION_NAMES = 1;
const MAGIC_BYTES = 8;

/** Reads the binary format. */
class Reader {
  /** @param {Uint8Array} bytes @param {number} [at] */
  constructor(bytes, at = 0) {
    this.bytes = bytes;
    this.at = at;
  }

  byte() {
    return this.bytes[this.at++];
  }

  /** An unsigned LEB128. */
  number() {
    let [value, factor] = [0, 1];
    for (;;) {
      const byte = this.byte();
      value += (byte & 127) * factor;
      if (byte < 128) return value;
      factor *= 128;
    }
  }

  /** So many bytes, where they are. @param {number} [length] written in front of them by default */
  take(length = this.number()) {
    this.at += length;
    return this.bytes.subarray(this.at - length, this.at);
  }

  text() {
    return new TextDecoder().decode(this.take());
  }
}

/** @param {number} value as an unsigned LEB128 */
function number(value) {
  const bytes = [];
  for (; value >= 128; value = Math.floor(value / 128)) bytes.push((value % 128) + 128);
  return Uint8Array.of(...bytes, value);
}

/** @param {Uint8Array} module @returns {{ id: number, content: Uint8Array }[]} */
function sections(module) {
  const reader = new Reader(module, MAGIC_BYTES);
  const all = [];
  while (reader.at < module.length) all.push({ id: reader.byte(), content: reader.take() });
  return all;
}

/** The items of a vector. @template T @param {Reader} reader @param {() => T} read @returns {T[]} */
const vector = (reader, read) => Array.from({ length: reader.number() }, read);

/** How many functions are imported, which come before all others. @param {Uint8Array} content */
function importedFunctions(content) {
  const reader = new Reader(content);
  const limits = () => {
    const bounded = reader.byte() & 1;
    reader.number();
    if (bounded) reader.number();
  };
  const kinds = vector(reader, () => {
    reader.take();
    reader.take();
    const kind = reader.byte();
    if (kind === 0) reader.number();
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
  const reader = new Reader(content);
  return vector(reader, () => reader.take());
}

/** The bodies that a module exports, by name. @param {Uint8Array} module @returns {Map<string, Uint8Array>} */
function exported(module) {
  const found = sections(module);
  const content = (/** @type {number} */ id) => found.find((section) => section.id === id)?.content;
  const imports = content(IMPORT);
  const imported = imports ? importedFunctions(imports) : 0;
  const code = bodies(/** @type {Uint8Array} */ (content(CODE)));
  const reader = new Reader(/** @type {Uint8Array} */ (content(EXPORT)));
  const names = vector(reader, () => ({ name: reader.text(), kind: reader.byte(), index: reader.number() }));
  return new Map(names.filter(({ kind }) => kind === 0).map(({ name, index }) => [name, code[index - imported]]));
}

/** The indices of functions by their names. @param {Uint8Array} content of a custom section, behind its name */
function functionNames(content) {
  const reader = new Reader(content);
  while (reader.at < content.length) {
    const [id, names] = [reader.byte(), new Reader(reader.take())];
    if (id === FUNCTION_NAMES) {
      return vector(names, () => ({ index: names.number(), name: names.text() }));
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
  const found = sections(module);
  const names = found
    .filter(({ id }) => id === CUSTOM)
    .map(({ content }) => new Reader(content))
    .filter((reader) => reader.text() === 'name')
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
      bytes = joined([number(code.length), ...code.flatMap((body) => [number(body.length), body])]);
    }
    return [Uint8Array.of(id), number(bytes.length), bytes];
  });
  return joined([module.subarray(0, MAGIC_BYTES), ...parts]);
}

/** @param {Uint8Array[]} parts */
const joined = (parts) => new Uint8Array(Buffer.concat(parts));
