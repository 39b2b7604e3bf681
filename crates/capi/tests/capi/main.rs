//! The functions that C calls, called from Rust and from C++, against the library.

#![expect(clippy::unwrap_used, reason = "a test fails by panicking")]
#![expect(unsafe_code, reason = "the functions are called as C calls them")]

mod arguments;
mod by_calls;
mod compilers;
mod example;
mod header;
mod pulse;
mod random;
mod reading;
mod results;
