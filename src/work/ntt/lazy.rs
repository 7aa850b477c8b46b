//! Sums that are not reduced: what a butterfly adds up before the next product, or the next layer,
//! takes it.
//!
//! A value goes through three states, which are types. Reduced, as a kernel's own
//! [`Packed`](Kernel::Packed), is what every operation of the kernel takes. [`Sum`] is such values
//! added up, not even carried. [`Loose`] is a sum that was carried as far as it must be before it is
//! stored, multiplied, or is a term of another sum.

use crate::field::TwoAdic;
use crate::kernel::Kernel;

/// A value between two layers of a transform.
pub struct Loose<K: Kernel + ?Sized>(pub K::Packed);

/// A loose value, and up to two reduced ones added to it or subtracted.
pub struct Sum<K: Kernel + ?Sized>(pub K::Packed);

impl<K: Kernel + ?Sized> Clone for Loose<K> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<K: Kernel + ?Sized> Copy for Loose<K> {}

impl<K: Kernel + ?Sized> From<&Loose<K>> for Sum<K> {
    #[inline(always)]
    fn from(x: &Loose<K>) -> Self {
        Self(x.0)
    }
}

/// A kernel with unreduced sums. Each operation is, unless a kernel has a cheaper one, the kernel's own,
/// and all three states are one.
///
/// All values are residues, as the kernel's are. A loose value may grow by each layer, so that there
/// are at most [`MOST_LAYERS`](super::MOST_LAYERS) between two reductions.
pub trait Lazy: Kernel<Modulus: TwoAdic> {
    /// x + t.
    #[inline(always)]
    fn plus(x: &Sum<Self>, t: &Self::Packed) -> Sum<Self> {
        Sum(Self::add(&x.0, t))
    }

    /// x - t.
    #[inline(always)]
    fn minus(x: &Sum<Self>, t: &Self::Packed) -> Sum<Self> {
        Sum(Self::sub(&x.0, t))
    }

    /// x + y for a y as large as the sum of two reduced values.
    #[inline(always)]
    fn plus_sum(x: &Sum<Self>, y: &Sum<Self>) -> Sum<Self> {
        Self::plus(x, &y.0)
    }

    /// x - y for such a y.
    #[inline(always)]
    fn minus_sum(x: &Sum<Self>, y: &Sum<Self>) -> Sum<Self> {
        Sum(Self::sub(&x.0, &y.0))
    }

    /// The same value, loose.
    #[inline(always)]
    fn settle(x: &Sum<Self>) -> Loose<Self> {
        Loose(x.0)
    }

    /// x·w for a w made by [`twiddle`](Lazy::twiddle).
    #[inline(always)]
    fn times(x: &Loose<Self>, w: &Self::Packed) -> Self::Packed {
        Self::mul(&x.0, w)
    }

    /// A sum of a loose value and a product as a factor of a product, and as nothing else.
    #[inline(always)]
    fn multiplicand(x: &Sum<Self>) -> Loose<Self> {
        Self::settle(x)
    }

    /// The same value, reduced.
    #[inline(always)]
    fn reduce(x: &Loose<Self>) -> Self::Packed {
        x.0
    }

    /// The same residue as what [`times`](Lazy::times) multiplies by: the one that `pack` gives.
    fn twiddle(w: &Self::Packed) -> Self::Packed {
        Self::pack(&Self::unpack(w)[..Self::LANES])
    }

    /// (x0, y0) and (x1, y1) of the lanes of x and y. With one lane, x and y: a kernel of two says what it does.
    #[inline(always)]
    fn zip(x: &Loose<Self>, y: &Loose<Self>) -> [Loose<Self>; 2] {
        const { assert!(Self::LANES == 1, "a kernel of several lanes exchanges them") };
        [*x, *y]
    }
}
