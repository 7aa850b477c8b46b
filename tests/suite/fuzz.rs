//! A short run of the differential test; `npm run fuzz` does the long one.

use super::kernels::on_every_kernel;
use super::oracle;
use crate::fuzz::differential::{all, compare, mismatches};
use crate::fuzz::operands::Operands;
use core::marker::PhantomData;
use fqmul::bench::info::{Field, Operation};
use fqmul::bench::registry::{self, KernelVisitor, REGISTRY};
use fqmul::field::{Element, Modulus, bls12_377, bls12_381};
use fqmul::kernel::{Kernel, MAX_LANES};
use fqmul::limbs29::Limbs29Dropin;
use num_bigint::BigUint;

/// Fields, and pairs of operands in hex, that found a fault once.
const REGRESSIONS: &str = include_str!("../../fuzz/regressions.txt");

/// The operands of a kernel's field as values; and as what the kernel has in its words, where R of the kernel is 2^bits.
fn regressions<M: Modulus>(bits: u32) -> (Vec<Element<M>>, Vec<Element<M>>) {
    let p = oracle::modulus::<M, 4>();
    let inverse = (BigUint::from(1u32) << bits).modinv(&p).expect("p is odd");
    let factors = [BigUint::from(1u32), inverse];
    let elements = |digits: &str| {
        let value = BigUint::parse_bytes(digits.as_bytes(), 16).expect("hex");
        factors
            .each_ref()
            .map(|factor| oracle::element(&(&value * factor)))
    };
    REGRESSIONS
        .lines()
        .filter(|line| !line.starts_with('#'))
        .map(|line| {
            let words: Vec<_> = line.split(' ').collect();
            <[&str; 3]>::try_from(words).expect("a field and two operands")
        })
        .filter(|[field, ..]| *field == M::NAME)
        .flat_map(|[_, a, b]| elements(a).into_iter().zip(elements(b)))
        .unzip()
}

fn is_right<K: Kernel>(id: &str) {
    let (a, b) = regressions(K::RADIX_BITS);
    for compared in all() {
        let mut wrong = mismatches::<K, 4>(compared, 1, 0, 1_001);
        wrong.extend(compare::<K, 4>(compared, [&a, &b, &b, &a, &a, &a, &b, &b]));
        wrong.extend(compare::<K, 4>(compared, [&b, &a, &a, &b, &b, &b, &a, &a]));
        assert!(wrong.is_empty(), "{id}: {}", wrong[0]);
    }
}

#[test]
fn structured_operands_and_regressions() {
    assert!(!regressions::<fqmul::field::bn254::Fq>(256).0.is_empty());
    assert!(!regressions::<fqmul::field::bn254::Fr>(256).0.is_empty());
    assert!(!regressions::<bls12_377::Fr>(256).0.is_empty());
    on_every_kernel!(is_right);
}

/// The kernels that are right in fields of six words, one entry for each field.
struct OfSixWords(Vec<&'static str>);

impl KernelVisitor for OfSixWords {
    fn visit<K: Kernel>(&mut self, _: &'static str) {}

    fn visit_six_words<K: Kernel<6>>(&mut self, id: &'static str) {
        for compared in all() {
            let wrong = mismatches::<K, 6>(compared, 1, 0, 1_001);
            assert!(wrong.is_empty(), "{id}: {}", wrong[0]);
        }
        self.0.push(id);
    }
}

#[test]
fn structured_operands_in_fields_of_six_words() {
    let mut right = OfSixWords(Vec::new());
    registry::each(&mut right);
    let here = REGISTRY.iter().filter(|row| row.right_here().is_ok());
    for info in here.map(|row| row.info) {
        let names = (info.fields)();
        let fields = [bls12_381::Fq::NAME, bls12_377::Fq::NAME].map(|name| names.contains(&name));
        assert_eq!(
            right.0.iter().filter(|id| **id == info.id).count(),
            fields.into_iter().filter(|has| *has).count(),
            "{}",
            info.id
        );
    }
    assert!(right.0.contains(&"limbs29-dropin"));
    // All words are drawn.
    let p = oracle::modulus::<bls12_381::Fq, 6>();
    let mut operands = Operands::new(p, 6, 1, 0, 384);
    let long = (0..1000).filter(|_| operands.pair()[0].bits() > 320);
    assert!(long.count() > 500);
}

/// The drop-in with a wrong result where the first operand is a certain one, or everywhere.
struct Wrong<const EVERYWHERE: bool>(PhantomData<Field>);

/// The operand, as the kernel has it.
fn spoilt() -> [u64; 4] {
    Limbs29Dropin::<Field>::load(&[oracle::element(&12345u32.into())])
}

impl<const EVERYWHERE: bool> Kernel for Wrong<EVERYWHERE> {
    type Modulus = Field;
    type Packed = [u64; 4];
    const LANES: usize = 1;
    const RADIX_BITS: u32 = 256;

    fn pack(lanes: &[Element<Field>]) -> [u64; 4] {
        Limbs29Dropin::pack(lanes)
    }

    fn unpack(packed: &[u64; 4]) -> [Element<Field>; MAX_LANES] {
        Limbs29Dropin::unpack(packed)
    }

    fn load(lanes: &[Element<Field>]) -> [u64; 4] {
        Limbs29Dropin::load(lanes)
    }

    fn store(packed: &[u64; 4]) -> [Element<Field>; MAX_LANES] {
        Limbs29Dropin::<Field>::store(packed)
    }

    fn mul(a: &[u64; 4], b: &[u64; 4]) -> [u64; 4] {
        if EVERYWHERE || *a == spoilt() {
            [0; 4]
        } else {
            Limbs29Dropin::<Field>::mul(a, b)
        }
    }

    fn add(_: &[u64; 4], _: &[u64; 4]) -> [u64; 4] {
        [0; 4]
    }

    fn sub(_: &[u64; 4], _: &[u64; 4]) -> [u64; 4] {
        [0; 4]
    }
}

#[test]
fn a_wrong_result_is_found_and_told_with_its_operands() {
    let [two, three, five, seven, bad] =
        [2u32, 3, 5, 7, 12345].map(|x| oracle::element::<Field, 4>(&x.into()));
    let (first, others) = ([two, bad, three], [five; 3]);
    let mut operands = [&others[..]; Operation::MOST_OPERANDS];
    operands[0] = &first;
    let wrong = compare::<Wrong<false>, 4>(None, operands);
    let told: Vec<_> = wrong.iter().map(ToString::to_string).collect();
    assert_eq!(told, ["0x3039 * 0x5 is 0xf11d, not 0x0"]);
    for (compared, expected) in [
        (Some(Operation::Square), "0x3 * 0x3 is 0x9, not 0x0"),
        (Some(Operation::Add), "0x3 + 0x2 is 0x5, not 0x0"),
        (Some(Operation::Sub), "0x3 - 0x2 is 0x1, not 0x0"),
        (
            Some(Operation::Sop2),
            "0x3 * 0x2 + 0x5 * 0x7 is 0x29, not 0x0",
        ),
        (
            Some(Operation::Sop3),
            "0x3 * 0x2 + 0x5 * 0x7 + 0x2 * 0x3 is 0x2f, not 0x0",
        ),
        (
            Some(Operation::Sop4),
            "0x3 * 0x2 + 0x5 * 0x7 + 0x2 * 0x3 + 0x7 * 0x7 is 0x60, not 0x0",
        ),
    ] {
        let operands = [three, two, five, seven, two, three, seven, seven];
        let operands = operands.each_ref().map(core::slice::from_ref);
        let wrong = compare::<Wrong<true>, 4>(compared, operands);
        assert_eq!(wrong[0].to_string(), expected);
    }
    // Operands drawn are not all zero.
    assert!(mismatches::<Wrong<true>, 4>(None, 1, 0, 100).len() > 90);
}

#[test]
fn blocks_and_seeds_have_operands_of_their_own() {
    let p = oracle::modulus::<Field, 4>();
    let first = |seed, block| Operands::new(p.clone(), 4, seed, block, 261).pair();
    assert_eq!(first(1, 0), first(1, 0));
    assert_ne!(first(1, 0), first(1, 1));
    assert_ne!(first(1, 0), first(2, 0));
}
