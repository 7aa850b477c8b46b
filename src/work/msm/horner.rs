//! Σ 2^i·P\[i\], by a doubling and an addition each: the one part in which everything waits for what is before it, and
//! whose length does not depend on the number of points.
//!
//! Its products are called ([`Coordinate::times`]): there are some thousands of them, and as many bodies as formulas have
//! products would be a quarter of a module's code.
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
        let (a, b) = (self.x.squared(), self.y.squared());
        let c = b.squared();
        let d = (self.x + b).squared().minus_both(&a, &c).double();
        let e = a.double() + a;
        let x = e.squared() - d.double();
        let y = e.times(&(d - x)) - c.double().double().double();
        let z = self.y.times(&self.z).double();
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
        let z2 = self.z.squared();
        let h = x.times(&z2) - self.x;
        let s = y.times(&z2.times(&self.z)) - self.y;
        if is_zero(&h) {
            return if is_zero(&s) {
                self.double()
            } else {
                Self::infinity()
            };
        }
        let r = s.double();
        let i = h.double().squared();
        let j = h.times(&i);
        let v = self.x.times(&i);
        let x = r.squared().minus_both(&j, &v.double());
        let y = r.times(&(v - x)) - self.y.times(&j).double();
        let z = self.z.times(&h).double();
        Self { x, y, z }
    }

    fn to_affine(&self) -> Point<C::Element> {
        let Some(z) = self.z.inverse() else {
            return Point::INFINITY;
        };
        let z2 = z.squared();
        Point {
            x: self.x.times(&z2).store()[0],
            y: self.y.times(&z2.times(&z)).store()[0],
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
