//! Additions of points in affine coordinates, many for one inversion: five products and a square each.
//!
//! (x1, y1) + (x2, y2) has the slope λ = (y2 - y1)/(x2 - x1), x = λ² - x1 - x2 and y = λ·(x1 - x) - y1. Three products are the
//! division's.
//!
//! That is no sum where x1 = x2, of a point with itself or with its negative. No addition is tested for it: the inversion says
//! whether any denominator is 0, and only then it is sorted out which.
//!
//! What one addition does waits for what it did before. So each step is a loop over many of them, whose products are independent: they
//! take as long as a stream of products does.

use crate::kernel::{Lanewise, MAX_LANES};
use crate::work::inversion::invert_all;
use crate::work::packed::{Difference, Packed};
use alloc::vec::Vec;
use core::marker::PhantomData;

/// Additions of one inversion, at most: their denominators and inverses stay in a second-level cache, and an inversion, which takes
/// as long as a hundred products, costs next to nothing.
pub const MOST: usize = 2048;
/// Packed additions that go through the steps together: all that they read and write stays in a first-level cache.
const BLOCK: usize = 32;

/// Points in memory, by codes: what their lanes are, and whether it is the negative that is meant.
pub trait Source {
    /// The index of x.
    fn x(code: u32) -> usize;
    /// The index of y.
    fn y(code: u32) -> usize;
    /// Whether y is to be negated.
    fn is_negative(code: u32) -> bool;
    /// Whether it can be.
    const SIGNED: bool;
}

/// x and y of point i, at 2i and 2i + 1.
pub struct Plain;

impl Source for Plain {
    #[inline(always)]
    fn x(code: u32) -> usize {
        2 * code as usize
    }

    #[inline(always)]
    fn y(code: u32) -> usize {
        2 * code as usize + 1
    }

    #[inline(always)]
    fn is_negative(_: u32) -> bool {
        false
    }

    const SIGNED: bool = false;
}

/// Two points and where their sum goes, as codes of [`Plain`] in other memory.
#[derive(Clone, Copy)]
pub struct Addition {
    /// One point.
    pub left: u32,
    /// The other.
    pub right: u32,
    /// Their sum.
    pub to: u32,
}

/// What additions need memory for.
pub struct Adder<K: Lanewise> {
    denominators: Vec<Difference<K>>,
    inverses: Vec<Packed<K>>,
}

impl<K: Lanewise> Adder<K> {
    /// One with no memory yet.
    pub const fn new() -> Self {
        Self {
            denominators: Vec::new(),
            inverses: Vec::new(),
        }
    }

    /// Adds all, at most [`MOST`]. Where a sum is the point at infinity, nothing is written, and it is appended to `gone`.
    pub fn add<S: Source>(
        &mut self,
        additions: &[Addition],
        from: &[K::Lane],
        to: &mut [K::Lane],
        gone: &mut Vec<u32>,
    ) {
        let additions = Lanes::<K, S>::new(additions, from);
        if self.run(Line::Chord, &additions, to) {
            return;
        }
        let [mut ordinary, mut doublings] = [const { Vec::new() }; 2];
        for (i, addition) in additions.additions.iter().enumerate() {
            match additions.kind(i) {
                Kind::Ordinary => ordinary.push(*addition),
                Kind::Doubling => doublings.push(*addition),
                Kind::Gone => gone.push(addition.to),
            }
        }
        self.run(Line::Chord, &Lanes::<K, S>::new(&ordinary, from), to);
        self.run(Line::Tangent, &Lanes::<K, S>::new(&doublings, from), to);
    }

    /// Gives false, and does nothing, where a denominator is 0.
    fn run<S: Source>(&mut self, line: Line, additions: &Lanes<K, S>, to: &mut [K::Lane]) -> bool {
        let (denominators, inverses) = (&mut self.denominators, &mut self.inverses);
        denominators.clear();
        match line {
            Line::Chord => additions.denominators_loop(denominators),
            Line::Tangent => additions.tangent_denominators_loop(denominators),
        }
        inverses.resize(denominators.len(), Packed::zero());
        if !invert_all(denominators, inverses) {
            return false;
        }
        for (block, inverses) in inverses.chunks_mut(BLOCK).enumerate() {
            let first = block * BLOCK;
            match line {
                Line::Chord => additions.slopes_loop(first, inverses),
                Line::Tangent => additions.tangent_slopes_loop(first, inverses),
            }
            additions.xs_loop(first, inverses, to);
            additions.ys_loop(first, inverses, to);
        }
        true
    }
}

/// The line through the two points whose third point is the negative of their sum.
#[derive(Clone, Copy)]
enum Line {
    /// Through two points with different x.
    Chord,
    /// At a point, which is both.
    Tangent,
}

/// What a sum is.
enum Kind {
    Ordinary,
    Doubling,
    Gone,
}

/// Additions, as many at a time as there are lanes. The last is in all the lanes that are left.
struct Lanes<'a, K: Lanewise, S> {
    additions: &'a [Addition],
    from: &'a [K::Lane],
    source: PhantomData<S>,
}

impl<'a, K: Lanewise, S: Source> Lanes<'a, K, S> {
    const fn new(additions: &'a [Addition], from: &'a [K::Lane]) -> Self {
        Self {
            additions,
            from,
            source: PhantomData,
        }
    }

    /// Packed additions.
    const fn len(&self) -> usize {
        self.additions.len().div_ceil(K::LANES)
    }

    #[inline(always)]
    fn each<T>(&self, i: usize, of: impl Fn(&Addition) -> T) -> [T; MAX_LANES] {
        let last = self.additions.len() - 1;
        core::array::from_fn(|lane| {
            let lane = if lane < K::LANES { lane } else { 0 };
            of(&self.additions[(K::LANES * i + lane).min(last)])
        })
    }

    #[inline(always)]
    fn x(&self, i: usize, point: impl Fn(&Addition) -> u32) -> Packed<K> {
        Packed::gather(self.from, self.each(i, |addition| S::x(point(addition))))
    }

    #[inline(always)]
    fn y(&self, i: usize, point: impl Fn(&Addition) -> u32) -> Packed<K> {
        let y = Packed::gather(self.from, self.each(i, |addition| S::y(point(addition))));
        if S::SIGNED {
            y.negate(self.each(i, |addition| S::is_negative(point(addition))))
        } else {
            y
        }
    }

    /// x2 - x1.
    #[inline(never)]
    fn denominators_loop(&self, denominators: &mut Vec<Difference<K>>) {
        denominators.extend((0..self.len()).map(|i| {
            let (x1, x2) = (self.x(i, |a| a.left), self.x(i, |a| a.right));
            x2.difference(&x1)
        }));
    }

    /// Inverses to slopes, from a packed addition on.
    #[inline(never)]
    fn slopes_loop(&self, first: usize, inverses: &mut [Packed<K>]) {
        for (i, inverse) in (first..).zip(inverses) {
            let (y1, y2) = (self.y(i, |a| a.left), self.y(i, |a| a.right));
            *inverse = &y2.difference(&y1) * inverse;
        }
    }

    /// 2·y1, of points that are equal: y is never 0, because there are no points of order 2.
    #[inline(never)]
    fn tangent_denominators_loop(&self, denominators: &mut Vec<Difference<K>>) {
        denominators.extend((0..self.len()).map(|i| {
            let y = self.y(i, |a| a.left);
            y.difference(&y.negate([true; MAX_LANES]))
        }));
    }

    /// 3·x1² by inverses.
    #[inline(never)]
    fn tangent_slopes_loop(&self, first: usize, inverses: &mut [Packed<K>]) {
        for (i, inverse) in (first..).zip(inverses) {
            let square = self.x(i, |a| a.left).square();
            *inverse = &Packed::sum([&square; 3]) * inverse;
        }
    }

    #[inline(never)]
    fn xs_loop(&self, first: usize, slopes: &[Packed<K>], to: &mut [K::Lane]) {
        for (i, slope) in (first..).zip(slopes) {
            let (x1, x2) = (self.x(i, |a| a.left), self.x(i, |a| a.right));
            let x = slope.square().minus_both(&x1, &x2);
            x.scatter(to, self.each(i, |addition| Plain::x(addition.to)));
        }
    }

    #[inline(never)]
    fn ys_loop(&self, first: usize, slopes: &[Packed<K>], to: &mut [K::Lane]) {
        for (i, slope) in (first..).zip(slopes) {
            let (x1, y1) = (self.x(i, |a| a.left), self.y(i, |a| a.left));
            let x = Packed::gather(to, self.each(i, |addition| Plain::x(addition.to)));
            let y = &(&x1.difference(&x) * slope) - &y1;
            y.scatter(to, self.each(i, |addition| Plain::y(addition.to)));
        }
    }

    /// What addition i is.
    fn kind(&self, i: usize) -> Kind {
        let one = Self::new(&self.additions[i..=i], self.from);
        let (x1, x2) = (one.x(0, |a| a.left), one.x(0, |a| a.right));
        if !(&x2 - &x1).is_zero()[0] {
            return Kind::Ordinary;
        }
        let (y1, y2) = (one.y(0, |a| a.left), one.y(0, |a| a.right));
        if (&y2 - &y1).is_zero()[0] {
            Kind::Doubling
        } else {
            Kind::Gone
        }
    }
}
