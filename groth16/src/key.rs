//! A key as snarkjs writes it.

use crate::coefficients::TERM;
use crate::error::Error;
use crate::file::{Kind, Sections};
use crate::head::Head;
use crate::kernels::Value;
use crate::part::Part;
use crate::points::check;
use crate::proof::{PreparedVerifyingKey, Proof, VerifyingKey};
use crate::share::{Points, Sizes, Sums};
use crate::witness::Witness;
use ark_std::UniformRand;
use ark_std::rand::{CryptoRng, RngCore};
use fqmul::arkworks::bn254::Fr;
use std::hint::black_box;
use zeroize::Zeroizing;

/// The only proof system whose keys are taken, as the file names it.
const GROTH16: u32 = 1;

/// What proofs of one circuit are made with.
pub struct ProvingKey {
    part: Part,
    verifying: VerifyingKey,
    /// Made when it is needed.
    prepared: Option<PreparedVerifyingKey>,
}

impl ProvingKey {
    /// Of the bytes of a .zkey. Whether points are on their curves is [`ProvingKey::check`].
    ///
    /// # Errors
    /// [`Error::Key`] where the file is not whole, or not of Groth16 over BN254; [`Error::Memory`]; [`Error::Unfused`].
    pub fn read(bytes: &[u8]) -> Result<Self, Error> {
        let file = Sections::read(Kind::Key, bytes)?;
        let protocol = file.section(1, "protocol")?.u32()?;
        if protocol != GROTH16 {
            return Err(Error::Key(format!(
                "the key is not of Groth16: its protocol has the number {protocol}, not {GROTH16}"
            )));
        }
        let head = Head::read(file.section(2, "head of the key")?.bytes())?;
        let verifying = head.verifying_key(file.section(3, "points of the inputs")?.bytes())?;
        let sizes = head.sizes();
        let mut part = Part::new(head)?;
        // All are asked before there is memory for one: the head may say any size.
        let sections = Points::ALL.map(|points| {
            let section = file.section(points.section(), points.name())?;
            section.has(points.count(sizes), points.size())?;
            Ok((points, section))
        });
        let sections = sections.into_iter().collect::<Result<Vec<_>, Error>>()?;
        part.take_share(Points::ALL.map(|points| 0..points.count(sizes)))?;
        for (points, section) in sections {
            part.append(points, section.bytes())?;
        }
        part.whole()?;
        let mut terms = file.section(4, "coefficients")?;
        let count = terms.count()?;
        terms.has(count, TERM)?;
        part.append_terms(terms.bytes())?;
        Ok(Self {
            part,
            verifying,
            prepared: None,
        })
    }

    /// The sizes of the circuit, and the points of every proof.
    pub const fn head(&self) -> &Head {
        self.part.head()
    }

    /// The sizes of the circuit.
    pub const fn sizes(&self) -> Sizes {
        self.part.head().sizes()
    }

    /// The key that proofs of this one are verified with.
    pub const fn verifying_key(&self) -> &VerifyingKey {
        &self.verifying
    }

    /// The id of the kernel that sums and transforms are on.
    pub fn kernel(&self) -> &'static str {
        self.part.kernel()
    }

    /// A proof, which is verified before it is given.
    ///
    /// # Errors
    /// [`Error::Witness`] where the witness is of another circuit, [`Error::Unsatisfied`] where it breaks a constraint,
    /// and [`Error::Memory`].
    pub fn prove<R: RngCore + CryptoRng>(
        &mut self,
        witness: &Witness,
        rng: &mut R,
    ) -> Result<Proof, Error> {
        let [r, s] = [Zeroizing::new(Fr::rand(rng)), Zeroizing::new(Fr::rand(rng))];
        let proof = self.prove_with(witness, &r, &s)?;
        let public = witness.public(self.sizes())?;
        let prepared = match &mut self.prepared {
            Some(prepared) => prepared,
            none => none.insert(PreparedVerifyingKey::new(&self.verifying)?),
        };
        if prepared.verify(public, &proof)? {
            Ok(proof)
        } else {
            Err(Error::Unsatisfied)
        }
    }

    /// A proof with numbers that are given, and not verified: of a witness that breaks a constraint it is a wrong one.
    /// Whoever knows r or s knows something of the witness.
    ///
    /// # Errors
    /// [`Error::Witness`] where the witness is of another circuit, and [`Error::Memory`].
    pub fn prove_with(&mut self, witness: &Witness, r: &Fr, s: &Fr) -> Result<Proof, Error> {
        witness.fits(self.sizes())?;
        let (part, values) = (&mut self.part, witness.values());
        let mut quotient = part.quotient(&values)?;
        let private = &values[part.head().sizes().public + 1..];
        let sums = Sums {
            a: part.sum_in_g1(Points::A, 0, values)?,
            b: part.sum_in_g1(Points::B, 0, values)?,
            b_in_g2: part.sum_in_g2(0, values)?,
            c: part.sum_in_g1(Points::C, 0, private)? + part.sum_in_g1(Points::H, 0, &quotient)?,
        };
        // It is computed of the witness.
        quotient.fill(Value::ZERO);
        black_box(&quotient);
        Ok(self.head().finish(&sums, r, s))
    }

    /// Whether every point is on its curve and in its subgroup. It takes about as long as a proof: a key whose hash is
    /// known need not be asked.
    ///
    /// # Errors
    /// [`Error::Key`] where one is not.
    pub fn check(&self) -> Result<(), Error> {
        let head = self.head();
        check("head of the key", [head.beta, head.delta])?;
        self.verifying.check()?;
        self.part.check()
    }
}
