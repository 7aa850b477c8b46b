//! One template over the registry: the product of every kernel against num-bigint, for both fields.

use super::kernels::{OnArrays, on_arrays_of_every_kernel};
use super::once::once;
use super::oracle;
use fqmul::bench::batch::SLOTS;
use fqmul::bench::generator::Generator;
use fqmul::bench::{registry::REGISTRY, selection};
use fqmul::field::Element;
use fqmul::field::Modulus;

/// Operands, and their products by num-bigint.
type Products<M> = [Vec<Element<M>>; 3];

fn products_of<M: Modulus>((a, b): (Vec<Element<M>>, Vec<Element<M>>)) -> Products<M> {
    let products = a.iter().zip(&b).map(|(&a, &b)| oracle::product(a, b));
    let products = products.collect();
    [a, b, products]
}

fn check<M: Modulus>(kernel: &OnArrays<M>, [a, b, expected]: &Products<M>) {
    let OnArrays { id, products, .. } = kernel;
    let products = products(a, b);
    assert_eq!(products.len(), a.len());
    for (i, product) in products.iter().enumerate() {
        assert_eq!(product, &expected[i], "{id}: {:?} · {:?}", a[i], b[i]);
    }
}

fn edge_pairs<M: Modulus>(kernel: &OnArrays<M>) {
    let products = once(|| products_of(oracle::edge_pairs::<M, 4>()));
    assert!(products[0].len() > 100 * 100);
    check(kernel, products);
}

#[test]
fn all_ordered_pairs_of_edge_values() {
    on_arrays_of_every_kernel!(edge_pairs);
}

fn random<M: Modulus>(kernel: &OnArrays<M>) {
    let products = once(|| {
        let mut generator = Generator::new(0x5eed);
        let mut drawn = || (0..4001).map(|_| generator.element::<M, 4>()).collect();
        products_of((drawn(), drawn()))
    });
    check(kernel, products);
}

#[test]
fn random_products_with_different_lanes() {
    on_arrays_of_every_kernel!(random);
}

fn independent_lanes<M: Modulus>(kernel: &OnArrays<M>) {
    let OnArrays { id, products, .. } = kernel;
    let mut generator = Generator::new(3);
    let [x, y, z] = [0; 3].map(|_| generator.element());
    let zero = Element::ZERO;
    let first = products(&[x, y], &[y, z]);
    let swapped = products(&[y, x], &[z, y]);
    assert_eq!([first[0], first[1]], [swapped[1], swapped[0]], "{id}");
    let alone = products(&[x, zero], &[y, zero]);
    assert_eq!(alone[0], first[0], "{id}");
    assert_eq!(alone[1], zero, "{id}");
}

#[test]
fn a_lane_knows_nothing_of_its_neighbour() {
    on_arrays_of_every_kernel!(independent_lanes);
}

fn laws<M: Modulus>(kernel: &OnArrays<M>) {
    let OnArrays { id, products, .. } = kernel;
    let mut generator = Generator::new(4);
    let mul = |a, b| products(&[a, a], &[b, b])[1];
    for _ in 0..100 {
        let [a, b, c] = [0; 3].map(|_| generator.element());
        assert_eq!(mul(a, b), mul(b, a), "{id}: commutes");
        assert_eq!(mul(mul(a, b), c), mul(a, mul(b, c)), "{id}: is associative");
        assert_eq!(mul(a, b + c), mul(a, b) + mul(a, c), "{id}: distributes");
        assert_eq!(mul(a, Element::ONE), a, "{id}: has one");
    }
}

#[test]
fn algebraic_laws() {
    on_arrays_of_every_kernel!(laws);
}

/// [`batch::chain`], product by product.
fn chain<M: Modulus>(lanes: usize, seed: u64, n: u32) -> Element<M> {
    let mut generator = Generator::new(seed);
    let mut chains: Vec<[Element<M>; 2]> = (0..lanes)
        .map(|_| [generator.element(), generator.element()])
        .collect();
    for i in 0..n as usize {
        let [previous, current] = chains[i % lanes];
        chains[i % lanes] = [current, oracle::product(current, previous)];
    }
    oracle::fold(chains.into_iter().map(|[_, current]| current))
}

/// [`batch::stream`], product by product.
fn stream<M: Modulus>(seed: u64, n: u32) -> Element<M> {
    let mut generator = Generator::new(seed);
    let mut slots: Vec<[Element<M>; 2]> = (0..SLOTS)
        .map(|_| [generator.element(), generator.element()])
        .collect();
    for i in 0..n as usize {
        let [a, b] = slots[i % SLOTS];
        slots[i % SLOTS] = [oracle::product(a, b), b];
    }
    oracle::fold(slots.into_iter().map(|[a, _]| a))
}

fn loops<M: Modulus>(kernel: &OnArrays<M>) {
    let &OnArrays { id, lanes, .. } = kernel;
    for n in [1, 2, 3, 127, 128, 129, 255, 1000, 1001] {
        for seed in [0, 1, u64::MAX] {
            assert_eq!(
                (kernel.chain)(seed, n),
                chain(lanes, seed, n),
                "{id}: chain({seed}, {n})"
            );
            assert_eq!(
                (kernel.stream)(seed, n),
                stream(seed, n),
                "{id}: stream({seed}, {n})"
            );
        }
    }
}

#[test]
fn chains_and_streams_do_exactly_n_products() {
    on_arrays_of_every_kernel!(loops);
}

#[test]
fn a_multiplier_multiplies_steps_and_converts() {
    let mut generator = Generator::new(5);
    let [a, b] = [0; 2].map(|_| generator.element());
    let mut found = 0;
    for id in REGISTRY.iter().map(|row| row.info.id) {
        let Ok(operations) = selection::find(id) else {
            continue;
        };
        found += 1;
        let mut multiplier = (operations.multiplier)();
        assert_eq!(multiplier.product(), Element::ONE, "{id}");
        assert_eq!(multiplier.mul(a, b), oracle::product(a, b), "{id}");
        assert_eq!(multiplier.convert(a), a, "{id}");
        multiplier.set(a, b);
        multiplier.step();
        multiplier.step();
        let expected = oracle::product(oracle::product(a, b), b);
        assert_eq!(multiplier.product(), expected, "{id}");
    }
    assert!(found >= 2, "the registry has lost its kernels");
}
