//! `bn256::Fq` of halo2curves.

use fqmul::field::{Element, bn254};
use fqmul::kernel::{Kernel, MAX_LANES};
use halo2curves::bn256::Fq;

/// out = a·b·R^-1 mod p, R = 2^256, 4x64 limbs. Canonical in and out.
pub struct Halo2curves;

impl Kernel for Halo2curves {
    type Modulus = bn254::Fq;
    type Packed = Fq;
    const LANES: usize = 1;
    const RADIX_BITS: u32 = 256;

    #[inline(always)]
    fn pack(lanes: &[Element<bn254::Fq>]) -> Fq {
        Fq(*lanes[0].integer())
    }

    #[inline(always)]
    fn unpack(packed: &Fq) -> [Element<bn254::Fq>; MAX_LANES] {
        [Element::new(packed.0).expect("residues are canonical"); MAX_LANES]
    }

    #[inline(always)]
    fn mul(a: &Fq, b: &Fq) -> Fq {
        a.mul(b)
    }

    #[inline(always)]
    fn add(a: &Fq, b: &Fq) -> Fq {
        a.add(b)
    }

    #[inline(always)]
    fn sub(a: &Fq, b: &Fq) -> Fq {
        a.sub(b)
    }
}
