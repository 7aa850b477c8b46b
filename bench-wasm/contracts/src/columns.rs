//! The 9x29 product for a chain that prices instructions: column by column.
//!
//! In the crate's own kernels a limb product is added to a column that is a variable, and Karatsuba's
//! identity saves a third of the products. Here an instruction has a price whatever the machine does
//! with it: to set a local costs 210 ink and to get one 75, where a multiplication costs 160 and a
//! constant 1. So each column is summed up on the operand stack, with all that the reduction adds to
//! it, and becomes a local once. The identity then saves nothing: its products cost what its sums and
//! differences do.
//!
//! Ranges, and the columns themselves, are those of [`fqmul::limbs29`].

use fqmul::field::{self, Element, Modulus, bn254::Fr};
use fqmul::kernel::{Kernel, MAX_LANES};
use fqmul::limbs29::Limbs29;

const LIMBS: usize = 9;
const WIDTH: u32 = 29;
const MASK: u64 = (1 << WIDTH) - 1;
type Limbs = [u64; LIMBS];

const P: Limbs = field::split(&Fr::P, WIDTH);

/// 2^-29 mod p.
const INVERSE_RADIX: Limbs =
    field::split(Element::<Fr>::inverse_power_of_two(WIDTH).integer(), WIDTH);

/// -p^-1 mod 2^29.
const NEGATED_INVERSE: u64 = field::negated_inverse::<Fr>() & MASK;

/// Where columns of limb products come from: column C is what is worth 2^(29·C).
trait Columns {
    fn column<const C: usize>(&self) -> u64;
}

/// The sum of a·b over N pairs.
struct Products<'a, const N: usize>([&'a Limbs; N], [&'a Limbs; N]);

impl<const N: usize> Columns for Products<'_, N> {
    #[inline(always)]
    fn column<const C: usize>(&self) -> u64 {
        let mut sum = 0u64;
        for (a, b) in self.0.iter().zip(&self.1) {
            let mut i = C.saturating_sub(LIMBS - 1);
            while i < LIMBS && i <= C {
                sum = sum.wrapping_add(a[i].wrapping_mul(b[C - i]));
                i += 1;
            }
        }
        sum
    }
}

/// a·a, each product of two limbs once.
struct Square<'a> {
    a: &'a Limbs,
    twice: Limbs,
}

impl Columns for Square<'_> {
    #[inline(always)]
    fn column<const C: usize>(&self) -> u64 {
        let mut sum = 0u64;
        let mut i = C.saturating_sub(LIMBS - 1);
        while 2 * i < C {
            sum = sum.wrapping_add(self.twice[i].wrapping_mul(self.a[C - i]));
            i += 1;
        }
        if C.is_multiple_of(2) {
            sum = sum.wrapping_add(self.a[C / 2].wrapping_mul(self.a[C / 2]));
        }
        sum
    }
}

/// What the quotients of columns 0 to 7 add to column C: each is worth itself times 2^-29 one limb up.
#[inline(always)]
fn folded<const C: usize>(quotients: &[u64; LIMBS - 1]) -> u64 {
    let mut sum = 0u64;
    let mut k = C.saturating_sub(LIMBS);
    while k < LIMBS - 1 && k < C {
        sum = sum.wrapping_add(quotients[k].wrapping_mul(INVERSE_RADIX[C - 1 - k]));
        k += 1;
    }
    sum
}

/// The columns times 2^-261 mod p, below 2p: column by column, from the lowest.
#[inline(always)]
fn reduced(columns: &impl Columns) -> Limbs {
    let mut quotients = [0u64; LIMBS - 1];
    let mut carry = 0u64;
    macro_rules! sum_of {
        ($c:literal) => {
            columns
                .column::<$c>()
                .wrapping_add(folded::<$c>(&quotients))
                .wrapping_add(carry)
        };
    }
    macro_rules! remove {
        ($($c:literal)*) => {$(
            let sum = sum_of!($c);
            quotients[$c] = sum & MASK;
            carry = sum >> WIDTH;
        )*};
    }
    remove!(0 1 2 3 4 5 6 7);
    let sum = sum_of!(8);
    let last = (sum & MASK).wrapping_mul(NEGATED_INVERSE) & MASK;
    carry = sum.wrapping_add(last.wrapping_mul(P[0])) >> WIDTH;
    let mut out = [0; LIMBS];
    macro_rules! keep {
        ($($c:literal)*) => {$(
            let sum = sum_of!($c).wrapping_add(last.wrapping_mul(P[$c - 8]));
            out[$c - 9] = sum & MASK;
            carry = sum >> WIDTH;
        )*};
    }
    keep!(9 10 11 12 13 14 15 16);
    out[8] = carry;
    out
}

/// out = a·b·2^-261 mod p. Preconditions: a, b < 2p, limbs < 2^29. Postcondition: out < 2p, limbs
/// < 2^29.
pub struct ByColumns;

impl Kernel for ByColumns {
    type Modulus = Fr;
    type Packed = Limbs;
    const LANES: usize = 1;
    const RADIX_BITS: u32 = Limbs29::<Fr>::RADIX_BITS;

    #[inline(always)]
    fn pack(lanes: &[Element<Fr>]) -> Limbs {
        Limbs29::<Fr>::pack(lanes)
    }

    #[inline(always)]
    fn unpack(packed: &Limbs) -> [Element<Fr>; MAX_LANES] {
        Limbs29::<Fr>::unpack(packed)
    }

    #[inline(always)]
    fn mul(a: &Limbs, b: &Limbs) -> Limbs {
        reduced(&Products([a], [b]))
    }

    #[inline(always)]
    fn square(a: &Limbs) -> Limbs {
        let twice = a.map(|limb| 2 * limb);
        reduced(&Square { a, twice })
    }

    #[inline(always)]
    fn sum_of_products<const N: usize>(a: [&Limbs; N], b: [&Limbs; N]) -> Limbs {
        reduced(&Products(a, b))
    }

    #[inline(always)]
    fn add(a: &Limbs, b: &Limbs) -> Limbs {
        Limbs29::<Fr>::add(a, b)
    }

    #[inline(always)]
    fn sub(a: &Limbs, b: &Limbs) -> Limbs {
        Limbs29::<Fr>::sub(a, b)
    }
}
