//! Transforms over BN254's scalar field: by the kernels of this crate, by the same algorithm on
//! arkworks' field, and by ark-poly on either field.
//!
//! This crate's transforms have their roots, and those of a coset, before they are timed. ark-poly 0.6
//! has nothing to keep roots in: each of its transforms computes them, by n/2 products beside those
//! of its n/2·log2(n) butterflies, and that is part of what is timed. [`TimedNtt::prepare`] is what this crate's
//! take for theirs.

// A build without SIMD or the other crates has the list of all, and the code of none.
#![cfg_attr(
    not(any(
        all(feature = "peers", feature = "arkworks"),
        target_feature = "simd128"
    )),
    allow(dead_code, unused_imports)
)]

use super::build_ids::{build_id, is_right_here};
use super::built::where_built;
use super::error::{InputError, with_room};
use super::generator::Generator;
use crate::field::bn254::Fr;
use crate::field::modulus::Modulus;
use crate::field::{Element, TwoAdic, integer};
use crate::limbs29::Limbs29;
#[cfg(not(fqmul_subject))]
use crate::multi3::Multi3MitigatedFr;
use crate::work::ntt::{Butterflies, Coset, Lazy, MOST_LAYERS, Transform, Unprepared};

/// A transform of one size and the values that it transforms in place, with the types erased. Values are
/// in natural order.
pub trait TimedNtt {
    /// X\[k\] = Σ x\[j\]·w^(jk), with w = 5^((r-1)/n).
    fn forward(&mut self);
    /// x\[j\] = Σ X\[k\]·w^(-jk)/n.
    fn inverse(&mut self);
    /// X\[k\] = Σ x\[j\]·(5·w^k)^j.
    fn coset_forward(&mut self);
    /// What undoes [`coset_forward`](TimedNtt::coset_forward).
    fn coset_inverse(&mut self);
    /// Computes again what does not depend on the values: roots and powers of the offset.
    ///
    /// # Errors
    /// [`InputError::Memory`].
    fn prepare(&mut self) -> Result<(), InputError>;
    /// The values as they are now.
    fn values(&self) -> Vec<Element<Fr>>;
}

// A type of arkworks, whose residues are canonical, and so are their sums.
#[cfg(not(fqmul_subject))]
impl Lazy for Multi3MitigatedFr {}
#[cfg(not(fqmul_subject))]
impl Butterflies for Multi3MitigatedFr {
    type Prepared = Unprepared<Self>;
}

/// Values are as many as the transform was made for.
pub(super) const AS_MANY: &str = "as many values";

/// By this crate.
struct Own<K: Butterflies> {
    transform: Transform<K>,
    coset: Coset<K>,
    values: Vec<K::Packed>,
}

impl<K: Butterflies<Modulus = Fr>> Own<K> {
    fn boxed(values: &[Element<Fr>]) -> Made {
        let transform = Transform::new(values.len().ilog2())?;
        let mut packed = with_room(values.len() / K::LANES)?;
        packed.extend(values.chunks_exact(K::LANES).map(K::load));
        Ok(Box::new(Self {
            coset: transform.coset(Fr::GENERATOR)?,
            transform,
            values: packed,
        }))
    }
}

impl<K: Butterflies<Modulus = Fr>> TimedNtt for Own<K> {
    fn forward(&mut self) {
        self.transform.forward(&mut self.values).expect(AS_MANY);
    }

    fn inverse(&mut self) {
        self.transform.inverse(&mut self.values).expect(AS_MANY);
    }

    fn coset_forward(&mut self) {
        self.transform
            .forward_on(&self.coset, &mut self.values)
            .expect(AS_MANY);
    }

    fn coset_inverse(&mut self) {
        self.transform
            .inverse_on(&self.coset, &mut self.values)
            .expect(AS_MANY);
    }

    fn prepare(&mut self) -> Result<(), InputError> {
        self.transform = Transform::new((self.values.len() * K::LANES).ilog2())?;
        self.coset = self.transform.coset(Fr::GENERATOR)?;
        Ok(())
    }

    fn values(&self) -> Vec<Element<Fr>> {
        let lanes = |x: &K::Packed| K::store(x).into_iter().take(K::LANES);
        self.values.iter().flat_map(lanes).collect()
    }
}

/// By ark-poly, in a field of ark-ff 0.6.
#[cfg(all(feature = "peers", feature = "arkworks"))]
mod ark {
    use super::{Element, Fr, InputError, Made, TimedNtt};
    use ark_ff::{BigInt, PrimeField};
    use ark_poly::{EvaluationDomain, Radix2EvaluationDomain};

    pub struct Poly<F: PrimeField> {
        domain: Radix2EvaluationDomain<F>,
        coset: Radix2EvaluationDomain<F>,
        values: Vec<F>,
    }

    impl<F: PrimeField<BigInt = BigInt<4>>> Poly<F> {
        pub fn boxed(values: &[Element<Fr>]) -> Made {
            let of = |x: &Element<Fr>| F::from_bigint(BigInt::new(*x.integer()));
            let values = values.iter().map(|x| of(x).expect("it is below r"));
            let mut poly = Self {
                domain: Radix2EvaluationDomain::new(1).expect("a domain of size 1"),
                coset: Radix2EvaluationDomain::new(1).expect("a domain of size 1"),
                values: values.collect(),
            };
            poly.prepare()?;
            Ok(Box::new(poly))
        }
    }

    impl<F: PrimeField<BigInt = BigInt<4>>> TimedNtt for Poly<F> {
        fn forward(&mut self) {
            self.domain.fft_in_place(&mut self.values);
        }

        fn inverse(&mut self) {
            self.domain.ifft_in_place(&mut self.values);
        }

        fn coset_forward(&mut self) {
            self.coset.fft_in_place(&mut self.values);
        }

        fn coset_inverse(&mut self) {
            self.coset.ifft_in_place(&mut self.values);
        }

        fn prepare(&mut self) -> Result<(), InputError> {
            let size = self.values.len();
            self.domain =
                Radix2EvaluationDomain::new(size).expect("r - 1 has enough factors of two");
            self.coset = self.domain.get_coset(F::GENERATOR).expect("it is not 0");
            Ok(())
        }

        fn values(&self) -> Vec<Element<Fr>> {
            let element = |x: &F| Element::canonical(x.into_bigint().0);
            self.values.iter().map(element).collect()
        }
    }
}

/// A transform, or why there is none.
type Made = Result<Box<dyn TimedNtt>, InputError>;
/// Makes the transform of as many values as there are.
type Make = fn(&[Element<Fr>]) -> Made;

/// One of [`TRANSFORMS`].
pub struct NttRow {
    /// A kernel's id; with `-own` behind it where arkworks' field, or the drop-in, is under this crate's
    /// transform.
    pub id: &'static str,
    /// The build that it is timed from.
    pub build: &'static str,
    /// One line for people.
    pub summary: &'static str,
    make: Option<Make>,
}

impl NttRow {
    /// Whether this build has it.
    pub const fn available(&self) -> bool {
        self.make.is_some()
    }
}

macro_rules! transforms {
    ($($build:ident: $id:literal, $summary:literal, $make:expr;)*) => {
        /// Every transform, in the order of the tables.
        pub static TRANSFORMS: &[NttRow] = &[$(NttRow {
            id: $id,
            build: build_id!($build),
            summary: $summary,
            make: where_built!($build, Some($make as Make), None),
        },)*];
    };
}

transforms! {
    Work: "multi3-mitigated", "ark-poly 0.6 on ark-ff 0.6", ark::Poly::<ark_bn254::Fr>::boxed;
    Work: "limbs29-dropin", "ark-poly 0.6 on limbs29-dropin", ark::Poly::<crate::arkworks::bn254::Fr>::boxed;
    Work: "multi3-mitigated-own", "this crate's transform on ark-ff 0.6", Own::<Multi3MitigatedFr>::boxed;
    Work: "limbs29-dropin-own", "this crate's transform on limbs29-dropin", Own::<crate::limbs29::Limbs29Dropin<Fr>>::boxed;
    Baseline: "limbs29", "this crate's transform on limbs29, sums not reduced", Own::<Limbs29<Fr>>::boxed;
    Simd128: "simd", "this crate's transform on simd, two butterflies at once", Own::<crate::simd_mul::Simd<Fr>>::boxed;
    RelaxedSimd: "fma-pair", "this crate's transform on fma-pair, two butterflies at once", Own::<crate::fma::FmaPair<Fr, crate::fma::Asked>>::boxed;
}

/// The transform `id` of as many values as there are.
///
/// # Errors
/// [`InputError::UnknownKernel`] for one that this build lacks, naming those that it has,
/// [`InputError::Unfused`], [`InputError::Memory`], and [`InputError::Range`] where their number is not a power of two
/// from 2 to 2^[`MOST_LAYERS`].
pub fn ntt(id: &str, values: &[Element<Fr>]) -> Result<Box<dyn TimedNtt>, InputError> {
    let here = || TRANSFORMS.iter().filter(|row| row.available());
    let Some(NttRow {
        id,
        make: Some(make),
        build,
        ..
    }) = here().find(|row| row.id == id)
    else {
        return Err(InputError::UnknownKernel {
            given: id.into(),
            known: here().map(|row| row.id).collect::<Vec<_>>().join(", "),
        });
    };
    if !is_right_here(build) {
        return Err(InputError::Unfused { id });
    }
    if !values.len().is_power_of_two() || !(1..=MOST_LAYERS).contains(&values.len().ilog2()) {
        return Err(wrong_length());
    }
    make(values)
}

/// That there is no transform of as many values.
pub fn wrong_length() -> InputError {
    InputError::Range {
        argument: "values",
        expected: "2 to 2^22 elements of 32 bytes, a power of two of them,",
    }
}

/// n values with a transform in closed form: x\[j\] = a·q^j, for a and q that the seed draws by
/// [`Generator`], has X\[k\] = a·(q^n - 1)/(q·w^k - 1).
///
/// # Errors
/// [`InputError::Memory`].
pub fn geometric(seed: u64, n: usize) -> Result<Vec<Element<Fr>>, InputError> {
    let mut generator = Generator::new(seed);
    let (a, q): (Element<Fr>, Element<Fr>) = (generator.element(), generator.element());
    // A product divides by 2^256.
    let q = integer::multiply(q.integer(), &integer::power_of_two(512, &Fr::P), &Fr::P);
    let mut values = with_room(n)?;
    let powers = core::iter::successors(Some(a), |x| {
        Some(Element::canonical(integer::multiply(
            x.integer(),
            &q,
            &Fr::P,
        )))
    });
    values.extend(powers.take(n));
    Ok(values)
}
