//! Pairs in memory, multiplied in place, for every kernel of the registry against num-bigint.

use super::oracle;
use fqmul::bench::info::Field;
use fqmul::bench::{registry::REGISTRY, selection};
use fqmul::field::{Element, Modulus};

fn element(words: &[u64]) -> Element<Field> {
    Element::new(words.try_into().expect("four words")).expect("canonical")
}

#[test]
fn products_in_place_whatever_their_number() {
    let (a, b) = oracle::edge_pairs::<Field, 4>();
    let mut found = 0;
    for id in REGISTRY.iter().map(|row| row.info.id) {
        let Ok(operations) = selection::find(id) else {
            continue;
        };
        found += 1;
        // An odd number leaves a lane of the last call without a pair.
        for n in [1, 2, 3, a.len(), a.len() - 1] {
            let mut pairs = (operations.pairs)(n).expect("there is room");
            for (words, (a, b)) in pairs.words().chunks_mut(8).zip(a.iter().zip(&b)) {
                words[..4].copy_from_slice(a.integer());
                words[4..].copy_from_slice(b.integer());
            }
            assert_eq!(pairs.multiply(), Ok(()), "{id}");
            assert_eq!(pairs.words().len(), 8 * n, "{id}");
            for (words, (&a, &b)) in pairs.words().chunks(8).zip(a.iter().zip(&b)) {
                let product = oracle::product(a, b);
                assert_eq!(element(&words[..4]), product, "{id}: {a:?} · {b:?}");
                assert_eq!(element(&words[4..]), b, "{id}: the factor stays");
            }
        }
    }
    assert!(found >= 2, "the registry has lost its kernels");
}

#[test]
fn a_value_that_is_not_below_p_is_found_and_nothing_multiplied() {
    for id in REGISTRY.iter().map(|row| row.info.id) {
        let Ok(operations) = selection::find(id) else {
            continue;
        };
        for place in 0..6 {
            let mut pairs = (operations.pairs)(3).expect("there is room");
            pairs.words().fill(1);
            pairs.words()[4 * place..][..4].copy_from_slice(&Field::P);
            let before = pairs.words().to_vec();
            assert_eq!(pairs.multiply(), Err(place / 2), "{id}");
            assert_eq!(pairs.words(), before, "{id}");
        }
    }
}

/// A view of freed pairs sees nothing but pairs.
#[test]
fn memory_of_pairs_is_never_anything_else() {
    const N: usize = 100;
    let pairs = || {
        let operations = selection::find("limbs29").expect("it is in every build");
        (operations.pairs)(N).expect("there is room")
    };
    let mut first = pairs();
    let view = first.words().as_ptr_range();
    drop(first);
    // As large, and larger and smaller: what an allocator would put there.
    let others: Vec<Vec<u64>> = (1..4000).map(|i| vec![7; i % (16 * N)]).collect();
    for other in &others {
        let other = other.as_ptr_range();
        assert!(other.end <= view.start || view.end <= other.start);
    }
    assert_eq!(pairs().words().as_ptr_range().start, view.start);
    assert!(pairs().words().iter().all(|&word| word == 0));
}
