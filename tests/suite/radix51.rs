//! The steps of `fma-pair` on `f64`: a kernel that the templates run natively, where no v128 is.

use super::fields::on_every_field;
use super::oracle;
use core::marker::PhantomData;
use fqmul::field::Element;
use fqmul::field::Modulus;
use fqmul::kernel::{Kernel, MAX_LANES};
use fqmul::radix::radix51::{self, Constant, DoubleLanes, Form, LIMBS, Radix51Constants, WIDTH};
use fqmul::radix::sums51::{self, SumConstants};
use fqmul::radix::{linear51, product51};
use num_bigint::BigUint;

/// 2^51.
pub const RADIX: f64 = (1u64 << WIDTH) as f64;

impl DoubleLanes for f64 {
    fn load(constant: &Constant) -> Self {
        constant.0[0]
    }

    fn fma(self, factor: Self, addend: Self) -> Self {
        self.mul_add(factor, addend)
    }

    fn plus(self, other: Self) -> Self {
        self + other
    }

    fn minus(self, other: Self) -> Self {
        self - other
    }

    fn rounding_fma(self, factor: Self, addend: Self) -> Self {
        self.mul_add(factor, addend)
    }

    fn rounding_plus(self, other: Self) -> Self {
        self + other
    }

    fn rounding_times(self, factor: Self) -> Self {
        self * factor
    }

    fn round(self) -> Self {
        f64::round_ties_even(self)
    }

    fn fma_to_multiple<const WIDTH: u32>(self, factor: Self, addend: Self) -> Self {
        let multiple = self.mul_add(factor, addend);
        assert!(multiple % (1u64 << WIDTH) as f64 == 0.0);
        multiple
    }
}

/// `fma-pair` with one lane, an `f64`.
pub struct OneLane<M>(PhantomData<M>);

impl<M: Modulus> Kernel for OneLane<M> {
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
        let constants = const { &Radix51Constants::of::<M>() };
        product51::multiply(a, b, Form::of::<M>(), constants)
    }

    fn square(a: &Self::Packed) -> Self::Packed {
        let constants = const { &Radix51Constants::of::<M>() };
        product51::square(a, Form::of::<M>(), constants)
    }

    fn add(a: &Self::Packed, b: &Self::Packed) -> Self::Packed {
        linear51::sum([a, b], const { &Radix51Constants::of::<M>() })
    }

    fn sub(a: &Self::Packed, b: &Self::Packed) -> Self::Packed {
        linear51::sub(a, b, const { &Radix51Constants::of::<M>() })
    }

    fn sum_of_products<const N: usize>(
        a: [&Self::Packed; N],
        b: [&Self::Packed; N],
    ) -> Self::Packed {
        sums51::sum_of_products::<_, M, N>(
            a,
            b,
            const { &Radix51Constants::of::<M>() },
            const { &SumConstants::NEW },
        )
    }
}

fn limbs_are_balanced<M: Modulus>() {
    let p = oracle::modulus::<M, 4>();
    let half = 2f64.powi(50);
    for element in oracle::edge_values::<M, 4>() {
        let limbs = radix51::split::<M>(element.integer());
        assert!(
            limbs[..4].iter().all(|limb| (-half..half).contains(limb)),
            "{limbs:?}"
        );
        // Offset by 2^50 in each limb, the value is a sum of digits.
        let offset = |x: BigUint, limb: f64| (x << 51u32) + BigUint::from((limb + half) as u64);
        let (value, zero) = (
            limbs
                .iter()
                .rev()
                .fold(BigUint::ZERO, |x, &limb| offset(x, limb)),
            [0.0; LIMBS]
                .iter()
                .fold(BigUint::ZERO, |x, &limb| offset(x, limb)),
        );
        assert_eq!((value + &p - zero) % &p, oracle::value(element));
        assert_eq!(radix51::join::<M>(&limbs), *element.integer());
    }
}

#[test]
fn limbs_are_balanced_and_join_again() {
    on_every_field!(limbs_are_balanced);
}
