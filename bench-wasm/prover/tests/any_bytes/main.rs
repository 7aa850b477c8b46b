//! The exports of the module on any bytes: a right key and witness are proved, and anything else is proved rightly or
//! refused by a sentence. Nothing panics, no small file takes much memory, and the module works as before.

// The module has an allocator of its own.
#![cfg(not(target_os = "unknown"))]

mod made;

use made::{Circuit, File, Numbers, u32s};
use prover::exports;
use std::alloc::{GlobalAlloc, Layout, System};
use std::cell::Cell;
use std::io::{Write, stderr};
use std::panic::{set_hook, take_hook};

/// The system's memory, and how much of it this thread has had at most.
struct Counting;

thread_local! {
    static USED: Cell<isize> = const { Cell::new(0) };
    static PEAK: Cell<isize> = const { Cell::new(0) };
}

fn count(bytes: isize) {
    USED.set(USED.get() + bytes);
    PEAK.set(PEAK.get().max(USED.get()));
}

// SAFETY: the system's allocator does all of it.
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        // SAFETY: the caller's promise.
        let memory = unsafe { System.alloc(layout) };
        if !memory.is_null() {
            count(layout.size().cast_signed());
        }
        memory
    }

    unsafe fn dealloc(&self, memory: *mut u8, layout: Layout) {
        count(-layout.size().cast_signed());
        // SAFETY: the caller's promise.
        unsafe { System.dealloc(memory, layout) }
    }
}

thread_local! {
    /// What is tried.
    static CASE: Cell<String> = Cell::default();
}

#[global_allocator]
static MEMORY: Counting = Counting;

/// What is allocated beyond what is there while `act` runs.
fn peak_of<T>(act: impl FnOnce() -> T) -> (T, usize) {
    let before = USED.get();
    PEAK.set(before);
    let result = act();
    (result, (PEAK.get() - before).unsigned_abs())
}

/// No file of a few kilobytes needs more: transforms and sums of a hundred points.
const MOST_MEMORY: usize = 16 << 20;

/// Files that are spoilt.
const CASES: u64 = 600;

/// Where the head of a key has the numbers of variables, of public ones and of rows, and two of its points.
const COUNTS: usize = 72;
const ALPHA_G1: usize = COUNTS + 12;
const BETA_G2: usize = ALPHA_G1 + 128;

const CIRCUIT: Circuit = Circuit { steps: 5 };

type Outcome = Result<Vec<u8>, String>;

fn give(bytes: &[u8]) {
    let at = exports::input(bytes.len());
    assert!(!at.is_null());
    // SAFETY: `input` gave room for as many bytes.
    unsafe { at.copy_from_nonoverlapping(bytes.as_ptr(), bytes.len()) };
}

/// What the last call says: a sentence if it refused.
fn outcome(status: u32) -> Outcome {
    let (at, length) = (exports::result(), exports::result_length());
    // SAFETY: the result is there until the next call.
    let bytes = unsafe { core::slice::from_raw_parts(at, length) }.to_vec();
    match status {
        0 => Ok(bytes),
        1 => {
            let reason = String::from_utf8(bytes).expect("a sentence");
            assert!(reason.contains(' ') && !reason.contains('\n'), "{reason}");
            Err(reason)
        }
        _ => panic!("status {status}"),
    }
}

/// A proof of these bytes, after every other export was called; it is verified.
fn proved(key: &[u8], witness: &[u8]) -> Outcome {
    give(key);
    exports::key();
    give(witness);
    let loaded = outcome(exports::load());
    let checked = outcome(exports::check());
    let _ = outcome(exports::kernel());
    // Where there is a key and a witness there is each part of a proof.
    for part in [exports::fft, exports::g1, exports::g2] {
        assert_eq!(outcome(part()).is_ok(), loaded.is_ok());
    }
    give(&[0xff; 64]);
    let wrong = outcome(exports::prove());
    assert!(
        wrong.is_err(),
        "r and s are above the order, or there is no key"
    );
    let randomness: [u8; 64] = core::array::from_fn(|i| if i % 32 == 31 { 0 } else { 7 });
    give(&randomness);
    let proof = outcome(exports::prove());
    give(proof.as_deref().unwrap_or(&[0; 256]));
    let verified = outcome(exports::verify());
    loaded.and(checked)?;
    let proof = proof?;
    verified.map(|_| proof)
}

/// The files with one thing wrong, or several; and what it is.
fn spoilt(numbers: &mut Numbers, key: &File, witness: &File) -> (String, Vec<u8>, Vec<u8>) {
    let (mut key, mut witness) = (key.clone(), witness.clone());
    let of_key = numbers.below(4) > 0;
    let file = if of_key { &mut key } else { &mut witness };
    let at = numbers.below(file.sections.len());
    let number = file.sections[at].0;
    let section = &mut file.sections[at].1;
    let extreme = extremes(numbers);
    let words = section.len() / 4;
    let word = 4 * numbers.below(words);
    let element = 32 * numbers.below(section.len() / 32);
    let place = numbers.below(section.len());
    let what = match numbers.below(12) {
        // Counts and indices are in heads and in coefficients.
        0..=3 => {
            let heads = if of_key { [1, 3] } else { [0, 0] };
            let at = heads[numbers.below(2)];
            let number = file.sections[at].0;
            let section = &mut file.sections[at].1;
            let place = if of_key && at == 1 && numbers.below(4) > 0 {
                // Variables, public ones, and rows.
                COUNTS + 4 * numbers.below(3)
            } else {
                4 * numbers.below(section.len() / 4)
            };
            section[place..place + 4].copy_from_slice(&extreme.to_le_bytes());
            format!("section {number}: {extreme} at {place}")
        }
        4 => {
            section[word..word + 4].copy_from_slice(&extreme.to_le_bytes());
            format!("section {number}: {extreme} at {word}")
        }
        5 | 6 if section.len() >= 32 => {
            let value = [0, 1, 0xff][numbers.below(3)];
            let many = 1 + numbers.below(4);
            let end = section.len().min(element + 32 * many);
            section[element..end].fill(value);
            format!("section {number}: {value} from {element} to {end}")
        }
        7 => {
            let length = numbers.below(section.len());
            section.truncate(length);
            format!("section {number}: {length} bytes")
        }
        8 => {
            section.resize(section.len() + 1 + place, extreme as u8);
            format!("section {number}: {} bytes", section.len())
        }
        9 => {
            let other = numbers.below(file.sections.len());
            match numbers.below(3) {
                0 => drop(file.sections.remove(at)),
                1 => file.sections.insert(other, file.sections[at].clone()),
                _ => {
                    let bytes = file.sections[other].1.clone();
                    file.sections[at].1 = bytes;
                }
            }
            format!("section {number}: gone, twice, or that of place {other}")
        }
        10 => {
            let bits = 1 + numbers.below(8);
            for _ in 0..bits {
                let place = numbers.below(section.len());
                section[place] ^= 1 << numbers.below(8);
            }
            format!("section {number}: {bits} bits")
        }
        _ => {
            file.version = extreme;
            format!("version {extreme}")
        }
    };
    let [mut key, mut witness] = [key.bytes(), witness.bytes()];
    let bytes = if of_key { &mut key } else { &mut witness };
    let what = match numbers.below(10) {
        0 => {
            bytes.truncate(numbers.below(bytes.len()));
            format!("{what}; cut off at {}", bytes.len())
        }
        1 => {
            let place = numbers.below(bytes.len());
            bytes[place] = extreme as u8;
            format!("{what}; {} at {place} of the file", extreme as u8)
        }
        2 => {
            // The number of sections, or the length of the first.
            let place = [8, 16, 20][numbers.below(3)];
            bytes[place..place + 4].copy_from_slice(&extreme.to_le_bytes());
            format!("{what}; {extreme} at {place} of the file")
        }
        _ => what,
    };
    (what, key, witness)
}

/// A number that is the least or the most of something, or near it.
fn extremes(numbers: &mut Numbers) -> u32 {
    let near = [0, 1, 2, 7, 8, 9, 1 << 16, 1 << 28, 1 << 31, u32::MAX][numbers.below(10)];
    near.wrapping_add([0, 1, u32::MAX][numbers.below(3)])
}

/// A key of others, and a witness of its circuit.
macro_rules! case {
    ($key:literal, $witness:literal) => {
        (
            &include_bytes!(concat!("../../../test/cases/", $key))[..],
            &include_bytes!(concat!("../../../test/cases/", $witness))[..],
        )
    };
}

#[test]
fn keys_of_others_are_proved() {
    for (key, witness) in [
        case!("circom-compat/test.zkey", "circom-compat/witness1.wtns"),
        case!(
            "mopro-multiplier/multiplier2_final.zkey",
            "mopro-multiplier/witness.wtns"
        ),
        case!("edge-nopub/key.zkey", "edge-nopub/witness.wtns"),
        // Without a constraint.
        case!("edge-empty/key.zkey", "edge-empty/witness.wtns"),
    ] {
        proved(key, witness).expect("it is right");
    }
}

#[test]
fn right_files_are_proved() {
    for steps in [1, 2, 5, 6, 7, 30] {
        let circuit = Circuit { steps };
        let key = circuit.key().bytes();
        let proofs = [2, 3].map(|x| proved(&key, &circuit.witness(x).bytes()));
        assert!(proofs.iter().all(Result::is_ok), "{steps}: {proofs:?}");
        assert_ne!(proofs[0], proofs[1]);
    }
}

#[test]
fn another_witness_needs_no_key_again() {
    let [first, second] = [2, 3].map(|x| CIRCUIT.witness(x).bytes());
    let key = CIRCUIT.key().bytes();
    let proof = proved(&key, &second).expect("it is right");
    proved(&key, &first).expect("it is right");
    let take = |witness: &[u8]| {
        give(witness);
        outcome(exports::load())
    };
    // A wrong one takes the place of the one before, and leaves the key.
    take(&second[1..]).expect_err("it is none");
    outcome(exports::g2()).expect_err("there is no witness");
    take(&second).expect("it is right");
    give(&core::array::from_fn::<u8, 64, _>(|i| {
        if i % 32 == 31 { 0 } else { 7 }
    }));
    assert_eq!(outcome(exports::prove()), Ok(proof));
    exports::forget();
    take(&second).expect_err("there is no key");
}

#[test]
fn any_bytes_are_proved_rightly_or_refused() {
    let (key, witness) = (CIRCUIT.key(), CIRCUIT.witness(3));
    let (right_key, right_witness) = (key.bytes(), witness.bytes());
    let proof = proved(&right_key, &right_witness).expect("they are right");
    // A panic of an export ends the process.
    let print = take_hook();
    set_hook(Box::new(move |panic| {
        let _ = writeln!(stderr(), "{}", CASE.take());
        print(panic);
    }));
    let mut refused = 0;
    for seed in 0..CASES {
        let (what, key, witness) = spoilt(&mut Numbers(seed), &key, &witness);
        CASE.set(format!("seed {seed}: {what}"));
        let (outcome, peak) = peak_of(|| proved(&key, &witness));
        assert!(peak < MOST_MEMORY, "seed {seed} takes {peak} bytes: {what}");
        if let Ok(same) = &outcome {
            // A point of another key may be verified; a byte that nobody reads changes nothing.
            assert_eq!(same.len(), proof.len(), "seed {seed}: {what}");
        } else {
            refused += 1;
        }
        if seed % 50 == 0 {
            assert_eq!(
                proved(&right_key, &right_witness).as_ref(),
                Ok(&proof),
                "after seed {seed}: {what}"
            );
        }
    }
    assert!(refused > CASES / 2, "{refused} were refused");
}

/// What random bytes hardly hit.
#[test]
fn files_that_pass_some_checks_are_refused_by_others() {
    let (key, witness) = (CIRCUIT.key(), CIRCUIT.witness(3).bytes());
    let proof = proved(&key.bytes(), &witness).expect("they are right");
    let reason = |changes: &[(usize, usize, &[u8])]| {
        let mut key = key.clone();
        for &(section, at, bytes) in changes {
            key.sections[section].1[at..at + bytes.len()].copy_from_slice(bytes);
        }
        proved(&key.bytes(), &witness).expect_err("it is wrong")
    };
    let counts = |variables, public, domain| u32s(&[variables, public, domain]);
    // So many that one more is 0 in 32 bits.
    let most = reason(&[(1, COUNTS, &counts(0, u32::MAX, 1))]);
    assert_eq!(most, "the key has 4294967295 public variables, of 0 in all");
    let none = reason(&[(1, COUNTS, &counts(0, 0, 1))]);
    assert_eq!(none, "the key has 0 public variables, of 0 in all");
    for counts in [
        counts(u32::MAX, 1, 8),
        counts(7, 1, u32::MAX),
        counts(7, 1, 1 << 31),
    ] {
        assert!(reason(&[(1, COUNTS, &counts)]).starts_with("the key is cut off in its points "));
    }
    let terms = reason(&[(3, 0, &u32s(&[u32::MAX]))]);
    assert_eq!(terms, "the key is cut off in its coefficients");
    // Of these two points there is no pairing: each line is 0.
    let pairing = reason(&[(1, ALPHA_G1, &[0; 32]), (1, BETA_G2 + 64, &[0; 64])]);
    let off_curve = "the key is wrong: point 0 of its head of the key is not on its curve";
    assert_eq!(pairing, off_curve);
    give(&proof);
    assert_eq!(outcome(exports::verify()), Err(off_curve.into()));
}

#[test]
fn random_bytes_are_refused() {
    let mut numbers = Numbers(1);
    for length in (0..400).chain([5000]) {
        let bytes: Vec<u8> = (0..length).map(|_| numbers.next() as u8).collect();
        let head = [b"zkey".to_vec(), u32s(&[1, 9]), bytes.clone()].concat();
        for key in [&bytes, &head] {
            proved(key, &bytes).expect_err("they are no files");
        }
    }
}

#[test]
fn more_memory_than_there_is_is_refused() {
    for length in [usize::MAX, isize::MAX as usize, isize::MAX as usize - 8] {
        assert!(exports::input(length).is_null());
        let reason = outcome(1).expect_err("1 was given");
        assert_eq!(
            reason,
            format!("there is not enough memory: {length} bytes more are needed")
        );
    }
    let (key, witness) = (CIRCUIT.key().bytes(), CIRCUIT.witness(3).bytes());
    proved(&key, &witness).expect("the module works");
}
