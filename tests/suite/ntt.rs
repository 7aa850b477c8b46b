//! Transforms against their definition on num-bigint.

use super::fields::on_every_two_adic_field;
use super::oracle;
use fqmul::bench::error::InputError;
use fqmul::bench::field_ids::FIELDS;
use fqmul::bench::field_transforms::{self, TRANSFORMED};
use fqmul::bench::generator::Generator;
use fqmul::bench::ntt::{TRANSFORMS, geometric, ntt};
use fqmul::field::{Element, TwoAdic, bn254::Fr};
use fqmul::kernel::{Kernel, MAX_LANES};
use fqmul::limbs29::Limbs29;
use fqmul::work::ntt::{Butterflies, MOST_LAYERS, OtherHalf, Transform, TransformError};
use num_bigint::BigUint;

/// Of the small sizes: every parity of layers, and of those that are within a pass.
const SMALL: [u32; 7] = [1, 2, 3, 4, 5, 6, 7];

/// 5^((r-1)/n).
fn root(n: usize) -> BigUint {
    root_of::<Fr>(n)
}

/// g^((p-1)/n).
fn root_of<M: TwoAdic>(n: usize) -> BigUint {
    let p = oracle::modulus::<M, 4>();
    oracle::value(M::GENERATOR).modpow(&((&p - 1u32) / n), &p)
}

/// X\[k\] = Σ x\[j\]·(offset·w^k)^j, by n multiplications each.
fn defined<M: TwoAdic>(x: &[Element<M>], w: &BigUint, offset: &BigUint) -> Vec<Element<M>> {
    let r = oracle::modulus::<M, 4>();
    let x: Vec<_> = x.iter().map(|x| oracle::value(*x)).collect();
    (0..x.len())
        .map(|k| {
            let point = w.modpow(&BigUint::from(k), &r) * offset % &r;
            let horner = |sum: BigUint, x: &BigUint| (sum * &point + x) % &r;
            oracle::element(&x.iter().rev().fold(BigUint::ZERO, horner))
        })
        .collect()
}

/// Values that differ in each lane, all alike, one that is not 0, and the ends of the field.
fn inputs<M: TwoAdic>(n: usize) -> Vec<Vec<Element<M>>> {
    let mut generator = Generator::new(n as u64);
    let largest = oracle::element::<M, 4>(&(oracle::modulus::<M, 4>() - 1u32));
    let mut delta = vec![Element::ZERO; n];
    delta[n - 1] = Element::ONE;
    let edges = oracle::edge_values::<M, 4>();
    vec![
        (0..n).map(|_| generator.element()).collect(),
        vec![Element::ZERO; n],
        vec![largest; n],
        // All ends of one lane, and zeros in the other.
        (0..n)
            .map(|i| if i % 2 == 1 { largest } else { Element::ZERO })
            .collect(),
        delta,
        edges.iter().copied().cycle().skip(3).take(n).collect(),
    ]
}

#[test]
fn every_transform_is_its_definition() {
    let one = BigUint::from(1u32);
    let offset = BigUint::from(5u32);
    for n in SMALL.map(|log2| 1usize << log2) {
        for x in inputs::<Fr>(n) {
            let plain = defined(&x, &root(n), &one);
            let coset = defined(&x, &root(n), &offset);
            for row in TRANSFORMS.iter().filter(|row| row.available()) {
                let id = row.id;
                let mut transform = ntt(id, &x).expect("it is listed");
                transform.forward();
                assert_eq!(transform.values(), plain, "{id}, {n} values");
                transform.inverse();
                assert_eq!(transform.values(), x, "{id}, {n} values and back");
                transform.coset_forward();
                assert_eq!(transform.values(), coset, "{id}, {n} values on the coset");
                transform.coset_inverse();
                assert_eq!(
                    transform.values(),
                    x,
                    "{id}, {n} values on the coset and back"
                );
            }
        }
    }
}

/// Depth first from a quarter of a megabyte on; again and again, so that no range grows from one transform
/// to the next.
#[test]
fn large_transforms_have_the_closed_form() {
    let r = oracle::modulus::<Fr, 4>();
    for log2 in [12, 13, 15] {
        let n = 1usize << log2;
        let x = geometric(6, n).expect("there is room");
        let (a, ratio) = {
            let mut generator = Generator::new(6);
            let mut draw = || oracle::value::<Fr, 4>(generator.element());
            (draw(), draw())
        };
        assert_eq!(oracle::value(x[1]), &a * &ratio % &r);
        let numerator = a * (ratio.modpow(&BigUint::from(n), &r) + &r - 1u32);
        for row in TRANSFORMS.iter().filter(|row| row.available()) {
            let mut transform = ntt(row.id, &x).expect("it is listed");
            transform.prepare().expect("there is room");
            transform.forward();
            for (k, value) in transform
                .values()
                .into_iter()
                .enumerate()
                .step_by(n / 64 + 1)
            {
                let point = root(n).modpow(&BigUint::from(k), &r) * &ratio + &r - 1u32;
                assert_eq!(
                    oracle::value(value) * point % &r,
                    &numerator % &r,
                    "{}, {k}",
                    row.id
                );
            }
            // Four transforms are n² times the values.
            for _ in 0..3 {
                transform.forward();
            }
            let square = BigUint::from(n) * n;
            let expected = x
                .iter()
                .map(|x| oracle::element(&(oracle::value(*x) * &square)));
            assert!(transform.values().into_iter().eq(expected), "{}", row.id);
        }
    }
}

fn bytes<M: TwoAdic>(elements: &[Element<M>]) -> Vec<u8> {
    elements.iter().flat_map(|x| x.to_bytes()).collect()
}

/// The ids of a field.
fn ids<M: TwoAdic>() -> impl Iterator<Item = &'static str> {
    let named = FIELDS.iter().filter(|(_, name)| *name == M::NAME);
    named.map(|(id, _)| *id)
}

/// By every kernel of every field, there and back.
fn is_the_definition<M: TwoAdic>() {
    let one = BigUint::from(1u32);
    for n in SMALL.map(|log2| 1usize << log2) {
        for x in inputs::<M>(n) {
            let right = bytes(&defined(&x, &root_of::<M>(n), &one));
            for id in ids::<M>() {
                for kernel in kernels(id) {
                    let ntt = |values: &[u8], inverse| {
                        field_transforms::ntt(id, kernel, values, inverse).expect("it is listed")
                    };
                    let got = ntt(&bytes(&x), false);
                    assert_eq!(got, right, "{kernel} in {id}, {n} values");
                    assert_eq!(ntt(&got, true), bytes(&x), "{kernel} in {id}, {n} and back");
                }
            }
        }
    }
}

/// Those that are right on this engine.
fn kernels(field: &str) -> impl Iterator<Item = &'static str> {
    let row = TRANSFORMED.iter().find(|(id, _)| *id == field);
    let (_, kernels) = row.expect("it is listed");
    let here = kernels.iter().map(|(id, _)| *id);
    here.filter(|id| fqmul::bench::selection::find(id).is_ok())
}

#[test]
fn every_transform_in_every_field_is_its_definition() {
    on_every_two_adic_field!(is_the_definition);
}

/// Depth first, of a geometric progression, and of what that is transformed to.
fn has_the_closed_form<M: TwoAdic>() {
    const LOG2: u32 = 15;
    let (p, n) = (oracle::modulus::<M, 4>(), 1usize << LOG2);
    // x[j] = q^j has X[k] = (q^n - 1)/(q·w^k - 1).
    let q = oracle::value(Generator::new(3).element::<M, 4>());
    let values: Vec<_> = core::iter::successors(Some(BigUint::from(1u32)), |x| Some(x * &q % &p))
        .take(n)
        .map(|x| oracle::element::<M, 4>(&x))
        .collect();
    let numerator = q.modpow(&BigUint::from(n), &p) + &p - 1u32;
    let id = ids::<M>().next().expect("it has an id");
    for kernel in kernels(id) {
        let ntt =
            |values: &[u8]| field_transforms::ntt(id, kernel, values, false).expect("it is listed");
        let got = ntt(&bytes(&values));
        for k in (0..n).step_by(n / 64 + 1) {
            let value = BigUint::from_bytes_le(&got[32 * k..][..32]);
            let point = root_of::<M>(n).modpow(&BigUint::from(k), &p) * &q + &p - 1u32;
            assert_eq!(value * point % &p, &numerator % &p, "{kernel} in {id}, {k}");
        }
        // Twice is n times the values in the opposite order.
        let mut right: Vec<_> = values
            .iter()
            .map(|x| oracle::element::<M, 4>(&(oracle::value(*x) * n)))
            .collect();
        right[1..].reverse();
        assert!(ntt(&got) == bytes(&right), "{kernel} in {id}, twice");
    }
}

#[test]
fn large_transforms_in_every_field_have_the_closed_form() {
    on_every_two_adic_field!(has_the_closed_form);
}

#[test]
fn what_is_no_transform_of_a_field_is_named() {
    let message = |field, kernel, values: &[u8]| {
        let error = field_transforms::ntt(field, kernel, values, false).expect_err("it is bad");
        error.to_string()
    };
    let two = [0; 64];
    let unknown = message("bn254-fq", "limbs29", &two);
    assert!(unknown.starts_with("field: unknown name \"bn254-fq\""));
    for (field, kernels) in TRANSFORMED {
        assert!(unknown.contains(field), "{field}");
        let unknown = message(field, "multi3", &two);
        assert!(unknown.starts_with("kernel: unknown id \"multi3\""));
        assert!(kernels.iter().all(|(kernel, _)| unknown.contains(kernel)));
        let (kernel, _) = kernels[0];
        for length in [0, 31, 32, 33, 63, 65, 96] {
            let wrong = message(field, kernel, &vec![0; length]);
            assert!(wrong.starts_with("values: 2 to 2^22 elements"), "{length}");
        }
        let large = field_transforms::ntt(field, kernel, &[0xff; 64], true);
        assert!(matches!(large, Err(InputError::Element(_))), "{field}");
    }
}

/// Every number of rows and columns, and one whose columns are not all copied together.
#[test]
fn the_other_half_of_the_roots_is_the_definition() {
    struct Checked;
    impl Checked {
        fn on<K: Butterflies<Modulus = Fr>>(&self) {
            for log2 in SMALL {
                let n = 1usize << log2;
                let mut half = OtherHalf::<K>::new(log2).expect("there is room");
                for coefficients in inputs::<Fr>(n) {
                    let on_roots = defined(&coefficients, &root(n), &BigUint::from(1u32));
                    let mut on_coset = defined(&coefficients, &root(n), &root(2 * n));
                    on_coset[1..].reverse();
                    let mut values: Vec<_> = on_roots.chunks(K::LANES).map(K::load).collect();
                    half.reversed(&mut values).expect("there are n");
                    let got = values
                        .iter()
                        .flat_map(|x| K::store(x).into_iter().take(K::LANES));
                    assert!(got.eq(on_coset), "{n} values");
                }
                let mut more = vec![K::load(&[Element::ONE; MAX_LANES][..K::LANES]); n + 1];
                let refused = half.reversed(&mut more);
                let (given, size) = ((n + 1) * K::LANES, n);
                assert_eq!(refused, Err(TransformError::Values { given, size }));
            }
            for log2_size in [0, MOST_LAYERS + 1, u32::MAX] {
                let error = OtherHalf::<K>::new(log2_size).err();
                assert_eq!(error, Some(TransformError::Size { log2_size }));
            }
        }
    }
    Checked.on::<Limbs29<Fr>>();
    #[cfg(target_feature = "simd128")]
    Checked.on::<fqmul::simd_mul::Simd<Fr>>();
    #[cfg(target_feature = "relaxed-simd")]
    {
        use fqmul::fma::{FmaPair, Fused, IfFused, if_fused};
        impl IfFused for Checked {
            type Output = ();
            fn run<F: Fused>(self) {
                self.on::<FmaPair<Fr, F>>();
            }
        }
        if_fused(Checked).expect("Node rounds once");
    }
}

/// The same as by two transforms, of sizes that are passed depth first, and again with the same roots.
#[test]
fn the_other_half_of_many_roots_is_that_of_two_transforms() {
    type K = Limbs29<Fr>;
    for log2 in [11, 14] {
        let x = geometric(7, 1 << log2).expect("there is room");
        let mut transform = Transform::<K>::new(log2).expect("there is room");
        let coset = transform
            .coset(oracle::element(&root(2 << log2)))
            .expect("it is not 0");
        let mut expected: Vec<_> = x.iter().map(|x| K::load(&[*x])).collect();
        transform.inverse(&mut expected).expect("there are n");
        transform
            .forward_on(&coset, &mut expected)
            .expect("there are n");
        expected[1..].reverse();
        let expected: Vec<_> = expected.iter().map(|x| K::store(x)[0]).collect();
        let mut half = OtherHalf::<K>::new(log2).expect("there is room");
        for _ in 0..2 {
            let mut values: Vec<_> = x.iter().map(|x| K::load(&[*x])).collect();
            half.reversed(&mut values).expect("there are n");
            assert!(
                values
                    .iter()
                    .map(|x| K::store(x)[0])
                    .eq(expected.iter().copied())
            );
        }
    }
}

#[test]
fn what_is_no_transform_is_named() {
    let message = |id: &str, n: usize| {
        let values = vec![Element::ZERO; n];
        ntt(id, &values).err().expect("there is none").to_string()
    };
    assert!(message("none", 2).starts_with("kernel: unknown id \"none\""));
    for n in [0, 1, 3, 12] {
        assert!(
            message("limbs29", n).starts_with("values: 2 to 2^22 elements"),
            "{n}"
        );
    }
}

#[test]
fn a_coset_of_another_size_is_refused_and_one_by_0() {
    type K = Limbs29<Fr>;
    let new = |log2| Transform::<K>::new(log2).expect("there is room");
    let (mut eight, sixteen) = (new(3), new(4));
    let values = [K::load(&[Element::ONE]); 8];
    for (other, given) in [(&sixteen, 16), (&new(2), 4)] {
        let coset = other.coset(Fr::GENERATOR).expect("it is not 0");
        let mut got = values;
        let refused = Err(TransformError::Coset { given, size: 8 });
        assert_eq!(eight.forward_on(&coset, &mut got), refused);
        assert_eq!(eight.inverse_on(&coset, &mut got), refused);
        assert_eq!(got, values, "nothing is done");
    }
    // Those of any transform of the same size are the same.
    let coset = new(3).coset(Fr::GENERATOR).expect("it is not 0");
    let mut got = values;
    eight
        .forward_on(&coset, &mut got)
        .expect("it is of this size");
    eight
        .inverse_on(&coset, &mut got)
        .expect("it is of this size");
    assert_eq!(got.map(|x| K::store(&x)[0]), [Element::ONE; 8]);
    assert_eq!(
        eight.coset(Element::ZERO).err(),
        Some(TransformError::ZeroOffset)
    );
    let mut few = [K::load(&[Element::ONE]); 4];
    let refused = Err(TransformError::Values { given: 4, size: 8 });
    assert_eq!(eight.forward(&mut few), refused);
    assert_eq!(eight.inverse(&mut few), refused);
    for log2_size in [0, MOST_LAYERS + 1, 64, u32::MAX] {
        let error = Transform::<K>::new(log2_size).err();
        assert_eq!(error, Some(TransformError::Size { log2_size }));
    }
}
