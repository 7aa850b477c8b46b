//! Additions of points in affine coordinates, many for one inversion: five products and a square each.
//!
//! (x1, y1) + (x2, y2) has the slope λ = (y2 - y1)/(x2 - x1), x = λ² - x1 - x2 and y = λ·(x1 - x) - y1. Three products
//! are the division's.
//!
//! That is no sum where x1 = x2, of a point with itself or with its negative. No addition is tested for it: the
//! inversion says whether any denominator is 0, and only then it is sorted out which.
//!
//! What one addition does waits for what it did before. So each step is a loop over many of them, whose products are
//! independent: they take as long as a stream of products does.

use super::memory::PointRef;
use crate::kernel::MAX_LANES;
use crate::work::coordinate::Coordinate;
use crate::work::inversion::invert_all;
use crate::work::prefetch::prefetch;
use alloc::vec::Vec;

/// Additions of one inversion, at most: what they need stays in a second-level cache, and an inversion, which takes as
/// long as a hundred products, costs next to nothing.
pub const MAX_ADDITIONS: usize = 1024;
/// Packed additions that go through the last steps together: what they read and write stays in a first-level cache.
const BLOCK: usize = 32;

/// Two points and where their sum goes.
#[derive(Clone, Copy)]
pub struct Addition {
    /// One point.
    pub left: PointRef,
    /// The other.
    pub right: PointRef,
    /// Their sum: x and y, one after the other.
    pub to: PointRef,
}

/// What a sum is made of when its slope is there.
struct Points<C> {
    x1: C,
    x2: C,
    y1: C,
}

/// What additions need memory for.
pub struct Adder<C: Coordinate> {
    points: Vec<Points<C>>,
    numerators: Vec<C::Difference>,
    denominators: Vec<C::Difference>,
    inverses: Vec<C>,
    products: Vec<C>,
}

impl<C: Coordinate> Adder<C> {
    /// One with no memory yet.
    pub const fn new() -> Self {
        Self {
            points: Vec::new(),
            numerators: Vec::new(),
            denominators: Vec::new(),
            inverses: Vec::new(),
            products: Vec::new(),
        }
    }

    /// Adds all, at most [`MAX_ADDITIONS`]. Where a sum is the point at infinity, nothing is written, and its
    /// reference is appended to `identities`.
    pub fn add(
        &mut self,
        additions: &[Addition],
        memory: &mut [C::Lane],
        identities: &mut Vec<PointRef>,
    ) {
        if self.run(Line::Chord, additions, memory) {
            return;
        }
        let [mut ordinary, mut doublings] = [const { Vec::new() }; 2];
        for addition in additions {
            match kind::<C>(addition, memory) {
                Kind::Ordinary => ordinary.push(*addition),
                Kind::Doubling => doublings.push(*addition),
                Kind::Identity => identities.push(addition.to),
            }
        }
        self.run(Line::Chord, &ordinary, memory);
        self.run(Line::Tangent, &doublings, memory);
    }

    /// Gives false, and does nothing, where a denominator is 0.
    fn run(&mut self, line: Line, additions: &[Addition], memory: &mut [C::Lane]) -> bool {
        let additions = PackedAdditions(additions);
        self.points.clear();
        self.numerators.clear();
        self.denominators.clear();
        match line {
            Line::Chord => self.chords_loop(additions, memory),
            Line::Tangent => self.tangents_loop(additions, memory),
        }
        self.inverses.resize(self.denominators.len(), C::zero());
        self.products.resize(self.denominators.len(), C::zero());
        if !invert_all(&self.denominators, &mut self.inverses, &mut self.products) {
            return false;
        }
        let blocks = self
            .inverses
            .chunks_mut(BLOCK)
            .zip(self.numerators.chunks_mut(BLOCK));
        let mut slopes = [C::zero(); BLOCK];
        for (block, (inverses, numerators)) in blocks.enumerate() {
            let first = block * BLOCK;
            let (points, slopes) = (&self.points[first..], &mut slopes[..inverses.len()]);
            C::multiply_all(slopes, inverses, numerators);
            // What has been read makes room for what is made of it.
            let products = inverses;
            C::square_all(products, slopes);
            xs_loop(additions, first, products, points, numerators, memory);
            C::multiply_all(products, slopes, numerators);
            ys_loop(additions, first, products, points, memory);
        }
        true
    }

    /// y2 - y1 and x2 - x1.
    #[inline(never)]
    fn chords_loop(&mut self, additions: PackedAdditions, memory: &[C::Lane]) {
        for i in 0..additions.packed::<C>() {
            if i % BLOCK == 0 {
                additions.fetch::<C>(i, memory);
            }
            let [left, right] = additions.points::<C>(i);
            let [x1, x2] = [left, right].map(|point| x::<C>(memory, point));
            let [y1, y2] = [left, right].map(|point| y::<C>(memory, point));
            self.denominators.push(x2.difference(&x1));
            self.numerators.push(y2.difference(&y1));
            self.points.push(Points { x1, x2, y1 });
        }
    }

    /// 3·x1² and 2·y1, of points that are equal: y is never 0, because there are no points of order 2 in a group of odd
    /// order.
    #[inline(never)]
    fn tangents_loop(&mut self, additions: PackedAdditions, memory: &[C::Lane]) {
        for i in 0..additions.packed::<C>() {
            let [point, _] = additions.points::<C>(i);
            let (x1, y1) = (x::<C>(memory, point), y::<C>(memory, point));
            let square = x1.squared();
            self.denominators
                .push(y1.difference(&y1.negate([true; MAX_LANES])));
            self.numerators
                .push((square.double() + square).difference(&C::zero()));
            self.points.push(Points { x1, x2: x1, y1 });
        }
    }
}

/// Writes x, and leaves x1 - x in the place of the numerators.
#[inline(never)]
fn xs_loop<C: Coordinate>(
    additions: PackedAdditions,
    first: usize,
    squares: &[C],
    points: &[Points<C>],
    differences: &mut [C::Difference],
    memory: &mut [C::Lane],
) {
    let operands = squares.iter().zip(points).zip(differences);
    for (i, ((square, Points { x1, x2, .. }), difference)) in (first..).zip(operands) {
        let x = square.minus_both(x1, x2);
        x.scatter(memory, additions.sum::<C>(i).map(PointRef::x));
        *difference = x1.difference(&x);
    }
}

/// Writes y, of products of slopes and differences.
#[inline(never)]
fn ys_loop<C: Coordinate>(
    additions: PackedAdditions,
    first: usize,
    products: &[C],
    points: &[Points<C>],
    memory: &mut [C::Lane],
) {
    for (i, (product, Points { y1, .. })) in (first..).zip(products.iter().zip(points)) {
        let y = *product - *y1;
        y.scatter(memory, additions.sum::<C>(i).map(PointRef::y));
    }
}

#[inline(always)]
fn x<C: Coordinate>(memory: &[C::Lane], point: [PointRef; MAX_LANES]) -> C {
    C::gather(memory, point.map(PointRef::x))
}

#[inline(always)]
fn y<C: Coordinate>(memory: &[C::Lane], point: [PointRef; MAX_LANES]) -> C {
    C::gather(memory, point.map(PointRef::y)).negate(point.map(PointRef::is_negative))
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
    Identity,
}

fn kind<C: Coordinate>(addition: &Addition, memory: &[C::Lane]) -> Kind {
    let [left, right] = [addition.left, addition.right].map(|point| [point; MAX_LANES]);
    let x = x::<C>(memory, left) - x::<C>(memory, right);
    let y = y::<C>(memory, left) - y::<C>(memory, right);
    match [x, y].map(|difference| difference.is_zero()[0]) {
        [false, _] => Kind::Ordinary,
        [true, true] => Kind::Doubling,
        [true, false] => Kind::Identity,
    }
}

/// Additions, as many at a time as there are lanes. Lanes that are left do the last one, too.
#[derive(Clone, Copy)]
struct PackedAdditions<'a>(&'a [Addition]);

impl PackedAdditions<'_> {
    /// How many packed ones.
    const fn packed<C: Coordinate>(self) -> usize {
        self.0.len().div_ceil(C::LANES)
    }

    #[inline(always)]
    fn each<C: Coordinate>(self, i: usize) -> [Addition; MAX_LANES] {
        let last = self.0.len() - 1;
        core::array::from_fn(|lane| self.0[(C::LANES * i + lane % C::LANES).min(last)])
    }

    /// Reads both ends of all lanes that a block from packed addition `first` on reads, so that what is in no cache is
    /// fetched for all of them at the same time: points of a bucket are anywhere.
    #[inline(always)]
    fn fetch<C: Coordinate>(self, first: usize, memory: &[C::Lane]) {
        let first = C::LANES * first;
        let end = (first + C::LANES * BLOCK).min(self.0.len());
        for addition in &self.0[first..end] {
            for point in [addition.left, addition.right] {
                for lane in [point.x(), point.y()] {
                    prefetch(&memory[lane]);
                }
            }
        }
    }

    #[inline(always)]
    fn points<C: Coordinate>(self, i: usize) -> [[PointRef; MAX_LANES]; 2] {
        let additions = self.each::<C>(i);
        [additions.map(|a| a.left), additions.map(|a| a.right)]
    }

    #[inline(always)]
    fn sum<C: Coordinate>(self, i: usize) -> [PointRef; MAX_LANES] {
        self.each::<C>(i).map(|a| a.to)
    }
}
