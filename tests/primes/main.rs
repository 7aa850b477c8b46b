//! Every operation of the drop-in's field of arkworks in fields of many primes, against num-bigint. Natively, and as
//! wasm32-wasip1.

#[path = "../suite/primes.rs"]
mod primes;

use ark_ff::{AdditiveGroup, BigInt, Field, MontConfig, PrimeField};
use fqmul::arkworks::{Dropin, DropinField};
use num_bigint::BigUint;
use primes::{Operations, each_prime, edges, every_operation, integer, words_of};

/// What arkworks computes of the drop-in's products, and by itself.
struct Others<const N: usize> {
    sum: fn(&[u64; N], &[u64; N]) -> [u64; N],
    double: fn(&[u64; N]) -> [u64; N],
    negated: fn(&[u64; N]) -> [u64; N],
    inverse: fn(&[u64; N]) -> Option<[u64; N]>,
    /// Of an integer, if it is below p.
    to_montgomery: fn(&[u64; N]) -> Option<[u64; N]>,
}

fn element<C: MontConfig<N>, const N: usize>(residue: &[u64; N]) -> DropinField<C, N>
where
    Dropin<C, N>: MontConfig<N>,
{
    DropinField::<C, N>::new_unchecked(BigInt::new(*residue))
}

fn sum_of_products<C: MontConfig<N>, const N: usize, const TERMS: usize>(
    a: &[[u64; N]],
    b: &[[u64; N]],
) -> [u64; N]
where
    Dropin<C, N>: MontConfig<N>,
{
    let [a, b] = [a, b].map(|x| core::array::from_fn(|i| element::<C, N>(&x[i])));
    DropinField::<C, N>::sum_of_products::<TERMS>(&a, &b).0.0
}

fn operations<C: MontConfig<N>, const N: usize>() -> Operations<N>
where
    Dropin<C, N>: MontConfig<N>,
{
    Operations {
        prime: C::MODULUS.0,
        product: |a, b| (element::<C, N>(a) * element::<C, N>(b)).0.0,
        square: |a| element::<C, N>(a).square().0.0,
        difference: |a, b| (element::<C, N>(a) - element::<C, N>(b)).0.0,
        from_montgomery: |a| element::<C, N>(a).into_bigint().0,
        sums: [
            sum_of_products::<C, N, 1>,
            sum_of_products::<C, N, 2>,
            sum_of_products::<C, N, 3>,
            sum_of_products::<C, N, 4>,
            sum_of_products::<C, N, 5>,
        ],
    }
}

fn others<C: MontConfig<N>, const N: usize>() -> Others<N>
where
    Dropin<C, N>: MontConfig<N>,
{
    Others {
        sum: |a, b| (element::<C, N>(a) + element::<C, N>(b)).0.0,
        double: |a| element::<C, N>(a).double().0.0,
        negated: |a| (-element::<C, N>(a)).0.0,
        inverse: |a| element::<C, N>(a).inverse().map(|x| x.0.0),
        to_montgomery: |a| DropinField::<C, N>::from_bigint(BigInt::new(*a)).map(|x| x.0.0),
    }
}

fn every_other_operation<const N: usize>(name: &str, p: &[u64; N], others: &Others<N>) {
    assert_eq!((others.to_montgomery)(p), None, "{name}");
    assert_eq!((others.inverse)(&[0; N]), None, "{name}");
    let p = integer(p);
    let r = BigUint::from(1u32) << (64 * N);
    let edges = edges::<N>(&p);
    for (i, x) in edges.iter().enumerate() {
        let a = integer(x);
        let is = |got: [u64; N], expected: &BigUint, what: &str| {
            assert_eq!(got, words_of(&(expected % &p)), "{name}: {what} of {a:#x}");
        };
        is((others.double)(x), &(&a + &a), "double");
        is((others.negated)(x), &(&p - &a), "negation");
        let residue = (others.to_montgomery)(x).expect("it is below p");
        is(residue, &(&a * &r), "residue");
        if let Some(inverse) = (others.inverse)(x) {
            assert_eq!(&a * integer(&inverse) % &p, &r * &r % &p, "{name}: {a:#x}");
        } else {
            assert_eq!(a, BigUint::ZERO, "{name}");
        }
        for y in edges.iter().skip(i % 3).step_by(3) {
            is((others.sum)(x, y), &(&a + integer(y)), "sum");
        }
    }
}

#[test]
fn every_operation_in_fields_of_all_primes_agrees_with_num_bigint() {
    macro_rules! try_each {
        ($($name:ident $words:literal,)*) => {$({
            use primes::$name as Config;
            let name = stringify!($name);
            every_operation(name, &operations::<Config, $words>());
            every_other_operation(name, &Config::MODULUS.0, &others::<Config, $words>());
        })*};
    }
    each_prime!(try_each);
}
