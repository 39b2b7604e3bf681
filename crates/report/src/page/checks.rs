//! Design rules, pulse widths, periods and skews.

use serde_json::{Value, json};

/// A kind of checks beside those of paths, as a page shows it.
#[derive(Clone, Debug, PartialEq)]
pub struct PageChecks {
    /// What is checked: a key of [`CheckTypesReport::json`](crate::CheckTypesReport::json).
    pub kind: String,
    /// How many fail.
    pub failing: usize,
    /// The worst of those that fail, or the worst one, as [`CheckTypesReport::json`](crate::CheckTypesReport::json) has them.
    pub worst: Value,
}

impl PageChecks {
    /// So many of the worst of a kind are usual in a page.
    pub const MOST: usize = 100;

    pub(super) fn json(&self) -> Value {
        json!({ "kind": self.kind, "failing": self.failing, "worst": self.worst })
    }
}
