//! A small circuit with a key and witnesses of its own, made of secrets that are known.

use arkworks::ark_bn254::{Fq, Fq2, Fr, G1Projective, G2Projective};
use arkworks::ark_ec::{AffineRepr, CurveGroup, PrimeGroup};
use arkworks::ark_ff::{BigInt, FftField, Field, One, PrimeField, Zero};

/// A section: its number and its bytes.
pub type Section = (u32, Vec<u8>);

/// A file of circom or snarkjs.
#[derive(Clone)]
pub struct File {
    pub kind: &'static str,
    pub version: u32,
    pub sections: Vec<Section>,
}

impl File {
    pub fn bytes(&self) -> Vec<u8> {
        let mut bytes = self.kind.as_bytes().to_vec();
        bytes.extend(u32s(&[self.version, self.sections.len() as u32]));
        for (number, section) in &self.sections {
            bytes.extend(number.to_le_bytes());
            bytes.extend((section.len() as u64).to_le_bytes());
            bytes.extend(section);
        }
        bytes
    }
}

pub fn u32s(values: &[u32]) -> Vec<u8> {
    values
        .iter()
        .flat_map(|value| value.to_le_bytes())
        .collect()
}

fn integer(BigInt(limbs): BigInt<4>) -> Vec<u8> {
    limbs.iter().flat_map(|limb| limb.to_le_bytes()).collect()
}

/// In Montgomery form.
fn g1(point: &G1Projective) -> Vec<u8> {
    let (x, y) = point.into_affine().xy().unwrap_or_default();
    [x, y]
        .iter()
        .flat_map(|part: &Fq| integer(part.0))
        .collect()
}

/// In Montgomery form.
fn g2(point: &G2Projective) -> Vec<u8> {
    let (x, y): (Fq2, Fq2) = point.into_affine().xy().unwrap_or_default();
    [x.c0, x.c1, y.c0, y.c1]
        .iter()
        .flat_map(|part| integer(part.0))
        .collect()
}

/// Of the variables 1, the last value, the first value x and all values between: a step is the constraint v·v = w - i, with
/// i = 1, 2, ...
pub struct Circuit {
    pub steps: usize,
}

impl Circuit {
    pub const fn variables(&self) -> usize {
        self.steps + 2
    }

    pub const fn domain(&self) -> usize {
        (self.steps + 2).next_power_of_two()
    }

    const fn variable(&self, value: usize) -> usize {
        if value == self.steps { 1 } else { value + 2 }
    }

    /// The file of the witness of x.
    pub fn witness(&self, x: u64) -> File {
        let mut values = vec![Fr::one(); self.variables()];
        let mut value = Fr::from(x);
        for step in 0..self.steps {
            values[self.variable(step)] = value;
            value = value.square() + Fr::from(step as u64 + 1);
        }
        values[1] = value;
        let head = [
            u32s(&[32]),
            integer(Fr::MODULUS),
            u32s(&[values.len() as u32]),
        ]
        .concat();
        let values = values.iter().flat_map(|x| integer(x.into_bigint()));
        File {
            kind: "wtns",
            version: 2,
            sections: vec![(1, head), (2, values.collect())],
        }
    }

    /// The file of a key.
    pub fn key(&self) -> File {
        let [alpha, beta, gamma, delta, tau] = [3u64, 5, 7, 11, 13].map(|x| Fr::from(x).pow([99]));
        let (domain, inputs) = (self.domain(), 2);
        let basis = lagrange(domain, tau);
        // What each variable has in A, B and C, at tau; and the terms of A and B.
        let mut at_tau = vec![[Fr::zero(); 3]; self.variables()];
        let mut terms = Vec::new();
        let mut term = |matrix: usize, row: usize, variable: usize, coefficient: Fr| {
            at_tau[variable][matrix] += coefficient * basis[row];
            if matrix < 2 {
                terms.extend(u32s(&[matrix as u32, row as u32, variable as u32]));
                // The coefficient times R^2.
                let r = Fr::from_bigint(Fr::one().0).expect("R mod p");
                terms.extend(integer((coefficient * r).0));
            }
        };
        for step in 0..self.steps {
            let (from, to) = (self.variable(step), self.variable(step + 1));
            term(0, step, from, Fr::one());
            term(1, step, from, Fr::one());
            term(2, step, to, Fr::one());
            term(2, step, 0, -Fr::from(step as u64 + 1));
        }
        for input in 0..inputs {
            term(0, self.steps + input, input, Fr::one());
        }
        let (one, two) = (G1Projective::generator(), G2Projective::generator());
        let in_g1 = |scalars: Vec<Fr>| scalars.iter().flat_map(|x| g1(&(one * x))).collect();
        let parts = |variables: &[[Fr; 3]], by: Fr| {
            let by = by.inverse().expect("not 0");
            let sum = |[a, b, c]: &[Fr; 3]| (beta * a + alpha * b + c) * by;
            in_g1(variables.iter().map(sum).collect())
        };
        let head = [
            [
                u32s(&[32]),
                integer(Fq::MODULUS),
                u32s(&[32]),
                integer(Fr::MODULUS),
            ]
            .concat(),
            u32s(&[self.variables() as u32, inputs as u32 - 1, domain as u32]),
            [g1(&(one * alpha)), g1(&(one * beta)), g2(&(two * beta))].concat(),
            [g2(&(two * gamma)), g1(&(one * delta)), g2(&(two * delta))].concat(),
        ];
        let count = 2 * self.steps + inputs;
        let by_delta = delta.inverse().expect("not 0");
        let odd = lagrange(2 * domain, tau).into_iter().skip(1).step_by(2);
        let sections = [
            u32s(&[1]),
            head.concat(),
            parts(&at_tau[..inputs], gamma),
            [u32s(&[count as u32]), terms].concat(),
            in_g1(at_tau.iter().map(|[a, ..]| *a).collect()),
            in_g1(at_tau.iter().map(|[_, b, _]| *b).collect()),
            at_tau.iter().flat_map(|[_, b, _]| g2(&(two * b))).collect(),
            parts(&at_tau[inputs..], delta),
            in_g1(odd.map(|x| x * by_delta).collect()),
        ];
        File {
            kind: "zkey",
            version: 1,
            sections: (1..).zip(sections).collect(),
        }
    }
}

/// The values at x of the polynomials that are 1 at one of the n-th roots of unity, and 0 at the others.
fn lagrange(n: usize, x: Fr) -> Vec<Fr> {
    let root = Fr::get_root_of_unity(n as u64).expect("a power of two");
    let factor = (x.pow([n as u64]) - Fr::one()) / Fr::from(n as u64);
    core::iter::successors(Some(Fr::one()), |power| Some(*power * root))
        .take(n)
        .map(|power| factor * power / (x - power))
        .collect()
}

/// A generator of numbers: splitmix64.
pub struct Numbers(pub u64);

impl Numbers {
    pub fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let x = (self.0 ^ self.0 >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let x = (x ^ x >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        x ^ x >> 31
    }

    pub fn below(&mut self, bound: usize) -> usize {
        (self.next() % bound.max(1) as u64) as usize
    }
}
