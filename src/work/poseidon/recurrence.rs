//! Poseidon1 with its partial rounds as a linear recurrence: one sum of four products a round, where
//! sparse matrices need five products, and the same four factors in every round.
//!
//! Between two partial rounds the matrix is always the same, M, and only the first element goes
//! through the S-box. So the other two elements are a linear system of order two that is driven by
//! the outputs of the S-box and seen through the first element alone. By Cayley and Hamilton such a
//! system is a recurrence: with s the first element, y the output of the S-box, t and e the trace and
//! the determinant of M without its first row and column, and three more constants,
//!
//! ```text
//! s[r+1] = d·y[r] + β1·y[r-1] + β0·y[r-2] + t·s[r] - e·s[r-1].
//! ```
//!
//! What the round constants add to the hidden elements is known beforehand, and moves into the one
//! that is added to s. So does what the recurrence makes of these, and s is held with its constant:
//! as x, what goes into the S-box. The S-box turns σ·x into σ^5·x^5, so that a multiple of x has the
//! same recurrence with other constants: with σ^4 = d/2, d becomes 2. Then
//!
//! ```text
//! x[r+1] = 2·y[r] + c[r+1] + (t·x[r] - e·x[r-1] + 2β1·y[r-1] + 2β0·y[r-2]),
//! ```
//!
//! nothing is left to be multiplied between an S-box and the next one, and the sum of products is
//! independent of the S-box of its round.
//!
//! [`CONSTANTS`](HashForm::CONSTANTS) holds σ in the matrices before and behind the partial rounds. The
//! first takes the state to σ·s and to the two values of s before it that would have led to the hidden
//! elements, the second takes σ·s, the next sum and the last y back to the state.
//!
//! Source: this project.

use super::constants::RECURRENCE;
use super::dense::PARTIAL_ROUNDS;
use super::{FULL_ROUNDS, HashForm, WIDTH, absorbed, fifth_power, full_round, mixed, row};
use crate::field::bn254::Fr;
use crate::field::{Element, Integer};
use crate::kernel::{Kernel, MAX_LANES};

const HALF: usize = FULL_ROUNDS / 2;
/// Three constants a full round.
const FULL: usize = 0;
/// One before the partial rounds and one behind each.
const PARTIAL: usize = FULL + WIDTH * FULL_ROUNDS;
/// The matrix of the full rounds.
const MATRIX: usize = PARTIAL + 1 + PARTIAL_ROUNDS;
/// The one of the last of the first half.
const ENTRY: usize = MATRIX + WIDTH * WIDTH;
/// The one behind the partial rounds.
const EXIT: usize = ENTRY + WIDTH * WIDTH;
/// The factors of x\[r\], x\[r-1\], y\[r-1\] and y\[r-2\].
const FACTORS: usize = EXIT + WIDTH * WIDTH;
const TERMS: usize = 4;
const ALL: usize = FACTORS + TERMS;

/// 162 squares, 81 products, 25 sums of three products and 58 of four.
pub struct Recurrence;

impl HashForm<ALL> for Recurrence {
    const CONSTANTS: [Integer; ALL] = RECURRENCE;

    #[inline(always)]
    fn hash<K: Kernel<Modulus = Fr>>(
        constant: impl Fn(usize) -> K::Packed,
        a: &K::Packed,
        b: &K::Packed,
    ) -> K::Packed {
        let constant = &constant;
        let mut state = absorbed::<K>(a, b);
        for round in 0..HALF {
            full_round::<K>(&mut state, constant, FULL + WIDTH * round);
            let matrix = if round == HALF - 1 { ENTRY } else { MATRIX };
            state = mixed::<K>(&state, constant, matrix);
        }
        let state = partial_rounds::<K>(state, constant);
        let mut state = mixed::<K>(&state, constant, EXIT);
        for round in HALF..FULL_ROUNDS - 1 {
            full_round::<K>(&mut state, constant, FULL + WIDTH * round);
            state = mixed::<K>(&state, constant, MATRIX);
        }
        full_round::<K>(&mut state, constant, FULL + WIDTH * (FULL_ROUNDS - 1));
        row::<K>(&state, constant, MATRIX)
    }
}

/// σ·s, the next sum and the last y, from σ·s and the two values before it.
#[inline(always)]
fn partial_rounds<K: Kernel<Modulus = Fr>>(
    [s, previous, older]: [K::Packed; WIDTH],
    constant: &impl Fn(usize) -> K::Packed,
) -> [K::Packed; WIDTH] {
    let factors: [K::Packed; TERMS] = core::array::from_fn(|i| constant(FACTORS + i));
    let products = |terms: [&K::Packed; TERMS]| K::sum_of_products(terms, factors.each_ref());
    let zero = K::pack(&[Element::ZERO; MAX_LANES][..K::LANES]);
    let mut x = K::add(&s, &constant(PARTIAL));
    // What the products are of: x[r], x[r-1], y[r-1], y[r-2].
    let mut terms = [previous, older, zero, zero];
    for round in 1..=PARTIAL_ROUNDS {
        let y = fifth_power::<K>(&x);
        let products = products(terms.each_ref());
        x = K::sum([&y, &y, &products, &constant(PARTIAL + round)]);
        terms = [x, terms[0], y, terms[2]];
    }
    [x, products(terms.each_ref()), terms[2]]
}
