//! What of a key is in every proof.

use crate::error::Error;
use crate::file::{Kind, Reader};
use crate::points::{G1Affine, G2Affine, g1, g2, point, point_in_g2};
use crate::proof::{Proof, VerifyingKey};
use crate::share::{G1, Sizes, Sums};
use ark_ec::CurveGroup;
use fqmul::arkworks::bn254::{Fq, Fr};

/// The sizes of a circuit, and the points that are in every proof.
pub struct Head {
    sizes: Sizes,
    alpha: G1Affine,
    pub(crate) beta: G1Affine,
    pub(crate) delta: G1Affine,
    beta_in_g2: G2Affine,
    gamma_in_g2: G2Affine,
    delta_in_g2: G2Affine,
}

impl Head {
    /// Of section 2 of a key.
    ///
    /// # Errors
    /// [`Error::Key`] where it is not whole, or not of BN254.
    pub fn read(bytes: &[u8]) -> Result<Self, Error> {
        let mut head = Reader::new(Kind::Key, "head of the key", bytes);
        head.prime::<Fq>("prime")?;
        head.prime::<Fr>("order")?;
        let [variables, public, rows] = [head.count()?, head.count()?, head.count()?];
        // The one is a variable, too.
        if public >= variables {
            return Err(Error::Key(format!(
                "the key has {public} public variables, of {variables} in all"
            )));
        }
        let (alpha, beta) = (point(g1(&mut head)?), point(g1(&mut head)?));
        let (beta_in_g2, gamma_in_g2) = (point_in_g2(g2(&mut head)?), point_in_g2(g2(&mut head)?));
        let (delta, delta_in_g2) = (point(g1(&mut head)?), point_in_g2(g2(&mut head)?));
        Ok(Self {
            sizes: Sizes {
                variables,
                public,
                rows,
            },
            alpha,
            beta,
            delta,
            beta_in_g2,
            gamma_in_g2,
            delta_in_g2,
        })
    }

    /// The sizes of the circuit.
    pub const fn sizes(&self) -> Sizes {
        self.sizes
    }

    /// What proofs are verified with, of section 3 of the key.
    ///
    /// # Errors
    /// [`Error::Key`] where it is not whole.
    pub fn verifying_key(&self, inputs: &[u8]) -> Result<VerifyingKey, Error> {
        let inputs = Reader::new(Kind::Key, "points of the inputs", inputs);
        Ok(VerifyingKey {
            alpha: self.alpha,
            beta: self.beta_in_g2,
            gamma: self.gamma_in_g2,
            delta: self.delta_in_g2,
            inputs: inputs.all(self.sizes.public + 1, G1, |bytes| g1(bytes).map(point))?,
        })
    }

    /// The proof of all sums, with two numbers that nobody must know or see again.
    pub fn finish(&self, sums: &Sums, r: &Fr, s: &Fr) -> Proof {
        let a = sums.a + self.alpha + self.delta * r;
        let b = sums.b + self.beta + self.delta * s;
        let b_in_g2 = sums.b_in_g2 + self.beta_in_g2 + self.delta_in_g2 * s;
        let c = sums.c + a * s + b * r - self.delta * (*r * s);
        Proof {
            a: a.into_affine(),
            b: b_in_g2.into_affine(),
            c: c.into_affine(),
        }
    }
}
