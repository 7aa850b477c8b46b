//! A witness as circom's calculators write it.

use crate::error::Error;
use crate::file::{ELEMENT, Kind, Reader, Sections};
use crate::kernels::Value;
use crate::share::Sizes;
use fqmul::arkworks::bn254::Fr;
use fqmul::field::Element;
use std::hint::black_box;
use zeroize::Zeroizing;

/// The values of all variables of a circuit, wherever they are.
pub trait Values {
    /// How many.
    fn count(&self) -> usize;

    /// That of a variable.
    ///
    /// # Errors
    /// [`Error::Witness`] where it is not below the order, or not whole.
    fn value(&self, variable: usize) -> Result<Value, Error>;
}

impl Values for &[Value] {
    fn count(&self) -> usize {
        self.len()
    }

    fn value(&self, variable: usize) -> Result<Value, Error> {
        Ok(self[variable])
    }
}

/// Bytes of a witness: 32 a value, little-endian. They are overwritten when they are dropped.
impl Values for Zeroizing<Vec<u8>> {
    fn count(&self) -> usize {
        self.len().div_ceil(ELEMENT)
    }

    fn value(&self, variable: usize) -> Result<Value, Error> {
        Reader::new(Kind::Witness, "values", &self[variable * ELEMENT..]).element("order")
    }
}

/// The values of a circuit's variables: the one, the public ones, and those that are secret. They are overwritten when
/// it is dropped.
pub struct Witness {
    values: Vec<Value>,
}

impl Witness {
    /// Of the bytes of a .wtns.
    ///
    /// # Errors
    /// [`Error::Witness`] where the file is not whole, or not over BN254; [`Error::Memory`].
    pub fn read(bytes: &[u8]) -> Result<Self, Error> {
        let file = Sections::read(Kind::Witness, bytes)?;
        let mut head = file.section(1, "head of the witness")?;
        head.prime::<Fr>("order")?;
        let count = head.count()?;
        let one = |values: &mut Reader| values.element("order");
        // Of a file that is refused the values go, too.
        let witness = Self {
            values: file.section(2, "values")?.all(count, ELEMENT, one)?,
        };
        if witness.values.first() != Some(&Element::ONE) {
            return Err(Error::Witness(
                "the witness is wrong: its first value is not 1".into(),
            ));
        }
        Ok(witness)
    }

    /// All values, canonical: of the one, of the public variables, and of the others.
    pub fn values(&self) -> &[Value] {
        &self.values
    }

    /// # Errors
    /// [`Error::Witness`] where it is of another circuit than the key.
    pub fn fits(&self, sizes: Sizes) -> Result<(), Error> {
        let (given, needed) = (self.values.len(), sizes.variables);
        if given == needed {
            return Ok(());
        }
        Err(Error::Witness(format!(
            "the witness is of another circuit: it has {given} variables, and the key is for {needed}"
        )))
    }

    /// The public values.
    ///
    /// # Errors
    /// As those of [`Witness::fits`].
    pub fn public(&self, sizes: Sizes) -> Result<&[Value], Error> {
        self.fits(sizes)?;
        Ok(&self.values[1..=sizes.public])
    }
}

impl Drop for Witness {
    fn drop(&mut self) {
        self.values.fill(Element::ZERO);
        black_box(&self.values);
    }
}
