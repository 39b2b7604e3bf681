//! What runs kernels: the trait [`Machine`], the GPU and the emulator that are machines, the kernels by name, and copies to and from a device.

pub(crate) mod allocations;
pub(crate) mod buffers;
mod contract;
pub(crate) mod device;
#[cfg(feature = "emulate")]
pub(crate) mod emulator;
mod function;
pub(crate) mod kernel;
pub(crate) mod meter;
mod parcel;
mod ptx;
mod staging;
pub(crate) mod upload;
pub(crate) mod words;

use rayon::prelude::*;

use crate::arrays::Arrays;
use crate::arrays::pointer::Pointer;
use crate::error::CudaError;
use crate::machine::kernel::KernelLaunch;

/// Values up to which one thread fills or empties memory that is copied.
const GRAIN: usize = 1 << 14;

/// Fills memory with the words of some values, from the value with this number on.
pub type Fill<'a> = dyn Fn(usize, &mut [u32]) + Sync + 'a;

/// A device with memory of its own, in words of 4 bytes.
pub trait Machine {
    /// Memory of the device.
    type Buffer;
    /// Launches made ready to be run again and again.
    type Program;
    /// Memory of the device that is copied out or in while the device works on something else.
    type Parcel;

    /// What it is called.
    fn name(&self) -> &str;

    /// So many values are copied, and a single kernel is started, by the current thread alone. If it is one of rayon's, it is given no other work meanwhile, which might wait for what this thread
    /// holds; where there is more to do, it may be.
    const FEW: usize = 64;

    /// Memory for so many words; what they hold is not said.
    ///
    /// # Errors
    /// If there is not enough.
    fn allocate(&self, words: usize) -> Result<Self::Buffer, CudaError>;

    /// Copies `count` values of `width` words each, which `fill` gives, to the start of a buffer. One call for all values there are: the loops of a machine are compiled once.
    ///
    /// # Errors
    /// If the device fails.
    fn write_words(
        &self,
        buffer: &mut Self::Buffer,
        count: usize,
        width: usize,
        fill: &Fill<'_>,
    ) -> Result<(), CudaError>;

    /// Copies `count` values of `width` words each back, to `take`, some whole values after the other.
    ///
    /// # Errors
    /// If the device fails.
    fn read_words(
        &self,
        buffer: &Self::Buffer,
        count: usize,
        width: usize,
        take: &mut dyn FnMut(&[u32]),
    ) -> Result<(), CudaError>;

    /// Copies `count` values of `N` words each, which `value` gives by index, to the start of a buffer.
    ///
    /// # Errors
    /// If the device fails.
    fn write<const N: usize>(
        &self,
        buffer: &mut Self::Buffer,
        count: usize,
        value: impl Fn(usize) -> [u32; N] + Sync,
    ) -> Result<(), CudaError> {
        self.write_words(buffer, count, N, &|first, words| {
            for (at, words) in words.as_chunks_mut::<N>().0.iter_mut().enumerate() {
                *words = value(first + at);
            }
        })
    }

    /// Replaces what is in `out` by `count` values of `N` words each from the start of a buffer, through `value`.
    ///
    /// # Errors
    /// If the device fails.
    fn read<const N: usize, T: Send>(
        &self,
        buffer: &Self::Buffer,
        count: usize,
        out: &mut Vec<T>,
        value: impl Fn([u32; N]) -> T + Sync,
    ) -> Result<(), CudaError> {
        out.clear();
        self.read_words(buffer, count, N, &mut |words| {
            let words = words.as_chunks::<N>().0;
            out.reserve(count - out.len());
            if words.len() <= GRAIN {
                out.extend(words.iter().map(|&words| value(words)));
            } else {
                out.par_extend(words.par_iter().with_min_len(GRAIN).map(|&words| value(words)));
            }
        })
    }

    /// Waits for all that was started, and copies the first words of a buffer back.
    ///
    /// # Errors
    /// If the device fails.
    fn peek<const N: usize>(&self, buffer: &Self::Buffer) -> Result<[u32; N], CudaError>;

    /// How many of the largest blocks can run at once, so that they may wait for each other.
    ///
    /// # Errors
    /// If the device fails.
    fn together(&self) -> Result<u32, CudaError>;

    /// Where a buffer is, to kernels that take it for values of a type.
    fn address<T>(&self, buffer: &Self::Buffer) -> Pointer<T>;

    /// Makes launches ready, to be run one after the other, or all at once if they are independent.
    ///
    /// # Errors
    /// If the device fails.
    fn prepare(
        &self,
        arrays: &Arrays,
        launches: &[KernelLaunch],
        are_independent: bool,
    ) -> Result<Self::Program, CudaError>;

    /// Starts a program, after all that was started before.
    ///
    /// # Errors
    /// If the device fails.
    fn run(&self, program: &mut Self::Program) -> Result<(), CudaError>;

    /// Starts launches one after the other, after all that was started before: for those that are few, or not run again and again.
    ///
    /// # Errors
    /// If the device fails.
    fn start(&self, arrays: &Arrays, launches: &[KernelLaunch]) -> Result<(), CudaError>;

    /// Waits for all that was started.
    ///
    /// # Errors
    /// If any of it failed.
    fn synchronize(&self) -> Result<(), CudaError>;

    /// A parcel of so many words.
    ///
    /// # Errors
    /// If there is not enough memory.
    fn parcel(&self, words: usize) -> Result<Self::Parcel, CudaError>;

    /// Where a parcel is on the device.
    fn parcel_address(&self, parcel: &Self::Parcel) -> Pointer<u32>;

    /// Starts to copy the first words of a parcel out, after all that was started before; what is started after does not wait for that.
    ///
    /// # Errors
    /// If the device fails.
    fn send(&self, parcel: &mut Self::Parcel, words: usize) -> Result<(), CudaError>;

    /// Waits until what was sent is there, and hands its words over.
    ///
    /// # Errors
    /// If the device fails.
    fn receive<T>(
        &self,
        parcel: &mut Self::Parcel,
        words: usize,
        take: impl FnOnce(&[u32]) -> T,
    ) -> Result<T, CudaError>;

    /// Fills the first words of a parcel and starts to copy them in, once what was started before it was last released is done.
    ///
    /// # Errors
    /// If the device fails.
    fn deliver(
        &self,
        parcel: &mut Self::Parcel,
        words: usize,
        fill: impl FnOnce(&mut [u32]),
    ) -> Result<(), CudaError>;

    /// Lets what is started after this wait for what was delivered.
    ///
    /// # Errors
    /// If the device fails.
    fn unpack(&self, parcel: &Self::Parcel) -> Result<(), CudaError>;

    /// Says that what was started so far is the last that reads a parcel.
    ///
    /// # Errors
    /// If the device fails.
    fn release(&self, parcel: &mut Self::Parcel) -> Result<(), CudaError>;

    /// An error if so many bytes cannot be had.
    ///
    /// # Errors
    /// See [`CudaError::OutOfMemory`].
    fn reserve(&self, bytes: u64) -> Result<(), CudaError>;

    /// Bytes that can be had; none where that is not known.
    ///
    /// # Errors
    /// If the device fails.
    fn free_memory(&self) -> Result<Option<u64>, CudaError>;
}
