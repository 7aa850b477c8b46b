//! Products in limbs of 29 and 30 bits, for WebAssembly. It has no 64x64 -> 128-bit multiplication: a product of two
//! 64-bit limbs is four multiplications there, and carries between them. Shorter limbs leave room in 64 bits, so that
//! their products are added up without carries.
//!
//! Elements stay what they are, N 64-bit limbs with R = 2^(64·N), canonical: operands are unpacked and results are packed,
//! so that each function here gives what its counterpart elsewhere gives, limb for limb.
//!
//! No branch depends on an element. Constant-time execution is not audited.
//!
//! The modules below are made from the source of fqmul, where their bounds are proven.

use self::{
    accumulator::radix_bits,
    dropin::{Prime, Residue},
    reduction::is_reduced,
};
use super::{Fp, MontBackend, MontConfig};
use crate::BigInt;
use ark_std::marker::PhantomData;

type F<T, const N: usize> = Fp<MontBackend<T, N>, N>;

/// Are the products of this field computed here? They are in wasm, unless it has wide arithmetic, where the field has
/// four or six limbs. A modulus must leave the product room, which every one of so many limbs does.
pub(super) const fn takes<const N: usize>(modulus: &[u64; N]) -> bool {
    let is_there = cfg!(all(
        target_family = "wasm",
        not(target_feature = "wide-arithmetic")
    ));
    is_there && fits(modulus)
}

const fn fits<const N: usize>(modulus: &[u64; N]) -> bool {
    match N {
        4 => is_reduced::<N, 9>(modulus, 1 << (radix_bits(9) - 256)),
        6 => is_reduced::<N, 13>(modulus, 1 << (radix_bits(13) - 384)),
        _ => false,
    }
}

/// The modulus of `T` in W limbs. Where it has not as many, what is compiled for W is never called, and any modulus will
/// do.
struct Of<T, const N: usize>(PhantomData<T>);

impl<T: MontConfig<N>, const N: usize, const W: usize> Prime<[u64; W]> for Of<T, N> {
    const PRIME: [u64; W] = {
        let mut prime = [0; W];
        prime[0] = 3;
        if N == W && fits(&T::MODULUS.0) {
            let mut i = 0;
            while i < N {
                prime[i] = T::MODULUS.0[i];
                i += 1;
            }
        }
        prime
    };
}

/// The code for the number of limbs that a field has, by a name for it.
macro_rules! by_limbs {
    ($n:ident, |$w:ident| $body:expr) => {
        if $n == 4 {
            const $w: usize = 4;
            $body
        } else {
            const $w: usize = 6;
            $body
        }
    };
}

/// As many of the words as there are; where this is called, W is N.
#[inline(always)]
fn words<const N: usize, const W: usize>(from: &[u64; N]) -> [u64; W] {
    let mut to = [0; W];
    for (to, from) in to.iter_mut().zip(from) {
        *to = *from;
    }
    to
}

#[inline(always)]
fn limbs<T: MontConfig<N>, const N: usize, const W: usize>(a: &F<T, N>) -> [u64; W] {
    words(&a.0 .0)
}

#[inline(always)]
fn element<T: MontConfig<N>, const N: usize, const W: usize>(limbs: [u64; W]) -> F<T, N> {
    F::new_unchecked(BigInt(words(&limbs)))
}

/// Sets `a = a * b`.
#[inline(always)]
pub fn mul_assign<T: MontConfig<N>, const N: usize>(a: &mut F<T, N>, b: &F<T, N>) {
    *a = by_limbs!(N, |W| element(<[u64; W]>::product::<Of<T, N>>(&limbs(a), &limbs(b))));
}

/// Sets `a = a * a`.
#[inline(always)]
pub fn square_in_place<T: MontConfig<N>, const N: usize>(a: &mut F<T, N>) {
    *a = by_limbs!(N, |W| element(<[u64; W]>::square::<Of<T, N>>(&limbs(a))));
}

/// The sum of all `a[i] * b[i]`.
#[inline(always)]
pub fn sum_of_products<T: MontConfig<N>, const N: usize, const M: usize>(
    a: &[F<T, N>; M],
    b: &[F<T, N>; M],
) -> F<T, N> {
    by_limbs!(N, |W| {
        let mut x = [[0; W]; M];
        let mut y = [[0; W]; M];
        for i in 0..M {
            x[i] = limbs(&a[i]);
            y[i] = limbs(&b[i]);
        }
        element(<[u64; W]>::sum_of_products::<Of<T, N>, M>(&x, &y))
    })
}

/// Sets `a = a - b`, without a branch.
#[inline(always)]
pub fn sub_assign<T: MontConfig<N>, const N: usize>(a: &mut F<T, N>, b: &F<T, N>) {
    *a = by_limbs!(N, |W| element(<[u64; W]>::difference::<Of<T, N>>(&limbs(a), &limbs(b))));
}

/// Sets `a = -a`, without a branch.
#[inline(always)]
pub fn neg_in_place<T: MontConfig<N>, const N: usize>(a: &mut F<T, N>) {
    *a = by_limbs!(N, |W| element(<[u64; W]>::difference::<Of<T, N>>(&[0; W], &limbs(a))));
}

/// The integer that `a` stands for.
#[inline(always)]
pub fn into_bigint<T: MontConfig<N>, const N: usize>(a: F<T, N>) -> BigInt<N> {
    by_limbs!(N, |W| element::<T, N, W>(Residue::from_montgomery::<Of<T, N>>(&limbs::<T, N, W>(&a))).0)
}

#[cfg(test)]
mod tests {
    use ark_std::vec::Vec;
    use ark_test_curves::{
        ark_ff::{fields::limbs29, Fp, MontBackend, MontConfig},
        bls12_381, secp256k1,
    };
    use num_bigint::BigUint;

    /// Residues at which limbs of any width here are empty or full.
    fn residues<T: MontConfig<N>, const N: usize>(p: &BigUint) -> Vec<Fp<MontBackend<T, N>, N>> {
        let bits = [29, 30, 64]
            .into_iter()
            .flat_map(|width| (0..64 * N as u32).step_by(width));
        let powers = bits.map(|bit| BigUint::from(2u8).pow(bit) % p);
        powers
            .flat_map(|power| [p - &power, (&power + p - 1u8) % p, power])
            .map(|residue| Fp::new_unchecked((residue % p).try_into().unwrap()))
            .collect()
    }

    /// Everything is what it is by the definition of a Montgomery residue, and canonical.
    fn test_residues<T: MontConfig<N>, const N: usize>() {
        let p: BigUint = T::MODULUS.into();
        let r = BigUint::from(2u8).pow(64 * N as u32);
        let integer = |x: Fp<MontBackend<T, N>, N>| -> BigUint { x.0.into() };
        let assert_is = |x: BigUint, times_r: BigUint| {
            assert!(x < p);
            assert_eq!(x * &r % &p, times_r % &p);
        };
        let residues = residues::<T, N>(&p);
        for (i, &a) in residues.iter().enumerate() {
            let [mut square, mut negative] = [a; 2];
            limbs29::square_in_place(&mut square);
            assert_is(integer(square), integer(a) * integer(a));
            limbs29::neg_in_place(&mut negative);
            assert_is(integer(negative), (&p - integer(a)) * &r);
            assert_is(limbs29::into_bigint(a).into(), integer(a));
            for (j, &b) in residues.iter().enumerate() {
                let [mut product, mut difference] = [a; 2];
                limbs29::mul_assign(&mut product, &b);
                assert_is(integer(product), integer(a) * integer(b));
                limbs29::sub_assign(&mut difference, &b);
                assert_is(integer(difference), (integer(a) + &p - integer(b)) * &r);
                let [c, d] = [i + j, i * j].map(|k| residues[k % residues.len()]);
                assert_is(
                    integer(limbs29::sum_of_products(&[a, c], &[b, d])),
                    integer(a) * integer(b) + integer(c) * integer(d),
                );
                assert_is(
                    integer(limbs29::sum_of_products(&[a, c, b, d], &[b, d, c, d])),
                    integer(a) * integer(b)
                        + integer(c) * integer(d)
                        + integer(b) * integer(c)
                        + integer(d) * integer(d),
                );
            }
        }
    }

    #[test]
    fn test_four_limbs() {
        test_residues::<bls12_381::FrConfig, 4>();
    }

    #[test]
    fn test_four_limbs_without_a_spare_bit() {
        test_residues::<secp256k1::FqConfig, 4>();
        test_residues::<secp256k1::FrConfig, 4>();
    }

    #[test]
    fn test_six_limbs() {
        test_residues::<bls12_381::FqConfig, 6>();
    }
}
