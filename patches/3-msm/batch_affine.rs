//! Multi-scalar multiplication on short Weierstrass curves, with buckets of affine points.
//!
//! This is Pippenger's algorithm. Points are added in affine coordinates, many at a time, so that
//! their additions share an inversion (Montgomery's trick): an addition takes five multiplications
//! and a squaring, where a mixed addition in extended Jacobian coordinates takes ten.
//!
//! 1. A scalar is a sum of signed digits, one for each [`Window`].
//! 2. In each window, [`Groups::buckets`] sorts the points by the magnitudes of their digits.
//! 3. [`Adder`] adds up the points of each bucket.
//! 4. [`rows_and_columns`] turns the weighted sum of the buckets into shorter weighted sums, until
//!    all weights are powers of two.
//! 5. What remains is one doubling and one addition for each bit.
//!
//! Points at infinity, equal points, and points that cancel each other are handled in every step.

use crate::{
    short_weierstrass::{Affine, Projective, SWCurveConfig},
    AffineRepr,
};
use ark_ff::{AdditiveGroup, BigInteger, Field, PrimeField, Zero};
use ark_std::{cfg_iter, ops::Range, vec, vec::Vec};
use core::hint::black_box;

#[cfg(feature = "parallel")]
use rayon::prelude::*;

/// With fewer scalars, or bits of all scalars, inversions are shared by too few additions.
const MIN_SCALARS: usize = 64;
const MIN_BITS: u32 = 512;
/// The number of terms of a sum is limited so that a [`PointRef`] can name each.
const MAX_TERMS: usize = 1 << 30;
/// Points that are added up at the same time: they fit into a second-level cache.
const POINTS_AT_ONCE: usize = 1 << 13;
/// Points that are looked up at the same time.
const READ_AT_ONCE: usize = 32;
/// Additions that share an inversion, at most.
const ADDITIONS_AT_ONCE: usize = 1 << 10;

/// Whether [`msm`] is faster than adding each point to a bucket in extended Jacobian coordinates.
pub(crate) fn is_faster<F: PrimeField>(bigints: &[F::BigInt]) -> bool {
    let mut bits = 0;
    let mut is_enough = |bigint| {
        bits += Term::new::<F>(0, bigint).map_or(0, |term| term.scalar.num_bits());
        bits >= MIN_BITS
    };
    bigints.len() >= MIN_SCALARS && bigints.iter().any(&mut is_enough)
}

/// Computes the sum of all `bigints[i] * bases[i]`.
///
/// If one slice is longer than the other, the rest of it is ignored.
pub(crate) fn msm<P: SWCurveConfig>(
    bases: &[Affine<P>],
    bigints: &[<P::ScalarField as PrimeField>::BigInt],
) -> Projective<P> {
    bases
        .chunks(MAX_TERMS)
        .zip(bigints.chunks(MAX_TERMS))
        .map(|(bases, bigints)| {
            let terms = cfg_iter!(bigints)
                .zip(bases)
                .enumerate()
                .filter(|(_, (_, base))| !base.is_zero())
                .filter_map(|(i, (bigint, _))| Term::new::<P::ScalarField>(i, bigint))
                .collect::<Vec<_>>();
            sum_of_terms(bases, &terms)
        })
        .sum()
}

/// A point of a slice, or its negative.
#[derive(Clone, Copy)]
struct PointRef(u32);

impl PointRef {
    const fn new(index: usize, negative: bool) -> Self {
        Self((index as u32) << 1 | negative as u32)
    }

    /// The negative of this if `negative` is true.
    const fn negate_if(self, negative: bool) -> Self {
        Self(self.0 ^ negative as u32)
    }

    fn x_is_zero<P: SWCurveConfig>(self, points: &[Affine<P>]) -> bool {
        points[(self.0 >> 1) as usize].x.is_zero()
    }

    fn get<P: SWCurveConfig>(self, points: &[Affine<P>]) -> Affine<P> {
        let Affine { x, y, .. } = points[(self.0 >> 1) as usize];
        // Signs are random. An index is no branch, which would be mispredicted half of the time.
        Affine::new_unchecked(x, [y, -y][(self.0 & 1) as usize])
    }
}

/// A point and how often it is added.
struct Term<B> {
    scalar: B,
    point: PointRef,
}

impl<B: BigInteger> Term<B> {
    /// Returns `None` if the scalar is zero.
    ///
    /// A scalar that is slightly below the modulus becomes a small one of the other sign.
    fn new<F: PrimeField<BigInt = B>>(index: usize, bigint: &B) -> Option<Self> {
        let mut scalar = *bigint;
        let mut negative = false;
        if scalar.num_bits() > 64 {
            let mut negated = F::MODULUS;
            negated.sub_with_borrow(&scalar);
            if negated.num_bits() <= 64 {
                (scalar, negative) = (negated, true);
            }
        }
        let point = PointRef::new(index, negative);
        (!scalar.is_zero()).then_some(Self { scalar, point })
    }
}

/// Computes the sum of the terms, whose points are not at infinity.
fn sum_of_terms<P: SWCurveConfig, B: BigInteger>(
    points: &[Affine<P>],
    terms: &[Term<B>],
) -> Projective<P> {
    let windows = Window::all(terms);
    // With few points, several windows are added up at the same time.
    let at_once = (POINTS_AT_ONCE / terms.len().max(1)).max(1);
    let add_up = |adder: &mut Adder<P>, windows: &[Window]| {
        let buckets = Groups::buckets(terms, windows);
        let sums = adder.sums(points, &buckets);
        let buckets = windows
            .iter()
            .map(|window| (window.offset, window.buckets()));
        // The rows and columns are far fewer than the buckets, which are freed.
        rows_and_columns(WeightedSum::split(sums, buckets), adder)
    };
    let mut adder = Adder::new();
    #[cfg(feature = "parallel")]
    let sums = windows.par_chunks(at_once).map_init(Adder::new, add_up);
    #[cfg(not(feature = "parallel"))]
    let sums = windows
        .chunks(at_once)
        .map(|windows| add_up(&mut adder, windows));
    let mut sums = sums.flatten().collect::<Vec<_>>();

    let bits = windows.iter().map(|window| window.offset + window.bits);
    let mut powers = vec![Affine::zero(); bits.max().unwrap_or(0)];
    while !sums.is_empty() {
        sums.retain(|sum| {
            if let [_, point] = sum.points[..] {
                powers[sum.offset] = point;
            }
            sum.points.len() > 2
        });
        sums = rows_and_columns(sums, &mut adder);
    }
    let zero = Projective::zero();
    powers.iter().rev().fold(zero, |mut result, power| {
        result.double_in_place();
        result + power
    })
}

/// A window of the bits of a scalar.
///
/// Its digit is the number that its bits are, plus the bit below them, minus `2^bits` if the
/// highest bit is set. The sum of all `2^offset * digit` is the scalar, and no window needs a carry
/// from the one below. Magnitudes of digits are at most `2^(bits - 1)`.
#[derive(Clone, Copy)]
struct Window {
    offset: usize,
    bits: usize,
}

impl Window {
    /// The windows that take the fewest additions.
    ///
    /// In each window, every point is added but the first of each bucket. [`rows_and_columns`] adds
    /// every bucket twice.
    fn all<B: BigInteger>(terms: &[Term<B>]) -> Vec<Self> {
        let (mut max_bits, mut total_bits) = (0, 0);
        for term in terms {
            let bits = term.scalar.num_bits() as usize;
            max_bits = max_bits.max(bits);
            total_bits += bits as u64;
        }
        // Short scalars are zero in the upper windows.
        let terms = total_bits.div_ceil(max_bits.max(1) as u64);
        // The highest bit is that of the sign.
        let split = |count| Self::split(max_bits + 1, count);
        let additions = |count| {
            let buckets = split(count).map(|window| window.buckets() as u64);
            terms * count as u64 + buckets.sum::<u64>()
        };
        let fewest_windows = (max_bits + 1).div_ceil(Self::MAX_BITS);
        let count = (fewest_windows..=max_bits + 1).min_by_key(|&count| additions(count));
        split(count.unwrap_or(1)).collect()
    }

    const MAX_BITS: usize = 24;

    /// As many windows of nearly the same size, the larger ones first.
    fn split(bits: usize, count: usize) -> impl Iterator<Item = Self> {
        let (size, larger) = (bits / count, bits % count);
        (0..count).map(move |i| Self {
            offset: i * size + i.min(larger),
            bits: size + (i < larger) as usize,
        })
    }

    /// The number of magnitudes of digits, including 0.
    const fn buckets(&self) -> usize {
        (1 << (self.bits - 1)) + 1
    }

    fn digit(&self, scalar: &[u64]) -> i32 {
        let word = match self.offset.checked_sub(1) {
            None => scalar[0] << 1,
            Some(below) => {
                let (limb, shift) = (below / 64, below % 64);
                let next = scalar.get(limb + 1).copied().unwrap_or(0);
                scalar[limb] >> shift | (next << 1) << (63 - shift)
            },
        };
        // The bit below the window and the bits of it.
        let bits = (word & ((2 << self.bits) - 1)) as i32;
        ((bits + 1) >> 1) - ((bits >> self.bits) << self.bits)
    }
}

/// Points in groups, one group after the other.
struct Groups {
    /// Where each group starts, and where the last one ends.
    starts: Vec<u32>,
    points: Vec<PointRef>,
}

impl Groups {
    fn new() -> Self {
        Self {
            starts: vec![0],
            points: Vec::new(),
        }
    }

    fn push(&mut self, points: impl Iterator<Item = PointRef>) {
        self.points.extend(points);
        self.starts.push(self.points.len() as u32);
    }

    /// The points of the terms by the magnitudes of their digits, for one window after the other.
    fn buckets<B: BigInteger>(terms: &[Term<B>], windows: &[Window]) -> Self {
        let count = windows.iter().map(Window::buckets).sum::<usize>();
        let mut starts = vec![0; count + 2];
        Self::for_each_digit(terms, windows, |bucket, _| starts[bucket + 2] += 1);
        for i in 2..starts.len() {
            starts[i] += starts[i - 1];
        }
        let mut points = vec![PointRef(0); starts[count + 1] as usize];
        // Where the next point of a bucket goes: at last, where the next bucket starts.
        Self::for_each_digit(terms, windows, |bucket, point| {
            let next = &mut starts[bucket + 1];
            points[*next as usize] = point;
            *next += 1;
        });
        starts.pop();
        Self { starts, points }
    }

    /// Visits each point that is in a bucket, and says in which.
    fn for_each_digit<B: BigInteger>(
        terms: &[Term<B>],
        windows: &[Window],
        mut visit: impl FnMut(usize, PointRef),
    ) {
        let mut first = 0;
        for window in windows {
            for term in terms {
                let digit = window.digit(term.scalar.as_ref());
                if digit != 0 {
                    let bucket = first + digit.unsigned_abs() as usize;
                    visit(bucket, term.point.negate_if(digit < 0));
                }
            }
            first += window.buckets();
        }
    }
}

/// The sum of all `2^offset * i * points[i]`.
struct WeightedSum<P: SWCurveConfig> {
    offset: usize,
    points: Vec<Affine<P>>,
}

impl<P: SWCurveConfig> WeightedSum<P> {
    /// Sums of these offsets and lengths, of points that are one sum after the other.
    fn split(points: Vec<Affine<P>>, sums: impl Iterator<Item = (usize, usize)>) -> Vec<Self> {
        let mut points = points.into_iter();
        sums.map(|(offset, len)| Self {
            offset,
            points: points.by_ref().take(len).collect(),
        })
        .collect()
    }
}

/// Writes each sum as two of about the square root of its length.
///
/// With `i = 2^low * row + column`, they are of the sums of the points of each column, and of each
/// row.
fn rows_and_columns<P: SWCurveConfig>(
    sums: Vec<WeightedSum<P>>,
    adder: &mut Adder<P>,
) -> Vec<WeightedSum<P>> {
    let mut points = Vec::with_capacity(sums.iter().map(|sum| sum.points.len()).sum());
    let mut lines = Groups::new();
    let mut shapes = Vec::with_capacity(2 * sums.len());
    for sum in sums {
        let (first, len) = (points.len(), sum.points.len());
        points.extend(sum.points);
        let low = (len.ilog2() as usize).div_ceil(2);
        let columns = len.min(1 << low);
        let rows = len.div_ceil(columns);
        let line = |range: Range<usize>, step| {
            let points = &points;
            range
                .step_by(step)
                .map(move |i| first + i)
                .filter(move |&i| !points[i].is_zero())
                .map(|i| PointRef::new(i, false))
        };
        // Those of index 0 count nothing.
        lines.push(line(0..0, 1));
        for column in 1..columns {
            lines.push(line(column..len, columns));
        }
        lines.push(line(0..0, 1));
        for row in 1..rows {
            lines.push(line(row * columns..len.min((row + 1) * columns), 1));
        }
        shapes.extend([(sum.offset, columns), (sum.offset + low, rows)]);
    }
    WeightedSum::split(adder.sums(&points, &lines), shapes.into_iter())
}

/// Adds up groups of points: in each round, two and two points of every group become one.
struct Adder<P: SWCurveConfig> {
    points: Vec<Affine<P>>,
    /// Where the points of each group start, and how many it has.
    groups: Vec<(usize, usize)>,
    /// The first points of the pairs that are to be added.
    lefts: Vec<usize>,
    /// The slopes of the lines through them are numerators over denominators.
    numerators: Vec<P::BaseField>,
    denominators: Vec<P::BaseField>,
    /// Memory for [`invert`].
    tree: Vec<P::BaseField>,
}

impl<P: SWCurveConfig> Adder<P> {
    const fn new() -> Self {
        Self {
            points: Vec::new(),
            groups: Vec::new(),
            lefts: Vec::new(),
            numerators: Vec::new(),
            denominators: Vec::new(),
            tree: Vec::new(),
        }
    }

    /// The sum of each group.
    fn sums(&mut self, points: &[Affine<P>], groups: &Groups) -> Vec<Affine<P>> {
        #[cfg(feature = "parallel")]
        {
            let threads = rayon::current_num_threads();
            let count = groups.points.len();
            let tasks = (count / POINTS_AT_ONCE).min(4 * threads);
            if threads > 1 && tasks > 1 {
                // Groups of about as many points for each task.
                let first = |task: usize| {
                    let point = count / tasks * task;
                    groups
                        .starts
                        .partition_point(|&start| (start as usize) < point)
                };
                return (0..tasks)
                    .into_par_iter()
                    .map_init(Self::new, |adder, task| {
                        let last = task + 1 == tasks;
                        let end = if last {
                            groups.starts.len() - 1
                        } else {
                            first(task + 1)
                        };
                        adder.sums_of(points, &groups.starts[first(task)..=end], &groups.points)
                    })
                    .collect::<Vec<_>>()
                    .concat();
            }
        }
        self.sums_of(points, &groups.starts, &groups.points)
    }

    fn sums_of(
        &mut self,
        points: &[Affine<P>],
        starts: &[u32],
        refs: &[PointRef],
    ) -> Vec<Affine<P>> {
        let mut sums = Vec::with_capacity(starts.len() - 1);
        let (mut read, last) = (starts[0] as usize, starts[starts.len() - 1] as usize);
        let mut ends = starts[1..].iter().map(|&end| end as usize).peekable();
        while ends.peek().is_some() {
            // There may be a point already.
            let before = self.points.len();
            let refs = &refs[read..last.min(read + POINTS_AT_ONCE - before)];
            for refs in refs.chunks(READ_AT_ONCE) {
                // Points that are in no cache are fetched at the same time.
                black_box(refs.iter().filter(|point| point.x_is_zero(points)).count());
                self.points
                    .extend(refs.iter().map(|point| point.get(points)));
            }
            let mut start = 0;
            while let Some(end) = ends.next_if(|&end| end <= read + refs.len()) {
                let end = end - read + before;
                self.groups.push((start, end - start));
                start = end;
            }
            let rest = self.points.len() - start;
            if rest > 0 {
                self.groups.push((start, rest));
            }
            self.add_up(&mut sums);
            if rest > 0 {
                // The group goes on with the sum of what it has so far.
                self.points.extend(sums.pop().filter(|sum| !sum.is_zero()));
            }
            read += refs.len();
        }
        sums
    }

    /// Moves the sums of all groups to `sums`.
    fn add_up(&mut self, sums: &mut Vec<Affine<P>>) {
        // What remains of a group after a round is twice as far apart.
        let mut distance = 1;
        while self.groups.iter().any(|&(_, len)| len > 1) {
            self.round(distance);
            distance *= 2;
        }
        for (start, len) in self.groups.drain(..) {
            sums.push(if len == 0 {
                Affine::zero()
            } else {
                self.points[start]
            });
        }
        self.points.clear();
    }

    fn round(&mut self, distance: usize) {
        let mut groups = core::mem::take(&mut self.groups);
        for (start, len) in &mut groups {
            let at = |i: usize| *start + i * distance;
            let mut i = 0;
            while i + 1 < *len {
                let (left, right) = (at(i), at(i + 1));
                if self.push_pair(left, right) {
                    if self.lefts.len() == ADDITIONS_AT_ONCE {
                        self.add_pairs(distance);
                    }
                    i += 2;
                } else {
                    // They cancel each other. The last points of the group, which are in no pair
                    // yet, take their places.
                    self.points[right] = self.points[at(*len - 1)];
                    self.points[left] = self.points[at(*len - 2)];
                    *len -= 2;
                }
            }
            *len = len.div_ceil(2);
        }
        self.groups = groups;
        self.add_pairs(distance);
    }

    /// Returns `false` if the sum of the points is zero, or else appends them to the pairs.
    fn push_pair(&mut self, left: usize, right: usize) -> bool {
        let (p, q) = (&self.points[left], &self.points[right]);
        let mut numerator = q.y;
        numerator -= &p.y;
        let mut denominator = q.x;
        denominator -= &p.x;
        if denominator.is_zero() {
            if !numerator.is_zero() || p.y.is_zero() {
                return false;
            }
            // The points are equal: the line is the tangent.
            let square = p.x.square();
            numerator = square.double() + square + P::COEFF_A;
            denominator = p.y.double();
        }
        self.lefts.push(left);
        self.numerators.push(numerator);
        self.denominators.push(denominator);
        true
    }

    /// Replaces the left point of each pair by the sum of both.
    ///
    /// Each loop is over multiplications that do not depend on each other.
    fn add_pairs(&mut self, distance: usize) {
        let count = self.lefts.len();
        if count == 0 {
            return;
        }
        invert(&mut self.denominators, &mut self.tree);
        let slopes = &mut self.numerators;
        for (slope, inverse) in slopes.iter_mut().zip(&self.denominators) {
            *slope *= inverse;
        }
        let differences = &mut self.denominators;
        for ((slope, difference), &left) in slopes.iter().zip(&mut *differences).zip(&self.lefts) {
            let mut x = *slope;
            x.square_in_place();
            x -= &self.points[left].x;
            x -= &self.points[left + distance].x;
            *difference = self.points[left].x;
            *difference -= &x;
            self.points[left].x = x;
        }
        for ((slope, difference), &left) in slopes.iter().zip(differences).zip(&self.lefts) {
            *difference *= slope;
            *difference -= &self.points[left].y;
            self.points[left].y = *difference;
        }
        self.lefts.clear();
        self.numerators.clear();
        self.denominators.clear();
    }
}

/// Replaces all elements, none of which is zero, by their inverses: one inversion, and three
/// multiplications an element.
///
/// The multiplications are along a binary tree, where those next to each other are independent. In
/// [`ark_ff::batch_inversion`], each needs the one before.
fn invert<F: Field>(elements: &mut [F], tree: &mut Vec<F>) {
    // Node `i` is the product of `2i` and `2i + 1`. The elements are the leaves.
    let count = elements.len();
    tree.clear();
    tree.resize(count, F::ONE);
    tree.extend_from_slice(elements);
    for i in (1..count).rev() {
        let (parents, children) = tree.split_at_mut(i + 1);
        parents[i] = children[i - 1];
        parents[i] *= &children[i];
    }
    // If there is one element only, node 1 is a leaf.
    if let Some(root) = tree.get_mut(1) {
        *root = root.inverse().expect("no element is zero");
    }
    for i in 1..count {
        let (parents, children) = tree.split_at_mut(i + 1);
        children.swap(i - 1, i);
        children[i - 1] *= &parents[i];
        children[i] *= &parents[i];
    }
    elements.copy_from_slice(&tree[count..]);
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{scalar_mul::double_and_add_affine, CurveConfig};
    use ark_ff::{fields::Fp64, BigInt, MontBackend, MontFp, UniformRand};
    use ark_std::{rand::Rng, test_rng};
    use ark_test_curves::bls12_381::Fr;

    #[derive(ark_ff::MontConfig)]
    #[modulus = "127"]
    #[generator = "3"]
    struct F127Config;
    type F127 = Fp64<MontBackend<F127Config, 1>>;

    /// `y^2 = x^3 + x + 3` has 144 points, one of which has order 2: among a few hundred, there are
    /// equal points and points that cancel each other everywhere.
    ///
    /// Its scalars are integers of 255 bits.
    struct SmallCurve;

    impl CurveConfig for SmallCurve {
        type BaseField = F127;
        type ScalarField = Fr;
        const COFACTOR: &'static [u64] = &[1];
        const COFACTOR_INV: Fr = Fr::ONE;
    }

    impl SWCurveConfig for SmallCurve {
        const COEFF_A: F127 = F127::ONE;
        const COEFF_B: F127 = MontFp!("3");
        const GENERATOR: Affine<Self> = Affine::new_unchecked(MontFp!("2"), MontFp!("34"));
        type ZeroFlag = bool;
    }

    fn multiple_of_generator(k: u64) -> Affine<SmallCurve> {
        double_and_add_affine(&Affine::<SmallCurve>::generator(), [k]).into()
    }

    fn assert_is_sum(bases: &[Affine<SmallCurve>], bigints: &[BigInt<4>]) {
        let products = bases.iter().zip(bigints);
        let sum = products.map(|(base, bigint)| double_and_add_affine(base, bigint));
        assert_eq!(msm(bases, bigints), sum.sum::<Projective<_>>());
    }

    #[test]
    fn test_sums_on_a_small_curve() {
        let rng = &mut test_rng();
        for size in [0, 1, 2, 3, 31, 32, 33, 100, 1000] {
            let mut points = |orders: u64| -> Vec<_> {
                let k = (0..size).map(|_| rng.gen_range(0..orders));
                k.map(multiple_of_generator).collect()
            };
            let all = [144, 2, 1].map(&mut points);
            // The generator and its negative, or the point of order 2 and the one at infinity.
            let signs = points(2)
                .into_iter()
                .map(|p| if p.is_zero() { -all[1][0] } else { p });
            let signs = signs.collect::<Vec<_>>();
            let order_2 = multiple_of_generator(72);
            let orders_2 = all[1]
                .iter()
                .map(|p| if p.is_zero() { *p } else { order_2 });
            let orders_2 = orders_2.collect::<Vec<_>>();
            let mut random = || Fr::rand(rng).into_bigint();
            let scalars = (0..size).map(|_| random()).collect::<Vec<_>>();
            let small = (0..size as u64).map(BigInt::from).collect::<Vec<_>>();
            let same = random();
            for bases in [&all[0], &all[1], &all[2], &signs, &orders_2] {
                assert_is_sum(bases, &scalars);
                assert_is_sum(bases, &small);
                assert_is_sum(bases, &scalars[size / 2..]);
                assert_is_sum(&bases[size / 3..], &scalars);
                for scalar in [0u64.into(), 1u64.into(), 2u64.into(), same] {
                    assert_is_sum(bases, &vec![scalar; size]);
                }
            }
        }
    }

    #[test]
    fn test_sums_of_more_points_than_are_added_at_once() {
        let rng = &mut test_rng();
        let size = 5 * POINTS_AT_ONCE / 2;
        let bases = (0..size).map(|_| multiple_of_generator(rng.gen_range(0..144)));
        let bases = bases.collect::<Vec<_>>();
        let scalars = (0..size).map(|_| Fr::rand(rng).into_bigint());
        let scalars = scalars.collect::<Vec<_>>();
        assert_is_sum(&bases, &scalars);
        // All of them are in one bucket.
        assert_is_sum(&bases, &vec![scalars[0]; size]);
        assert_is_sum(&vec![bases[0]; size], &vec![scalars[0]; size]);
    }

    #[test]
    fn test_scalars_near_the_modulus_are_small() {
        for (below, is_small) in [(1, true), (u64::MAX, true), (0, false)] {
            let mut bigint = Fr::MODULUS;
            bigint.sub_with_borrow(&below.into());
            let term = Term::new::<Fr>(5, &bigint);
            assert_eq!(term.is_some(), is_small);
            if let Some(term) = term {
                assert_eq!((term.scalar, term.point.0), (below.into(), 11));
            }
        }
        let bigint = BigInt::new([5, 1, 0, 0]);
        let term = Term::new::<Fr>(5, &bigint).unwrap();
        assert_eq!((term.scalar, term.point.0), (bigint, 10));
    }

    #[test]
    fn test_few_additions_are_left_to_the_other_algorithm() {
        let minus_one = (-Fr::ONE).into_bigint();
        let long = Fr::rand(&mut test_rng()).into_bigint();
        for (scalar, size, is_it) in [
            (long, 63, false),
            (long, 64, true),
            (0u64.into(), 5000, false),
            (1u64.into(), 511, false),
            (1u64.into(), 512, true),
            (minus_one, 511, false),
            (minus_one, 512, true),
        ] {
            assert_eq!(is_faster::<Fr>(&vec![scalar; size]), is_it);
        }
    }

    #[test]
    fn test_digits_are_the_scalar() {
        let rng = &mut test_rng();
        let edges = [0, 1, u64::MAX, 1 << 63, u64::MAX >> 1, 0x5555555555555555];
        let scalars = edges.map(|limb| BigInt::<4>([limb; 4]));
        for scalar in scalars
            .into_iter()
            .chain((0..20).map(|_| BigInt(rng.gen())))
        {
            for count in 11..=257 {
                // 2^257 is above all sums: what is negative is that much less.
                let mut sum = num_bigint::BigInt::from(0);
                for window in Window::split(257, count) {
                    let digit = window.digit(&scalar.0);
                    assert!((digit.unsigned_abs() as usize) < window.buckets());
                    sum += num_bigint::BigInt::from(digit) << window.offset;
                }
                assert_eq!(sum, num_bigint::BigUint::from(scalar).into());
            }
        }
    }

    #[test]
    fn test_windows_have_all_bits() {
        for bits in [1, 2, 3, 64, 127, 255] {
            for terms in [1, 2, 100, 5000] {
                let mut scalar = BigInt::<4>::from(1u64);
                scalar <<= bits - 1;
                let term = |i| Term::new::<Fr>(i, &scalar).unwrap();
                let windows = Window::all(&(0..terms).map(term).collect::<Vec<_>>());
                let mut end = 0;
                for window in windows {
                    assert_eq!(window.offset, end);
                    end += window.bits;
                }
                assert_eq!(end, bits as usize + 1);
            }
        }
    }

    #[test]
    fn test_inverses() {
        let rng = &mut test_rng();
        for size in 0..70 {
            let elements = (0..size).map(|_| Fr::rand(rng)).collect::<Vec<_>>();
            let mut inverses = elements.clone();
            invert(&mut inverses, &mut Vec::new());
            for (element, inverse) in elements.into_iter().zip(inverses) {
                assert_eq!(element.inverse(), Some(inverse));
            }
        }
    }
}
