//! 5x51 products in floating point by a twiddle factor, which multiplies many values, written once over abstract lanes:
//! v128 in the module, `f64` in native tests, intervals in the bounds test.
//!
//! Format and constants are those of [`radix51`](super::radix51). Of a twiddle factor w five residues, w·2^(51i) mod p,
//! are computed once. Then Σ x\[i\]·(w·2^(51i) mod p) is x·w, and its 25 products of limbs are in the five columns of
//! the result: none lies below, and none above but for one limb. That is some multiple of p too much, which is known
//! before any column is: Σ x\[i\]·(w·2^(51i) mod p)/p, in doubles. Its product by p has five products of limbs more.
//! These are 30, where [`product51::multiply`](super::product51::multiply) has 48.
//!
//! A column has six products, for which the high part of [`radix51`](super::radix51) has no room. The one here is a
//! multiple of 2^52 and has room for eight, and what its roundings leave behind is up to 2^51, too much for one double:
//! low parts are two, and what a column carries may be six products only. So the digits of a residue are not balanced
//! around 0 but around what the product by p takes away: of each limb of x a column keeps as much as a product by a
//! balanced digit, whatever the limbs of p are.
//!
//! Source of a quotient that is known from the factor: Shoup's product by a constant in one word, as NTL has it
//! (Harvey, "Faster arithmetic for number-theoretic transforms", 2014). Residues of a factor times the weight of each
//! limb: this project.

use super::radix51::{
    Constant, DoubleLanes, Form, LIMB, LIMBS, Radix51Constants, SPLIT, TOP_SLACK, WIDTH,
    limbs_of_p, split, two, units,
};
use crate::field::modulus::{Integer, Modulus};

/// What is known of a twiddle factor w.
#[derive(Clone, Copy)]
pub struct Twiddle {
    /// Limb j of w·2^(51i) mod p, nearest to zero, at \[j\]\[i\]. It and `quotients`\[i\]·p\[j\] are at most
    /// [`RESIDUE`], and at most [`TOP_RESIDUE`] of limb 4.
    pub limbs: [[Constant; LIMBS]; LIMBS],
    /// w·2^(51i) mod p, nearest to zero, over -p.
    pub quotients: [Constant; LIMBS],
}

/// What limbs 0 to 3 of a residue and its quotient times p's are at most: a balanced digit, and a rounding.
pub const RESIDUE: f64 = two(50) + 1.0;

/// The same of limb 4: those below are worth half a unit, and the quotient is off by less than 2^-52.
pub const TOP_RESIDUE: f64 = 1.0;

impl Twiddle {
    /// That of the residues w·2^(51i) mod p.
    pub fn of_residues<M: Modulus>(residues: &[Integer; LIMBS]) -> Self {
        let p = limbs_of_p::<M>();
        let residues = residues.each_ref().map(split::<M>);
        let quotients = residues.map(|residue| -leading(&residue) / leading(&p));
        let residues: [_; LIMBS] =
            core::array::from_fn(|i| centred(residues[i], p.map(|limb| quotients[i] * limb)));
        let limb = |j: usize| core::array::from_fn(|i| Constant::splat(residues[i][j]));
        Self {
            limbs: core::array::from_fn(limb),
            quotients: quotients.map(Constant::splat),
        }
    }
}

/// The same value with digits that are balanced where `offsets` are added.
fn centred(mut limbs: [f64; LIMBS], offsets: [f64; LIMBS]) -> [f64; LIMBS] {
    for j in 0..LIMBS - 1 {
        // The multiple of 2^51 nearest to both.
        let above = limbs[j] + offsets[j] + SPLIT - SPLIT;
        limbs[j] -= above;
        limbs[j + 1] += above * two(-(WIDTH as i32));
    }
    limbs
}

/// A value in units of limb 4.
fn leading([_, _, l2, l3, l4]: &[f64; LIMBS]) -> f64 {
    let unit = two(-(WIDTH as i32));
    l4 + unit * (l3 + unit * l2)
}

/// The constants that [`Radix51Constants`] lacks.
pub struct TwiddleConstants {
    /// Where a column begins: in the middle of [2^104, 2^105), with room for ±8·2^100.
    pub(crate) split: Constant,
}

impl TwiddleConstants {
    /// Those of M.
    ///
    /// # Panics
    /// Where M's limbs are too large for a step of this file. Constants are made at compile time: what uses them then
    /// does not compile.
    pub const fn of<M: Modulus>() -> Self {
        assert_bounds(Form::of::<M>(), &limbs_of_p::<M>());
        Self {
            split: Constant::splat(2.0 * SPLIT),
        }
    }
}

/// Asserts what [`multiply`] needs of p, in the units of [`units`], and that there is room for the sums of a butterfly.
const fn assert_bounds(form: Form, p: &[f64; LIMBS]) {
    // All limbs of x.
    let x = 4.0 * units(LIMB) + units(p[4] / 2.0 + TOP_SLACK);
    // Two low parts of 2^51, half of the high part below, and the digit that is left are a double.
    assert!(
        x * units(RESIDUE) < 6.0 - two(-30),
        "this modulus is too large for f64 lanes: what a column of residues carries is no double"
    );
    let mut j = 0;
    while j < LIMBS {
        // Quotients are at most 1/2: so much is in a column before the product by p.
        let residue = if j < LIMBS - 1 { RESIDUE } else { TOP_RESIDUE };
        assert!(
            x * (units(residue) + units(p[j]) / 2.0) < 8.0 - two(-30),
            "this modulus is too large for f64 lanes: a column of residues leaves its binade"
        );
        j += 1;
    }
    // Of limb 4 one of two low parts is missing at first. Where the quotient is centred, they are added up before.
    assert!(
        matches!(form, Form::Centred) || SHARE * units(p[4]) + 4.0 + x / 2.0 < 8.0 - two(-30),
        "this modulus is too large for f64 lanes: the top limb of a product by residues is no double"
    );
    assert!(
        units(p[4]) * (0.5 + 2.0 * SHARE) + 3.0 * units(TOP_SLACK) < 8.0,
        "this modulus is too large for f64 lanes: the top limb of a sum of products is no double"
    );
}

/// What a product is at most, of p: the rounding of the quotient, and what the doubles that it is made from are off by.
pub const SHARE: f64 = 1.95;

/// out = x·w mod p.
///
/// Preconditions: limbs of x as [`product51::multiply`](super::product51::multiply) takes them, and a value of at most
/// about p/2, as [`linear51::nearest`](super::linear51::nearest) gives it. Postcondition: limbs as those of x, and a value
/// of at most [`SHARE`]·p in magnitude: a term of a sum, and no factor. `form` and constants are those of one prime.
#[inline(always)]
pub fn multiply<L: DoubleLanes>(
    x: &[L; LIMBS],
    w: &Twiddle,
    form: Form,
    constants: &Radix51Constants,
    extra: &TwiddleConstants,
) -> [L; LIMBS] {
    let quotient = |i: usize| L::load(&w.quotients[i]);
    let limb = |i: usize, j: usize| L::load(&w.limbs[j][i]);
    let ([l0, l1, l2, l3], top) = columns(x, quotient, limb, constants, extra);
    [l0, l1, l2, l3, top.whole(form, extra)]
}

/// Limbs 0 to 3 of a product by a factor with these quotients, and limb j of residue i, and the column of limb 4.
#[inline(always)]
pub fn columns<L: DoubleLanes>(
    x: &[L; LIMBS],
    quotient: impl Fn(usize) -> L,
    limb: impl Fn(usize, usize) -> L,
    constants: &Radix51Constants,
    extra: &TwiddleConstants,
) -> ([L; LIMBS - 1], TwiddleColumn<L>) {
    let c = constants;
    // The smallest first: what is rounded away grows with the sum.
    let q = x[4].rounding_times(quotient(4));
    let q = x[0].rounding_fma(quotient(0), q);
    let q = x[1].rounding_fma(quotient(1), q);
    let q = x[2].rounding_fma(quotient(2), q);
    let q = x[3].rounding_fma(quotient(3), q);
    let q = q.round();
    let column = |j: usize| TwiddleColumn::of(x, |i| limb(i, j), (q, L::load(&c.p[j])), extra);
    let s0 = column(0);
    let (l0, c0) = s0.settle(c);
    let s1 = column(1).after(&s0, c, extra);
    let (l1, c1) = s1.settle(c);
    let s2 = column(2).after(&s1, c, extra);
    let (l2, c2) = s2.settle(c);
    let s3 = column(3).after(&s2, c, extra);
    let (l3, c3) = s3.settle(c);
    let s4 = column(4).after(&s3, c, extra);
    // What is settled goes up by one limb, and no further.
    let weight = L::load(&c.weight);
    let limbs = [
        l0,
        c0.fma(weight, l1),
        c1.fma(weight, l2),
        c2.fma(weight, l3),
    ];
    (limbs, s4.carried(c3, c))
}

/// A column of products: high less where it began is a multiple of 2^52, the low parts are integers of at most 2^53.
#[derive(Clone, Copy)]
pub struct TwiddleColumn<L> {
    pub(crate) high: L,
    pub(crate) low: [L; 2],
}

impl<L: DoubleLanes> TwiddleColumn<L> {
    /// The limbs of x by one of each residue, and q by one of p.
    #[inline(always)]
    fn of(
        x: &[L; LIMBS],
        w: impl Fn(usize) -> L,
        (q, p): (L, L),
        extra: &TwiddleConstants,
    ) -> Self {
        let mut high = L::load(&extra.split);
        let mut low = |x: L, y: L| {
            let before = high;
            high = x.rounding_fma(y, before);
            x.fma(y, before.minus(high))
        };
        let a = low(x[0], w(0));
        let a = a.plus(low(x[1], w(1)));
        let a = a.plus(low(x[2], w(2)));
        let a = a.plus(low(x[3], w(3)));
        let b = low(x[4], w(4));
        let b = b.plus(low(q, p));
        Self { high, low: [a, b] }
    }

    /// The column with what the high part of the one below is worth.
    #[inline(always)]
    fn after(self, below: &Self, constants: &Radix51Constants, extra: &TwiddleConstants) -> Self {
        let above = below.high.minus(L::load(&extra.split));
        self.carried(above, constants)
    }

    /// The low parts as a balanced digit, and the multiple of 2^51 that they are more.
    #[inline(always)]
    fn settle(&self, constants: &Radix51Constants) -> (L, L) {
        let [a, b] = self.low;
        let split = L::load(&constants.split);
        let above = a.rounding_plus(b).rounding_plus(split).minus(split);
        (a.minus(above).plus(b), above)
    }

    /// The column and a multiple of 2^51 of the one below.
    #[inline(always)]
    fn carried(self, above: L, constants: &Radix51Constants) -> Self {
        let [a, b] = self.low;
        let b = above.fma(L::load(&constants.weight), b);
        Self {
            low: [a, b],
            ..self
        }
    }

    /// All of a column, where that is a double: of limb 4 it is, since there is nothing above it.
    #[inline(always)]
    pub fn whole(&self, form: Form, extra: &TwiddleConstants) -> L {
        let [a, b] = self.low;
        let high = self.high.minus(L::load(&extra.split));
        match form {
            Form::TwoSteps => high.plus(a).plus(b),
            // Neither low part may be missing, and both may be too much for a double: their sum is rounded, and what
            // that leaves is added last.
            Form::Centred => {
                let sum = a.rounding_plus(b);
                high.plus(sum).plus(b.minus(sum.minus(a)))
            }
        }
    }
}
