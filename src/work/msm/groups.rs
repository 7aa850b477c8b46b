//! Points in groups, by a counting sort. What is to be added up is a group.

use alloc::vec;
use alloc::vec::Vec;

/// Codes of points, group after group.
pub struct Groups {
    /// Where each group begins, and at last where all end.
    pub starts: Vec<u32>,
    /// The codes.
    pub codes: Vec<u32>,
}

impl Groups {
    /// `items` gives each code with its group, which is below `groups`. It is called twice.
    pub fn sorted<I: Iterator<Item = (usize, u32)>>(groups: usize, items: impl Fn() -> I) -> Self {
        let mut starts = vec![0; groups + 2];
        items().for_each(|(group, _)| starts[group + 2] += 1);
        for group in 2..starts.len() {
            starts[group] += starts[group - 1];
        }
        // Where the next code of a group goes: in the end the start of the next group.
        let mut codes = vec![0; starts[groups + 1] as usize];
        items().for_each(|(group, code)| {
            let next = &mut starts[group + 1];
            codes[*next as usize] = code;
            *next += 1;
        });
        starts.pop();
        Self { starts, codes }
    }
}
