//! How large a flat design may be.

use std::ops::AddAssign;
use std::sync::atomic::{AtomicU64, Ordering};

use crate::problem::BadExpr;

/// The most that arrays of a flat design can number, of cells, of pins and of nets each.
pub(crate) const MOST: u64 = 1 << 30;
/// The most bytes of names that arrays can number.
pub(crate) const MOST_NAMES: u64 = u32::MAX as u64;
/// The most cells and instances of modules, together, where nobody says: several times those of the largest chips.
const MOST_CELLS: u64 = 100_000_000;
/// So many of them any text may ask for, however short.
const FEW_CELLS: u64 = 1 << 21;
/// How often a chip has what is written once, on average over all that is written, at the most.
const REUSE: u64 = 1 << 12;
/// Pins, nets and bits of expressions for each cell, of each, at the most.
const BITS_PER_CELL: u64 = 16;
/// Bytes of names for each cell at the most.
const NAME_PER_CELL: u64 = 256;

/// How large a flat design may be. All is counted before memory is taken for it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Limits {
    /// Cells and instances of modules together.
    pub(crate) cells: u64,
    /// Pins, nets and bits of expressions, of each.
    pub(crate) bits: u64,
    /// Bytes of the names of cells, of nets and of instances of modules, of each.
    pub(crate) names: u64,
}

impl Limits {
    /// What is spelled out is never too much, but for what arrays can number; what a short text asks for by instances of instances can be.
    /// `written` is the number of instances in a text of so many bytes.
    pub(crate) fn new(max_cells: Option<u64>, written: u64, text: u64) -> Self {
        let by_text = || written.saturating_mul(REUSE).clamp(FEW_CELLS, MOST_CELLS.max(written));
        let cells = max_cells.unwrap_or_else(by_text);
        Self {
            cells: cells.min(MOST),
            bits: cells.saturating_mul(BITS_PER_CELL).saturating_add(text).min(MOST),
            names: cells.saturating_mul(NAME_PER_CELL).saturating_add(text).min(MOST_NAMES),
        }
    }
}

/// Bits that all expressions together may still come to: a short text can ask for any number of them.
#[derive(Debug)]
pub(crate) struct Budget(AtomicU64);

impl Budget {
    pub(crate) fn new(bits: u64) -> Self {
        Self(AtomicU64::new(bits))
    }

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
    /// Bytes of the names of cells, from the module's own on.
    pub(crate) cell_names: u64,
    /// The same of declared nets. Those of others are not counted here: each is spelled out.
    pub(crate) net_names: u64,
    /// The same of the instances of modules.
    pub(crate) paths: u64,
    /// Nets that are declared.
    pub(crate) declared: u64,
}

impl Size {
    /// So many instances whose own names are of so many bytes: these are in all names.
    pub(crate) fn inside(self, name: u64, count: u64) -> Self {
        let prefix = |names: u64, of: u64| names.saturating_add(of.saturating_mul(name.saturating_add(1)));
        Self {
            cell_names: prefix(self.cell_names, self.cells),
            net_names: prefix(self.net_names, self.declared),
            paths: prefix(self.paths, self.modules),
            ..self
        }
        .times(count)
    }

    pub(crate) fn times(self, count: u64) -> Self {
        Self {
            modules: self.modules.saturating_mul(count),
            cells: self.cells.saturating_mul(count),
            pins: self.pins.saturating_mul(count),
            nets: self.nets.saturating_mul(count),
            cell_names: self.cell_names.saturating_mul(count),
            net_names: self.net_names.saturating_mul(count),
            paths: self.paths.saturating_mul(count),
            declared: self.declared.saturating_mul(count),
        }
    }
}

impl AddAssign for Size {
    fn add_assign(&mut self, other: Self) {
        self.modules = self.modules.saturating_add(other.modules);
        self.cells = self.cells.saturating_add(other.cells);
        self.pins = self.pins.saturating_add(other.pins);
        self.nets = self.nets.saturating_add(other.nets);
        self.cell_names = self.cell_names.saturating_add(other.cell_names);
        self.net_names = self.net_names.saturating_add(other.net_names);
        self.paths = self.paths.saturating_add(other.paths);
        self.declared = self.declared.saturating_add(other.declared);
    }
}
