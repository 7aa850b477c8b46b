/**
 * What a session and the glue use and JavaScriptCore's shell does not have: as much of each as
 * they use. Nothing of it runs while something is timed. Imported before anything else.
 */

// Its gunzip is one function on bytes, which asks an engine for nothing.
import { gunzipSync } from 'fflate';

/** @type {any} */
const shell = globalThis;

/** A file; `href` is its path from the script's folder, which is what the shell's import() takes. */
class FileUrl {
  protocol = 'shell:';

  /** @param {string} reference @param {string | FileUrl} base path of a file, or of a folder with a slash at its end */
  constructor(reference, base) {
    const path = String(base).split('/').slice(0, -1);
    for (const part of reference.split('/')) {
      if (part === '..') path.pop();
      else if (part !== '.') path.push(part);
    }
    this.href = path.join('/');
  }

  toString() {
    return this.href;
  }
}

class Utf8Encoder {
  /** @param {string} text */
  encode(text = '') {
    return Uint8Array.from(unescape(encodeURIComponent(text)), (character) => character.charCodeAt(0));
  }
}

class Utf8Decoder {
  /** @param {Uint8Array} bytes */
  decode(bytes = new Uint8Array()) {
    return decodeURIComponent(escape(Array.from(bytes, (byte) => String.fromCharCode(byte)).join('')));
  }
}

class PlainEvent {
  /** @param {string} type */
  constructor(type) {
    this.type = type;
  }
}

class PlainEventTarget {
  /** @type {Map<string, Set<(event: PlainEvent) => void>>} */
  #listeners = new Map();

  /** @param {string} type @param {(event: PlainEvent) => void} listener */
  addEventListener(type, listener) {
    const listeners = this.#listeners.get(type) ?? new Set();
    this.#listeners.set(type, listeners.add(listener));
  }

  /** @param {string} type @param {(event: PlainEvent) => void} listener */
  removeEventListener(type, listener) {
    this.#listeners.get(type)?.delete(listener);
  }

  /** @param {PlainEvent} event */
  dispatchEvent(event) {
    for (const listener of this.#listeners.get(event.type) ?? []) listener.call(this, event);
    return true;
  }
}

/** What a program aborts with: whoever listens is told once. */
class PlainAbortController {
  signal = Object.assign(new PlainEventTarget(), { aborted: false });

  abort() {
    if (this.signal.aborted) return;
    this.signal.aborted = true;
    this.signal.dispatchEvent(new PlainEvent('abort'));
  }
}

class PlainDecompressionStream {
  /** @param {string} format */
  constructor(format) {
    if (format !== 'gzip') throw new TypeError(`there is no ${format} here`);
  }

  unpacked = gunzipSync;
}

/** Bytes, and the stream of them. */
class PlainResponse {
  /** @param {Uint8Array} bytes */
  constructor(bytes) {
    this.bytes = bytes;
  }

  get body() {
    return this;
  }

  /** @param {PlainDecompressionStream} unpacking */
  pipeThrough(unpacking) {
    return unpacking.unpacked(this.bytes);
  }

  async arrayBuffer() {
    return this.bytes.slice().buffer;
  }
}

shell.URL ??= FileUrl;
shell.Response ??= PlainResponse;
shell.DecompressionStream ??= PlainDecompressionStream;
shell.TextEncoder ??= Utf8Encoder;
shell.TextDecoder ??= Utf8Decoder;
shell.Event ??= PlainEvent;
shell.EventTarget ??= PlainEventTarget;
shell.AbortController ??= PlainAbortController;
shell.performance ??= { now: () => shell.preciseTime() * 1e3 };
// No secrets: what is proved with them here is verified and thrown away.
shell.crypto ??= {
  getRandomValues: (/** @type {Uint8Array} */ bytes) => bytes.map((_, at) => (bytes[at] = Math.random() * 256)),
};
shell.fetch ??= async (/** @type {FileUrl} */ { href }) => {
  const bytes = shell.readFile(href, 'binary');
  return { ok: true, arrayBuffer: async () => bytes.buffer };
};
