//! The functions that C calls, called from Rust and from C++, against the library.

#![expect(clippy::unwrap_used, reason = "a test fails by panicking")]
#![expect(unsafe_code, reason = "the functions are called as C calls them")]

mod arguments;
mod by_calls;
mod compilers;
mod example;
#[path = "../../../zeroslack/examples/sizer/greedy.rs"]
#[expect(dead_code, reason = "only the table is looked at")]
mod greedy;
mod header;
mod pulse;
mod random;
mod reading;
mod results;
mod sizer;
