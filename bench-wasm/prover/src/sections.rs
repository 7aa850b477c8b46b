//! The files of circom and snarkjs: a type, a version and sections, each with a number, a length and its bytes.

use core::fmt;

use arkworks::ark_bn254::{Fq, Fq2, Fr, G1Affine, G2Affine};
use arkworks::ark_ec::AffineRepr;
use arkworks::ark_ff::{BigInt, PrimeField, Zero};

/// Why a file is not taken.
#[derive(Debug)]
pub struct Refused(pub String);

impl fmt::Display for Refused {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// `return Err(Refused(format!(...)))`
macro_rules! refuse {
    ($($message:tt)*) => {
        return Err($crate::sections::Refused(format!($($message)*)))
    };
}
pub(crate) use refuse;

/// Bytes of an element of either field.
pub const ELEMENT: usize = 32;
/// Bytes of a point in G1 and in G2: affine coordinates.
pub const G1: usize = 2 * ELEMENT;
pub const G2: usize = 4 * ELEMENT;

/// A vector with room for so many, before anything is in it.
///
/// # Errors
/// Where there is not as much memory.
pub fn with_room<T>(count: usize) -> Result<Vec<T>, Refused> {
    let mut room = Vec::new();
    match room.try_reserve_exact(count) {
        Ok(()) => Ok(room),
        Err(_) => Err(no_memory(count.saturating_mul(size_of::<T>()))),
    }
}

/// Appends one.
///
/// # Errors
/// As those of [`with_room`].
pub fn push<T>(all: &mut Vec<T>, one: T) -> Result<(), Refused> {
    if all.try_reserve(1).is_err() {
        return Err(no_memory(2 * size_of_val(&all[..])));
    }
    all.push(one);
    Ok(())
}

fn no_memory(bytes: usize) -> Refused {
    Refused(format!(
        "there is not enough memory: {bytes} bytes more are needed"
    ))
}

pub struct Sections<'a> {
    file: &'static str,
    sections: Vec<(u32, &'a [u8])>,
}

impl<'a> Sections<'a> {
    /// # Errors
    /// Where the bytes are of no file of that type and version, or of no whole one.
    pub fn read(
        file: &'static str,
        kind: &str,
        version: u32,
        bytes: &'a [u8],
    ) -> Result<Self, Refused> {
        if !bytes.starts_with(kind.as_bytes()) {
            refuse!("the {file} is no .{kind} file: it does not begin with \"{kind}\"");
        }
        let mut rest = Reader::new(file, "head", &bytes[kind.len()..]);
        let found = rest.u32()?;
        if found != version {
            refuse!("the {file} is of version {found}; version {version} is needed");
        }
        let count = rest.u32()?;
        let mut sections = Vec::new();
        for _ in 0..count {
            let number = rest.u32()?;
            let length = rest.u64()?;
            let there = rest.bytes.len();
            let Some(length) = usize::try_from(length)
                .ok()
                .filter(|length| *length <= there)
            else {
                refuse!(
                    "the {file} is cut off: its section {number} has {length} bytes, and {there} are there"
                );
            };
            push(&mut sections, (number, rest.take(length)?))?;
        }
        Ok(Self { file, sections })
    }

    /// # Errors
    /// Where it is not there, or twice.
    pub fn section(&self, number: u32, name: &'static str) -> Result<Reader<'a>, Refused> {
        let file = self.file;
        let mut found = self.sections.iter().filter(|(own, _)| *own == number);
        match (found.next(), found.next()) {
            (Some((_, bytes)), None) => Ok(Reader::new(file, name, bytes)),
            (None, _) => refuse!("the {file} has no section {number} ({name})"),
            _ => refuse!("the {file} has its section {number} ({name}) twice"),
        }
    }
}

/// What is left of a section.
pub struct Reader<'a> {
    file: &'static str,
    name: &'static str,
    bytes: &'a [u8],
}

impl<'a> Reader<'a> {
    fn new(file: &'static str, name: &'static str, bytes: &'a [u8]) -> Self {
        Self { file, name, bytes }
    }

    fn take(&mut self, length: usize) -> Result<&'a [u8], Refused> {
        let Some((taken, rest)) = self.bytes.split_at_checked(length) else {
            refuse!("the {} is cut off in its {}", self.file, self.name);
        };
        self.bytes = rest;
        Ok(taken)
    }

    fn array<const N: usize>(&mut self) -> Result<[u8; N], Refused> {
        let mut array = [0; N];
        array.copy_from_slice(self.take(N)?);
        Ok(array)
    }

    pub fn u32(&mut self) -> Result<u32, Refused> {
        self.array().map(u32::from_le_bytes)
    }

    fn u64(&mut self) -> Result<u64, Refused> {
        self.array().map(u64::from_le_bytes)
    }

    /// A number of things. What is made of it is its reader's matter: the file may say anything.
    pub fn count(&mut self) -> Result<usize, Refused> {
        self.u32().map(|count| count as usize)
    }

    fn integer(&mut self) -> Result<BigInt<4>, Refused> {
        let bytes = self.array::<ELEMENT>()?;
        let mut limbs = [0; 4];
        for (limb, word) in limbs.iter_mut().zip(bytes.as_chunks::<8>().0) {
            *limb = u64::from_le_bytes(*word);
        }
        Ok(BigInt::new(limbs))
    }

    /// The size of a field's elements, and its prime: those of BN254, or the file is of another curve.
    pub fn prime<F: PrimeField<BigInt = BigInt<4>>>(&mut self, field: &str) -> Result<(), Refused> {
        let size = self.u32()?;
        if size as usize != ELEMENT || self.integer()? != F::MODULUS {
            refuse!("the {} is not of BN254: its {field} is another", self.file);
        }
        Ok(())
    }

    fn below<F: PrimeField<BigInt = BigInt<4>>>(
        &mut self,
        field: &str,
    ) -> Result<BigInt<4>, Refused> {
        let value = self.integer()?;
        if value >= F::MODULUS {
            refuse!(
                "the {} has a value in its {} that is not below the {field}",
                self.file,
                self.name
            );
        }
        Ok(value)
    }

    /// An element of the scalar field as a number.
    pub fn scalar(&mut self) -> Result<Fr, Refused> {
        let value = self.below::<Fr>("order")?;
        Ok(Fr::from_bigint(value).expect("it is below the order"))
    }

    /// An element of the scalar field times R^2, with R = 2^256: a product with a number is then one in Montgomery form.
    pub fn coefficient(&mut self) -> Result<Fr, Refused> {
        let times_r = Fr::new_unchecked(self.below::<Fr>("order")?);
        Ok(Fr::new_unchecked(times_r.into_bigint()))
    }

    /// An element of the base field in Montgomery form, which is arkworks' own.
    fn base(&mut self) -> Result<Fq, Refused> {
        self.below::<Fq>("prime").map(Fq::new_unchecked)
    }

    fn base2(&mut self) -> Result<Fq2, Refused> {
        Ok(Fq2::new(self.base()?, self.base()?))
    }

    /// A point, not checked to be on its curve. Two zeros are the point at infinity.
    pub fn g1(&mut self) -> Result<G1Affine, Refused> {
        let (x, y) = (self.base()?, self.base()?);
        let infinite = x.is_zero() && y.is_zero();
        Ok(if infinite {
            G1Affine::zero()
        } else {
            G1Affine::new_unchecked(x, y)
        })
    }

    /// A point, neither checked to be on its curve nor in its subgroup. Zeros are the point at infinity.
    pub fn g2(&mut self) -> Result<G2Affine, Refused> {
        let (x, y) = (self.base2()?, self.base2()?);
        let infinite = x.is_zero() && y.is_zero();
        Ok(if infinite {
            G2Affine::zero()
        } else {
            G2Affine::new_unchecked(x, y)
        })
    }

    /// So many of so many bytes each, after which the section ends.
    pub fn all<T>(
        mut self,
        count: usize,
        size: usize,
        mut one: impl FnMut(&mut Self) -> Result<T, Refused>,
    ) -> Result<Vec<T>, Refused> {
        // Before there is memory for as many as the file says.
        if self.bytes.len() / size < count {
            refuse!("the {} is cut off in its {}", self.file, self.name);
        }
        let mut all = with_room(count)?;
        for _ in 0..count {
            all.push(one(&mut self)?);
        }
        if !self.bytes.is_empty() {
            refuse!(
                "the {} of the {} have {} bytes too many",
                self.name,
                self.file,
                self.bytes.len()
            );
        }
        Ok(all)
    }
}
