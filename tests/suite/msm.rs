//! Multi-scalar multiplications against sums that are known: of multiples of the generator, by num-bigint, and by
//! arkworks.

use super::oracle;
use super::packed::on_every_lanewise_kernel;
use ark_ec::AffineRepr;
use ark_ec::short_weierstrass::{Affine, Projective, SWCurveConfig};
use fqmul::bench::error::InputError;
use fqmul::bench::generator::Generator;
use fqmul::bench::msm::{MSMS, msm, sum};
use fqmul::field::bn254::{Fq, Fr};
use fqmul::field::{Element, Modulus};
use fqmul::kernel::Lanewise;
use fqmul::work::coordinate::Canonical;
use fqmul::work::msm::endomorphism::{HALF_BITS, halves};
use fqmul::work::msm::windows::{self, Windows};
use fqmul::work::msm::{self, G1, G2, Point};
use num_bigint::{BigInt, BigUint};

type Coordinates = Option<[BigUint; 2]>;

/// The sum of two points, by its definition.
fn plus(a: &Coordinates, b: &Coordinates) -> Coordinates {
    let p = oracle::modulus::<Fq>();
    let (Some([x1, y1]), Some([x2, y2])) = (a, b) else {
        return a.clone().or_else(|| b.clone());
    };
    let (rise, run) = if x1 != x2 {
        (y2 + &p - y1, x2 + &p - x1)
    } else if y1 == y2 {
        (x1 * x1 * 3u32, y1 * 2u32)
    } else {
        return None;
    };
    let slope = rise * run.modinv(&p).expect("it is not 0") % &p;
    let x = (&slope * &slope + &p + &p - x1 - x2) % &p;
    let y = (slope * (x1 + &p - &x) + &p - y1) % &p;
    Some([x, y])
}

/// scalar·G.
fn multiple(scalar: &BigUint) -> Coordinates {
    let generator = Some([1u32, 2].map(BigUint::from));
    (0..scalar.bits()).rev().fold(None, |sum, i| {
        let double = plus(&sum, &sum);
        if scalar.bit(i) {
            plus(&double, &generator)
        } else {
            double
        }
    })
}

fn point(affine: &Coordinates) -> Point {
    match affine {
        Some([x, y]) => Point {
            x: oracle::element(x),
            y: oracle::element(y),
        },
        None => Point::INFINITY,
    }
}

/// A point of arkworks, whose coordinates `element` takes over.
fn of_arkworks<C: SWCurveConfig, E: Canonical>(
    point: impl Into<Affine<C>>,
    element: impl Fn(C::BaseField) -> E,
) -> Point<E> {
    match point.into().xy() {
        Some((x, y)) => Point {
            x: element(x),
            y: element(y),
        },
        None => Point::INFINITY,
    }
}

fn fq(x: ark_bn254::Fq) -> Element<Fq> {
    oracle::element(&BigUint::from(x))
}

fn fq2(x: ark_bn254::Fq2) -> [Element<Fq>; 2] {
    [fq(x.c0), fq(x.c1)]
}

/// The integer of the residue that arkworks keeps.
fn residue(x: ark_bn254::Fq) -> Element<Fq> {
    Element::new(x.0.0).expect("it is below p")
}

fn residue2(x: ark_bn254::Fq2) -> [Element<Fq>; 2] {
    [residue(x.c0), residue(x.c1)]
}

/// What is known of a group without an MSM.
struct Group<E> {
    /// From 0 on.
    multiples: Vec<Point<E>>,
    multiple: fn(&BigUint) -> Point<E>,
    minus: fn(E) -> E,
}

/// By num-bigint.
fn g1(most: usize) -> Group<Element<Fq>> {
    let one = multiple(&BigUint::from(1u32));
    Group {
        multiples: core::iter::successors(Some(None), |sum| Some(plus(sum, &one)))
            .take(most + 1)
            .map(|sum| point(&sum))
            .collect(),
        multiple: |scalar| point(&multiple(scalar)),
        minus,
    }
}

/// By arkworks.
fn g2(most: usize) -> Group<[Element<Fq>; 2]> {
    let multiple = |scalar: &BigUint| {
        let scalar = ark_bn254::Fr::from(scalar.clone());
        of_arkworks(ark_bn254::G2Affine::generator() * scalar, fq2)
    };
    Group {
        multiples: (0..=most).map(|k| multiple(&BigUint::from(k))).collect(),
        multiple,
        minus: |x| x.map(minus),
    }
}

fn minus(x: Element<Fq>) -> Element<Fq> {
    oracle::difference(Element::ZERO, x)
}

/// λ, a cube root of 1 mod r: the only two that there are besides 1 are λ and λ².
fn lambda() -> BigUint {
    let bytes = b"b3c4d79d41a917585bfc41088d8daaa78b17ea66b99c90dd";
    let lambda = BigUint::parse_bytes(bytes, 16).expect("hexadecimal");
    let r = oracle::modulus::<Fr>();
    assert_eq!((&lambda * &lambda + &lambda + 1u32) % r, BigUint::ZERO);
    lambda
}

/// Points as multiples of the generator, scalars, and the sum.
struct Case<E> {
    name: &'static str,
    points: Vec<Point<E>>,
    scalars: Vec<Element<Fr>>,
    sum: Point<E>,
}

/// Every case with so many points.
fn cases<E: Canonical>(n: usize, group: &Group<E>) -> Vec<Case<E>> {
    let r = oracle::modulus::<Fr>();
    let mut generator = Generator::new(n as u64);
    let mut scalars =
        |n: usize| -> Vec<Element<Fr>> { (0..n).map(|_| generator.element()).collect() };
    let same = |x: Element<Fr>| vec![x; n];
    let numbers =
        |of: &dyn Fn(usize) -> usize| -> Vec<i64> { (0..n).map(|i| of(i) as i64).collect() };
    let signs = |of: &[i64]| -> Vec<i64> { (0..n).map(|i| of[i % of.len()]).collect() };
    let each = numbers(&|i| i + 1);
    let one = BigUint::from(1u32);
    let special = [
        BigUint::ZERO,
        one.clone(),
        &r - 1u32,
        lambda(),
        &r - lambda(),
        lambda() + 1u32,
        (&r - 1u32) >> 1u32,
    ]
    .map(|x| oracle::element::<Fr>(&x));
    [
        ("random scalars", each.clone(), scalars(n)),
        ("equal scalars", each.clone(), same(scalars(1)[0])),
        ("equal points", signs(&[7]), scalars(n)),
        ("equal points and scalars", signs(&[7]), same(scalars(1)[0])),
        ("P and -P", signs(&[7, -7]), same(scalars(1)[0])),
        ("P, -P, P", signs(&[7, -7, 7, 9]), same(scalars(1)[0])),
        ("all at infinity", signs(&[0]), scalars(n)),
        ("some at infinity", signs(&[0, 3, 0, 0, 3, 8]), scalars(n)),
        (
            "special scalars",
            each.clone(),
            special.iter().copied().cycle().take(n).collect(),
        ),
        ("scalars 0", each.clone(), same(special[0])),
        ("scalars 1", each.clone(), same(special[1])),
        ("scalars r - 1", each, same(special[2])),
    ]
    .map(|(name, numbers, scalars)| {
        let sum = numbers
            .iter()
            .zip(&scalars)
            .fold(BigInt::ZERO, |sum, (&number, &scalar)| {
                sum + BigInt::from(oracle::value(scalar)) * number
            });
        let sum = sum.modpow(&BigInt::from(1), &r.clone().into());
        let points = numbers.iter().map(|&k| {
            let Point { x, y } = group.multiples[k.unsigned_abs() as usize];
            Point {
                x,
                y: if k < 0 { (group.minus)(y) } else { y },
            }
        });
        Case {
            name,
            points: points.collect(),
            scalars,
            sum: (group.multiple)(&sum.to_biguint().expect("it is not negative")),
        }
    })
    .into()
}

/// Runs `check` on every kernel with an MSM. Products in G2 are sums of products: there it is the kernels' kind with one
/// reduction for these.
macro_rules! on_every_msm {
    ($msm:ident, G1, $check:expr) => {
        on_every_msm!(@ $msm, G1, Limbs29, FmaPair, $check)
    };
    ($msm:ident, G2, $check:expr) => {
        on_every_msm!(@ $msm, G2, Limbs29Sop, FmaSop, $check)
    };
    (@ $msm:ident, $group:ident, $limbs29:ident, $fma:ident, $check:expr) => {{
        let check = $check;
        check(
            stringify!($limbs29),
            msm::$msm::<$group<fqmul::limbs29::$limbs29<Fq>>>,
        );
        check(
            "multi3-mitigated",
            msm::$msm::<$group<fqmul::multi3::Multi3Mitigated>>,
        );
        #[cfg(target_feature = "simd128")]
        check("simd", msm::$msm::<$group<fqmul::simd_mul::Simd<Fq>>>);
        #[cfg(target_feature = "relaxed-simd")]
        if fqmul::fma::fused() {
            check(
                stringify!($fma),
                msm::$msm::<$group<fqmul::fma::$fma<Fq, fqmul::fma::Asked>>>,
            );
        }
    }};
}

type Sum<E> = fn(&[Point<E>], &[Element<Fr>]) -> Point<E>;

/// Numbers of points: none, fewer than a kernel's lanes or chains, and enough for windows of several bits.
const COUNTS: [usize; 8] = [0, 1, 2, 3, 7, 32, 33, 300];

#[test]
fn sums_of_multiples_of_the_generator_are_right() {
    let group = g1(300);
    for n in COUNTS {
        let cases = cases(n, &group);
        on_every_msm!(msm, G1, |id: &str, msm: Sum<_>| {
            for case in &cases {
                let got = msm(&case.points, &case.scalars);
                assert_eq!(got, case.sum, "{id}: {n} points: {}", case.name);
            }
        });
    }
}

#[test]
fn sums_of_multiples_of_the_generator_of_g2_are_right() {
    let group = g2(300);
    for n in COUNTS {
        let cases = cases(n, &group);
        on_every_msm!(msm, G2, |id: &str, msm: Sum<_>| {
            for case in &cases {
                let got = msm(&case.points, &case.scalars);
                assert_eq!(got, case.sum, "{id}: {n} points: {}", case.name);
            }
        });
    }
}

/// Points of arkworks, scalars, and the sum by arkworks.
type Operands<C> = (Vec<Affine<C>>, Vec<Element<Fr>>, Affine<C>);

/// So many sums of at most four points.
fn operands<C: SWCurveConfig<ScalarField = ark_bn254::Fr>>(count: usize) -> Vec<Operands<C>> {
    let one = Affine::<C>::generator();
    let table: Vec<Affine<C>> = (0..64)
        .map(|k| (one * ark_bn254::Fr::from(k)).into())
        .collect();
    let mut generator = Generator::new(17);
    (0..count)
        .map(|_| {
            let n = generator.word() as usize % 5;
            let mut sum = Projective::<C>::default();
            let (points, scalars) = (0..n)
                .map(|_| {
                    let point = table[generator.word() as usize % 64];
                    // Short ones, too: their halves are.
                    let scalar = match generator.word() % 4 {
                        0 => generator.element(),
                        1 => oracle::element(&(BigUint::from(generator.word()) << 64u32)),
                        _ => oracle::element(&BigUint::from(generator.word() >> 40)),
                    };
                    sum += point * ark_bn254::Fr::from(oracle::value(scalar));
                    (point, scalar)
                })
                .unzip();
            (points, scalars, sum.into())
        })
        .collect()
}

/// That the sums are right, of coordinates that `coordinate` takes over.
fn assert_sums<C: SWCurveConfig, E: Canonical>(
    (id, msm): (&str, Sum<E>),
    operands: &[Operands<C>],
    coordinate: fn(C::BaseField) -> E,
    element: fn(C::BaseField) -> E,
) {
    for (points, scalars, sum) in operands {
        let points: Vec<_> = points
            .iter()
            .map(|point| of_arkworks(*point, coordinate))
            .collect();
        let sum = of_arkworks(*sum, element);
        assert_eq!(msm(&points, scalars), sum, "{id}: {points:?} {scalars:?}");
    }
}

/// On every kernel, of coordinates as elements and as residues.
macro_rules! sums_are_those_of_arkworks {
    ($group:ident, $config:ty, $count:literal, $element:ident, $residue:ident) => {{
        let operands = operands::<$config>($count);
        on_every_msm!(msm, $group, |id: &str, msm: Sum<_>| {
            assert_sums((id, msm), &operands, $element, $element);
        });
        on_every_msm!(msm_of_residues, $group, |id: &str, msm: Sum<_>| {
            assert_sums((id, msm), &operands[..100], $residue, $element);
        });
    }};
}

#[test]
fn sums_are_those_of_arkworks() {
    sums_are_those_of_arkworks!(G1, ark_bn254::g1::Config, 10_000, fq, residue);
}

#[test]
fn sums_in_g2_are_those_of_arkworks() {
    sums_are_those_of_arkworks!(G2, ark_bn254::g2::Config, 1_000, fq2, residue2);
}

#[test]
fn halves_are_short_and_make_the_scalar() {
    let r = BigInt::from(oracle::modulus::<Fr>());
    let lambda = BigInt::from(lambda());
    let mut scalars = oracle::edge_values::<Fr>();
    let mut generator = Generator::new(5);
    scalars.extend((0..1000).map(|_| generator.element::<Fr>()));
    // Where the nearest combination of the lattice changes.
    let values = [1u32, 2, 3].map(|k| -> BigInt { BigInt::from(k) * &r / 4 + &lambda });
    scalars.extend(values.map(|x| oracle::element(&x.to_biguint().expect("it is positive"))));
    for scalar in scalars {
        let [k1, k2] = halves(&scalar).map(|half| {
            assert!(half.magnitude < (1 << HALF_BITS) / 100 * 87, "{scalar:?}");
            let magnitude = BigInt::from(half.magnitude);
            if half.negative { -magnitude } else { magnitude }
        });
        let rest = (k1 + k2 * &lambda - BigInt::from(oracle::value(scalar))) % &r;
        assert_eq!(rest, BigInt::ZERO, "{scalar:?}");
    }
}

#[test]
fn digits_make_the_half_scalar_whatever_the_windows() {
    let mut generator = Generator::new(6);
    for log2 in 0..24 {
        let windows = Windows::new(1 << log2);
        let each = windows.as_slice();
        assert_eq!(each[0].offset, 0);
        for pair in each.windows(2) {
            assert_eq!(pair[0].offset + pair[0].bits, pair[1].offset);
        }
        let edges = [
            Element::ZERO,
            Element::ONE,
            oracle::element(&(oracle::modulus::<Fr>() - 1u32)),
        ];
        let random: Vec<Element<Fr>> = (0..100).map(|_| generator.element()).collect();
        for half in edges.iter().chain(&random).flat_map(halves) {
            let shifted = windows.shifted(half);
            let sum = each.iter().fold(BigInt::ZERO, |sum, &window| {
                let digit = windows::digit(shifted, window);
                assert!(digit.unsigned_abs() as usize <= window.largest());
                sum + (BigInt::from(digit) << window.offset)
            });
            let magnitude = BigInt::from(half.magnitude);
            assert_eq!(sum, if half.negative { -magnitude } else { magnitude });
        }
    }
    assert_eq!(Windows::new(1 << 17).as_slice().len(), 9);
}

fn inverses<K: Lanewise>(id: &str) {
    use fqmul::work::inversion::invert_all;
    use fqmul::work::packed::Packed;
    let mut generator = Generator::new(9);
    for n in [0, 1, 2, 3, 4, 5, 9, 33] {
        let mut elements: Vec<Element<K::Modulus>> =
            (0..n * K::LANES).map(|_| generator.element()).collect();
        for zero in [None, Some(0), elements.len().checked_sub(1)] {
            if let Some(place) = zero.filter(|_| n > 0) {
                elements[place] = Element::ZERO;
            }
            let differences: Vec<_> = elements
                .chunks(K::LANES)
                .map(|lanes| Packed::<K>::load(lanes).difference(&Packed::zero()))
                .collect();
            let mut inverses = vec![Packed::zero(); n];
            let right = invert_all(&differences, &mut inverses, &mut vec![Packed::zero(); n]);
            assert_eq!(right, zero.is_none() || n == 0, "{id}: {n}, {zero:?}");
            if right {
                let inverses = inverses.iter().flat_map(|x| x.store()[..K::LANES].to_vec());
                for (x, inverse) in elements.iter().zip(inverses) {
                    assert_eq!(oracle::product(*x, inverse), Element::ONE, "{id}: {n}");
                }
            }
        }
    }
}

#[test]
fn all_are_inverted_or_a_zero_is_found() {
    on_every_lanewise_kernel!(inverses);
}

fn inverse<M: Modulus>() {
    let mut generator = Generator::new(10);
    let mut elements = oracle::edge_values::<M>();
    elements.extend((0..1000).map(|_| generator.element::<M>()));
    for x in elements {
        let right = if x == Element::ZERO {
            Element::ZERO
        } else {
            Element::ONE
        };
        assert_eq!(
            oracle::product(x, x.inverse()),
            right,
            "{x:?} in {}",
            M::NAME
        );
    }
    assert_eq!(Element::<M>::ZERO.inverse(), Element::ZERO);
}

#[test]
fn elements_are_inverted() {
    super::fields::on_every_field!(inverse);
}

#[test]
fn operands_of_a_seed_are_those_of_a_curve() {
    let r = oracle::modulus::<Fr>();
    for log2 in [0, 1, 5] {
        let mut generator = Generator::new(0x5eed);
        let mut draw = || oracle::value(generator.element::<Fr>());
        let (a, d, _) = (draw(), draw(), draw());
        let total = (0..1u32 << log2).fold(BigUint::ZERO, |sum, i| sum + draw() * (&a + &d * i));
        let right = point(&multiple(&(total % &r)));
        let right = [right.x.to_bytes(), right.y.to_bytes()].concat();
        for row in MSMS {
            let Ok(msm) = msm(row.id, log2, 0x5eed) else {
                continue;
            };
            assert_eq!(msm.sum(), right, "{}: 2^{log2}", row.id);
        }
    }
}

#[test]
fn bad_operands_are_refused_by_name() {
    let message = |points: &[u8], scalars: &[u8]| -> String {
        sum("limbs29", points, scalars)
            .expect_err("it is bad")
            .to_string()
    };
    let generator = [Point::GENERATOR.x.to_bytes(), Point::GENERATOR.y.to_bytes()].concat();
    let [one, r] = [vec![1], oracle::modulus::<Fr>().to_bytes_le()].map(|mut bytes: Vec<u8>| {
        bytes.resize(32, 0);
        bytes
    });
    assert_eq!(sum("limbs29", &generator, &one), Ok(generator.clone()));
    assert_eq!(sum("limbs29", &[0; 64], &one), Ok(vec![0; 64]));
    assert_eq!(sum("limbs29", &[], &[]), Ok(vec![0; 64]));
    assert!(message(&generator[1..], &one).starts_with("points: 64 bytes"));
    assert!(message(&generator, &one[1..]).starts_with("scalars: 32 bytes"));
    assert!(message(&generator, &[]).starts_with("scalars: 32 bytes"));
    assert!(message(&generator, &r).starts_with("scalars: the value is not below"));
    let mut off = [&generator[..], &generator].concat();
    off[64] = 2;
    let scalars = [&one[..], &one].concat();
    assert!(message(&off, &scalars).starts_with("points: point 1 is not on the curve"));
    let mut large = generator.clone();
    large[32..].fill(0xff);
    assert!(message(&large, &one).starts_with("points: the value is not below"));
    assert!(matches!(
        sum("nope", &generator, &one),
        Err(InputError::UnknownKernel { .. })
    ));
    assert!(matches!(
        msm("nope", 3, 1),
        Err(InputError::UnknownKernel { .. })
    ));
    assert!(matches!(
        msm("limbs29", 21, 1),
        Err(InputError::Range { .. })
    ));
}

#[test]
fn a_progression_without_a_step_or_through_infinity() {
    use fqmul::limbs29::Limbs29;
    use fqmul::work::msm::progression;

    let number = |x: u64| Element::<Fr>::new([x, 0, 0, 0]).expect("it is below r");
    let of = |a, d| progression::<Limbs29<Fq>>(a, d, 3);
    let two = of(number(2), Element::ZERO).expect("none is at infinity");
    let steps = of(number(1), number(1)).expect("none is at infinity");
    assert_eq!(two, [steps[1]; 8]);
    assert_eq!(steps[0], Point::GENERATOR);
    // 0·G, and -3·G and the seven after it.
    assert_eq!(of(Element::ZERO, number(1)), None);
    assert_eq!(of(Element::ZERO, Element::ZERO), None);
    assert_eq!(of(-number(3), number(1)), None);
    // A sum is a doubling: G + G.
    assert_eq!(of(number(1), number(1)).expect("none")[1], steps[1]);
}

/// A public report of another library (constantine, issue 366): 24,101 points of G2, of which the first 512 are here, 203
/// of them at infinity. Coordinates and scalars are residues. The sums of the first so many are by @noble/curves, that of
/// all is the report's. With `FQMUL_CASES`, a folder with `g2-sum/points.bin` and `scalars.bin`, it is of all.
#[test]
fn a_public_sum_in_g2_is_right_by_prefixes() {
    let (mut points, mut scalars) = (
        include_bytes!("g2-sum/points.bin").to_vec(),
        include_bytes!("g2-sum/scalars.bin").to_vec(),
    );
    if let Some(folder) = std::env::var_os("FQMUL_CASES") {
        let read = |name: &str| {
            let file = std::path::Path::new(&folder).join("g2-sum").join(name);
            std::fs::read(&file).unwrap_or_else(|error| panic!("{}: {error}", file.display()))
        };
        (points, scalars) = (read("points.bin"), read("scalars.bin"));
    }
    let points: Vec<Point<[Element<Fq>; 2]>> = points
        .as_chunks::<128>()
        .0
        .iter()
        .map(|point| {
            let coordinates = point.as_chunks::<32>().0;
            let [x0, x1, y0, y1] = [0, 1, 2, 3].map(|i| {
                Element::from_bytes("a coordinate", &coordinates[i]).expect("it is below p")
            });
            Point {
                x: [x0, x1],
                y: [y0, y1],
            }
        })
        .collect();
    let r = oracle::modulus::<Fr>();
    let inverse = (BigUint::from(1u32) << 256u32)
        .modinv(&r)
        .expect("r is odd");
    let scalars: Vec<Element<Fr>> = scalars
        .as_chunks::<32>()
        .0
        .iter()
        .map(|residue| oracle::element(&(BigUint::from_bytes_le(residue) * &inverse)))
        .collect();
    let mut whole = false;
    for line in include_str!("g2-sum/sums.txt").lines() {
        let words: Vec<_> = line.split(' ').collect();
        let count: usize = words[0].parse().expect("a number");
        if count > points.len() {
            continue;
        }
        whole |= count == points.len();
        let [x0, x1, y0, y1] = [1, 2, 3, 4].map(|i| {
            let value = BigUint::parse_bytes(words[i].as_bytes(), 16).expect("hexadecimal");
            oracle::element::<Fq>(&value)
        });
        let sum = Point {
            x: [x0, x1],
            y: [y0, y1],
        };
        on_every_msm!(msm_of_residues, G2, |id: &str, msm: Sum<_>| {
            let got = msm(&points[..count], &scalars[..count]);
            assert_eq!(got, sum, "{id}: the first {count}");
        });
    }
    assert!(whole, "there is no sum of all {} points", points.len());
}
