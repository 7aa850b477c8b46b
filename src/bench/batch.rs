//! In-wasm loops, generic over the kernel: what the benchmark times.
//!
//! All expand a 64-bit seed into elements by [`Generator`], do exactly n operations and return a
//! checksum of the results. Each has a closed form, so that a reference outside wasm knows the
//! expected checksum of any batch without repeating it.

use super::error::{InputError, with_room};
use super::generator::Generator;
use super::info::Operation;
use crate::field::{Element, Modulus};
use crate::kernel::{Kernel, MAX_LANES};

/// Elements in each of the two arrays of [`stream`], and of the others. Small enough that both fit in a 32 KiB L1
/// cache in any format, large enough that the products in flight are independent.
pub const SLOTS: usize = 128;

/// Takes elements in order into one that depends on every value and on the order:
/// c = 2c + x, from 0.
pub(super) fn fold<M: Modulus<N>, const N: usize>(
    elements: impl Iterator<Item = Element<M, N>>,
) -> Element<M, N> {
    elements.fold(Element::ZERO, then)
}

/// The fold of one element more.
fn then<M: Modulus<N>, const N: usize>(c: Element<M, N>, x: Element<M, N>) -> Element<M, N> {
    c + c + x
}

/// Latency: n products, each needing the one before.
///
/// A lane draws x0 and x1 and steps x\[i+1\] = x\[i\]·x\[i-1\]: both operands change, so that nothing of
/// one can be prepared outside the loop. A kernel of L lanes runs L such chains side by side; n
/// counts the products of all lanes, and the first n mod L lanes do one more.
/// The checksum is the fold of the lanes' last elements; lane l ends at
/// x0^F(k)·x1^F(k+1) after k products, F the Fibonacci numbers.
pub fn chain<K: Kernel<N>, const N: usize>(seed: u64, n: u32) -> Element<K::Modulus, N> {
    over_pairs::<K, N>(seed, n, chain_loop::<K, N>)
}

/// [`chain`] with another loop for its timed part: `run` takes two elements so many steps a lane, to the last two.
pub fn over_pairs<K: Kernel<N>, const N: usize>(
    seed: u64,
    n: u32,
    run: impl Fn(K::Packed, K::Packed, u32) -> (K::Packed, K::Packed),
) -> Element<K::Modulus, N> {
    let mut generator = Generator::new(seed);
    let mut first = [Element::ZERO; MAX_LANES];
    let mut second = first;
    for lane in 0..K::LANES {
        first[lane] = generator.element();
        second[lane] = generator.element();
    }
    let steps = n / K::LANES as u32;
    let (previous, current) = run(
        K::load(&first[..K::LANES]),
        K::load(&second[..K::LANES]),
        steps,
    );
    let mut last = K::store(&current);
    let rest = n as usize % K::LANES;
    let next = K::store(&K::mul(&current, &previous));
    last[..rest].copy_from_slice(&next[..rest]);
    fold(last[..K::LANES].iter().copied())
}

/// The timed part of [`chain`]: the last two elements after `steps` products a lane.
#[inline(never)]
fn chain_loop<K: Kernel<N>, const N: usize>(
    mut previous: K::Packed,
    mut current: K::Packed,
    steps: u32,
) -> (K::Packed, K::Packed) {
    for _ in 0..steps {
        let next = K::mul(&current, &previous);
        previous = current;
        current = next;
    }
    (previous, current)
}

/// Throughput: n products over two arrays of [`SLOTS`] elements, a\[i\] = a\[i\]·b\[i\], slot after slot
/// and pass after pass. Products of one pass are independent.
///
/// The seed draws a\[0\], b\[0\], a\[1\], b\[1\], ... The checksum is the fold of the array a; slot i ends
/// at a\[i\]·b\[i\]^k after k products, k = n div 128, one more in the first n mod 128 slots.
pub fn stream<K: Kernel<N>, const N: usize>(seed: u64, n: u32) -> Element<K::Modulus, N> {
    over_slots::<K, N, 2>(SLOTS, seed, n, |[a, b], calls| {
        stream_loop::<K, N>(a, b, calls)
    })
}

/// n squarings as in [`stream`], a\[i\] = a\[i\]^2; the seed draws a\[0\], a\[1\], ... Slot i ends at
/// a\[i\]^(2^k).
pub fn square<K: Kernel<N>, const N: usize>(seed: u64, n: u32) -> Element<K::Modulus, N> {
    over_slots::<K, N, 1>(SLOTS, seed, n, |[a], calls| square_loop::<K, N>(a, calls))
}

/// n additions as in [`stream`], a\[i\] = a\[i\] + b\[i\]. Slot i ends at a\[i\] + k·b\[i\].
pub fn add<K: Kernel<N>, const N: usize>(seed: u64, n: u32) -> Element<K::Modulus, N> {
    over_slots::<K, N, 2>(SLOTS, seed, n, |[a, b], calls| {
        add_loop::<K, N>(a, b, calls)
    })
}

/// n subtractions as in [`stream`], a\[i\] = a\[i\] - b\[i\]. Slot i ends at a\[i\] - k·b\[i\].
pub fn sub<K: Kernel<N>, const N: usize>(seed: u64, n: u32) -> Element<K::Modulus, N> {
    over_slots::<K, N, 2>(SLOTS, seed, n, |[a, b], calls| {
        sub_loop::<K, N>(a, b, calls)
    })
}

/// n products in n div 2 sums, over four arrays of half as many elements as those of [`stream`]:
/// a\[i\] = a\[i\]·b\[i\] + c\[i\]·d\[i\]. The seed draws a\[0\], b\[0\], c\[0\], d\[0\], a\[1\], ...
///
/// Slot i ends at a·b^k + c·d·(b^k - 1)/(b - 1) after k sums, a + k·c·d where b = 1.
pub fn sop2<K: Kernel<N>, const N: usize>(seed: u64, n: u32) -> Element<K::Modulus, N> {
    sums_of_products::<K, N, 2, 4>(seed, n)
}

/// n products in n div 3 sums, as in [`sop2`], over six arrays of a third as many elements.
pub fn sop3<K: Kernel<N>, const N: usize>(seed: u64, n: u32) -> Element<K::Modulus, N> {
    sums_of_products::<K, N, 3, 6>(seed, n)
}

/// n products in n div 4 sums, as in [`sop2`], over eight arrays of a quarter as many elements.
pub fn sop4<K: Kernel<N>, const N: usize>(seed: u64, n: u32) -> Element<K::Modulus, N> {
    sums_of_products::<K, N, 4, 8>(seed, n)
}

fn sums_of_products<K: Kernel<N>, const N: usize, const TERMS: usize, const OPERANDS: usize>(
    seed: u64,
    n: u32,
) -> Element<K::Modulus, N> {
    over_slots::<K, N, OPERANDS>(SLOTS / TERMS, seed, n / TERMS as u32, |arrays, calls| {
        sums_loop::<K, N, TERMS, OPERANDS>(arrays, calls);
    })
}

/// The loop of an operation.
pub fn stream_of<K: Kernel<N>, const N: usize>(
    operation: Operation,
    seed: u64,
    n: u32,
) -> Element<K::Modulus, N> {
    match operation {
        Operation::Square => square::<K, N>(seed, n),
        Operation::Add => add::<K, N>(seed, n),
        Operation::Sub => sub::<K, N>(seed, n),
        Operation::Sop2 => sop2::<K, N>(seed, n),
        Operation::Sop3 => sop3::<K, N>(seed, n),
        Operation::Sop4 => sop4::<K, N>(seed, n),
    }
}

/// Slots that a seed draws for [`Arrays`]. Those behind them have the same elements again: a reference
/// knows what millions of them fold to from these.
pub const PERIOD: usize = 256;

/// Two arrays of any size, over which [`stream`] passes.
pub struct Arrays<K: Kernel> {
    a: Vec<K::Packed>,
    b: Vec<K::Packed>,
}

impl<K: Kernel> Arrays<K> {
    /// Two arrays of `slots` elements, at least as many as the kernel has lanes. The seed draws a\[0\],
    /// b\[0\], a\[1\], b\[1\], ..., as many as [`PERIOD`] says.
    ///
    /// # Errors
    /// [`InputError::Memory`].
    pub fn new(slots: usize, seed: u64) -> Result<Self, InputError> {
        let calls = slots / K::LANES;
        let [a, b] = drawn::<K, 4, 2>(slots.min(PERIOD), seed).map(|period| {
            let mut array = with_room(calls)?;
            array.extend(period.iter().cycle().take(calls));
            Ok::<_, InputError>(array)
        });
        Ok(Self { a: a?, b: b? })
    }
}

/// What is timed of two arrays, with the kernel's types erased.
pub trait Stream<M: Modulus> {
    /// One pass: a\[i\] = a\[i\]·b\[i\] for all i.
    fn pass(&mut self);
    /// The fold of the array a; slot i is a\[i\]·b\[i\]^k after k passes.
    fn checksum(&self) -> Element<M>;
}

impl<K: Kernel> Stream<K::Modulus> for Arrays<K> {
    fn pass(&mut self) {
        stream_loop::<K, 4>(&mut self.a, &self.b, self.b.len());
    }

    fn checksum(&self) -> Element<K::Modulus> {
        self.a.iter().fold(Element::ZERO, |c, packed| {
            let stored = K::store(packed);
            stored[..K::LANES].iter().copied().fold(c, then)
        })
    }
}

/// Draws arrays of `slots` elements, runs n operations on the first of them, slot after slot and
/// pass after pass, and folds it. `run` does so many calls of the kernel.
pub fn over_slots<K: Kernel<N>, const N: usize, const ARRAYS: usize>(
    slots: usize,
    seed: u64,
    n: u32,
    run: impl Fn(&mut [Vec<K::Packed>; ARRAYS], usize),
) -> Element<K::Modulus, N> {
    let mut arrays = drawn::<K, N, ARRAYS>(slots, seed);
    let calls = n as usize / K::LANES;
    run(&mut arrays, calls);
    let mut last = stored::<K, N>(&arrays[0]);
    // The first lanes of one slot do one more.
    let (slot, rest) = (calls % arrays[0].len(), n as usize % K::LANES);
    for array in &mut arrays {
        array.swap(0, slot);
        array.truncate(1);
    }
    run(&mut arrays, 1);
    let next = K::store(&arrays[0][0]);
    last[slot * K::LANES..][..rest].copy_from_slice(&next[..rest]);
    fold(last.into_iter())
}

/// Arrays of `slots` elements each, drawn slot by slot.
fn drawn<K: Kernel<N>, const N: usize, const ARRAYS: usize>(
    slots: usize,
    seed: u64,
) -> [Vec<K::Packed>; ARRAYS] {
    let mut arrays = [const { Vec::new() }; ARRAYS];
    draw::<K, N>(&mut arrays, slots, seed);
    arrays
}

/// For any number of arrays, so that there is one for each kernel.
#[inline(never)]
fn draw<K: Kernel<N>, const N: usize>(arrays: &mut [Vec<K::Packed>], slots: usize, seed: u64) {
    let mut generator = Generator::new(seed);
    let mut drawn = vec![[Element::ZERO; MAX_LANES]; arrays.len()];
    for array in &mut *arrays {
        array.reserve_exact(slots / K::LANES);
    }
    for _ in 0..slots / K::LANES {
        for lane in 0..K::LANES {
            for lanes in &mut drawn {
                lanes[lane] = generator.element();
            }
        }
        for (array, lanes) in arrays.iter_mut().zip(&drawn) {
            array.push(K::load(&lanes[..K::LANES]));
        }
    }
}

// The timed parts: functions of their own, so that what is timed can be read in the module. `calls`
// counts operations on packed elements.

#[inline(never)]
fn stream_loop<K: Kernel<N>, const N: usize>(a: &mut [K::Packed], b: &[K::Packed], calls: usize) {
    passes(a, calls, |a| {
        for (x, y) in a.iter_mut().zip(b) {
            *x = K::mul(x, y);
        }
    });
}

#[inline(never)]
fn square_loop<K: Kernel<N>, const N: usize>(a: &mut [K::Packed], calls: usize) {
    passes(a, calls, |a| {
        for x in a {
            *x = K::square(x);
        }
    });
}

#[inline(never)]
fn add_loop<K: Kernel<N>, const N: usize>(a: &mut [K::Packed], b: &[K::Packed], calls: usize) {
    passes(a, calls, |a| {
        for (x, y) in a.iter_mut().zip(b) {
            K::add_assign(x, y);
        }
    });
}

#[inline(never)]
fn sub_loop<K: Kernel<N>, const N: usize>(a: &mut [K::Packed], b: &[K::Packed], calls: usize) {
    passes(a, calls, |a| {
        for (x, y) in a.iter_mut().zip(b) {
            K::sub_assign(x, y);
        }
    });
}

#[inline(never)]
fn sums_loop<K: Kernel<N>, const N: usize, const TERMS: usize, const OPERANDS: usize>(
    arrays: &mut [Vec<K::Packed>; OPERANDS],
    calls: usize,
) {
    const { assert!(OPERANDS == 2 * TERMS) }
    let (a, others) = arrays.split_first_mut().expect("the array that changes");
    passes(a, calls, |a| {
        // As long as a, so that no index is checked in the loop. The first stands where a does.
        let others: [_; OPERANDS] =
            core::array::from_fn(|k| &others[k.saturating_sub(1)][..a.len()]);
        for (i, x) in a.iter_mut().enumerate() {
            let operand = |k: usize| if k == 0 { &*x } else { &others[k][i] };
            *x = K::sum_of_products::<TERMS>(
                core::array::from_fn(|term| operand(2 * term)),
                core::array::from_fn(|term| operand(2 * term + 1)),
            );
        }
    });
}

/// Passes over a, the last of which may be short, until `calls` elements were passed.
#[inline(always)]
pub(super) fn passes<T>(a: &mut [T], mut calls: usize, pass: impl Fn(&mut [T])) {
    while calls > 0 {
        let slots = calls.min(a.len());
        pass(&mut a[..slots]);
        calls -= slots;
    }
}

/// The elements of an array, lane by lane.
#[inline(never)]
fn stored<K: Kernel<N>, const N: usize>(array: &[K::Packed]) -> Vec<Element<K::Modulus, N>> {
    let mut elements = Vec::with_capacity(array.len() * K::LANES);
    for packed in array {
        elements.extend_from_slice(&K::store(packed)[..K::LANES]);
    }
    elements
}
