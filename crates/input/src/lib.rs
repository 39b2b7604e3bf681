//! What every reader starts from and ends with: the *text* of an input file (unpacked, valid UTF-8) and
//! the *diagnostics* about it (stable id, severity, place, what was expected).
//!
//! This crate opens no file and prints nothing: bytes come in, values go out.

mod diagnostic;
mod first_few;
mod not_applied;
mod text;

pub use diagnostic::{Diagnostic, Diagnostics, Place, Severity};
pub use first_few::FirstFew;
pub use not_applied::NotApplied;
pub use text::{GZIP_MAGIC, owned_text, text};
