//! Products in every field, of elements as bytes, by every kernel of the registry that is for it.

use super::error::{self, InputError};
use super::field_ids::FIELDS;
use super::registry::{self, KernelVisitor, REGISTRY};
use super::selection;
use crate::field::{Element, Modulus};
use crate::kernel::{Kernel, MAX_LANES, product as times};

/// The product of a and b, canonical and little-endian, of 32 bytes each, or 48 in a field of six words, by a kernel.
///
/// # Errors
/// [`InputError::UnknownField`]; [`InputError::UnknownKernel`], naming those that the field has;
/// [`InputError::NotInBuild`] and [`InputError::Unfused`]; [`InputError::Element`] where one has another length or is not
/// below p.
pub fn product(field: &str, kernel: &str, a: &[u8], b: &[u8]) -> Result<Vec<u8>, InputError> {
    let Some((_, name)) = FIELDS.iter().find(|(id, _)| *id == field) else {
        return Err(InputError::UnknownField {
            given: field.into(),
            known: error::ids(FIELDS),
        });
    };
    let rows = REGISTRY.iter().map(|row| row.info);
    let known: Vec<_> = rows
        .filter(|info| (info.fields)().contains(name))
        .map(|info| info.id)
        .collect();
    if !known.contains(&kernel) {
        return Err(InputError::UnknownKernel {
            given: kernel.into(),
            known: known.join(", "),
        });
    }
    selection::find(kernel)?;
    let mut product = Product {
        field: name,
        kernel,
        operands: [a, b],
        product: None,
    };
    registry::each(&mut product);
    product
        .product
        .expect("the registry has the kernel in the field")
}

/// What is looked for among all kernels in all fields.
struct Product<'a> {
    field: &'static str,
    kernel: &'a str,
    operands: [&'a [u8]; 2],
    product: Option<Result<Vec<u8>, InputError>>,
}

impl KernelVisitor for Product<'_> {
    fn visit<K: Kernel>(&mut self, id: &'static str) {
        self.visit_any::<K, 4>(id);
    }

    fn visit_six_words<K: Kernel<6>>(&mut self, id: &'static str) {
        self.visit_any::<K, 6>(id);
    }
}

impl Product<'_> {
    /// Out of line: some fifty of them in one function would take a compiler as long as much of the rest.
    #[inline(never)]
    fn visit_any<K: Kernel<N>, const N: usize>(&mut self, id: &'static str) {
        if id == self.kernel && K::Modulus::NAME == self.field {
            self.product = Some(product_by::<K, N>(self.operands));
        }
    }
}

fn product_by<K: Kernel<N>, const N: usize>([a, b]: [&[u8]; 2]) -> Result<Vec<u8>, InputError> {
    let a = Element::from_bytes("a", a)?;
    let b = Element::from_bytes("b", b)?;
    // a by its residue, and b as it is: the product's R^-1 takes the R away.
    let residue = times::<K, N>(&splat::<K, N>(a), &splat::<K, N>(K::R_SQUARED));
    let [product, ..] = K::unpack(&times::<K, N>(&residue, &splat::<K, N>(b)));
    let bytes = product.integer().map(u64::to_le_bytes);
    Ok(bytes.as_flattened().to_vec())
}

fn splat<K: Kernel<N>, const N: usize>(x: Element<K::Modulus, N>) -> K::Packed {
    K::pack(&[x; MAX_LANES][..K::LANES])
}
