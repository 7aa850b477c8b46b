//! The module as JavaScript has it: without glue, bytes in by a buffer, bytes out by a pointer and a length.
//!
//! A function gives 0, and [`result`] is what it says; or 1, and the result is why not, as UTF-8.

use std::cell::RefCell;

use crate::sections::Refused;
use crate::session::{Computed, ELEMENT, Session, element, proof};

#[derive(Default)]
struct Module {
    input: Vec<u8>,
    key: Vec<u8>,
    session: Option<Session>,
    computed: Option<Computed>,
    result: Vec<u8>,
}

thread_local! {
    static MODULE: RefCell<Module> = RefCell::default();
}

fn with<T>(act: impl FnOnce(&mut Module) -> T) -> T {
    MODULE.with_borrow_mut(act)
}

impl Module {
    fn session(&self) -> Result<&Session, Refused> {
        let Some(session) = &self.session else {
            return Err(Refused("there is no key and witness yet".into()));
        };
        Ok(session)
    }
}

fn answer(act: impl FnOnce(&mut Module) -> Result<Option<Computed>, Refused>) -> u32 {
    with(|module| match act(module) {
        Ok(computed) => {
            module.computed = computed;
            module.result.clear();
            0
        }
        Err(Refused(reason)) => {
            module.computed = None;
            module.result = reason.into_bytes();
            1
        }
    })
}

/// Where to write so many bytes, for the next call.
#[unsafe(no_mangle)]
pub extern "C" fn input(length: usize) -> *mut u8 {
    with(|module| {
        module.input = vec![0; length];
        module.input.as_mut_ptr()
    })
}

/// The input is the file of a key.
#[unsafe(no_mangle)]
pub extern "C" fn key() {
    with(|module| module.key = core::mem::take(&mut module.input));
}

/// The input is the file of a witness: reads both.
#[unsafe(no_mangle)]
pub extern "C" fn load() -> u32 {
    answer(|module| {
        module.session = None;
        module.session = Some(Session::new(&module.key, &module.input)?);
        Ok(None)
    })
}

/// The result is the id of the kernel that sums and transforms are on, as UTF-8. On an engine that rounds fused
/// multiply-add twice it is not an FMA kernel.
#[unsafe(no_mangle)]
pub extern "C" fn kernel() -> u32 {
    answer(|module| Ok(Some(Computed::Name(module.session()?.kernel()))))
}

/// Whether the key's points are on their curves and in their subgroups.
#[unsafe(no_mangle)]
pub extern "C" fn check() -> u32 {
    answer(|module| module.session()?.check_points().map(|()| None))
}

/// The input is r and s, one after the other.
#[unsafe(no_mangle)]
pub extern "C" fn prove() -> u32 {
    answer(|module| {
        let (r, s) = module.input.split_at(ELEMENT.min(module.input.len()));
        let proof = module
            .session()?
            .prove(element("r", r)?, element("s", s)?)?;
        Ok(Some(Computed::Proof(Box::new(proof))))
    })
}

/// The input is a proof.
#[unsafe(no_mangle)]
pub extern "C" fn verify() -> u32 {
    answer(|module| {
        module
            .session()?
            .verify(&proof(&module.input)?)
            .map(|()| None)
    })
}

#[unsafe(no_mangle)]
pub extern "C" fn fft() -> u32 {
    answer(|module| Ok(Some(Computed::Scalars(module.session()?.fft()?))))
}

#[unsafe(no_mangle)]
pub extern "C" fn g1() -> u32 {
    answer(|module| Ok(Some(Computed::G1(module.session()?.g1()?))))
}

#[unsafe(no_mangle)]
pub extern "C" fn g2() -> u32 {
    answer(|module| Ok(Some(Computed::G2(module.session()?.g2()))))
}

/// Where the bytes of the last result are.
#[unsafe(no_mangle)]
pub extern "C" fn result() -> *const u8 {
    with(|module| {
        if let Some(computed) = module.computed.take() {
            module.result = computed.bytes();
        }
        module.result.as_ptr()
    })
}

/// How many they are; after [`result`].
#[unsafe(no_mangle)]
pub extern "C" fn result_length() -> usize {
    with(|module| module.result.len())
}
