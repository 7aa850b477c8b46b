//! arkworks' fields, of four and of six words, and blst's product in the loops that they are timed in.

#[cfg(feature = "fields-asm")]
mod blst;

use crate::plan::{Model, Row};
use crate::subject::Subject;
use fqmul::bench::error::InputError;
use fqmul::bench::field_loops::Loops;
use fqmul::bench::fields::loops;
use std::rc::Rc;

/// How the build of a row begins whose product is that of an arkworks field.
const ARKWORKS: &str = "work-in-";

/// The subject of a row, if it is in one of these fields.
///
/// # Errors
/// [`InputError::UnknownField`].
pub fn find(row: &Row) -> Result<Option<Subject>, InputError> {
    let own: Box<dyn Loops> = match row.of.as_str() {
        #[cfg(feature = "fields-asm")]
        "blst" => blst::loops(),
        _ if row.build.starts_with(ARKWORKS) => loops(&row.field)?,
        _ => return Ok(None),
    };
    let model = match row.model {
        Model::Chain => "chain",
        Model::Stream => "stream",
        Model::LimbChain | Model::LimbStream => return Ok(None),
    };
    let own: Rc<dyn Loops> = own.into();
    let (products, conversions) = (own.clone(), own.clone());
    let element = "the harness sends elements";
    Ok(Some(Subject {
        run: Box::new(move |seed, n| own.run(model, seed, n).expect("a model of these loops")),
        mul: Box::new(move |a, b| products.mul(a, b).expect(element)),
        convert: Box::new(move |a| conversions.convert(a).expect(element)),
    }))
}
