//! Values fetched before they are needed, many at the same time: what waits for one line of memory after the other
//! takes many times as long.

use core::mem::MaybeUninit;

/// Reads the first byte of x and the last, for what that does to caches.
#[inline(always)]
pub fn prefetch<T>(x: &T) {
    const { assert!(size_of::<T>() > 0) };
    // A byte may be padding, which is no number.
    let first = core::ptr::from_ref(x).cast::<MaybeUninit<u8>>();
    // SAFETY: a reference is valid for reads of the whole value, which has a first and a last byte, and any byte is a
    // MaybeUninit.
    unsafe {
        first.read_volatile();
        first.add(size_of::<T>() - 1).read_volatile();
    }
}
