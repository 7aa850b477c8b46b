//! What is true, from num-bigint, sharing nothing with the kernels.

use fqmul::field::Element;
use fqmul::field::Modulus;
use num_bigint::BigUint;

/// p.
pub fn modulus<M: Modulus>() -> BigUint {
    M::P.iter()
        .rev()
        .fold(BigUint::ZERO, |value, &limb| (value << 64u32) + limb)
}

/// The element of value mod p.
pub fn element<M: Modulus>(value: &BigUint) -> Element<M> {
    let mut bytes = (value % modulus::<M>()).to_bytes_le();
    bytes.resize(32, 0);
    Element::from_bytes("value", &bytes).expect("reduced")
}

/// The value of an element.
pub fn value<M: Modulus>(element: Element<M>) -> BigUint {
    BigUint::from_bytes_le(&element.to_bytes())
}

/// a·b mod p.
pub fn product<M: Modulus>(a: Element<M>, b: Element<M>) -> Element<M> {
    element(&(value(a) * value(b)))
}

/// a + b mod p.
pub fn sum<M: Modulus>(a: Element<M>, b: Element<M>) -> Element<M> {
    element(&(value(a) + value(b)))
}

/// a - b mod p.
pub fn difference<M: Modulus>(a: Element<M>, b: Element<M>) -> Element<M> {
    element(&(value(a) + modulus::<M>() - value(b)))
}

/// The checksum of a batch: c = 2c + x over its elements, from 0.
pub fn fold<M: Modulus>(elements: impl Iterator<Item = Element<M>>) -> Element<M> {
    let total = elements.fold(BigUint::ZERO, |c, x| (c * 2u32 + value(x)) % modulus::<M>());
    element(&total)
}

/// All ordered pairs of [`edge_values`].
pub fn edge_pairs<M: Modulus>() -> (Vec<Element<M>>, Vec<Element<M>>) {
    let edges = edge_values::<M>();
    edges
        .iter()
        .flat_map(|&a| edges.iter().map(move |&b| (a, b)))
        .unzip()
}

/// Values at which limbs, carries and reductions change behaviour: 0, 1, p-1, (p±1)/2, R mod p, the
/// neighbours and negatives of every limb boundary, all-ones limbs.
pub fn edge_values<M: Modulus>() -> Vec<Element<M>> {
    let p = modulus::<M>();
    let one = BigUint::from(1u32);
    let mut values = vec![BigUint::ZERO, one.clone(), &one + &one, &p - &one];
    values.push((&p - &one) >> 1u32);
    values.push((&p + &one) >> 1u32);
    values.extend([255u32, 256, 260, 261].map(|bits| (&one << bits) % &p));
    for width in [29u32, 51, 52, 64] {
        for bit in (width..255).step_by(width as usize) {
            let boundary = (&one << bit) % &p;
            values.extend([&boundary - &one, boundary.clone(), &boundary + &one]);
            // Limbs of all ones below the boundary, and all but the lowest.
            values.push(&boundary - (&one << (bit - width)));
        }
    }
    let negatives: Vec<_> = values.iter().map(|value| &p - (value % &p)).collect();
    values.extend(negatives);
    let mut elements: Vec<Element<M>> = values.iter().map(element).collect();
    elements.sort_by_key(|e| e.to_bytes());
    elements.dedup();
    elements
}
