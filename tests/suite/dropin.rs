//! The drop-in's products in fields of other primes than arkworks has, against num-bigint.

use super::primes::{self, Operations, each_kind_of_prime, every_operation};
use ark_ff::MontConfig;
use core::marker::PhantomData;
use fqmul::radix::dropin::{Prime, Residue};

/// A prime that a drop-in takes.
pub struct Of<C>(PhantomData<C>);

impl<C: MontConfig<N>, const N: usize> Prime<[u64; N]> for Of<C> {
    const PRIME: [u64; N] = C::MODULUS.0;
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

#[test]
fn every_operation_in_fields_of_other_primes_agrees_with_num_bigint() {
    macro_rules! try_each {
        ($($name:ident $words:literal,)*) => {$(
            every_operation(stringify!($name), &operations::<Of<primes::$name>, $words>());
        )*};
    }
    each_kind_of_prime!(try_each);
}
