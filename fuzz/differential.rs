//! A kernel against num-bigint.

use super::operands::Operands;
use crate::oracle;
use core::fmt;
use fqmul::element::{Element, InputError};
use fqmul::kernel::{Elements, Field, Row};

/// A product that is wrong.
pub struct Mismatch {
    operands: [Element<Field>; 2],
    product: Element<Field>,
    expected: Element<Field>,
}

impl fmt::Display for Mismatch {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [a, b] = self.operands.map(oracle::value);
        let [product, expected] = [self.product, self.expected].map(oracle::value);
        write!(f, "{a:#x} * {b:#x} is {expected:#x}, not {product:#x}")
    }
}

/// The products of one block of operands that are wrong.
///
/// # Errors
/// A kernel that this build lacks, or that is wrong on this engine.
pub fn mismatches(
    row: &Row,
    seed: u64,
    block: u32,
    count: usize,
) -> Result<Vec<Mismatch>, InputError> {
    let mut operands = Operands::new(seed, block, row.info.radix_bits);
    let (a, b): (Vec<_>, Vec<_>) = (0..count).map(|_| operands.pair().into()).unzip();
    compare(row, &a, &b)
}

/// The products a\[i\]·b\[i\] that are wrong; neighbours share the lanes of a call.
///
/// # Errors
/// As [`mismatches`].
pub fn compare(row: &Row, a: Elements, b: Elements) -> Result<Vec<Mismatch>, InputError> {
    let products = (row.right_here()?.products)(a, b);
    assert_eq!(products.len(), a.len());
    let wrong = |((&a, &b), product)| {
        let expected = oracle::product(a, b);
        (product != expected).then_some(Mismatch {
            operands: [a, b],
            product,
            expected,
        })
    };
    Ok(a.iter().zip(b).zip(products).filter_map(wrong).collect())
}
