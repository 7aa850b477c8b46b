//! Poseidon of two elements: by the kernels of this crate, by arkworks' field under the same
//! algorithm, and by other crates.

// A build without SIMD or the other crates has the list of all, and the code of none.
#![cfg_attr(
    not(any(
        all(feature = "peers", feature = "arkworks"),
        target_feature = "simd128"
    )),
    allow(dead_code, unused_imports)
)]

use super::batch::fold;
use super::build_ids::{build_id, is_right_here};
use super::built::where_built;
use super::error::InputError;
use super::generator::Generator;
use crate::field::Element;
use crate::field::bn254::Fr;
use crate::kernel::{Kernel, MAX_LANES};
use crate::work::poseidon::HashForm;
use crate::work::poseidon::constant;
use crate::work::poseidon::{poseidon2::Poseidon2, recurrence::Recurrence};
#[cfg(all(feature = "peers", feature = "arkworks"))]
use crate::{
    limbs29::{Limbs29Dropin, Limbs29Sop},
    multi3::{Multi3Fr, Multi3MitigatedFr},
    work::poseidon::{dense::Dense, sparse::Sparse},
};
use core::marker::PhantomData;

/// Pairs of elements that a [`batch`](TimedHasher::batch) hashes in turns.
pub const SLOTS: usize = 8;

/// A hash of two elements of [`Fr`], in a format of its own.
trait Compress {
    /// [`LANES`](Compress::LANES) elements.
    type Packed: Copy;
    const LANES: usize;
    fn load(lanes: &[Element<Fr>]) -> Self::Packed;
    fn store(packed: &Self::Packed) -> [Element<Fr>; MAX_LANES];
    fn hash(&mut self, a: &Self::Packed, b: &Self::Packed) -> Self::Packed;
}

/// What is timed of one, with its types erased. All operands come of a seed, by [`Generator`].
pub trait TimedHasher {
    /// The hash of a and b.
    fn hash(&mut self, a: Element<Fr>, b: Element<Fr>) -> Element<Fr>;

    /// n hashes, each of which needs the one before: x\[i+1\] = hash(x\[i\], x\[i-1\]). The seed draws
    /// x\[0\] and x\[1\]; gives the last. A hasher with two lanes does it in both.
    fn chain(&mut self, seed: u64, n: u32) -> Element<Fr>;

    /// n hashes over [`SLOTS`] pairs: a\[i\] = hash(a\[i\], b\[i\]), slot after slot and pass after
    /// pass. The seed draws a\[0\], b\[0\], a\[1\], ...; gives the fold of all a. n is a multiple of
    /// [`SLOTS`], or the rest is left out.
    fn batch(&mut self, seed: u64, n: u32) -> Element<Fr>;
}

impl<C: Compress> TimedHasher for C {
    fn hash(&mut self, a: Element<Fr>, b: Element<Fr>) -> Element<Fr> {
        let [a, b] = [a, b].map(|x| C::load(&[x; MAX_LANES][..C::LANES]));
        C::store(&self.hash(&a, &b))[0]
    }

    fn chain(&mut self, seed: u64, n: u32) -> Element<Fr> {
        let mut generator = Generator::new(seed);
        let mut draw = || C::load(&[generator.element(); MAX_LANES][..C::LANES]);
        let (mut previous, mut current) = (draw(), draw());
        for _ in 0..n {
            let next = self.hash(&current, &previous);
            previous = current;
            current = next;
        }
        C::store(&current)[0]
    }

    fn batch(&mut self, seed: u64, n: u32) -> Element<Fr> {
        let mut generator = Generator::new(seed);
        let mut slots: Vec<_> = (0..SLOTS / C::LANES)
            .map(|_| {
                let mut lanes = [[Element::ZERO; MAX_LANES]; 2];
                for lane in 0..C::LANES {
                    for operand in &mut lanes {
                        operand[lane] = generator.element();
                    }
                }
                lanes.map(|operand| C::load(&operand[..C::LANES]))
            })
            .collect();
        for _ in 0..n as usize / SLOTS {
            for [a, b] in &mut slots {
                *a = self.hash(a, b);
            }
        }
        fold(
            slots
                .iter()
                .flat_map(|[a, _]| C::store(a).into_iter().take(C::LANES)),
        )
    }
}

/// A form on a kernel, with its constants in the kernel's format.
struct OnKernel<K: Kernel, F, const N: usize> {
    constants: Box<[K::Packed; N]>,
    form: PhantomData<F>,
}

fn on<K: Kernel<Modulus = Fr>, F: HashForm<N> + 'static, const N: usize>() -> Box<dyn TimedHasher> {
    Box::new(OnKernel::<K, F, N> {
        constants: Box::new(core::array::from_fn(constant::<K, F, N>)),
        form: PhantomData,
    })
}

impl<K: Kernel<Modulus = Fr>, F: HashForm<N>, const N: usize> Compress for OnKernel<K, F, N> {
    type Packed = K::Packed;
    const LANES: usize = K::LANES;

    fn load(lanes: &[Element<Fr>]) -> K::Packed {
        K::load(lanes)
    }

    fn store(packed: &K::Packed) -> [Element<Fr>; MAX_LANES] {
        K::store(packed)
    }

    #[inline(never)]
    fn hash(&mut self, a: &K::Packed, b: &K::Packed) -> K::Packed {
        F::hash::<K>(|i| self.constants[i], a, b)
    }
}

/// `light-poseidon`, whose hash is circomlib's.
#[cfg(all(feature = "peers", feature = "arkworks"))]
macro_rules! light_poseidon {
    ($name:ident, $light:ident, $ff:ident, $bn254:ident) => {
        struct $name($light::Poseidon<$bn254::Fr>);

        impl $name {
            fn boxed() -> Box<dyn TimedHasher> {
                let poseidon = $light::Poseidon::<$bn254::Fr>::new_circom(2);
                Box::new(Self(poseidon.expect("there are constants for two")))
            }
        }

        impl Compress for $name {
            type Packed = $bn254::Fr;
            const LANES: usize = 1;

            fn load(lanes: &[Element<Fr>]) -> $bn254::Fr {
                $bn254::Fr::new($ff::BigInt::new(*lanes[0].integer()))
            }

            fn store(packed: &$bn254::Fr) -> [Element<Fr>; MAX_LANES] {
                let integer = $ff::PrimeField::into_bigint(*packed).0;
                [Element::canonical(integer); MAX_LANES]
            }

            fn hash(&mut self, a: &$bn254::Fr, b: &$bn254::Fr) -> $bn254::Fr {
                use $light::PoseidonHasher;
                self.0.hash(&[*a, *b]).expect("two elements are given")
            }
        }
    };
}

#[cfg(all(feature = "peers", feature = "arkworks"))]
light_poseidon!(LightPoseidon02, light_poseidon_02, ark_ff_04, ark_bn254_04);
#[cfg(all(feature = "peers", feature = "arkworks"))]
light_poseidon!(LightPoseidon05, light_poseidon, ark_ff, ark_bn254);

/// Makes a hasher.
type Make = fn() -> Box<dyn TimedHasher>;

/// One of [`HASHERS`].
pub struct HasherRow {
    /// What it computes: `poseidon1` or `poseidon2`.
    pub hash: &'static str,
    /// A kernel's id where Poseidon1 is by the recurrence; with the form behind it, or the name of a
    /// crate, elsewhere.
    pub id: &'static str,
    /// The build that it is timed from: a kernel's own, but `work`, which has the other crates, for
    /// all without SIMD.
    pub build: &'static str,
    /// One line for people.
    pub summary: &'static str,
    make: Option<Make>,
}

impl HasherRow {
    /// Whether this build has it.
    pub const fn available(&self) -> bool {
        self.make.is_some()
    }
}

macro_rules! hashers {
    ($($build:ident: $hash:literal, $id:literal, $summary:literal, $make:expr;)*) => {
        /// Every hasher, in the order of the tables.
        pub static HASHERS: &[HasherRow] = &[$(HasherRow {
            hash: $hash,
            id: $id,
            build: build_id!($build),
            summary: $summary,
            make: where_built!($build, Some($make as Make), None),
        },)*];
    };
}

hashers! {
    Work: "poseidon1", "multi3", "the recurrence on ark-ff 0.4", on::<Multi3Fr, Recurrence, _>;
    Work: "poseidon1", "multi3-mitigated", "the recurrence on ark-ff 0.6", on::<Multi3MitigatedFr, Recurrence, _>;
    Work: "poseidon1", "multi3-mitigated-dense", "the definition on ark-ff 0.6", on::<Multi3MitigatedFr, Dense, _>;
    Work: "poseidon1", "limbs29", "the recurrence on limbs29, a reduction a sum", on::<Limbs29Sop<Fr>, Recurrence, _>;
    Work: "poseidon1", "limbs29-sparse", "sparse matrices on limbs29, a reduction a sum", on::<Limbs29Sop<Fr>, Sparse, _>;
    Work: "poseidon1", "limbs29-dense", "the definition on limbs29, a reduction a sum", on::<Limbs29Sop<Fr>, Dense, _>;
    Work: "poseidon1", "limbs29-dropin", "the recurrence on limbs29-dropin", on::<Limbs29Dropin<Fr>, Recurrence, _>;
    Simd128: "poseidon1", "simd", "the recurrence on simd, a hash a lane", on::<crate::simd_mul::Simd<Fr>, Recurrence, _>;
    RelaxedSimd: "poseidon1", "fma-pair", "the recurrence on fma-pair, a hash a lane", on::<crate::fma::FmaPair<Fr, crate::fma::Asked>, Recurrence, _>;
    RelaxedSimd: "poseidon1", "fma-sop2", "the recurrence on fma-sop2, a hash a lane", on::<crate::fma::FmaSop<Fr, crate::fma::Asked>, Recurrence, _>;
    RelaxedSimd: "poseidon1", "fma-single", "the recurrence on fma-single", on::<crate::fma_single::FmaSingle<Fr, crate::fma::Asked>, Recurrence, _>;
    Work: "poseidon1", "light-poseidon-0.2", "the crate, on ark-ff 0.4", LightPoseidon02::boxed;
    Work: "poseidon1", "light-poseidon-0.5", "the crate, on ark-ff 0.6", LightPoseidon05::boxed;
    Work: "poseidon2", "multi3", "ark-ff 0.4", on::<Multi3Fr, Poseidon2, _>;
    Work: "poseidon2", "multi3-mitigated", "ark-ff 0.6", on::<Multi3MitigatedFr, Poseidon2, _>;
    Work: "poseidon2", "limbs29", "limbs29", on::<Limbs29Sop<Fr>, Poseidon2, _>;
    Work: "poseidon2", "limbs29-dropin", "limbs29-dropin", on::<Limbs29Dropin<Fr>, Poseidon2, _>;
    Simd128: "poseidon2", "simd", "simd, a hash a lane", on::<crate::simd_mul::Simd<Fr>, Poseidon2, _>;
    RelaxedSimd: "poseidon2", "fma-pair", "fma-pair, a hash a lane", on::<crate::fma::FmaPair<Fr, crate::fma::Asked>, Poseidon2, _>;
    RelaxedSimd: "poseidon2", "fma-single", "fma-single", on::<crate::fma_single::FmaSingle<Fr, crate::fma::Asked>, Poseidon2, _>;
}

/// The hasher `id` of a hash.
///
/// # Errors
/// [`InputError::UnknownKernel`] for one that this build lacks, naming those that it has, and
/// [`InputError::Unfused`].
pub fn hasher(hash: &str, id: &str) -> Result<Box<dyn TimedHasher>, InputError> {
    let here = || HASHERS.iter().filter(|row| row.available());
    let found = here().find(|row| row.hash == hash && row.id == id);
    let Some(HasherRow {
        id,
        make: Some(make),
        build,
        ..
    }) = found
    else {
        let known: Vec<_> = here()
            .map(|row| format!("{} of {}", row.id, row.hash))
            .collect();
        return Err(InputError::UnknownKernel {
            given: format!("{id} of {hash}"),
            known: known.join(", "),
        });
    };
    if !is_right_here(build) {
        return Err(InputError::Unfused { id });
    }
    Ok(make())
}
