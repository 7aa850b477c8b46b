/** WebAssembly's binary format, as far as every reader of it needs: numbers, names, vectors and sections. */

/** Bytes of the magic number and the version. */
export const HEAD = 8;
/** The head of a function's type. */
export const FUNCTION_TYPE = 0x60;
/** Value types by their byte. */
export const VALUE_TYPES = new Map([
  [0x7f, 'i32'],
  [0x7e, 'i64'],
  [0x7d, 'f32'],
  [0x7c, 'f64'],
  [0x7b, 'v128'],
  [0x70, 'funcref'],
  [0x6f, 'externref'],
]);

/** A place in the bytes, which moves as they are read. */
export class ByteReader {
  /** @param {Uint8Array} bytes @param {number} [at] @param {number} [end] */
  constructor(bytes, at = 0, end = bytes.length) {
    this.bytes = bytes;
    this.at = at;
    this.end = end;
  }

  /** @param {string} part of the module @returns {Error} that says that it ends too early */
  endsIn(part) {
    return new RangeError(`bytes: the module ends in the middle of ${part}.`);
  }

  byte() {
    if (this.at >= this.end) throw this.endsIn('an entry');
    return this.bytes[this.at++];
  }

  /** @returns {number} an unsigned LEB128 number, in however many bytes */
  unsigned() {
    let value = 0;
    for (let shift = 0; ; shift += 7) {
      const byte = this.byte();
      value += (byte & 0x7f) * 2 ** shift;
      if (byte < 0x80) return value;
    }
  }

  /** @param {number} [count] of LEB128 numbers, signed or unsigned */
  skip(count = 1) {
    for (; count > 0; count--) while (this.byte() >= 0x80);
  }

  /** @param {number} [length] written in front by default @returns {Uint8Array} so many bytes, where they are */
  take(length = this.unsigned()) {
    const from = this.at;
    if (from + length > this.end) throw this.endsIn('a name');
    this.at += length;
    return this.bytes.subarray(from, this.at);
  }

  name() {
    return new TextDecoder().decode(this.take());
  }

  /** @template T @param {() => T} read one entry @returns {T[]} as many as are said to follow */
  entries(read) {
    /** @type {T[]} */
    const found = [];
    for (let left = this.unsigned(); left > 0; left--) found.push(read());
    return found;
  }
}

/** @param {number} value @returns {number[]} unsigned LEB128 */
export function unsignedBytes(value) {
  const rest = Math.floor(value / 128);
  return rest === 0 ? [value] : [(value % 128) | 0x80, ...unsignedBytes(rest)];
}

/** @param {Uint8Array} module @returns {{ id: number, content: Uint8Array }[]} */
export function sectionsOf(module) {
  const reader = new ByteReader(module, HEAD);
  const all = [];
  while (reader.at < module.length) all.push({ id: reader.byte(), content: reader.take() });
  return all;
}
