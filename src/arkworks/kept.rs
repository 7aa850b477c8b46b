//! A value that outlives the call that made it, because the next one is likely to need the same.

use alloc::boxed::Box;
use core::any::Any;
use core::ptr::null_mut;
use core::sync::atomic::{AtomicPtr, Ordering};

/// The one that is kept, which no call has; or null.
static KEPT: AtomicPtr<Box<dyn Any + Send>> = AtomicPtr::new(null_mut());

/// What is kept, if it is of this type. Nothing is kept then: whoever asks at the same time makes its own.
pub fn take<T: Any + Send>() -> Option<Box<T>> {
    replace(null_mut())?.downcast().ok()
}

/// Keeps it, in the place of what is kept.
pub fn keep<T: Any + Send>(value: Box<T>) {
    replace(Box::into_raw(Box::new(value)));
}

fn replace(new: *mut Box<dyn Any + Send>) -> Option<Box<dyn Any + Send>> {
    let kept = KEPT.swap(new, Ordering::AcqRel);
    // SAFETY: what is not null comes from `Box::into_raw`, and the swap gives it to this call alone.
    (!kept.is_null()).then(|| *unsafe { Box::from_raw(kept) })
}
