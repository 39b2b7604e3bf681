//! Addresses on a device that say what is there.

use std::fmt;
use std::marker::PhantomData;

/// Where values of a type are on a device, in the layout that C gives them: a plain address to the kernels.
#[repr(transparent)]
pub struct Pointer<T> {
    address: u64,
    of: PhantomData<fn() -> T>,
}

impl<T> Pointer<T> {
    /// Nowhere.
    pub(crate) const NULL: Self = Self::at(0);

    pub(crate) const fn at(address: u64) -> Self {
        Self { address, of: PhantomData }
    }

    pub(crate) const fn address(self) -> u64 {
        self.address
    }

    /// The same place, for memory that is used again for other values.
    pub(crate) const fn cast<U>(self) -> Pointer<U> {
        Pointer::at(self.address)
    }

    /// The place so many values further on.
    pub(crate) const fn after(self, values: usize) -> Self {
        Self::at(self.address + (values * size_of::<T>()) as u64)
    }
}

impl<T> Clone for Pointer<T> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<T> Copy for Pointer<T> {}

impl<T> Default for Pointer<T> {
    fn default() -> Self {
        Self::NULL
    }
}

impl<T> fmt::Debug for Pointer<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:#x}", self.address)
    }
}
