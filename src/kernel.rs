//! What a multiplication kernel is, and the table of all of them.

use crate::element::{Element, InputError};
use crate::modulus::Modulus;
use crate::{batch, fma, fma_single, limbs29, multi3, simd_mul};

/// Exports a kernel's product and loops from the wasm module under names that need no glue:
/// `product:ID`, `chain:ID`, `stream:ID`, and for each [`Operation`] `square:ID` and so on.
/// Standalone runtimes call them, and the opcode test reads them: each has the kernel's
/// instructions and nothing of another's.
#[macro_export]
macro_rules! exports_of {
    ($id:literal, $kernel:ty) => {
        #[cfg(target_arch = "wasm32")]
        const _: () = {
            type Packed = <$kernel as $crate::kernel::Kernel>::Packed;

            /// # Safety
            /// The pointers are valid for one packed element each.
            #[unsafe(export_name = concat!("product:", $id))]
            unsafe extern "C" fn product(out: *mut Packed, a: *const Packed, b: *const Packed) {
                // SAFETY: the caller's promise above; `out` may be `a` or `b`, it is written last.
                unsafe { *out = <$kernel as $crate::kernel::Kernel>::mul(&*a, &*b) }
            }

            /// # Safety
            /// `checksum` is valid for 32 bytes.
            #[unsafe(export_name = concat!("chain:", $id))]
            unsafe extern "C" fn chain(seed: u64, n: u32, checksum: *mut [u8; 32]) {
                // SAFETY: the caller's promise above.
                unsafe { *checksum = $crate::batch::chain::<$kernel>(seed, n).to_bytes() }
            }

    $crate::exports_of!(@stream "stream:", $id, $kernel, stream);
    $crate::exports_of!(@stream "square:", $id, $kernel, square);
    $crate::exports_of!(@stream "add:", $id, $kernel, add);
    $crate::exports_of!(@stream "sub:", $id, $kernel, sub);
    $crate::exports_of!(@stream "sop2:", $id, $kernel, sop2);
        };
    };
    (@stream $prefix:literal, $id:literal, $kernel:ty, $batch:ident) => {
        /// # Safety
        /// `checksum` is valid for 32 bytes.
        #[unsafe(export_name = concat!($prefix, $id))]
        unsafe extern "C" fn $batch(seed: u64, n: u32, checksum: *mut [u8; 32]) {
            // SAFETY: the caller's promise above.
            unsafe { *checksum = $crate::batch::$batch::<$kernel>(seed, n).to_bytes() }
        }
    };
}

/// The most elements any kernel packs together.
pub const MAX_LANES: usize = 2;

/// A multiplication of Montgomery residues x·R mod p, R = 2^[`RADIX_BITS`](Kernel::RADIX_BITS), and
/// the operations beside it.
///
/// Every operation takes what any of them gives: all keep the ranges that the kernel states at its
/// type.
///
/// `pack` and `unpack` change the format and nothing else: they move the integer x between its
/// canonical form and the kernel's limbs, without a multiplication. `load` and `store` change the
/// representation too, x <-> x·R mod p, by the kernel's own product with R² and with 1.
pub trait Kernel: 'static {
    /// The field.
    type Modulus: Modulus;
    /// [`LANES`](Kernel::LANES) residues in the format that stays between products.
    type Packed: Copy;
    /// How many independent products one call does: 1 or 2.
    const LANES: usize;
    /// log2 of the Montgomery radix R.
    const RADIX_BITS: u32;
    /// R² mod p, by which a product takes an element to its residue.
    const R_SQUARED: Element<Self::Modulus> = Element::power_of_two(2 * Self::RADIX_BITS);

    /// The residues whose integers are `lanes`, one a lane. `lanes.len() == LANES`.
    fn pack(lanes: &[Element<Self::Modulus>]) -> Self::Packed;

    /// The canonical integers of the residues, one a lane; the rest of the array is unspecified.
    fn unpack(packed: &Self::Packed) -> [Element<Self::Modulus>; MAX_LANES];

    /// a·b·R^-1 mod p in every lane. Ranges in and out are stated by the kernel.
    fn mul(a: &Self::Packed, b: &Self::Packed) -> Self::Packed;

    /// a·a·R^-1 mod p in every lane.
    #[inline(always)]
    fn square(a: &Self::Packed) -> Self::Packed {
        Self::mul(a, a)
    }

    /// a + b mod p in every lane.
    fn add(a: &Self::Packed, b: &Self::Packed) -> Self::Packed;

    /// a - b mod p in every lane.
    fn sub(a: &Self::Packed, b: &Self::Packed) -> Self::Packed;

    /// (a\[0\]·b\[0\] + a\[1\]·b\[1\])·R^-1 mod p in every lane.
    #[inline(always)]
    fn sum_of_products(a: [&Self::Packed; 2], b: [&Self::Packed; 2]) -> Self::Packed {
        Self::add(&Self::mul(a[0], b[0]), &Self::mul(a[1], b[1]))
    }

    /// The residues of the field elements `lanes`. `lanes.len() == LANES`.
    #[inline(never)]
    fn load(lanes: &[Element<Self::Modulus>]) -> Self::Packed {
        let r_squared = Self::pack(&[Self::R_SQUARED; MAX_LANES][..Self::LANES]);
        Self::mul(&Self::pack(lanes), &r_squared)
    }

    /// The field elements of the residues; the rest of the array is unspecified.
    #[inline(never)]
    fn store(packed: &Self::Packed) -> [Element<Self::Modulus>; MAX_LANES] {
        let one = Self::pack(&[Element::ONE; MAX_LANES][..Self::LANES]);
        Self::unpack(&Self::mul(packed, &one))
    }
}

/// What goes into a kernel and comes out of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Form {
    /// 4x64 Montgomery residues in and out, R = 2^256, canonical: fits where arkworks' product is.
    Dropin,
    /// The kernel's own limbs between products; conversion is measured apart.
    Internal,
}

impl Form {
    /// The word used in every table.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Dropin => "dropin",
            Self::Internal => "internal",
        }
    }
}

/// A set of target features. Each build with SIMD has the kernels of the ones before it too.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Build {
    /// No SIMD. Scalar kernels are timed here: with SIMD, LLVM vectorises them for the worse.
    Baseline,
    /// `+simd128`.
    Simd128,
    /// `+simd128,+relaxed-simd`.
    RelaxedSimd,
    /// `+wide-arithmetic`, no SIMD: the baseline with a 64x64 -> 128-bit multiplication.
    WideArithmetic,
}

impl Build {
    /// The word used in every table.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Baseline => "baseline",
            Self::Simd128 => "simd128",
            Self::RelaxedSimd => "relaxed-simd",
            Self::WideArithmetic => "wide-arithmetic",
        }
    }
}

/// What a table says of a kernel. The id is the same word in Rust, exports, JSON and README.
#[derive(Clone, Copy, Debug)]
pub struct Info {
    /// The kernel's id.
    pub id: &'static str,
    /// What goes in and comes out.
    pub form: Form,
    /// The limbs between products, as count x bits.
    pub limbs: &'static str,
    /// The build it is timed from.
    pub build: Build,
    /// One line for people.
    pub summary: &'static str,
    /// Where the algorithm comes from.
    pub source: &'static str,
    /// Independent products a call.
    pub lanes: usize,
    /// log2 of the Montgomery radix.
    pub radix_bits: u32,
}

/// What a kernel does beside its product, each in a loop like [`batch::stream`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Operation {
    /// [`Kernel::square`].
    Square,
    /// [`Kernel::add`].
    Add,
    /// [`Kernel::sub`].
    Sub,
    /// [`Kernel::sum_of_products`]: two products, counted as two.
    Sop2,
}

impl Operation {
    /// All of them.
    pub const ALL: [Self; 4] = [Self::Square, Self::Add, Self::Sub, Self::Sop2];

    /// The word used in every table.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Square => "square",
            Self::Add => "add",
            Self::Sub => "sub",
            Self::Sop2 => "sop2",
        }
    }

    /// The operation of that name.
    ///
    /// # Errors
    /// [`InputError::UnknownOperation`].
    pub fn find(name: &str) -> Result<Self, InputError> {
        Self::ALL
            .into_iter()
            .find(|operation| operation.as_str() == name)
            .ok_or_else(|| InputError::UnknownOperation {
                given: name.into(),
                known: Self::ALL.map(Self::as_str).join(", "),
            })
    }
}

/// The field of every registered kernel.
pub type Field = crate::modulus::Fq;

/// Elements of every registered kernel.
pub type Elements<'a> = &'a [Element<Field>];

/// The operations of a kernel that is part of this build, with its types erased.
#[derive(Clone, Copy)]
pub struct Operations {
    /// [`batch::chain`].
    pub chain: fn(u64, u32) -> Element<Field>,
    /// [`batch::stream`].
    pub stream: fn(u64, u32) -> Element<Field>,
    /// [`batch::stream_of`].
    pub stream_of: fn(Operation, u64, u32) -> Element<Field>,
    /// The product of two elements.
    pub mul: fn(Element<Field>, Element<Field>) -> Element<Field>,
    /// [`batch::products`].
    pub products: fn(Elements, Elements) -> Vec<Element<Field>>,
    /// [`batch::results_of`].
    pub results_of: fn(Operation, [Elements; 4]) -> Vec<Element<Field>>,
    /// A multiplier that holds operands between calls.
    pub multiplier: fn() -> Box<dyn Multiply>,
}

/// A row of the registry.
#[derive(Clone, Copy)]
pub struct Row {
    /// What the tables say.
    pub info: Info,
    /// The code, if this build has it.
    pub operations: Option<Operations>,
    /// Whether this engine fuses `relaxed_madd`, for a kernel that is right only where it does.
    /// None for any other kernel, and where this build lacks it.
    pub fused: Option<fn() -> bool>,
    /// The models it is timed in, for a kernel that is another one but for these. None for a
    /// kernel that is timed in everything.
    pub only: Option<&'static [&'static str]>,
}

impl Row {
    /// The row of a kernel that this build has.
    pub const fn present<K: Kernel<Modulus = Field>>(info: Info) -> Self {
        assert!(info.lanes == K::LANES && info.radix_bits == K::RADIX_BITS);
        Self {
            info,
            operations: Some(Operations {
                chain: batch::chain::<K>,
                stream: batch::stream::<K>,
                stream_of: batch::stream_of::<K>,
                mul: Operands::<K>::product_of,
                products: batch::products::<K>,
                results_of: batch::results_of::<K>,
                multiplier: || Box::new(Operands::<K>::new()),
            }),
            fused: None,
            only: None,
        }
    }

    /// The row, timed in these models and in nothing else.
    pub const fn only(self, models: &'static [&'static str]) -> Self {
        Self {
            only: Some(models),
            ..self
        }
    }

    /// The row, of a kernel that is right only where `fused` says so.
    pub const fn where_fused(self, fused: fn() -> bool) -> Self {
        Self {
            fused: Some(fused),
            ..self
        }
    }

    /// The row of a kernel that this build lacks.
    pub const fn absent(info: Info) -> Self {
        Self {
            info,
            operations: None,
            fused: None,
            only: None,
        }
    }

    /// The code, if this build has it and it is right on this engine.
    ///
    /// # Errors
    /// [`InputError::NotInBuild`] and [`InputError::Unfused`].
    pub fn right_here(&self) -> Result<Operations, InputError> {
        let Info { id, build, .. } = self.info;
        let build = build.as_str();
        let operations = self
            .operations
            .ok_or(InputError::NotInBuild { id, build })?;
        match self.fused {
            Some(fused) if !fused() => Err(InputError::Unfused { id }),
            _ => Ok(operations),
        }
    }
}

/// Every kernel, in the order of the tables.
pub static REGISTRY: &[Row] = &[
    #[cfg(not(fqmul_subject))]
    multi3::MULTI3,
    #[cfg(not(fqmul_subject))]
    multi3::MULTI3_MITIGATED,
    #[cfg(not(fqmul_subject))]
    multi3::MULTI3_WIDE,
    #[cfg(fqmul_subject)]
    multi3::SUBJECT,
    limbs29::LIMBS29,
    limbs29::LIMBS29_DROPIN,
    limbs29::LIMBS29_SOP2,
    simd_mul::SIMD,
    simd_mul::SIMD_DROPIN,
    fma::FMA_PAIR,
    fma::FMA_PAIR_DROPIN,
    fma::FMA_SOP2,
    fma_single::FMA_SINGLE,
];

/// The kernels to choose from where nobody chooses, the fastest of all builds first. Below the
/// kernels in f64 lanes the scalar one leads: SIMD does not beat it one product at a time. The last
/// is right everywhere.
pub static FASTEST_FIRST: &[&str] = &["fma-pair", "limbs29", "multi3-mitigated"];

/// The fastest kernel that this build has and that is right on this engine.
pub fn best() -> (&'static str, Operations) {
    FASTEST_FIRST
        .iter()
        .find_map(|id| Some((*id, find(id).ok()?)))
        .expect("the last one is in every build")
}

/// The operations of the kernel `id`.
///
/// # Errors
/// [`InputError::UnknownKernel`], [`InputError::NotInBuild`] and [`InputError::Unfused`].
pub fn find(id: &str) -> Result<Operations, InputError> {
    let Some(row) = REGISTRY.iter().find(|row| row.info.id == id) else {
        let ids: Vec<_> = REGISTRY.iter().map(|row| row.info.id).collect();
        return Err(InputError::UnknownKernel {
            given: id.into(),
            known: ids.join(", "),
        });
    };
    row.right_here()
}

/// One product at a time, whatever the kernel.
pub trait Multiply {
    /// The product of two elements.
    fn mul(&self, a: Element<Field>, b: Element<Field>) -> Element<Field>;
    /// Takes operands: the accumulator becomes `a`, the multiplier `b`.
    fn set(&mut self, a: Element<Field>, b: Element<Field>);
    /// accumulator = accumulator · b.
    fn step(&mut self);
    /// The accumulator.
    fn product(&self) -> Element<Field>;
    /// To the kernel's residue and back, no product.
    fn convert(&self, a: Element<Field>) -> Element<Field>;
}

/// Operands in a kernel's format. Every lane holds the same value: one product is wanted, and a
/// two-lane kernel does it twice.
struct Operands<K: Kernel> {
    accumulator: K::Packed,
    b: K::Packed,
}

impl<K: Kernel<Modulus = Field>> Operands<K> {
    fn new() -> Self {
        Self {
            accumulator: Self::load(Element::ONE),
            b: Self::load(Element::ONE),
        }
    }

    fn load(a: Element<Field>) -> K::Packed {
        K::load(&[a; MAX_LANES][..K::LANES])
    }

    fn product_of(a: Element<Field>, b: Element<Field>) -> Element<Field> {
        K::store(&K::mul(&Self::load(a), &Self::load(b)))[0]
    }
}

impl<K: Kernel<Modulus = Field>> Multiply for Operands<K> {
    fn mul(&self, a: Element<Field>, b: Element<Field>) -> Element<Field> {
        Self::product_of(a, b)
    }

    fn set(&mut self, a: Element<Field>, b: Element<Field>) {
        self.accumulator = Self::load(a);
        self.b = Self::load(b);
    }

    fn step(&mut self) {
        self.accumulator = K::mul(&self.accumulator, &self.b);
    }

    fn product(&self) -> Element<Field> {
        K::store(&self.accumulator)[0]
    }

    fn convert(&self, a: Element<Field>) -> Element<Field> {
        K::store(&Self::load(a))[0]
    }
}
