//! One template over the registry: every kernel of this build against num-bigint.

use crate::oracle;
use fqmul::batch::{Generator, SLOTS};
use fqmul::element::Element;
use fqmul::kernel::{Field, Operations, REGISTRY};
use wasm_bindgen_test::wasm_bindgen_test;

type Fq = Element<Field>;

/// Every kernel of this build with its id. Never empty.
fn kernels() -> Vec<(&'static str, Operations)> {
    let kernels: Vec<_> = REGISTRY
        .iter()
        .filter_map(|row| Some((row.info.id, row.operations?)))
        .collect();
    assert!(kernels.len() >= 2, "the registry has lost its kernels");
    kernels
}

fn check(id: &str, operations: &Operations, a: &[Fq], b: &[Fq]) {
    let products = (operations.products)(a, b);
    assert_eq!(products.len(), a.len());
    for ((&a, &b), product) in a.iter().zip(b).zip(products) {
        assert_eq!(product, oracle::product(a, b), "{id}: {a:?} · {b:?}");
    }
}

#[wasm_bindgen_test(unsupported = test)]
fn all_ordered_pairs_of_edge_values() {
    let edges = oracle::edge_values::<Field>();
    assert!(edges.len() > 100);
    let (a, b): (Vec<_>, Vec<_>) = edges
        .iter()
        .flat_map(|&a| edges.iter().map(move |&b| (a, b)))
        .unzip();
    for (id, operations) in kernels() {
        check(id, &operations, &a, &b);
    }
}

#[wasm_bindgen_test(unsupported = test)]
fn random_products_with_different_lanes() {
    let mut generator = Generator::new(0x5eed);
    let a: Vec<Fq> = (0..4001).map(|_| generator.element()).collect();
    let b: Vec<Fq> = (0..4001).map(|_| generator.element()).collect();
    for (id, operations) in kernels() {
        check(id, &operations, &a, &b);
    }
}

#[wasm_bindgen_test(unsupported = test)]
fn a_lane_knows_nothing_of_its_neighbour() {
    let mut generator = Generator::new(3);
    let (x, y, z): (Fq, Fq, Fq) = (
        generator.element(),
        generator.element(),
        generator.element(),
    );
    for (id, operations) in kernels() {
        let first = (operations.products)(&[x, y], &[y, z]);
        let swapped = (operations.products)(&[y, x], &[z, y]);
        assert_eq!([first[0], first[1]], [swapped[1], swapped[0]], "{id}");
        let alone = (operations.products)(&[x, Fq::ZERO], &[y, Fq::ZERO]);
        assert_eq!(alone[0], first[0], "{id}");
        assert_eq!(alone[1], Fq::ZERO, "{id}");
    }
}

#[wasm_bindgen_test(unsupported = test)]
fn algebraic_laws() {
    let mut generator = Generator::new(4);
    for (id, operations) in kernels() {
        let mul = |a: Fq, b: Fq| (operations.products)(&[a, a], &[b, b])[1];
        for _ in 0..100 {
            let (a, b, c): (Fq, Fq, Fq) = (
                generator.element(),
                generator.element(),
                generator.element(),
            );
            assert_eq!(mul(a, b), mul(b, a), "{id}: commutes");
            assert_eq!(mul(mul(a, b), c), mul(a, mul(b, c)), "{id}: is associative");
            assert_eq!(
                mul(a, b.plus(c)),
                mul(a, b).plus(mul(a, c)),
                "{id}: distributes"
            );
            assert_eq!(mul(a, Fq::ONE), a, "{id}: has one");
        }
    }
}

fn fold(elements: impl Iterator<Item = Fq>) -> Fq {
    elements.fold(Fq::ZERO, |c, x| c.plus(c).plus(x))
}

/// [`fqmul::batch::chain`], product by product.
fn chain(lanes: usize, seed: u64, n: u32) -> Fq {
    let mut generator = Generator::new(seed);
    let mut chains: Vec<[Fq; 2]> = (0..lanes)
        .map(|_| [generator.element(), generator.element()])
        .collect();
    for i in 0..n as usize {
        let [previous, current] = chains[i % lanes];
        chains[i % lanes] = [current, oracle::product(current, previous)];
    }
    fold(chains.into_iter().map(|[_, current]| current))
}

/// [`fqmul::batch::stream`], product by product.
fn stream(seed: u64, n: u32) -> Fq {
    let mut generator = Generator::new(seed);
    let mut slots: Vec<[Fq; 2]> = (0..SLOTS)
        .map(|_| [generator.element(), generator.element()])
        .collect();
    for i in 0..n as usize {
        let [a, b] = slots[i % SLOTS];
        slots[i % SLOTS] = [oracle::product(a, b), b];
    }
    fold(slots.into_iter().map(|[a, _]| a))
}

#[wasm_bindgen_test(unsupported = test)]
fn chains_and_streams_do_exactly_n_products() {
    for n in [1, 2, 3, 127, 128, 129, 255, 1000, 1001] {
        for seed in [0, 1, u64::MAX] {
            let (stream, one, two) = (stream(seed, n), chain(1, seed, n), chain(2, seed, n));
            for (row, operations) in REGISTRY
                .iter()
                .filter_map(|row| Some((row, row.operations?)))
            {
                let id = row.info.id;
                let chain = if row.info.lanes == 1 { one } else { two };
                assert_eq!(
                    (operations.chain)(seed, n),
                    chain,
                    "{id}: chain({seed}, {n})"
                );
                assert_eq!(
                    (operations.stream)(seed, n),
                    stream,
                    "{id}: stream({seed}, {n})"
                );
            }
        }
    }
}

#[wasm_bindgen_test(unsupported = test)]
fn a_multiplier_multiplies_steps_and_converts() {
    let mut generator = Generator::new(5);
    let (a, b): (Fq, Fq) = (generator.element(), generator.element());
    for (id, operations) in kernels() {
        let mut multiplier = (operations.multiplier)();
        assert_eq!(multiplier.product(), Fq::ONE, "{id}");
        assert_eq!(multiplier.mul(a, b), oracle::product(a, b), "{id}");
        assert_eq!(multiplier.convert(a), a, "{id}");
        multiplier.set(a, b);
        multiplier.step();
        multiplier.step();
        let expected = oracle::product(oracle::product(a, b), b);
        assert_eq!(multiplier.product(), expected, "{id}");
    }
}
