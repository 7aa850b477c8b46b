//! Prime fields of arkworks that have kernels here.

use super::Dropin;
use crate::field::{self, Modulus};
use crate::radix::dropin::Residue;
use ark_ff::MontConfig;

/// The configuration of such a field, of N words.
pub trait LaneField<const N: usize>: MontConfig<N> {
    /// The same prime.
    type Modulus: Modulus<N>;
}

impl<C: LaneField<N>, const N: usize> LaneField<N> for Dropin<C, N>
where
    [u64; N]: Residue,
{
    type Modulus = C::Modulus;
}

/// `arkworks' configuration: words, this crate's prime;`
macro_rules! lane_fields {
    ($($config:ty: $words:literal, $modulus:ty;)*) => {$(
        impl LaneField<$words> for $config {
            type Modulus = $modulus;
        }

        const _: () = {
            let [theirs, ours] = [<$config>::MODULUS.0, <$modulus>::P];
            let mut i = 0;
            while i < $words {
                assert!(theirs[i] == ours[i], "the two fields have different primes");
                i += 1;
            }
        };
    )*};
}

lane_fields! {
    ark_bn254::FqConfig: 4, field::bn254::Fq;
    ark_bn254::FrConfig: 4, field::bn254::Fr;
}

#[cfg(feature = "arkworks-curves")]
lane_fields! {
    ark_bls12_377::FqConfig: 6, field::bls12_377::Fq;
    ark_bls12_377::FrConfig: 4, field::bls12_377::Fr;
    ark_bls12_381::FqConfig: 6, field::bls12_381::Fq;
    ark_bls12_381::FrConfig: 4, field::bls12_381::Fr;
    ark_pallas::FqConfig: 4, field::pasta::Fp;
    ark_pallas::FrConfig: 4, field::pasta::Fq;
}
