//! A kernel against num-bigint.

use super::operands::Operands;
use super::oracle;
use core::fmt;
use fqmul::bench::error::InputError;
use fqmul::bench::info::{Field, Operation};
use fqmul::bench::row::{Elements, Row};
use fqmul::field::Element;

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
pub struct Mismatch {
    compared: Compared,
    operands: [Element<Field>; 4],
    result: Element<Field>,
    expected: Element<Field>,
}

impl fmt::Display for Mismatch {
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
fn expected(compared: Compared, [a, b, c, d]: [Element<Field>; 4]) -> Element<Field> {
    match compared {
        None => oracle::product(a, b),
        Some(Operation::Square) => oracle::product(a, a),
        Some(Operation::Add) => oracle::sum(a, b),
        Some(Operation::Sub) => oracle::difference(a, b),
        Some(Operation::Sop2) => oracle::sum(oracle::product(a, b), oracle::product(c, d)),
    }
}

/// The results of one block of operands that are wrong.
///
/// # Errors
/// A kernel that this build lacks, or that is wrong on this engine.
pub fn mismatches(
    row: &Row,
    compared: Compared,
    seed: u64,
    block: u32,
    count: usize,
) -> Result<Vec<Mismatch>, InputError> {
    let mut operands = Operands::new(seed, block, row.info.radix_bits);
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
    compare(row, compared, arrays.each_ref().map(Vec::as_slice))
}

/// The results of the elements at each i that are wrong; neighbours share the lanes of a call.
///
/// # Errors
/// As [`mismatches`].
pub fn compare(
    row: &Row,
    compared: Compared,
    arrays: [Elements; 4],
) -> Result<Vec<Mismatch>, InputError> {
    let operations = row.right_here()?;
    let results = match compared {
        None => (operations.products)(arrays[0], arrays[1]),
        Some(operation) => (operations.results_of)(operation, arrays),
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
    Ok(results.into_iter().enumerate().filter_map(wrong).collect())
}
