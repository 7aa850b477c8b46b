//! A key, a witness, and what is computed from them: a whole proof, and its parts apart.

use std::cell::OnceCell;

use crate::key::Key;
use crate::published as prover;
use crate::reduction::Scheme;
pub use crate::sections::ELEMENT;
use crate::sections::{Refused, refuse};
use crate::witness;
use arkworks::ark_bn254::{Bn254, Fq, Fq2, Fr, G1Affine, G1Projective, G2Affine, G2Projective};
use arkworks::ark_ec::short_weierstrass::{Affine, SWCurveConfig};
use arkworks::ark_ec::{AffineRepr, CurveGroup};
use arkworks::ark_ff::{BigInt, PrimeField, Zero};
use arkworks::ark_groth16::{Proof, prepare_verifying_key};
use prover::{Prover, Value};
use zeroize::Zeroizing;

/// Bytes of a proof: A, B and C as coordinates, the two parts of one in G2 one after the other, each a number in 32
/// bytes, little-endian. What is at infinity is zeros.
pub const PROOF: usize = 8 * ELEMENT;
/// The value for which [`Computed::bytes`] evaluates what is too long to be looked at whole.
const POINT: u64 = 7;

pub struct Session {
    key: Key,
    prover: Prover,
    /// Zeroed before it is freed.
    witness: Option<Zeroizing<Vec<Fr>>>,
    /// What `fft` computes, made once for a witness: the part in G1 starts from it.
    quotient: OnceCell<Vec<Value>>,
}

/// What was computed. Its bytes are not part of what is timed.
pub enum Computed {
    Proof(Box<Proof<Bn254>>),
    Scalars(Vec<Value>),
    G1([G1Projective; 4]),
    G2(G2Projective),
    Name(&'static str),
}

impl Session {
    /// One without a witness.
    ///
    /// # Errors
    /// Where the key is wrong, or there is not enough memory for it.
    pub fn new(key: &[u8]) -> Result<Self, Refused> {
        let key = Key::read(key)?;
        Ok(Self {
            prover: Prover::new(&key)?,
            key,
            witness: None,
            quotient: OnceCell::new(),
        })
    }

    /// Takes a witness in the place of the one before, which is zeroed.
    ///
    /// # Errors
    /// Where it is wrong, or does not fit the key. Then there is none.
    pub fn take_witness(&mut self, bytes: &[u8]) -> Result<(), Refused> {
        self.witness = None;
        self.quotient = OnceCell::new();
        self.witness = Some(witness::read(bytes, self.key.shape)?);
        Ok(())
    }

    fn witness(&self) -> Result<&[Fr], Refused> {
        match &self.witness {
            Some(witness) => Ok(witness),
            None => refuse!("there is no witness yet"),
        }
    }

    /// The id of the kernel that sums and transforms are on.
    pub fn kernel(&self) -> &'static str {
        self.prover.kernel()
    }

    /// # Errors
    /// Where a point of the key is not what it has to be.
    pub fn check_points(&self) -> Result<(), Refused> {
        self.key.check_points()
    }

    /// # Errors
    /// Where there is no witness, or the circuit is larger than the field has roots for.
    pub fn prove(&self, r: &Fr, s: &Fr) -> Result<Proof<Bn254>, Refused> {
        self.prover.prove(&self.key, self.witness()?, r, s)
    }

    /// The part of [`Session::prove`] that is transforms.
    ///
    /// # Errors
    /// As those of [`Session::prove`].
    pub fn fft(&self) -> Result<Vec<Value>, Refused> {
        self.prover.quotient(&self.key, self.witness()?)
    }

    /// The four sums in G1 of [`Session::prove`]: H, C, A and B.
    ///
    /// # Errors
    /// As those of [`Session::prove`].
    pub fn g1(&self) -> Result<[G1Projective; 4], Refused> {
        let quotient = match self.quotient.get() {
            Some(quotient) => quotient,
            None => self.quotient.get_or_init({
                let quotient = self.fft()?;
                || quotient
            }),
        };
        Ok(self.prover.g1(&self.key, self.witness()?, quotient))
    }

    /// The sum in G2 of [`Session::prove`].
    ///
    /// # Errors
    /// As those of [`Session::prove`].
    pub fn g2(&self) -> Result<G2Projective, Refused> {
        Ok(self.prover.g2(&self.key, self.witness()?))
    }

    /// # Errors
    /// Where the proof is not one of the witness' public values, and where a point that it is verified with is not what
    /// it has to be.
    pub fn verify(&self, proof: &Proof<Bn254>) -> Result<(), Refused> {
        self.key.check_verifying_points()?;
        let key = prepare_verifying_key(&self.key.proving.vk);
        let public = &self.witness()?[1..self.key.shape.inputs];
        match Scheme::verify_proof(&key, proof, public) {
            Ok(true) => Ok(()),
            _ => refuse!(
                "the proof is not valid: the witness does not satisfy the circuit of the key"
            ),
        }
    }
}

impl Computed {
    /// Coordinates of points, and of scalars the value of the polynomial that has them as coefficients.
    pub fn bytes(&self) -> Vec<u8> {
        match self {
            Self::Proof(proof) => {
                let mut bytes = Vec::with_capacity(PROOF);
                write_g1(&mut bytes, proof.a);
                write_g2(&mut bytes, proof.b);
                write_g1(&mut bytes, proof.c);
                bytes
            }
            Self::Scalars(scalars) => {
                let at = Fr::from(POINT);
                let value = scalars
                    .iter()
                    .rev()
                    .fold(Fr::zero(), |sum, scalar| sum * at + prover::element(scalar));
                let mut bytes = Vec::new();
                write(&mut bytes, value.into_bigint());
                bytes
            }
            Self::Name(name) => name.as_bytes().to_vec(),
            Self::G1(points) => {
                let mut bytes = Vec::new();
                points
                    .iter()
                    .for_each(|point| write_g1(&mut bytes, point.into_affine()));
                bytes
            }
            Self::G2(point) => {
                let mut bytes = Vec::new();
                write_g2(&mut bytes, point.into_affine());
                bytes
            }
        }
    }
}

fn write(bytes: &mut Vec<u8>, value: BigInt<4>) {
    value
        .0
        .iter()
        .for_each(|limb| bytes.extend(limb.to_le_bytes()));
}

fn write_g1(bytes: &mut Vec<u8>, point: G1Affine) {
    let (x, y) = point.xy().unwrap_or_default();
    [x, y]
        .iter()
        .for_each(|part| write(bytes, part.into_bigint()));
}

fn write_g2(bytes: &mut Vec<u8>, point: G2Affine) {
    let (x, y) = point.xy().unwrap_or_default();
    [x.c0, x.c1, y.c0, y.c1]
        .iter()
        .for_each(|part| write(bytes, part.into_bigint()));
}

/// # Errors
/// Where it is no number below the field's prime in 32 bytes, little-endian.
pub fn element<F: PrimeField<BigInt = BigInt<4>>>(name: &str, bytes: &[u8]) -> Result<F, Refused> {
    let Ok(bytes) = <[u8; ELEMENT]>::try_from(bytes) else {
        refuse!("{name} has {} bytes, not {ELEMENT}", bytes.len());
    };
    let words = bytes.as_chunks::<8>().0;
    let value = BigInt::new(core::array::from_fn(|i| u64::from_le_bytes(words[i])));
    match F::from_bigint(value) {
        Some(element) => Ok(element),
        None => refuse!("{name} is not below the field's prime"),
    }
}

/// # Errors
/// Where it is none: another length, or a point that is not on its curve or in its subgroup.
pub fn proof(bytes: &[u8]) -> Result<Proof<Bn254>, Refused> {
    if bytes.len() != PROOF {
        refuse!("the proof has {} bytes, not {PROOF}", bytes.len());
    }
    let mut coordinates = [Fq::zero(); PROOF / ELEMENT];
    for (coordinate, bytes) in coordinates.iter_mut().zip(bytes.chunks(ELEMENT)) {
        *coordinate = element("a coordinate of the proof", bytes)?;
    }
    let [ax, ay, bx0, bx1, by0, by1, cx, cy] = coordinates;
    let proof: Proof<Bn254> = Proof {
        a: point(ax, ay),
        b: point(Fq2::new(bx0, bx1), Fq2::new(by0, by1)),
        c: point(cx, cy),
    };
    let Proof { a, b, c } = &proof;
    if !a.is_on_curve() || !b.is_on_curve() || !c.is_on_curve() {
        refuse!("the proof has a point that is not on its curve");
    }
    if !b.is_in_correct_subgroup_assuming_on_curve() {
        refuse!("the proof has a point that is not in its subgroup");
    }
    Ok(proof)
}

fn point<C: SWCurveConfig>(x: C::BaseField, y: C::BaseField) -> Affine<C> {
    let infinite = x.is_zero() && y.is_zero();
    if infinite {
        Affine::identity()
    } else {
        Affine::new_unchecked(x, y)
    }
}
