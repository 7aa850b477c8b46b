//! Primes that arkworks has no field of, as configurations of ark-ff: of other curves, of hashes and other proof systems,
//! and at the ends of what fits a limb, a word, and four or six words.

use ark_ff::{AdditiveGroup, BigInt, Fp, MontConfig};

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

/// Calls a macro with the names of the primes and their numbers of words.
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
pub(crate) use each_prime;

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
