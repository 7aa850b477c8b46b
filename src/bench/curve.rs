//! What the products are for: a multi-scalar multiplication and a pairing of BN254 by arkworks' own
//! code, on the fields of three kernels.

use super::error::InputError;
use super::generator::Generator;
use crate::field::Element;
use crate::field::bn254::Fr;

/// log2 of the points and scalars of an MSM where nobody says how many.
pub const LOG2_POINTS: u32 = 12;

/// One arkworks on one field, with operands that a seed expands to.
///
/// The seed draws elements of Fr by [`Generator`]: a, d, b, then the scalars s\[0\], s\[1\], ...
/// Results are coordinates as 32 little-endian bytes each, canonical.
pub trait TimedCurve {
    /// The affine x and y of Σ s\[i\]·P\[i\] over all points P\[i\] = (a + i·d)·G1, which
    /// is (Σ s\[i\]·(a + i·d))·G1. 64 bytes. Not constant time.
    fn msm(&self) -> Vec<u8>;
    /// e(a·G1, b·G2) = e(G1, G2)^(a·b): the twelve coefficients over Fq of Fq12 as the tower
    /// Fq\[u\]/(u^2 + 1), \[v\]/(v^3 - (9 + u)), \[w\]/(w^2 - v), from the outside in. 384 bytes.
    fn pairing(&self) -> Vec<u8>;
    /// e(G1, G2), as [`pairing`](TimedCurve::pairing). 384 bytes.
    fn base(&self) -> Vec<u8>;
}

/// The operands of an arkworks version: its traits are its own, though they have the same names.
macro_rules! operands {
    ($operands:ident, $ff:ident, $ec:ident) => {
        struct $operands<E: $ec::pairing::Pairing> {
            points: Vec<E::G1Affine>,
            scalars: Vec<E::ScalarField>,
            g1: E::G1Affine,
            g2: E::G2Affine,
        }

        const _: () = {
            use core::borrow::Borrow;
            use $ec::pairing::Pairing;
            use $ec::{AffineRepr, CurveGroup, VariableBaseMSM};
            use $ff::{BigInteger, Field, PrimeField};

            fn bytes<F: Field>(x: &F) -> Vec<u8> {
                x.to_base_prime_field_elements()
                    .flat_map(|x| x.into_bigint().to_bytes_le())
                    .collect()
            }

            impl<E: Pairing> $operands<E> {
                fn new(seed: u64, points: usize) -> Self {
                    let mut generator = Generator::new(seed);
                    let mut scalar = || {
                        let element: Element<Fr> = generator.element();
                        E::ScalarField::from_le_bytes_mod_order(&element.to_bytes())
                    };
                    let (a, d, b) = (scalar(), scalar(), scalar());
                    let scalars = (0..points).map(|_| scalar()).collect();
                    let g1 = E::G1Affine::generator() * a;
                    let step = E::G1Affine::generator() * d;
                    let points: Vec<_> =
                        core::iter::successors(Some(g1), |point| Some(*point + step))
                            .take(points)
                            .collect();
                    Self {
                        points: E::G1::normalize_batch(&points),
                        scalars,
                        g1: g1.into_affine(),
                        g2: (E::G2Affine::generator() * b).into_affine(),
                    }
                }

                fn pairing_of(g1: E::G1Affine, g2: E::G2Affine) -> Vec<u8> {
                    bytes(&E::pairing(g1, g2).0)
                }
            }

            impl<E: Pairing> TimedCurve for $operands<E> {
                fn msm(&self) -> Vec<u8> {
                    // arkworks' own algorithm, whatever sum the curve's configuration has.
                    let sum = E::G1::msm_unchecked(&self.points, &self.scalars).into_affine();
                    let (x, y) = sum.xy().expect("a sum that is 0 is one in 2^254");
                    // ark-ec 0.4 lends the coordinates, 0.6 gives them.
                    let of = bytes::<<E::G1Affine as AffineRepr>::BaseField>;
                    [of(x.borrow()), of(y.borrow())].concat()
                }

                fn pairing(&self) -> Vec<u8> {
                    Self::pairing_of(self.g1, self.g2)
                }

                fn base(&self) -> Vec<u8> {
                    Self::pairing_of(E::G1Affine::generator(), E::G2Affine::generator())
                }
            }
        };
    };
}

operands!(Operands04, ark_ff_04, ark_ec_04);
operands!(Operands06, ark_ff, ark_ec);

/// A kernel's id, and how its curve comes from a seed.
type Row = (&'static str, fn(u64, usize) -> Box<dyn TimedCurve>);

/// The kernels that have a curve, in the order of the kernels' registry: arkworks as published, and
/// ark-ff 0.6 on the drop-in.
pub static CURVES: &[Row] = &[
    ("multi3", |seed, points| {
        Box::new(Operands04::<ark_bn254_04::Bn254>::new(seed, points))
    }),
    ("multi3-mitigated", |seed, points| {
        Box::new(Operands06::<ark_bn254::Bn254>::new(seed, points))
    }),
    ("limbs29-dropin", |seed, points| {
        Box::new(Operands06::<crate::arkworks::bn254::Bn254>::new(
            seed, points,
        ))
    }),
];

/// The curve of the kernel `id`, with the operands of a seed: 2^`log2` points and scalars.
///
/// # Errors
/// [`InputError::UnknownKernel`], naming those that have one.
pub fn curve(id: &str, seed: u64, log2: u32) -> Result<Box<dyn TimedCurve>, InputError> {
    match CURVES.iter().find(|(known, _)| *known == id) {
        Some((_, make)) => Ok(make(seed, 1 << log2)),
        None => Err(InputError::UnknownKernel {
            given: id.into(),
            known: CURVES
                .iter()
                .map(|(known, _)| *known)
                .collect::<Vec<_>>()
                .join(", "),
        }),
    }
}
