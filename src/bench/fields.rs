//! Prime fields of arkworks: loops like those of [`batch`](super::batch) over any of them, of four words or of six.

use super::error::InputError;
use super::field_loops::Loops;
use super::generator::Generator;
use ark_ff::{BigInt, BigInteger, Fp, MontBackend, MontConfig, PrimeField};
use core::marker::PhantomData;

/// Slots of an array, as in [`batch::SLOTS`](super::batch::SLOTS).
const SLOTS: usize = super::batch::SLOTS;

struct Of<C, const N: usize>(PhantomData<C>);

type Element<C, const N: usize> = Fp<MontBackend<C, N>, N>;

fn bytes(x: &impl PrimeField) -> Vec<u8> {
    x.into_bigint().to_bytes_le()
}

fn from_bytes<C: MontConfig<N>, const N: usize>(
    argument: &'static str,
    bytes: &[u8],
) -> Result<Element<C, N>, InputError> {
    let (words, rest) = bytes.as_chunks::<8>();
    let words: Vec<_> = words.iter().map(|word| u64::from_le_bytes(*word)).collect();
    let element = <[u64; N]>::try_from(words)
        .ok()
        .filter(|_| rest.is_empty())
        .and_then(|words| Element::<C, N>::from_bigint(BigInt::new(words)));
    element.ok_or(InputError::Range {
        argument,
        expected: "the bytes of an integer below p, little-endian,",
    })
}

/// The next element: words, little-endian, cut to the bits of p, drawn again until below p.
fn draw<C: MontConfig<N>, const N: usize>(generator: &mut Generator) -> Element<C, N> {
    loop {
        let mut words: [u64; N] = core::array::from_fn(|_| generator.word());
        words[N - 1] &= u64::MAX >> C::MODULUS.0[N - 1].leading_zeros();
        if let Some(element) = Element::<C, N>::from_bigint(BigInt::new(words)) {
            return element;
        }
    }
}

/// Draws M arrays, runs n operations on the first of them and folds it.
fn over_slots<C: MontConfig<N>, const N: usize, const M: usize>(
    slots: usize,
    seed: u64,
    n: usize,
    run: impl Fn([&mut [Element<C, N>]; M], usize),
) -> Element<C, N> {
    let mut generator = Generator::new(seed);
    let mut arrays = [const { Vec::new() }; M];
    for _ in 0..slots {
        for array in &mut arrays {
            array.push(draw::<C, N>(&mut generator));
        }
    }
    run(arrays.each_mut().map(Vec::as_mut_slice), n);
    arrays[0]
        .iter()
        .fold(Element::<C, N>::from(0), |sum, x| sum + sum + x)
}

// The timed parts: functions of their own, so that what is timed can be read in the module.

#[inline(never)]
fn chain_loop<F: PrimeField>(mut previous: F, mut current: F, n: u32) -> F {
    for _ in 0..n {
        let next = current * previous;
        previous = current;
        current = next;
    }
    current
}

#[inline(never)]
fn stream_loop<F: PrimeField>(a: &mut [F], b: &[F], n: usize) {
    super::batch::passes(a, n, |a| {
        for (x, y) in a.iter_mut().zip(b) {
            *x *= y;
        }
    });
}

#[inline(never)]
fn square_loop<F: PrimeField>(a: &mut [F], n: usize) {
    super::batch::passes(a, n, |a| {
        for x in a {
            x.square_in_place();
        }
    });
}

#[inline(never)]
fn add_loop<F: PrimeField>(a: &mut [F], b: &[F], n: usize) {
    super::batch::passes(a, n, |a| {
        for (x, y) in a.iter_mut().zip(b) {
            *x += y;
        }
    });
}

#[inline(never)]
fn sub_loop<F: PrimeField>(a: &mut [F], b: &[F], n: usize) {
    super::batch::passes(a, n, |a| {
        for (x, y) in a.iter_mut().zip(b) {
            *x -= y;
        }
    });
}

#[inline(never)]
fn sop2_loop<F: PrimeField>(a: &mut [F], [b, c, d]: [&[F]; 3], n: usize) {
    super::batch::passes(a, n, |a| {
        for (((x, y), z), w) in a.iter_mut().zip(b).zip(c).zip(d) {
            *x = F::sum_of_products(&[*x, *z], &[*y, *w]);
        }
    });
}

impl<C: MontConfig<N>, const N: usize> Loops for Of<C, N> {
    fn run(&self, model: &str, seed: u64, n: u32) -> Result<Vec<u8>, InputError> {
        let calls = n as usize;
        let last = match model {
            "chain" => {
                let mut generator = Generator::new(seed);
                let (x, y) = (draw::<C, N>(&mut generator), draw(&mut generator));
                chain_loop(x, y, n)
            }
            "stream" => over_slots::<C, N, 2>(SLOTS, seed, calls, |[a, b], n| stream_loop(a, b, n)),
            "square" => over_slots::<C, N, 1>(SLOTS, seed, calls, |[a], n| square_loop(a, n)),
            "add" => over_slots::<C, N, 2>(SLOTS, seed, calls, |[a, b], n| add_loop(a, b, n)),
            "sub" => over_slots::<C, N, 2>(SLOTS, seed, calls, |[a, b], n| sub_loop(a, b, n)),
            "sop2" => over_slots::<C, N, 4>(SLOTS / 2, seed, calls / 2, |[a, b, c, d], n| {
                sop2_loop(a, [b, c, d], n);
            }),
            _ => {
                return Err(InputError::UnknownOperation {
                    given: model.into(),
                    known: "chain, stream, square, add, sub, sop2".into(),
                });
            }
        };
        Ok(bytes(&last))
    }

    fn mul(&self, a: &[u8], b: &[u8]) -> Result<Vec<u8>, InputError> {
        let (a, b) = (from_bytes::<C, N>("a", a)?, from_bytes::<C, N>("b", b)?);
        Ok(bytes(&(a * b)))
    }

    fn convert(&self, a: &[u8]) -> Result<Vec<u8>, InputError> {
        Ok(bytes(&from_bytes::<C, N>("a", a)?))
    }
}

/// The loops of a configuration of ark-ff 0.6, whatever its product is.
pub fn loops_of<C: MontConfig<N>, const N: usize>() -> Box<dyn Loops> {
    Box::new(Of::<C, N>(PhantomData))
}

/// A field's name, and its loops.
type Row = (&'static str, fn() -> Box<dyn Loops>);

macro_rules! fields {
    ($($field:literal: $config:ty, $words:literal;)*) => {
        /// The fields of ark-ff 0.6, as published or as it is patched.
        pub static FIELDS: &[Row] = &[$(
            ($field, loops_of::<$config, $words>),
        )*];
    };
}

fields! {
    "fq": ark_bn254::FqConfig, 4;
    "fr": ark_bn254::FrConfig, 4;
    "bls12-381-fq": ark_bls12_381::FqConfig, 6;
    "bls12-381-fr": ark_bls12_381::FrConfig, 4;
    "bls12-377-fq": ark_bls12_377::FqConfig, 6;
    "bls12-377-fr": ark_bls12_377::FrConfig, 4;
    "pallas": ark_pallas::FqConfig, 4;
    "vesta": ark_pallas::FrConfig, 4;
    "secp256k1-fq": ark_secp256k1::FqConfig, 4;
    "secp256k1-fr": ark_secp256k1::FrConfig, 4;
}

/// The loops of a field.
///
/// # Errors
/// [`InputError::UnknownField`], naming those that there are.
pub fn loops(field: &str) -> Result<Box<dyn Loops>, InputError> {
    match FIELDS.iter().find(|row| row.0 == field) {
        Some((_, make)) => Ok(make()),
        None => Err(InputError::UnknownField {
            given: field.into(),
            known: FIELDS
                .iter()
                .map(|(field, _)| *field)
                .collect::<Vec<_>>()
                .join(", "),
        }),
    }
}
