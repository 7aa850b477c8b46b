//! The product of two limbs, of which a kernel's product is made, in loops like those of [`batch`](super::batch).
//!
//! A step takes x and c to the low and the high limb of a·x + c: what a row of a long multiplication
//! does with each limb, and Marsaglia's multiply-with-carry generator ("Xorshift RNGs", 2003). It
//! multiplies x + 2^w·c by a modulo a·2^w - 1, w being the bits of a limb, so that a reference outside
//! wasm knows the state after any number of steps.

use super::batch::{SLOTS, fold, passes};
use super::error::InputError;
use super::generator::Generator;
use super::info::Field;
use crate::black_box::black_box;
use crate::field::Element;
use crate::kernel::MAX_LANES;

/// A way to multiply limbs.
trait Limb: Copy {
    /// A limb a lane.
    type Limbs: Copy;
    /// The high limbs, as the next step adds them.
    type Carry: Copy;
    /// Independent products of a call.
    const LANES: usize;
    /// w, the bits of a limb.
    const WIDTH: u32;
    /// High limbs that are all 0.
    const ZERO: Self::Carry;

    /// `lanes.len() == LANES`, all below 2^w.
    fn load(lanes: &[u64]) -> Self::Limbs;

    /// x + 2^w·c, one a lane; the rest of the array is unspecified.
    fn state(x: Self::Limbs, c: Self::Carry) -> [u128; MAX_LANES];

    /// The low and the high limb of a·x + c in every lane. c < a, and so is the high limb.
    fn step(a: Self::Limbs, x: Self::Limbs, c: Self::Carry) -> (Self::Limbs, Self::Carry);
}

/// One 64x64 -> 128-bit product by `u128`: by `__multi3`, or where there is one by an instruction.
#[derive(Clone, Copy)]
struct Widening;

impl Limb for Widening {
    type Limbs = u64;
    type Carry = u64;
    const LANES: usize = 1;
    const WIDTH: u32 = 64;
    const ZERO: u64 = 0;

    fn load(lanes: &[u64]) -> u64 {
        lanes[0]
    }

    fn state(x: u64, c: u64) -> [u128; MAX_LANES] {
        [u128::from(x) | u128::from(c) << 64; MAX_LANES]
    }

    #[inline(always)]
    fn step(a: u64, x: u64, c: u64) -> (u64, u64) {
        let sum = u128::from(a) * u128::from(x) + u128::from(c);
        (sum as u64, (sum >> 64) as u64)
    }
}

/// The same as four products of 32 bits.
#[derive(Clone, Copy)]
struct Split;

impl Limb for Split {
    type Limbs = u64;
    type Carry = u64;
    const LANES: usize = 1;
    const WIDTH: u32 = 64;
    const ZERO: u64 = 0;

    fn load(lanes: &[u64]) -> u64 {
        lanes[0]
    }

    fn state(x: u64, c: u64) -> [u128; MAX_LANES] {
        Widening::state(x, c)
    }

    #[inline(always)]
    fn step(a: u64, x: u64, c: u64) -> (u64, u64) {
        const LOW: u64 = 0xffff_ffff;
        let [(a0, a1), (x0, x1)] = [a, x].map(|limb| (limb & LOW, limb >> 32));
        // A product of halves and two more halves are below 2^64.
        let low = a0 * x0 + (c & LOW);
        let middle = a1 * x0 + (low >> 32) + (c >> 32);
        let other = a0 * x1 + (middle & LOW);
        let high = a1 * x1 + (middle >> 32) + (other >> 32);
        (other << 32 | low & LOW, high)
    }
}

/// Two products of 29 bits by one extmul, with the steps around it that [`crate::simd_mul`] has.
#[cfg(target_feature = "simd128")]
#[derive(Clone, Copy)]
struct Extmul;

#[cfg(target_feature = "simd128")]
mod extmul {
    use super::{Extmul, Limb};
    use crate::kernel::MAX_LANES;
    use crate::radix::accumulator::Accumulator;
    use crate::radix::radix29;
    use crate::simd_mul::Accumulators;
    use core::arch::wasm32::*;

    impl Limb for Extmul {
        /// As factors.
        type Limbs = v128;
        type Carry = Accumulators;
        const LANES: usize = 2;
        const WIDTH: u32 = radix29::WIDTH;
        const ZERO: Accumulators = Accumulators(u64x2(0, 0));

        fn load(lanes: &[u64]) -> v128 {
            let (x, y) = (lanes[0] as u32, lanes[1] as u32);
            u32x4(x, y, x, y)
        }

        fn state(x: v128, Accumulators(c): Accumulators) -> [u128; MAX_LANES] {
            let low = [u32x4_extract_lane::<0>(x), u32x4_extract_lane::<1>(x)];
            let high = [u64x2_extract_lane::<0>(c), u64x2_extract_lane::<1>(c)];
            core::array::from_fn(|lane| {
                u128::from(low[lane]) | u128::from(high[lane]) << Self::WIDTH
            })
        }

        #[inline(always)]
        fn step(a: v128, x: v128, c: Accumulators) -> (v128, Accumulators) {
            let sum = Accumulators::product(a, x).plus(c);
            (sum.low(Self::WIDTH).limb(), sum.high(Self::WIDTH))
        }
    }
}

/// What is multiplied again and again.
#[derive(Clone, Copy)]
struct Slot<L: Limb> {
    a: L::Limbs,
    x: L::Limbs,
    c: L::Carry,
}

impl<L: Limb> Slot<L> {
    /// A lane draws a, whose highest bit is set, and x.
    fn draw(generator: &mut Generator) -> Self {
        let mut lanes = [[0; MAX_LANES]; 2];
        for lane in 0..L::LANES {
            for (operand, highest) in lanes.iter_mut().zip([1 << (L::WIDTH - 1), 0]) {
                operand[lane] = generator.word() & (u64::MAX >> (64 - L::WIDTH)) | highest;
            }
        }
        let [a, x] = lanes.map(|operand| L::load(&operand[..L::LANES]));
        Self { a, x, c: L::ZERO }
    }

    /// The states as elements, one a lane.
    fn states(&self) -> impl Iterator<Item = Element<Field>> + use<L> {
        let states = L::state(self.x, self.c);
        let element = |state: u128| Element::canonical([state as u64, (state >> 64) as u64, 0, 0]);
        states.into_iter().map(element).take(L::LANES)
    }
}

/// Latency: n products, each needing the one before; of L lanes L such chains side by side, as in
/// [`batch::chain`](super::batch::chain). The fold of the lanes' last states.
fn chain<L: Limb>(seed: u64, n: u32) -> Element<Field> {
    over_slots::<L>(1, seed, n, |slots, calls| {
        limb_chain_loop(&mut slots[0], calls)
    })
}

/// Throughput: n products, one in each of [`SLOTS`] slots by turns. The fold of all last states.
fn stream<L: Limb>(seed: u64, n: u32) -> Element<Field> {
    over_slots::<L>(SLOTS / L::LANES, seed, n, limb_stream_loop)
}

/// Draws so many slots and does n steps on them; `run` does so many calls.
fn over_slots<L: Limb>(
    count: usize,
    seed: u64,
    n: u32,
    run: impl Fn(&mut [Slot<L>], usize),
) -> Element<Field> {
    let mut generator = Generator::new(seed);
    let mut slots: Vec<_> = (0..count).map(|_| Slot::draw(&mut generator)).collect();
    let calls = n as usize / L::LANES;
    run(&mut slots, calls);
    let mut last: Vec<_> = slots.iter().flat_map(Slot::states).collect();
    // The first lanes of one slot do one more.
    let (slot, rest) = (calls % count, n as usize % L::LANES);
    let mut next = [slots[slot]];
    run(&mut next, 1);
    for (state, more) in last[slot * L::LANES..]
        .iter_mut()
        .zip(next[0].states().take(rest))
    {
        *state = more;
    }
    fold(last.into_iter())
}

// The timed parts, functions of their own like those of `batch`. LLVM must not know an operand: what it
// could do once for all steps, such as to split a, belongs to every product, and of an extmul whose
// operands it understands it makes an `i64x2.mul`.

#[inline(never)]
fn limb_chain_loop<L: Limb>(slot: &mut Slot<L>, calls: usize) {
    let (mut x, mut c) = (slot.x, slot.c);
    for _ in 0..calls {
        (x, c) = L::step(black_box(&slot.a), x, c);
    }
    (slot.x, slot.c) = (x, c);
}

#[inline(never)]
fn limb_stream_loop<L: Limb>(slots: &mut [Slot<L>], calls: usize) {
    passes(slots, calls, |slots| {
        for slot in slots {
            (slot.x, slot.c) = L::step(black_box(&slot.a), black_box(&slot.x), slot.c);
        }
    });
}

/// The limb product of a kernel, with its type erased.
#[derive(Clone, Copy)]
pub struct LimbProduct {
    /// The kernel's id.
    pub id: &'static str,
    /// The checksum of n dependent products: [`Seed and n`](super::batch::chain) as in a chain.
    pub chain: fn(u64, u32) -> Element<Field>,
    /// The checksum of n independent products.
    pub stream: fn(u64, u32) -> Element<Field>,
}

macro_rules! limb_products {
    ($($(#[$condition:meta])* $id:literal: $limb:ident;)*) => {
        /// The kernels of this build whose limb products differ.
        pub static LIMB_PRODUCTS: &[LimbProduct] = &[$(
            $(#[$condition])*
            LimbProduct { id: $id, chain: chain::<$limb>, stream: stream::<$limb> },
        )*];

        $(
            // What the test of the opcodes reads, as in `loops`.
            $(#[$condition])*
            #[cfg(target_arch = "wasm32")]
            const _: () = {
                /// # Safety
                /// `checksum` is valid for 32 bytes.
                #[unsafe(export_name = concat!("limb_chain:", $id))]
                unsafe extern "C" fn limb_chain(seed: u64, n: u32, checksum: *mut [u8; 32]) {
                    // SAFETY: the caller's promise above.
                    unsafe { *checksum = chain::<$limb>(seed, n).to_bytes() }
                }

                /// # Safety
                /// `checksum` is valid for 32 bytes.
                #[unsafe(export_name = concat!("limb_stream:", $id))]
                unsafe extern "C" fn limb_stream(seed: u64, n: u32, checksum: *mut [u8; 32]) {
                    // SAFETY: the caller's promise above.
                    unsafe { *checksum = stream::<$limb>(seed, n).to_bytes() }
                }
            };
        )*
    };
}

limb_products! {
    "multi3": Widening;
    "multi3-mitigated": Split;
    #[cfg(fqmul_wide_arithmetic)]
    "multi3-wide": Widening;
    #[cfg(target_feature = "simd128")]
    "simd": Extmul;
}

/// The limb product of the kernel `id`.
///
/// # Errors
/// [`InputError::UnknownKernel`], naming those that this build has.
pub fn find(id: &str) -> Result<LimbProduct, InputError> {
    let known = || LIMB_PRODUCTS.iter();
    known()
        .find(|product| product.id == id)
        .copied()
        .ok_or_else(|| {
            let ids: Vec<_> = known().map(|product| product.id).collect();
            InputError::UnknownKernel {
                given: id.into(),
                known: ids.join(", "),
            }
        })
}
