//! Primes that arkworks has no field of, as configurations of ark-ff: of other curves, of hashes and other proof systems,
//! and at the ends of what fits a limb, a word, and four or six words. And what is right in their fields, by num-bigint.

use ark_ff::{AdditiveGroup, BigInt, Fp, MontConfig};
use fqmul::bench::generator::Generator;
use num_bigint::BigUint;

/// The words of a number that is written as hexadecimal digits.
const fn words<const N: usize>(digits: &str) -> [u64; N] {
    let digits = digits.as_bytes();
    let mut words = [0; N];
    let mut i = 0;
    while i < digits.len() {
        let digit = match digits[digits.len() - 1 - i] {
            digit @ b'0'..=b'9' => digit - b'0',
            digit => digit - b'a' + 10,
        };
        words[i / 16] |= (digit as u64) << (4 * (i % 16));
        i += 1;
    }
    words
}

/// Calls a macro with the names of all primes and their numbers of words.
#[allow(unused_macros, reason = "a test takes all of them or few")]
macro_rules! each_prime {
    ($act:ident) => {
        $act! {
            Three 4,
            F257 4,
            Below29Bits 4,
            Above29Bits 4,
            Above30Bits 4,
            Mersenne31 4,
            BabyBear 4,
            Mersenne61 4,
            Goldilocks 4,
            Below64Bits 4,
            Above64Bits 4,
            Mersenne127 4,
            Poly1305 4,
            Secp192r1 4,
            Secp224r1 4,
            BabyJubjubOrder 4,
            Stark 4,
            StarkOrder 4,
            Curve25519 4,
            Curve25519Order 4,
            Secp256r1 4,
            Secp256r1Order 4,
            Sm2 4,
            BrainpoolP256r1 4,
            Below256Bits 4,
            ThreeOfSixWords 6,
            E321 6,
            Below336Bits 6,
            E382 6,
            M383 6,
            Secp384r1 6,
            Secp384r1Order 6,
            BrainpoolP384r1 6,
            Below384Bits 6,
        }
    };
}
#[allow(unused_imports, reason = "as above")]
pub(crate) use each_prime;

/// With those of each kind: of two bits, 1 modulo a limb, with a bit to spare and without one, of four words and of six. A
/// prime takes a second to compile.
#[allow(unused_macros, reason = "as above")]
macro_rules! each_kind_of_prime {
    ($act:ident) => {
        $act! {
            Three 4,
            Stark 4,
            Curve25519 4,
            Secp256r1 4,
            Secp384r1 6,
        }
    };
}
#[allow(unused_imports, reason = "as above")]
pub(crate) use each_kind_of_prime;

macro_rules! primes {
    ($($(#[$source:meta])* $name:ident: $words:literal = $digits:literal;)*) => {$(
        $(#[$source])*
        pub struct $name;

        /// Without roots of unity, which products do not need.
        impl MontConfig<$words> for $name {
            const MODULUS: BigInt<$words> = BigInt::new(words($digits));
            const GENERATOR: Fp<ark_ff::MontBackend<Self, $words>, $words> = Fp::ZERO;
            const TWO_ADIC_ROOT_OF_UNITY: Fp<ark_ff::MontBackend<Self, $words>, $words> = Fp::ZERO;
        }
    )*};
}

primes! {
    /// The least odd prime, of two bits.
    Three: 4 = "3";
    /// 2^8 + 1.
    F257: 4 = "101";
    /// 2^29 - 3.
    Below29Bits: 4 = "1ffffffd";
    /// 2^29 + 11.
    Above29Bits: 4 = "2000000b";
    /// 2^30 + 3.
    Above30Bits: 4 = "40000003";
    /// 2^31 - 1.
    Mersenne31: 4 = "7fffffff";
    /// 15·2^27 + 1.
    BabyBear: 4 = "78000001";
    /// 2^61 - 1.
    Mersenne61: 4 = "1fffffffffffffff";
    /// 2^64 - 2^32 + 1.
    Goldilocks: 4 = "ffffffff00000001";
    /// 2^64 - 59.
    Below64Bits: 4 = "ffffffffffffffc5";
    /// 2^64 + 13.
    Above64Bits: 4 = "1000000000000000d";
    /// 2^127 - 1.
    Mersenne127: 4 = "7fffffffffffffffffffffffffffffff";
    /// 2^130 - 5.
    Poly1305: 4 = "3fffffffffffffffffffffffffffffffb";
    /// 2^192 - 2^64 - 1 (SEC 2).
    Secp192r1: 4 = "fffffffffffffffffffffffffffffffeffffffffffffffff";
    /// 2^224 - 2^96 + 1 (SEC 2).
    Secp224r1: 4 = "ffffffffffffffffffffffffffffffff000000000000000000000001";
    /// Of the prime subgroup of Baby Jubjub (EIP-2494).
    BabyJubjubOrder: 4 = "60c89ce5c263405370a08b6d0302b0bab3eedb83920ee0a677297dc392126f1";
    /// 2^251 + 17·2^192 + 1.
    Stark: 4 = "800000000000011000000000000000000000000000000000000000000000001";
    /// Of the curve over that field.
    StarkOrder: 4 = "800000000000010ffffffffffffffffb781126dcae7b2321e66a241adc64d2f";
    /// 2^255 - 19.
    Curve25519: 4 = "7fffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffed";
    /// Of its prime subgroup (RFC 7748).
    Curve25519Order: 4 = "1000000000000000000000000000000014def9dea2f79cd65812631a5cf5d3ed";
    /// 2^256 - 2^224 + 2^192 + 2^96 - 1 (SEC 2).
    Secp256r1: 4 = "ffffffff00000001000000000000000000000000ffffffffffffffffffffffff";
    /// Of that curve (SEC 2).
    Secp256r1Order: 4 = "ffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551";
    /// 2^256 - 2^224 - 2^96 + 2^64 - 1 (GB/T 32918).
    Sm2: 4 = "fffffffeffffffffffffffffffffffffffffffff00000000ffffffffffffffff";
    /// RFC 5639.
    BrainpoolP256r1: 4 = "a9fb57dba1eea9bc3e660a909d838d726e3bf623d52620282013481d1f6e5377";
    /// 2^256 - 189, the largest of four words.
    Below256Bits: 4 = "ffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff43";
    /// The least odd prime.
    ThreeOfSixWords: 6 = "3";
    /// 2^321 - 9: a bit above five words.
    E321: 6 = "1fffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7";
    /// 2^336 - 3.
    Below336Bits: 6 = "fffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffd";
    /// 2^382 - 105.
    E382: 6 = "3fffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff97";
    /// 2^383 - 187.
    M383: 6 = "7fffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff45";
    /// 2^384 - 2^128 - 2^96 + 2^32 - 1 (SEC 2).
    Secp384r1: 6 = "fffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffeffffffff0000000000000000ffffffff";
    /// Of that curve (SEC 2).
    Secp384r1Order: 6 = "ffffffffffffffffffffffffffffffffffffffffffffffffc7634d81f4372ddf581a0db248b0a77aecec196accc52973";
    /// RFC 5639.
    BrainpoolP384r1: 6 = "8cb91e82a3386d280f5d6f7e50e641df152f7109ed5456b412b1da197fb71123acd3a729901d1a71874700133107ec53";
    /// 2^384 - 317, the largest of six words.
    Below384Bits: 6 = "fffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffec3";
}

/// Operands of the longest sum.
pub const MOST_TERMS: usize = 5;

/// A sum of products of as many operands as it is given.
pub type Sum<const N: usize> = fn(&[[u64; N]], &[[u64; N]]) -> [u64; N];

/// What a drop-in computes. By pointers: what tries them is compiled once, not for each prime.
pub struct Operations<const N: usize> {
    pub prime: [u64; N],
    pub product: fn(&[u64; N], &[u64; N]) -> [u64; N],
    pub square: fn(&[u64; N]) -> [u64; N],
    pub difference: fn(&[u64; N], &[u64; N]) -> [u64; N],
    pub from_montgomery: fn(&[u64; N]) -> [u64; N],
    /// Of one product, of two and so on.
    pub sums: [Sum<N>; MOST_TERMS],
}

pub fn integer(words: &[u64]) -> BigUint {
    let words = words.iter().rev();
    words.fold(BigUint::ZERO, |value, &word| (value << 64u32) + word)
}

pub fn words_of<const N: usize>(value: &BigUint) -> [u64; N] {
    let mut digits = value.to_u64_digits();
    digits.resize(N, 0);
    digits.try_into().expect("it is below p")
}

/// Residues at which limbs, carries and reductions change behaviour, those that found a fault once, and random ones.
pub fn edges<const N: usize>(p: &BigUint) -> Vec<[u64; N]> {
    let one = BigUint::from(1u32);
    let mut values = vec![BigUint::ZERO, one.clone(), p - 1u32, p - 2u32];
    values.extend([p >> 1u32, (p >> 1u32) + 1u32]);
    for width in [29, 30, 64] {
        for bit in (width..p.bits()).step_by(width as usize) {
            let boundary = &one << bit;
            values.extend([&boundary - 1u32, boundary.clone(), p - &boundary]);
            values.push(&boundary - (&one << (bit - width)));
        }
    }
    let found = include_str!("../../fuzz/regressions.txt").lines();
    let found = found.filter(|line| !line.starts_with('#'));
    let found = found.flat_map(|line| line.split(' ').skip(1));
    values.extend(
        found.map(|digits| BigUint::parse_bytes(digits.as_bytes(), 16).expect("it is a number")),
    );
    let mut generator = Generator::new(28);
    values.extend((0..8).map(|_| integer(&[0; N].map(|_| generator.word()))));
    let mut residues: Vec<_> = values.into_iter().map(|value| value % p).collect();
    residues.sort();
    residues.dedup();
    residues.iter().map(words_of).collect()
}

/// That every operation is right.
pub fn every_operation<const N: usize>(name: &str, operations: &Operations<N>) {
    let p = integer(&operations.prime);
    // R times a residue is the sum of products that it is the residue of.
    let is = |residue: [u64; N], expected: &BigUint, what: &str| {
        let residue = integer(&residue);
        assert!(residue < p, "{name}: {what}: not canonical");
        assert_eq!((residue << (64 * N)) % &p, expected % &p, "{name}: {what}");
    };
    let edges: Vec<_> = edges(&p).into_iter().map(|x| (x, integer(&x))).collect();
    for (i, (x, a)) in edges.iter().enumerate() {
        is((operations.square)(x), &(a * a), "square");
        is((operations.from_montgomery)(x), a, "the way out");
        let negated = integer(&(operations.difference)(&[0; N], x));
        assert_eq!(negated, (&p - a) % &p, "{name}: negation");
        // A third of all pairs, others for each x.
        for (j, (y, b)) in edges.iter().enumerate().skip(i % 3).step_by(3) {
            is((operations.product)(x, y), &(a * b), "product");
            let difference = integer(&(operations.difference)(x, y));
            assert_eq!(difference, (&p + a - b) % &p, "{name}: difference");
            // What is added to the first product.
            let other = |k: usize| &edges[(7 * i + 3 * j + k) % edges.len()];
            let [mut u, mut v] = [[*x; MOST_TERMS], [*y; MOST_TERMS]];
            let mut expected = a * b;
            for (terms, sum) in (1..).zip(operations.sums) {
                if terms > 1 {
                    let ((z, c), (w, d)) = (other(terms), other(terms * terms));
                    (u[terms - 1], v[terms - 1]) = (*z, *w);
                    expected += c * d;
                }
                is(sum(&u[..terms], &v[..terms]), &expected, "sum of products");
            }
        }
    }
}
