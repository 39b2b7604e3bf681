//! How large a flat design may be.

use std::ops::AddAssign;
use std::sync::atomic::{AtomicU64, Ordering};

use crate::problem::BadExpr;

/// Cells, pins and nets of a flat design, of each.
pub(crate) const MOST: u64 = 1 << 30;
/// Instances of modules: each needs a path and its ports.
pub(crate) const MOST_MODULES: u64 = 1 << 26;

/// Bits that all expressions together may still come to: a short text can ask for any number of them.
#[derive(Debug)]
pub(crate) struct Budget(AtomicU64);

impl Default for Budget {
    fn default() -> Self {
        Self(AtomicU64::new(MOST))
    }
}

impl Budget {
    /// Takes bits beyond the one that every expression has.
    #[inline]
    pub(crate) fn take<'t>(&self, bits: u32) -> Result<(), BadExpr<'t>> {
        if bits <= 1 {
            return Ok(());
        }
        let less = |left: u64| left.checked_sub(u64::from(bits));
        if self.0.fetch_update(Ordering::Relaxed, Ordering::Relaxed, less).is_ok() {
            return Ok(());
        }
        // Whoever finds too little leaves nothing, so that the others stop too.
        self.0.store(0, Ordering::Relaxed);
        Err(BadExpr::TooMuch)
    }

    /// Whether more was asked for than there is.
    pub(crate) fn is_spent(&self) -> bool {
        self.0.load(Ordering::Relaxed) == 0
    }
}

/// What one instance of a module comes to. Counts stay at the greatest value rather than overflow.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Size {
    pub(crate) modules: u64,
    pub(crate) cells: u64,
    pub(crate) pins: u64,
    pub(crate) nets: u64,
}

impl Size {
    pub(crate) fn times(self, count: u64) -> Self {
        Self {
            modules: self.modules.saturating_mul(count),
            cells: self.cells.saturating_mul(count),
            pins: self.pins.saturating_mul(count),
            nets: self.nets.saturating_mul(count),
        }
    }
}

impl AddAssign for Size {
    fn add_assign(&mut self, other: Self) {
        self.modules = self.modules.saturating_add(other.modules);
        self.cells = self.cells.saturating_add(other.cells);
        self.pins = self.pins.saturating_add(other.pins);
        self.nets = self.nets.saturating_add(other.nets);
    }
}
