//! What is known of a kernel under measurement beside its code: the words of the tables.

use super::error::InputError;
use crate::field::bn254;

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

/// How often which multiplication instruction of wasm stands in the code of an operation, `mul` and
/// those of [`Operation`]: (operation, instruction, count). Where nothing is said, a square has those
/// of the product, a sum none, and a sum of products those of all products and sums. The test of the
/// opcodes counts them in the built modules, those of the models that the kernel is timed in.
pub type Multiplies = &'static [(&'static str, &'static str, u32)];

/// What a table says of a kernel. The id is the same word in Rust, exports, JSON and README.
#[derive(Clone, Copy, Debug)]
pub struct Info {
    /// The kernel's id.
    pub id: &'static str,
    /// What goes in and comes out.
    pub form: Form,
    /// The limbs between products, as count x bits.
    pub limbs: &'static str,
    /// Independent products a call.
    pub lanes: usize,
    /// log2 of the Montgomery radix.
    pub radix_bits: u32,
    /// The build it is timed from.
    pub build: Build,
    /// The multiplications that its code consists of, as [`Multiplies`].
    pub multiplies: Multiplies,
    /// One line for people.
    pub summary: &'static str,
    /// Where the algorithm comes from.
    pub source: &'static str,
    /// The names of the fields that it is for.
    pub fields: fn() -> Vec<&'static str>,
    /// The models it is timed in, for a kernel that is another one but for these. None for a
    /// kernel that is timed in everything.
    pub models: Option<&'static [&'static str]>,
}

/// What a kernel does beside its product, each in a loop like [`stream`](super::batch::stream).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Operation {
    /// [`Kernel::square`](crate::kernel::Kernel::square).
    Square,
    /// [`Kernel::add`](crate::kernel::Kernel::add).
    Add,
    /// [`Kernel::sub`](crate::kernel::Kernel::sub).
    Sub,
    /// [`Kernel::sum_of_products`](crate::kernel::Kernel::sum_of_products): two products, counted as two.
    Sop2,
    /// The same of three, counted as three.
    Sop3,
    /// The same of four, counted as four.
    Sop4,
}

impl Operation {
    /// All of them.
    pub const ALL: [Self; 6] = [
        Self::Square,
        Self::Add,
        Self::Sub,
        Self::Sop2,
        Self::Sop3,
        Self::Sop4,
    ];
    /// Operands of the one that has most.
    pub const MOST_OPERANDS: usize = 8;

    /// The word used in every table.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Square => "square",
            Self::Add => "add",
            Self::Sub => "sub",
            Self::Sop2 => "sop2",
            Self::Sop3 => "sop3",
            Self::Sop4 => "sop4",
        }
    }

    /// What one counts as: a sum of products as they do.
    pub const fn counts(self) -> u32 {
        match self {
            Self::Square | Self::Add | Self::Sub => 1,
            Self::Sop2 => 2,
            Self::Sop3 => 3,
            Self::Sop4 => 4,
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
pub type Field = bn254::Fq;
