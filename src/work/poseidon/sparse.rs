//! Poseidon1 with sparse matrices: the matrix of each partial round is split into one of five numbers,
//! which stays, and one that moves into the round before, and in the end into the last full one.
//! Constants are added behind the S-box, and so one is enough for a partial round.
//!
//! Source: appendix B of the paper on Poseidon, and circomlibjs, whose constants these are.

use super::constants::SPARSE;
use super::dense::PARTIAL_ROUNDS;
use super::{FULL_ROUNDS, HashForm, WIDTH, absorbed, add_constants, fifth_power, mixed, row};
use crate::field::Integer;
use crate::field::bn254::Fr;
use crate::kernel::Kernel;

const HALF: usize = FULL_ROUNDS / 2;
/// Three constants before the first round and three behind each S-box of the first half.
const FIRST_HALF: usize = 0;
/// One behind the S-box of each partial round.
const PARTIAL: usize = FIRST_HALF + WIDTH * (HALF + 1);
/// Three behind each S-box of the second half but the last.
const SECOND_HALF: usize = PARTIAL + PARTIAL_ROUNDS;
/// The matrix of the full rounds.
const MATRIX: usize = SECOND_HALF + WIDTH * (HALF - 1);
/// The one of the last of the first half.
const ENTRY: usize = MATRIX + WIDTH * WIDTH;
/// A row of three and a column of two for each partial round.
const SPARSE_MATRIX: usize = ENTRY + WIDTH * WIDTH;
const SPARSE_NUMBERS: usize = 2 * WIDTH - 1;
const ALL: usize = SPARSE_MATRIX + SPARSE_NUMBERS * PARTIAL_ROUNDS;

/// 162 squares, 195 products and 79 sums of three products.
pub struct Sparse;

impl HashForm<ALL> for Sparse {
    const CONSTANTS: [Integer; ALL] = SPARSE;

    #[inline(always)]
    fn hash<K: Kernel<Modulus = Fr>>(
        constant: impl Fn(usize) -> K::Packed,
        a: &K::Packed,
        b: &K::Packed,
    ) -> K::Packed {
        let constant = &constant;
        let mut state = absorbed::<K>(a, b);
        add_constants::<K>(&mut state, constant, FIRST_HALF);
        for round in 0..HALF {
            state = state.each_ref().map(fifth_power::<K>);
            add_constants::<K>(&mut state, constant, FIRST_HALF + WIDTH * (round + 1));
            let matrix = if round == HALF - 1 { ENTRY } else { MATRIX };
            state = mixed::<K>(&state, constant, matrix);
        }
        for round in 0..PARTIAL_ROUNDS {
            let numbers = SPARSE_MATRIX + SPARSE_NUMBERS * round;
            let x = K::add(&fifth_power::<K>(&state[0]), &constant(PARTIAL + round));
            let plus =
                |y: &K::Packed, i: usize| K::add(y, &K::mul(&x, &constant(numbers + WIDTH + i)));
            let [_, y, z] = state;
            state = [
                row::<K>(&[x, y, z], constant, numbers),
                plus(&y, 0),
                plus(&z, 1),
            ];
        }
        for round in 0..HALF - 1 {
            state = state.each_ref().map(fifth_power::<K>);
            add_constants::<K>(&mut state, constant, SECOND_HALF + WIDTH * round);
            state = mixed::<K>(&state, constant, MATRIX);
        }
        state = state.each_ref().map(fifth_power::<K>);
        row::<K>(&state, constant, MATRIX)
    }
}
