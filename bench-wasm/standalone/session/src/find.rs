//! Which subject a row names: a kernel of the registry, an emitted one, another project's product, or a field's.

#[cfg(all(feature = "emitted", target_family = "wasm"))]
use crate::emitted;
#[cfg(feature = "fields")]
use crate::fields;
#[cfg(feature = "neighbours")]
use crate::neighbours;
use crate::plan::{Model, Row};
use crate::subject::{Refusal, Subject, element};
use fqmul::bench::{limb, selection};

/// The subject of a row.
///
/// # Errors
/// A kernel that this build lacks or that is wrong in this runtime, and a product of a limb that a
/// kernel does not have.
pub fn find(row: &Row) -> Result<Subject, Refusal> {
    #[cfg(all(feature = "emitted", target_family = "wasm"))]
    if let Some(subject) = emitted::find(row)? {
        return Ok(subject);
    }
    #[cfg(feature = "neighbours")]
    if let Some(subject) = neighbours::find(row) {
        return Ok(subject);
    }
    #[cfg(feature = "fields")]
    if let Some(subject) = fields::find(row)? {
        return Ok(subject);
    }
    let operations = selection::find(&row.of)?;
    let limb = || {
        limb::find(&row.of).map_err(|error| Refusal {
            message: error.to_string(),
            unsupported: true,
        })
    };
    let run = match row.model {
        Model::Chain => operations.chain,
        Model::Stream => operations.stream,
        Model::LimbChain => limb()?.chain,
        Model::LimbStream => limb()?.stream,
    };
    let multiplier = (operations.multiplier)();
    Ok(Subject {
        run: Box::new(move |seed, n| run(seed, n).to_bytes().into()),
        mul: Box::new(move |a, b| (operations.mul)(element(a), element(b)).to_bytes().into()),
        convert: Box::new(move |a| multiplier.convert(element(a)).to_bytes().into()),
    })
}
