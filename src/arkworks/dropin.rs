//! The drop-in as a prime field of arkworks.

use crate::field::Modulus;
use crate::kernel::Kernel;
use crate::limbs29::Limbs29Dropin;
use ark_ff::{BigInt, Fp256, MontBackend, MontConfig};
use core::marker::PhantomData;

/// The configuration `C` of a field of ark-ff, with its product, square, sum of products, difference
/// and negation replaced by those of this crate in the field `M`.
///
/// ```
/// use fqmul::arkworks::DropinField;
///
/// type Fr = DropinField<fqmul::field::bn254::Fr, ark_bn254::FrConfig>;
///
/// let [a, b] = [3u64, 5].map(Fr::from);
/// assert_eq!(a * b, Fr::from(15u64));
/// ```
///
/// Where the two are different primes, it does not compile:
///
/// ```compile_fail
/// use fqmul::arkworks::DropinField;
///
/// type Fr = DropinField<fqmul::field::bn254::Fq, ark_bn254::FrConfig>;
///
/// assert_eq!(Fr::from(3u64) * Fr::from(5u64), Fr::from(15u64));
/// ```
pub struct Dropin<M, C>(PhantomData<(M, C)>);

/// The field of that configuration.
pub type DropinField<M, C> = Fp256<MontBackend<Dropin<M, C>, 4>>;

impl<M: Modulus, C: MontConfig<4>> Dropin<M, C> {
    /// The same element: the residue is the same, limb for limb.
    pub const fn of(x: Fp256<MontBackend<C, 4>>) -> DropinField<M, C> {
        DropinField::new_unchecked(x.0)
    }
}

impl<M: Modulus, C: MontConfig<4>> MontConfig<4> for Dropin<M, C> {
    const MODULUS: BigInt<4> = {
        let mut i = 0;
        while i < 4 {
            assert!(
                M::P[i] == C::MODULUS.0[i],
                "the modulus is not that of the configuration"
            );
            i += 1;
        }
        C::MODULUS
    };
    const GENERATOR: DropinField<M, C> = Self::of(C::GENERATOR);
    const TWO_ADIC_ROOT_OF_UNITY: DropinField<M, C> = Self::of(C::TWO_ADIC_ROOT_OF_UNITY);
    const SMALL_SUBGROUP_BASE: Option<u32> = C::SMALL_SUBGROUP_BASE;
    const SMALL_SUBGROUP_BASE_ADICITY: Option<u32> = C::SMALL_SUBGROUP_BASE_ADICITY;
    const LARGE_SUBGROUP_ROOT_OF_UNITY: Option<DropinField<M, C>> =
        match C::LARGE_SUBGROUP_ROOT_OF_UNITY {
            Some(root) => Some(Self::of(root)),
            None => None,
        };

    #[inline]
    fn mul_assign(a: &mut DropinField<M, C>, b: &DropinField<M, C>) {
        a.0.0 = Limbs29Dropin::<M>::multiply(&a.0.0, &b.0.0);
    }

    #[inline]
    fn square_in_place(a: &mut DropinField<M, C>) {
        a.0.0 = Limbs29Dropin::<M>::squared(&a.0.0);
    }

    /// Two products a reduction; arkworks' own would do them by its limbs.
    #[inline]
    fn sum_of_products<const N: usize>(
        a: &[DropinField<M, C>; N],
        b: &[DropinField<M, C>; N],
    ) -> DropinField<M, C> {
        let pairs = a.chunks(2).zip(b.chunks(2));
        pairs
            .map(|pair| match pair {
                ([a0, a1], [b0, b1]) => {
                    let sum = Limbs29Dropin::<M>::sum([&a0.0.0, &a1.0.0], [&b0.0.0, &b1.0.0]);
                    DropinField::new_unchecked(BigInt::new(sum))
                }
                ([a], [b]) => *a * b,
                _ => unreachable!("chunks of two, and a last one"),
            })
            .sum()
    }

    /// Without a comparison of the two, and without a branch.
    #[inline]
    fn sub_assign(a: &mut DropinField<M, C>, b: &DropinField<M, C>) {
        a.0.0 = Limbs29Dropin::<M>::sub(&a.0.0, &b.0.0);
    }

    /// 0 - a, without a branch on zero.
    #[inline]
    fn neg_in_place(a: &mut DropinField<M, C>) {
        a.0.0 = Limbs29Dropin::<M>::sub(&[0; 4], &a.0.0);
    }
}
