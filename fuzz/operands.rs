//! Operands at which limbs, carries and reductions change behaviour, far more often than chance has
//! them.

use super::oracle;
use fqmul::bench::generator::Generator;
use num_bigint::BigUint;

/// A stream of operands, integers mod p.
pub struct Operands {
    generator: Generator,
    p: BigUint,
    /// Of 64 bits, in an element.
    words: usize,
    edges: Vec<BigUint>,
    /// R^-1: what makes an element of the integer that a kernel is to hold.
    inverse_radix: BigUint,
}

impl Operands {
    /// Each block of each seed has its own, the same everywhere; R = 2^radix_bits.
    pub fn new(p: BigUint, words: usize, seed: u64, block: u32, radix_bits: u32) -> Self {
        let radix = BigUint::from(1u32) << radix_bits;
        Self {
            generator: Generator::new(Generator::new(seed).word() ^ u64::from(block)),
            words,
            edges: oracle::edge_integers(&p, words),
            inverse_radix: radix.modinv(&p).expect("p is an odd prime"),
            p,
        }
    }

    /// Of all words.
    fn bits(&self) -> u32 {
        64 * self.words as u32
    }

    /// Below n.
    fn below(&mut self, n: u32) -> u32 {
        (self.generator.word() % u64::from(n)) as u32
    }

    /// Two operands: of kinds of their own, seldom equal or opposite.
    pub fn pair(&mut self) -> [BigUint; 2] {
        let a = self.element();
        let b = match self.below(16) {
            0 => a.clone(),
            1 => self.negative(&a),
            _ => self.element(),
        };
        [a, b]
    }

    /// Two more, for a sum of products: seldom ones whose product with the last one is zero together, or is
    /// that one again.
    pub fn next_pair(&mut self, [a, b]: [BigUint; 2]) -> [BigUint; 2] {
        match self.below(16) {
            0 => [self.negative(&a), b],
            1 => [b, a],
            _ => self.pair(),
        }
    }

    /// Structured as it is, or in the residue x·R mod p that a kernel multiplies.
    fn element(&mut self) -> BigUint {
        let integer = self.integer();
        if self.below(2) == 0 {
            integer % &self.p
        } else {
            integer * &self.inverse_radix % &self.p
        }
    }

    fn negative(&self, a: &BigUint) -> BigUint {
        (&self.p - a) % &self.p
    }

    fn integer(&mut self) -> BigUint {
        match self.below(5) {
            0 => self.random(),
            1 => self.runs(),
            2 => self.limbs(),
            3 => self.near_edge(),
            _ => self.near_fraction(),
        }
    }

    /// Any words.
    fn random(&mut self) -> BigUint {
        (0..self.words).fold(BigUint::ZERO, |x, _| (x << 64u32) + self.generator.word())
    }

    /// Runs of ones and zeros, of 1 to 64 bits.
    fn runs(&mut self) -> BigUint {
        let mut x = BigUint::ZERO;
        let mut bits = 0;
        while bits < self.bits() {
            let length = 1 + self.below(64);
            x <<= length;
            if self.below(2) == 0 {
                x += u64::MAX >> (64 - length);
            }
            bits += length;
        }
        x
    }

    /// Limbs of one width, each at an end or in the middle of its range, or anywhere.
    fn limbs(&mut self) -> BigUint {
        let width = self.width();
        let ones = u64::MAX >> (64 - width);
        let half = 1 << (width - 1);
        (0..self.bits().div_ceil(width)).fold(BigUint::ZERO, |x, _| {
            let limb = match self.below(8) {
                0 => 0,
                1 => 1,
                2 => ones,
                3 => ones - 1,
                4 => half,
                5 => half - 1,
                6 => half + 1,
                _ => self.generator.word() & ones,
            };
            (x << width) + limb
        })
    }

    /// At most 2 from an edge value: 0, 1, the boundaries of limbs, and their negatives.
    fn near_edge(&mut self) -> BigUint {
        let i = self.below(self.edges.len() as u32);
        let edge = self.edges[i as usize].clone();
        self.near(edge)
    }

    /// At most 2 from a multiple of p/2^i.
    fn near_fraction(&mut self) -> BigUint {
        let (factor, halvings) = (1 + self.below(64), self.below(10));
        self.near((&self.p * factor) >> halvings)
    }

    /// At most 2 more or less, mod p.
    fn near(&mut self, x: BigUint) -> BigUint {
        let more = self.below(5);
        x + &self.p + more - 2u32
    }

    fn width(&mut self) -> u32 {
        let widths = oracle::widths(self.words);
        widths[self.below(widths.len() as u32) as usize]
    }
}
