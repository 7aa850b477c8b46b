//! Packed elements against num-bigint, and lanes in and out of memory.

use super::oracle;
use fqmul::bench::generator::Generator;
use fqmul::field::{Element, Modulus};
use fqmul::kernel::{Lanewise, MAX_LANES};
use fqmul::work::packed::Packed;

/// Runs a template `fn<K: Lanewise>(id: &str)` on every kernel of this build that has lanes to gather, in both fields
/// of BN254.
macro_rules! on_every_lanewise_kernel {
    ($template:ident) => {{
        $template::<fqmul::limbs29::Limbs29<fqmul::field::bn254::Fq>>("limbs29 in Fq");
        $template::<fqmul::limbs29::Limbs29<fqmul::field::bn254::Fr>>("limbs29 in Fr");
        $template::<fqmul::multi3::Multi3Mitigated>("multi3-mitigated in Fq");
        $template::<fqmul::multi3::Multi3MitigatedFr>("multi3-mitigated in Fr");
        #[cfg(target_feature = "simd128")]
        $template::<fqmul::simd_mul::Simd<fqmul::field::bn254::Fq>>("simd in Fq");
        #[cfg(target_feature = "simd128")]
        $template::<fqmul::simd_mul::Simd<fqmul::field::bn254::Fr>>("simd in Fr");
        #[cfg(target_feature = "relaxed-simd")]
        if fqmul::fma::fused() {
            $template::<fqmul::fma::FmaPair<fqmul::field::bn254::Fq, fqmul::fma::Asked>>(
                "fma-pair in Fq",
            );
            $template::<fqmul::fma::FmaPair<fqmul::field::bn254::Fr, fqmul::fma::Asked>>(
                "fma-pair in Fr",
            );
        }
    }};
}
pub(crate) use on_every_lanewise_kernel;

/// An even number of elements: edge values, and others.
fn elements<M: Modulus>() -> Vec<Element<M>> {
    let mut elements = oracle::edge_values::<M, 4>();
    let mut generator = Generator::new(15);
    elements.resize_with((elements.len() + 41) / 2 * 2, || generator.element());
    elements
}

/// What is in memory, one lane after the other.
fn written<K: Lanewise>(elements: &[Element<K::Modulus>]) -> Vec<K::Lane> {
    let mut memory = vec![K::Lane::default(); elements.len()];
    for (i, lanes) in elements.chunks(K::LANES).enumerate() {
        let packed = Packed::<K>::load(lanes);
        packed.scatter(&mut memory, [0, 1].map(|lane| K::LANES * i + lane));
    }
    memory
}

/// Two lanes of different operands: each pair of elements is tried in both.
fn operations<K: Lanewise>(id: &str) {
    type Of<K> = Element<<K as fqmul::kernel::Kernel>::Modulus>;
    let elements = elements::<K::Modulus>();
    let memory = written::<K>(&elements);
    let n = elements.len();
    for distance in 0..n {
        for i in (0..n).step_by(K::LANES) {
            let at = |first: usize| [0, 1].map(|lane| (first + 3 * lane) % n);
            let (at_a, at_b) = (at(i), at(i + distance));
            let [a, b] = [at_a, at_b].map(|at| Packed::<K>::gather(&memory, at));
            let check = |name: &str, got: Packed<K>, right: &dyn Fn(Of<K>, Of<K>) -> Of<K>| {
                let got = got.store();
                for lane in 0..K::LANES {
                    let [x, y] = [at_a, at_b].map(|at| elements[at[lane]]);
                    assert_eq!(got[lane], right(x, y), "{id}: {name} of {x:?} and {y:?}");
                }
            };
            check("a product", a * b, &oracle::product);
            check("a sum", a + b, &oracle::sum);
            check("a difference", a - b, &oracle::difference);
            let product = |x, y| oracle::product(oracle::difference(x, y), y);
            check("a difference times b", &a.difference(&b) * &b, &product);
            if distance > 1 {
                continue;
            }
            check("a double", a.double(), &|x, _| oracle::sum(x, x));
            check("a square", a.square(), &|x, _| oracle::product(x, x));
            check("a", a, &|x, _| x);
            for which in 0..1 << K::LANES {
                let lanes = [which & 1 == 1, which >> 1 == 1];
                let got = [Packed::select(lanes, &a, &b), a.negate(lanes)].map(|x| x.store());
                for lane in 0..K::LANES {
                    let [x, y] = [at_a, at_b].map(|at| elements[at[lane]]);
                    let negative = oracle::difference(Element::ZERO, x);
                    let right = if lanes[lane] { [x, negative] } else { [y, x] };
                    assert_eq!(got.map(|got| got[lane]), right, "{id}: {lanes:?}");
                }
            }
            let same = a;
            let zero = (a - same).is_zero();
            assert_eq!(zero[..K::LANES], [true; MAX_LANES][..K::LANES], "{id}");
            let zero = a.is_zero();
            for lane in 0..K::LANES {
                assert_eq!(zero[lane], elements[at_a[lane]] == Element::ZERO, "{id}");
            }
        }
    }
}

#[test]
fn a_packed_element_is_an_element_in_each_lane() {
    on_every_lanewise_kernel!(operations);
}

fn lanes<K: Lanewise>(id: &str) {
    let elements = elements::<K::Modulus>();
    let memory = written::<K>(&elements);
    let load = |at: [usize; MAX_LANES]| Packed::<K>::gather(&memory, at);
    let stored = |x: Packed<K>| x.store()[..K::LANES].to_vec();
    let zipped = load([0, 1]).zip(&load([2, 3])).map(stored);
    let reversed = stored(load([0, 1]).reversed());
    let [e0, e1, e2, e3] = [0, 1, 2, 3].map(|i| elements[i]);
    if K::LANES == 1 {
        assert_eq!(zipped, [[e0], [e2]], "{id}");
        assert_eq!(reversed, [e0], "{id}");
    } else {
        assert_eq!(zipped, [[e0, e2], [e1, e3]], "{id}");
        assert_eq!(reversed, [e1, e0], "{id}");
    }
    let [x, y] = load([0, 1]).zip(&load([2, 3]));
    let back = x.zip(&y).map(stored);
    assert_eq!(back, [load([0, 1]), load([2, 3])].map(stored), "{id}");
}

#[test]
fn lanes_are_zipped_and_reversed() {
    on_every_lanewise_kernel!(lanes);
}

/// Loops over arrays of different lengths panic, whatever the kernel, and none of them is cut to the shortest.
#[cfg(panic = "unwind")]
fn lengths_are_the_same<K: Lanewise>(id: &str) {
    use std::panic::{AssertUnwindSafe, catch_unwind};

    const CHAINS: usize = 4;
    let one = K::load(&[Element::ONE; MAX_LANES][..K::LANES]);
    let difference = K::difference(&one, &one);
    let long = || vec![one; CHAINS + 2];
    let panics = |run: &dyn Fn()| catch_unwind(AssertUnwindSafe(run)).is_err();
    for (a, b) in [(5, 6), (6, 5), (5, 5), (7, 6), (6, 7), (6, 6)] {
        let (operands, differences) = (vec![one; a], vec![difference; b]);
        let same = (a, b) == (6, 6);
        assert_eq!(
            panics(&|| K::mul_all(&mut long(), &operands, &differences)),
            !same,
            "{id}"
        );
    }
    for length in [5, 6, 7] {
        let (operands, differences) = (vec![one; length], vec![difference; length]);
        let same = length == 6;
        assert_eq!(
            panics(&|| K::mul_all_in_place(&mut long(), &operands)),
            !same,
            "{id}"
        );
        assert_eq!(
            panics(&|| K::square_all(&mut long(), &operands)),
            !same,
            "{id}"
        );
        assert_eq!(
            panics(&|| K::mul_up::<CHAINS>(&mut long(), &differences)),
            !same,
            "{id}"
        );
        assert_eq!(
            panics(&|| K::mul_down::<CHAINS>(&mut long(), &differences)),
            !same,
            "{id}"
        );
    }
}

#[test]
#[cfg(panic = "unwind")]
fn loops_over_arrays_of_different_lengths_panic() {
    on_every_lanewise_kernel!(lengths_are_the_same);
}

/// In safe code anything may be put into a packed element; an element is below p all the same.
#[test]
fn elements_are_canonical_whatever_was_packed() {
    use fqmul::field::bn254::Fq;
    use fqmul::field::integer;
    use fqmul::kernel::Kernel;
    use fqmul::limbs29::{Limbs29, Limbs29Dropin};
    use fqmul::wide::{Wide, WideLazy};

    fn check<K: Kernel<Modulus = Fq>>(packed: K::Packed) {
        for element in K::unpack(&packed) {
            assert_eq!(Element::new(*element.integer()), Some(element));
        }
    }

    let twice = integer::wrapping_add(&Fq::P, &Fq::P).0;
    for integer in [Fq::P, twice, [u64::MAX; 4]] {
        check::<Limbs29Dropin<Fq>>(integer);
        check::<Wide<Fq>>(integer);
        check::<WideLazy<Fq>>(integer);
        check::<Limbs29<Fq>>(integer::split(&integer, 29));
        #[cfg(target_feature = "simd128")]
        check::<fqmul::simd_mul::SimdDropin<Fq>>([integer; 2]);
    }
    // A residue that was not reduced shows as a wrong product.
    for integer in [Fq::P, twice, [u64::MAX; 4]] {
        let value = num_bigint::BigUint::from_slice(
            &integer
                .map(|word| [word as u32, (word >> 32) as u32])
                .concat(),
        );
        let right = oracle::element(&(value % oracle::modulus::<Fq, 4>()));
        assert_ne!(Limbs29Dropin::<Fq>::unpack(&integer)[0], right);
    }
}
