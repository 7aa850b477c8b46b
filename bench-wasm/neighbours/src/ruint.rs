//! `Uint::mul_redc` of ruint, which takes any modulus: here it is a constant.

use fqmul::field::{Element, Modulus, bn254::Fq};
use fqmul::kernel::{Kernel, MAX_LANES};
use ruint::Uint;

type U256 = Uint<256, 4>;

const P: U256 = U256::from_limbs(Fq::P);

/// -p^-1 mod 2^64.
const NEGATED_INVERSE: u64 = fqmul::field::negated_inverse::<Fq>();

/// out = a·b·R^-1 mod p, R = 2^256, 4x64 limbs. Canonical in and out.
pub struct Ruint;

impl Kernel for Ruint {
    type Modulus = Fq;
    type Packed = U256;
    const LANES: usize = 1;
    const RADIX_BITS: u32 = 256;

    #[inline(always)]
    fn pack(lanes: &[Element<Fq>]) -> U256 {
        U256::from_limbs(*lanes[0].integer())
    }

    #[inline(always)]
    fn unpack(packed: &U256) -> [Element<Fq>; MAX_LANES] {
        [Element::new(packed.into_limbs()).expect("residues are canonical"); MAX_LANES]
    }

    #[inline(always)]
    fn mul(a: &U256, b: &U256) -> U256 {
        a.mul_redc(*b, P, NEGATED_INVERSE)
    }

    #[inline(always)]
    fn add(a: &U256, b: &U256) -> U256 {
        a.add_mod(*b, P)
    }

    #[inline(always)]
    fn sub(a: &U256, b: &U256) -> U256 {
        a.add_mod(P - *b, P)
    }
}
