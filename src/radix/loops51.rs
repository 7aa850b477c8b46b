//! Loops of products in f64 lanes, over arrays.
//!
//! What takes time beside the multiplications is in which order they stand: rustc's order spills 38 values a pair, one
//! that is written by instruction none. So the build of this project (`bench-wasm/src/emit/graft.mjs`) gives the
//! functions of this file, which it finds by their names, bodies of `bench-wasm/src/emit/products.mjs`. What stands
//! here is right wherever nobody does so.

use super::product51;
use super::radix51::{Constant, DoubleLanes, Form, LIMBS, Radix51Constants};
use crate::black_box::black_box;
use crate::field::Modulus;
use core::mem::MaybeUninit;

type Packed<L> = [L; LIMBS];

/// Room for what an emitted loop leaves from one of its stages to the next, twice.
type Scratch = MaybeUninit<[Constant; 128]>;

/// Twice `SCRATCH_BYTES` of `bench-wasm/src/emit/products.mjs`.
const _: () = assert!(size_of::<Scratch>() == 2 * 1024 && align_of::<Scratch>() == 16);

/// `out`, `a`, `b`, how many, the constants of the prime, and scratch memory.
type Loop<L> = unsafe extern "C" fn(
    *mut Packed<L>,
    *const Packed<L>,
    *const Packed<L>,
    usize,
    *const Radix51Constants,
    *mut Scratch,
);

/// `products[i]` = `a[i]`·`b[i]`·R^-1.
pub fn multiply<L: DoubleLanes, M: Modulus>(
    products: &mut [Packed<L>],
    a: &[Packed<L>],
    b: &[Packed<L>],
) {
    let n = products.len();
    assert!(a.len() == n && b.len() == n);
    // SAFETY: three arrays of n elements, none of which is written while it is read by others.
    unsafe {
        run::<L, M>(
            [products_up, centred_products_up],
            products.as_mut_ptr(),
            a.as_ptr(),
            b.as_ptr(),
            n,
        )
    }
}

/// `a[i]` = `a[i]`·`b[i]`·R^-1.
pub fn multiply_in_place<L: DoubleLanes, M: Modulus>(a: &mut [Packed<L>], b: &[Packed<L>]) {
    let (n, a) = (a.len(), a.as_mut_ptr());
    assert!(b.len() == n);
    // SAFETY: two arrays of n elements. An element is read before its product is written in its place.
    unsafe { run::<L, M>([products_up, centred_products_up], a, a, b.as_ptr(), n) }
}

/// `squares[i]` = `a[i]`²·R^-1.
pub fn square<L: DoubleLanes, M: Modulus>(squares: &mut [Packed<L>], a: &[Packed<L>]) {
    let n = squares.len();
    assert!(a.len() == n);
    // SAFETY: two arrays of n elements; the third is not read.
    unsafe {
        run::<L, M>(
            [self::squares, centred_squares],
            squares.as_mut_ptr(),
            a.as_ptr(),
            a.as_ptr(),
            n,
        )
    }
}

/// `products[i]` = `products[i - CHAINS]`·`b[i]`·R^-1, from the first that has such a one to the last.
pub fn multiply_up<L: DoubleLanes, M: Modulus, const CHAINS: usize>(
    products: &mut [Packed<L>],
    b: &[Packed<L>],
) {
    const { assert!(CHAINS >= READ_AHEAD) };
    assert!(b.len() == products.len());
    let Some(n) = products.len().checked_sub(CHAINS) else {
        return;
    };
    let products = products.as_mut_ptr();
    // SAFETY: n elements from either end of an array of n + CHAINS, and from an end of another. What is read of
    // `products` was written at least READ_AHEAD elements before.
    unsafe {
        run::<L, M>(
            [products_up, centred_products_up],
            products.add(CHAINS),
            products,
            b.as_ptr().add(CHAINS),
            n,
        );
    }
}

/// `products[i - CHAINS]` = `products[i]`·`b[i]`·R^-1, from the last to the first that has such a one.
pub fn multiply_down<L: DoubleLanes, M: Modulus, const CHAINS: usize>(
    products: &mut [Packed<L>],
    b: &[Packed<L>],
) {
    const { assert!(CHAINS >= READ_AHEAD) };
    assert!(b.len() == products.len());
    let Some(n) = products.len().checked_sub(CHAINS) else {
        return;
    };
    let products = products.as_mut_ptr();
    // SAFETY: as in `multiply_up`, from the last element to the first.
    unsafe {
        run::<L, M>(
            [products_down, centred_products_down],
            products,
            products.add(CHAINS),
            b.as_ptr().add(CHAINS),
            n,
        );
    }
}

/// An emitted loop reads an element before it writes the product of the one before.
const READ_AHEAD: usize = 2;

/// Runs the loop of M's form: `TwoSteps`, or `Centred`.
///
/// # Safety
/// As that of the loops.
#[inline(always)]
unsafe fn run<L: DoubleLanes, M: Modulus>(
    [two_steps, centred]: [Loop<L>; 2],
    out: *mut Packed<L>,
    a: *const Packed<L>,
    b: *const Packed<L>,
    n: usize,
) {
    let of = match const { Form::of::<M>() } {
        Form::TwoSteps => two_steps,
        Form::Centred => centred,
    };
    // LLVM and wasm-opt must not look into a function whose body is to be another.
    let run = black_box(&of);
    let mut scratch = Scratch::uninit();
    // SAFETY: the caller's promise; a constant is where it is for ever.
    unsafe {
        run(
            out,
            a,
            b,
            n,
            const { &Radix51Constants::of::<M>() },
            &raw mut scratch,
        )
    }
}

/// The loops of a form, by the names by which the build finds them.
macro_rules! loops {
    ($form:ident: $up:ident, $down:ident, $squares:ident) => {
        /// `out[i]` = `a[i]`·`b[i]`·R^-1, from the first to the last.
        ///
        /// # Safety
        /// All are arrays of n elements; `out` may be `a`, or begin [`READ_AHEAD`] elements or more behind it.
        #[inline(never)]
        unsafe extern "C" fn $up<L: DoubleLanes>(
            out: *mut Packed<L>,
            a: *const Packed<L>,
            b: *const Packed<L>,
            n: usize,
            constants: *const Radix51Constants,
            _: *mut Scratch,
        ) {
            for i in 0..n {
                // SAFETY: the caller's promise.
                unsafe {
                    let (a, b) = (&*a.add(i), &*b.add(i));
                    *out.add(i) = product51::multiply(a, b, Form::$form, &*constants);
                }
            }
        }

        /// The same from the last to the first.
        ///
        /// # Safety
        /// All are arrays of n elements; `out` may be `a`, or begin [`READ_AHEAD`] elements or more before it.
        #[inline(never)]
        unsafe extern "C" fn $down<L: DoubleLanes>(
            out: *mut Packed<L>,
            a: *const Packed<L>,
            b: *const Packed<L>,
            n: usize,
            constants: *const Radix51Constants,
            _: *mut Scratch,
        ) {
            for i in (0..n).rev() {
                // SAFETY: the caller's promise.
                unsafe {
                    let (a, b) = (&*a.add(i), &*b.add(i));
                    *out.add(i) = product51::multiply(a, b, Form::$form, &*constants);
                }
            }
        }

        /// `out[i]` = `a[i]`²·R^-1, from the first to the last.
        ///
        /// # Safety
        /// Two arrays of n elements.
        #[inline(never)]
        unsafe extern "C" fn $squares<L: DoubleLanes>(
            out: *mut Packed<L>,
            a: *const Packed<L>,
            _: *const Packed<L>,
            n: usize,
            constants: *const Radix51Constants,
            _: *mut Scratch,
        ) {
            for i in 0..n {
                // SAFETY: the caller's promise.
                unsafe { *out.add(i) = product51::square(&*a.add(i), Form::$form, &*constants) }
            }
        }
    };
}

loops!(TwoSteps: products_up, products_down, squares);
loops!(Centred: centred_products_up, centred_products_down, centred_squares);
