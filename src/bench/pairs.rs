//! Products of pairs that somebody else writes into memory, in place.

use super::error::{InputError, with_room};
use super::info::Field;
use crate::field::{Element, Integer};
use crate::kernel::{Kernel, MAX_LANES};
use std::cell::RefCell;

/// Pairs of elements in memory, whatever the kernel.
pub trait MultiplyPairs {
    /// a\[0\], b\[0\], a\[1\], b\[1\], ... as canonical integers, four 64-bit words each, the lowest first.
    fn words(&mut self) -> &mut [u64];

    /// a\[i\] = a\[i\]·b\[i\] for all i.
    ///
    /// # Errors
    /// The index of the first pair with a value that is not below p. Then nothing is multiplied.
    fn multiply(&mut self) -> Result<(), usize>;
}

/// The pairs of a kernel, neighbours in the lanes of one call.
///
/// Somebody else may keep a view of their memory when they are freed. So it never goes back to the allocator, whose own
/// words would be in it: it waits for the next pairs.
pub(super) struct KernelPairs<K: Kernel> {
    pairs: Vec<[Integer; 2]>,
    kernel: core::marker::PhantomData<K>,
}

thread_local! {
    /// Memory of pairs that were freed, for a power of two of them each.
    static FREED: RefCell<Vec<Vec<[Integer; 2]>>> = const { RefCell::new(Vec::new()) };
}

impl<K: Kernel> Drop for KernelPairs<K> {
    fn drop(&mut self) {
        FREED.with_borrow_mut(|freed| freed.push(core::mem::take(&mut self.pairs)));
    }
}

impl<K: Kernel<Modulus = Field>> KernelPairs<K> {
    /// n pairs of zeros.
    ///
    /// # Errors
    /// [`InputError::Memory`].
    pub(super) fn new(n: usize) -> Result<Self, InputError> {
        let size = n.next_power_of_two();
        let freed = FREED.with_borrow_mut(|freed| {
            let found = freed.iter().position(|pairs| pairs.capacity() >= size)?;
            Some(freed.swap_remove(found))
        });
        let mut pairs = match freed {
            Some(pairs) => pairs,
            None => with_room(size)?,
        };
        pairs.clear();
        pairs.resize(n, [[0; 4]; 2]);
        Ok(Self {
            pairs,
            kernel: core::marker::PhantomData,
        })
    }
}

impl<K: Kernel<Modulus = Field>> MultiplyPairs for KernelPairs<K> {
    fn words(&mut self) -> &mut [u64] {
        self.pairs.as_flattened_mut().as_flattened_mut()
    }

    /// Two Montgomery products a pair: a·R² gives the residue a·R, and that times b, which is no
    /// residue, gives a·b without one that takes it back.
    fn multiply(&mut self) -> Result<(), usize> {
        let outside =
            |pair: &[Integer; 2]| pair.iter().any(|&x| Element::<Field>::new(x).is_none());
        if let Some(first) = self.pairs.iter().position(outside) {
            return Err(first);
        }
        for pairs in self.pairs.chunks_mut(K::LANES) {
            let mut operands = [[Element::ZERO; MAX_LANES]; 2];
            for (lane, pair) in pairs.iter().enumerate() {
                for (operand, &x) in operands.iter_mut().zip(pair) {
                    operand[lane] = Element::canonical(x);
                }
            }
            let [a, b] = operands.each_ref().map(|lanes| &lanes[..K::LANES]);
            let products = K::unpack(&K::mul(&K::load(a), &K::pack(b)));
            for (pair, product) in pairs.iter_mut().zip(products) {
                pair[0] = *product.integer();
            }
        }
        Ok(())
    }
}
