//! Every kernel of the registry as a type, for each field it has.

use fqmul::kernel::{self, Kernel, REGISTRY};

/// What a template `fn<K: Kernel>(id)` gives for every kernel of this build that is right on this
/// engine, for each of its fields. Natively `fma-pair` is one `f64`.
macro_rules! on_every_kernel {
    ($template:ident) => {{
        use fqmul::limbs29::{Limbs29, Limbs29Dropin};
        use fqmul::modulus::{Fq, Fr};
        use fqmul::multi3::{Multi3, Multi3Mitigated};
        #[allow(unused_mut)]
        let mut results = vec![
            $template::<Multi3>("multi3"),
            $template::<Multi3Mitigated>("multi3-mitigated"),
            $template::<Limbs29<Fq>>("limbs29"),
            $template::<Limbs29<Fr>>("limbs29"),
            $template::<Limbs29Dropin<Fq>>("limbs29-dropin"),
            $template::<Limbs29Dropin<Fr>>("limbs29-dropin"),
            $template::<Limbs29<Fq, true>>("limbs29-sop2"),
            $template::<Limbs29<Fr, true>>("limbs29-sop2"),
        ];
        #[cfg(target_feature = "simd128")]
        {
            use fqmul::simd_mul::{Simd, SimdDropin};
            results.extend([
                $template::<Simd<Fq>>("simd"),
                $template::<Simd<Fr>>("simd"),
                $template::<SimdDropin<Fq>>("simd-dropin"),
                $template::<SimdDropin<Fr>>("simd-dropin"),
            ]);
        }
        #[cfg(target_feature = "relaxed-simd")]
        if fqmul::fma::fused() {
            use fqmul::fma::{FmaPair, FmaPairDropin};
            use fqmul::fma_single::FmaSingle;
            results.extend([
                $template::<FmaPair<Fq>>("fma-pair"),
                $template::<FmaPair<Fr>>("fma-pair"),
                $template::<FmaPairDropin<Fq>>("fma-pair-dropin"),
                $template::<FmaPairDropin<Fr>>("fma-pair-dropin"),
                $template::<FmaPair<Fq, true>>("fma-sop2"),
                $template::<FmaPair<Fr, true>>("fma-sop2"),
                $template::<FmaSingle<Fq>>("fma-single"),
                $template::<FmaSingle<Fr>>("fma-single"),
            ]);
        }
        #[cfg(not(target_arch = "wasm32"))]
        {
            use crate::radix51::OneLane;
            $template::<OneLane<Fq>>("fma-pair, one lane");
            $template::<OneLane<Fr>>("fma-pair, one lane");
        }
        results
    }};
}
pub(crate) use on_every_kernel;

fn id<K: Kernel>(id: &'static str) -> (&'static str, usize, u32) {
    (id, K::LANES, K::RADIX_BITS)
}

#[test]
fn the_templates_run_on_the_whole_registry() {
    let mut tested = on_every_kernel!(id);
    tested.dedup();
    let registered: Vec<_> = REGISTRY
        .iter()
        .map(|row| (row.info.id, row.info.lanes, row.info.radix_bits))
        .filter(|(id, ..)| kernel::find(id).is_ok())
        .collect();
    assert_eq!(tested, registered);
}
