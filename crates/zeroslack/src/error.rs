//! What can go wrong: while loading, while updating, and when something is asked.

use zeroslack_cuda::CudaError;
use zeroslack_input::Diagnostics;

/// Why a design, or a part of it, could not be loaded: at least one of the diagnostics is an error.
#[derive(Debug, thiserror::Error)]
#[error("{0}")]
pub struct LoadError(pub Diagnostics);

/// Why a design could not be timed: its graph cannot be built, or the engine that was asked for cannot be used. At least one of the
/// diagnostics is an error. There are no results then until an update succeeds.
#[derive(Debug, thiserror::Error)]
#[error("{0}")]
pub struct UpdateError(pub Diagnostics);

impl From<UpdateError> for LoadError {
    fn from(error: UpdateError) -> Self {
        Self(error.0)
    }
}

impl From<CudaError> for UpdateError {
    fn from(error: CudaError) -> Self {
        let mut said = Diagnostics::new();
        said.error(gpu_id(&error), None, || error.to_string());
        Self(said)
    }
}

impl From<CudaError> for LoadError {
    fn from(error: CudaError) -> Self {
        UpdateError::from(error).into()
    }
}

/// Why there is no answer.
#[derive(Debug, thiserror::Error)]
pub enum QueryError {
    /// There was no update yet, or the last one failed.
    #[error("the design is not timed yet: call Session::update first")]
    NotTimed,
    /// Something changed since the last update.
    #[error("{what} changed since the last update: call Session::update first")]
    Stale {
        /// What changed, in words.
        what: &'static str,
    },
    /// Points of a path name nothing (`PATH-001`), or nothing where a path starts or ends (`PATH-002`).
    #[error("{0}")]
    Points(Diagnostics),
    /// Too many paths are alike, or have less slack than what is asked for.
    #[error(
        "more than sixteen million paths are alike or have too little slack: ask for paths to fewer endpoints"
    )]
    TooMany,
}

impl QueryError {
    /// As diagnostics, to be printed like those of loading.
    pub fn into_diagnostics(self) -> Diagnostics {
        match self {
            Self::Points(said) => said,
            Self::NotTimed | Self::Stale { .. } | Self::TooMany => {
                let mut said = Diagnostics::new();
                said.error("SESSION-001", None, || self.to_string());
                said
            }
        }
    }
}

/// The id of what a GPU's failure is called by.
pub(crate) fn gpu_id(error: &CudaError) -> &'static str {
    match error {
        CudaError::NoDriver => "GPU-001",
        CudaError::OldDriver { .. } => "GPU-002",
        CudaError::NoDevice { .. } => "GPU-003",
        CudaError::OldDevice { .. } => "GPU-004",
        CudaError::OutOfMemory { .. } => "GPU-005",
        CudaError::Driver { .. } => "GPU-006",
        CudaError::Unprepared { .. } => "GPU-007",
        CudaError::Unsupported { .. } => "GPU-008",
        CudaError::Contract { .. } => "GPU-009",
    }
}
