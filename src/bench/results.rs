//! What a kernel gives for elements, operation by operation: for comparison with an oracle.

use super::info::Operation;
use crate::field::Element;
use crate::kernel::{Kernel, MAX_LANES, product};

/// `operation` on the elements of all arrays at i, for all i, neighbours in the lanes of one call. Every
/// lane has its own operands. All arrays are as long as the first; a last odd pair
/// shares its call with zeros.
///
/// Out of line: dozens of kernels and operations in one function would take compilers minutes.
#[inline(never)]
pub fn lanewise<K: Kernel<N>, const N: usize, const OPERANDS: usize>(
    arrays: [&[Element<K::Modulus, N>]; OPERANDS],
    operation: impl Fn([&K::Packed; OPERANDS]) -> K::Packed,
) -> Vec<Element<K::Modulus, N>> {
    let length = arrays[0].len();
    assert!(arrays.iter().all(|array| array.len() == length));
    let mut results = Vec::with_capacity(length);
    // A loop over an index, which compiles to little: this is one function for each kernel and operation.
    let mut start = 0;
    while start < length {
        let packed = loaded::<K, N, OPERANDS>(&arrays, start);
        let stored = K::store(&operation(packed.each_ref()));
        results.extend_from_slice(&stored[..K::LANES.min(length - start)]);
        start += K::LANES;
    }
    results
}

/// The elements from `start` on, as many as a call has lanes, of each array; zeros behind its end.
#[inline(never)]
fn loaded<K: Kernel<N>, const N: usize, const OPERANDS: usize>(
    arrays: &[&[Element<K::Modulus, N>]; OPERANDS],
    start: usize,
) -> [K::Packed; OPERANDS] {
    core::array::from_fn(|i| {
        let mut lanes = [Element::ZERO; MAX_LANES];
        for (lane, element) in lanes[..K::LANES].iter_mut().zip(&arrays[i][start..]) {
            *lane = *element;
        }
        K::load(&lanes[..K::LANES])
    })
}

/// a\[i\]·b\[i\] for all i, by [`lanewise`].
pub fn products<K: Kernel<N>, const N: usize>(
    a: &[Element<K::Modulus, N>],
    b: &[Element<K::Modulus, N>],
) -> Vec<Element<K::Modulus, N>> {
    lanewise::<K, N, 2>([a, b], |[a, b]| product::<K, N>(a, b))
}

/// The operation on the elements of a, b, c, ... at i for all i, by [`lanewise`]: a², a + b, a - b, or
/// the sum of a·b, c·d and so on. All are as long as a.
pub fn results_of<K: Kernel<N>, const N: usize>(
    operation: Operation,
    arrays: &[&[Element<K::Modulus, N>]; Operation::MOST_OPERANDS],
) -> Vec<Element<K::Modulus, N>> {
    let [a, b, ..] = *arrays;
    match operation {
        Operation::Square => lanewise::<K, N, 1>([a], |[a]| K::square(a)),
        Operation::Add => lanewise::<K, N, 2>([a, b], |[a, b]| K::add(a, b)),
        Operation::Sub => lanewise::<K, N, 2>([a, b], |[a, b]| K::sub(a, b)),
        Operation::Sop2 => sums_of_products::<K, N, 2, 4>(arrays),
        Operation::Sop3 => sums_of_products::<K, N, 3, 6>(arrays),
        Operation::Sop4 => sums_of_products::<K, N, 4, 8>(arrays),
    }
}

/// The sums of the products of neighbouring arrays.
fn sums_of_products<K: Kernel<N>, const N: usize, const TERMS: usize, const OPERANDS: usize>(
    arrays: &[&[Element<K::Modulus, N>]; Operation::MOST_OPERANDS],
) -> Vec<Element<K::Modulus, N>> {
    let operands = *arrays.first_chunk().expect("as many as operands");
    lanewise::<K, N, OPERANDS>(operands, |x| {
        K::sum_of_products::<TERMS>(
            core::array::from_fn(|term| x[2 * term]),
            core::array::from_fn(|term| x[2 * term + 1]),
        )
    })
}
