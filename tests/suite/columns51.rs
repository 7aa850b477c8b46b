//! The steps of `fma-single` on pairs of `f64`, natively and for both fields.

use super::radix51::{chain, multiplies};
use core::marker::PhantomData;
use fqmul::field::Element;
use fqmul::field::Modulus;
use fqmul::field::bn254::{Fq, Fr};
use fqmul::kernel::{Kernel, MAX_LANES};
use fqmul::radix::columns51::{self, Constants};
use fqmul::radix::radix51::{self, LIMBS};

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
        let constants = const { &Constants::of::<M>() };
        let [[zero, x0], [x1, x2], [x3, x4]] =
            columns51::multiply(&a.map(|limb| [limb; 2]), &pairs, constants);
        assert_eq!(zero, 0.0, "column 4 is a carry and nothing else");
        [x0, x1, x2, x3, x4]
    }

    fn add(a: &Self::Packed, b: &Self::Packed) -> Self::Packed {
        radix51::add(a, b, const { &radix51::Constants::of::<M>() })
    }

    fn sub(a: &Self::Packed, b: &Self::Packed) -> Self::Packed {
        radix51::sub(a, b, const { &radix51::Constants::of::<M>() })
    }
}

#[test]
fn edge_and_random_products() {
    multiplies::<Single<Fq>>();
    multiplies::<Single<Fr>>();
}

#[test]
fn chains_stay_right() {
    chain::<Single<Fq>>();
    chain::<Single<Fr>>();
}
