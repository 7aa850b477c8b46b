//! Kernels that are right only on some engines, and the choice of one that is right on this.

use fqmul::element::InputError;
use fqmul::kernel::{self, FASTEST_FIRST, REGISTRY, Row};

#[test]
fn an_engine_that_does_not_fuse_is_refused_by_name() {
    let present = REGISTRY[0];
    let refused = Row {
        fused: Some(|| false),
        ..present
    };
    let error = refused.right_here().err().expect("refused");
    let id = present.info.id;
    assert_eq!(error, InputError::Unfused { id });
    assert_eq!(
        error.to_string(),
        format!("kernel: \"{id}\" needs a fused relaxed_madd; this engine rounds twice (unfused)"),
    );
    let accepted = Row {
        fused: Some(|| true),
        ..present
    };
    assert!(accepted.right_here().is_ok());
}

#[test]
fn the_best_kernel_is_the_first_that_is_right_here() {
    for id in FASTEST_FIRST {
        assert!(
            REGISTRY.iter().any(|row| row.info.id == *id),
            "{id} is not registered"
        );
    }
    let (best, _) = kernel::best();
    let first = FASTEST_FIRST.iter().find(|id| kernel::find(id).is_ok());
    assert_eq!(Some(&best), first);
    // Where it is right there is no reason to choose anything slower than the f64 lanes.
    let fused = cfg!(target_feature = "relaxed-simd") && kernel::find("fma-pair").is_ok();
    assert_eq!(best, if fused { "fma-pair" } else { "limbs29" });
}

#[test]
fn a_kernel_that_this_build_lacks_does_not_ask_the_engine() {
    for row in REGISTRY.iter().filter(|row| row.operations.is_none()) {
        assert!(row.fused.is_none(), "{}", row.info.id);
    }
}
