//! Memory that is zeroed when it is freed: what is computed of a witness is secret, too, and most of it lies in vectors
//! of arkworks and of this project that know nothing of secrets.

use std::alloc::{GlobalAlloc, Layout, System};

pub struct Zeroing;

// SAFETY: what is asked of it is asked of the system's allocator, by the same layouts. `realloc` is the trait's own,
// which takes new memory and frees the old: the system's would free it as it is.
unsafe impl GlobalAlloc for Zeroing {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        // SAFETY: the caller's promise.
        unsafe { System.alloc(layout) }
    }

    unsafe fn alloc_zeroed(&self, layout: Layout) -> *mut u8 {
        // SAFETY: the caller's promise.
        unsafe { System.alloc_zeroed(layout) }
    }

    unsafe fn dealloc(&self, memory: *mut u8, layout: Layout) {
        // SAFETY: the caller's promise: these bytes are its own until they are freed. One instruction of wasm, which is
        // far faster than volatile writes are; LLVM may not leave it out, as it does not know who reads the pointer.
        unsafe {
            memory.write_bytes(0, layout.size());
            System.dealloc(std::hint::black_box(memory), layout);
        }
    }
}
