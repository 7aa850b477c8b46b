//! A kernel against num-bigint.

use super::operands::Operands;
use super::oracle;
use core::fmt;
use fqmul::bench::info::Operation;
use fqmul::bench::results;
use fqmul::field::Element;
use fqmul::kernel::Kernel;
use num_bigint::BigUint;

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
pub struct Mismatch {
    compared: Compared,
    operands: Row<BigUint>,
    result: BigUint,
    expected: BigUint,
}

impl fmt::Display for Mismatch {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let operands = self.operands.each_ref().map(|x| format!("{x:#x}"));
        let [a, b, ..] = &operands;
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
        write!(f, " is {:#x}, not {:#x}", self.expected, self.result)
    }
}

/// What is true, mod p.
fn expected(compared: Compared, operands: &Row<BigUint>, p: &BigUint) -> BigUint {
    let [a, b, ..] = operands;
    let value = match compared {
        None => a * b,
        Some(Operation::Square) => a * a,
        Some(Operation::Add) => a + b,
        Some(Operation::Sub) => a + p - b,
        Some(sum) => pairs(sum, operands).map(|pair| &pair[0] * &pair[1]).sum(),
    };
    value % p
}

/// The results of one block of operands that are wrong.
#[inline(never)]
pub fn mismatches<K: Kernel<N>, const N: usize>(
    compared: Compared,
    seed: u64,
    block: u32,
    count: usize,
) -> Vec<Mismatch> {
    let p = oracle::modulus::<K::Modulus, N>();
    let operands = Operands::new(p, N, seed, block, K::RADIX_BITS);
    let arrays =
        drawn(operands, compared, count).map(|array| oracle::elements::<K::Modulus, N>(&array));
    compare::<K, N>(compared, arrays.each_ref().map(Vec::as_slice))
}

/// Of each array `count`; zeros where a sum has fewer operands.
fn drawn(mut operands: Operands, compared: Compared, count: usize) -> Row<Vec<BigUint>> {
    let terms = compared.map_or(1, Operation::counts) as usize;
    let mut arrays: Row<_> = [const { Vec::new() }; Operation::MOST_OPERANDS];
    for _ in 0..count {
        let mut pair = operands.pair();
        for (term, arrays) in arrays.chunks_mut(2).enumerate() {
            if term > 0 {
                pair = if term < terms {
                    operands.next_pair(pair)
                } else {
                    [BigUint::ZERO; 2]
                };
            }
            for (array, x) in arrays.iter_mut().zip(&pair) {
                array.push(x.clone());
            }
        }
    }
    arrays
}

/// The results of the elements at each i that are wrong; neighbours share the lanes of a call.
pub fn compare<K: Kernel<N>, const N: usize>(
    compared: Compared,
    arrays: Row<&[Element<K::Modulus, N>]>,
) -> Vec<Mismatch> {
    let results = match compared {
        None => results::products::<K, N>(arrays[0], arrays[1]),
        Some(operation) => results::results_of::<K, N>(operation, &arrays),
    };
    wrong(
        compared,
        &oracle::modulus::<K::Modulus, N>(),
        &arrays.map(oracle::values),
        oracle::values(&results),
    )
}

/// Those of the results that are not what is true.
fn wrong(
    compared: Compared,
    p: &BigUint,
    arrays: &Row<Vec<BigUint>>,
    results: Vec<BigUint>,
) -> Vec<Mismatch> {
    assert_eq!(results.len(), arrays[0].len());
    let mismatch = |(i, result): (usize, BigUint)| {
        let operands = arrays
            .each_ref()
            .map(|array: &Vec<BigUint>| array[i].clone());
        let expected = expected(compared, &operands, p);
        (result != expected).then_some(Mismatch {
            compared,
            operands,
            result,
            expected,
        })
    };
    results
        .into_iter()
        .enumerate()
        .filter_map(mismatch)
        .collect()
}
