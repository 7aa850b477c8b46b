//! The bounds of `fma-single`: its steps on pairs of [`Bound`]s.

use super::bounds_fma::{Bound, closes, is_sum_of_products, limbs};
use super::fields::on_every_field;
use core::cell::Cell;
use fqmul::field::Modulus;
use fqmul::field::bn254::Fq;
use fqmul::radix::columns51::{self, ColumnLanes, Columns51Constants, Room};
use fqmul::radix::radix51::{Constant, DoubleLanes, LIMBS};

/// What goes wrong once, at the step with that number of its kind.
#[derive(Clone, Copy, PartialEq)]
enum Fault {
    /// What should move to another lane stays.
    Carry(usize),
    /// The constant is twice what it should be.
    Constant(usize),
}

thread_local! {
    static FAULT: Cell<Option<Fault>> = const { Cell::new(None) };
    /// Steps of either kind so far.
    static STEPS: Cell<[usize; 2]> = const { Cell::new([0; 2]) };
}

/// Whether the next step of a kind is the one that goes wrong.
fn fails(kind: fn(usize) -> Fault) -> bool {
    let index = usize::from(kind(0) == Fault::Constant(0));
    let mut steps = STEPS.get();
    let number = steps[index];
    steps[index] += 1;
    STEPS.set(steps);
    FAULT.get() == Some(kind(number))
}

#[derive(Clone, Copy, Debug)]
struct Pair([Bound; 2]);

impl Pair {
    /// A step in both lanes. The same step on the same values has the same result, rounding and all.
    fn each<const N: usize>(operands: [Self; N], step: impl Fn([Bound; N]) -> Bound) -> Self {
        let [low, high] = [0, 1].map(|lane| operands.map(|operand| operand.0[lane]));
        let result = step(low);
        Self([result, if low == high { result } else { step(high) }])
    }
}

impl DoubleLanes for Pair {
    fn load(constant: &Constant) -> Self {
        let mut constant = constant.0;
        // 0 is no constant to get wrong.
        if constant != [0.0; 2] && fails(Fault::Constant) {
            constant = constant.map(|x| 2.0 * x);
        }
        let [low, high] = constant;
        let bound = Bound::constant(low);
        Self([
            bound,
            if low == high {
                bound
            } else {
                Bound::constant(high)
            },
        ])
    }

    fn fma(self, factor: Self, addend: Self) -> Self {
        Self::each([self, factor, addend], |[a, b, c]| a.fma(b, c))
    }

    fn plus(self, other: Self) -> Self {
        Self::each([self, other], |[a, b]| a.plus(b))
    }

    fn minus(self, other: Self) -> Self {
        Self::each([self, other], |[a, b]| a.minus(b))
    }

    fn rounding_fma(self, factor: Self, addend: Self) -> Self {
        Self::each([self, factor, addend], |[a, b, c]| a.rounding_fma(b, c))
    }

    fn rounding_plus(self, other: Self) -> Self {
        Self::each([self, other], |[a, b]| a.rounding_plus(b))
    }

    fn rounding_times(self, factor: Self) -> Self {
        Self::each([self, factor], |[a, b]| a.rounding_times(b))
    }

    fn round(self) -> Self {
        Self::each([self], |[a]| a.round())
    }

    fn fma_to_multiple<const WIDTH: u32>(self, factor: Self, addend: Self) -> Self {
        self.fma(factor, addend)
    }
}

impl ColumnLanes for Pair {
    fn low(self) -> Self {
        Self([self.0[0]; 2])
    }

    fn high(self) -> Self {
        Self([self.0[1]; 2])
    }

    fn lows(self, other: Self) -> Self {
        let moved = if fails(Fault::Carry) { self } else { other };
        Self([self.0[0], moved.0[0]])
    }

    fn before(self, next: Self) -> Self {
        let moved = if fails(Fault::Carry) {
            next.0[0]
        } else {
            self.0[1]
        };
        Self([moved, next.0[0]])
    }

    fn low_multiple_of_radix(self) -> Self {
        Self([self.0[0].multiple_of_radix(), self.0[1]])
    }
}

/// Limbs in pairs with the one above, from limb `first` on, where limb -1 and limb 5 are 0.
fn pairs<const N: usize>(limbs: &[Bound; LIMBS], first: isize) -> [Pair; N] {
    let limb = |i: isize| {
        let limb = usize::try_from(i).ok().and_then(|i| limbs.get(i));
        limb.copied().unwrap_or_else(|| Bound::constant(0.0))
    };
    core::array::from_fn(|i| [first, first + 1].map(|at| limb(at + i as isize))).map(Pair)
}

/// The result is a·b, in range.
fn proven<M: Modulus>(out: [Pair; 3], a: &[Bound; LIMBS], b: &[Bound; LIMBS]) {
    let [Pair([zero, x0]), Pair([x1, x2]), Pair([x3, x4])] = out;
    assert!(zero.is_zero(), "column 4 is a carry and nothing else");
    let out = [x0, x1, x2, x3, x4];
    closes::<M>(&out, 0.5);
    is_sum_of_products::<M>(&out, &[a], &[b]);
}

/// The proof for a modulus. Returns the number of steps of either kind.
fn multiply<M: Modulus>(fault: Option<Fault>) -> [usize; 2] {
    FAULT.set(fault);
    let [a, b] = [0, 1].map(|_| limbs::<M>(0.5).map(Bound::integer));
    let constants = const { &Columns51Constants::of::<M>() };
    let splats = a.map(|limb| Pair([limb; 2]));
    let room = Room::of::<M>();
    let product = columns51::multiply(&splats, &pairs(&b, -1), room, constants);
    proven::<M>(product, &a, &b);
    STEPS.get()
}

fn square<M: Modulus>() {
    FAULT.set(None);
    let a = limbs::<M>(0.5).map(Bound::integer);
    let constants = const { &Columns51Constants::of::<M>() };
    let splats = a.map(|limb| Pair([limb; 2]));
    let room = Room::of::<M>();
    let square = columns51::square(&splats, &pairs(&a, 0), room, constants);
    proven::<M>(square, &a, &a);
}

#[test]
fn every_exact_step_is_exact_and_limbs_stay_in_range() {
    fn right<M: Modulus>() {
        multiply::<M>(None);
    }
    on_every_field!(right);
}

#[test]
fn so_do_those_of_the_square() {
    on_every_field!(square);
}

/// Each in a thread of its own, which has a ledger of its own.
fn is_caught(fault: Fault) -> bool {
    std::thread::spawn(move || multiply::<Fq>(Some(fault)))
        .join()
        .is_err()
}

#[test]
fn a_lost_carry_or_a_wrong_constant_is_caught() {
    let [carries, constants] = std::thread::spawn(|| multiply::<Fq>(None))
        .join()
        .expect("right");
    assert!(carries > 10 && constants > 50);
    for i in 0..carries {
        assert!(is_caught(Fault::Carry(i)), "carry {i}");
    }
    let missed: Vec<_> = (0..constants)
        .filter(|&i| !is_caught(Fault::Constant(i)))
        .collect();
    // SumConstants may be twice as large in columns 0 and 1, and in column 4.
    assert_eq!(missed.len(), 2, "{missed:?} of {constants}");
}
