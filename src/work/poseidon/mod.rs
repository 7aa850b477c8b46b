//! Poseidon over the scalar field of BN254: two elements to one, by two hashes that differ.
//!
//! - Poseidon1 is the hash of circomlib: eight full rounds and 57 partial ones, with a matrix of full
//!   size between them. It has three forms here, which compute the same: [`dense`], as it is
//!   defined; [`sparse`], as circomlib's own library computes it; and [`recurrence`].
//! - [`poseidon2`] is the hash of `openzeppelin-crypto`: eight full rounds and 56 partial ones, with
//!   matrices of small integers.
//!
//! A state is three residues. A [`HashForm`] takes its constants by number, so that a caller may have
//! them prepared, in the kernel's own format, or have them packed where they are used: [`hash`]
//! does the latter, out of tables that are made when the crate is compiled.
//!
//! Sources: Grassi, Khovratovich, Rechberger, Roy, Schofnegger, "Poseidon" (2021, eprint 2019/458),
//! and Grassi, Khovratovich, Schofnegger, "Poseidon2" (2023, eprint 2023/323); constants: see
//! [`mod@constants`].
//!
//! Nothing here is audited for constant-time execution, nor as a hash.

pub mod constants;
pub mod dense;
pub mod poseidon2;
pub mod recurrence;
pub mod sparse;

use crate::field::bn254::Fr;
use crate::field::{Element, Integer, Modulus, integer};
use crate::kernel::{Kernel, MAX_LANES};
use core::marker::PhantomData;

/// Elements of a state.
pub const WIDTH: usize = 3;
/// Rounds in which every element goes through the S-box: half of them come first, half last.
pub const FULL_ROUNDS: usize = 8;

/// A way to compute one of the two hashes, of N constants.
pub trait HashForm<const N: usize> {
    /// Its constants, canonical.
    const CONSTANTS: [Integer; N];

    /// The hash of a and b, in every lane.
    ///
    /// `constant(i)` is constant i as a residue of the kernel, in every lane.
    fn hash<K: Kernel<Modulus = Fr>>(
        constant: impl Fn(usize) -> K::Packed,
        a: &K::Packed,
        b: &K::Packed,
    ) -> K::Packed;
}

/// A form's constants as residues of a kernel.
struct Residues<K, F, const N: usize>(PhantomData<(K, F)>);

impl<K: Kernel<Modulus = Fr>, F: HashForm<N>, const N: usize> Residues<K, F, N> {
    const TABLE: [Element<Fr>; N] = {
        // A product divides by 2^256.
        let r = Element::<Fr>::power_of_two(K::RADIX_BITS + 256);
        let mut table = [Element::ZERO; N];
        let mut i = 0;
        while i < N {
            let constant = Element::<Fr>::new(F::CONSTANTS[i]).expect("a constant is below p");
            let residue = integer::multiply(constant.integer(), r.integer(), &Fr::P);
            table[i] = Element::canonical(residue);
            i += 1;
        }
        table
    };
}

/// Constant i of a form as a residue of a kernel, in every lane.
#[inline(always)]
pub fn constant<K: Kernel<Modulus = Fr>, F: HashForm<N>, const N: usize>(i: usize) -> K::Packed {
    let table: &'static [Element<Fr>; N] = const { &Residues::<K, F, N>::TABLE };
    K::pack(&[table[i]; MAX_LANES][..K::LANES])
}

/// The hash of a and b by a form, in every lane: residues in and out.
///
/// ```
/// use fqmul::field::{Element, bn254::Fr};
/// use fqmul::kernel::Kernel;
/// use fqmul::limbs29::Limbs29Sop;
/// use fqmul::work::poseidon::{self, recurrence::Recurrence};
///
/// type K = Limbs29Sop<Fr>;
/// let [a, b] = [1, 2].map(|x| K::load(&[Element::new([x, 0, 0, 0]).expect("it is below p")]));
/// let hash = K::store(&poseidon::hash::<K, Recurrence, _>(&a, &b))[0];
/// // As circomlib has it.
/// assert_eq!(hash.integer()[3], 0x115cc0f5e7d69041);
/// ```
#[inline]
pub fn hash<K: Kernel<Modulus = Fr>, F: HashForm<N>, const N: usize>(
    a: &K::Packed,
    b: &K::Packed,
) -> K::Packed {
    F::hash::<K>(constant::<K, F, N>, a, b)
}

/// x^5.
#[inline(always)]
fn fifth_power<K: Kernel>(x: &K::Packed) -> K::Packed {
    K::mul(&K::square(&K::square(x)), x)
}

/// Constants `first` to `first` + 2, an element each.
#[inline(always)]
fn add_constants<K: Kernel>(
    state: &mut [K::Packed; WIDTH],
    constant: &impl Fn(usize) -> K::Packed,
    first: usize,
) {
    for (i, x) in state.iter_mut().enumerate() {
        *x = K::add(x, &constant(first + i));
    }
}

/// A full round up to its matrix: constants from `first` on, and the S-box.
#[inline(always)]
fn full_round<K: Kernel>(
    state: &mut [K::Packed; WIDTH],
    constant: &impl Fn(usize) -> K::Packed,
    first: usize,
) {
    add_constants::<K>(state, constant, first);
    *state = state.each_ref().map(fifth_power::<K>);
}

/// A matrix times the state; row i of it begins at constant `first` + 3i.
#[inline(always)]
fn mixed<K: Kernel>(
    state: &[K::Packed; WIDTH],
    constant: &impl Fn(usize) -> K::Packed,
    first: usize,
) -> [K::Packed; WIDTH] {
    core::array::from_fn(|i| row::<K>(state, constant, first + WIDTH * i))
}

/// The sum of constants `first` to `first` + 2 times the elements of the state.
#[inline(always)]
fn row<K: Kernel>(
    state: &[K::Packed; WIDTH],
    constant: &impl Fn(usize) -> K::Packed,
    first: usize,
) -> K::Packed {
    let row: [K::Packed; WIDTH] = core::array::from_fn(|j| constant(first + j));
    K::sum_of_products(state.each_ref(), row.each_ref())
}

/// Capacity 0, and two elements.
#[inline(always)]
fn absorbed<K: Kernel>(a: &K::Packed, b: &K::Packed) -> [K::Packed; WIDTH] {
    [K::pack(&[Element::ZERO; MAX_LANES][..K::LANES]), *a, *b]
}
