//! The kernels in words of 64 bits, for machines that multiply two 64-bit words to 128 bits: wasm with wide arithmetic.
//!
//! They are plain Rust with `u128`, and right in any build. But where wasm has no such instruction each product of
//! words is a call of `__multi3`, and every other kernel is faster; so the tables have them in the build with wide
//! arithmetic alone. In builds with debug assertions products are calls, and compile in less time.

use crate::field::{Element, Integer, Modulus, integer};
use crate::kernel::{self, Kernel, MAX_LANES};
use crate::radix::radix64::{self, Radix64Constants};
use core::marker::PhantomData;

/// out = a·b·R^-1 mod p, by 64-bit words.
///
/// | | |
/// |---|---|
/// | in | a, b < p; with `LAZY` < 2p |
/// | out | out < p, with `LAZY` < 2p, of every operation |
/// | p | odd, below R/2; with `LAZY` below R/4; it does not compile for another |
/// | limbs | Nx64: 4x64, of six words 6x64 |
/// | lanes | 1 |
/// | R | 2^(64·N): 2^256, of six words 2^384 |
/// | multiplications | in Fq of BN254 32 `i64.mul_wide_u` and 4 `i64.mul` a product; 26 wide ones a square, 48 a sum of two |
/// | source | `src/radix/radix64.rs`: Koç, Acar, Kaliski 1996 (CIOS), gnark-crypto (no carry), Walter 1999 (no subtraction) |
///
/// A sum of K products of operands below A·p has one reduction where (A·K + 1)·p is below R, and several elsewhere. The
/// interval test `tests/suite/bounds64.rs` proves the ranges; the opcode test counts the multiplications. Not constant
/// time: the last subtraction is behind a branch. Not proven: what LLVM and an engine make of the code.
///
/// ```
/// use fqmul::field::{Element, bn254::Fq, bls12_381::Fr};
/// use fqmul::kernel::Kernel;
/// use fqmul::wide::{Wide, WideLazy};
///
/// type Lazy = WideLazy<Fq>;
/// let two = Element::new([2, 0, 0, 0]).expect("it is below p");
/// let four = Lazy::square(&Lazy::load(&[two]));
/// assert_eq!(Lazy::store(&four)[0].integer(), &[4, 0, 0, 0]);
/// // 2p is below R, and 4p is not.
/// Wide::<Fr>::load(&[Element::ONE]);
/// ```
///
/// A prime of 256 bits has carries out of a row:
///
/// ```compile_fail
/// use fqmul::field::{Element, Integer, Modulus};
/// use fqmul::kernel::Kernel;
///
/// #[derive(Clone, Copy, Debug, PartialEq, Eq)]
/// struct Large;
/// impl Modulus for Large {
///     const NAME: &'static str = "2^256 - 189";
///     const P: Integer = [u64::MAX - 188, u64::MAX, u64::MAX, u64::MAX];
/// }
/// fqmul::wide::Wide::<Large>::mul(&[1, 0, 0, 0], &[1, 0, 0, 0]);
/// ```
///
/// And where 4p is above R a product would leave the range below 2p:
///
/// ```compile_fail
/// use fqmul::field::{Element, bls12_381::Fr};
/// use fqmul::kernel::Kernel;
///
/// fqmul::wide::WideLazy::<Fr>::load(&[Element::ONE]);
/// ```
pub struct Wide<M, const LAZY: bool = false, const N: usize = 4>(PhantomData<M>);

/// [`Wide`] without the last subtraction.
pub type WideLazy<M> = Wide<M, true>;

/// [`Wide`] of six words.
pub type WideOfSixWords<M> = Wide<M, false, 6>;

impl<M: Modulus<N>, const LAZY: bool, const N: usize> Wide<M, LAZY, N> {
    /// What operands are below, in p.
    const BELOW: u64 = if LAZY { 2 } else { 1 };
    const CONSTANTS: Radix64Constants<N> = Radix64Constants::of(&M::P, Self::BELOW);
    /// What operands are below.
    const LIMIT: [u64; N] = if LAZY {
        integer::wrapping_add(&M::P, &M::P).0
    } else {
        M::P
    };
    /// How many products are reduced at once.
    const TERMS: usize = {
        let mut terms = 3;
        while terms > 1 && !radix64::fits(&M::P, Self::BELOW * terms + 1) {
            terms -= 1;
        }
        terms as usize
    };
    /// Whether the first two rows may be without a quotient, which saves most where no subtraction follows.
    const IN_STEPS: bool = LAZY && radix64::fits(&M::P, Self::BELOW + 3);

    /// The sum of up to [`TERMS`](Self::TERMS) products. It is below 2p, or 3p with LAZY, before it is reduced.
    #[cfg_attr(debug_assertions, inline(never))]
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn sum<const K: usize>(a: [&[u64; N]; K], b: [&[u64; N]; K]) -> [u64; N] {
        let sum = radix64::sum_of_products(a, b, &Self::CONSTANTS);
        radix64::reduce_once(&sum, &Self::LIMIT)
    }
}

impl<M: Modulus<N>, const LAZY: bool, const N: usize> Kernel<N> for Wide<M, LAZY, N> {
    type Modulus = M;
    type Packed = [u64; N];
    const LANES: usize = 1;
    const RADIX_BITS: u32 = 64 * N as u32;

    #[inline]
    fn pack(lanes: &[Element<M, N>]) -> [u64; N] {
        *lanes[0].integer()
    }

    #[inline]
    fn unpack(packed: &[u64; N]) -> [Element<M, N>; MAX_LANES] {
        let canonical = if LAZY {
            integer::reduce_once(packed, &M::P)
        } else {
            *packed
        };
        [Element::unpacked(canonical); MAX_LANES]
    }

    #[cfg_attr(debug_assertions, inline(never))]
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn mul(a: &[u64; N], b: &[u64; N]) -> [u64; N] {
        if Self::IN_STEPS {
            radix64::product_in_steps(a, b, &Self::CONSTANTS)
        } else if LAZY {
            radix64::product(a, b, &Self::CONSTANTS)
        } else {
            radix64::reduce_once(&radix64::product(a, b, &Self::CONSTANTS), &M::P)
        }
    }

    #[cfg_attr(debug_assertions, inline(never))]
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn square(a: &[u64; N]) -> [u64; N] {
        if const { !radix64::fits(&M::P, 2 * Self::BELOW + 1) } {
            return Self::mul(a, a);
        }
        let square = radix64::square(a, &Self::CONSTANTS);
        if LAZY {
            square
        } else {
            radix64::reduce_once(&square, &M::P)
        }
    }

    #[inline(always)]
    fn add(a: &[u64; N], b: &[u64; N]) -> [u64; N] {
        radix64::add(a, b, &Self::LIMIT)
    }

    #[inline(always)]
    fn sub(a: &[u64; N], b: &[u64; N]) -> [u64; N] {
        radix64::sub(a, b, &Self::LIMIT)
    }

    #[cfg_attr(debug_assertions, inline(never))]
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn sum_of_products<const K: usize>(a: [&[u64; N]; K], b: [&[u64; N]; K]) -> [u64; N] {
        match (K, Self::TERMS) {
            (2, 2..) => Self::sum([a[0], a[1]], [b[0], b[1]]),
            (3, 3..) => Self::sum([a[0], a[1], a[2]], [b[0], b[1], b[2]]),
            (3, 2) => Self::add(
                &Self::sum([a[0], a[1]], [b[0], b[1]]),
                &Self::mul(a[2], b[2]),
            ),
            (4, 2..) => Self::add(
                &Self::sum([a[0], a[1]], [b[0], b[1]]),
                &Self::sum([a[2], a[3]], [b[2], b[3]]),
            ),
            _ => kernel::sum_of_reduced_products::<Self, N, K>(a, b),
        }
    }
}

/// out = a·b·R^-1 mod p in each of two lanes, by 64-bit words.
///
/// | | |
/// |---|---|
/// | in | a, b < 2p |
/// | out | out < 2p, of every operation |
/// | p | odd, below 2^254; it does not compile for another |
/// | limbs | 4x64 |
/// | lanes | 2: the instructions of one between those of the other |
/// | R | 2^256 |
/// | multiplications | in Fq of BN254 64 `i64.mul_wide_u` and 4 `i64.mul` a product, 52 wide ones a square |
/// | source | `src/radix/radix64.rs`: the algorithm of [`WideLazy`] |
///
/// Proven and not proven: as of [`Wide`]. Not constant time: the last subtraction is behind a branch.
pub struct WidePair<M>(PhantomData<M>);

/// An operation of each lane by itself. A closure for both LLVM would leave as a call.
macro_rules! lane_by_lane {
    ($operation:ident($($operand:ident),*)) => {
        [
            WideLazy::<M>::$operation($(&$operand[0]),*),
            WideLazy::<M>::$operation($(&$operand[1]),*),
        ]
    };
}

impl<M: Modulus> Kernel for WidePair<M> {
    type Modulus = M;
    type Packed = [Integer; 2];
    const LANES: usize = 2;
    const RADIX_BITS: u32 = 256;

    #[inline]
    fn pack(lanes: &[Element<M>]) -> [Integer; 2] {
        [*lanes[0].integer(), *lanes[1].integer()]
    }

    #[inline]
    fn unpack(packed: &[Integer; 2]) -> [Element<M>; MAX_LANES] {
        packed.map(|lane| WideLazy::<M>::unpack(&lane)[0])
    }

    #[cfg_attr(debug_assertions, inline(never))]
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn mul(a: &[Integer; 2], b: &[Integer; 2]) -> [Integer; 2] {
        let (a, b) = (side_by_side(a), side_by_side(b));
        let constants = &WideLazy::<M>::CONSTANTS;
        apart(&if WideLazy::<M>::IN_STEPS {
            radix64::product_in_steps(&a, &b, constants)
        } else {
            radix64::product(&a, &b, constants)
        })
    }

    #[inline(always)]
    fn square(a: &[Integer; 2]) -> [Integer; 2] {
        lane_by_lane!(square(a))
    }

    #[inline(always)]
    fn add(a: &[Integer; 2], b: &[Integer; 2]) -> [Integer; 2] {
        lane_by_lane!(add(a, b))
    }

    #[inline(always)]
    fn sub(a: &[Integer; 2], b: &[Integer; 2]) -> [Integer; 2] {
        lane_by_lane!(sub(a, b))
    }

    #[inline(always)]
    fn sum_of_products<const N: usize>(
        a: [&[Integer; 2]; N],
        b: [&[Integer; 2]; N],
    ) -> [Integer; 2] {
        let of = |lane: usize| (a.map(|x| &x[lane]), b.map(|x| &x[lane]));
        let ((a, b), (c, d)) = (of(0), of(1));
        [
            WideLazy::<M>::sum_of_products(a, b),
            WideLazy::<M>::sum_of_products(c, d),
        ]
    }
}

/// The words of both lanes, one beside the other.
#[inline(always)]
fn side_by_side([x, y]: &[Integer; 2]) -> [[u64; 2]; 4] {
    [0, 1, 2, 3].map(|i| [x[i], y[i]])
}

/// The words of each lane.
#[inline(always)]
fn apart(words: &[[u64; 2]; 4]) -> [Integer; 2] {
    [0, 1].map(|lane| [0, 1, 2, 3].map(|i| words[i][lane]))
}
