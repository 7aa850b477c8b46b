//! The sum of each group of points: in rounds, in each of which two and two points of every group become one.

use super::addition::{Adder, Addition, MOST, Plain, Source};
use super::groups::Groups;
use crate::kernel::{Lanewise, MAX_LANES};
use crate::work::packed::Packed;
use alloc::vec::Vec;

/// At most one point a group.
pub struct Sums<K: Lanewise> {
    /// The points, as [`Plain`] has them.
    pub points: Vec<K::Lane>,
    /// Where each group's point is, which it has if the next group's is not at the same place; and at last how many points
    /// there are.
    pub starts: Vec<u32>,
}

impl<K: Lanewise> Sums<K> {
    /// None yet.
    pub fn new() -> Self {
        Self {
            points: Vec::new(),
            starts: Vec::from([0]),
        }
    }

    /// The point of a group.
    pub fn code(&self, group: usize) -> Option<u32> {
        let (start, end) = (self.starts[group], self.starts[group + 1]);
        (start < end).then_some(start)
    }

    /// These groups and those behind them.
    pub fn append(&mut self, other: &Self) {
        let before = self.points.len() as u32 / 2;
        self.points.extend_from_slice(&other.points);
        let starts = other.starts[1..].iter();
        self.starts.extend(starts.map(|start| before + start));
    }
}

/// What sums need memory for.
pub struct Summer<K: Lanewise> {
    adder: Adder<K>,
    additions: Vec<Addition>,
    gone: Vec<u32>,
    sums: Sums<K>,
    next: Sums<K>,
}

impl<K: Lanewise> Summer<K> {
    /// One with no memory yet.
    pub fn new() -> Self {
        Self {
            adder: Adder::new(),
            additions: Vec::with_capacity(MOST),
            gone: Vec::new(),
            sums: Sums::new(),
            next: Sums::new(),
        }
    }

    /// The sum of every group of points of S, with at most one point a group, the group of a point at infinity with none.
    pub fn sum<S: Source>(&mut self, memory: &[K::Lane], groups: &Groups) -> &Sums<K> {
        let mut largest =
            self.round::<S>(memory, &groups.starts, |place| groups.codes[place as usize]);
        while largest > 1 {
            let sums = core::mem::replace(&mut self.next, Sums::new());
            let before = core::mem::replace(&mut self.sums, sums);
            largest = self.round::<Plain>(&before.points, &before.starts, |place| place);
            self.next = before;
        }
        &self.sums
    }

    /// One round, from groups at `starts` of what `code` says to `self.sums`: gives the most points of a group then.
    fn round<S: Source>(
        &mut self,
        memory: &[K::Lane],
        starts: &[u32],
        code: impl Fn(u32) -> u32,
    ) -> u32 {
        let sizes = starts.windows(2).map(|ends| ends[1] - ends[0]);
        let total: u32 = sizes.clone().map(|size| size.div_ceil(2)).sum();
        let points = &mut self.sums.points;
        points.resize(2 * total as usize, K::Lane::default());
        self.sums.starts.clear();
        let (mut to, mut largest) = (0, 0);
        for (&start, size) in starts.iter().zip(sizes) {
            self.sums.starts.push(to);
            for i in (start..start + size / 2 * 2).step_by(2) {
                if self.additions.len() == MOST {
                    self.adder
                        .add::<S>(&self.additions, memory, points, &mut self.gone);
                    self.additions.clear();
                }
                let (left, right) = (code(i), code(i + 1));
                self.additions.push(Addition { left, right, to });
                to += 1;
            }
            if size % 2 == 1 {
                copy::<K, S>(memory, code(start + size - 1), points, to);
                to += 1;
            }
            largest = largest.max(size.div_ceil(2));
        }
        self.sums.starts.push(to);
        if !self.additions.is_empty() {
            self.adder
                .add::<S>(&self.additions, memory, points, &mut self.gone);
            self.additions.clear();
        }
        self.close_gaps();
        largest
    }

    /// Takes the points that are gone out of the sums.
    fn close_gaps(&mut self) {
        if self.gone.is_empty() {
            return;
        }
        self.gone.sort_unstable();
        let Sums { points, starts } = &mut self.sums;
        let mut gaps = self.gone.iter().peekable();
        let mut closed = 0;
        let mut group = 0;
        for place in 0..=points.len() as u32 / 2 {
            while group < starts.len() && starts[group] == place {
                starts[group] -= closed;
                group += 1;
            }
            if gaps.next_if_eq(&&place).is_some() {
                closed += 1;
            } else if closed > 0 && Plain::y(place) < points.len() {
                points[Plain::x(place - closed)] = points[Plain::x(place)];
                points[Plain::y(place - closed)] = points[Plain::y(place)];
            }
        }
        points.truncate(points.len() - 2 * closed as usize);
        self.gone.clear();
    }
}

/// A point without a partner.
fn copy<K: Lanewise, S: Source>(from: &[K::Lane], code: u32, to: &mut [K::Lane], place: u32) {
    to[Plain::x(place)] = from[S::x(code)];
    if S::is_negative(code) {
        let y = Packed::<K>::gather(from, [S::y(code); MAX_LANES]);
        y.negate([true; MAX_LANES])
            .scatter(to, [Plain::y(place); MAX_LANES]);
    } else {
        to[Plain::y(place)] = from[S::y(code)];
    }
}
