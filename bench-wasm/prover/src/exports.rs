//! The module as JavaScript has it: without glue, bytes in by a buffer, bytes out by a pointer and a length.
//!
//! A function gives 0, and [`result`] is what it says; or 1, and the result is why not, as UTF-8. Whatever the bytes are,
//! the module keeps working: between two calls its state is at rest, and a call that did not end (a trap) leaves an empty
//! module.
//!
//! What a call was given is freed when it ends. Secrets, which are r, s and the witness, are zeroed before; the witness
//! stays for further proofs until [`load`] takes another one, or [`forget`].

use std::cell::Cell;
use std::mem::take;

use crate::sections::{Refused, refuse, with_room};
use crate::session::{Computed, ELEMENT, Session, element, proof};
use arkworks::ark_bn254::Fr;
use zeroize::Zeroizing;

#[derive(Default)]
struct Module {
    /// What the next call is given: it may be secret.
    input: Zeroizing<Vec<u8>>,
    /// The file of a key that was not read yet.
    key: Option<Vec<u8>>,
    session: Option<Session>,
    computed: Option<Computed>,
    result: Vec<u8>,
}

thread_local! {
    static MODULE: Cell<Module> = Cell::default();
}

fn with<T>(act: impl FnOnce(&mut Module) -> T) -> T {
    let mut module = MODULE.take();
    let answer = act(&mut module);
    MODULE.set(module);
    clear_stack();
    answer
}

impl Module {
    fn session(&self) -> Result<&Session, Refused> {
        let Some(session) = &self.session else {
            refuse!("there is no key and witness yet");
        };
        Ok(session)
    }

    fn refuse(&mut self, Refused(reason): Refused) {
        self.computed = None;
        self.result = reason.into_bytes();
    }
}

fn answer(act: impl FnOnce(&mut Module) -> Result<Option<Computed>, Refused>) -> u32 {
    with(|module| {
        let outcome = act(module);
        module.input = Zeroizing::default();
        match outcome {
            Ok(computed) => {
                module.computed = computed;
                module.result = Vec::new();
                0
            }
            Err(reason) => {
                module.refuse(reason);
                1
            }
        }
    })
}

/// Where to write so many bytes, for the next call; or null, and the result is why not.
#[cfg_attr(target_os = "unknown", unsafe(no_mangle))]
pub extern "C" fn input(length: usize) -> *mut u8 {
    with(|module| {
        module.input = Zeroizing::default();
        match with_room(length) {
            Ok(mut room) => {
                room.resize(length, 0);
                module.input = Zeroizing::new(room);
                module.input.as_mut_ptr()
            }
            Err(reason) => {
                module.refuse(reason);
                std::ptr::null_mut()
            }
        }
    })
}

/// The input is the file of a key.
#[cfg_attr(target_os = "unknown", unsafe(no_mangle))]
pub extern "C" fn key() {
    with(|module| module.key = Some(take(&mut *module.input)));
}

/// The input is the file of a witness. Reads it, and the key that was given before; of another witness for the same key
/// no key needs to be given.
#[cfg_attr(target_os = "unknown", unsafe(no_mangle))]
pub extern "C" fn load() -> u32 {
    answer(|module| {
        if let Some(key) = module.key.take() {
            // There may not be room for two.
            module.session = None;
            module.session = Some(Session::new(&key)?);
        }
        let Some(session) = &mut module.session else {
            refuse!("there is no key yet");
        };
        session.take_witness(&module.input)?;
        Ok(None)
    })
}

/// Frees key and witness.
#[cfg_attr(target_os = "unknown", unsafe(no_mangle))]
pub extern "C" fn forget() {
    with(|module| *module = Module::default());
}

/// The result is the id of the kernel that sums and transforms are on, as UTF-8. On an engine that rounds fused
/// multiply-add twice it is not an FMA kernel.
#[cfg_attr(target_os = "unknown", unsafe(no_mangle))]
pub extern "C" fn kernel() -> u32 {
    answer(|module| Ok(Some(Computed::Name(module.session()?.kernel()))))
}

/// Whether the key's points are on their curves and in their subgroups.
#[cfg_attr(target_os = "unknown", unsafe(no_mangle))]
pub extern "C" fn check() -> u32 {
    answer(|module| module.session()?.check_points().map(|()| None))
}

/// The input is r and s, one after the other.
#[cfg_attr(target_os = "unknown", unsafe(no_mangle))]
pub extern "C" fn prove() -> u32 {
    answer(|module| {
        let (r, s) = module.input.split_at(ELEMENT.min(module.input.len()));
        let [r, s]: [Zeroizing<Fr>; 2] = [
            Zeroizing::new(element("r", r)?),
            Zeroizing::new(element("s", s)?),
        ];
        let proof = module.session()?.prove(&r, &s)?;
        Ok(Some(Computed::Proof(Box::new(proof))))
    })
}

/// The input is a proof.
#[cfg_attr(target_os = "unknown", unsafe(no_mangle))]
pub extern "C" fn verify() -> u32 {
    answer(|module| {
        module
            .session()?
            .verify(&proof(&module.input)?)
            .map(|()| None)
    })
}

/// The values of the quotient.
#[cfg_attr(target_os = "unknown", unsafe(no_mangle))]
pub extern "C" fn fft() -> u32 {
    answer(|module| Ok(Some(Computed::Scalars(module.session()?.fft()?))))
}

/// The four sums in G1.
#[cfg_attr(target_os = "unknown", unsafe(no_mangle))]
pub extern "C" fn g1() -> u32 {
    answer(|module| Ok(Some(Computed::G1(module.session()?.g1()?))))
}

/// The sum in G2.
#[cfg_attr(target_os = "unknown", unsafe(no_mangle))]
pub extern "C" fn g2() -> u32 {
    answer(|module| Ok(Some(Computed::G2(module.session()?.g2()?))))
}

/// Where the bytes of the last result are.
#[cfg_attr(target_os = "unknown", unsafe(no_mangle))]
pub extern "C" fn result() -> *const u8 {
    with(|module| {
        if let Some(computed) = module.computed.take() {
            module.result = computed.bytes();
        }
        module.result.as_ptr()
    })
}

/// How many they are; after [`result`].
#[cfg_attr(target_os = "unknown", unsafe(no_mangle))]
pub extern "C" fn result_length() -> usize {
    with(|module| module.result.len())
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
