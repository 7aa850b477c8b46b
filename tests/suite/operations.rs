//! The template over the registry for what a kernel does beside its product.

use super::fields::on_every_field;
use super::kernels::{OnArrays, on_arrays_of_every_kernel, on_every_kernel};
use super::once::once;
use super::oracle;
use fqmul::bench::batch::SLOTS;
use fqmul::bench::error::InputError;
use fqmul::bench::generator::Generator;
use fqmul::bench::{info::Operation, registry::REGISTRY, selection};
use fqmul::field::Element;
use fqmul::field::Modulus;
use fqmul::kernel::Kernel;
use fqmul::radix::radix29::{self, LIMBS, WIDTH};
use num_bigint::BigUint;

fn sum_of_products<M: Modulus, const N: usize>(
    a: [Element<M>; N],
    b: [Element<M>; N],
) -> Element<M> {
    let products = a.iter().zip(b).map(|(&a, b)| oracle::product(a, b));
    products.fold(Element::ZERO, oracle::sum)
}

/// Values of an edge and values of none, as many as arguments.
fn mixed<M: Modulus>(seed: u64, length: usize) -> Vec<Element<M>> {
    let edges = once(|| oracle::edge_values::<M, 4>());
    let mut generator = Generator::new(seed);
    (0..length)
        .map(|_| match generator.word() {
            word if word & 1 == 0 => edges[(word >> 1) as usize % edges.len()],
            _ => generator.element(),
        })
        .collect()
}

/// Operands of an operation, and what num-bigint makes of them.
struct Known<M: Modulus> {
    operands: [Vec<Element<M>>; Operation::MOST_OPERANDS],
    results: Vec<Element<M>>,
}

impl<M: Modulus> Known<M> {
    /// Of so many operands; the others are the first of them.
    fn of<const N: usize>(
        given: [Vec<Element<M>>; N],
        operation: fn([Element<M>; N]) -> Element<M>,
    ) -> Self {
        let results = (0..given[0].len())
            .map(|i| operation(given.each_ref().map(|operand| operand[i])))
            .collect();
        let operands = core::array::from_fn(|at| given.get(at).unwrap_or(&given[0]).clone());
        Self { operands, results }
    }

    fn check(&self, operation: Operation, kernel: &OnArrays<M>) {
        let results = (kernel.results_of)(operation, &self.operands.each_ref().map(Vec::as_slice));
        assert_eq!(results.len(), self.results.len());
        for (i, (result, expected)) in results.iter().zip(&self.results).enumerate() {
            let operands = self.operands.each_ref().map(|operand| operand[i]);
            assert_eq!(
                result, expected,
                "{}: {operation:?} of {operands:?}",
                kernel.id
            );
        }
    }
}

/// Every ordered pair of edge values, and others.
fn pairs<M: Modulus>(seed: u64) -> [Vec<Element<M>>; 2] {
    let (mut a, mut b) = oracle::edge_pairs();
    a.extend(mixed(seed, 1001));
    b.extend(mixed(seed + 1, 1001));
    [a, b]
}

fn sums_and_differences<M: Modulus>(kernel: &OnArrays<M>) {
    once(|| Known::<M>::of(pairs(1), |[a, b]| oracle::sum(a, b))).check(Operation::Add, kernel);
    once(|| Known::<M>::of(pairs(1), |[a, b]| oracle::difference(a, b)))
        .check(Operation::Sub, kernel);
}

#[test]
fn add_and_sub_of_all_ordered_pairs_of_edge_values() {
    on_arrays_of_every_kernel!(sums_and_differences);
}

fn squares<M: Modulus>(kernel: &OnArrays<M>) {
    let known = once(|| {
        let mut a = oracle::edge_values();
        // An odd length: the last call has a lane of zeros.
        a.extend(mixed(3, 4000 + (a.len() + 1) % 2));
        Known::<M>::of([a], |[a]| oracle::product(a, a))
    });
    known.check(Operation::Square, kernel);
}

#[test]
fn square_of_edge_values_and_random_ones() {
    on_arrays_of_every_kernel!(squares);
}

fn sums_of_products<M: Modulus>(kernel: &OnArrays<M>) {
    let known = once(|| {
        // Every ordered pair as the first product and, in another order, as the second.
        let [a, b] = pairs(4);
        let (mut c, mut d) = (a.clone(), b.clone());
        c.rotate_left(5003);
        d.rotate_left(5003);
        Known::<M>::of([a, b, c, d], |[a, b, c, d]| sum_of_products([a, c], [b, d]))
    });
    known.check(Operation::Sop2, kernel);
}

#[test]
fn sum_of_products_of_edge_values_and_random_ones() {
    on_arrays_of_every_kernel!(sums_of_products);
}

fn sums_of_so_many<K: Kernel, const N: usize>(id: &str) {
    for seed in 0..100 {
        let of = |seed| -> [Element<K::Modulus>; N] {
            mixed(seed, N).try_into().expect("as many as products")
        };
        let lanes: [_; 2] = [0, 1].map(|lane| [of(4 * seed + lane), of(4 * seed + 2 + lane)]);
        let packed = |operand: usize| -> [K::Packed; N] {
            core::array::from_fn(|i| {
                K::load(&[lanes[0][operand][i], lanes[1][operand][i]][..K::LANES])
            })
        };
        let (a, b) = (packed(0), packed(1));
        let sums = K::store(&K::sum_of_products(a.each_ref(), b.each_ref()));
        for (lane, [a, b]) in lanes[..K::LANES].iter().enumerate() {
            assert_eq!(sums[lane], sum_of_products(*a, *b), "{id}: {a:?} · {b:?}");
        }
    }
}

fn sums_of_one_to_four<K: Kernel>(id: &str) {
    sums_of_so_many::<K, 1>(id);
    sums_of_so_many::<K, 2>(id);
    sums_of_so_many::<K, 3>(id);
    sums_of_so_many::<K, 4>(id);
}

#[test]
fn sum_of_one_to_four_products() {
    on_every_kernel!(sums_of_one_to_four);
}

/// Registers hold values at the ends of what operations give, and each operation takes any of them:
/// what one gives is an operand of every other, however often.
fn chained<K: Kernel>(id: &str) {
    const REGISTERS: usize = 6;
    let mut generator = Generator::new(6);
    let mut known: [[Element<K::Modulus>; REGISTERS]; 2] = [7, 8].map(|seed| {
        mixed(seed, REGISTERS)
            .try_into()
            .expect("as many as registers")
    });
    let mut packed: [K::Packed; REGISTERS] =
        core::array::from_fn(|i| K::load(&[known[0][i], known[1][i]][..K::LANES]));
    for step in 0..5000 {
        let word = generator.word();
        let [to, x, y, z, w] = [0, 8, 16, 24, 32].map(|bit| (word >> bit) as usize % REGISTERS);
        // Doubling and cancelling often: sums reach the end of their range.
        let operation = (word >> 40) % 8;
        let p = &packed;
        let result = match operation {
            0 => K::mul(&p[x], &p[y]),
            1 => K::square(&p[x]),
            2 | 3 => K::add(&p[x], &p[y]),
            4 | 5 => K::sub(&p[x], &p[y]),
            6 => K::sum([&p[x], &p[x], &p[y], &p[z]]),
            _ => K::sum_of_products([&p[x], &p[y]], [&p[z], &p[w]]),
        };
        packed[to] = result;
        for lane in &mut known[..K::LANES] {
            lane[to] = match operation {
                0 => oracle::product(lane[x], lane[y]),
                1 => oracle::product(lane[x], lane[x]),
                2 | 3 => oracle::sum(lane[x], lane[y]),
                4 | 5 => oracle::difference(lane[x], lane[y]),
                6 => [x, y, z]
                    .iter()
                    .fold(lane[x], |sum, &i| oracle::sum(sum, lane[i])),
                _ => sum_of_products([lane[x], lane[y]], [lane[z], lane[w]]),
            };
        }
        let stored = K::store(&packed[to]);
        for (lane, known) in known[..K::LANES].iter().enumerate() {
            assert_eq!(
                stored[lane], known[to],
                "{id}: lane {lane}, step {step}, operation {operation}"
            );
        }
        // Cancelled to 0 it would stay 0.
        if step % 50 == 0 {
            let fresh = mixed(word, 2);
            packed[to] = K::load(&fresh[..K::LANES]);
            (known[0][to], known[1][to]) = (fresh[0], fresh[1]);
        }
    }
}

#[test]
fn what_an_operation_gives_every_operation_takes() {
    on_every_kernel!(chained);
}

/// x, x ± y, x ± 2y, ... without a product in between: nothing drifts out of its range.
fn long_sums<K: Kernel>(id: &str) {
    let p = oracle::modulus::<K::Modulus, 4>();
    for y in [&p - 1u32, &p >> 1u32, BigUint::from(1u32)] {
        let y = oracle::element(&y);
        let packed = K::load(&[y; 2][..K::LANES]);
        let (mut up, mut down) = (packed, packed);
        let (mut sum, mut difference) = (y, y);
        for _ in 0..1000 {
            up = K::add(&up, &packed);
            down = K::sub(&down, &packed);
            sum = oracle::sum(sum, y);
            difference = oracle::difference(difference, y);
        }
        assert_eq!(K::store(&up)[0], sum, "{id}: {y:?}");
        assert_eq!(K::store(&down)[0], difference, "{id}: {y:?}");
        let squares = [up, down].map(|x| K::store(&K::square(&x))[K::LANES - 1]);
        let expected = [sum, difference].map(|x| oracle::product(x, x));
        assert_eq!(squares, expected, "{id}: {y:?}");
    }
}

#[test]
fn a_thousand_sums_in_a_row() {
    on_every_kernel!(long_sums);
}

/// The loops of [`batch`], operation by operation.
fn looped<M: Modulus>(operation: Operation, seed: u64, n: u32) -> Element<M> {
    let mut generator = Generator::new(seed);
    let terms = operation.counts() as usize;
    let (arrays, slots) = match operation {
        Operation::Square => (1, SLOTS),
        Operation::Add | Operation::Sub => (2, SLOTS),
        Operation::Sop2 => (4, 64),
        Operation::Sop3 => (6, 42),
        Operation::Sop4 => (8, 32),
    };
    let mut drawn: Vec<Vec<Element<M>>> = (0..slots)
        .map(|_| (0..arrays).map(|_| generator.element()).collect())
        .collect();
    for i in 0..n as usize / terms {
        let slot = &mut drawn[i % slots];
        slot[0] = match operation {
            Operation::Square => oracle::product(slot[0], slot[0]),
            Operation::Add => oracle::sum(slot[0], slot[1]),
            Operation::Sub => oracle::difference(slot[0], slot[1]),
            _ => {
                let products = slot.chunks(2).map(|pair| oracle::product(pair[0], pair[1]));
                products.fold(Element::ZERO, oracle::sum)
            }
        };
    }
    oracle::fold(drawn.into_iter().map(|slot| slot[0]))
}

fn loops<M: Modulus>(kernel: &OnArrays<M>) {
    let known = once(|| {
        let mut known = Vec::new();
        for operation in Operation::ALL {
            for n in [1, 2, 3, 4, 6, 127, 128, 129, 130, 255, 1000, 1001] {
                for seed in [0, u64::MAX] {
                    known.push((operation, seed, n, looped::<M>(operation, seed, n)));
                }
            }
        }
        known
    });
    let OnArrays { id, stream_of, .. } = kernel;
    for &(operation, seed, n, expected) in known {
        let got = stream_of(operation, seed, n);
        assert_eq!(got, expected, "{id}: {operation:?}({seed}, {n})");
    }
}

#[test]
fn loops_do_exactly_n_operations() {
    on_arrays_of_every_kernel!(loops);
}

#[test]
fn the_registry_has_the_loops() {
    for id in REGISTRY.iter().map(|row| row.info.id) {
        let Ok(operations) = selection::find(id) else {
            continue;
        };
        for operation in Operation::ALL {
            let checksum = (operations.stream_of)(operation, 9, 130);
            assert_eq!(checksum, looped(operation, 9, 130), "{id}: {operation:?}");
        }
    }
}

#[test]
fn an_unknown_operation_is_named_with_the_known_ones() {
    for operation in Operation::ALL {
        assert_eq!(Operation::find(operation.as_str()), Ok(operation));
    }
    let error = Operation::find("mul").expect_err("not one of them");
    assert!(matches!(error, InputError::UnknownOperation { .. }));
    assert_eq!(
        error.to_string(),
        "operation: unknown name \"mul\"; known: square, add, sub, sop2, sop3, sop4"
    );
}

/// Limbs that are all ones, in all operands: no column of 9x29 can be larger.
fn largest_columns<M: Modulus>() {
    const ONES: [u64; LIMBS] = [(1 << WIDTH) - 1; LIMBS];
    let constants = const { &radix29::constants::<M>(64) };
    let joined = |limbs: &[u64; LIMBS]| {
        limbs
            .iter()
            .rev()
            .fold(BigUint::ZERO, |value, &limb| (value << WIDTH) + limb)
    };
    let x = joined(&ONES);
    let p = oracle::modulus::<M, 4>();
    // The value of out·R mod p.
    let scaled = |out: [u64; LIMBS]| (joined(&out) << radix29::RADIX_BITS) % &p;
    let square = &x * &x;
    let sum = radix29::sum_of_products([&ONES; 4], [&ONES; 4], constants);
    assert_eq!(scaled(sum), &square * 4u32 % &p, "{}", M::NAME);
    let once = radix29::square(&ONES, false, constants);
    assert_eq!(scaled(once), &square % &p, "{}", M::NAME);
    let twice = radix29::square(&ONES, true, constants);
    assert_eq!(scaled(twice), square * 2u32 % &p, "{}", M::NAME);
}

#[test]
fn no_column_overflows() {
    on_every_field!(largest_columns);
}
