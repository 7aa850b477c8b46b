//! A kernel's products alone.

use core::marker::PhantomData;
use fqmul::field::Element;
use fqmul::kernel::{Kernel, MAX_LANES};

/// K whose squares are products and whose sums are reduced product by product: the trait's own.
pub struct Plain<K>(PhantomData<K>);

impl<K: Kernel> Kernel for Plain<K> {
    type Modulus = K::Modulus;
    type Packed = K::Packed;
    const LANES: usize = K::LANES;
    const RADIX_BITS: u32 = K::RADIX_BITS;

    #[inline(always)]
    fn pack(lanes: &[Element<K::Modulus>]) -> K::Packed {
        K::pack(lanes)
    }

    #[inline(always)]
    fn unpack(packed: &K::Packed) -> [Element<K::Modulus>; MAX_LANES] {
        K::unpack(packed)
    }

    #[inline(always)]
    fn mul(a: &K::Packed, b: &K::Packed) -> K::Packed {
        K::mul(a, b)
    }

    #[inline(always)]
    fn add(a: &K::Packed, b: &K::Packed) -> K::Packed {
        K::add(a, b)
    }

    #[inline(always)]
    fn sub(a: &K::Packed, b: &K::Packed) -> K::Packed {
        K::sub(a, b)
    }
}
