//! Why there is no GPU, or why it failed.

use cudarc::driver::DriverError;

/// Why a design cannot be timed on a GPU.
#[derive(Debug, thiserror::Error)]
pub enum CudaError {
    /// NVIDIA's driver is not installed.
    #[error("no NVIDIA driver: its library libcuda cannot be loaded")]
    NoDriver,
    /// The driver is too old.
    #[error(
        "the NVIDIA driver supports CUDA {}.{}; the kernels need {}.{} or newer (driver 535)",
        found / 1000, found % 1000 / 10, needed / 1000, needed % 1000 / 10
    )]
    OldDriver {
        /// CUDA version of the driver: 1000 × major + 10 × minor.
        found: i32,
        /// The same of the oldest that will do.
        needed: i32,
    },
    /// There is no GPU with that number.
    #[error("no GPU {ordinal}: the driver sees {count}")]
    NoDevice {
        /// The number that was asked for.
        ordinal: usize,
        /// GPUs there are.
        count: usize,
    },
    /// The GPU is too old.
    #[error("{name} has compute capability {}.{}; the kernels need 8.0 or newer", capability.0, capability.1)]
    OldDevice {
        /// The GPU.
        name: String,
        /// Major, minor.
        capability: (i32, i32),
    },
    /// What is asked for does not fit.
    #[error("{} MiB are needed on the GPU, and {} MiB are free", needed >> 20, free >> 20)]
    OutOfMemory {
        /// Bytes.
        needed: u64,
        /// Bytes.
        free: u64,
    },
    /// A search asks for more than it was made for.
    #[error(
        "the search was made for {most} paths of some splits; make one for {wanted} and the splits that are wanted"
    )]
    Unprepared {
        /// Paths that were asked for.
        wanted: usize,
        /// Paths that there is memory for.
        most: usize,
    },
    /// A launch asks for more than its arrays hold. It is a defect of this crate, found before a kernel could read or write beyond them.
    #[error(
        "{kernel} needs {needed} {what}, and there are {found}: this is a defect of zeroslack, please report it"
    )]
    Contract {
        /// The kernel's function.
        kernel: &'static str,
        /// Bytes of an array, or what else there is a number of.
        what: &'static str,
        /// How many the launch needs.
        needed: u64,
        /// How many there are.
        found: u64,
    },
    /// Something is asked for that no kernel does.
    #[error("the GPU engine does not know {what}; the CPU engine does")]
    Unsupported {
        /// What was asked for.
        what: &'static str,
    },
    /// Something that the driver was asked to do failed.
    #[error("the GPU failed to {what}: {error}")]
    Driver {
        /// What was tried.
        what: &'static str,
        /// The driver's answer.
        error: DriverError,
    },
}

/// Says what was tried when the driver fails.
pub(crate) trait Trying<T> {
    fn trying_to(self, what: &'static str) -> Result<T, CudaError>;
}

impl<T> Trying<T> for Result<T, DriverError> {
    fn trying_to(self, what: &'static str) -> Result<T, CudaError> {
        self.map_err(|error| CudaError::Driver { what, error })
    }
}
