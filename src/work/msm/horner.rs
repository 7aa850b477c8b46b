//! Σ 2^i·P\[i\], by a doubling and an addition each: the one part in which everything waits for what is before it, and
//! whose length does not depend on the number of points.
//!
//! In Jacobian coordinates (X, Y, Z) of the point (X/Z², Y/Z³). Source of the formulas: D. Bernstein, T. Lange,
//! "Explicit-Formulas Database", dbl-2009-l and madd-2007-bl, for curves y² = x³ + b.

use super::memory::Code;
use super::point::Point;
use crate::field::Element;
use crate::field::bn254::Fq;
use crate::kernel::{Kernel, Lanewise, MAX_LANES};
use crate::work::packed::Packed;

/// A point, the same in every lane.
struct Jacobian<K: Kernel> {
    x: Packed<K>,
    y: Packed<K>,
    z: Packed<K>,
}

/// Whether x is 0, in every lane or none.
fn is_zero<K: Kernel>(x: &Packed<K>) -> bool {
    x.is_zero()[0]
}

impl<K: Kernel> Jacobian<K> {
    /// (1, 1, 0), which any other with z = 0 is, too.
    fn infinity() -> Self {
        let one = Packed::splat(Element::ONE);
        Self {
            x: one,
            y: one,
            z: Packed::zero(),
        }
    }

    #[inline(never)]
    fn double(&self) -> Self {
        let (a, b) = (self.x.square(), self.y.square());
        let c = b.square();
        let d = (&(&(&self.x + &b).square() - &a) - &c).double();
        let e = Packed::sum([&a; 3]);
        let x = &e.square() - &d.double();
        let y = &(&e * &(&d - &x)) - &c.double().double().double();
        let z = (&self.y * &self.z).double();
        Self { x, y, z }
    }

    /// The sum with an affine point.
    #[inline(never)]
    fn add(&self, [x, y]: &[Packed<K>; 2]) -> Self {
        if is_zero(&self.z) {
            return Self {
                x: *x,
                y: *y,
                z: Packed::splat(Element::ONE),
            };
        }
        let z2 = self.z.square();
        let h = &(x * &z2) - &self.x;
        let s = &(y * &(&z2 * &self.z)) - &self.y;
        if is_zero(&h) {
            return if is_zero(&s) {
                self.double()
            } else {
                Self::infinity()
            };
        }
        let r = s.double();
        let i = h.double().square();
        let j = &h * &i;
        let v = &self.x * &i;
        let x = &(&r.square() - &j) - &v.double();
        let y = &(&r * &(&v - &x)) - &(&self.y * &j).double();
        let z = (&self.z * &h).double();
        Self { x, y, z }
    }

    fn to_affine(&self) -> Point
    where
        K: Kernel<Modulus = Fq>,
    {
        let z = self.z.store()[0].inverse();
        if z == Element::ZERO {
            return Point::INFINITY;
        }
        let z = Packed::splat(z);
        let z2 = z.square();
        Point {
            x: (&self.x * &z2).store()[0],
            y: (&self.y * &(&z2 * &z)).store()[0],
        }
    }
}

/// The sum of all 2^i·`powers[i]`.
pub fn horner<K: Lanewise<Modulus = Fq>>(powers: &[Option<Code>], memory: &[K::Lane]) -> Point {
    let mut sum = Jacobian::<K>::infinity();
    for power in powers.iter().rev() {
        sum = sum.double();
        if let Some(point) = power {
            let [x, y] = [point.x(), point.y()].map(|at| Packed::gather(memory, [at; MAX_LANES]));
            sum = sum.add(&[x, y.negate([point.is_negative(); MAX_LANES])]);
        }
    }
    sum.to_affine()
}
