//! The kernels that transforms are on, and what their sums are without a reduction.

use super::butterfly::{Butterflies, Unprepared};
use super::lazy::{Lazy, Loose, Sum};
use crate::field::TwoAdic;
use crate::limbs29::{Limbs29, Limbs29Dropin};
use crate::radix::loose29::{self, ADDED, ADDED_TO_SUM, Multiples};
use crate::radix::radix29;

/// As many p as the most layers add: 10 in the first two, and 3 in any other.
const _: () = assert!(10 + 3 * (super::MOST_LAYERS - 2) <= loose29::MAX_MULTIPLE);

// Residues of four words are canonical, and so are their sums.
impl<M: TwoAdic> Lazy for Limbs29Dropin<M> {}
impl<M: TwoAdic> Butterflies for Limbs29Dropin<M> {
    type Prepared = Unprepared<Self>;
}

impl<M: TwoAdic> Butterflies for Limbs29<M> {
    type Prepared = Unprepared<Self>;
}
impl<M: TwoAdic> Lazy for Limbs29<M> {
    #[inline(always)]
    fn plus(x: &Sum<Self>, t: &Self::Packed) -> Sum<Self> {
        Sum(loose29::plus::<u64>(&x.0, t))
    }

    #[inline(always)]
    fn minus(x: &Sum<Self>, t: &Self::Packed) -> Sum<Self> {
        let added = const { &loose29::spread::<M>(ADDED, 1) };
        Sum(loose29::minus::<u64>(&x.0, t, added))
    }

    #[inline(always)]
    fn minus_sum(x: &Sum<Self>, y: &Sum<Self>) -> Sum<Self> {
        let added = const { &loose29::spread::<M>(ADDED_TO_SUM, 2) };
        Sum(loose29::minus::<u64>(&x.0, &y.0, added))
    }

    #[inline(always)]
    fn settle(x: &Sum<Self>) -> Loose<Self> {
        Loose(loose29::settle::<u64>(&x.0))
    }

    #[inline(always)]
    fn times(x: &Loose<Self>, w: &Self::Packed) -> Self::Packed {
        radix29::multiply(&x.0, w, const { &loose29::twiddle_constants::<M>() })
    }

    // A block of three limbs is multiplied as it is: there is room for limbs of 31 bits.
    #[inline(always)]
    fn multiplicand(x: &Sum<Self>) -> Loose<Self> {
        Loose(x.0)
    }

    #[inline(always)]
    fn reduce(x: &Loose<Self>) -> Self::Packed {
        loose29::reduce::<u64>(&x.0, const { &Multiples::of::<M>() })
    }
}

#[cfg(target_feature = "simd128")]
mod simd {
    use super::*;
    use crate::kernel::Lanewise;
    use crate::radix::accumulator::Accumulator;
    use crate::simd_mul::{Accumulators, Simd, loose_product, splat, splat_all};
    use core::arch::wasm32::v128;

    const fn multiples<M: TwoAdic>() -> Multiples<v128> {
        let Multiples {
            inverse,
            complement,
            one,
        } = Multiples::of::<M>();
        Multiples {
            inverse: splat(inverse),
            complement: splat_all(&complement),
            one: splat(one),
        }
    }

    impl<M: TwoAdic> Butterflies for Simd<M> {
        type Prepared = Unprepared<Self>;
    }
    impl<M: TwoAdic> Lazy for Simd<M> {
        #[inline(always)]
        fn plus(x: &Sum<Self>, t: &Self::Packed) -> Sum<Self> {
            Sum(loose29::plus::<Accumulators>(&x.0, t))
        }

        #[inline(always)]
        fn minus(x: &Sum<Self>, t: &Self::Packed) -> Sum<Self> {
            let added = const { &splat_all(&loose29::spread::<M>(ADDED, 1)) };
            Sum(loose29::minus::<Accumulators>(&x.0, t, added))
        }

        #[inline(always)]
        fn minus_sum(x: &Sum<Self>, y: &Sum<Self>) -> Sum<Self> {
            let added = const { &splat_all(&loose29::spread::<M>(ADDED_TO_SUM, 2)) };
            Sum(loose29::minus::<Accumulators>(&x.0, &y.0, added))
        }

        #[inline(always)]
        fn settle(x: &Sum<Self>) -> Loose<Self> {
            Loose(loose29::settle::<Accumulators>(&x.0))
        }

        #[inline(always)]
        fn times(x: &Loose<Self>, w: &Self::Packed) -> Self::Packed {
            loose_product::<M, { loose29::MAX_MULTIPLE }>(&x.0, w)
        }

        #[inline(always)]
        fn reduce(x: &Loose<Self>) -> Self::Packed {
            loose29::reduce::<Accumulators>(&x.0, const { &multiples::<M>() }).map(|sum| sum.limb())
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
    use crate::radix::radix51::{Constant, DoubleLanes, Form, LIMBS, Radix51Constants};

    /// A loose value is reduced, of at most about p/2.
    impl<M: TwoAdic, F: Fused> Lazy for FmaPair<M, F> {
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
                black_box(const { &&Radix51Constants::of::<M>() }),
            ))
        }

        // Two steps leave of it no more than of a reduced value. A centred quotient has no room for that.
        #[inline(always)]
        fn multiplicand(x: &Sum<Self>) -> Loose<Self> {
            match const { Form::of::<M>() } {
                Form::TwoSteps => Loose(linear51::carried(
                    x.0,
                    black_box(const { &&Radix51Constants::of::<M>() }),
                )),
                Form::Centred => Self::settle(x),
            }
        }

        #[inline(always)]
        fn zip(x: &Loose<Self>, y: &Loose<Self>) -> [Loose<Self>; 2] {
            <Self as Lanewise>::zip(&x.0, &y.0).map(Loose)
        }
    }

    impl<M: TwoAdic, F: Fused> Butterflies for FmaPair<M, F> {
        type Prepared = Twiddle;
    }

    impl<M: TwoAdic, F: Fused> PreparedTwiddle<FmaPair<M, F>> for Twiddle {
        const FROM: usize = 2;

        fn of(w: &<FmaPair<M, F> as Kernel>::Packed) -> Self {
            let residue = |i: usize| {
                // 2^(51i), and the product is by 2^-255 too, as w is 2^255 times what values are multiplied by.
                let mut weight = [Pair::load(&Constant::splat(0.0)); LIMBS];
                weight[i] = Pair::load(&Constant::splat(1.0));
                *FmaPair::<M, F>::unpack(&FmaPair::<M, F>::mul(w, &weight))[0].integer()
            };
            Self::of_residues::<M>(&core::array::from_fn(residue))
        }

        #[inline(always)]
        fn times(&self, x: &Loose<FmaPair<M, F>>) -> Sum<FmaPair<M, F>> {
            let constants = black_box(const { &&Radix51Constants::of::<M>() });
            let extra = black_box(const { &&TwiddleConstants::of::<M>() });
            let form = const { Form::of::<M>() };
            Sum(fixed51::multiply(&x.0, self, form, constants, extra))
        }
    }
}
