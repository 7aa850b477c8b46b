//! Σ 2^i·P\[i\], by a doubling and an addition each: the one part in which everything waits for what is before it, and
//! whose length does not depend on the number of points.
//!
//! In Jacobian coordinates (X, Y, Z) of the point (X/Z², Y/Z³). Source of the formulas: D. Bernstein, T. Lange,
//! "Explicit-Formulas Database", dbl-2009-l and madd-2007-bl, for curves y² = x³ + b.

use super::memory::PointRef;
use crate::kernel::MAX_LANES;
use crate::work::coordinate::{Canonical, Coordinate};
use crate::work::curves::Point;

/// A point, the same in every lane.
struct Jacobian<C> {
    x: C,
    y: C,
    z: C,
}

/// Whether x is 0, in every lane or none.
fn is_zero<C: Coordinate>(x: &C) -> bool {
    x.is_zero()[0]
}

impl<C: Coordinate> Jacobian<C> {
    /// (1, 1, 0), which any other with z = 0 is, too.
    fn infinity() -> Self {
        let one = C::splat(C::Element::ONE);
        Self {
            x: one,
            y: one,
            z: C::zero(),
        }
    }

    #[inline(never)]
    fn double(&self) -> Self {
        let (a, b) = (self.x.square(), self.y.square());
        let c = b.square();
        let d = (self.x + b).square().minus_both(&a, &c).double();
        let e = a.double() + a;
        let x = e.square() - d.double();
        let y = e * (d - x) - c.double().double().double();
        let z = (self.y * self.z).double();
        Self { x, y, z }
    }

    /// The sum with an affine point.
    #[inline(never)]
    fn add(&self, [x, y]: &[C; 2]) -> Self {
        if is_zero(&self.z) {
            return Self {
                x: *x,
                y: *y,
                z: C::splat(C::Element::ONE),
            };
        }
        let z2 = self.z.square();
        let h = *x * z2 - self.x;
        let s = *y * (z2 * self.z) - self.y;
        if is_zero(&h) {
            return if is_zero(&s) {
                self.double()
            } else {
                Self::infinity()
            };
        }
        let r = s.double();
        let i = h.double().square();
        let j = h * i;
        let v = self.x * i;
        let x = r.square().minus_both(&j, &v.double());
        let y = r * (v - x) - (self.y * j).double();
        let z = (self.z * h).double();
        Self { x, y, z }
    }

    fn to_affine(&self) -> Point<C::Element> {
        let Some(z) = self.z.inverse() else {
            return Point::INFINITY;
        };
        let z2 = z.square();
        Point {
            x: (self.x * z2).store()[0],
            y: (self.y * (z2 * z)).store()[0],
        }
    }
}

/// The sum of all 2^i·`powers[i]`.
#[inline(never)]
pub fn horner<C: Coordinate>(powers: &[Option<PointRef>], memory: &[C::Lane]) -> Point<C::Element> {
    let mut sum = Jacobian::<C>::infinity();
    for power in powers.iter().rev() {
        sum = sum.double();
        if let Some(point) = power {
            let [x, y] = [point.x(), point.y()].map(|at| C::gather(memory, [at; MAX_LANES]));
            sum = sum.add(&[x, y.negate([point.is_negative(); MAX_LANES])]);
        }
    }
    sum.to_affine()
}
