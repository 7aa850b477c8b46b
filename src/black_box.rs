//! What LLVM must not see through, because it would make worse code of what it sees.

/// A value that LLVM knows nothing about.
#[inline(always)]
pub fn black_box<T: Copy>(x: &T) -> T {
    // SAFETY: a reference is valid for reads, and what is Copy may be read twice.
    unsafe { core::ptr::from_ref(x).read_volatile() }
}
