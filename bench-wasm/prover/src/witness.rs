//! A witness as circom's calculators write it.

use crate::sections::{ELEMENT, Reader, Refused, Sections, refuse};
use arkworks::Shape;
use arkworks::ark_bn254::Fr;
use arkworks::ark_ff::One;
use zeroize::Zeroizing;

/// # Errors
/// Where the file is not whole, not over BN254, or of a circuit with another number of variables than the key's.
pub fn read(bytes: &[u8], key: Shape) -> Result<Zeroizing<Vec<Fr>>, Refused> {
    let file = Sections::read("witness", "wtns", 2, bytes)?;
    let mut head = file.section(1, "head of the witness")?;
    head.prime::<Fr>("order")?;
    let (variables, needed) = (head.count()?, key.variables);
    if variables != needed {
        refuse!(
            "the witness is of another circuit: it has {variables} variables, and the key is for {needed}"
        );
    }
    let values = Zeroizing::new(file.section(2, "values")?.all(
        variables,
        ELEMENT,
        Reader::scalar,
    )?);
    if !values.first().is_some_and(One::is_one) {
        refuse!("the witness is wrong: its first value is not 1");
    }
    Ok(values)
}
