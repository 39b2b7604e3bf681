//! Zeroslack for C and C++: the header `include/zeroslack.h`, which is made of this crate by `cbindgen`.
//!
//! Nothing is computed here. Each function turns what C gives it into values of the library, makes one call, and turns what comes back into
//! what C can take. What a function does is said in the header, which has the same words.
//!
//! - No panic crosses the border. `border::guard` catches it; the status is [`zs_status::ZS_INTERNAL`] then.
//! - A null pointer, text that is not UTF-8, an id that is not there are [`zs_status::ZS_ARGUMENT`].
//! - Handles and results are `Option<&T>`, `Option<&mut T>` and `Option<Box<T>>` here, which C knows as pointers that may be null. Text and arrays
//!   are raw pointers; `border` has all that reads them or writes through them.

#![expect(non_camel_case_types, reason = "types are called as C calls them")]
#![expect(unsafe_code, reason = "pointers come from C; only `border` follows them")]
#![expect(clippy::missing_safety_doc, reason = "the introduction of the header says it for all functions")]
#![warn(clippy::undocumented_unsafe_blocks)]
#![deny(unsafe_op_in_unsafe_fn)]

mod border;
mod constraints;
mod diagnostics;
mod edits;
mod files;
mod netlist;
mod parasitics;
mod paths;
mod results;
mod scenarios;
mod session;
mod types;

#[global_allocator]
static ALLOCATOR: zeroslack_memory::HugePages = zeroslack_memory::HugePages;

pub use border::zs_last_error;
pub use constraints::*;
pub use diagnostics::*;
pub use edits::*;
pub use files::*;
pub use netlist::*;
pub use parasitics::*;
pub use paths::*;
pub use results::*;
pub use scenarios::*;
pub use session::*;
pub use types::*;

/// Handles go from thread to thread, and many threads may read one at a time: the header says so.
const _: () = {
    const fn is_shared<T: Send + Sync>() {}
    is_shared::<zs_diagnostics>();
    is_shared::<zs_files>();
    is_shared::<zs_mark>();
    is_shared::<zs_paths>();
    is_shared::<zs_query>();
    is_shared::<zs_session>();
};
