//! Inversions in loops like those of [`batch`]: one at a time, and in batches that share one.
//!
//! Both take a\[i\] to 1/(a\[i\] - b\[i\]), so that no two results of a slot are alike, and what is inverted is a
//! difference, as it is in sums of points. The seed draws a\[0\], b\[0\], a\[1\], ...; the checksum is the fold of a. A
//! slot ends where the matrix (0 1; 1 -b) takes a as often as it had turns. That a difference is 0 is as likely as any
//! other element.

use super::batch::{self, SLOTS, passes};
use super::error::InputError;
use super::info::Field;
use super::selection;
use crate::field::Element;
use crate::kernel::{Kernel, Lanewise};
use crate::work::inversion::invert_all;
use crate::work::packed::Packed;

/// Elements whose inverses share one inversion.
pub const BATCH: usize = 1024;

/// The inversions of a kernel, with its type erased.
#[derive(Clone, Copy)]
pub struct Inversion {
    /// The kernel's id.
    pub id: &'static str,
    /// The checksum of n inversions over [`SLOTS`] elements, slot after slot and pass after pass. In two lanes two
    /// elements share one inversion.
    pub single: fn(u64, u32) -> Element<Field>,
    /// The checksum of n inverses over [`BATCH`] elements, all of which are inverted at once; the last pass may have
    /// fewer.
    pub batch: fn(u64, u32) -> Element<Field>,
}

static INVERSIONS: &[Inversion] = &[
    #[cfg(not(fqmul_subject))]
    Inversion {
        id: "multi3",
        single: |seed, n| {
            single::<crate::multi3::Multi3>(seed, n, |x| {
                ark_ff_04::Field::inverse(x).unwrap_or_default()
            })
        },
        batch: |seed, n| in_place::<crate::multi3::Multi3>(seed, n, ark_ff_04::batch_inversion),
    },
    #[cfg(not(fqmul_subject))]
    Inversion {
        id: "multi3-mitigated",
        single: |seed, n| {
            single::<crate::multi3::Multi3Mitigated>(seed, n, |x| {
                ark_ff::Field::inverse(x).unwrap_or_default()
            })
        },
        batch: |seed, n| {
            in_place::<crate::multi3::Multi3Mitigated>(seed, n, ark_ff::batch_inversion)
        },
    },
    lanewise::<crate::limbs29::Limbs29<Field>>("limbs29"),
    #[cfg(target_feature = "simd128")]
    lanewise::<crate::simd_mul::Simd<Field>>("simd"),
    #[cfg(target_feature = "relaxed-simd")]
    lanewise::<crate::fma::FmaPair<Field, crate::fma::Asked>>("fma-pair"),
];

/// The inversions of the kernel `id`, which is right on this engine.
///
/// # Errors
/// [`InputError::UnknownKernel`], naming those that this build has, and [`InputError::Unfused`].
pub fn find(id: &str) -> Result<Inversion, InputError> {
    let Some(inversion) = INVERSIONS.iter().find(|inversion| inversion.id == id) else {
        return Err(InputError::UnknownKernel {
            given: id.into(),
            known: ids().collect::<Vec<_>>().join(", "),
        });
    };
    selection::find(id).map(|_| *inversion)
}

/// The kernels of this build that invert.
pub fn ids() -> impl Iterator<Item = &'static str> {
    INVERSIONS.iter().map(|inversion| inversion.id)
}

/// By this crate's inversions.
const fn lanewise<K: Lanewise<Modulus = Field>>(id: &'static str) -> Inversion {
    Inversion {
        id,
        single: |seed, n| {
            single::<K>(seed, n, |x| {
                Packed::<K>(*x)
                    .inverse()
                    .map_or_else(|| *x, |inverse| inverse.0)
            })
        },
        batch: at_once::<K>,
    }
}

fn single<K: Kernel<Modulus = Field>>(
    seed: u64,
    n: u32,
    inverse: impl Fn(&K::Packed) -> K::Packed,
) -> Element<Field> {
    batch::over_slots::<K, 4, 2>(SLOTS, seed, n, |[a, b], calls| {
        invert_loop::<K>(a, b, calls, &inverse);
    })
}

/// By a function that inverts all in place.
#[cfg(not(fqmul_subject))]
fn in_place<K: Kernel<Modulus = Field>>(
    seed: u64,
    n: u32,
    invert: impl Fn(&mut [K::Packed]),
) -> Element<Field> {
    batch::over_slots::<K, 4, 2>(BATCH, seed, n, |[a, b], calls| {
        passes(a, calls, |a| {
            for (x, y) in a.iter_mut().zip(b.iter()) {
                K::sub_assign(x, y);
            }
            invert(a);
        });
    })
}

fn at_once<K: Lanewise<Modulus = Field>>(seed: u64, n: u32) -> Element<Field> {
    batch::over_slots::<K, 4, 2>(BATCH, seed, n, |[a, b], calls| {
        let [mut x, y] = [&*a, &*b].map(|x| x.iter().map(|&x| Packed::<K>(x)).collect::<Vec<_>>());
        invert_batch_loop(&mut x, &y, calls);
        for (a, x) in a.iter_mut().zip(x) {
            *a = x.0;
        }
    })
}

#[inline(never)]
fn invert_loop<K: Kernel>(
    a: &mut [K::Packed],
    b: &[K::Packed],
    calls: usize,
    inverse: impl Fn(&K::Packed) -> K::Packed,
) {
    passes(a, calls, |a| {
        for (x, y) in a.iter_mut().zip(b) {
            *x = inverse(&K::sub(x, y));
        }
    });
}

#[inline(never)]
fn invert_batch_loop<K: Lanewise>(a: &mut [Packed<K>], b: &[Packed<K>], calls: usize) {
    passes(a, calls, |a| {
        let differences: Vec<_> = a.iter().zip(b).map(|(x, y)| x.difference(y)).collect();
        invert_all(&differences, a, &mut vec![Packed::zero(); a.len()]);
    });
}
