//! Where points are, and how each is named.

use alloc::vec::Vec;

/// A point in memory: where its x and y are, and whether the negative of it is meant.
///
/// y is the lane behind x; or, of the image of a point, whose y is the point's own, the one before.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct PointRef(u32);

impl PointRef {
    /// Of a point whose x is this lane.
    #[inline(always)]
    pub const fn at(x: usize) -> Self {
        Self((x as u32) << 2)
    }

    /// Of x, y and x of the image, whose first lane is this: the point or its image.
    #[inline(always)]
    pub const fn of(first: usize, image: bool, negative: bool) -> Self {
        let image = image as u32;
        Self((first as u32 + 2 * image) << 2 | image << 1 | negative as u32)
    }

    /// The lane of x.
    #[inline(always)]
    pub const fn x(self) -> usize {
        (self.0 >> 2) as usize
    }

    /// The lane of y.
    #[inline(always)]
    pub const fn y(self) -> usize {
        ((self.0 >> 2) + 1 - (self.0 & 2)) as usize
    }

    /// Whether y is to be negated.
    #[inline(always)]
    pub const fn is_negative(self) -> bool {
        self.0 & 1 == 1
    }
}

/// Lanes, the first of which are in use. What is not any more stays allocated.
pub struct Memory<L> {
    lanes: Vec<L>,
    /// How many are in use.
    pub used: usize,
}

impl<L: Copy + Default> Memory<L> {
    /// These lanes in use.
    pub const fn new(lanes: Vec<L>) -> Self {
        let used = lanes.len();
        Self { lanes, used }
    }

    /// All lanes that are allocated.
    pub fn lanes(&mut self) -> &mut [L] {
        &mut self.lanes
    }

    /// Takes so many more into use, with anything in them.
    pub fn reserve(&mut self, more: usize) {
        self.used += more;
        if self.lanes.len() < self.used {
            self.lanes.resize(self.used, L::default());
        }
    }
}
