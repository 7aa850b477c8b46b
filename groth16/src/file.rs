//! The files of circom and snarkjs: a type, a version and sections, each with a number, a length and its bytes. All
//! numbers are little-endian.

use crate::error::{Error, with_room};
use ark_ff::{BigInt, PrimeField};
use fqmul::field::{Element, Modulus};

/// Which file it is.
#[derive(Clone, Copy)]
pub enum Kind {
    /// A .zkey.
    Key,
    /// A .wtns.
    Witness,
}

impl Kind {
    /// How a message calls it.
    const fn name(self) -> &'static str {
        match self {
            Self::Key => "key",
            Self::Witness => "witness",
        }
    }

    /// The error of this file.
    pub const fn refused(self, reason: String) -> Error {
        match self {
            Self::Key => Error::Key(reason),
            Self::Witness => Error::Witness(reason),
        }
    }

    /// Its first four bytes, and the one version that is read.
    const fn signature(self) -> (&'static str, u32) {
        match self {
            Self::Key => ("zkey", 1),
            Self::Witness => ("wtns", 2),
        }
    }
}

/// Bytes of an element of either field.
pub const ELEMENT: usize = 32;

/// Its sections, in the order of the file.
pub struct Sections<'a> {
    kind: Kind,
    sections: Vec<(u32, &'a [u8])>,
}

impl<'a> Sections<'a> {
    /// # Errors
    /// Where the bytes are of no file of that kind, or of no whole one.
    pub fn read(kind: Kind, bytes: &'a [u8]) -> Result<Self, Error> {
        let (signature, version) = kind.signature();
        let name = kind.name();
        let Some(bytes) = bytes.strip_prefix(signature.as_bytes()) else {
            return Err(kind.refused(format!(
                "the {name} is no .{signature} file: it does not begin with \"{signature}\""
            )));
        };
        let mut rest = Reader::new(kind, "head", bytes);
        let found = rest.u32()?;
        if found != version {
            return Err(kind.refused(format!(
                "the {name} is of version {found}; version {version} is needed"
            )));
        }
        let mut sections = Vec::new();
        for _ in 0..rest.u32()? {
            let number = rest.u32()?;
            let length = u64::from_le_bytes(rest.array()?);
            let there = rest.bytes.len();
            let Some(length) = usize::try_from(length)
                .ok()
                .filter(|length| *length <= there)
            else {
                return Err(kind.refused(format!(
                    "the {name} is cut off: its section {number} has {length} bytes, and {there} are there"
                )));
            };
            sections.push((number, rest.take(length)?));
        }
        if rest.len() > 0 {
            return Err(kind.refused(format!(
                "the {name} has {} bytes after its last section",
                rest.len()
            )));
        }
        Ok(Self { kind, sections })
    }

    /// # Errors
    /// Where it is not there, or twice.
    pub fn section(&self, number: u32, name: &'static str) -> Result<Reader<'a>, Error> {
        let file = self.kind.name();
        let mut found = self.sections.iter().filter(|(own, _)| *own == number);
        match (found.next(), found.next()) {
            (Some((_, bytes)), None) => Ok(Reader::new(self.kind, name, bytes)),
            (None, _) => Err(self
                .kind
                .refused(format!("the {file} has no section {number} ({name})"))),
            _ => Err(self.kind.refused(format!(
                "the {file} has its section {number} ({name}) twice"
            ))),
        }
    }
}

/// What is left of a section.
#[derive(Clone)]
pub struct Reader<'a> {
    kind: Kind,
    name: &'static str,
    bytes: &'a [u8],
}

impl<'a> Reader<'a> {
    pub const fn new(kind: Kind, name: &'static str, bytes: &'a [u8]) -> Self {
        Self { kind, name, bytes }
    }

    /// The error of this file.
    pub const fn refused(&self, reason: String) -> Error {
        self.kind.refused(reason)
    }

    fn cut_off(&self) -> Error {
        self.refused(format!(
            "the {} is cut off in its {}",
            self.kind.name(),
            self.name
        ))
    }

    fn take(&mut self, length: usize) -> Result<&'a [u8], Error> {
        let (taken, rest) = self
            .bytes
            .split_at_checked(length)
            .ok_or_else(|| self.cut_off())?;
        self.bytes = rest;
        Ok(taken)
    }

    fn array<const N: usize>(&mut self) -> Result<[u8; N], Error> {
        let mut array = [0; N];
        array.copy_from_slice(self.take(N)?);
        Ok(array)
    }

    pub fn u32(&mut self) -> Result<u32, Error> {
        self.array().map(u32::from_le_bytes)
    }

    /// A number of things. What is made of it is its reader's matter: the file may say anything.
    pub fn count(&mut self) -> Result<usize, Error> {
        self.u32().map(|count| count as usize)
    }

    fn integer(&mut self) -> Result<[u64; 4], Error> {
        let bytes = self.array::<ELEMENT>()?;
        let words = bytes.as_chunks::<8>().0;
        Ok(core::array::from_fn(|i| u64::from_le_bytes(words[i])))
    }

    /// The size of a field's elements and its prime: those of BN254, or the file is of another curve.
    pub fn prime<F: PrimeField<BigInt = BigInt<4>>>(&mut self, field: &str) -> Result<(), Error> {
        let size = self.count()?;
        if size != ELEMENT || self.integer()? != F::MODULUS.0 {
            return Err(self.refused(format!(
                "the {} is not of BN254: its {field} is another",
                self.kind.name()
            )));
        }
        Ok(())
    }

    /// An integer below the field's prime.
    pub fn element<M: Modulus>(&mut self, field: &str) -> Result<Element<M>, Error> {
        Element::new(self.integer()?).ok_or_else(|| {
            self.refused(format!(
                "the {} has a value in its {} that is not below the {field}",
                self.kind.name(),
                self.name
            ))
        })
    }

    /// Bytes that are left.
    pub const fn len(&self) -> usize {
        self.bytes.len()
    }

    /// What is left.
    pub const fn bytes(&self) -> &'a [u8] {
        self.bytes
    }

    /// So many things of `size` bytes each, after which the section ends.
    pub fn all<T>(
        self,
        count: usize,
        size: usize,
        mut one: impl FnMut(&mut Self) -> Result<T, Error>,
    ) -> Result<Vec<T>, Error> {
        self.has(count, size)?;
        let mut all = with_room(count)?;
        self.each(count, size, |bytes| {
            all.push(one(bytes)?);
            Ok(())
        })?;
        Ok(all)
    }

    /// Each of so many things of `size` bytes.
    pub fn each(
        mut self,
        count: usize,
        size: usize,
        mut one: impl FnMut(&mut Self) -> Result<(), Error>,
    ) -> Result<(), Error> {
        self.has(count, size)?;
        (0..count).try_for_each(|_| one(&mut self))
    }

    /// The error of bytes behind what is read.
    pub fn too_many(&self) -> Error {
        self.refused(format!(
            "the {} of the {} have bytes too many",
            self.name,
            self.kind.name()
        ))
    }

    /// Whether what is left is so many things of `size` bytes each. It is asked before there is memory for them.
    pub fn has(&self, count: usize, size: usize) -> Result<(), Error> {
        match self.bytes.len().checked_sub(count.saturating_mul(size)) {
            None => Err(self.cut_off()),
            Some(0) => Ok(()),
            Some(_) => Err(self.too_many()),
        }
    }
}
