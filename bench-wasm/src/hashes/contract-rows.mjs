/** The contracts that are measured: which hash each computes, in which form and on which product. */

/**
 * @typedef {object} Contract
 * @property {string} id
 * @property {'poseidon1' | 'poseidon2'} computes
 * @property {string} hash the form of it, as contracts/Cargo.toml names them
 * @property {string} product likewise
 * @property {'release' | 'speed'} profile for size, as a contract's release has it, or for speed
 * @property {boolean} optimised whether wasm-opt goes over it
 * @property {string} step what is new in it
 * @property {boolean} published whether it is a step of the published ladder
 */

/** @type {readonly (readonly [product: string, step: string])[]} */
const LADDER = [
  ['u128', '4x64 limbs, 128-bit products'],
  ['split', 'each product of limbs in four'],
  ['inlined', 'inlined'],
  ['unrolled', 'loops written out'],
];

/**
 * @param {Contract['computes']} computes
 * @param {string} hash of the ladder
 * @param {readonly (readonly [hash: string, product: string, step: string])[]} ours
 * @returns {Contract[]}
 */
function contractsOf(computes, hash, ours) {
  const ladder = /** @type {const} */ ({ computes, hash, profile: 'release', published: true });
  const own = /** @type {const} */ ({ computes, profile: 'speed', optimised: true, published: false });
  return [
    ...LADDER.map(([product, step]) => ({ ...ladder, product, optimised: false, step })),
    { ...ladder, product: 'unrolled', optimised: true, step: 'wasm-opt for speed' },
    ...ours.map(([form, product, step]) => ({ ...own, hash: form, product, step })),
  ].map((contract) => ({ id: idOf(contract), ...contract }));
}

/** @param {Omit<Contract, 'id'>} contract */
const idOf = ({ hash, product, optimised, published }) =>
  `${hash}-${product}${published && optimised ? '-optimised' : ''}`;

/** The name of their module. */
export const CONTRACTS_BUILD = 'contracts';

/** @type {readonly Contract[]} in the order of the tables */
export const CONTRACTS = Object.freeze([
  ...contractsOf('poseidon1', 'poseidon1-dense', [
    ['poseidon1-dense', 'limbs29-mul', '9x29 limbs, products alone'],
    ['poseidon1-dense', 'limbs29-square', 'squares of their own'],
    ['poseidon1-dense', 'limbs29', 'sums with one reduction'],
    ['poseidon1-sparse', 'limbs29', 'circomlib’s sparse matrices'],
    ['poseidon1', 'limbs29', 'partial rounds as a recurrence'],
    ['poseidon1', 'columns', 'column by column'],
  ]),
  ...contractsOf('poseidon2', 'poseidon2', [
    ['poseidon2', 'limbs29-mul', '9x29 limbs, products alone'],
    ['poseidon2', 'limbs29', 'squares of their own'],
    ['poseidon2', 'columns', 'column by column'],
  ]),
  ...[false, true].map((optimised) => ({
    id: `openzeppelin-crypto${optimised ? '-optimised' : ''}`,
    computes: /** @type {const} */ ('poseidon2'),
    hash: 'poseidon2',
    product: 'openzeppelin',
    profile: /** @type {const} */ ('release'),
    optimised,
    step: `openzeppelin-crypto 0.3.0 itself${optimised ? ', wasm-opt for speed' : ''}`,
    published: true,
  })),
]);
