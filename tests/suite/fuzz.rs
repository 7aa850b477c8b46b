//! A short run of the differential test; `npm run fuzz` does the long one.

#[path = "../../fuzz/differential.rs"]
mod differential;
#[path = "../../fuzz/operands.rs"]
mod operands;

use super::oracle;
use differential::{ALL, compare, mismatches};
use fqmul::bench::info::{Field, Operation};
use fqmul::bench::registry::REGISTRY;
use fqmul::bench::row::{Elements, Operations, Row};
use fqmul::field::Element;
use num_bigint::BigUint;
use operands::Operands;

/// Pairs of operands, in hex, that found a fault once.
const REGRESSIONS: &str = include_str!("../../fuzz/regressions.txt");

fn regressions() -> (Vec<Element<Field>>, Vec<Element<Field>>) {
    let element = |digits: &str| {
        let value = BigUint::parse_bytes(digits.as_bytes(), 16).expect("hex");
        oracle::element(&value)
    };
    REGRESSIONS
        .lines()
        .filter(|line| !line.starts_with('#'))
        .map(|line| line.split_once(' ').expect("two operands"))
        .map(|(a, b)| (element(a), element(b)))
        .unzip()
}

#[test]
fn structured_operands_and_regressions() {
    let (a, b) = regressions();
    assert!(!a.is_empty());
    for row in REGISTRY.iter().filter(|row| row.operations.is_some()) {
        let id = row.info.id;
        for compared in ALL {
            let mut wrong = mismatches(row, compared, 1, 0, 5_001).expect(id);
            wrong.extend(compare(row, compared, [&a, &b, &b, &a]).expect(id));
            assert!(wrong.is_empty(), "{id}: {}", wrong[0]);
        }
    }
}

#[test]
fn a_wrong_product_is_found_and_its_operands_are_told() {
    fn wrong_at_7(a: Elements, b: Elements) -> Vec<Element<Field>> {
        let mut products: Vec<_> = a
            .iter()
            .zip(b)
            .map(|(&a, &b)| oracle::product(a, b))
            .collect();
        products[7] = products[7].plus(Element::ONE);
        products
    }
    let right = &REGISTRY[0];
    let row = Row {
        operations: Some(Operations {
            products: wrong_at_7,
            ..right.operations.expect("in every build")
        }),
        ..*right
    };
    let wrong = mismatches(&row, None, 1, 0, 100).expect("right here");
    assert_eq!(wrong.len(), 1);
    let mut operands = Operands::<Field>::new(1, 0, row.info.radix_bits);
    let [a, b] = (0..8).map(|_| operands.pair()).last().expect("eight");
    let expected = oracle::value(oracle::product(a, b));
    let [a, b] = [a, b].map(oracle::value);
    let told = wrong[0].to_string();
    assert!(
        told.starts_with(&format!("{a:#x} * {b:#x} is {expected:#x}, not ")),
        "{told}"
    );
}

#[test]
fn a_wrong_sum_of_products_is_told_with_all_operands() {
    fn zeros(_: Operation, [a, ..]: [Elements; 4]) -> Vec<Element<Field>> {
        vec![Element::ZERO; a.len()]
    }
    let right = &REGISTRY[0];
    let row = Row {
        operations: Some(Operations {
            results_of: zeros,
            ..right.operations.expect("in every build")
        }),
        ..*right
    };
    let [a, b, c, d] = [2u32, 3, 5, 7].map(|x| [oracle::element(&x.into())]);
    for (operation, expected) in [
        (Operation::Square, "0x2 * 0x2 is 0x4, not 0x0"),
        (Operation::Add, "0x2 + 0x3 is 0x5, not 0x0"),
        (Operation::Sop2, "0x2 * 0x3 + 0x5 * 0x7 is 0x29, not 0x0"),
    ] {
        let wrong = compare(&row, Some(operation), [&a, &b, &c, &d]).expect("right here");
        assert_eq!(wrong[0].to_string(), expected);
    }
    let wrong = compare(&row, Some(Operation::Sub), [&b, &a, &c, &d]).expect("right here");
    assert_eq!(wrong[0].to_string(), "0x3 - 0x2 is 0x1, not 0x0");
}

#[test]
fn blocks_and_seeds_have_operands_of_their_own() {
    let first = |seed, block| Operands::<Field>::new(seed, block, 261).pair();
    assert_eq!(first(1, 0), first(1, 0));
    assert_ne!(first(1, 0), first(1, 1));
    assert_ne!(first(1, 0), first(2, 0));
}
