/**
 * Where bytes come from: an array, a Blob, a file, an address. Ranges are read, so that no copy of a whole key is made
 * where the place can give ranges.
 */

import { builtIn } from './built-in.mjs';
import { Groth16Error, throwIfAborted, wrongType } from './errors.mjs';

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
/** Bytes of a file that are read before it is looked whether anybody waits for them. */
const AT_ONCE = 1 << 24;

/**
 * @param {Source} source
 * @param {string} name of the argument, for messages
 * @param {AbortSignal} [signal] that nobody waits for it any more: then no request stays open
 * @returns {Promise<Reader>}
 * @throws {Groth16Error} where it cannot be read
 */
export async function open(source, name, signal) {
  if (isBytes(source)) return ofBytes(source);
  if (tagOf(source) === 'ArrayBuffer') return ofBytes(new Uint8Array(/** @type {ArrayBuffer} */ (source)));
  if (typeof Blob === 'function' && source instanceof Blob) return ofBlob(source, name);
  if (source instanceof URL)
    return source.protocol === 'file:' ? ofFile(source, name, signal) : ofAddress(source.href, name, signal);
  if (typeof source === 'string') {
    const address = /^(?:https?|blob|data):/i.test(source);
    return FILES && !address ? ofFile(source, name, signal) : ofAddress(source, name, signal);
  }
  const { type, data } = /** @type {Partial<{ type: string, data: unknown }>} */ (source ?? {});
  if (type === 'mem' && isBytes(data)) return ofBytes(data);
  throw wrongType(
    `${name}: a Uint8Array, an ArrayBuffer, a Blob, a URL, ${FILES ? 'a path' : 'an address'} or ` +
      "{ type: 'mem', data } is needed",
  );
}

/**
 * @param {Source} source
 * @param {string} name
 * @param {AbortSignal} [signal]
 * @returns {Promise<Uint8Array>} all of it
 */
export async function readWhole(source, name, signal) {
  const reader = await open(source, name, signal);
  try {
    return await reader.read(0, reader.size);
  } finally {
    await reader.close();
  }
}

/** What a value is, of another realm, too: tests by Jest have one. @param {unknown} value */
const tagOf = (value) => Object.prototype.toString.call(value).slice('[object '.length, -1);

/** @param {unknown} value @returns {value is Uint8Array} */
const isBytes = (value) => tagOf(value) === 'Uint8Array';

const nothingToClose = async () => {};

/** @param {string} name @param {string} what @param {unknown} [cause] */
const unreadable = (name, what, cause) => new Groth16Error('SOURCE', `${name}: ${what}`, { cause });

/** @param {string} name @param {string} what cannot be read @returns {(error: unknown) => never} */
const refusing = (name, what) => (error) => {
  if (error instanceof Groth16Error) throw error;
  throw unreadable(name, `${what}: ${error instanceof Error ? error.message : error}`, error);
};

/** @param {Uint8Array} bytes @returns {Reader} */
function ofBytes(bytes) {
  return {
    size: bytes.length,
    // Not slice: that of Node's Buffer gives a view, which would be moved to a worker or overwritten.
    read: async (offset, length) => new Uint8Array(bytes.subarray(offset, offset + length)),
    close: nothingToClose,
  };
}

/** @param {Blob} blob @param {string} name @returns {Reader} */
function ofBlob(blob, name) {
  const { size } = blob;
  return {
    size,
    // One of a file may be gone.
    read: async (offset, length) =>
      new Uint8Array(
        await blob
          .slice(offset, offset + length)
          .arrayBuffer()
          .catch(refusing(name, 'the Blob cannot be read')),
      ),
    close: nothingToClose,
  };
}

/** @param {string | URL} place @param {string} name @param {AbortSignal} [signal] @returns {Promise<Reader>} */
async function ofFile(place, name, signal) {
  const path = String(place);
  if (!FILES) throw unreadable(name, `${path} is a file, and there are none here`);
  const refuse = refusing(name, `${path} cannot be read`);
  const opening = async () => FILES.open(/^file:/i.test(path) ? new URL(path) : path, 'r');
  const file = await opening().catch(refuse);
  const { size } = await file.stat();
  return {
    size,
    async read(offset, length) {
      const bytes = new Uint8Array(length);
      let done = 0;
      while (done < length) {
        throwIfAborted(signal);
        const most = Math.min(AT_ONCE, length - done);
        const { bytesRead } = await file.read(bytes, done, most, offset + done).catch(refuse);
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
 * @param {AbortSignal} [signal]
 * @returns {Promise<Reader>}
 */
async function ofAddress(address, name, signal) {
  /**
   * @template T
   * @param {(answer: Response) => Promise<T>} take what of an answer, which may break off
   * @param {HeadersInit} [headers]
   * @returns {Promise<T>}
   */
  const get = async (take, headers) => {
    const refuse = refusing(name, `${address} cannot be fetched`);
    const answer = await fetch(address, { headers, signal }).catch(refuse);
    return take(answer).catch(refuse);
  };
  const wholeOf = async (/** @type {Response} */ answer) => {
    if (!answer.ok) throw await refusalOf(answer);
    // A browser keeps it where there is room, not in the memory of the page.
    return answer.blob();
  };
  /** @param {Response} answer @param {string} [how] */
  const refusalOf = async (answer, how = '') => {
    await answer.body?.cancel();
    return unreadable(name, `${address} answers ${answer.status}${how}`);
  };
  // It is no server's, and Node 20 gives a byte less than it is asked for.
  if (/^(?:blob|data):/i.test(address)) return ofBlob(await get(wholeOf), name);
  /** Its size, where it gives ranges; null where it gives no size; all of it where it gives no ranges. */
  const first = await get(
    async (answer) => {
      if (answer.status !== 206) return wholeOf(answer);
      await answer.body?.cancel();
      const size = Number(/^bytes 0-0\/(\d+)$/.exec(answer.headers.get('Content-Range') ?? '')?.[1]);
      return Number.isSafeInteger(size) ? size : null;
    },
    { Range: 'bytes=0-0' },
  );
  if (typeof first !== 'number') return ofBlob(first ?? (await get(wholeOf)), name);
  return {
    size: first,
    async read(offset, length) {
      if (length === 0) return new Uint8Array(0);
      return get(
        async (answer) => {
          // The whole is not waited for.
          if (answer.status !== 206) throw await refusalOf(answer, ' where a range is asked for');
          const bytes = new Uint8Array(await answer.arrayBuffer());
          if (bytes.length !== length)
            throw unreadable(name, `${address} answers with ${bytes.length} of ${length} bytes`);
          return bytes;
        },
        { Range: `bytes=${offset}-${offset + length - 1}` },
      );
    },
    close: nothingToClose,
  };
}
