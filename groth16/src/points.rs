//! Points as a key has them, and as arkworks has them.

use crate::error::Error;
use crate::file::Reader;
use ark_ec::AffineRepr;
use ark_ec::short_weierstrass::{Affine, SWCurveConfig};
use ark_ff::BigInt;
use fqmul::arkworks::bn254::{Fq, Fq2, G1Config, G2Config};
use fqmul::field::{Element, bn254};
use fqmul::work::curves::Point;

/// A point of G1.
pub type G1Affine = Affine<G1Config>;
/// A point of G2.
pub type G2Affine = Affine<G2Config>;
/// A coordinate as a key has it: its residue, times 2^256.
pub type Residue = Element<bn254::Fq>;

/// A point, not checked to be on its curve. Two zeros are the point at infinity.
pub fn g1(bytes: &mut Reader) -> Result<Point<Residue>, Error> {
    let (x, y) = (bytes.element("prime")?, bytes.element("prime")?);
    Ok(Point { x, y })
}

/// A point, neither checked to be on its curve nor in its subgroup. Zeros are the point at infinity.
pub fn g2(bytes: &mut Reader) -> Result<Point<[Residue; 2]>, Error> {
    let x = [bytes.element("prime")?, bytes.element("prime")?];
    let y = [bytes.element("prime")?, bytes.element("prime")?];
    Ok(Point { x, y })
}

/// # Errors
/// [`Error::Key`] where one is not on its curve, or not in its subgroup.
pub fn check<C: SWCurveConfig>(
    name: &str,
    points: impl IntoIterator<Item = Affine<C>>,
) -> Result<(), Error> {
    for (index, point) in points.into_iter().enumerate() {
        let place = match () {
            () if !point.is_on_curve() => "on its curve",
            () if !point.is_in_correct_subgroup_assuming_on_curve() => "in its subgroup",
            () => continue,
        };
        return Err(Error::Key(format!(
            "the key is wrong: point {index} of its {name} is not {place}"
        )));
    }
    Ok(())
}

/// Not checked to be on its curve.
pub fn point(Point { x, y }: Point<Residue>) -> G1Affine {
    if (Point { x, y }) == Point::INFINITY {
        Affine::identity()
    } else {
        Affine::new_unchecked(element(x), element(y))
    }
}

/// Neither checked to be on its curve nor in its subgroup.
pub fn point_in_g2(Point { x, y }: Point<[Residue; 2]>) -> G2Affine {
    if (Point { x, y }) == Point::INFINITY {
        return Affine::identity();
    }
    let [x, y] = [x, y].map(|[c0, c1]| Fq2::new(element(c0), element(c1)));
    Affine::new_unchecked(x, y)
}

fn element(residue: Residue) -> Fq {
    Fq::new_unchecked(BigInt::new(*residue.integer()))
}

/// A point as a key has it.
pub fn residues_of_g1(point: &G1Affine) -> Point<Residue> {
    let residue = |part: Fq| Element::new(part.0.0).expect("it is below the prime");
    match point.xy() {
        Some((x, y)) => Point {
            x: residue(x),
            y: residue(y),
        },
        None => Point::INFINITY,
    }
}
