//! A bound on what short text can be expanded to.

use crate::Expr;

/// Bytes of memory that the expansion of buses in one library may take.
const LIMIT: usize = 1 << 29;

/// What is left of [`LIMIT`].
pub(crate) struct Budget {
    left: usize,
}

impl Default for Budget {
    fn default() -> Self {
        Self { left: LIMIT }
    }
}

impl Budget {
    /// Takes `count` times `size` bytes. False, and nothing taken, if that is too much.
    pub fn take(&mut self, count: usize, size: usize) -> bool {
        let left = count.checked_mul(size).and_then(|bytes| self.left.checked_sub(bytes));
        self.left = left.unwrap_or(self.left);
        left.is_some()
    }
}

/// About how many bytes a copy of an expression takes.
pub(crate) fn expression_size(expr: &Expr) -> usize {
    size_of::<Expr>()
        + match expr {
            Expr::Constant(_) => 0,
            Expr::Pin(name) => name.len(),
            Expr::Not(inner) => expression_size(inner),
            Expr::And(sides) | Expr::Or(sides) | Expr::Xor(sides) => sides.iter().map(expression_size).sum(),
        }
}
