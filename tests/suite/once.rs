//! What the tests of many kernels compare with, computed once for each field.

use std::any::{Any, TypeId};
use std::collections::BTreeMap;
use std::sync::{Mutex, OnceLock, PoisonError};

type Cell = OnceLock<Box<dyn Any + Send + Sync>>;

/// What `compute` gives, computed when it is first asked for. The value is kept by the closure's type, which is another
/// one for each type that a generic function is used with. So `compute` may capture nothing: two calls would differ.
pub fn once<T: Any + Send + Sync, F: FnOnce() -> T + 'static>(compute: F) -> &'static T {
    static KNOWN: Mutex<BTreeMap<TypeId, &'static Cell>> = Mutex::new(BTreeMap::new());
    const { assert!(size_of::<F>() == 0, "it takes something from around it") };
    // A test that failed has left it as it was.
    let mut known = KNOWN.lock().unwrap_or_else(PoisonError::into_inner);
    let cell: &'static Cell = known
        .entry(TypeId::of::<F>())
        .or_insert_with(|| Box::leak(Box::default()));
    drop(known);
    let value = cell.get_or_init(|| Box::new(compute()));
    value.downcast_ref().expect("of the closure's own type")
}

#[test]
fn a_value_is_computed_once_for_each_type() {
    use std::sync::atomic::{AtomicUsize, Ordering};
    static COMPUTED: AtomicUsize = AtomicUsize::new(0);
    fn size<T: 'static>() -> usize {
        *once(|| {
            COMPUTED.fetch_add(1, Ordering::Relaxed);
            size_of::<T>()
        })
    }
    assert_eq!([size::<u8>(), size::<u64>(), size::<u8>()], [1, 8, 1]);
    assert_eq!(COMPUTED.load(Ordering::Relaxed), 2);
}
