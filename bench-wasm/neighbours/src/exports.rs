//! What the wasm module exports: for each product `mul`, `convert`, `chain` and `stream`, behind the name of its crate
//! and a colon.

use fqmul::bench::batch;
use fqmul::field::{Element, bn254::Fq};
use fqmul::kernel::Kernel;

/// Two operands; what a call gives is in the first.
static mut OPERANDS: [[u8; 32]; 2] = [[0; 32]; 2];

/// Where the other exports find their operands, and leave what they give.
#[unsafe(no_mangle)]
pub extern "C" fn operands() -> *mut [[u8; 32]; 2] {
    &raw mut OPERANDS
}

macro_rules! product {
    ($module:ident, $name:literal, $product:ty) => {
        mod $module {
            use super::{Kernel, batch, read, write};

            type Product = $product;

            /// The product of the operands.
            ///
            /// # Panics
            /// Where one is not below the modulus: the module traps.
            #[unsafe(export_name = concat!($name, ":mul"))]
            extern "C" fn mul() {
                let [a, b] = read().map(|x| Product::load(&[x]));
                write(Product::store(&Product::mul(&a, &b))[0]);
            }

            /// The first operand, into the format of the other crate and back.
            ///
            /// # Panics
            /// As [`mul`].
            #[unsafe(export_name = concat!($name, ":convert"))]
            extern "C" fn convert() {
                let [a, _] = read();
                write(Product::store(&Product::load(&[a]))[0]);
            }

            /// n dependent products: the checksum of [`batch::chain`].
            #[unsafe(export_name = concat!($name, ":chain"))]
            extern "C" fn chain(seed: u64, n: u32) {
                write(batch::chain::<Product, 4>(seed, n));
            }

            /// n independent products: the checksum of [`batch::stream`].
            #[unsafe(export_name = concat!($name, ":stream"))]
            extern "C" fn stream(seed: u64, n: u32) {
                write(batch::stream::<Product, 4>(seed, n));
            }
        }
    };
}

product!(crypto_bigint, "crypto-bigint", crate::CryptoBigint);
product!(halo2curves, "halo2curves", crate::Halo2curves);
product!(ruint, "ruint", crate::Ruint);

fn read() -> [Element<Fq>; 2] {
    // SAFETY: the module has one thread, and no reference to the operands outlives this line.
    let bytes = unsafe { *operands() };
    bytes.map(|x| Element::from_bytes("operand", &x).expect("operands are below p"))
}

fn write(element: Element<Fq>) {
    // SAFETY: the module has one thread, and there are no references to the operands.
    unsafe { (*operands())[0] = element.to_bytes() };
}
