//! The module of the npm package: bytes in by a buffer, bytes out by a pointer and a length, no glue. An instance
//! computes parts of proofs with a share of a key.
//!
//! A function gives 0, and [`result`] is what it says; or 1, and the result is a word for programs, a space, and a
//! sentence. Whatever the bytes are, the module keeps working: between two calls its state is at rest, and a call that
//! did not end (a trap) leaves an empty module. Bytes are those of `fqmul_groth16::bytes`. What a call was given is
//! zeroed when it ends; what is freed is zeroed by the allocator.

#[cfg(target_os = "unknown")]
mod zeroing;

use fqmul_groth16::bytes::{
    ELEMENT, G1, G2, PROOF, read_g1, read_g2, read_proof, read_scalar, read_values,
    read_verifying_key, write_g1, write_g2, write_proof, write_values, write_verifying_key,
};
use fqmul_groth16::{Error, Head, Part, Points, PreparedVerifyingKey, Sums};
use std::cell::Cell;
use zeroize::Zeroizing;

#[cfg(target_os = "unknown")]
#[global_allocator]
static MEMORY: zeroing::Zeroing = zeroing::Zeroing;

#[derive(Default)]
struct Module {
    /// What the next call is given: it may be secret.
    input: Input,
    part: Option<Part>,
    /// What points H are multiplied with, until the proof is finished: elements, as the result has them.
    quotient: Zeroizing<Vec<u8>>,
    /// The key that a proof was last verified with: its bytes, and what was prepared of it for the next proof.
    verifying: Option<(Vec<u8>, PreparedVerifyingKey)>,
    /// Of a part of a proof it is secret, too.
    result: Zeroizing<Vec<u8>>,
}

thread_local! {
    static MODULE: Cell<Module> = Cell::default();
}

impl Module {
    fn part(&mut self) -> Result<&mut Part, Error> {
        self.part
            .as_mut()
            .ok_or_else(|| Error::Key("there is no key yet".into()))
    }
}

fn with<T>(act: impl FnOnce(&mut Module) -> T) -> T {
    let mut module = MODULE.take();
    let answer = act(&mut module);
    MODULE.set(module);
    clear_stack();
    answer
}

/// The bytes of a call. Whoever has read them drops them: they may be as many as a key's.
type Input = Zeroizing<Vec<u8>>;

/// What is computed of the input becomes the result.
fn answer(compute: impl FnOnce(&mut Module, Input) -> Result<Vec<u8>, Error>) -> u32 {
    with(|module| {
        module.result = Zeroizing::default();
        let input = std::mem::take(&mut module.input);
        let computed = compute(module, input);
        let failed = computed.is_err();
        module.result = Zeroizing::new(
            computed.unwrap_or_else(|error| format!("{} {error}", error.code()).into_bytes()),
        );
        u32::from(failed)
    })
}

/// Where to write so many bytes, for the next call; or null, and the result is why not.
#[cfg_attr(target_os = "unknown", unsafe(no_mangle))]
pub extern "C" fn input(length: usize) -> *mut u8 {
    with(|module| {
        module.input = Zeroizing::default();
        let mut room = Vec::new();
        if room.try_reserve_exact(length).is_err() {
            let error = Error::Memory { bytes: length };
            module.result = Zeroizing::new(format!("{} {error}", error.code()).into_bytes());
            return std::ptr::null_mut();
        }
        room.resize(length, 0);
        module.input = Zeroizing::new(room);
        module.input.as_mut_ptr()
    })
}

/// Where the bytes of the last result are.
#[cfg_attr(target_os = "unknown", unsafe(no_mangle))]
pub extern "C" fn result() -> *const u8 {
    with(|module| module.result.as_ptr())
}

/// How many they are.
#[cfg_attr(target_os = "unknown", unsafe(no_mangle))]
pub extern "C" fn result_length() -> usize {
    with(|module| module.result.len())
}

/// Frees everything.
#[cfg_attr(target_os = "unknown", unsafe(no_mangle))]
pub extern "C" fn forget() {
    with(|module| *module = Module::default());
}

/// The input is section 2 of a key. The result is the numbers of variables, of public ones and of rows, 4 bytes each.
#[cfg_attr(target_os = "unknown", unsafe(no_mangle))]
pub extern "C" fn head() -> u32 {
    answer(|module, input| {
        module.part = None;
        module.quotient = Zeroizing::default();
        let head = Head::read(&input)?;
        let sizes = head.sizes();
        let sizes = [sizes.variables, sizes.public, sizes.rows];
        module.part = Some(Part::new(head)?);
        Ok(sizes
            .iter()
            .flat_map(|&size| (size as u32).to_le_bytes())
            .collect())
    })
}

/// The result is the id of the kernel that sums and transforms are on, as UTF-8.
#[cfg_attr(target_os = "unknown", unsafe(no_mangle))]
pub extern "C" fn kernel() -> u32 {
    answer(|_, _| Ok(fqmul_groth16::kernel()?.as_bytes().to_vec()))
}

/// Begins a share. The input is five ranges of points, in the order of their kinds: the first, and the one behind the
/// last, 4 bytes each.
#[cfg_attr(target_os = "unknown", unsafe(no_mangle))]
pub extern "C" fn share() -> u32 {
    answer(|module, input| {
        let Ok(words) = <&[[u8; 4]; 2 * Points::ALL.len()]>::try_from(input.as_chunks::<4>().0)
        else {
            return Err(Error::Key("ranges: five are needed".into()));
        };
        let word = |i: usize| u32::from_le_bytes(words[i]) as usize;
        module.part()?.take_share(Points::ALL.map(|points| {
            let at = 2 * points as usize;
            word(at)..word(at + 1)
        }))?;
        Ok(Vec::new())
    })
}

/// The input is points of the share: 0 A, 1 B, 2 B in G2, 3 C, 4 H.
#[cfg_attr(target_os = "unknown", unsafe(no_mangle))]
pub extern "C" fn append(points: usize) -> u32 {
    answer(|module, input| {
        module.part()?.append(kind(points)?, &input)?;
        Ok(Vec::new())
    })
}

fn kind(points: usize) -> Result<Points, Error> {
    match Points::ALL.get(points) {
        Some(points) => Ok(*points),
        None => Err(Error::Key(format!(
            "points: there are none of number {points}"
        ))),
    }
}

/// The input is terms of the matrices.
#[cfg_attr(target_os = "unknown", unsafe(no_mangle))]
pub extern "C" fn terms() -> u32 {
    answer(|module, input| {
        module.part()?.append_terms(&input)?;
        Ok(Vec::new())
    })
}

/// Whether all points of the share are there.
#[cfg_attr(target_os = "unknown", unsafe(no_mangle))]
pub extern "C" fn whole() -> u32 {
    answer(|module, _| module.part()?.whole().map(|()| Vec::new()))
}

/// Whether they are on their curves and in their subgroups.
#[cfg_attr(target_os = "unknown", unsafe(no_mangle))]
pub extern "C" fn check() -> u32 {
    answer(|module, _| module.part()?.check().map(|()| Vec::new()))
}

/// The input is all values of a witness. Those that points H are multiplied with stay here, for [`quotient_of`], until
/// the proof is finished.
#[cfg_attr(target_os = "unknown", unsafe(no_mangle))]
pub extern "C" fn quotient() -> u32 {
    answer(|module, input| {
        module.quotient = Zeroizing::default();
        let quotient = module.part()?.quotient(&input)?;
        drop(input);
        module.quotient = Zeroizing::new(write_values(&quotient)?);
        Ok(Vec::new())
    })
}

/// The result is values for points H: those of the rows `from..to`.
#[cfg_attr(target_os = "unknown", unsafe(no_mangle))]
pub extern "C" fn quotient_of(from: usize, to: usize) -> u32 {
    answer(|module, _| {
        let bytes = |row: usize| row.checked_mul(ELEMENT);
        let values = bytes(from)
            .zip(bytes(to))
            .and_then(|(from, to)| module.quotient.get(from..to));
        values
            .map(<[u8]>::to_vec)
            .ok_or_else(|| Error::Witness("there is no quotient for these rows".into()))
    })
}

/// The input is values for points of a kind, from the share's `first` on: of A, B, B in G2 or C the variables', of H
/// the rows' ([`quotient_of`]). The result is their sum, a point.
#[cfg_attr(target_os = "unknown", unsafe(no_mangle))]
pub extern "C" fn sum(points: usize, first: usize) -> u32 {
    answer(|module, input| {
        let (points, values) = (kind(points)?, read_values(&input)?);
        let part = module.part()?;
        let mut bytes = Vec::with_capacity(G2);
        if matches!(points, Points::BInG2) {
            write_g2(&mut bytes, &part.sum_in_g2(first, &values)?.into());
        } else {
            write_g1(&mut bytes, &part.sum_in_g1(points, first, &values)?.into());
        }
        Ok(bytes)
    })
}

/// The input is r, s, and sums: so many of points A, of B, of B in G2, of C and of H. The result is a proof. What was
/// kept for it is gone.
#[cfg_attr(target_os = "unknown", unsafe(no_mangle))]
pub extern "C" fn finish(a: u32, b: u32, b_in_g2: u32, c: u32, h: u32) -> u32 {
    answer(|module, input| {
        module.quotient = Zeroizing::default();
        let mut input = &input[..];
        let head = module.part()?.head();
        let mut next = |length: usize| {
            let cut_off = || Error::Key("what a proof is made of is cut off".into());
            let (bytes, rest) = input.split_at_checked(length).ok_or_else(cut_off)?;
            input = rest;
            Ok::<_, Error>(bytes)
        };
        let (r, s) = (
            read_scalar("r", next(ELEMENT)?)?,
            read_scalar("s", next(ELEMENT)?)?,
        );
        let mut sums = Sums::default();
        for _ in 0..a {
            sums.a += read_g1(next(G1)?)?;
        }
        for _ in 0..b {
            sums.b += read_g1(next(G1)?)?;
        }
        for _ in 0..b_in_g2 {
            sums.b_in_g2 += read_g2(next(G2)?)?;
        }
        for _ in 0..u64::from(c) + u64::from(h) {
            sums.c += read_g1(next(G1)?)?;
        }
        Ok(write_proof(&head.finish(&sums, &r, &s)))
    })
}

/// The input is section 3 of the key; the result what its proofs are verified with.
#[cfg_attr(target_os = "unknown", unsafe(no_mangle))]
pub extern "C" fn verification_key() -> u32 {
    answer(|module, input| {
        let key = module.part()?.head().verifying_key(&input)?;
        Ok(write_verifying_key(&key))
    })
}

/// The input is a proof, so many public values and a key to verify with. The result is a byte: 1 where it is valid. No
/// head is needed.
#[cfg_attr(target_os = "unknown", unsafe(no_mangle))]
pub extern "C" fn verify_proof(signals: usize) -> u32 {
    answer(|module, input| {
        let cut_off = || Error::Key("what is verified is cut off".into());
        let (proof, rest) = input.split_at_checked(PROOF).ok_or_else(cut_off)?;
        let (signals, key) = signals
            .checked_mul(ELEMENT)
            .and_then(|bytes| rest.split_at_checked(bytes))
            .ok_or_else(cut_off)?;
        let last = module.verifying.take().filter(|(bytes, _)| bytes == key);
        let (_, prepared) = match last {
            Some(last) => module.verifying.insert(last),
            None => {
                let prepared = PreparedVerifyingKey::new(&read_verifying_key(key)?)?;
                module.verifying.insert((key.to_vec(), prepared))
            }
        };
        let valid = prepared.verify(&read_values(signals)?, &read_proof(proof)?)?;
        Ok(vec![u8::from(valid)])
    })
}

/// Overwrites what functions that have returned left on the stack. Copies of secrets are there, and in a module of wasm
/// it is a part of the memory that everybody reads.
#[inline(never)]
fn clear_stack() {
    /// More than a proof needs.
    const BYTES: usize = 1 << 18;
    let mut stack = [0xffu8; BYTES];
    std::hint::black_box(&mut stack).fill(0);
    std::hint::black_box(&stack);
}
