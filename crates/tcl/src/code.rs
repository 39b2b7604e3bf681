//! Compiled scripts and expressions.

/// A script or an expression, compiled.
#[derive(Debug)]
pub(crate) struct Code {}
