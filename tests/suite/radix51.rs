//! The steps of the fused multiply-add kernels on `f64`, natively and for both fields.

use crate::oracle;
use core::marker::PhantomData;
use fqmul::batch::{self, Generator};
use fqmul::element::Element;
use fqmul::kernel::{Kernel, MAX_LANES};
use fqmul::modulus::{Fq, Fr, Modulus};
use fqmul::radix51::{self, Constants, LIMBS};
use num_bigint::BigUint;
use wasm_bindgen_test::wasm_bindgen_test;

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
        [Element::new(radix51::join::<M>(packed)); MAX_LANES]
    }

    fn mul(a: &Self::Packed, b: &Self::Packed) -> Self::Packed {
        radix51::multiply::<_, false>(a, b, const { &Constants::of::<M>() })
    }

    fn add(a: &Self::Packed, b: &Self::Packed) -> Self::Packed {
        radix51::add(a, b, const { &Constants::of::<M>() })
    }

    fn sub(a: &Self::Packed, b: &Self::Packed) -> Self::Packed {
        radix51::sub(a, b, const { &Constants::of::<M>() })
    }
}

fn multiplies<K: Kernel>() {
    let mut generator = Generator::new(51);
    let edges = oracle::edge_values::<K::Modulus>();
    let (mut a, mut b): (Vec<_>, Vec<_>) = edges
        .iter()
        .flat_map(|&a| edges.iter().map(move |&b| (a, b)))
        .unzip();
    for _ in 0..4001 {
        a.push(generator.element());
        b.push(generator.element());
    }
    let products = batch::products::<K>(&a, &b);
    for ((a, b), product) in a.into_iter().zip(b).zip(products) {
        assert_eq!(product, oracle::product(a, b), "{a:?} · {b:?}");
    }
}

#[wasm_bindgen_test(unsupported = test)]
fn edge_and_random_products() {
    multiplies::<OneLane<Fq>>();
    multiplies::<OneLane<Fr>>();
}

fn chain<M: Modulus>() {
    let mut generator = Generator::new(7);
    let (a, b) = (generator.element(), generator.element());
    let (mut previous, mut current) = (OneLane::<M>::load(&[a]), OneLane::<M>::load(&[b]));
    let (mut x, mut y) = (a, b);
    for i in 0..1000 {
        (previous, current) = (current, OneLane::<M>::mul(&current, &previous));
        (x, y) = (y, oracle::product(y, x));
        assert_eq!(OneLane::<M>::store(&current)[0], y, "after {i} products");
    }
}

#[wasm_bindgen_test(unsupported = test)]
fn chains_stay_right() {
    chain::<Fq>();
    chain::<Fr>();
}

fn limbs_are_balanced<M: Modulus>() {
    let p = oracle::modulus::<M>();
    let half = 2f64.powi(50);
    for element in oracle::edge_values::<M>() {
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

#[wasm_bindgen_test(unsupported = test)]
fn limbs_are_balanced_and_join_again() {
    limbs_are_balanced::<Fq>();
    limbs_are_balanced::<Fr>();
}
