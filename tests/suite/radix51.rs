//! The steps of the fused multiply-add kernels on `f64`, natively and for both fields.

use super::oracle;
use core::marker::PhantomData;
use fqmul::bench::generator::Generator;
use fqmul::bench::results;
use fqmul::field::Element;
use fqmul::field::Modulus;
use fqmul::field::bn254::{Fq, Fr};
use fqmul::kernel::{Kernel, MAX_LANES};
use fqmul::radix::radix51::{self, Constants, LIMBS};
use num_bigint::BigUint;

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
        radix51::multiply(a, b, const { &Constants::of::<M>() })
    }

    fn add(a: &Self::Packed, b: &Self::Packed) -> Self::Packed {
        radix51::add(a, b, const { &Constants::of::<M>() })
    }

    fn sub(a: &Self::Packed, b: &Self::Packed) -> Self::Packed {
        radix51::sub(a, b, const { &Constants::of::<M>() })
    }
}

pub fn multiplies<K: Kernel>() {
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
    let products = results::products::<K>(&a, &b);
    for ((a, b), product) in a.into_iter().zip(b).zip(products) {
        assert_eq!(product, oracle::product(a, b), "{a:?} · {b:?}");
    }
}

#[test]
fn edge_and_random_products() {
    multiplies::<OneLane<Fq>>();
    multiplies::<OneLane<Fr>>();
}

fn squares<M: Modulus>() {
    let mut generator = Generator::new(52);
    let mut elements = oracle::edge_values::<M>();
    elements.extend((0..4001).map(|_| generator.element::<M>()));
    for a in elements {
        let square = radix51::square(&OneLane::<M>::load(&[a]), const { &Constants::of::<M>() });
        assert_eq!(
            OneLane::<M>::store(&square)[0],
            oracle::product(a, a),
            "{a:?}²"
        );
    }
}

#[test]
fn edge_and_random_squares() {
    squares::<Fq>();
    squares::<Fr>();
}

fn sums_of_products<M: Modulus>() {
    let constants = const { &Constants::of::<M>() };
    let mut generator = Generator::new(53);
    let edges = oracle::edge_values::<M>();
    let mut operands: Vec<[Element<M>; 4]> = Vec::new();
    for (i, &x) in edges.iter().enumerate() {
        // Neighbours cancel and add up: edges are sorted, and negatives are among them.
        let (y, opposite) = (edges[(i + 1) % edges.len()], edges[edges.len() - 1 - i]);
        operands.extend([[x, x, x, x], [x, y, opposite, y], [y, x, x, opposite]]);
    }
    operands.extend((0..4001).map(|_| [0; 4].map(|_| generator.element())));
    for [a, b, x, y] in operands {
        let limbs = [a, b, x, y].map(|element| OneLane::<M>::load(&[element]));
        let sum =
            radix51::sum_of_products([&limbs[0], &limbs[2]], [&limbs[1], &limbs[3]], constants);
        let true_sum = oracle::value(a) * oracle::value(b) + oracle::value(x) * oracle::value(y);
        assert_eq!(
            OneLane::<M>::store(&sum)[0],
            oracle::element(&true_sum),
            "{a:?} · {b:?} + {x:?} · {y:?}"
        );
    }
}

#[test]
fn edge_and_random_sums_of_products() {
    sums_of_products::<Fq>();
    sums_of_products::<Fr>();
}

pub fn chain<K: Kernel>() {
    let mut generator = Generator::new(7);
    let (a, b) = (generator.element(), generator.element());
    let (mut previous, mut current) = (K::load(&[a]), K::load(&[b]));
    let (mut x, mut y) = (a, b);
    for i in 0..1000 {
        (previous, current) = (current, K::mul(&current, &previous));
        (x, y) = (y, oracle::product(y, x));
        assert_eq!(K::store(&current)[0], y, "after {i} products");
    }
}

#[test]
fn chains_stay_right() {
    chain::<OneLane<Fq>>();
    chain::<OneLane<Fr>>();
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

#[test]
fn limbs_are_balanced_and_join_again() {
    limbs_are_balanced::<Fq>();
    limbs_are_balanced::<Fr>();
}
