//! What is read of libraries, and what is said of them.

#![expect(clippy::unwrap_used, reason = "a test may fail")]

mod diagnostics;
mod expressions;
mod library;
mod robustness;
mod shared_libraries;
mod show;
