//! What the wasm module exports, on the algorithms of taceo-ark-algebra: bytes are written where [`input`] says, and
//! read where [`result`] says. A call that gives 1 has left the reason there.

use crate::{Sum, Taceo, Transform};
use std::cell::Cell;

#[derive(Default)]
struct State {
    input: Vec<u8>,
    result: Vec<u8>,
    sum: Option<Sum<Taceo>>,
    transform: Option<Transform<Taceo>>,
}

thread_local! {
    static STATE: Cell<State> = Cell::default();
}

/// A call that ends in a trap leaves an empty state, with which the next one works.
fn with_state<T>(work: impl FnOnce(&mut State) -> T) -> T {
    let mut state = STATE.take();
    let value = work(&mut state);
    STATE.set(state);
    value
}

fn with(work: impl FnOnce(&mut State) -> Result<Vec<u8>, String>) -> u32 {
    with_state(|state| {
        let done = work(state);
        let status = u32::from(done.is_err());
        state.result = done.unwrap_or_else(String::into_bytes);
        status
    })
}

/// Room for so many bytes of operands.
#[unsafe(no_mangle)]
pub extern "C" fn input(length: usize) -> *mut u8 {
    with_state(|state| {
        state.input = vec![0; length];
        state.input.as_mut_ptr()
    })
}

/// What the last call gave.
#[unsafe(no_mangle)]
pub extern "C" fn result() -> *const u8 {
    with_state(|state| state.result.as_ptr())
}

/// Its length.
#[unsafe(no_mangle)]
pub extern "C" fn result_length() -> usize {
    with_state(|state| state.result.len())
}

/// Takes the input for the operands of a sum: so many points, and as many scalars behind them.
#[unsafe(no_mangle)]
pub extern "C" fn take_sum(points: usize) -> u32 {
    with(|state| {
        let input = std::mem::take(&mut state.input);
        let at = crate::POINT.saturating_mul(points).min(input.len());
        let (points, scalars) = input.split_at(at);
        state.sum = Some(Sum::new(points, scalars)?);
        Ok(Vec::new())
    })
}

/// One sum.
#[unsafe(no_mangle)]
pub extern "C" fn sum() -> u32 {
    with(|state| Ok(state.sum.as_ref().ok_or("there are no operands")?.sum()))
}

/// Takes the input for values to transform.
#[unsafe(no_mangle)]
pub extern "C" fn take_values() -> u32 {
    with(|state| {
        let input = std::mem::take(&mut state.input);
        state.transform = Some(Transform::new(&input)?);
        Ok(Vec::new())
    })
}

/// One transform of the values, in place.
#[unsafe(no_mangle)]
pub extern "C" fn forward() -> u32 {
    with(|state| {
        let transform = state.transform.as_mut().ok_or("there are no values")?;
        transform.forward();
        Ok(Vec::new())
    })
}

/// The values as they are now.
#[unsafe(no_mangle)]
pub extern "C" fn values() -> u32 {
    with(|state| {
        Ok(state
            .transform
            .as_ref()
            .ok_or("there are no values")?
            .values())
    })
}
