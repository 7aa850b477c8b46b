//! Why something is not taken.

/// Why a file, a witness or a text is not taken. The message is a sentence that names what is wrong.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum Error {
    /// The key is no file of Groth16 over BN254, or not whole, or a point of it is wrong.
    #[error("{0}")]
    Key(String),
    /// The witness is no file over BN254, or not whole, or of another circuit.
    #[error("{0}")]
    Witness(String),
    /// The witness breaks a constraint of the circuit, or the key is another circuit's: the proof would be refused.
    #[error("the witness does not satisfy the circuit of the key")]
    Unsatisfied,
    /// The text is not a proof, a key or public signals as snarkjs writes them.
    #[error("{0}")]
    Json(String),
    /// The build has no kernel but one by fused multiply-add, and this engine rounds that twice.
    #[error("this engine rounds a fused multiply-add twice, and this build has no other kernel")]
    Unfused,
    /// There is not enough memory.
    #[error("there is not enough memory: {bytes} bytes more are needed")]
    Memory {
        /// So many bytes more.
        bytes: usize,
    },
}

impl Error {
    /// A word for programs.
    pub const fn code(&self) -> &'static str {
        match self {
            Self::Key(_) => "KEY",
            Self::Witness(_) => "WITNESS",
            Self::Unsatisfied => "UNSATISFIED",
            Self::Json(_) => "JSON",
            Self::Unfused => "UNSUPPORTED",
            Self::Memory { .. } => "MEMORY",
        }
    }
}

/// A vector with room for so many, before anything is in it.
///
/// # Errors
/// [`Error::Memory`].
pub fn with_room<T>(count: usize) -> Result<Vec<T>, Error> {
    let mut room = Vec::new();
    match room.try_reserve_exact(count) {
        Ok(()) => Ok(room),
        Err(_) => Err(Error::Memory {
            bytes: count.saturating_mul(size_of::<T>()),
        }),
    }
}
