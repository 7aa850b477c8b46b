//! The forms of Poseidon against their definition on num-bigint, and published hashes.

use super::oracle;
use fqmul::bench::generator::Generator;
use fqmul::bench::hash::{HASHERS, SLOTS, hasher};
use fqmul::field::{Element, Integer, bn254::Fr};
use fqmul::kernel::{Kernel, MAX_LANES};
use fqmul::limbs29::{Limbs29Dropin, Limbs29Sop};
use fqmul::multi3::Multi3MitigatedFr;
use fqmul::work::poseidon::{
    self, HashForm, WIDTH, constants, dense::Dense, poseidon2::Poseidon2, recurrence::Recurrence,
    sparse::Sparse,
};
use num_bigint::BigUint;

/// Of two elements, by its definition.
type Hash = fn(&BigUint, &BigUint) -> BigUint;
type Matrix = [[u32; WIDTH]; WIDTH];

fn integer(x: &Integer) -> BigUint {
    oracle::value(Element::<Fr>::new(*x).expect("a constant is below p"))
}

/// A permutation by its definition: three constants, fifth powers, a matrix.
fn permuted(
    mut state: Vec<BigUint>,
    rounds: impl Iterator<Item = (Vec<BigUint>, bool)>,
    full: &[Vec<BigUint>],
    partial: &[Vec<BigUint>],
) -> Vec<BigUint> {
    let p = oracle::modulus::<Fr, 4>();
    for (constants, whole) in rounds {
        for (i, x) in state.iter_mut().enumerate() {
            *x += &constants[i];
            if whole || i == 0 {
                *x = x.modpow(&BigUint::from(5u32), &p);
            }
        }
        let matrix = if whole { full } else { partial };
        state = times(matrix, &state);
    }
    state
}

fn times(matrix: &[Vec<BigUint>], state: &[BigUint]) -> Vec<BigUint> {
    let p = oracle::modulus::<Fr, 4>();
    let row = |row: &Vec<BigUint>| row.iter().zip(state).map(|(m, x)| m * x).sum::<BigUint>() % &p;
    matrix.iter().map(row).collect()
}

fn small(matrix: Matrix) -> Vec<Vec<BigUint>> {
    matrix.map(|row| row.map(BigUint::from).to_vec()).to_vec()
}

/// Poseidon1, from the constants of [`Dense`], which a test of the harness holds against circomlibjs.
fn first(a: &BigUint, b: &BigUint) -> BigUint {
    let numbers: Vec<_> = constants::DENSE.iter().map(integer).collect();
    let (rounds, matrix) = numbers.split_at(65 * WIDTH);
    let matrix: Vec<_> = matrix.chunks(WIDTH).map(<[_]>::to_vec).collect();
    let rounds = rounds.chunks(WIDTH).enumerate();
    let rounds = rounds.map(|(i, c)| (c.to_vec(), !(4..61).contains(&i)));
    permuted(
        vec![BigUint::ZERO, a.clone(), b.clone()],
        rounds,
        &matrix,
        &matrix,
    )[0]
    .clone()
}

/// Poseidon2, from its constants, which a test of the harness holds against openzeppelin-crypto.
fn second(a: &BigUint, b: &BigUint) -> BigUint {
    let numbers: Vec<_> = constants::POSEIDON2.iter().map(integer).collect();
    let (outer, inner) = numbers.split_at(8 * WIDTH);
    let outer: Vec<_> = outer.chunks(WIDTH).map(|c| (c.to_vec(), true)).collect();
    let inner = inner
        .iter()
        .map(|c| (vec![c.clone(), BigUint::ZERO, BigUint::ZERO], false));
    let full = small([[2, 1, 1], [1, 2, 1], [1, 1, 2]]);
    let partial = small([[2, 1, 1], [1, 2, 1], [1, 1, 3]]);
    let rounds = outer[..4]
        .iter()
        .cloned()
        .chain(inner)
        .chain(outer[4..].iter().cloned());
    let state = times(&full, &[BigUint::ZERO, a.clone(), b.clone()]);
    permuted(state, rounds, &full, &partial)[1].clone()
}

/// Edges, and random elements.
fn pairs() -> Vec<[Element<Fr>; 2]> {
    let mut generator = Generator::new(12);
    let (a, b) = oracle::edge_pairs::<Fr, 4>();
    let edges = a.into_iter().zip(b).map(<[_; 2]>::from).step_by(997);
    let random: Vec<_> = (0..50)
        .map(|_| [0; 2].map(|_| generator.element()))
        .collect();
    edges.chain(random).collect()
}

fn agrees<K: Kernel<Modulus = Fr>, F: HashForm<N>, const N: usize>(expected: Hash) {
    for [a, b] in pairs() {
        let [x, y] = [a, b].map(|x| K::load(&[x; MAX_LANES][..K::LANES]));
        let hash = K::store(&poseidon::hash::<K, F, N>(&x, &y))[0];
        let expected = expected(&oracle::value(a), &oracle::value(b));
        assert_eq!(oracle::value(hash), expected, "{a:?}, {b:?}");
    }
}

#[test]
fn the_definition_has_the_published_hashes() {
    let [one, two] = [1u32, 2].map(BigUint::from);
    // circomlibjs, test/poseidon.js; and openzeppelin-crypto, the test of its instance bn256.
    let published: [(Hash, &[u8]); 2] = [
        (
            first,
            b"115cc0f5e7d690413df64c6b9662e9cf2a3617f2743245519e19607a4417189a",
        ),
        (
            second,
            b"303b6f7c86d043bfcbcc80214f26a30277a15d3f74ca654992defe7ff8d03570",
        ),
    ];
    for (hash, digits) in published {
        let expected = BigUint::parse_bytes(digits, 16).expect("hexadecimal");
        assert_eq!(hash(&one, &two), expected);
    }
}

#[test]
fn every_form_of_poseidon1_is_its_definition() {
    agrees::<Multi3MitigatedFr, Dense, _>(first);
    agrees::<Multi3MitigatedFr, Sparse, _>(first);
    agrees::<Multi3MitigatedFr, Recurrence, _>(first);
}

/// The release modules have more of them; the tests of the harness hash with those.
#[test]
fn scalar_kernels_hash() {
    agrees::<Limbs29Sop<Fr>, Recurrence, _>(first);
    agrees::<Limbs29Dropin<Fr>, Poseidon2, _>(second);
}

/// A hash, a chain and a batch of every hasher of this build; lanes differ in the batch.
#[test]
fn hashers_compute_what_they_say() {
    for row in HASHERS.iter().filter(|row| row.available()) {
        let id = format!("{} by {}", row.hash, row.id);
        let mut hasher = hasher(row.hash, row.id).expect("it is listed");
        let mut generator = Generator::new(3);
        let mut draw = || -> Element<Fr> { generator.element() };
        let (a, b) = (draw(), draw());
        let defined = if row.hash == "poseidon1" {
            first
        } else {
            second
        };
        let of = |a, b| oracle::element::<Fr, 4>(&defined(&oracle::value(a), &oracle::value(b)));
        assert_eq!(hasher.hash(a, b), of(a, b), "{id}");
        let third = of(of(b, a), b);
        assert_eq!(hasher.chain(3, 2), third, "{id}");
        let mut generator = Generator::new(4);
        let slots: [[Element<Fr>; 2]; SLOTS] =
            core::array::from_fn(|_| [0; 2].map(|_| generator.element()));
        let twice = slots.map(|[a, b]| of(of(a, b), b));
        let sum = oracle::fold(twice.into_iter());
        assert_eq!(hasher.batch(4, 2 * SLOTS as u32), sum, "{id}");
    }
}

#[test]
fn an_unknown_hasher_is_named() {
    let error = hasher("poseidon1", "none").err().expect("there is none");
    let message = error.to_string();
    assert!(
        message.starts_with("kernel: unknown id \"none of poseidon1\""),
        "{message}"
    );
}
