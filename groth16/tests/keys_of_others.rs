//! Keys that others made: proved, verified, written as JSON and read again; and refused where something is wrong.

use ark_std::rand::SeedableRng;
use ark_std::rand::rngs::StdRng;
use fqmul_groth16::{
    Error, Proof, ProvingKey, VerifyingKey, Witness, public_from_json, public_to_json, verify,
};

macro_rules! case {
    ($key:literal, $witness:literal) => {
        (
            include_bytes!(concat!("../../bench-wasm/test/cases/", $key)).as_slice(),
            include_bytes!(concat!("../../bench-wasm/test/cases/", $witness)).as_slice(),
        )
    };
}

const CASES: [(&[u8], &[u8]); 4] = [
    case!("circom-compat/test.zkey", "circom-compat/witness1.wtns"),
    case!(
        "mopro-multiplier/multiplier2_final.zkey",
        "mopro-multiplier/witness.wtns"
    ),
    case!("edge-nopub/key.zkey", "edge-nopub/witness.wtns"),
    // Without a constraint.
    case!("edge-empty/key.zkey", "edge-empty/witness.wtns"),
];

fn rng() -> StdRng {
    StdRng::seed_from_u64(7)
}

#[test]
fn are_proved_and_verified() {
    for (key, witness) in CASES {
        let mut key = ProvingKey::read(key).expect("it is right");
        key.check().expect("its points are right");
        let witness = Witness::read(witness).expect("it is right");
        let public = witness.public(key.sizes()).expect("it is of the key");
        let proof = key
            .prove(&witness, &mut rng())
            .expect("it satisfies its circuit");
        assert_eq!(verify(key.verifying_key(), public, &proof), Ok(true));
        // What the first one prepared is there for the second.
        let second = key.prove(&witness, &mut rng());
        assert_eq!(second.as_ref(), Ok(&proof));

        let again = Proof::from_json(&proof.to_json()).expect("it is a proof");
        assert_eq!(again, proof);
        let verifying = VerifyingKey::from_json(&key.verifying_key().to_json()).expect("a key");
        assert_eq!(&verifying, key.verifying_key());
        let signals = public_from_json(&public_to_json(public)).expect("they are signals");
        assert_eq!(verify(&verifying, &signals, &again), Ok(true));

        let spoilt = Proof {
            a: proof.c,
            ..proof.clone()
        };
        assert_eq!(verify(&verifying, &signals, &spoilt), Ok(false));
        if let Some(first) = signals.first() {
            let mut other = signals.clone();
            other[0] = fqmul_groth16::Value::ONE;
            assert_eq!(verify(&verifying, &other, &proof), Ok(*first == other[0]));
        }
        let more = [&signals[..], &[fqmul_groth16::Value::ONE]].concat();
        assert_eq!(verify(&verifying, &more, &proof), Ok(false));
    }
}

#[test]
fn a_witness_that_breaks_a_constraint_is_an_error() {
    let (key, witness) = CASES[0];
    let mut key = ProvingKey::read(key).expect("it is right");
    let mut bytes = witness.to_vec();
    // The lowest byte of the last value.
    let at = bytes.len() - 32;
    bytes[at] ^= 1;
    let spoilt = Witness::read(&bytes).expect("its values are elements");
    assert_eq!(key.prove(&spoilt, &mut rng()), Err(Error::Unsatisfied));
}

#[test]
fn files_that_are_cut_off_anywhere_are_refused() {
    let (key, witness) = CASES[1];
    for end in (0..key.len()).step_by(7) {
        let error = ProvingKey::read(&key[..end])
            .err()
            .expect("it is not whole");
        assert_eq!(error.code(), "KEY", "{end}: {error}");
    }
    for end in 0..witness.len() {
        let error = Witness::read(&witness[..end])
            .err()
            .expect("it is not whole");
        assert_eq!(error.code(), "WITNESS", "{end}: {error}");
    }
    let other = Witness::read(CASES[3].1).expect("it is right");
    let mut key = ProvingKey::read(key).expect("it is right");
    let error = key
        .prove(&other, &mut rng())
        .expect_err("it is of another circuit");
    assert_eq!(error.code(), "WITNESS", "{error}");
}

#[test]
fn a_head_that_names_a_larger_circuit_is_refused_before_memory_is_taken() {
    let mut key = CASES[0].0.to_vec();
    // In section 2, behind its head of 12 bytes: the size of an element and the element, twice; then the variables.
    let at = 12 + (12 + 4) + 12 + 2 * (4 + 32);
    let variables = u32::from_le_bytes(key[at..at + 4].try_into().expect("four bytes"));
    assert!((1..1000).contains(&variables), "{variables} variables");
    key[at..at + 4].fill(0xff);
    let error = ProvingKey::read(&key).err().expect("it has no such points");
    assert_eq!(error.code(), "KEY", "{error}");
}
