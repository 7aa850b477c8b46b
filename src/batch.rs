//! In-wasm loops, generic over the kernel: what the benchmark times.
//!
//! Both expand a 64-bit seed into elements by [`Generator`], do exactly n products and return a
//! checksum of the results. Each has a closed form, so that a reference outside wasm knows the
//! expected checksum of any batch without repeating it.

use crate::element::Element;
use crate::kernel::{Kernel, MAX_LANES};
use crate::modulus::{Integer, Modulus, less_than};

/// Elements in each of the two arrays of [`stream`]. Small enough that both fit in a 32 KiB L1
/// cache in any format, large enough that the products in flight are independent.
pub const SLOTS: usize = 128;

/// SplitMix64 (Steele, Lea, Flood, "Fast splittable pseudorandom number generators", 2014).
pub struct Generator(u64);

impl Generator {
    /// The generator of a seed.
    pub const fn new(seed: u64) -> Self {
        Self(seed)
    }

    /// The next 64 bits.
    pub const fn word(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    /// The next element: four words, little-endian, cut to 254 bits, drawn again until below p.
    pub fn element<M: Modulus>(&mut self) -> Element<M> {
        loop {
            let mut integer: Integer = [self.word(), self.word(), self.word(), self.word()];
            integer[3] &= (1 << 62) - 1;
            if less_than(&integer, &M::P) {
                return Element::new(integer);
            }
        }
    }
}

/// Takes elements in order into one that depends on every value and on the order:
/// c = 2c + x, from 0.
fn fold<M: Modulus>(elements: impl Iterator<Item = Element<M>>) -> Element<M> {
    elements.fold(Element::ZERO, |c, x| c.plus(c).plus(x))
}

/// Latency: n products, each needing the one before.
///
/// A lane draws x0 and x1 and steps x[i+1] = x[i]·x[i-1]: both operands change, so that nothing of
/// one can be prepared outside the loop. A kernel of L lanes runs L such chains side by side; n
/// counts the products of all lanes, and the first n mod L lanes do one more.
/// The checksum is the fold of the lanes' last elements; lane l ends at
/// x0^F(k)·x1^F(k+1) after k products, F the Fibonacci numbers.
pub fn chain<K: Kernel>(seed: u64, n: u32) -> Element<K::Modulus> {
    let mut generator = Generator::new(seed);
    let mut first = [Element::ZERO; MAX_LANES];
    let mut second = first;
    for lane in 0..K::LANES {
        first[lane] = generator.element();
        second[lane] = generator.element();
    }
    let steps = n / K::LANES as u32;
    let (previous, current) = chain_loop::<K>(
        K::load(&first[..K::LANES]),
        K::load(&second[..K::LANES]),
        steps,
    );
    let mut last = K::store(&current);
    let rest = n as usize % K::LANES;
    let next = K::store(&K::mul(&current, &previous));
    last[..rest].copy_from_slice(&next[..rest]);
    fold(last[..K::LANES].iter().copied())
}

/// The timed part of [`chain`]: the last two elements after `steps` products a lane.
#[inline(never)]
fn chain_loop<K: Kernel>(
    mut previous: K::Packed,
    mut current: K::Packed,
    steps: u32,
) -> (K::Packed, K::Packed) {
    for _ in 0..steps {
        let next = K::mul(&current, &previous);
        previous = current;
        current = next;
    }
    (previous, current)
}

/// Throughput: n products over two arrays of [`SLOTS`] elements, a[i] = a[i]·b[i], slot after slot
/// and pass after pass. Products of one pass are independent.
///
/// The seed draws a[0], b[0], a[1], b[1], ... The checksum is the fold of the array a; slot i ends
/// at a[i]·b[i]^k after k products, k = n div 128, one more in the first n mod 128 slots.
pub fn stream<K: Kernel>(seed: u64, n: u32) -> Element<K::Modulus> {
    let mut generator = Generator::new(seed);
    let mut a = Vec::with_capacity(SLOTS / K::LANES);
    let mut b = Vec::with_capacity(SLOTS / K::LANES);
    for _ in 0..SLOTS / K::LANES {
        let mut lanes_a = [Element::ZERO; MAX_LANES];
        let mut lanes_b = lanes_a;
        for lane in 0..K::LANES {
            lanes_a[lane] = generator.element();
            lanes_b[lane] = generator.element();
        }
        a.push(K::load(&lanes_a[..K::LANES]));
        b.push(K::load(&lanes_b[..K::LANES]));
    }
    let calls = n as usize / K::LANES;
    stream_loop::<K>(&mut a, &b, calls);
    let mut last: Vec<_> = a.iter().flat_map(|x| lanes::<K>(x)).collect();
    let (slot, rest) = (calls % a.len(), n as usize % K::LANES);
    let next = K::store(&K::mul(&a[slot], &b[slot]));
    last[slot * K::LANES..][..rest].copy_from_slice(&next[..rest]);
    fold(last.into_iter())
}

/// The timed part of [`stream`]: `calls` products of packed elements. A function of its own, so
/// that what is timed can be read in the module.
#[inline(never)]
fn stream_loop<K: Kernel>(a: &mut [K::Packed], b: &[K::Packed], mut calls: usize) {
    while calls > 0 {
        let pass = calls.min(a.len());
        for (x, y) in a[..pass].iter_mut().zip(b) {
            *x = K::mul(x, y);
        }
        calls -= pass;
    }
}

fn lanes<K: Kernel>(packed: &K::Packed) -> impl Iterator<Item = Element<K::Modulus>> + use<K> {
    K::store(packed).into_iter().take(K::LANES)
}

/// a[i]·b[i] for all i, neighbours in the lanes of one call. For tests: every lane has its own
/// operands. `a.len() == b.len()`; a last odd pair shares its call with zeros.
pub fn products<K: Kernel>(
    a: &[Element<K::Modulus>],
    b: &[Element<K::Modulus>],
) -> Vec<Element<K::Modulus>> {
    assert_eq!(a.len(), b.len());
    let load = |chunk: &[Element<K::Modulus>]| {
        let mut lanes = [Element::ZERO; MAX_LANES];
        lanes[..chunk.len()].copy_from_slice(chunk);
        K::load(&lanes[..K::LANES])
    };
    a.chunks(K::LANES)
        .zip(b.chunks(K::LANES))
        .flat_map(|(x, y)| {
            K::store(&K::mul(&load(x), &load(y)))
                .into_iter()
                .take(x.len())
        })
        .collect()
}
