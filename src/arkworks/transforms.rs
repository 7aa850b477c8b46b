//! Transforms of arkworks' elements on lanes: [`work::ntt`](crate::work::ntt) between arkworks' types.

use super::LaneField;
use super::kept;
use super::lanes::{Lanes, OnLanes};
use crate::field::{Element, TwoAdic};
use crate::kernel::{Kernel, MAX_LANES};
use crate::work::ntt::{Butterflies, Coset, Transform, TransformError};
use alloc::boxed::Box;
use alloc::vec::Vec;
use ark_ff::{BigInt, Fp, MontBackend, MontConfig};

/// From coefficients to values, or back.
#[derive(Clone, Copy)]
pub enum Direction {
    /// To values.
    Forward,
    /// To coefficients.
    Inverse,
}

/// Elements to be transformed in place: 2^`log2_size` of them, on the roots of unity of that order times `offset`.
pub struct Values<'a, C: LaneField<4>> {
    pub values: &'a mut [Fp<MontBackend<C, 4>, 4>],
    pub log2_size: u32,
    pub offset: Element<C::Modulus>,
    pub direction: Direction,
}

impl<C: LaneField<4, Modulus: TwoAdic>> OnLanes for Values<'_, C> {
    type Output = Result<(), TransformError>;

    fn run<L: Lanes>(self) -> Self::Output {
        let mut prepared = Prepared::<L::Transforms<C::Modulus>>::of(self.log2_size)?;
        // A transform is linear, so that residues of arkworks are transformed as the integers that they are.
        let mut packed = pack::<L::Transforms<C::Modulus>, C>(self.values);
        prepared.transform(&mut packed, self.offset, self.direction)?;
        unpack::<L::Transforms<C::Modulus>, C>(&packed, self.values);
        kept::keep(prepared);
        Ok(())
    }
}

fn pack<K: Kernel, C: MontConfig<4>>(values: &[Fp<MontBackend<C, 4>, 4>]) -> Vec<K::Packed> {
    let pack = |values: &[Fp<MontBackend<C, 4>, 4>]| {
        let lanes: [_; MAX_LANES] = core::array::from_fn(|lane| {
            Element::new(values[lane % K::LANES].0.0).expect("a residue is below the prime")
        });
        K::pack(&lanes[..K::LANES])
    };
    values.chunks_exact(K::LANES).map(pack).collect()
}

fn unpack<K: Kernel, C: MontConfig<4>>(
    packed: &[K::Packed],
    values: &mut [Fp<MontBackend<C, 4>, 4>],
) {
    for (packed, values) in packed.iter().zip(values.chunks_exact_mut(K::LANES)) {
        for (value, element) in values.iter_mut().zip(K::unpack(packed)) {
            *value = Fp::new_unchecked(BigInt::new(*element.integer()));
        }
    }
}

/// A transform with all that it needs, which takes longer to make than to use.
struct Prepared<K: Butterflies> {
    log2_size: u32,
    transform: Transform<K>,
    /// The last coset, and its offset.
    coset: Option<(Element<K::Modulus>, Coset<K>)>,
}

impl<K: Butterflies<Packed: Send, Prepared: Send>> Prepared<K> {
    /// The last one, if it is of this size.
    fn of(log2_size: u32) -> Result<Box<Self>, TransformError> {
        match kept::take::<Self>() {
            Some(kept) if kept.log2_size == log2_size => Ok(kept),
            _ => Ok(Box::new(Self {
                log2_size,
                transform: Transform::new(log2_size)?,
                coset: None,
            })),
        }
    }

    fn transform(
        &mut self,
        values: &mut [K::Packed],
        offset: Element<K::Modulus>,
        direction: Direction,
    ) -> Result<(), TransformError> {
        let transform = &mut self.transform;
        if offset == Element::ONE {
            return match direction {
                Direction::Forward => transform.forward(values),
                Direction::Inverse => transform.inverse(values),
            };
        }
        let coset = match self.coset.take() {
            Some((last, coset)) if last == offset => coset,
            _ => transform.coset(offset)?,
        };
        let (_, coset) = self.coset.insert((offset, coset));
        match direction {
            Direction::Forward => transform.forward_on(coset, values),
            Direction::Inverse => transform.inverse_on(coset, values),
        }
    }
}
