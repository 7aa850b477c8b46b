//! The product of blst, `blst_fp_mul`, as the configuration of an arkworks field: its residues are
//! arkworks' own, 6x64 limbs with R = 2^384, canonical, and so one code path times both.

use ark_bls12_381::FqConfig;
use ark_ff::{BigInt, Fp, MontBackend, MontConfig};
use blst::{blst_fp, blst_fp_mul};
use fqmul::bench::field_loops::Loops;
use fqmul::bench::fields::loops_of;

type Element = Fp<MontBackend<Blst, 6>, 6>;

/// The base field of BLS12-381.
struct Blst;

impl MontConfig<6> for Blst {
    const MODULUS: BigInt<6> = FqConfig::MODULUS;
    const GENERATOR: Element = Element::new_unchecked(FqConfig::GENERATOR.0);
    const TWO_ADIC_ROOT_OF_UNITY: Element =
        Element::new_unchecked(FqConfig::TWO_ADIC_ROOT_OF_UNITY.0);

    #[inline(always)]
    fn mul_assign(a: &mut Element, b: &Element) {
        let (a, b) = (&raw mut a.0.0, &raw const b.0.0);
        // SAFETY: blst_fp is six words in C's layout, as [u64; 6] is. The function reads six words at each of its
        // operands and writes six at the result, which may be an operand: blst's own headers pass the same pointer
        // for both.
        unsafe {
            blst_fp_mul(
                a.cast::<blst_fp>(),
                a.cast::<blst_fp>(),
                b.cast::<blst_fp>(),
            )
        }
    }
}

/// The loops of its product.
pub fn loops() -> Box<dyn Loops> {
    loops_of::<Blst, 6>()
}
