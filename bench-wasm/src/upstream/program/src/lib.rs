//! What programs do with arkworks: a product, a sum of multiples of points, a pairing, a proof.

#[cfg(feature = "products")]
mod products {
    use ark_bn254::Fq;
    // Versions before 0.5 have no AdditiveGroup.
    use ark_ff::*;

    /// a·b, in place of a.
    #[no_mangle]
    pub extern "C" fn product(a: &mut Fq, b: &Fq) {
        *a *= b;
    }

    /// a·a, in place of a.
    #[no_mangle]
    pub extern "C" fn square(a: &mut Fq) {
        a.square_in_place();
    }

    /// a[0]·b[0] + a[1]·b[1].
    #[no_mangle]
    pub extern "C" fn sum_of_products(a: &[Fq; 2], b: &[Fq; 2], sum: &mut Fq) {
        *sum = Fq::sum_of_products(a, b);
    }

    /// a - b, in place of a.
    #[no_mangle]
    pub extern "C" fn difference(a: &mut Fq, b: &Fq) {
        *a -= b;
    }

    /// -a, in place of a.
    #[no_mangle]
    pub extern "C" fn negative(a: &mut Fq) {
        a.neg_in_place();
    }

    /// The integer that a stands for.
    #[no_mangle]
    pub extern "C" fn integer(a: &Fq, integer: &mut [u64; 4]) {
        *integer = a.into_bigint().0;
    }
}

/// e(p, q).
#[cfg(feature = "pairing")]
#[no_mangle]
pub extern "C" fn pairing(
    p: &ark_bn254::G1Affine,
    q: &ark_bn254::G2Affine,
    result: &mut ark_bn254::Fq12,
) {
    use ark_ec::pairing::Pairing;
    *result = ark_bn254::Bn254::pairing(p, q).0;
}

#[cfg(feature = "answers")]
mod answers {
    use ark_bn254::{Bn254, Fq, Fr, G1Affine, G1Projective, G2Affine};
    use ark_ec::{pairing::Pairing, AffineRepr, CurveGroup, VariableBaseMSM};
    use ark_ff::{AdditiveGroup, Field};
    use ark_groth16::{prepare_verifying_key, Groth16, Proof};
    use ark_relations::{
        gr1cs::{ConstraintSynthesizer, ConstraintSystemRef, SynthesisError},
        lc,
    };
    use ark_serialize::CanonicalSerialize;
    use ark_std::rand::{rngs::StdRng, SeedableRng};

    /// Points of the sum.
    const POINTS: u64 = 100;
    /// Constraints of the circuit.
    const SQUARINGS: usize = 50;
    /// Bytes of a product, of a point, of a pairing, and of a proof.
    const BYTES: usize = 32 + 64 + 384 + 256;

    /// Knowledge of an x whose square, squared again and so on, is what is public.
    #[derive(Clone)]
    struct Squarings(Fr);

    impl ConstraintSynthesizer<Fr> for Squarings {
        fn generate_constraints(self, cs: ConstraintSystemRef<Fr>) -> Result<(), SynthesisError> {
            let mut value = self.0;
            let mut variable = cs.new_witness_variable(|| Ok(value))?;
            for i in 1..=SQUARINGS {
                value.square_in_place();
                let square = if i == SQUARINGS {
                    cs.new_input_variable(|| Ok(value))?
                } else {
                    cs.new_witness_variable(|| Ok(value))?
                };
                cs.enforce_r1cs_constraint(
                    || lc!() + variable,
                    || lc!() + variable,
                    || lc!() + square,
                )?;
                variable = square;
            }
            Ok(())
        }
    }

    /// A proof by a key that follows from the seed, and that it verifies.
    fn proof(seed: u64) -> Proof<Bn254> {
        let mut rng = StdRng::seed_from_u64(seed);
        let circuit = Squarings(Fr::from(seed));
        let public = circuit.0.pow([1 << SQUARINGS]);
        let key =
            Groth16::<Bn254>::generate_random_parameters_with_reduction(circuit.clone(), &mut rng)
                .expect("the circuit is satisfied");
        let [r, s] = [5u64, 7].map(|x| Fr::from(seed + x));
        let proof = Groth16::<Bn254>::create_proof_with_reduction(circuit, &key, r, s)
            .expect("the circuit is satisfied");
        let verifying_key = prepare_verifying_key(&key.vk);
        let is_right = Groth16::<Bn254>::verify_proof(&verifying_key, &proof, &[public]);
        assert!(is_right.expect("there is one public value"));
        proof
    }

    /// A product, a sum of multiples of points, a pairing and a proof that follow from the seed, as arkworks writes
    /// them: the address of their bytes.
    #[no_mangle]
    pub extern "C" fn answers(seed: u64) -> *const [u8; BYTES] {
        let base = Fq::from(seed).inverse().unwrap_or(Fq::ZERO);
        let product = (1..1000u64).fold(base, |x, i| x * base + Fq::from(i));

        let scalars: Vec<Fr> = (1..=POINTS)
            .map(|i| Fr::from(seed).pow([i]) - Fr::from(i))
            .collect();
        let points: Vec<G1Affine> = (1..=POINTS)
            .map(|i| (G1Affine::generator() * Fr::from(seed + i)).into_affine())
            .collect();
        let sum = G1Projective::msm(&points, &scalars).expect("there are as many of both");

        let pairing = Bn254::pairing(sum, G2Affine::generator() * scalars[1]);

        let mut bytes = Vec::with_capacity(BYTES);
        let written = product
            .serialize_uncompressed(&mut bytes)
            .and_then(|()| sum.into_affine().serialize_uncompressed(&mut bytes))
            .and_then(|()| pairing.0.serialize_uncompressed(&mut bytes))
            .and_then(|()| proof(seed).serialize_uncompressed(&mut bytes));
        written.expect("a vector takes any number of bytes");
        let bytes: [u8; BYTES] = bytes.try_into().expect("these are so many");
        Box::leak(Box::new(bytes))
    }
}
