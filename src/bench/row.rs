//! A kernel under measurement: what is known of it, and its code with the types erased.

use super::error::InputError;
use super::info::{Field, Info, Operation};
use super::multiplier::{Multiply, Operands};
use super::pairs::{KernelPairs, MultiplyPairs};
use super::{batch, results};
use crate::field::Element;
use crate::kernel::Kernel;

/// Elements of every registered kernel.
pub type Elements<'a> = &'a [Element<Field>];

/// What needs memory for as much as was asked for.
type Made<T> = Result<Box<T>, InputError>;

/// The operations of a kernel that is part of this build, with its types erased.
#[derive(Clone, Copy)]
pub struct Operations {
    /// [`batch::chain`].
    pub chain: fn(u64, u32) -> Element<Field>,
    /// [`batch::stream`].
    pub stream: fn(u64, u32) -> Element<Field>,
    /// [`batch::Arrays::new`].
    pub arrays: fn(usize, u64) -> Made<dyn batch::Stream<Field>>,
    /// [`batch::stream_of`].
    pub stream_of: fn(Operation, u64, u32) -> Element<Field>,
    /// The product of two elements.
    pub mul: fn(Element<Field>, Element<Field>) -> Element<Field>,
    /// [`results::products`].
    pub products: fn(Elements, Elements) -> Vec<Element<Field>>,
    /// [`results::results_of`].
    pub results_of: fn(Operation, &[Elements; Operation::MOST_OPERANDS]) -> Vec<Element<Field>>,
    /// A multiplier that holds operands between calls.
    pub multiplier: fn() -> Box<dyn Multiply>,
    /// So many pairs, zeros at first.
    pub pairs: fn(usize) -> Made<dyn MultiplyPairs>,
}

/// A row of the registry.
#[derive(Clone, Copy)]
pub struct Row {
    /// What the tables say.
    pub info: Info,
    /// The code, if this build has it. [`right_here`](Row::right_here) gives it, which asks the engine.
    pub(crate) operations: Option<Operations>,
    /// Whether this engine fuses `relaxed_madd`, for a kernel that is right only where it does.
    /// None for any other kernel, and where this build lacks it.
    pub fused: Option<fn() -> bool>,
}

impl Row {
    /// The row of a kernel that this build has.
    pub const fn present<K: Kernel<Modulus = Field>>(
        info: Info,
        fused: Option<fn() -> bool>,
    ) -> Self {
        assert!(info.lanes == K::LANES && info.radix_bits == K::RADIX_BITS);
        Self {
            info,
            operations: Some(Operations {
                chain: batch::chain::<K, 4>,
                stream: batch::stream::<K, 4>,
                arrays: |slots, seed| Ok(Box::new(batch::Arrays::<K>::new(slots, seed)?)),
                stream_of: batch::stream_of::<K, 4>,
                mul: Operands::<K>::product_of,
                products: results::products::<K, 4>,
                results_of: results::results_of::<K, 4>,
                multiplier: || Box::new(Operands::<K>::new()),
                pairs: |n| Ok(Box::new(KernelPairs::<K>::new(n)?)),
            }),
            fused,
        }
    }

    /// The row of a kernel that this build lacks.
    pub const fn absent(info: Info) -> Self {
        Self {
            info,
            operations: None,
            fused: None,
        }
    }

    /// Whether this build has the code.
    pub const fn is_built(&self) -> bool {
        self.operations.is_some()
    }

    /// The code, if this build has it and it is right on this engine.
    ///
    /// # Errors
    /// [`InputError::NotInBuild`] and [`InputError::Unfused`].
    pub fn right_here(&self) -> Result<Operations, InputError> {
        let Info { id, build, .. } = self.info;
        let build = build.as_str();
        let operations = self
            .operations
            .ok_or(InputError::NotInBuild { id, build })?;
        match self.fused {
            Some(fused) if !fused() => Err(InputError::Unfused { id }),
            _ => Ok(operations),
        }
    }
}
