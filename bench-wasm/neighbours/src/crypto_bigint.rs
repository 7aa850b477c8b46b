//! `ConstMontyForm` of crypto-bigint, whose modulus is known at compile time.

use crypto_bigint::{U256, const_monty_params, modular::ConstMontyForm};
use fqmul::field::{Element, bn254::Fq};
use fqmul::kernel::{Kernel, MAX_LANES};

const_monty_params!(
    Parameters,
    U256,
    "30644e72e131a029b85045b68181585d97816a916871ca8d3c208c16d87cfd47"
);

/// out = a·b·R^-1 mod p, R = 2^256, 4x64 limbs. Canonical in and out.
pub struct CryptoBigint;

impl Kernel for CryptoBigint {
    type Modulus = Fq;
    type Packed = ConstMontyForm<Parameters, { U256::LIMBS }>;
    const LANES: usize = 1;
    const RADIX_BITS: u32 = 256;

    #[inline(always)]
    fn pack(lanes: &[Element<Fq>]) -> Self::Packed {
        ConstMontyForm::from_montgomery(U256::from_le_slice(&lanes[0].to_bytes()))
    }

    #[inline(always)]
    fn unpack(packed: &Self::Packed) -> [Element<Fq>; MAX_LANES] {
        let bytes = packed.as_montgomery().to_le_bytes();
        [Element::from_bytes("residue", bytes.as_ref()).expect("residues are canonical"); MAX_LANES]
    }

    #[inline(always)]
    fn mul(a: &Self::Packed, b: &Self::Packed) -> Self::Packed {
        a.mul(b)
    }

    #[inline(always)]
    fn add(a: &Self::Packed, b: &Self::Packed) -> Self::Packed {
        a.add(b)
    }

    #[inline(always)]
    fn sub(a: &Self::Packed, b: &Self::Packed) -> Self::Packed {
        a.sub(b)
    }
}
