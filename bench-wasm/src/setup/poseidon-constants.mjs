/**
 * The constants of Poseidon for the crate, src/work/poseidon/constants.rs: `node src/setup/poseidon-constants.mjs`
 * writes it, and a test holds the file against what it would write.
 *
 * Those of the dense form and of Poseidon2 are the oracle's, which draws them as the papers say. Those of the sparse
 * form are circomlibjs's. Those of the recurrence are computed here.
 */

import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { FR } from '../oracle/field.mjs';
import { ofPoseidon1, ofPoseidon2 } from '../oracle/poseidon.mjs';
import { ensurePackages, fileInPackage } from './packages.mjs';

/** @typedef {import('../oracle/poseidon.mjs').Permutation} Permutation */

const { p } = FR;
const WIDTH = 3;
const FILE = fileURLToPath(new URL('../../../src/work/poseidon/constants.rs', import.meta.url));
const PUBLISHED = fileInPackage('circomlibjs/src/poseidon_constants_opt.json');

/** @param {bigint} x @returns {bigint} 0 .. p-1 */
const mod = (x) => ((x % p) + p) % p;

/** @param {bigint} x not 0 */
const inverse = (x) => FR.inverse(mod(x));

/** @param {bigint[][]} a @param {bigint[][]} b @returns {bigint[][]} */
const times = (a, b) => a.map((row) => b[0].map((_, j) => mod(row.reduce((sum, x, k) => sum + x * b[k][j], 0n))));

/**
 * A square root, by Tonelli and Shanks.
 *
 * @param {bigint} square that it is one
 * @returns {bigint}
 */
function squareRoot(square) {
  let odd = p - 1n;
  let twos = 0;
  for (; odd % 2n === 0n; odd /= 2n) twos++;
  const isSquare = (/** @type {bigint} */ x) => FR.pow(x, (p - 1n) / 2n) === 1n;
  let other = 2n;
  while (isSquare(other)) other++;
  let root = FR.pow(square, (odd + 1n) / 2n);
  let rest = FR.pow(square, odd); // root^2 = square·rest, and rest has the order of a power of two.
  let generator = FR.pow(other, odd);
  while (rest !== 1n) {
    let order = 0;
    for (let x = rest; x !== 1n; x = (x * x) % p) order++;
    if (order === twos) throw new RangeError('square: it is none');
    const factor = FR.pow(generator, 1n << BigInt(twos - order - 1));
    root = (root * factor) % p;
    generator = (factor * factor) % p;
    rest = (rest * generator) % p;
    twos = order;
  }
  return root;
}

/** @param {bigint} power @returns {bigint} the smallest fourth root */
function fourthRoot(power) {
  const root = squareRoot(power);
  // Of a root and its negative, one or both are squares themselves.
  const squares = [root, p - root].filter((x) => FR.pow(x, (p - 1n) / 2n) === 1n);
  const roots = squares.map(squareRoot).flatMap((x) => [x, p - x]);
  return roots.reduce((least, x) => (x < least ? x : least));
}

/** @param {Permutation} permutation @returns {bigint[]} as dense.rs numbers them */
const dense = ({ constants, full }) => [...constants, ...full].flat();

/** @returns {bigint[]} as sparse.rs numbers them */
function sparse() {
  const at = WIDTH - 2;
  const { C, M, P, S } = JSON.parse(readFileSync(PUBLISHED, 'utf8'));
  /** @param {string[]} numbers */
  const big = (numbers) => numbers.map(BigInt);
  // Theirs are transposed.
  const rows = (/** @type {string[][]} */ matrix) => matrix.flatMap((_, i) => matrix.map((row) => BigInt(row[i])));
  return [...big(C[at]), ...rows(M[at]), ...rows(P[at]), ...big(S[at])];
}

/**
 * As recurrence.rs says it and numbers them.
 *
 * @param {Permutation} permutation
 * @returns {bigint[]}
 */
function recurrence({ constants, full: matrix, fullRounds, partialRounds }) {
  const half = fullRounds / 2;
  const [[d, ...seen], ...below] = matrix;
  const driven = below.map(([first]) => [first]);
  const hidden = below.map(([, ...rest]) => rest);
  const [[h00, h01], [h10, h11]] = hidden;
  const trace = mod(h00 + h11);
  const determinant = mod(h00 * h11 - h01 * h10);

  // The hidden elements are what they would be without constants, and `offset`; so is the first, and `shift`.
  let offset = [[0n], [0n]];
  let shift = 0n;
  const partial = constants.slice(half, half + partialRounds).map(([first, ...rest]) => {
    const added = mod(first + shift);
    const all = offset.map(([x], i) => [mod(x + rest[i])]);
    shift = times([seen], all)[0][0];
    offset = times(hidden, all);
    return added;
  });

  // In the basis of what is seen now and one round later, u1 and u2.
  const observed = [seen, times([seen], hidden)[0]];
  const [b1, b0] = times(observed, driven).flat();
  const halfOfD = mod(d * inverse(2n));
  const sigma = fourthRoot(halfOfD);
  const beta1 = mod(b1 * inverse(d) - trace);
  const beta0 = mod(b0 * inverse(d) - trace * b1 * inverse(d) + determinant);

  // To σ·s, and from σ·u1 and σ·u2 to the two values before it: trace·previous - determinant·older = σ·u1, and so on.
  const scaled = (/** @type {bigint} */ factor, /** @type {bigint[][]} */ rows) =>
    rows.map((row) => row.map((x) => mod(factor * x)));
  const [u1, u2] = scaled(sigma, times(observed, below));
  const previous = u1.map((x, i) => mod((trace * x - u2[i]) * inverse(determinant)));
  const older = previous.map((x, i) => mod((trace * x - u1[i]) * inverse(determinant)));
  const entry = [...scaled(sigma, [matrix[0]]), previous, older];

  // From σ·s, σ·u1 and the last y: σ·u2 = β0·y + trace·σ·u1 - determinant·σ·s.
  const [[o00, o01], [o10, o11]] = observed;
  const area = inverse(o00 * o11 - o01 * o10);
  const unobserved = [
    [o11, -o01],
    [-o10, o00],
  ].map((row) => row.map((x) => mod(x * area)));
  const both = [
    [0n, 1n, 0n],
    [-determinant, trace, beta0],
  ];
  // The last y is half of what it is there.
  const exit = scaled(inverse(sigma), [[1n, 0n, 0n], ...times(unobserved, both)]).map(([s, u, y]) => [
    s,
    u,
    mod(2n * y),
  ]);

  // What x is more than σ·s: nothing in what stands before the first round, nor behind the last one.
  const added = partial.map((x) => mod(sigma * x));
  const more = [0n, 0n, ...added.slice(1), 0n];
  const steps = more.slice(2).map((x, r) => mod(x - trace * more[r + 1] + determinant * more[r]));
  // The sum behind the last round lacks what it would have of σ·s.
  const lacking = determinant * more[partialRounds];
  const behind = constants[half + partialRounds].map((x, i) =>
    mod(x + [shift, ...offset.flat()][i] + exit[i][1] * lacking),
  );

  return [
    ...constants.slice(0, half).flat(),
    ...behind,
    ...constants.slice(half + partialRounds + 1).flat(),
    added[0],
    ...steps,
    ...matrix.flat(),
    ...entry.flat(),
    ...exit.flat(),
    trace,
    mod(-determinant),
    mod(2n * beta1),
    mod(2n * beta0),
  ];
}

/** @param {Permutation} permutation @returns {bigint[]} as poseidon2.rs numbers them */
function poseidon2({ constants, fullRounds, partialRounds }) {
  const half = fullRounds / 2;
  const full = [...constants.slice(0, half), ...constants.slice(half + partialRounds)];
  return [...full.flat(), ...constants.slice(half, half + partialRounds).map(([first]) => first)];
}

/** @param {string} name @param {string} words @param {bigint[]} numbers */
const table = (name, words, numbers) => `
/// ${words}
#[rustfmt::skip]
pub const ${name}: [Integer; ${numbers.length}] = [
${numbers.map((x) => `    integer("${x.toString(16).padStart(64, '0')}"),\n`).join('')}];
`;

/** @returns {string} the file */
export function rustConstants() {
  const sha256 = createHash('sha256').update(readFileSync(PUBLISHED)).digest('hex');
  return `//! The constants of Poseidon over the scalar field of BN254, three elements wide, as canonical integers.
//! Made by \`node bench-wasm/src/setup/poseidon-constants.mjs\`, which says how; not edited by hand.
//!
//! Those of [\`DENSE\`] and [\`POSEIDON2\`] are drawn by the generator of the paper on Poseidon (eprint
//! 2019/458, appendix F) from the parameters alone. Tests hold them against circomlibjs 0.1.7 and
//! openzeppelin-crypto 0.3.0. Those of [\`SPARSE\`] are circomlibjs 0.1.7's,
//! src/poseidon_constants_opt.json, whose sha256 is
//! ${sha256}.

use crate::field::Integer;

/// The integer of 64 hexadecimal digits.
const fn integer(digits: &str) -> Integer {
    let digits = digits.as_bytes();
    assert!(digits.len() == 64);
    let mut integer = [0; 4];
    let mut i = 0;
    while i < 64 {
        let digit = (digits[i] as char).to_digit(16).expect("a digit");
        let word = 3 - i / 16;
        integer[word] = integer[word] << 4 | digit as u64;
        i += 1;
    }
    integer
}
${table('DENSE', 'Three for each round, then the rows of the matrix.', dense(ofPoseidon1()))}${table(
    'SPARSE',
    'As `sparse.rs` numbers them.',
    sparse(),
  )}${table('RECURRENCE', 'As `recurrence.rs` numbers them.', recurrence(ofPoseidon1()))}${table(
    'POSEIDON2',
    'Three for each full round, then one for each partial round.',
    poseidon2(ofPoseidon2()),
  )}`;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  await ensurePackages(['hashes']);
  writeFileSync(FILE, rustConstants());
}
