//! Poseidon2: another hash than Poseidon1, with matrices of small integers.
//!
//! The linear layer of a full round, and the one before the first, is circ(2, 1, 1); that of a
//! partial round has 2, 2, 3 on the diagonal and 1 elsewhere.

use super::constants::POSEIDON2;
use super::{FULL_ROUNDS, HashForm, WIDTH, absorbed, fifth_power, full_round};
use crate::field::Integer;
use crate::field::bn254::Fr;
use crate::kernel::Kernel;

/// Rounds in which only the first element goes through the S-box, and only it has a constant.
pub const PARTIAL_ROUNDS: usize = 56;
const HALF: usize = FULL_ROUNDS / 2;
/// Three constants a full round.
const FULL: usize = 0;
/// One a partial round.
const PARTIAL: usize = FULL + WIDTH * FULL_ROUNDS;
const ALL: usize = PARTIAL + PARTIAL_ROUNDS;

/// 160 squares and 80 products. The hash is the first element after the capacity.
pub struct Poseidon2;

impl HashForm<ALL> for Poseidon2 {
    const CONSTANTS: [Integer; ALL] = POSEIDON2;

    #[inline(always)]
    fn hash<K: Kernel<Modulus = Fr>>(
        constant: impl Fn(usize) -> K::Packed,
        a: &K::Packed,
        b: &K::Packed,
    ) -> K::Packed {
        let constant = &constant;
        let mut state = absorbed::<K>(a, b);
        plus_sum::<K>(&mut state);
        for round in 0..HALF {
            full_round::<K>(&mut state, constant, FULL + WIDTH * round);
            plus_sum::<K>(&mut state);
        }
        for round in 0..PARTIAL_ROUNDS {
            let x = K::add(&state[0], &constant(PARTIAL + round));
            state[0] = fifth_power::<K>(&x);
            let twice = K::add(&state[2], &state[2]);
            let sum = sum::<K>(&state);
            state = [
                K::add(&state[0], &sum),
                K::add(&state[1], &sum),
                K::add(&twice, &sum),
            ];
        }
        for round in HALF..FULL_ROUNDS {
            full_round::<K>(&mut state, constant, FULL + WIDTH * round);
            plus_sum::<K>(&mut state);
        }
        state[1]
    }
}

/// circ(2, 1, 1) times the state.
#[inline(always)]
fn plus_sum<K: Kernel>(state: &mut [K::Packed; WIDTH]) {
    let sum = sum::<K>(state);
    for x in state {
        *x = K::add(x, &sum);
    }
}

#[inline(always)]
fn sum<K: Kernel>([x, y, z]: &[K::Packed; WIDTH]) -> K::Packed {
    K::add(&K::add(x, y), z)
}
