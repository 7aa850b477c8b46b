//! What is true, from num-bigint, sharing nothing with the kernels.

use fqmul::field::Element;
use fqmul::field::Modulus;
use num_bigint::BigUint;

/// Bits of the limbs of kernels in fields of so many words.
pub const fn widths(words: usize) -> &'static [u32] {
    if words == 6 {
        &[30, 48, 64]
    } else {
        &[29, 51, 52, 64]
    }
}

/// p.
pub fn modulus<M: Modulus<N>, const N: usize>() -> BigUint {
    M::P.iter()
        .rev()
        .fold(BigUint::ZERO, |value, &limb| (value << 64u32) + limb)
}

/// The element of value mod p.
pub fn element<M: Modulus<N>, const N: usize>(value: &BigUint) -> Element<M, N> {
    let mut bytes = (value % modulus::<M, N>()).to_bytes_le();
    bytes.resize(Element::<M, N>::BYTES, 0);
    Element::from_bytes("value", &bytes).expect("reduced")
}

/// The value of an element.
pub fn value<M: Modulus<N>, const N: usize>(element: Element<M, N>) -> BigUint {
    let bytes = element.integer().map(u64::to_le_bytes);
    BigUint::from_bytes_le(bytes.as_flattened())
}

/// The elements of values.
#[inline(never)]
pub fn elements<M: Modulus<N>, const N: usize>(values: &[BigUint]) -> Vec<Element<M, N>> {
    values.iter().map(element).collect()
}

/// The values of elements.
#[inline(never)]
pub fn values<M: Modulus<N>, const N: usize>(elements: &[Element<M, N>]) -> Vec<BigUint> {
    elements.iter().map(|x| value(*x)).collect()
}

/// a·b mod p.
pub fn product<M: Modulus<N>, const N: usize>(a: Element<M, N>, b: Element<M, N>) -> Element<M, N> {
    element(&(value(a) * value(b)))
}

/// a + b mod p.
pub fn sum<M: Modulus<N>, const N: usize>(a: Element<M, N>, b: Element<M, N>) -> Element<M, N> {
    element(&(value(a) + value(b)))
}

/// a - b mod p.
pub fn difference<M: Modulus<N>, const N: usize>(
    a: Element<M, N>,
    b: Element<M, N>,
) -> Element<M, N> {
    element(&(value(a) + modulus::<M, N>() - value(b)))
}

/// The checksum of a batch: c = 2c + x over its elements, from 0.
pub fn fold<M: Modulus<N>, const N: usize>(
    elements: impl Iterator<Item = Element<M, N>>,
) -> Element<M, N> {
    let total = elements.fold(BigUint::ZERO, |c, x| {
        (c * 2u32 + value(x)) % modulus::<M, N>()
    });
    element(&total)
}

/// All ordered pairs of [`edge_values`].
pub fn edge_pairs<M: Modulus<N>, const N: usize>() -> (Vec<Element<M, N>>, Vec<Element<M, N>>) {
    let edges = edge_values::<M, N>();
    edges
        .iter()
        .flat_map(|&a| edges.iter().map(move |&b| (a, b)))
        .unzip()
}

/// [`edge_integers`] of the field.
pub fn edge_values<M: Modulus<N>, const N: usize>() -> Vec<Element<M, N>> {
    elements(&edge_integers(&modulus::<M, N>(), N))
}

/// Values mod p at which limbs, carries and reductions change behaviour: 0, 1, p-1, (p±1)/2, R mod p, the
/// neighbours and negatives of every limb boundary, all-ones limbs. Elements have so many words.
pub fn edge_integers(p: &BigUint, words: usize) -> Vec<BigUint> {
    let one = BigUint::from(1u32);
    let mut values = vec![BigUint::ZERO, one.clone(), &one + &one, p - &one];
    values.push((p - &one) >> 1u32);
    values.push((p + &one) >> 1u32);
    let size = 64 * words as u32;
    // R of the scalar kernels: 9 limbs of 29 bits, or 13 of 30.
    let radix = if words == 6 { 390 } else { 261 };
    values.extend([size - 1, size, radix - 1, radix].map(|bits| (&one << bits) % p));
    for &width in widths(words) {
        for bit in (width..p.bits() as u32).step_by(width as usize) {
            let boundary = (&one << bit) % p;
            values.extend([&boundary - &one, boundary.clone(), &boundary + &one]);
            // Limbs of all ones below the boundary, and all but the lowest.
            values.push(&boundary - (&one << (bit - width)));
        }
    }
    let negatives: Vec<_> = values.iter().map(|value| p - (value % p)).collect();
    values.extend(negatives);
    let mut reduced: Vec<_> = values.iter().map(|value| value % p).collect();
    reduced.sort();
    reduced.dedup();
    reduced
}
