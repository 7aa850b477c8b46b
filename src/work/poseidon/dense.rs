//! Poseidon1 as it is defined: every round adds three constants and multiplies by the matrix.

use super::constants::DENSE;
use super::{
    FULL_ROUNDS, HashForm, WIDTH, absorbed, add_constants, fifth_power, full_round, mixed, row,
};
use crate::field::Integer;
use crate::field::bn254::Fr;
use crate::kernel::Kernel;

/// Rounds in which only the first element goes through the S-box.
pub const PARTIAL_ROUNDS: usize = 57;
const ROUNDS: usize = FULL_ROUNDS + PARTIAL_ROUNDS;
const HALF: usize = FULL_ROUNDS / 2;
/// Where the matrix begins, behind three constants a round.
const MATRIX: usize = WIDTH * ROUNDS;

/// 162 squares, 81 products and 193 sums of three products.
pub struct Dense;

impl HashForm<{ MATRIX + WIDTH * WIDTH }> for Dense {
    const CONSTANTS: [Integer; MATRIX + WIDTH * WIDTH] = DENSE;

    #[inline(always)]
    fn hash<K: Kernel<Modulus = Fr>>(
        constant: impl Fn(usize) -> K::Packed,
        a: &K::Packed,
        b: &K::Packed,
    ) -> K::Packed {
        let constant = &constant;
        let mut state = absorbed::<K>(a, b);
        for round in 0..HALF {
            full_round::<K>(&mut state, constant, WIDTH * round);
            state = mixed::<K>(&state, constant, MATRIX);
        }
        for round in HALF..HALF + PARTIAL_ROUNDS {
            add_constants::<K>(&mut state, constant, WIDTH * round);
            state[0] = fifth_power::<K>(&state[0]);
            state = mixed::<K>(&state, constant, MATRIX);
        }
        for round in HALF + PARTIAL_ROUNDS..ROUNDS - 1 {
            full_round::<K>(&mut state, constant, WIDTH * round);
            state = mixed::<K>(&state, constant, MATRIX);
        }
        full_round::<K>(&mut state, constant, WIDTH * (ROUNDS - 1));
        row::<K>(&state, constant, MATRIX)
    }
}
