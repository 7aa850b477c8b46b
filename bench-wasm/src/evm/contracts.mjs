/** The contracts that compute Poseidon of two elements on the EVM, each as the bytes that create it. */

import { readFileSync } from 'node:fs';
import { fileInPackage, manifestOf } from '../setup/packages.mjs';
import { PLAIN_SOURCE } from './plain.mjs';

/** @typedef {import('../setup/toolchain.mjs').OnProgress} OnProgress */

/**
 * @typedef {object} Contract
 * @property {string} id
 * @property {string} contract what it is
 * @property {string} source where it comes from, and what made bytes of it
 * @property {string} selector hex of the four bytes by which a call names its function of two elements
 * @property {string} creation hex of what a transaction sends to have it on the chain
 */

/** @param {string} name of a package */
const versioned = (name) => `${name} ${manifestOf(name).version}`;

/** hash(uint256[2]) and poseidon(uint256[2]). */
const SELECTORS = { hash: '561558fe', poseidon: '29a5f2f6' };

/** For code that is called often, on chains old and new: in what the Paris fork runs. */
const OPTIMISED = {
  by: `${versioned('solc')}, 1,000,000 runs, Paris`,
  settings: { optimizer: { enabled: true, runs: 1_000_000 }, evmVersion: 'paris' },
};
/** What the compiler does unless it is told otherwise. The figures 19,313 and 220,244 were published of such code. */
const NOT_OPTIMISED = { by: versioned('solc'), settings: {} };

const YUL = {
  from: versioned('poseidon-solidity'),
  text: readFileSync(fileInPackage('poseidon-solidity/PoseidonT3.sol'), 'utf8'),
};
const PLAIN = { from: 'bench-wasm/src/evm/plain.mjs', text: PLAIN_SOURCE };

const COMPILED = [
  { id: 'yul', contract: 'poseidon-solidity, optimised', ...YUL, ...OPTIMISED },
  { id: 'yul-unoptimised', contract: 'poseidon-solidity, not optimised', ...YUL, ...NOT_OPTIMISED },
  { id: 'plain', contract: 'plain Solidity, optimised', ...PLAIN, ...OPTIMISED },
  { id: 'plain-unoptimised', contract: 'plain Solidity, not optimised', ...PLAIN, ...NOT_OPTIMISED },
];

/**
 * @param {OnProgress} [onProgress]
 * @returns {Promise<Contract[]>}
 * @throws {Error} when one does not compile
 */
export async function contracts(onProgress = () => {}) {
  // Loaded here, as the compiler below: they are large, and a command that stops at its options does without.
  // @ts-expect-error The package has no types.
  const { poseidonContract } = await import('#hashes/circomlibjs');
  const { default: solidity } = await import('#evm/poseidon-solidity');
  const made = [
    {
      id: 'circomlibjs',
      contract: 'circomlibjs, generated opcodes',
      source: `${versioned('circomlibjs')}, createCode(2)`,
      selector: SELECTORS.poseidon,
      creation: poseidonContract.createCode(2),
    },
    {
      id: 'yul-deployed',
      contract: 'poseidon-solidity, as deployed',
      source: `${YUL.from}, the bytes that it brings along`,
      selector: SELECTORS.hash,
      creation: solidity.PoseidonT3.bytecode,
    },
  ];
  for (const { id, contract, from, text, by, settings } of COMPILED) {
    const what = `compile ${contract}`;
    onProgress({ what, state: 'start' });
    const creation = await compile(text, settings);
    onProgress({ what, state: 'done' });
    made.push({ id, contract, source: `${from}, ${by}`, selector: SELECTORS.hash, creation });
  }
  return made;
}

/**
 * @param {string} content of a file of Solidity with one contract
 * @param {object} settings of the compiler
 * @returns {Promise<string>} hex of what creates it
 */
async function compile(content, settings) {
  const { default: solc } = await import('#evm/solc');
  const outputSelection = { '*': { '*': ['evm.bytecode.object'] } };
  const input = { language: 'Solidity', sources: { file: { content } }, settings: { ...settings, outputSelection } };
  /** @type {{ errors?: { severity: string, formattedMessage: string }[], contracts: Record<string, any> }} */
  const output = JSON.parse(solc.compile(JSON.stringify(input)));
  const error = output.errors?.find(({ severity }) => severity === 'error');
  if (error) throw new Error(error.formattedMessage);
  const [only] = Object.values(output.contracts.file);
  return only.evm.bytecode.object;
}
