/**
 * Where bytes come from: an array, a Blob, a file, an address. Ranges are read, so that no copy of a whole key is made
 * where the place can give ranges.
 */

import { builtIn } from './built-in.mjs';
import { Groth16Error } from './errors.mjs';

/**
 * @typedef {Uint8Array | ArrayBuffer | Blob | URL | string | { type: 'mem', data: Uint8Array }} Source a string is a
 *   path in Node, Deno and Bun, and an address in pages
 */

/**
 * @typedef {object} Reader
 * @property {number} size bytes in all
 * @property {(offset: number, length: number) => Promise<Uint8Array>} read a copy, whole or an error
 * @property {() => Promise<void>} close
 */

/** Where there are files: a page has an address instead. */
const FILES = builtIn('node:fs/promises');

/**
 * @param {Source} source
 * @param {string} name of the argument, for messages
 * @returns {Promise<Reader>}
 * @throws {Groth16Error} where it cannot be read
 */
export async function open(source, name) {
  if (source instanceof Uint8Array) return ofBytes(source);
  if (source instanceof ArrayBuffer) return ofBytes(new Uint8Array(source));
  if (typeof Blob === 'function' && source instanceof Blob) return ofBlob(source);
  if (source instanceof URL) return source.protocol === 'file:' ? ofFile(source, name) : ofAddress(source.href, name);
  if (typeof source === 'string') {
    const address = /^(?:https?|blob|data):/i.test(source);
    return FILES && !address ? ofFile(source, name) : ofAddress(source, name);
  }
  const { type, data } = /** @type {Partial<{ type: string, data: unknown }>} */ (source ?? {});
  if (type === 'mem' && data instanceof Uint8Array) return ofBytes(data);
  throw new TypeError(
    `${name}: a Uint8Array, an ArrayBuffer, a Blob, a URL, ${FILES ? 'a path' : 'an address'} or ` +
      "{ type: 'mem', data } is needed",
  );
}

/** @param {Source} source @param {string} name @returns {Promise<Uint8Array>} all of it */
export async function readWhole(source, name) {
  const reader = await open(source, name);
  try {
    return await reader.read(0, reader.size);
  } finally {
    await reader.close();
  }
}

const nothingToClose = async () => {};

/** @param {string} name @param {string} what @param {unknown} [cause] */
const unreadable = (name, what, cause) => new Groth16Error('SOURCE', `${name}: ${what}`, { cause });

/** @param {Uint8Array} bytes @returns {Reader} */
function ofBytes(bytes) {
  return {
    size: bytes.length,
    // Not slice: that of Node's Buffer gives a view, which would be moved to a worker or overwritten.
    read: async (offset, length) => new Uint8Array(bytes.subarray(offset, offset + length)),
    close: nothingToClose,
  };
}

/** @param {Blob} blob @returns {Reader} */
function ofBlob(blob) {
  return {
    size: blob.size,
    read: async (offset, length) => new Uint8Array(await blob.slice(offset, offset + length).arrayBuffer()),
    close: nothingToClose,
  };
}

/** @param {string | URL} path @param {string} name @returns {Promise<Reader>} */
async function ofFile(path, name) {
  if (!FILES) throw unreadable(name, `${path} is a file, and there are none here`);
  const refuse = (/** @type {unknown} */ error) => {
    throw unreadable(name, `${path} cannot be read: ${error instanceof Error ? error.message : error}`, error);
  };
  const file = await FILES.open(path, 'r').catch(refuse);
  const { size } = await file.stat();
  return {
    size,
    async read(offset, length) {
      const bytes = new Uint8Array(length);
      let done = 0;
      while (done < length) {
        const { bytesRead } = await file.read(bytes, done, length - done, offset + done).catch(refuse);
        if (bytesRead === 0) throw unreadable(name, `${path} is cut off while it is read`);
        done += bytesRead;
      }
      return bytes;
    },
    close: () => file.close(),
  };
}

/**
 * By ranges where the server gives them; otherwise it is fetched once.
 *
 * @param {string} address
 * @param {string} name
 * @returns {Promise<Reader>}
 */
async function ofAddress(address, name) {
  /** @param {HeadersInit} [headers] */
  const get = async (headers) => {
    try {
      return await fetch(address, { headers });
    } catch (error) {
      throw unreadable(name, `${address} cannot be fetched`, error);
    }
  };
  const first = await get({ Range: 'bytes=0-0' });
  const size = Number(/^bytes 0-0\/(\d+)$/.exec(first.headers.get('Content-Range') ?? '')?.[1]);
  if (first.status !== 206 || !Number.isSafeInteger(size)) {
    const whole = first.status === 206 ? await get() : first;
    if (!whole.ok) throw unreadable(name, `${address} answers ${whole.status}`);
    // A browser keeps it where there is room, not in the memory of the page.
    return ofBlob(await whole.blob());
  }
  await first.body?.cancel();
  return {
    size,
    async read(offset, length) {
      if (length === 0) return new Uint8Array(0);
      const answer = await get({ Range: `bytes=${offset}-${offset + length - 1}` });
      const bytes = new Uint8Array(await answer.arrayBuffer());
      if (answer.status !== 206 || bytes.length !== length)
        throw unreadable(name, `${address} answers ${answer.status} with ${bytes.length} of ${length} bytes`);
      return bytes;
    },
    close: nothingToClose,
  };
}
