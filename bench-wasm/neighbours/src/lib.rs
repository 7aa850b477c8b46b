//! The BN254 product of another crate behind this project's own loops: the same source expands the
//! seed, repeats the product and folds the results, so that nothing but the product differs.
//!
//! One crate a module, chosen by a feature of that name. Elements cross as 32 bytes, little-endian
//! and canonical; what is between products is the other crate's own format, and its own product
//! takes elements into it and out of it.

// The loops name these as their own crate's.
use fqmul::{field, kernel};

/// What times the kernels of this project, included as it is: as fqmul's feature it would come with
/// the wasm-bindgen exports of all of them.
#[path = "../../../src/bench"]
#[allow(dead_code)]
mod bench {
    pub mod batch;
    mod error;
    mod generator;
    mod info;
}

#[cfg(feature = "crypto-bigint")]
mod crypto_bigint;
#[cfg(feature = "halo2curves")]
mod halo2curves;
#[cfg(feature = "ruint")]
mod ruint;

#[cfg(feature = "crypto-bigint")]
use crypto_bigint::CryptoBigint as Neighbour;
#[cfg(feature = "halo2curves")]
use halo2curves::Halo2curves as Neighbour;
#[cfg(feature = "ruint")]
use ruint::Ruint as Neighbour;

use field::{Element, bn254::Fq};
use kernel::Kernel;

/// Two operands; what a call gives is in the first.
static mut OPERANDS: [[u8; 32]; 2] = [[0; 32]; 2];

/// Where the other exports find their operands, and leave what they give.
#[unsafe(no_mangle)]
pub extern "C" fn operands() -> *mut [[u8; 32]; 2] {
    &raw mut OPERANDS
}

/// The product of the operands.
///
/// # Panics
/// Where one is not below the modulus: the module traps.
#[unsafe(no_mangle)]
pub extern "C" fn mul() {
    let [a, b] = read().map(|x| Neighbour::load(&[x]));
    write(Neighbour::store(&Neighbour::mul(&a, &b))[0]);
}

/// The first operand, into the format of the other crate and back.
///
/// # Panics
/// As [`mul`].
#[unsafe(no_mangle)]
pub extern "C" fn convert() {
    let [a, _] = read();
    write(Neighbour::store(&Neighbour::load(&[a]))[0]);
}

/// n dependent products: the checksum of [`bench::batch::chain`].
#[unsafe(no_mangle)]
pub extern "C" fn chain(seed: u64, n: u32) {
    write(bench::batch::chain::<Neighbour>(seed, n));
}

/// n independent products: the checksum of [`bench::batch::stream`].
#[unsafe(no_mangle)]
pub extern "C" fn stream(seed: u64, n: u32) {
    write(bench::batch::stream::<Neighbour>(seed, n));
}

fn read() -> [Element<Fq>; 2] {
    // SAFETY: the module has one thread, and no reference to the operands outlives this line.
    let bytes = unsafe { *operands() };
    bytes.map(|x| Element::from_bytes("operand", &x).expect("operands are below p"))
}

fn write(element: Element<Fq>) {
    // SAFETY: the module has one thread, and there are no references to the operands.
    unsafe { (*operands())[0] = element.to_bytes() };
}
