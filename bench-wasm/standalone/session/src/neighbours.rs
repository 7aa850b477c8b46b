//! The products of other crates, in the loops of this project's kernels.

use crate::plan::{Model, Row};
use crate::subject::{Subject, element};
use fqmul::bench::batch;
use fqmul::bench::info::Field;
use fqmul::kernel::Kernel;
use neighbours::{CryptoBigint, Halo2curves, Ruint};

/// The subject of a row, if it is one of these.
pub fn find(row: &Row) -> Option<Subject> {
    match row.of.as_str() {
        "crypto-bigint" => subject::<CryptoBigint>(row.model),
        "halo2curves" => subject::<Halo2curves>(row.model),
        "ruint" => subject::<Ruint>(row.model),
        _ => None,
    }
}

fn subject<K: Kernel<Modulus = Field>>(model: Model) -> Option<Subject> {
    let run = match model {
        Model::Chain => batch::chain::<K, 4>,
        Model::Stream => batch::stream::<K, 4>,
        // A limb is a kernel's own affair.
        Model::LimbChain | Model::LimbStream => return None,
    };
    let load = |a: &[u8]| K::load(&[element(a)]);
    let store = |packed: &K::Packed| K::store(packed)[0].to_bytes().into();
    Some(Subject {
        run: Box::new(move |seed, n| run(seed, n).to_bytes().into()),
        mul: Box::new(move |a, b| store(&K::mul(&load(a), &load(b)))),
        convert: Box::new(move |a| store(&load(a))),
    })
}
