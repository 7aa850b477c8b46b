//! The drop-in's products in fields of other primes than arkworks has, against num-bigint.

use super::fuzz::REGRESSIONS;
use super::primes::{self, each_prime};
use ark_ff::MontConfig;
use core::marker::PhantomData;
use fqmul::bench::generator::Generator;
use fqmul::radix::dropin::{Prime, Residue};
use num_bigint::BigUint;

/// A prime that a drop-in takes.
pub struct Of<C>(PhantomData<C>);

impl<C: MontConfig<N>, const N: usize> Prime<[u64; N]> for Of<C> {
    const PRIME: [u64; N] = C::MODULUS.0;
}

/// Operands of the longest sum.
const MOST_TERMS: usize = 5;

/// What a drop-in computes. By pointers: what tries them is compiled once, not for each prime.
struct Operations<const N: usize> {
    prime: [u64; N],
    product: fn(&[u64; N], &[u64; N]) -> [u64; N],
    square: fn(&[u64; N]) -> [u64; N],
    difference: fn(&[u64; N], &[u64; N]) -> [u64; N],
    from_montgomery: fn(&[u64; N]) -> [u64; N],
    /// Of one product, of two and so on.
    sums: [fn(&[[u64; N]], &[[u64; N]]) -> [u64; N]; MOST_TERMS],
}

fn sum<P: Prime<[u64; N]>, const N: usize, const TERMS: usize>(
    a: &[[u64; N]],
    b: &[[u64; N]],
) -> [u64; N]
where
    [u64; N]: Residue,
{
    let [a, b] = [a, b].map(|x| <&[[u64; N]; TERMS]>::try_from(x).expect("as many"));
    Residue::sum_of_products::<P, TERMS>(a, b)
}

fn operations<P: Prime<[u64; N]>, const N: usize>() -> Operations<N>
where
    [u64; N]: Residue,
{
    Operations {
        prime: P::PRIME,
        product: Residue::product::<P>,
        square: Residue::square::<P>,
        difference: Residue::difference::<P>,
        from_montgomery: Residue::from_montgomery::<P>,
        sums: [
            sum::<P, N, 1>,
            sum::<P, N, 2>,
            sum::<P, N, 3>,
            sum::<P, N, 4>,
            sum::<P, N, 5>,
        ],
    }
}

fn integer(words: &[u64]) -> BigUint {
    let words = words.iter().rev();
    words.fold(BigUint::ZERO, |value, &word| (value << 64u32) + word)
}

fn words<const N: usize>(value: &BigUint) -> [u64; N] {
    let mut digits = value.to_u64_digits();
    digits.resize(N, 0);
    digits.try_into().expect("it is below p")
}

/// Residues at which limbs, carries and reductions change behaviour, those that found a fault once, and random ones.
fn edges<const N: usize>(p: &BigUint) -> Vec<[u64; N]> {
    let one = BigUint::from(1u32);
    let mut values = vec![BigUint::ZERO, one.clone(), p - 1u32, p - 2u32];
    values.extend([p >> 1u32, (p >> 1u32) + 1u32]);
    for width in [29, 30, 64] {
        for bit in (width..p.bits()).step_by(width as usize) {
            let boundary = &one << bit;
            values.extend([&boundary - 1u32, boundary.clone(), p - &boundary]);
            values.push(&boundary - (&one << (bit - width)));
        }
    }
    let found = REGRESSIONS.lines().filter(|line| !line.starts_with('#'));
    let found = found.flat_map(|line| line.split(' ').skip(1));
    values.extend(
        found.map(|digits| BigUint::parse_bytes(digits.as_bytes(), 16).expect("it is a number")),
    );
    let mut generator = Generator::new(28);
    values.extend((0..8).map(|_| integer(&[0; N].map(|_| generator.word()))));
    let mut residues: Vec<_> = values.into_iter().map(|value| value % p).collect();
    residues.sort();
    residues.dedup();
    residues.iter().map(words).collect()
}

fn every_operation<const N: usize>(name: &str, operations: &Operations<N>) {
    let p = integer(&operations.prime);
    // R times a residue is the sum of products that it is the residue of.
    let is = |residue: [u64; N], expected: &BigUint, what: &str| {
        let residue = integer(&residue);
        assert!(residue < p, "{name}: {what}: not canonical");
        assert_eq!((residue << (64 * N)) % &p, expected % &p, "{name}: {what}");
    };
    let edges: Vec<_> = edges(&p).into_iter().map(|x| (x, integer(&x))).collect();
    for (i, (x, a)) in edges.iter().enumerate() {
        is((operations.square)(x), &(a * a), "square");
        is((operations.from_montgomery)(x), a, "the way out");
        let negated = integer(&(operations.difference)(&[0; N], x));
        assert_eq!(negated, (&p - a) % &p, "{name}: negation");
        // A third of all pairs, others for each x.
        for (j, (y, b)) in edges.iter().enumerate().skip(i % 3).step_by(3) {
            is((operations.product)(x, y), &(a * b), "product");
            let difference = integer(&(operations.difference)(x, y));
            assert_eq!(difference, (&p + a - b) % &p, "{name}: difference");
            // What is added to the first product.
            let other = |k: usize| &edges[(7 * i + 3 * j + k) % edges.len()];
            let [mut u, mut v] = [[*x; MOST_TERMS], [*y; MOST_TERMS]];
            let mut expected = a * b;
            for (terms, sum) in (1..).zip(operations.sums) {
                if terms > 1 {
                    let ((z, c), (w, d)) = (other(terms), other(terms * terms));
                    (u[terms - 1], v[terms - 1]) = (*z, *w);
                    expected += c * d;
                }
                is(sum(&u[..terms], &v[..terms]), &expected, "sum of products");
            }
        }
    }
}

#[test]
fn every_operation_in_fields_of_other_primes_agrees_with_num_bigint() {
    macro_rules! try_each {
        ($($name:ident $words:literal,)*) => {$(
            every_operation(stringify!($name), &operations::<Of<primes::$name>, $words>());
        )*};
    }
    each_prime!(try_each);
}
