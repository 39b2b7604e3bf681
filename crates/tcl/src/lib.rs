//! A small, fast, embeddable interpreter for Tcl 8.6. It knows no chip.

mod code;
mod commands;
mod exception;
mod interp;
mod parse;
mod value;

pub use exception::{Code, Exception, Outcome, Raised, Stop};
pub use interp::Interp;
pub use value::{
    Dict, Index, ListError, Number, OrderedMap, Value, format_float, format_list, parse_index, parse_integer,
    parse_list, parse_number, quote_element,
};
