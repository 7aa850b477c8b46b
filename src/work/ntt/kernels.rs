//! The kernels that transforms are on, and what their sums are without a reduction.

use super::butterfly::{Butterflies, Unprepared};
use super::lazy::{Lazy, Loose, Sum};
use crate::field::bn254::Fr;
use crate::limbs29::{Limbs29, Limbs29Dropin};
use crate::radix::loose29::{self, ADDED, ADDED_TO_SUM, Multiples};
use crate::radix::radix29;

/// As many p as the most layers add: 10 in the first two, and 3 in any other.
const _: () = assert!(10 + 3 * (super::MOST_LAYERS - 2) <= loose29::MAX_MULTIPLE);

// Residues of four words are canonical, and so are their sums.
impl Lazy for Limbs29Dropin<Fr> {}
impl Butterflies for Limbs29Dropin<Fr> {
    type Prepared = Unprepared<Self>;
}

impl Butterflies for Limbs29<Fr> {
    type Prepared = Unprepared<Self>;
}
impl Lazy for Limbs29<Fr> {
    #[inline(always)]
    fn plus(x: &Sum<Self>, t: &Self::Packed) -> Sum<Self> {
        Sum(loose29::plus::<u64>(&x.0, t))
    }

    #[inline(always)]
    fn minus(x: &Sum<Self>, t: &Self::Packed) -> Sum<Self> {
        let added = const { &loose29::spread::<Fr>(ADDED, 1) };
        Sum(loose29::minus::<u64>(&x.0, t, added))
    }

    #[inline(always)]
    fn minus_sum(x: &Sum<Self>, y: &Sum<Self>) -> Sum<Self> {
        let added = const { &loose29::spread::<Fr>(ADDED_TO_SUM, 2) };
        Sum(loose29::minus::<u64>(&x.0, &y.0, added))
    }

    #[inline(always)]
    fn settle(x: &Sum<Self>) -> Loose<Self> {
        Loose(loose29::settle::<u64>(&x.0))
    }

    #[inline(always)]
    fn times(x: &Loose<Self>, w: &Self::Packed) -> Self::Packed {
        radix29::multiply(&x.0, w, const { &loose29::twiddle_constants::<Fr>() })
    }

    // A block of three limbs is multiplied as it is: there is room for limbs of 31 bits.
    #[inline(always)]
    fn multiplicand(x: &Sum<Self>) -> Loose<Self> {
        Loose(x.0)
    }

    #[inline(always)]
    fn reduce(x: &Loose<Self>) -> Self::Packed {
        loose29::reduce::<u64>(&x.0, const { &Multiples::of::<Fr>() })
    }
}

#[cfg(target_feature = "simd128")]
mod simd {
    use super::*;
    use crate::kernel::Lanewise;
    use crate::radix::accumulator::Accumulator;
    use crate::simd_mul::{Accumulators, Simd, loose_product, splat, splat_all};
    use core::arch::wasm32::v128;

    const ADDED: [v128; radix29::LIMBS] = splat_all(&loose29::spread::<Fr>(super::ADDED, 1));
    const ADDED_TO_SUM: [v128; radix29::LIMBS] =
        splat_all(&loose29::spread::<Fr>(super::ADDED_TO_SUM, 2));
    const MULTIPLES: Multiples<v128> = {
        let Multiples {
            inverse,
            complement,
            one,
        } = Multiples::of::<Fr>();
        Multiples {
            inverse: splat(inverse),
            complement: splat_all(&complement),
            one: splat(one),
        }
    };

    impl Butterflies for Simd<Fr> {
        type Prepared = Unprepared<Self>;
    }
    impl Lazy for Simd<Fr> {
        #[inline(always)]
        fn plus(x: &Sum<Self>, t: &Self::Packed) -> Sum<Self> {
            Sum(loose29::plus::<Accumulators>(&x.0, t))
        }

        #[inline(always)]
        fn minus(x: &Sum<Self>, t: &Self::Packed) -> Sum<Self> {
            Sum(loose29::minus::<Accumulators>(&x.0, t, const { &ADDED }))
        }

        #[inline(always)]
        fn minus_sum(x: &Sum<Self>, y: &Sum<Self>) -> Sum<Self> {
            Sum(loose29::minus::<Accumulators>(
                &x.0,
                &y.0,
                const { &ADDED_TO_SUM },
            ))
        }

        #[inline(always)]
        fn settle(x: &Sum<Self>) -> Loose<Self> {
            Loose(loose29::settle::<Accumulators>(&x.0))
        }

        #[inline(always)]
        fn times(x: &Loose<Self>, w: &Self::Packed) -> Self::Packed {
            loose_product::<Fr, { loose29::MAX_MULTIPLE }>(&x.0, w)
        }

        #[inline(always)]
        fn reduce(x: &Loose<Self>) -> Self::Packed {
            loose29::reduce::<Accumulators>(&x.0, const { &MULTIPLES }).map(|sum| sum.limb())
        }

        #[inline(always)]
        fn zip(x: &Loose<Self>, y: &Loose<Self>) -> [Loose<Self>; 2] {
            <Self as Lanewise>::zip(&x.0, &y.0).map(Loose)
        }
    }
}

#[cfg(target_feature = "relaxed-simd")]
mod fma {
    use super::super::butterfly::PreparedTwiddle;
    use super::*;
    use crate::black_box::black_box;
    use crate::fma::{FmaPair, Fused, Pair};
    use crate::kernel::{Kernel, Lanewise};
    use crate::radix::fixed51::{self, Twiddle, TwiddleConstants};
    use crate::radix::linear51;
    use crate::radix::radix51::{Constant, DoubleLanes, LIMBS, Radix51Constants};

    /// A loose value is reduced, of at most about p/2.
    impl<F: Fused> Lazy for FmaPair<Fr, F> {
        #[inline(always)]
        fn plus(x: &Sum<Self>, t: &Self::Packed) -> Sum<Self> {
            Sum(core::array::from_fn(|i| x.0[i].plus(t[i])))
        }

        #[inline(always)]
        fn minus(x: &Sum<Self>, t: &Self::Packed) -> Sum<Self> {
            Sum(core::array::from_fn(|i| x.0[i].minus(t[i])))
        }

        #[inline(always)]
        fn minus_sum(x: &Sum<Self>, y: &Sum<Self>) -> Sum<Self> {
            Self::minus(x, &y.0)
        }

        #[inline(always)]
        fn settle(x: &Sum<Self>) -> Loose<Self> {
            Loose(linear51::nearest(
                x.0,
                black_box(const { &&Radix51Constants::of::<Fr>() }),
            ))
        }

        #[inline(always)]
        fn multiplicand(x: &Sum<Self>) -> Loose<Self> {
            Loose(linear51::carried(
                x.0,
                black_box(const { &&Radix51Constants::of::<Fr>() }),
            ))
        }

        #[inline(always)]
        fn zip(x: &Loose<Self>, y: &Loose<Self>) -> [Loose<Self>; 2] {
            <Self as Lanewise>::zip(&x.0, &y.0).map(Loose)
        }
    }

    impl<F: Fused> Butterflies for FmaPair<Fr, F> {
        type Prepared = Twiddle;
    }

    impl<F: Fused> PreparedTwiddle<FmaPair<Fr, F>> for Twiddle {
        const FROM: usize = 2;

        fn of(w: &<FmaPair<Fr, F> as Kernel>::Packed) -> Self {
            let residue = |i: usize| {
                // 2^(51i), and the product is by 2^-255 too, as w is 2^255 times what values are multiplied by.
                let mut weight = [Pair::load(&Constant::splat(0.0)); LIMBS];
                weight[i] = Pair::load(&Constant::splat(1.0));
                *FmaPair::<Fr, F>::unpack(&FmaPair::<Fr, F>::mul(w, &weight))[0].integer()
            };
            Self::of_residues::<Fr>(&core::array::from_fn(residue))
        }

        #[inline(always)]
        fn times(&self, x: &Loose<FmaPair<Fr, F>>) -> Sum<FmaPair<Fr, F>> {
            let constants = black_box(const { &&Radix51Constants::of::<Fr>() });
            let extra = black_box(const { &&TwiddleConstants::of::<Fr>() });
            Sum(fixed51::multiply(&x.0, self, constants, extra))
        }
    }
}
