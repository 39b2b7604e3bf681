//! Commands and their words, as the twelve rules of Tcl take a script apart.

mod backslash;
mod command;
mod words;

pub(crate) use backslash::backslash;
pub(crate) use command::{Command, Parser};
pub(crate) use words::{
    ParseError, Substitutions, Token, TokenKind, bracket_end, parse_parts, parse_variable,
};
