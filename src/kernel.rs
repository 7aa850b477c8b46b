//! What a multiplication kernel is.

use crate::field::{Element, Modulus};

/// The most elements any kernel packs together. Signatures have arrays of so many: stable Rust takes no array whose
/// length is [`LANES`](Kernel::LANES), a constant of the trait itself.
pub const MAX_LANES: usize = 2;

/// A multiplication of Montgomery residues x·R mod p, R = 2^[`RADIX_BITS`](Kernel::RADIX_BITS), and
/// the operations beside it.
///
/// Every operation takes what any of them gives: all keep the ranges that the kernel states at its
/// type. N is how many words an element of the field has.
///
/// `pack` and `unpack` change the format and nothing else: they move the integer x between its
/// canonical form and the kernel's limbs, without a multiplication. `load` and `store` change the
/// representation too, x <-> x·R mod p, by the kernel's own product with R² and with 1.
pub trait Kernel<const N: usize = 4>: 'static {
    /// The field.
    type Modulus: Modulus<N>;
    /// [`LANES`](Kernel::LANES) residues in the format that stays between products.
    type Packed: Copy;
    /// How many independent products one call does: 1 or 2.
    const LANES: usize;
    /// log2 of the Montgomery radix R.
    const RADIX_BITS: u32;
    /// R² mod p, by which a product takes an element to its residue.
    const R_SQUARED: Element<Self::Modulus, N> = Element::power_of_two(2 * Self::RADIX_BITS);

    /// The residues whose integers are `lanes`, one a lane. `lanes.len() == LANES`.
    fn pack(lanes: &[Element<Self::Modulus, N>]) -> Self::Packed;

    /// The canonical integers of the residues, one a lane; the rest of the array is unspecified.
    ///
    /// A packed element that no function of the kernel gave may break the ranges that products need. Then they are wrong
    /// or, in debug builds, panic; but what comes out here is below p all the same.
    fn unpack(packed: &Self::Packed) -> [Element<Self::Modulus, N>; MAX_LANES];

    /// a·b·R^-1 mod p in every lane. Ranges in and out are stated by the kernel.
    fn mul(a: &Self::Packed, b: &Self::Packed) -> Self::Packed;

    /// a·a·R^-1 mod p in every lane.
    #[inline(always)]
    fn square(a: &Self::Packed) -> Self::Packed {
        Self::mul(a, a)
    }

    /// a + b mod p in every lane.
    fn add(a: &Self::Packed, b: &Self::Packed) -> Self::Packed;

    /// a - b mod p in every lane.
    fn sub(a: &Self::Packed, b: &Self::Packed) -> Self::Packed;

    /// a = a + b mod p in every lane. It may be faster than the sum where a is in memory.
    #[inline(always)]
    fn add_assign(a: &mut Self::Packed, b: &Self::Packed) {
        *a = Self::add(a, b);
    }

    /// a = a - b mod p in every lane. It may be faster than the difference where a is in memory.
    #[inline(always)]
    fn sub_assign(a: &mut Self::Packed, b: &Self::Packed) {
        *a = Self::sub(a, b);
    }

    /// The sum of two to four values mod p in every lane.
    #[inline(always)]
    fn sum<const TERMS: usize>(terms: [&Self::Packed; TERMS]) -> Self::Packed {
        let sum = Self::add(terms[0], terms[1]);
        terms[2..].iter().fold(sum, |sum, x| Self::add(&sum, x))
    }

    /// The sum of all a\[i\]·b\[i\]·R^-1 mod p in every lane, of one to four products.
    #[inline(always)]
    fn sum_of_products<const TERMS: usize>(
        a: [&Self::Packed; TERMS],
        b: [&Self::Packed; TERMS],
    ) -> Self::Packed {
        sum_of_reduced_products::<Self, N, TERMS>(a, b)
    }

    /// The residues of the field elements `lanes`. `lanes.len() == LANES`.
    #[inline(never)]
    fn load(lanes: &[Element<Self::Modulus, N>]) -> Self::Packed {
        let r_squared = Self::pack(&[Self::R_SQUARED; MAX_LANES][..Self::LANES]);
        Self::mul(&Self::pack(lanes), &r_squared)
    }

    /// The field elements of the residues; the rest of the array is unspecified.
    #[inline(never)]
    fn store(packed: &Self::Packed) -> [Element<Self::Modulus, N>; MAX_LANES] {
        let one = Self::pack(&[Element::ONE; MAX_LANES][..Self::LANES]);
        Self::unpack(&Self::mul(packed, &one))
    }
}

/// A kernel whose packed elements are put together lane by lane: what algorithms over large arrays need beside
/// products.
///
/// A lane's number is below [`LANES`](Kernel::LANES); what arrays of [`MAX_LANES`] have beyond is not looked at.
pub trait Lanewise<const N: usize = 4>: Kernel<N> {
    /// One residue as it lies in memory, without the others of its packed element.
    type Lane: Copy + Default + 'static;

    /// A difference as it may go into one product, and nowhere else: not reduced as a
    /// [`Packed`](Kernel::Packed) is, where that saves anything.
    type Difference: Copy;

    /// The residues `memory[at[lane]]`.
    ///
    /// # Panics
    /// Where an index is not below the memory's length.
    fn gather(memory: &[Self::Lane], at: [usize; MAX_LANES]) -> Self::Packed;

    /// Puts the residue of each lane to `memory[at[lane]]`, lane 0 first.
    ///
    /// # Panics
    /// As [`gather`](Lanewise::gather).
    fn scatter(packed: &Self::Packed, memory: &mut [Self::Lane], at: [usize; MAX_LANES]);

    /// (a0, a1) and (b0, b1) to (a0, b0) and (a1, b1), which takes them back, too. With one lane, a and b.
    fn zip(a: &Self::Packed, b: &Self::Packed) -> [Self::Packed; 2];

    /// a in the lanes that are `true`, b in the others.
    fn select(lanes: [bool; MAX_LANES], a: &Self::Packed, b: &Self::Packed) -> Self::Packed;

    /// -a mod p in the lanes that are `true`, a in the others.
    #[inline(always)]
    fn negate(lanes: [bool; MAX_LANES], a: &Self::Packed) -> Self::Packed {
        let zero = Self::pack(&[Element::ZERO; MAX_LANES][..Self::LANES]);
        Self::select(lanes, &Self::sub(&zero, a), a)
    }

    /// a - b - c mod p in every lane.
    #[inline(always)]
    fn sub_both(a: &Self::Packed, b: &Self::Packed, c: &Self::Packed) -> Self::Packed {
        Self::sub(&Self::sub(a, b), c)
    }

    /// a - b in every lane.
    fn difference(a: &Self::Packed, b: &Self::Packed) -> Self::Difference;

    /// a·b·R^-1 mod p in every lane.
    fn mul_difference(a: &Self::Difference, b: &Self::Packed) -> Self::Packed;

    // Products and nothing else, many of them: what is between two products would need the registers that they are
    // done in. Kernels may have loops of their own for that.

    /// `products[i]` = `a[i]`·`b[i]`.
    ///
    /// # Panics
    /// Where not all slices are of one length; so do the other four.
    #[inline(never)]
    fn mul_all(products: &mut [Self::Packed], a: &[Self::Packed], b: &[Self::Difference]) {
        assert!(a.len() == products.len() && b.len() == products.len());
        for ((product, a), b) in products.iter_mut().zip(a).zip(b) {
            *product = Self::mul_difference(b, a);
        }
    }

    /// `a[i]` = `a[i]`·`b[i]`.
    #[inline(never)]
    fn mul_all_in_place(a: &mut [Self::Packed], b: &[Self::Packed]) {
        assert!(b.len() == a.len());
        for (a, b) in a.iter_mut().zip(b) {
            *a = Self::mul(a, b);
        }
    }

    /// `squares[i]` = `a[i]`².
    #[inline(never)]
    fn square_all(squares: &mut [Self::Packed], a: &[Self::Packed]) {
        assert!(a.len() == squares.len());
        for (square, a) in squares.iter_mut().zip(a) {
            *square = Self::square(a);
        }
    }

    /// `products[i]` = `products[i - CHAINS]`·`b[i]`, from the first that has such a one to the last.
    #[inline(never)]
    fn mul_up<const CHAINS: usize>(products: &mut [Self::Packed], b: &[Self::Difference]) {
        assert!(b.len() == products.len());
        for i in CHAINS..products.len() {
            products[i] = Self::mul_difference(&b[i], &products[i - CHAINS]);
        }
    }

    /// `products[i - CHAINS]` = `products[i]`·`b[i]`, from the last to the first that has such a one.
    #[inline(never)]
    fn mul_down<const CHAINS: usize>(products: &mut [Self::Packed], b: &[Self::Difference]) {
        assert!(b.len() == products.len());
        for i in (CHAINS..products.len()).rev() {
            products[i - CHAINS] = Self::mul_difference(&b[i], &products[i]);
        }
    }
}

/// [`Kernel::sum_of_products`] where each product has a reduction of its own.
#[inline(always)]
pub(crate) fn sum_of_reduced_products<K, const N: usize, const TERMS: usize>(
    a: [&K::Packed; TERMS],
    b: [&K::Packed; TERMS],
) -> K::Packed
where
    K: Kernel<N> + ?Sized,
{
    let term = |i: usize| product::<K, N>(a[i], b[i]);
    (1..TERMS).fold(term(0), |sum, i| K::add(&sum, &term(i)))
}

/// A product as a call: several inlined in one function keep more values than there are registers, and where a product's
/// time is none of the whole's, a call spares its code.
#[inline(never)]
pub(crate) fn product<K: Kernel<N> + ?Sized, const N: usize>(
    a: &K::Packed,
    b: &K::Packed,
) -> K::Packed {
    K::mul(a, b)
}
