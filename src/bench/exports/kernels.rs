//! The registry of kernels, and the fastest of them.

use crate::bench::field_ids;
use crate::bench::registry::REGISTRY;
use crate::bench::selection;
use wasm_bindgen::prelude::*;

/// The registry, as a JSON array of objects. Each has
///
/// - `id`, the word by which every other function takes the kernel; `summary` and `source`;
/// - `form`: `dropin` where 4x64 Montgomery residues with R = 2^256 go in and out, else `internal`;
/// - `limbs`, as count x bits; `radixBits`, log2 of R; `lanes`, the independent products of a call;
/// - `build`, the build that it is timed from, and whether it is `available` in this one;
/// - `fused`: whether this engine fuses `relaxed_madd`, where the kernel is right only then, and it
///   refuses where this is false; null for any other kernel, and for one that this build lacks;
/// - `fields`: the ids of the fields that it is for, the first of them the one that it is timed in;
/// - `models`: those that it is timed in; null for all of them;
/// - `multiplies`: its multiplication instructions, as `[operation, instruction, count]`.
#[wasm_bindgen]
pub fn kernels() -> String {
    let rows: Vec<_> = REGISTRY
        .iter()
        .map(|row| {
            let info = row.info;
            let multiplies = info.multiplies.iter();
            let multiplies: Vec<_> = multiplies
                .map(|(operation, instruction, count)| {
                    format!(r#"["{operation}","{instruction}",{count}]"#)
                })
                .collect();
            format!(
                concat!(
                    r#"{{"id":"{}","form":"{}","lanes":{},"limbs":"{}","radixBits":{},"build":"{}","#,
                    r#""available":{},"fused":{},"fields":["{}"],"models":{},"multiplies":[{}],"#,
                    r#""summary":"{}","source":"{}"}}"#
                ),
                info.id,
                info.form.as_str(),
                info.lanes,
                info.limbs,
                info.radix_bits,
                info.build.as_str(),
                row.is_built(),
                row.fused.map_or("null", |fused| if fused() { "true" } else { "false" }),
                field_ids::ids(&(info.fields)()).join(r#"",""#),
                info.models.map_or("null".into(), |models| {
                    format!(r#"["{}"]"#, models.join(r#"",""#))
                }),
                multiplies.join(","),
                info.summary,
                info.source,
            )
        })
        .collect();
    format!("[{}]", rows.join(","))
}

/// The id of the kernel of this build, right on this engine, that is the fastest for one product at
/// a time.
#[wasm_bindgen(unchecked_return_type = "Kernel")]
pub fn best_single() -> String {
    selection::best_single().0.into()
}

/// The id of the kernel of this build, right on this engine, that is the fastest in batches.
#[wasm_bindgen(unchecked_return_type = "Kernel")]
pub fn best_batch() -> String {
    selection::best_batch().0.into()
}
