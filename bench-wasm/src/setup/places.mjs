/** Where a session finds what was built: in the folders of its plan, each file checked against the sha256 there. */

// In every engine alike, those without the Web's cryptography included.
import { sha256 } from '@noble/hashes/sha2.js';

/** @typedef {Record<string, import('./artefacts.mjs').Artefact>} Artefacts by name */

/** A file is another one than when the run began: what would be measured is not what the result says. */
export class ReplacedError extends Error {
  name = 'ReplacedError';

  /** @param {string} path in bench-wasm/pkg/ @param {string} [how] */
  constructor(path, how = 'was replaced') {
    super(`bench-wasm/pkg/${path} ${how} since the run began. Start it again.`);
  }
}

/** @param {Uint8Array} bytes @returns {string} */
const hashOf = (bytes) => Array.from(sha256(bytes), (byte) => byte.toString(16).padStart(2, '0')).join('');

/**
 * @param {Artefacts} artefacts of the plan; what it does not name is taken as `pkg/` has it
 * @returns {{ locate: (path: string) => URL, readBytes: typeof readBytes }} locate: of a path in `pkg/` whose first
 *   part is the name of an artefact; readBytes throws a ReplacedError
 */
export function placesOf(artefacts) {
  /** @type {Map<string, { path: string, hash: string }>} */
  const known = new Map();
  return {
    locate(path) {
      const [name, ...rest] = path.split('/');
      const file = rest.join('/');
      const artefact = artefacts[name];
      const place = artefact ? `${artefact.folder}/${file}` : path;
      const url = new URL(`../../pkg/${place}`, import.meta.url);
      if (artefact) known.set(url.href, { path: place, hash: artefact.files[file] });
      return url;
    },
    async readBytes(url) {
      const expected = known.get(url.href);
      if (expected === undefined) return readBytes(url);
      const bytes = await readBytes(url).catch(() => {
        throw new ReplacedError(expected.path, 'was removed');
      });
      if (hashOf(bytes) !== expected.hash) throw new ReplacedError(expected.path);
      return bytes;
    },
  };
}

/**
 * A file of the checkout, from the file system or from the server that this module came from.
 *
 * @param {URL} url
 * @returns {Promise<Uint8Array<ArrayBuffer>>}
 */
export async function readBytes(url) {
  if (url.protocol === 'file:') {
    const { readFile } = await import('node:fs/promises');
    return readFile(url);
  }
  const response = await fetch(url);
  if (!response.ok) throw new Error(`${url}: ${response.status} ${response.statusText}`);
  return new Uint8Array(await response.arrayBuffer());
}
