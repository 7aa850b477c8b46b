/** What the tables say of the libraries from npm. */

/** The name of their module. */
export const LIBRARIES_BUILD = 'libraries';

/** Each by its id, with the package that it is. */
export const LIBRARY_ROWS = Object.freeze(
  /** @type {const} */ ([
    { id: 'circomlibjs', package: 'circomlibjs', summary: 'circomlibjs, whose field is ffjavascript’s, in wasm' },
    { id: 'poseidon-lite', package: 'poseidon-lite', summary: 'poseidon-lite, on BigInt' },
    { id: 'noble', package: '@noble/curves', summary: 'the permutation of @noble/curves, on BigInt' },
  ]),
);

/** @typedef {typeof LIBRARY_ROWS[number]['id']} LibraryId */
