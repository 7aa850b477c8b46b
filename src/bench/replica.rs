//! The measurement of the benchmark that this one replaces, told again: each of its mistakes can be
//! had alone, so that what it makes of a time is a row. Nothing here is a kernel, and no figure that
//! comes from here says how fast a product is.
//!
//! Operands are made of 64 bits each. An operation is done case after case on [`SLOTS`] pairs of
//! them, and what came out of each pair is folded into a checksum.

use super::batch::{SLOTS, fold};
use super::error::InputError;
use super::generator::Generator;
use crate::black_box::black_box;
use crate::field::Element;
use crate::field::bn254::Fq;
use crate::kernel::Kernel;
use crate::multi3::{Multi3, Multi3Mitigated};
use core::arch::wasm32::{i64x2_mul, u64x2_extract_lane, u64x2_splat, v128};
use core::marker::PhantomData;
use wasm_bindgen::prelude::*;

#[wasm_bindgen]
extern "C" {
    /// ms, from JavaScript: each reading is a call out of the module.
    #[wasm_bindgen(js_namespace = performance)]
    fn now() -> f64;
}

/// What stands between two readings of the clock.
trait ReplicaOperation: 'static {
    type Operand: Copy;
    type Outcome: Copy;
    /// Whether it is kept between two readings of the clock; the compiler is free otherwise.
    const HELD: bool = true;
    /// Outside of what is timed.
    fn operand(word: u64) -> Self::Operand;
    fn run(a: &Self::Operand, b: &Self::Operand) -> Self::Outcome;
    /// What came out, as an integer below p.
    fn element(outcome: &Self::Outcome) -> Element<Fq>;
}

/// Nothing: the first operand comes out.
struct Nothing;

impl ReplicaOperation for Nothing {
    type Operand = u64;
    type Outcome = u64;

    fn operand(word: u64) -> u64 {
        word
    }

    #[inline(always)]
    fn run(a: &u64, _: &u64) -> u64 {
        *a
    }

    fn element(outcome: &u64) -> Element<Fq> {
        Element::canonical([*outcome, 0, 0, 0])
    }
}

/// One instruction: the low 64 bits of the product of two 64-bit numbers, the same in both lanes.
struct LaneProducts;

impl ReplicaOperation for LaneProducts {
    type Operand = v128;
    type Outcome = v128;

    fn operand(word: u64) -> v128 {
        u64x2_splat(word)
    }

    #[inline(always)]
    fn run(a: &v128, b: &v128) -> v128 {
        i64x2_mul(*a, *b)
    }

    fn element(outcome: &v128) -> Element<Fq> {
        let lanes = (
            u64x2_extract_lane::<0>(*outcome),
            u64x2_extract_lane::<1>(*outcome),
        );
        Element::canonical([lanes.0, lanes.1, 0, 0])
    }
}

/// A product of arkworks, of operands that were taken into the field before.
struct Product<K>(PhantomData<K>);

impl<K: Kernel<Modulus = Fq, Packed: From<u64>>> ReplicaOperation for Product<K> {
    type Operand = K::Packed;
    type Outcome = K::Packed;

    fn operand(word: u64) -> K::Packed {
        K::Packed::from(word)
    }

    #[inline(always)]
    fn run(a: &K::Packed, b: &K::Packed) -> K::Packed {
        K::mul(a, b)
    }

    fn element(outcome: &K::Packed) -> Element<Fq> {
        K::store(outcome)[0]
    }
}

/// The same with both operands taken into the field in the same breath.
struct Converted<K>(PhantomData<K>);

impl<K: Kernel<Modulus = Fq, Packed: From<u64>>> ReplicaOperation for Converted<K> {
    type Operand = u64;
    type Outcome = K::Packed;

    fn operand(word: u64) -> u64 {
        word
    }

    #[inline(always)]
    fn run(a: &u64, b: &u64) -> K::Packed {
        K::mul(&K::Packed::from(*a), &K::Packed::from(*b))
    }

    fn element(outcome: &K::Packed) -> Element<Fq> {
        K::store(outcome)[0]
    }
}

/// The same in ark-ff 0.4, whose compiler knew that a number has one limb.
struct Numbers;

impl ReplicaOperation for Numbers {
    type Operand = u64;
    type Outcome = alone::OfNumber;

    fn operand(word: u64) -> u64 {
        word
    }

    #[inline(always)]
    fn run(a: &u64, b: &u64) -> alone::OfNumber {
        alone::of_number(*a) * alone::of_number(*b)
    }

    fn element(outcome: &alone::OfNumber) -> Element<Fq> {
        Element::canonical(ark_ff_04::PrimeField::into_bigint(*outcome).0)
    }
}

/// The field of ark-ff 0.4 once more, under configurations that nothing else multiplies in: products
/// are compiled into what calls them, where the compiler knows more of them.
#[expect(
    unexpected_cfgs,
    non_local_definitions,
    reason = "what the macro of ark-ff 0.4 writes"
)]
mod alone {
    use ark_ff::{Fp256, MontBackend, MontConfig};
    use ark_ff_04 as ark_ff;

    #[derive(MontConfig)]
    #[modulus = "21888242871839275222246405745257275088696311157297823662689037894645226208583"]
    #[generator = "3"]
    pub struct InLoop;

    /// Its product is in the one loop that calls it, where the compiler may move it.
    pub type InLoopField = Fp256<MontBackend<InLoop, 4>>;

    #[derive(MontConfig)]
    #[modulus = "21888242871839275222246405745257275088696311157297823662689037894645226208583"]
    #[generator = "3"]
    pub struct FromNumbers;

    pub type OfNumber = Fp256<MontBackend<FromNumbers, 4>>;

    /// Takes 20 products of limbs instead of 32, since the upper limbs are known to be 0: so the compiler
    /// had it in the benchmark that this one replaces. Here it sees that where one function converts.
    #[inline(never)]
    pub fn of_number(word: u64) -> OfNumber {
        word.into()
    }
}

/// A product of ark-ff 0.4 that nothing keeps between the readings.
struct Moved;

impl ReplicaOperation for Moved {
    type Operand = alone::InLoopField;
    type Outcome = alone::InLoopField;
    const HELD: bool = false;

    fn operand(word: u64) -> alone::InLoopField {
        word.into()
    }

    #[inline(always)]
    fn run(a: &alone::InLoopField, b: &alone::InLoopField) -> alone::InLoopField {
        *a * *b
    }

    fn element(outcome: &alone::InLoopField) -> Element<Fq> {
        Element::canonical(ark_ff_04::PrimeField::into_bigint(*outcome).0)
    }
}

/// The loops, whatever the operation.
trait Loops {
    fn batch(&mut self, n: u32);
    fn clocked(&mut self, n: u32) -> f64;
    fn call(&mut self);
    fn call_io(&mut self, a: u64, b: u64);
    fn checksum(&self) -> Element<Fq>;
}

/// Pairs of operands, and what has come out of each since the last loop began.
struct Pairs<O: ReplicaOperation> {
    operands: Vec<(O::Operand, O::Operand)>,
    outcomes: Vec<Option<O::Outcome>>,
}

impl<O: ReplicaOperation> Pairs<O> {
    fn boxed(seed: u64) -> Box<dyn Loops> {
        let mut generator = Generator::new(seed);
        let mut operand = || O::operand(generator.word());
        Box::new(Self {
            operands: (0..SLOTS).map(|_| (operand(), operand())).collect(),
            outcomes: vec![None; SLOTS],
        })
    }
}

impl<O: ReplicaOperation> Loops for Pairs<O> {
    #[inline(never)]
    fn batch(&mut self, n: u32) {
        self.outcomes.fill(None);
        for case in 0..n as usize {
            let (a, b) = &self.operands[case % SLOTS];
            self.outcomes[case % SLOTS] = Some(black_box(&O::run(&black_box(a), &black_box(b))));
        }
    }

    #[inline(never)]
    fn clocked(&mut self, n: u32) -> f64 {
        self.outcomes.fill(None);
        let mut spent = 0.0;
        for case in 0..n as usize {
            let (a, b) = &self.operands[case % SLOTS];
            let outcome = if O::HELD {
                let start = now();
                // What is read and written opaquely stays between the two calls.
                let outcome = black_box(&O::run(&black_box(a), &black_box(b)));
                spent += now() - start;
                outcome
            } else {
                let (a, b) = (*a, *b);
                let start = now();
                let outcome = O::run(&a, &b);
                spent += now() - start;
                outcome
            };
            self.outcomes[case % SLOTS] = Some(outcome);
        }
        spent
    }

    fn call(&mut self) {
        let (a, b) = &self.operands[0];
        self.outcomes[0] = Some(black_box(&O::run(&black_box(a), &black_box(b))));
    }

    fn call_io(&mut self, a: u64, b: u64) {
        self.outcomes[0] = Some(O::run(&O::operand(a), &O::operand(b)));
    }

    fn checksum(&self) -> Element<Fq> {
        let element = |outcome: &Option<_>| outcome.as_ref().map_or(Element::ZERO, O::element);
        fold(self.outcomes.iter().map(element))
    }
}

/// One operation, on the operands of a seed.
#[wasm_bindgen]
pub struct Replica(Box<dyn Loops>);

#[wasm_bindgen]
impl Replica {
    /// That of an id: `nothing`, `i64x2-mul`, `multi3`, `multi3-mitigated`, each of the last two with
    /// `-converted` behind it, and `multi3-moved`.
    #[wasm_bindgen(constructor)]
    pub fn new(id: &str, seed: u64) -> Result<Self, JsValue> {
        Ok(Self(match id {
            "nothing" => Pairs::<Nothing>::boxed(seed),
            "i64x2-mul" => Pairs::<LaneProducts>::boxed(seed),
            "multi3" => Pairs::<Product<Multi3>>::boxed(seed),
            "multi3-converted" => Pairs::<Numbers>::boxed(seed),
            "multi3-moved" => Pairs::<Moved>::boxed(seed),
            "multi3-mitigated" => Pairs::<Product<Multi3Mitigated>>::boxed(seed),
            "multi3-mitigated-converted" => Pairs::<Converted<Multi3Mitigated>>::boxed(seed),
            _ => {
                return Err(InputError::Range {
                    argument: "id",
                    expected: "an operation of the replica",
                }
                .into());
            }
        }))
    }

    /// n operations, and no clock.
    pub fn batch(&mut self, n: u32) {
        self.0.batch(n);
    }

    /// n operations, each between two readings of the clock: the sum, in ms, of what passed between
    /// two.
    pub fn clocked(&mut self, n: u32) -> f64 {
        self.0.clocked(n)
    }

    /// One operation, on operands that are there.
    pub fn call(&mut self) {
        self.0.call();
    }

    /// One operation, on operands from JavaScript, 64 bits each. What comes out stays.
    pub fn call_io(&mut self, a: u64, b: u64) {
        self.0.call_io(a, b);
    }

    /// The fold of what came out of each pair since the last loop began, 0 where nothing did.
    pub fn checksum(&self) -> Vec<u8> {
        self.0.checksum().to_bytes().to_vec()
    }
}
