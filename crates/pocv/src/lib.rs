//! Side files of parametric on-chip variation: text in, [`Pocv`] and diagnostics out; and back out with [`write()`].
//!
//! A file says by library cell, cell, net or for the whole design what share of a delay its standard deviation is. `statement` splits lines, `read` gathers what they say.

mod pocv;
mod read;
mod statement;
mod write;

pub use pocv::{Delays, Entry, Object, ObjectType, Pocv};
pub use read::{MOST, read};
pub use write::write;
