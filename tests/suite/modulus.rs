//! The constants of both fields against num-bigint, and the boundary's validation.

use super::fields::on_every_field;
use super::oracle;
use fqmul::bench::selection;
use fqmul::field::Element;
use fqmul::field::ElementError;
use fqmul::field::bn254::{Fq, Fr};
use fqmul::field::{Modulus, integer};
use num_bigint::BigUint;

fn words(value: &BigUint) -> [u64; 4] {
    let mut digits = value.to_u64_digits();
    digits.resize(4, 0);
    digits.try_into().expect("below 2^256")
}

fn constants_of<M: Modulus>() {
    let p = oracle::modulus::<M, 4>();
    let one = BigUint::from(1u32);
    for exponent in [0, 1, 29, 253, 254, 255, 256, 261, 512, 522] {
        let power = (&one << exponent) % &p;
        assert_eq!(integer::power_of_two(exponent, &M::P), words(&power));
        let inverse = oracle::value(
            Element::<M>::new(integer::inverse_power_of_two(exponent, &M::P)).expect("reduced"),
        );
        assert_eq!(inverse * power % &p, one, "2^-{exponent}");
    }
    let word = &one << 64u32;
    assert_eq!(
        (&p * integer::negated_inverse(&M::P) + &one) % &word,
        BigUint::ZERO
    );
    let (a, b) = oracle::edge_pairs::<M, 4>();
    for (a, b) in a.into_iter().zip(b) {
        let product = integer::multiply(a.integer(), b.integer(), &M::P);
        let scaled = oracle::value(Element::<M>::new(product).expect("reduced")) << 256u32;
        assert_eq!(
            scaled % &p,
            oracle::value(oracle::product(a, b)),
            "{a:?} · {b:?}"
        );
        assert_eq!(a + b, oracle::sum(a, b));
        assert_eq!(a - b, oracle::difference(a, b));
        assert_eq!(-a, oracle::difference(Element::ZERO, a));
    }
    let limbs: [u64; 9] = integer::split(&M::P, 29);
    let joined = limbs
        .iter()
        .rev()
        .fold(BigUint::ZERO, |value, &limb| (value << 29u32) + limb);
    assert_eq!(joined, p);
    assert!(limbs.iter().all(|&limb| limb < 1 << 29));
}

/// Odd integers of all lengths, with and without a bit to spare: constants need no more of a modulus.
#[test]
fn powers_and_products_modulo_any_odd_integer() {
    modulo_odd::<1>();
    modulo_odd::<4>();
    modulo_odd::<6>();
}

fn modulo_odd<const N: usize>() {
    let value = |x: &[u64; N]| {
        BigUint::from_slice(
            &x.iter()
                .flat_map(|&word| [word as u32, (word >> 32) as u32])
                .collect::<Vec<_>>(),
        )
    };
    let one = BigUint::from(1u32);
    for bits in [
        2, 3, 31, 63, 64, 65, 127, 128, 129, 255, 256, 257, 320, 383, 384,
    ] {
        if bits > 64 * N {
            continue;
        }
        // 2^bits - 1 and 2^(bits - 1) + 1.
        for p in [(&one << bits) - &one, (&one << (bits - 1)) + &one] {
            let mut words = [0; N];
            for (word, digit) in words.iter_mut().zip(p.to_u64_digits()) {
                *word = digit;
            }
            for exponent in [
                0, 1, 63, 64, 65, 253, 255, 256, 257, 384, 512, 522, 768, 1000,
            ] {
                let power = integer::power_of_two(exponent, &words);
                assert_eq!(
                    value(&power),
                    (&one << exponent) % &p,
                    "2^{exponent} mod {p}"
                );
                let inverse = integer::inverse_power_of_two(exponent, &words);
                assert!(value(&inverse) < p);
                assert_eq!(
                    (value(&inverse) << exponent) % &p,
                    &one % &p,
                    "2^-{exponent} mod {p}"
                );
                // The largest, and what is like any.
                let largest = integer::wrapping_sub(&words, &integer::power_of_two(0, &words)).0;
                for (a, b) in [(power, inverse), (largest, largest), (power, largest)] {
                    let product = integer::multiply(&a, &b, &words);
                    assert!(value(&product) < p);
                    let scaled = (value(&product) << (64 * N)) % &p;
                    assert_eq!(scaled, value(&a) * value(&b) % &p, "{a:?} · {b:?} mod {p}");
                }
            }
        }
    }
}

#[test]
fn constants_follow_from_p() {
    on_every_field!(constants_of);
}

#[test]
fn the_primes_are_the_published_ones() {
    let parse = |digits: &[u8]| BigUint::parse_bytes(digits, 10).expect("decimal");
    // EIP-196 and EIP-197.
    let fq = b"21888242871839275222246405745257275088696311157297823662689037894645226208583";
    let fr = b"21888242871839275222246405745257275088548364400416034343698204186575808495617";
    assert_eq!(oracle::modulus::<Fq, 4>(), parse(fq));
    assert_eq!(oracle::modulus::<Fr, 4>(), parse(fr));
}

#[test]
fn bytes_are_validated() {
    let p = oracle::modulus::<Fq, 4>();
    let mut bytes = p.to_bytes_le();
    let not_canonical = ElementError::NotCanonical {
        argument: "a",
        field: "bn254::Fq",
    };
    assert_eq!(
        Element::<Fq>::from_bytes("a", &bytes),
        Err(not_canonical.clone())
    );
    assert_eq!(
        Element::<Fq>::from_bytes("a", &[0xff; 32]),
        Err(not_canonical)
    );
    bytes[0] -= 1;
    let largest = Element::<Fq>::from_bytes("a", &bytes).expect("p - 1 is canonical");
    assert_eq!(largest.to_bytes()[..], bytes);
    for length in [0, 31, 33] {
        let given = vec![0; length];
        assert_eq!(
            Element::<Fq>::from_bytes("b", &given),
            Err(ElementError::Length {
                argument: "b",
                given: length,
                expected: 32,
            })
        );
    }
}

#[test]
fn an_unknown_kernel_is_named_with_the_known_ones() {
    let error = selection::find("multi4")
        .err()
        .expect("unknown")
        .to_string();
    assert!(
        error.starts_with("kernel: unknown id \"multi4\""),
        "{error}"
    );
    assert!(error.contains("multi3-mitigated"), "{error}");
}
