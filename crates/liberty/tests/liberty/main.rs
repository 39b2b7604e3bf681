//! The reader of Liberty: the library that it makes of a text, and its messages.

#![expect(clippy::unwrap_used, reason = "a test may fail")]

mod diagnostics;
mod expressions;
mod library;
mod robustness;
mod shared_libraries;
mod show;
