//! What a kernel gives for elements, operation by operation: for comparison with an oracle.

use super::info::Operation;
use crate::field::Element;
use crate::kernel::{Kernel, MAX_LANES, product};

/// `operation` on the elements of all arrays at i, for all i, neighbours in the lanes of one call. Every
/// lane has its own operands. All arrays are as long as the first; a last odd pair
/// shares its call with zeros.
///
/// Once for each kernel, with the operation called: dozens of kernels with an operation in each loop would take
/// compilers minutes.
#[inline(never)]
fn lanewise<K: Kernel<N>, const N: usize>(
    arrays: &[&[Element<K::Modulus, N>]],
    operation: &dyn Fn(&[K::Packed]) -> K::Packed,
) -> Vec<Element<K::Modulus, N>> {
    let length = arrays[0].len();
    assert!(arrays.iter().all(|array| array.len() == length));
    let mut results = Vec::with_capacity(length);
    let mut packed = Vec::with_capacity(arrays.len());
    let mut start = 0;
    while start < length {
        packed.clear();
        packed.extend(arrays.iter().map(|array| {
            let mut lanes = [Element::ZERO; MAX_LANES];
            for (lane, element) in lanes[..K::LANES].iter_mut().zip(&array[start..]) {
                *lane = *element;
            }
            K::load(&lanes[..K::LANES])
        }));
        let stored = K::store(&operation(&packed));
        results.extend_from_slice(&stored[..K::LANES.min(length - start)]);
        start += K::LANES;
    }
    results
}

/// a\[i\]·b\[i\] for all i, lane by lane.
pub fn products<K: Kernel<N>, const N: usize>(
    a: &[Element<K::Modulus, N>],
    b: &[Element<K::Modulus, N>],
) -> Vec<Element<K::Modulus, N>> {
    lanewise::<K, N>(&[a, b], &|x| product::<K, N>(&x[0], &x[1]))
}

/// The operation on the elements of a, b, c, ... at i for all i, lane by lane: a², a + b, a - b, or
/// the sum of a·b, c·d and so on. All are as long as a.
pub fn results_of<K: Kernel<N>, const N: usize>(
    operation: Operation,
    arrays: &[&[Element<K::Modulus, N>]; Operation::MOST_OPERANDS],
) -> Vec<Element<K::Modulus, N>> {
    match operation {
        Operation::Square => lanewise::<K, N>(&arrays[..1], &|x| K::square(&x[0])),
        Operation::Add => lanewise::<K, N>(&arrays[..2], &|x| K::add(&x[0], &x[1])),
        Operation::Sub => lanewise::<K, N>(&arrays[..2], &|x| K::sub(&x[0], &x[1])),
        Operation::Sop2 => lanewise::<K, N>(&arrays[..4], &sum_of_products::<K, N, 2>),
        Operation::Sop3 => lanewise::<K, N>(&arrays[..6], &sum_of_products::<K, N, 3>),
        Operation::Sop4 => lanewise::<K, N>(&arrays[..8], &sum_of_products::<K, N, 4>),
    }
}

/// x\[0\]·x\[1\] + x\[2\]·x\[3\] and so on, of so many terms.
fn sum_of_products<K: Kernel<N>, const N: usize, const TERMS: usize>(x: &[K::Packed]) -> K::Packed {
    K::sum_of_products::<TERMS>(
        core::array::from_fn(|term| &x[2 * term]),
        core::array::from_fn(|term| &x[2 * term + 1]),
    )
}
