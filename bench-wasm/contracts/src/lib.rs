//! A hash of two elements as a contract would have it: no SIMD, no floats, no allocator of ours, one
//! export that does the work.
//!
//! `--cfg hash` says which hash and which form of it, `--cfg product` on which multiplication: `poseidon1` on
//! `columns` where neither is said. The steps of the published ladder differ by the second alone.

// A module has one product: the others are not used in it.
#![allow(dead_code)]
#![cfg(target_family = "wasm")]

mod columns;
mod montgomery;
mod plain;

/// Two elements, 32 bytes each, little-endian, canonical; after [`hash`] their hash is the first.
static mut OPERANDS: [[u8; 32]; 2] = [[0; 32]; 2];

/// Where [`hash`] finds its operands.
#[unsafe(no_mangle)]
pub extern "C" fn operands() -> *mut [[u8; 32]; 2] {
    &raw mut OPERANDS
}

/// Hashes the operands.
///
/// # Panics
/// Where one is not below the modulus: the module traps.
#[unsafe(no_mangle)]
pub extern "C" fn hash() {
    // SAFETY: a contract has one thread, and whoever has the pointer writes before it calls.
    let operands = unsafe { &mut *operands() };
    operands[0] = chosen::hash(*operands);
}

#[cfg(product = "openzeppelin")]
mod chosen {
    use openzeppelin_crypto::arithmetic::uint::U256;
    use openzeppelin_crypto::field::instance::FpBN256;
    use openzeppelin_crypto::poseidon2::{Poseidon2, instance::bn256::BN256Params};

    /// As the crate's users call it: a sponge that takes two elements and gives one.
    pub fn hash(operands: [[u8; 32]; 2]) -> [u8; 32] {
        let mut poseidon = Poseidon2::<BN256Params, FpBN256>::new();
        for bytes in operands {
            let words = bytes.as_chunks::<8>().0;
            let limbs = core::array::from_fn(|i| u64::from_le_bytes(words[i]));
            poseidon.absorb(&FpBN256::from_bigint(U256::new(limbs)));
        }
        let hash = poseidon.squeeze().into_bigint();
        let mut bytes = [0; 32];
        for (word, limb) in bytes.as_chunks_mut::<8>().0.iter_mut().zip(hash.as_limbs()) {
            *word = limb.to_le_bytes();
        }
        bytes
    }
}

#[cfg(not(product = "openzeppelin"))]
mod chosen {
    use fqmul::field::{Element, bn254::Fr};
    use fqmul::kernel::Kernel;
    use fqmul::work::poseidon;

    #[cfg(product = "u128")]
    type Product = crate::montgomery::U128;
    #[cfg(product = "split")]
    type Product = crate::montgomery::Split;
    #[cfg(product = "inlined")]
    type Product = crate::montgomery::Inlined;
    #[cfg(product = "unrolled")]
    type Product = crate::montgomery::Unrolled;
    #[cfg(product = "limbs29-mul")]
    type Product = crate::plain::Plain<fqmul::limbs29::Limbs29<Fr>>;
    #[cfg(product = "limbs29-square")]
    type Product = fqmul::limbs29::Limbs29<Fr>;
    #[cfg(not(any(
        product = "u128",
        product = "split",
        product = "inlined",
        product = "unrolled",
        product = "limbs29-mul",
        product = "limbs29-square",
        product = "limbs29",
    )))]
    type Product = crate::columns::ByColumns;
    #[cfg(product = "limbs29")]
    type Product = fqmul::limbs29::Limbs29Sop<Fr>;

    #[cfg(hash = "poseidon1-dense")]
    type Form = poseidon::dense::Dense;
    #[cfg(hash = "poseidon1-sparse")]
    type Form = poseidon::sparse::Sparse;
    #[cfg(not(any(
        hash = "poseidon1-dense",
        hash = "poseidon1-sparse",
        hash = "poseidon2",
    )))]
    type Form = poseidon::recurrence::Recurrence;
    #[cfg(hash = "poseidon2")]
    type Form = poseidon::poseidon2::Poseidon2;

    pub fn hash(operands: [[u8; 32]; 2]) -> [u8; 32] {
        // A trap without words: those of a panic, and what formats them, would be data, and a chain asks
        // three quarters of a gas for each byte of data whenever the contract starts.
        let element = |bytes: &[u8; 32]| match Element::<Fr>::from_bytes("", bytes) {
            Ok(element) => Product::load(&[element]),
            Err(_) => core::arch::wasm32::unreachable(),
        };
        let [a, b] = operands.each_ref().map(element);
        let hash = poseidon::hash::<Product, Form, _>(&a, &b);
        Product::store(&hash)[0].to_bytes()
    }
}
