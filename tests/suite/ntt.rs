//! Transforms against their definition on num-bigint.

use super::oracle;
use fqmul::bench::generator::Generator;
use fqmul::bench::ntt::{TRANSFORMS, geometric, ntt};
use fqmul::field::{Element, bn254::Fr};
use fqmul::kernel::{Kernel, MAX_LANES};
use fqmul::limbs29::Limbs29;
use fqmul::work::ntt::{Butterflies, GENERATOR, MOST_LAYERS, OtherHalf, Transform, TransformError};
use num_bigint::BigUint;

/// Of the small sizes: every parity of layers, and of those that are within a pass.
const SMALL: [u32; 7] = [1, 2, 3, 4, 5, 6, 7];

/// 5^((r-1)/n).
fn root(n: usize) -> BigUint {
    let r = oracle::modulus::<Fr>();
    BigUint::from(5u32).modpow(&((&r - 1u32) / n), &r)
}

/// X\[k\] = Σ x\[j\]·(offset·w^k)^j, by n multiplications each.
fn defined(x: &[Element<Fr>], w: &BigUint, offset: &BigUint) -> Vec<Element<Fr>> {
    let r = oracle::modulus::<Fr>();
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
fn inputs(n: usize) -> Vec<Vec<Element<Fr>>> {
    let mut generator = Generator::new(n as u64);
    let largest = oracle::element::<Fr>(&(oracle::modulus::<Fr>() - 1u32));
    let mut delta = vec![Element::ZERO; n];
    delta[n - 1] = Element::ONE;
    let edges = oracle::edge_values::<Fr>();
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
        for x in inputs(n) {
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
    let r = oracle::modulus::<Fr>();
    for log2 in [12, 13, 15] {
        let n = 1usize << log2;
        let x = geometric(6, n).expect("there is room");
        let (a, ratio) = {
            let mut generator = Generator::new(6);
            let mut draw = || oracle::value::<Fr>(generator.element());
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

/// Every number of rows and columns, and one whose columns are not all copied together.
#[test]
fn the_other_half_of_the_roots_is_the_definition() {
    struct Checked;
    impl Checked {
        fn on<K: Butterflies<Modulus = Fr>>(&self) {
            for log2 in SMALL {
                let n = 1usize << log2;
                let mut half = OtherHalf::<K>::new(log2).expect("there is room");
                for coefficients in inputs(n) {
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
        let coset = other.coset(GENERATOR).expect("it is not 0");
        let mut got = values;
        let refused = Err(TransformError::Coset { given, size: 8 });
        assert_eq!(eight.forward_on(&coset, &mut got), refused);
        assert_eq!(eight.inverse_on(&coset, &mut got), refused);
        assert_eq!(got, values, "nothing is done");
    }
    // Those of any transform of the same size are the same.
    let coset = new(3).coset(GENERATOR).expect("it is not 0");
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
