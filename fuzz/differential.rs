//! A kernel against num-bigint.

use super::operands::Operands;
use super::oracle;
use core::fmt;
use fqmul::bench::info::Operation;
use fqmul::bench::results;
use fqmul::field::{Element, Modulus};
use fqmul::kernel::Kernel;

/// What is compared: an operation of a kernel, or its product where there is none.
pub type Compared = Option<Operation>;

/// All that can be.
pub fn all() -> impl Iterator<Item = Compared> {
    [None].into_iter().chain(Operation::ALL.map(Some))
}

/// Operands of one result, as many as any has.
type Row<T> = [T; Operation::MOST_OPERANDS];

/// The pairs of operands whose products are added up, of a sum of products.
fn pairs<T>(operation: Operation, operands: &Row<T>) -> impl Iterator<Item = &[T]> {
    operands.chunks(2).take(operation.counts() as usize)
}

/// A result that is wrong.
pub struct Mismatch<M: Modulus<N>, const N: usize> {
    compared: Compared,
    operands: Row<Element<M, N>>,
    result: Element<M, N>,
    expected: Element<M, N>,
}

impl<M: Modulus<N>, const N: usize> fmt::Display for Mismatch<M, N> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let operands = self
            .operands
            .map(|operand| format!("{:#x}", oracle::value(operand)));
        let [a, b, ..] = &operands;
        let [result, expected] = [self.result, self.expected].map(oracle::value);
        match self.compared {
            None => write!(f, "{a} * {b}"),
            Some(Operation::Square) => write!(f, "{a} * {a}"),
            Some(Operation::Add) => write!(f, "{a} + {b}"),
            Some(Operation::Sub) => write!(f, "{a} - {b}"),
            Some(sum) => {
                let products: Vec<_> = pairs(sum, &operands).map(|pair| pair.join(" * ")).collect();
                f.write_str(&products.join(" + "))
            }
        }?;
        write!(f, " is {expected:#x}, not {result:#x}")
    }
}

/// What is true.
fn expected<M: Modulus<N>, const N: usize>(
    compared: Compared,
    operands: Row<Element<M, N>>,
) -> Element<M, N> {
    let [a, b, ..] = operands;
    match compared {
        None => oracle::product(a, b),
        Some(Operation::Square) => oracle::product(a, a),
        Some(Operation::Add) => oracle::sum(a, b),
        Some(Operation::Sub) => oracle::difference(a, b),
        Some(sum) => pairs(sum, &operands)
            .map(|pair| oracle::product(pair[0], pair[1]))
            .fold(Element::ZERO, oracle::sum),
    }
}

/// The results of one block of operands that are wrong.
#[inline(never)]
pub fn mismatches<K: Kernel<N>, const N: usize>(
    compared: Compared,
    seed: u64,
    block: u32,
    count: usize,
) -> Vec<Mismatch<K::Modulus, N>> {
    let mut operands = Operands::new(seed, block, K::RADIX_BITS);
    let terms = compared.map_or(1, Operation::counts) as usize;
    let mut arrays: Row<_> = [const { Vec::new() }; Operation::MOST_OPERANDS];
    for _ in 0..count {
        let mut pair = operands.pair();
        for (term, arrays) in arrays.chunks_mut(2).enumerate() {
            if term > 0 {
                pair = if term < terms {
                    operands.next_pair(pair)
                } else {
                    [Element::ZERO; 2]
                };
            }
            for (array, x) in arrays.iter_mut().zip(pair) {
                array.push(x);
            }
        }
    }
    compare::<K, N>(compared, arrays.each_ref().map(Vec::as_slice))
}

/// The results of the elements at each i that are wrong; neighbours share the lanes of a call.
pub fn compare<K: Kernel<N>, const N: usize>(
    compared: Compared,
    arrays: Row<&[Element<K::Modulus, N>]>,
) -> Vec<Mismatch<K::Modulus, N>> {
    let results = match compared {
        None => results::products::<K, N>(arrays[0], arrays[1]),
        Some(operation) => results::results_of::<K, N>(operation, &arrays),
    };
    assert_eq!(results.len(), arrays[0].len());
    let wrong = |(i, result)| {
        let operands = arrays.map(|array| array[i]);
        let expected = expected(compared, operands);
        (result != expected).then_some(Mismatch {
            compared,
            operands,
            result,
            expected,
        })
    };
    results.into_iter().enumerate().filter_map(wrong).collect()
}
