//! Points in groups, by a counting sort. What is to be added up is a group.

use super::memory::PointRef;
use alloc::vec;
use alloc::vec::Vec;

/// Points, group after group.
pub struct Groups {
    /// Where each group begins, and at last where all end.
    pub starts: Vec<u32>,
    /// The points.
    pub points: Vec<PointRef>,
}

impl Groups {
    /// `items` gives each point with its group, which is below `groups`. It is called twice.
    pub fn sorted<I: Iterator<Item = (usize, PointRef)>>(
        groups: usize,
        items: impl Fn() -> I,
    ) -> Self {
        let mut starts = vec![0; groups + 2];
        items().for_each(|(group, _)| starts[group + 2] += 1);
        for group in 2..starts.len() {
            starts[group] += starts[group - 1];
        }
        // Where the next point of a group goes: in the end the start of the next group.
        let mut points = vec![PointRef::at(0); starts[groups + 1] as usize];
        items().for_each(|(group, point)| {
            let next = &mut starts[group + 1];
            points[*next as usize] = point;
            *next += 1;
        });
        starts.pop();
        Self { starts, points }
    }

    /// The groups from `first` to before `end`.
    pub fn slice(&self, first: usize, end: usize) -> Self {
        let start = self.starts[first];
        Self {
            starts: self.starts[first..=end]
                .iter()
                .map(|at| at - start)
                .collect(),
            points: self.points[start as usize..self.starts[end] as usize].to_vec(),
        }
    }

    /// The first point of each group, or None of one that is empty.
    pub fn firsts(&self) -> impl Iterator<Item = Option<PointRef>> {
        self.starts
            .windows(2)
            .map(|ends| (ends[0] < ends[1]).then(|| self.points[ends[0] as usize]))
    }
}
