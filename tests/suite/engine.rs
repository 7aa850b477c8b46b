//! Kernels that are right only on some engines, and the choice of one that is right on this.

use fqmul::bench::error::InputError;
use fqmul::bench::registry::REGISTRY;
use fqmul::bench::row::Row;
use fqmul::bench::selection::{self, FASTEST_BATCH, FASTEST_SINGLE};

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
fn the_best_kernels_are_the_first_that_are_right_here() {
    for (order, best) in [
        (FASTEST_SINGLE, selection::best_single()),
        (FASTEST_BATCH, selection::best_batch()),
    ] {
        for id in order {
            assert!(
                REGISTRY.iter().any(|row| row.info.id == *id),
                "{id} is not registered"
            );
        }
        let first = order.iter().find(|id| selection::find(id).is_ok());
        assert_eq!(Some(&best.0), first);
    }
    let fused = selection::find("fma-pair").is_ok();
    let [single, batch] = [selection::best_single().0, selection::best_batch().0];
    if cfg!(fqmul_wide_arithmetic) {
        assert_eq!([single, batch], ["wide-lazy"; 2]);
    } else if fused {
        assert_eq!([single, batch], ["limbs29", "fma-pair"]);
    } else if cfg!(target_feature = "simd128") {
        assert_eq!([single, batch], ["limbs29", "simd"]);
    } else {
        assert_eq!([single, batch], ["limbs29"; 2]);
    }
}

#[test]
fn a_kernel_that_this_build_lacks_does_not_ask_the_engine() {
    for row in REGISTRY.iter().filter(|row| !row.is_built()) {
        assert!(row.fused.is_none(), "{}", row.info.id);
    }
}
