//! How large a flat design may be.

use std::sync::atomic::{AtomicU64, Ordering};

use crate::body::BadExpr;

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
