//! The steps of `fma-single` on pairs of `f64`: a kernel that the templates run natively, where no v128
//! is.

use super::radix51::RADIX;
use core::marker::PhantomData;
use fqmul::field::Element;
use fqmul::field::Modulus;
use fqmul::kernel::{Kernel, MAX_LANES};
use fqmul::radix::columns51::{self, ColumnLanes, Columns51Constants, Room};
use fqmul::radix::linear51;
use fqmul::radix::radix51::{self, Constant, DoubleLanes, LIMBS};

impl DoubleLanes for [f64; 2] {
    fn load(constant: &Constant) -> Self {
        constant.0
    }

    fn fma(self, factor: Self, addend: Self) -> Self {
        core::array::from_fn(|i| self[i].mul_add(factor[i], addend[i]))
    }

    fn plus(self, other: Self) -> Self {
        core::array::from_fn(|i| self[i] + other[i])
    }

    fn minus(self, other: Self) -> Self {
        core::array::from_fn(|i| self[i] - other[i])
    }

    fn rounding_fma(self, factor: Self, addend: Self) -> Self {
        self.fma(factor, addend)
    }

    fn rounding_plus(self, other: Self) -> Self {
        self.plus(other)
    }

    fn rounding_times(self, factor: Self) -> Self {
        [self[0] * factor[0], self[1] * factor[1]]
    }

    fn round(self) -> Self {
        self.map(f64::round_ties_even)
    }

    fn fma_to_multiple<const WIDTH: u32>(self, factor: Self, addend: Self) -> Self {
        self.fma(factor, addend)
    }
}

impl ColumnLanes for [f64; 2] {
    fn low(self) -> Self {
        [self[0]; 2]
    }

    fn high(self) -> Self {
        [self[1]; 2]
    }

    fn lows(self, other: Self) -> Self {
        [self[0], other[0]]
    }

    fn before(self, next: Self) -> Self {
        [self[1], next[0]]
    }

    fn low_multiple_of_radix(self) -> Self {
        assert!(self[0] % RADIX == 0.0);
        self
    }
}

/// `fma-single` with pairs of `f64`.
pub struct Single<M>(PhantomData<M>);

impl<M: Modulus> Kernel for Single<M> {
    type Modulus = M;
    type Packed = [f64; LIMBS];
    const LANES: usize = 1;
    const RADIX_BITS: u32 = radix51::RADIX_BITS;

    fn pack(lanes: &[Element<M>]) -> Self::Packed {
        radix51::split::<M>(lanes[0].integer())
    }

    fn unpack(packed: &Self::Packed) -> [Element<M>; MAX_LANES] {
        [Element::new(radix51::join::<M>(packed)).expect("canonical"); MAX_LANES]
    }

    fn mul(a: &Self::Packed, b: &Self::Packed) -> Self::Packed {
        let limb = |i: usize| {
            if (1..=LIMBS).contains(&i) {
                b[i - 1]
            } else {
                0.0
            }
        };
        let pairs = core::array::from_fn(|i| [limb(i), limb(i + 1)]);
        let constants = const { &Columns51Constants::of::<M>() };
        let [[zero, x0], [x1, x2], [x3, x4]] =
            columns51::multiply(&a.map(|limb| [limb; 2]), &pairs, Room::of::<M>(), constants);
        assert_eq!(zero, 0.0, "column 4 is a carry and nothing else");
        [x0, x1, x2, x3, x4]
    }

    fn square(a: &Self::Packed) -> Self::Packed {
        let pairs = core::array::from_fn(|i| [a[i], a.get(i + 1).copied().unwrap_or(0.0)]);
        let constants = const { &Columns51Constants::of::<M>() };
        let [[zero, x0], [x1, x2], [x3, x4]] =
            columns51::square(&a.map(|limb| [limb; 2]), &pairs, Room::of::<M>(), constants);
        assert_eq!(zero, 0.0, "column 4 is a carry and nothing else");
        [x0, x1, x2, x3, x4]
    }

    fn add(a: &Self::Packed, b: &Self::Packed) -> Self::Packed {
        linear51::sum([a, b], const { &radix51::Radix51Constants::of::<M>() })
    }

    fn sub(a: &Self::Packed, b: &Self::Packed) -> Self::Packed {
        linear51::sub(a, b, const { &radix51::Radix51Constants::of::<M>() })
    }
}
