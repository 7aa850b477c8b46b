//! Every kernel of the registry as a type, in each field it is for.

use core::marker::PhantomData;
use fqmul::bench::info::Operation;
use fqmul::bench::registry::{self, KernelVisitor, REGISTRY};
use fqmul::bench::{batch, results};
use fqmul::field::{Element, Modulus};
use fqmul::kernel::{Kernel, MAX_LANES};

/// A kernel whose operations are functions of their own: each is compiled once for all tests.
pub struct OutOfLine<K>(PhantomData<K>);

impl<K: Kernel> Kernel for OutOfLine<K> {
    type Modulus = K::Modulus;
    type Packed = K::Packed;
    const LANES: usize = K::LANES;
    const RADIX_BITS: u32 = K::RADIX_BITS;

    fn pack(lanes: &[Element<K::Modulus>]) -> K::Packed {
        K::pack(lanes)
    }

    fn unpack(packed: &K::Packed) -> [Element<K::Modulus>; MAX_LANES] {
        K::unpack(packed)
    }

    #[inline(never)]
    fn mul(a: &K::Packed, b: &K::Packed) -> K::Packed {
        K::mul(a, b)
    }

    #[inline(never)]
    fn square(a: &K::Packed) -> K::Packed {
        K::square(a)
    }

    #[inline(never)]
    fn add(a: &K::Packed, b: &K::Packed) -> K::Packed {
        K::add(a, b)
    }

    #[inline(never)]
    fn sub(a: &K::Packed, b: &K::Packed) -> K::Packed {
        K::sub(a, b)
    }

    #[inline(never)]
    fn sum_of_products<const N: usize>(a: [&K::Packed; N], b: [&K::Packed; N]) -> K::Packed {
        K::sum_of_products(a, b)
    }
}

/// Every kernel that this build adds and that is right on this engine, in each of its fields; and natively, where there
/// is no v128, the kernels in f64 lanes on `f64` and those of wide arithmetic, which need none.
pub fn each(visitor: &mut impl KernelVisitor) {
    registry::each_added(visitor);
    #[cfg(not(target_arch = "wasm32"))]
    {
        fqmul::field::each(&mut OnDoubles(visitor));
        fqmul::field::each(&mut OnWords(visitor));
        fqmul::field::each_below_254_bits(&mut OnWordsBelow2P(visitor));
    }
}

#[cfg(not(target_arch = "wasm32"))]
struct OnWords<'v, V>(&'v mut V);

#[cfg(not(target_arch = "wasm32"))]
impl<V: KernelVisitor> fqmul::field::FieldVisitor for OnWords<'_, V> {
    fn visit<M: fqmul::field::Modulus>(&mut self) {
        self.0.visit::<fqmul::wide::Wide<M>>("wide, native");
    }
}

#[cfg(not(target_arch = "wasm32"))]
struct OnWordsBelow2P<'v, V>(&'v mut V);

#[cfg(not(target_arch = "wasm32"))]
impl<V: KernelVisitor> fqmul::field::FieldVisitor for OnWordsBelow2P<'_, V> {
    fn visit<M: fqmul::field::Modulus>(&mut self) {
        self.0
            .visit::<fqmul::wide::WideLazy<M>>("wide-lazy, native");
        self.0
            .visit::<fqmul::wide::WidePair<M>>("wide-pair, native");
    }
}

#[cfg(not(target_arch = "wasm32"))]
struct OnDoubles<'v, V>(&'v mut V);

#[cfg(not(target_arch = "wasm32"))]
impl<V: KernelVisitor> fqmul::field::FieldVisitor for OnDoubles<'_, V> {
    fn visit<M: fqmul::field::Modulus>(&mut self) {
        self.0
            .visit::<super::radix51::OneLane<M>>("fma-pair on f64");
        self.0
            .visit::<super::columns51::Single<M>>("fma-single on f64");
        self.0
            .visit::<super::words51::OneLaneDropin<M>>("fma-pair-dropin on f64");
    }
}

/// Runs a template `fn<K: Kernel>(id: &str)` on [`each`] kernel. The id comes with the field.
macro_rules! on_every_kernel {
    ($template:ident) => {{
        struct Template;
        impl fqmul::bench::registry::KernelVisitor for Template {
            fn visit<K: fqmul::kernel::Kernel>(&mut self, id: &'static str) {
                use fqmul::field::Modulus;
                let id = format!("{id} in {}", K::Modulus::NAME);
                $template::<$crate::tests::kernels::OutOfLine<K>>(&id);
            }
        }
        $crate::tests::kernels::each(&mut Template);
    }};
}
pub(crate) use on_every_kernel;

/// What a kernel does with arrays of elements, with its type erased: what compares it is compiled once for each field,
/// and not once for each kernel.
pub struct OnArrays<'i, M: Modulus> {
    /// With the field.
    pub id: &'i str,
    pub lanes: usize,
    pub products: Products<M>,
    pub results_of: ResultsOf<M>,
    pub chain: fn(u64, u32) -> Element<M>,
    pub stream: fn(u64, u32) -> Element<M>,
    pub stream_of: fn(Operation, u64, u32) -> Element<M>,
}

/// [`results::products`] of a kernel.
type Products<M> = fn(&[Element<M>], &[Element<M>]) -> Vec<Element<M>>;
/// [`results::results_of`] of a kernel.
type ResultsOf<M> = fn(Operation, &[&[Element<M>]; Operation::MOST_OPERANDS]) -> Vec<Element<M>>;

impl<'i, M: Modulus> OnArrays<'i, M> {
    pub fn of<K: Kernel<Modulus = M>>(id: &'i str) -> Self {
        Self {
            id,
            lanes: K::LANES,
            products: results::products::<K, 4>,
            results_of: results::results_of::<K, 4>,
            chain: batch::chain::<K, 4>,
            stream: batch::stream::<K, 4>,
            stream_of: batch::stream_of::<K, 4>,
        }
    }
}

/// Runs a template `fn<M: Modulus>(kernel: &OnArrays<M>)` on [`each`] kernel.
macro_rules! on_arrays_of_every_kernel {
    ($template:ident) => {{
        fn erased<K: fqmul::kernel::Kernel>(id: &str) {
            $template(&$crate::tests::kernels::OnArrays::of::<K>(id));
        }
        $crate::tests::kernels::on_every_kernel!(erased);
    }};
}
pub(crate) use on_arrays_of_every_kernel;

#[test]
fn the_whole_registry_is_visited_in_its_order() {
    struct Ids(Vec<(&'static str, usize, u32)>);
    impl KernelVisitor for Ids {
        fn visit<K: Kernel>(&mut self, id: &'static str) {
            self.0.push((id, K::LANES, K::RADIX_BITS));
        }
    }
    let mut visited = Ids(Vec::new());
    registry::each(&mut visited);
    visited.0.dedup();
    let registered: Vec<_> = REGISTRY
        .iter()
        .filter(|row| row.right_here().is_ok())
        .map(|row| (row.info.id, row.info.lanes, row.info.radix_bits))
        .collect();
    assert!(registered.len() >= 5);
    assert_eq!(visited.0, registered);
}
