//! The drop-in as a prime field of arkworks.

use crate::radix::dropin::{Prime, Residue};
use ark_ff::{BigInt, Fp, MontBackend, MontConfig};
use core::marker::PhantomData;

/// The configuration `C` of a field of ark-ff, of four or six words, with its product, square, sum of
/// products, difference, negation and the way out of the Montgomery form replaced by those of this
/// crate.
///
/// ```
/// use fqmul::arkworks::DropinField;
///
/// type Fr = DropinField<ark_bn254::FrConfig>;
/// type Fq = DropinField<ark_bls12_381::FqConfig, 6>;
///
/// let [a, b] = [3u64, 5].map(Fr::from);
/// assert_eq!(a * b, Fr::from(15u64));
/// let [a, b] = [3u64, 5].map(Fq::from);
/// assert_eq!(a * b, Fq::from(15u64));
/// ```
///
/// Any odd prime of so many words will do. With another modulus it does not compile:
///
/// ```compile_fail
/// use ark_ff::{AdditiveGroup, BigInt, Fp256, MontBackend, MontConfig};
///
/// struct Even;
/// impl MontConfig<4> for Even {
///     const MODULUS: BigInt<4> = BigInt::new([6, 0, 0, 1 << 60]);
///     const GENERATOR: Fp256<MontBackend<Self, 4>> = Fp256::ZERO;
///     const TWO_ADIC_ROOT_OF_UNITY: Fp256<MontBackend<Self, 4>> = Fp256::ZERO;
///     // What arkworks itself would make of it.
///     const R: BigInt<4> = BigInt::new([1, 0, 0, 0]);
///     const R2: BigInt<4> = BigInt::new([1, 0, 0, 0]);
///     const INV: u64 = 1;
/// }
///
/// type Field = fqmul::arkworks::DropinField<Even>;
/// assert_eq!(Field::ZERO * Field::ZERO, Field::ZERO);
/// ```
pub struct Dropin<C, const N: usize>(PhantomData<C>);

/// The field of that configuration.
///
/// Its product is this crate's on every target, and meant for wasm without wide arithmetic. A program for several
/// targets chooses by target. Of wide arithmetic rustc has no stable `cfg`: a build with it needs one of its own.
///
/// ```
/// #[cfg(target_family = "wasm")]
/// type Fr = fqmul::arkworks::DropinField<ark_bn254::FrConfig>;
/// #[cfg(not(target_family = "wasm"))]
/// type Fr = ark_bn254::Fr;
///
/// assert_eq!(Fr::from(3u64) * Fr::from(5u64), Fr::from(15u64));
/// ```
pub type DropinField<C, const N: usize = 4> = Fp<MontBackend<Dropin<C, N>, N>, N>;

impl<C: MontConfig<N>, const N: usize> Prime<[u64; N]> for Dropin<C, N> {
    const PRIME: [u64; N] = C::MODULUS.0;
}

impl<C: MontConfig<N>, const N: usize> Dropin<C, N>
where
    [u64; N]: Residue,
{
    /// The same element: the residue is the same, word for word.
    pub const fn of(x: Fp<MontBackend<C, N>, N>) -> DropinField<C, N> {
        DropinField::new_unchecked(x.0)
    }
}

impl<C: MontConfig<N>, const N: usize> MontConfig<N> for Dropin<C, N>
where
    [u64; N]: Residue,
{
    const MODULUS: BigInt<N> = C::MODULUS;
    const GENERATOR: DropinField<C, N> = Self::of(C::GENERATOR);
    const TWO_ADIC_ROOT_OF_UNITY: DropinField<C, N> = Self::of(C::TWO_ADIC_ROOT_OF_UNITY);
    const SMALL_SUBGROUP_BASE: Option<u32> = C::SMALL_SUBGROUP_BASE;
    const SMALL_SUBGROUP_BASE_ADICITY: Option<u32> = C::SMALL_SUBGROUP_BASE_ADICITY;
    const LARGE_SUBGROUP_ROOT_OF_UNITY: Option<DropinField<C, N>> =
        match C::LARGE_SUBGROUP_ROOT_OF_UNITY {
            Some(root) => Some(Self::of(root)),
            None => None,
        };

    #[inline]
    fn mul_assign(a: &mut DropinField<C, N>, b: &DropinField<C, N>) {
        a.0.0 = Residue::product::<Self>(&a.0.0, &b.0.0);
    }

    #[inline]
    fn square_in_place(a: &mut DropinField<C, N>) {
        a.0.0 = Residue::square::<Self>(&a.0.0);
    }

    /// Two or three products a reduction; arkworks' own would do them by its limbs.
    #[inline]
    fn sum_of_products<const TERMS: usize>(
        a: &[DropinField<C, N>; TERMS],
        b: &[DropinField<C, N>; TERMS],
    ) -> DropinField<C, N> {
        let sum = Residue::sum_of_products::<Self, TERMS>(
            &a.each_ref().map(|a| a.0.0),
            &b.each_ref().map(|b| b.0.0),
        );
        DropinField::new_unchecked(BigInt::new(sum))
    }

    /// Without a comparison of the two, and without a branch.
    #[inline]
    fn sub_assign(a: &mut DropinField<C, N>, b: &DropinField<C, N>) {
        a.0.0 = Residue::difference::<Self>(&a.0.0, &b.0.0);
    }

    /// 0 - a, without a branch on zero.
    #[inline]
    fn neg_in_place(a: &mut DropinField<C, N>) {
        a.0.0 = Residue::difference::<Self>(&[0; N], &a.0.0);
    }

    #[inline]
    fn into_bigint(a: DropinField<C, N>) -> BigInt<N> {
        BigInt::new(Residue::from_montgomery::<Self>(&a.0.0))
    }
}
