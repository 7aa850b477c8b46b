//! [`LaneDomain`], a domain of ark-poly whose transforms of scalars are on lanes.

use super::LaneField;
use super::bn254;
use super::kept;
use super::lanes::on_lanes;
use super::transforms::{Direction, Values};
use crate::field::{Element, TwoAdic};
use crate::work::ntt::MOST_LAYERS;
use alloc::vec::Vec;
use ark_ff::{FftField, Fp, MontBackend, PrimeField};
use ark_poly::domain::DomainCoeff;
use ark_poly::domain::radix2::Elements;
use ark_poly::{EvaluationDomain, Radix2EvaluationDomain};
use ark_serialize::{CanonicalDeserialize, CanonicalSerialize};
use core::any::Any;

/// log2 of the smallest size that is worth lanes.
const FEWEST_LAYERS: u32 = 5;

/// [`Radix2EvaluationDomain`], with the same elements in the same order. Its transforms are on the fastest kernel of the
/// build that is right on the engine, where they are of elements of BN254's scalar field, [`bn254::Fr`] or
/// [`ark_bn254::Fr`], and 2^5 to 2^22 of them; by the feature `arkworks-curves` also of BLS12-377's, of BLS12-381's and
/// of the Pasta curves'. All others are ark-poly's own.
///
/// ```
/// use ark_poly::{EvaluationDomain, Radix2EvaluationDomain};
/// use fqmul::arkworks::bn254::Fr;
/// use fqmul::arkworks::domain::LaneDomain;
///
/// let coefficients: Vec<_> = (0..100).map(Fr::from).collect();
/// let [lanes, theirs] = [
///     LaneDomain::<Fr>::new(100).unwrap().fft(&coefficients),
///     Radix2EvaluationDomain::<Fr>::new(100).unwrap().fft(&coefficients),
/// ];
/// assert_eq!(lanes, theirs);
/// ```
///
/// The roots of unity of the last transform, and the powers of the last coset's offset, stay in memory for the next one,
/// which would take three times as long without. [`release`] frees them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, CanonicalSerialize, CanonicalDeserialize)]
pub struct LaneDomain<F: FftField>(Radix2EvaluationDomain<F>);

/// Frees what transforms keep in memory.
pub fn release() {
    kept::take::<()>();
}

impl<F: FftField> LaneDomain<F> {
    /// Transforms on lanes, if that is what the values and this domain are for. Otherwise nothing is done.
    fn on_lanes<T: DomainCoeff<F>>(&self, values: &mut Vec<T>, direction: Direction) -> bool {
        if self.transform::<T, bn254::FrConfig>(values, direction)
            || self.transform::<T, ark_bn254::FrConfig>(values, direction)
        {
            return true;
        }
        #[cfg(feature = "arkworks-curves")]
        {
            self.transform::<T, ark_bls12_377::FrConfig>(values, direction)
                || self.transform::<T, ark_bls12_381::FrConfig>(values, direction)
                || self.transform::<T, ark_pallas::FqConfig>(values, direction)
                || self.transform::<T, ark_pallas::FrConfig>(values, direction)
        }
        #[cfg(not(feature = "arkworks-curves"))]
        {
            false
        }
    }

    /// The same, if they are of the field C.
    fn transform<T, C>(&self, values: &mut Vec<T>, direction: Direction) -> bool
    where
        C: LaneField<4, Modulus: TwoAdic>,
        Fp<MontBackend<C, 4>, 4>: WithoutLifetime,
    {
        let Some(values) = elements::<T, Fp<MontBackend<C, 4>, 4>>(values) else {
            return false;
        };
        let domain = &self.0;
        // Values may be of the field where the domain is of another.
        let Some(offset) = (&domain.offset as &dyn Any).downcast_ref::<Fp<MontBackend<C, 4>, 4>>()
        else {
            return false;
        };
        let log2_size = domain.log_size_of_group;
        // A domain that was read from bytes may have any generator.
        let usual = F::get_root_of_unity(domain.size) == Some(domain.group_gen);
        if !(FEWEST_LAYERS..=MOST_LAYERS).contains(&log2_size) || !usual {
            return false;
        }
        values.resize(domain.size(), Fp::new_unchecked(Default::default()));
        let values = Values {
            values,
            log2_size,
            offset: Element::<C::Modulus>::new(offset.into_bigint().0)
                .expect("it is below the prime"),
            direction,
        };
        on_lanes(values).is_ok()
    }
}

/// Types without a lifetime in them, so that another type with the same id is the same type.
///
/// # Safety
/// That they are.
unsafe trait WithoutLifetime: 'static {}
// SAFETY: both are named here, of types that have none.
unsafe impl WithoutLifetime for bn254::Fr {}
// SAFETY: as above.
unsafe impl WithoutLifetime for ark_bn254::Fr {}
#[cfg(feature = "arkworks-curves")]
// SAFETY: as above.
unsafe impl WithoutLifetime for ark_bls12_377::Fr {}
#[cfg(feature = "arkworks-curves")]
// SAFETY: as above.
unsafe impl WithoutLifetime for ark_bls12_381::Fr {}
#[cfg(feature = "arkworks-curves")]
// SAFETY: as above.
unsafe impl WithoutLifetime for ark_pallas::Fq {}
#[cfg(feature = "arkworks-curves")]
// SAFETY: as above.
unsafe impl WithoutLifetime for ark_pallas::Fr {}

/// The same values, if T is U.
fn elements<T, U: WithoutLifetime>(values: &mut Vec<T>) -> Option<&mut Vec<U>> {
    // The id of a T that may have lifetimes is the one of the same type with all of them static.
    let same = typeid::of::<T>() == typeid::of::<U>();
    // SAFETY: T and U are one type, as U has no lifetime that could differ.
    same.then(|| unsafe { &mut *core::ptr::from_mut(values).cast() })
}

impl<F: FftField> EvaluationDomain<F> for LaneDomain<F> {
    type Elements = Elements<F>;

    fn new(num_coeffs: usize) -> Option<Self> {
        Radix2EvaluationDomain::new(num_coeffs).map(Self)
    }

    fn get_coset(&self, offset: F) -> Option<Self> {
        self.0.get_coset(offset).map(Self)
    }

    fn compute_size_of_domain(num_coeffs: usize) -> Option<usize> {
        Radix2EvaluationDomain::<F>::compute_size_of_domain(num_coeffs)
    }

    fn size(&self) -> usize {
        self.0.size()
    }

    fn log_size_of_group(&self) -> u64 {
        self.0.log_size_of_group()
    }

    fn size_inv(&self) -> F {
        self.0.size_inv()
    }

    fn group_gen(&self) -> F {
        self.0.group_gen()
    }

    fn group_gen_inv(&self) -> F {
        self.0.group_gen_inv()
    }

    fn coset_offset(&self) -> F {
        self.0.coset_offset()
    }

    fn coset_offset_inv(&self) -> F {
        self.0.coset_offset_inv()
    }

    fn coset_offset_pow_size(&self) -> F {
        self.0.coset_offset_pow_size()
    }

    fn fft_in_place<T: DomainCoeff<F>>(&self, coeffs: &mut Vec<T>) {
        if !self.on_lanes(coeffs, Direction::Forward) {
            self.0.fft_in_place(coeffs);
        }
    }

    fn ifft_in_place<T: DomainCoeff<F>>(&self, evals: &mut Vec<T>) {
        if !self.on_lanes(evals, Direction::Inverse) {
            self.0.ifft_in_place(evals);
        }
    }

    fn elements(&self) -> Elements<F> {
        self.0.elements()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// ark-poly's own transforms would give the same.
    #[test]
    fn fields_with_kernels_are_on_lanes() {
        fn is_on_lanes<F: FftField>() -> bool {
            let domain = LaneDomain::<F>::new(32).expect("there are roots");
            domain.on_lanes(&mut alloc::vec![F::ONE; 32], Direction::Forward)
        }
        assert!(is_on_lanes::<bn254::Fr>());
        assert!(is_on_lanes::<ark_bn254::Fr>());
        #[cfg(feature = "arkworks-curves")]
        {
            assert!(is_on_lanes::<ark_bls12_377::Fr>());
            assert!(is_on_lanes::<ark_bls12_381::Fr>());
            assert!(is_on_lanes::<ark_pallas::Fq>());
            assert!(is_on_lanes::<ark_pallas::Fr>());
        }
        assert!(!is_on_lanes::<ark_secp256k1::Fr>());
    }
}
