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
pub const ALL: [Compared; 5] = [
    None,
    Some(Operation::Square),
    Some(Operation::Add),
    Some(Operation::Sub),
    Some(Operation::Sop2),
];

/// A result that is wrong.
pub struct Mismatch<M: Modulus> {
    compared: Compared,
    operands: [Element<M>; 4],
    result: Element<M>,
    expected: Element<M>,
}

impl<M: Modulus> fmt::Display for Mismatch<M> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [a, b, c, d] = self.operands.map(oracle::value);
        let [result, expected] = [self.result, self.expected].map(oracle::value);
        match self.compared {
            None => write!(f, "{a:#x} * {b:#x}"),
            Some(Operation::Square) => write!(f, "{a:#x} * {a:#x}"),
            Some(Operation::Add) => write!(f, "{a:#x} + {b:#x}"),
            Some(Operation::Sub) => write!(f, "{a:#x} - {b:#x}"),
            Some(Operation::Sop2) => write!(f, "{a:#x} * {b:#x} + {c:#x} * {d:#x}"),
        }?;
        write!(f, " is {expected:#x}, not {result:#x}")
    }
}

/// What is true.
fn expected<M: Modulus>(compared: Compared, [a, b, c, d]: [Element<M>; 4]) -> Element<M> {
    match compared {
        None => oracle::product(a, b),
        Some(Operation::Square) => oracle::product(a, a),
        Some(Operation::Add) => oracle::sum(a, b),
        Some(Operation::Sub) => oracle::difference(a, b),
        Some(Operation::Sop2) => oracle::sum(oracle::product(a, b), oracle::product(c, d)),
    }
}

/// The results of one block of operands that are wrong.
pub fn mismatches<K: Kernel>(
    compared: Compared,
    seed: u64,
    block: u32,
    count: usize,
) -> Vec<Mismatch<K::Modulus>> {
    let mut operands = Operands::new(seed, block, K::RADIX_BITS);
    let mut arrays = [const { Vec::new() }; 4];
    for _ in 0..count {
        let [a, b] = operands.pair();
        let [c, d] = match compared {
            Some(Operation::Sop2) => operands.second_pair([a, b]),
            _ => [Element::ZERO; 2],
        };
        for (array, x) in arrays.iter_mut().zip([a, b, c, d]) {
            array.push(x);
        }
    }
    compare::<K>(compared, arrays.each_ref().map(Vec::as_slice))
}

/// The results of the elements at each i that are wrong; neighbours share the lanes of a call.
pub fn compare<K: Kernel>(
    compared: Compared,
    arrays: [&[Element<K::Modulus>]; 4],
) -> Vec<Mismatch<K::Modulus>> {
    let results = match compared {
        None => results::products::<K>(arrays[0], arrays[1]),
        Some(operation) => results::results_of::<K>(operation, arrays),
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
