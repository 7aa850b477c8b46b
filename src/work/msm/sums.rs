//! The sum of each group of points: in rounds, in each of which two and two points of every group become one.

use super::addition::{Adder, Addition, MAX_ADDITIONS};
use super::groups::Groups;
use super::memory::{Memory, PointRef};
use crate::work::coordinate::Coordinate;
use alloc::vec::Vec;

/// Points of groups that are summed up together, unless one group has more.
const CACHED: u32 = 1 << 12;

/// Lanes that rounds need beside the sums, where no group has more points than that.
pub const LANES: usize = 2 * CACHED as usize;

/// What sums need memory for.
pub struct Summer<C: Coordinate> {
    adder: Adder<C>,
    additions: Vec<Addition>,
    identities: Vec<PointRef>,
    kept: Vec<C::Lane>,
}

impl<C: Coordinate> Summer<C> {
    /// One with no memory yet.
    pub const fn new() -> Self {
        Self {
            adder: Adder::new(),
            additions: Vec::new(),
            identities: Vec::new(),
            kept: Vec::new(),
        }
    }

    /// Groups of at most one point, the sum of what each group had: none where it is the point at infinity. Sums are
    /// behind what the memory has in use.
    ///
    /// A few groups after the other, so that all of their sums but the last stay in a cache.
    #[inline(never)]
    pub fn sum(&mut self, groups: &Groups, memory: &mut Memory<C::Lane>) -> Groups {
        let mut sums = Groups {
            starts: Vec::with_capacity(groups.starts.len()),
            points: Vec::new(),
        };
        sums.starts.push(0);
        let mut first = 0;
        while first + 1 < groups.starts.len() {
            let limit = groups.starts[first] + CACHED;
            let more = groups.starts[first + 2..].partition_point(|&end| end <= limit);
            let mut some = groups.slice(first, first + 1 + more);
            let used = memory.used;
            while self.round(&mut some, memory) {}
            self.keep(&mut some, used, memory);
            let before = sums.points.len() as u32;
            let starts = some.starts[1..].iter();
            sums.starts.extend(starts.map(|start| before + start));
            sums.points.append(&mut some.points);
            first += 1 + more;
        }
        sums
    }

    /// Moves the sums together, to where the memory was in use before they were made.
    fn keep(&mut self, sums: &mut Groups, used: usize, memory: &mut Memory<C::Lane>) {
        self.kept.clear();
        let lanes = memory.lanes();
        let mut to = used;
        for point in &mut sums.points {
            if point.x() >= used {
                self.kept.extend([lanes[point.x()], lanes[point.y()]]);
                *point = PointRef::at(to);
                to += 2;
            }
        }
        lanes[used..to].copy_from_slice(&self.kept);
        memory.used = to;
    }

    /// One round, in place: every group has half as many points then. Gives whether any has more than one left.
    fn round(&mut self, groups: &mut Groups, memory: &mut Memory<C::Lane>) -> bool {
        let Groups { starts, points } = groups;
        let pairs: u32 = starts.windows(2).map(|ends| (ends[1] - ends[0]) / 2).sum();
        let mut to = memory.used;
        memory.reserve(2 * pairs as usize);
        let (mut start, mut place, mut more) = (0, 0, false);
        for group_end in &mut starts[1..] {
            let end = *group_end as usize;
            more |= end - start > 2;
            while start < end {
                // What is written was read before: a pair becomes one point.
                let left = points[start];
                points[place] = if start + 1 < end {
                    let right = points[start + 1];
                    let sum = PointRef::at(to);
                    to += 2;
                    self.push(
                        Addition {
                            left,
                            right,
                            to: sum,
                        },
                        memory,
                    );
                    sum
                } else {
                    left
                };
                place += 1;
                start += 2;
            }
            start = end;
            *group_end = place as u32;
        }
        points.truncate(place);
        self.flush(memory);
        if !self.identities.is_empty() {
            self.remove_identities(groups);
        }
        more
    }

    fn push(&mut self, addition: Addition, memory: &mut Memory<C::Lane>) {
        self.additions.push(addition);
        if self.additions.len() == MAX_ADDITIONS {
            self.flush(memory);
        }
    }

    fn flush(&mut self, memory: &mut Memory<C::Lane>) {
        if self.additions.is_empty() {
            return;
        }
        self.adder
            .add(&self.additions, memory.lanes(), &mut self.identities);
        self.additions.clear();
    }

    /// Takes out sums that are the point at infinity.
    fn remove_identities(&mut self, Groups { starts, points }: &mut Groups) {
        self.identities.sort_unstable();
        let (mut start, mut place) = (0, 0);
        for group_end in &mut starts[1..] {
            let end = *group_end as usize;
            for i in start..end {
                if self.identities.binary_search(&points[i]).is_err() {
                    points[place] = points[i];
                    place += 1;
                }
            }
            start = end;
            *group_end = place as u32;
        }
        points.truncate(place);
        self.identities.clear();
    }
}
