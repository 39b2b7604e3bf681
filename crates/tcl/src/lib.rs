//! A small, fast, embeddable interpreter for Tcl 8.6. It knows no chip.

mod characters;
mod code;
mod commands;
mod compile;
mod direct;
mod exception;
mod expression;
mod host;
mod interp;
mod machine;
mod namespaces;
mod parse;
mod procedure;
mod regex;
mod value;
mod variables;
mod world;

pub use commands::info::is_complete;
pub use exception::{Code, Exception, Outcome, Raised, Stop};
pub use host::{File, FileInfo, FileKind, Host, OpenMode, OsHost, SealedHost, Stream};
pub use interp::{Interp, Limits};
pub use regex::{Flags as RegexFlags, Regex, RegexError};
pub use value::{
    Dict, Index, ListError, Number, OrderedMap, Str, Value, format_float, format_list, parse_index,
    parse_integer, parse_list, parse_number, quote_element,
};
